import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Mail by somebody with a good key who wants to look like another, or to have more signed than is.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealForgeryTests {
  private let keys: TemporaryKeys
  private static let hello = TemporaryKeys.text("Hello Bob, the contract is signed.\n")
  private static let invoice = """
    Content-Type: image/png; name="invoice.pdf"
    Content-ID: <invoice@seals>
    Content-Transfer-Encoding: base64

    iVBORw0KGgo=

    """

  init() throws {
    keys = try TemporaryKeys(of: [("Ann <ann@example.org>", ""), ("Ann <ann@bücher.example>", "")])
  }

  private func content(
    _ body: String,
    from: String = "Ann <ann@example.org>"
  ) throws -> MessageContent {
    let file = try MailFile(TemporaryKeys.message("m@seals", from: from, body))
    let gnupg = GnuPG(home: keys.home, userHome: keys.home, time: hangGuard)
    return MessageReader(seals: SealTools(gnupg: gnupg)).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
  }

  private func verdicts(_ body: String, from: String) throws -> [Verdict] {
    try content(body, from: from).seals.flatMap(\.signatures).map(\.verdict)
  }

  // MARK: K8, whose signature it is

  @Test(arguments: [
    "\"boss@example.org\"", "boss＠example.org", "boss﹫example.org", "boss@example。org",
    "boss@example｡org", "boss @ example.org", "boss@ example.org", "boss\u{A0}@\u{2003}example.org",
    "bo\u{AD}ss@exam\u{200B}ple.org", "boss@example．org", "The Boss (boss＠example.org)",
    "boss@example.org@x", "boss@bücher.example", "boss@xn--bcher-kva.example",
  ])
  func `K8: a name that is another address, in whatever disguise, is another sender`(
    name: String
  ) throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    let word = "=?utf-8?B?\(Data(name.utf8).base64EncodedString())?="
    for from in [
      "\(word) <ann@example.org>", "\"\(name.filter { $0 != "\"" })\" <ann@example.org>",
    ] {
      #expect(try verdicts(signed, from: from) == [.otherSender], "\(from)")
    }
  }

  @Test(arguments: [
    "ann@example.org", "ann＠EXAMPLE.org", "Ann @ Work", "Ann (ann@example.org)", "A. @ B",
    "Mr. Ann, Esq.",
  ])
  func `K8: a name that is no other address speaks against nobody`(name: String) throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    let from = "=?utf-8?B?\(Data(name.utf8).base64EncodedString())?= <ann@example.org>"
    #expect(try verdicts(signed, from: from) == [.good])
  }

  @Test(arguments: [
    ("ann@bücher.example", Verdict.good), ("ann@BÜCHER.example", .good),
    ("ann@bu\u{308}cher.EXAMPLE", .good), ("ann@xn--bcher-kva.example", .good),
    ("ann@XN--BCHER-KVA.Example", .good), ("ann@bücher。example", .good),
    ("ann@bucher.example", .otherSender), ("ann@xn--bchr-kva.example", .otherSender),
    ("Ann@bücher.example", .otherSender),
  ])
  func `K8: the forms of a domain are one, and no other domain is`(
    address: String,
    verdict: Verdict
  ) throws {
    let signed = try keys.signed(Self.hello, by: "ann@bücher.example")
    #expect(try verdicts(signed, from: "Ann <\(address)>") == [verdict])
  }

  @Test func `K8: each address of a certificate is its owner's, in its subject or beside it`()
    throws
  {
    try keys.makeCertificate(
      subject: "CN=\"Carl,EMail=boss@example.org\",EMail=carl@subject.example",
      addresses: ["carl@example.org", "carl@second.example", "carl@xn--bcher-kva.example"]
    )
    let signed = try keys.cms(Self.hello, by: "carl@example.org", isEncrypted: false)
    for address in [
      "carl@example.org", "carl@second.example", "carl@subject.example", "carl@SECOND.example",
      "carl@bücher.example",
    ] {
      #expect(try verdicts(signed, from: "Carl <\(address)>") == [.good], "\(address)")
    }
    for address in ["boss@example.org", "carl@example.net", "root@example.org", "Carl@example.org"]
    {
      #expect(try verdicts(signed, from: "Carl <\(address)>") == [.otherSender], "\(address)")
    }
    // Whoever may vouch for it, nobody does any more.
    unlink("\(keys.home)/trustlist.txt")
    try keys.forget()
    #expect(try verdicts(signed, from: "Carl <carl@example.org>") != [.good])
  }

  // MARK: K10, what is signed

  private func whole(_ body: String) throws -> [Bool] { try content(body).seals.map(\.isWhole) }

  private static func multipart(_ type: String, _ parts: String...) -> String {
    TemporaryKeys.mixed(parts, boundary: "out").replacing("multipart/mixed", with: type)
  }

  @Test(arguments: [
    "related", "related; start=\"<signed@seals>\"", "related; type=\"multipart/signed\"",
    "related; start=\"<invoice@seals>\"", "alternative", "mixed", "report",
  ])
  func `K10: a file beside what is signed is outside, whatever it is called`(type: String) throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
      .replacing(
        "Content-Type: multipart/signed",
        with: "Content-ID: <signed@seals>\nContent-Type: multipart/signed"
      )
    let kinds = [
      "", "Content-Disposition: inline; filename=\"invoice.pdf\"\n",
      "Content-Disposition: attachment; filename=\"invoice.pdf\"\n",
    ]
    for kind in kinds {
      let read = try content(Self.multipart("multipart/\(type)", signed, kind + Self.invoice))
      #expect(read.seals.map(\.isWhole) == [false], "\(kind)")
      let file = try #require(read.parts.first { $0.filename == "invoice.pdf" })
      #expect(file.isAttachment && file.seal == nil)
      let end = read.lines.firstIndex { $0.kind == .sealEnd(0) } ?? 0
      let named = read.lines.firstIndex { $0.text == "invoice.pdf" }
      if let named, named > end {
        #expect(read.lines[end...].contains { $0.kind == .uncovered })
      } else {
        // What another program may show instead is not in the text.
        #expect(named != nil || type == "alternative", "\(read.lines)")
      }
    }
  }

  @Test func `K10: neither a text instead nor another seal beside lies in what is signed`() throws {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    let page = "Content-Type: text/html\n\n<p>Pay to account 7.</p>\n"
    let related = Self.multipart(
      "multipart/related",
      "Content-Type: text/html\n\n \n",
      Self.invoice
    )
    let fake = """
      Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=fake

      --fake
      \(Self.invoice)
      --fake
      \(Self.invoice)
      --fake--

      """
    let bare =
      "Content-Type: multipart/signed; boundary=fake\n\n--fake\n\(Self.invoice)\n--fake--\n"
    for other in [page, related, fake, bare] {
      for type in ["multipart/alternative", "multipart/mixed", "multipart/related"] {
        #expect(try whole(Self.multipart(type, signed, other)).first == false, "\(type) \(other)")
        #expect(try whole(Self.multipart(type, other, signed)).contains(true) == false)
      }
    }
  }

  @Test func `K10: what is signed as a whole stays whole, with all its files`() throws {
    let related = Self.multipart(
      "multipart/related",
      "Content-Type: text/html\n\n<p>Hello <img src=\"cid:invoice@seals\"></p>\n",
      Self.invoice
    )
    let file = "Content-Disposition: attachment; filename=a.txt\n"
    let mixed = Self.multipart(
      "multipart/mixed",
      Self.hello,
      TemporaryKeys.text("a\n", headers: file)
    )
    for inner in [Self.hello, related, mixed, "Content-Type: message/rfc822\n\nSubject: a\n\nb\n"] {
      let signed = try keys.signed(inner, by: "ann@example.org")
      #expect(try whole(signed) == [true], "\(inner)")
      #expect(try whole(try keys.encrypted(signed, to: ["ann@example.org"])) == [true, true])
      #expect(
        try whole(try keys.signed(signed, by: "ann@example.org", boundary: "two")).first == true
      )
    }
    let sealed = try keys.encrypted(related, to: ["ann@example.org"], options: ["--sign"])
    #expect(try whole(sealed) == [true])
  }

  // MARK: K12, parts that repeat the fields

  private func legacy(_ text: String, type: String) throws -> MessageContent {
    let payload = """
      Content-Type: multipart/mixed; boundary=leg; protected-headers="v1"
      Subject: Contract
       signed
      From: =?utf-8?Q?=C3=84nn?= <ann@example.org>
      To: Bob <bob@example.org>
      Cc: Carl <carl@example.org>

      --leg
      Content-Type: \(type); protected-headers="v1"
      Content-Disposition: inline

      \(text)
      --leg
      \(Self.hello)
      --leg--

      """
    return try content(try keys.encrypted(payload, to: ["ann@example.org"]))
  }

  @Test(arguments: ["text/rfc822-headers", "text/plain"])
  func `K12: a part that only repeats the fields inside is hidden, in either form`(
    type: String
  ) throws {
    for text in [
      "Subject: Contract signed\n", "subject: Contract\n signed\n",
      "Subject: Contract signed\nFrom: =?utf-8?B?w4Rubg==?= <ann@example.org>\n",
      "Subject: Contract signed\r\nFrom: \u{C4}nn <ann@example.org>\r\nTo: Bob <bob@example.org>\r\n",
      "\nSubject: Contract signed\nCc: Carl <carl@example.org>\n\n",
    ] {
      let read = try legacy(text, type: type)
      #expect(read.header("subject")?.isProtected == true)
      #expect(read.lines.filter { !$0.text.isEmpty }.map(\.text).last?.hasPrefix("Hello") == true)
      #expect(!read.lines.contains { $0.text.contains("Contract") }, "\(text) \(read.lines)")
      #expect(!read.lines.contains { if case .label = $0.kind { true } else { false } })
    }
    for text in [
      "Subject: Contract signed\nFrom: Boss <boss@example.org>\n", "Subject: Pay to account 7\n",
      "Subject: Contract signed\n and more\n", "Subject: Contract signed\n\nPay to account 7.\n",
      "Subject: Contract signed\nX-Pay: account 7\n", "Bcc: Eve <eve@example.org>\n",
    ] {
      let read = try legacy(text, type: type)
      let shown = read.lines.filter { $0.kind.sealEdge == nil && !$0.text.isEmpty }
      #expect(shown.first?.text.hasPrefix("Hello") == false, "\(text)")
    }
  }

  // MARK: K25, what is no seal, or no longer looked at

  @Test func `K10: a signed message whose parts are swapped shows the one that can be read`() throws
  {
    let signed = try keys.signed(Self.hello, by: "ann@example.org")
    let pieces = signed.components(separatedBy: "--sig\n")
    let swapped = [
      pieces[0], pieces[2].replacing("\n--sig--\n", with: ""), pieces[1] + "--sig--\n",
    ]
    .joined(separator: "--sig\n")
    let read = try content(swapped)
    #expect(read.lines.contains { $0.text.hasPrefix("Hello Bob") }, "\(read.lines)")
    #expect(read.seals.allSatisfy { !$0.isWhole })
    #expect(read.seals.flatMap(\.signatures).allSatisfy { $0.verdict != .good })
  }
}

import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// What is read of what was opened, and of what only looks as if it could be.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealContentTests {
  private func tools() throws -> SealTools {
    let home = try SealCorpus.shared.get().home
    return SealTools(gnupg: GnuPG(home: home, userHome: home, time: hangGuard))
  }

  private func content(_ body: String) throws -> MessageContent {
    let file = try MailFile(TemporaryKeys.message("m@seals", body))
    return MessageReader(seals: try tools()).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.asking(cancel: nil))
    )
  }

  @Test func `K11: of a message in several files the verdict is of the one that is shown`() throws {
    let corpus = try SealCorpus.shared.get()
    let (good, bad) = (
      try MailFile(corpus.mail("signed")), try MailFile(corpus.mail("signed-changed"))
    )
    let reader = MessageReader(seals: try tools())
    for (files, verdict) in [([good, bad], Verdict.good), ([bad, good], .bad)] {
      let content = reader.content(
        of: "m",
        files: files.map(\.path),
        options: MessageOptions(),
        opening: SealRequest(.quiet)
      )
      #expect(content.seals.flatMap(\.signatures).map(\.verdict) == [verdict])
    }
  }

  @Test func `K12: a message inside that was not forwarded has the fields that count`() throws {
    let content = try SealTests.content("protected-wrapped")
    for (name, value) in [
      ("subject", "Contract signed"), ("from", "Ann <ann@example.org>"),
      ("to", "Dora <dora@example.org>"), ("date", "Sun, 02 Jan 2022 12:00:00 +0000"),
    ] {
      let field = try #require(content.header(name), "\(name)")
      #expect(field.value == value && field.isProtected)
    }
    // What is said outside, too, needs no second line.
    #expect(content.outside.map(\.name) == ["Subject", "To", "Date"])
    #expect(content.outside.first?.value == "...")
  }

  @Test(arguments: [("protected-not-wrapped", "..."), ("protected-phony", "Outer")])
  func `K12: fields of a forwarded message, or deeper in, are not the message's own`(
    name: String,
    subject: String
  ) throws {
    let content = try SealTests.content(name)
    #expect(content.seals.map(\.state) == [.open])
    #expect(content.header("subject")?.value == subject && content.outside.isEmpty)
    #expect(content.headers.allSatisfy { !$0.isProtected })
  }

  @Test func `K16: what is sealed goes to no program for pages, what is not does`() throws {
    let corpus = try SealCorpus.shared.get()
    let tools = try tools()
    var pages: [String] = []
    let reader = MessageReader(
      filter: { page, _ in
        pages.append(String(decoding: page, as: UTF8.self))
        return Array("filtered".utf8)
      },
      seals: tools
    )
    func read(_ text: String) throws -> MessageContent {
      let file = try MailFile(text)
      return reader.content(
        of: "m",
        files: [file.path],
        options: MessageOptions(filter: ["filter"]),
        opening: SealRequest(.quiet)
      )
    }
    for name in ["encrypted-page", "signed-page"] {
      let content = try read(corpus.mail(name))
      #expect(content.seals.count == 1 && !content.lines.contains { $0.text == "filtered" })
    }
    #expect(pages == [])
    let page = "Content-Type: text/html\n\n<p>Public page</p>\n"
    let sealed = corpus.mail("encrypted-page").firstRange(of: "Content-Type").map {
      String(corpus.mail("encrypted-page")[$0.lowerBound...])
    }
    let mixed = TemporaryKeys.mixed([page, try #require(sealed)])
    let content = try read(TemporaryKeys.message("m@seals", mixed))
    #expect(content.lines.contains { $0.text == "filtered" })
    #expect(content.lines.contains { $0.text == "Secret page" })
    #expect(pages.count == 1 && !pages[0].contains("Secret") && pages[0].contains("Public"))
  }

  @Test func `K16: an encrypted part has its own letters, and its links are its own`() throws {
    let keys = try TemporaryKeys()
    try keys.make("Ann <ann@example.org>")
    func page(_ charset: String, _ words: String) -> String {
      "Content-Type: text/html; charset=\(charset)\nContent-Transfer-Encoding: quoted-printable\n\n"
        + words + "\n"
    }
    // In the one a letter that is two in the other; in both a link that is not closed.
    let inner = page("iso-8859-1", "<a href=3D\"http://inner.example/\">Gr=FC=DFe")
    let outer = page("utf-8", "<a href=3D\"http://outer.example/\">Gr=C3=BC=C3=9Fe")
    let sealed = try keys.encrypted(inner, to: ["Ann"])
    let file = try MailFile(
      TemporaryKeys.message("m@seals", TemporaryKeys.mixed([outer, sealed, outer]))
    )
    let gnupg = GnuPG(home: keys.home, userHome: keys.home, time: hangGuard)
    let content = MessageReader(seals: SealTools(gnupg: gnupg)).content(
      of: "m",
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.quiet)
    )
    #expect(content.lines.count { $0.text.contains("Grüße") } == 3, "\(content.lines)")
    let targets = content.links.map { "\($0)" }
    #expect(targets.count { $0.contains("inner.example") } == 1, "\(targets)")
    #expect(targets.contains { $0.contains("outer.example") }, "\(targets)")
  }

  @Test func `encoded parts lie in seals, and seals in encoded parts`() throws {
    let keys = try TemporaryKeys(of: [("Ann <ann@example.org>", "")])
    let label = "Content-Transfer-Encoding: base64\n"
    let inner = "Subject: in\n\nThe contract is signed.\n"
    let message = CaseMail.part("message/rfc822", CaseMail.text(inner, "base64"), label)
    let signed = try keys.signed(message, by: "Ann")
    let end = try #require(signed.range(of: "\n\n"))
    let encoded =
      signed[..<end.lowerBound] + "\n\(label)\n"
      + CaseMail.text(String(signed[end.upperBound...]), "base64")
    let mails = [
      signed, String(encoded), TemporaryKeys.mixed([String(encoded)]),
      try keys.encrypted(message, to: ["Ann"]),
    ]
    let gnupg = GnuPG(home: keys.home, userHome: keys.home, time: hangGuard)
    for mail in mails {
      let file = try MailFile(TemporaryKeys.message("m@seals", mail))
      let content = MessageReader(seals: SealTools(gnupg: gnupg)).content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(.quiet)
      )
      #expect(content.words.contains("The contract is signed."), "\(content.lines)")
      let isGood = content.seals.flatMap(\.signatures).map(\.verdict) == [.good]
      #expect(content.seals.count == 1 && (isGood || content.seals[0].state == .open))
    }
  }

  @Test func `bad input 56: blocks in pages, files and broken lines are not opened`() throws {
    let corpus = try SealCorpus.shared.get()
    for name in ["inline-signed-whole", "inline-encrypted"] {
      let mail = corpus.mail(name)
      let start = try #require(mail.firstRange(of: "-----BEGIN"))
      let block = String(mail[start.lowerBound...])
      let broken = block.replacing("=", with: "=3D").lines.map { line in
        guard line.count > 20, !line.hasPrefix("--") else { return line }
        return "\(line.prefix(10))=\n\(line.dropFirst(10))"
      }
      for body in [
        "Content-Type: text/html\n\n<pre>\n\(block)</pre>\n",
        TemporaryKeys.mixed([
          TemporaryKeys.text("see\n"),
          TemporaryKeys.text(block, headers: "Content-Disposition: attachment; filename=a.txt\n"),
        ]),
        "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n"
          + broken.joined(separator: "\n") + "\n",
      ] {
        let read = try content(body)
        #expect(read.seals.isEmpty, "\(name): \(read.lines)")
        #expect(!read.lines.contains { $0.text.contains("the secret") })
      }
      // The same block in a text is.
      #expect(try content(TemporaryKeys.text(block)).seals.count == 1)
    }
  }

  @Test func `K20: what was opened goes when its time is over, and not before`() throws {
    let tools = try tools()
    let file = try MailFile(SealCorpus.shared.get().mail("encrypted"))
    let reader = MessageReader(seals: tools)
    func state(_ attempt: SealAttempt) -> SealState? {
      reader.content(
        of: "m",
        files: [file.path],
        options: MessageOptions(),
        opening: SealRequest(attempt)
      ).seals.first?.state
    }
    tools.memory.enter("m", files: [file.path])
    #expect(state(.quiet) == .open)
    #expect(tools.memory.untilExpiry == nil && tools.memory.anySessionKey != nil)
    tools.memory.leave(["m"], keeping: .seconds(1_000))
    tools.memory.expire()
    #expect(state(.known) == .open && tools.memory.openedBytes > 0)
    #expect(try #require(tools.memory.untilExpiry) > .seconds(500))
    // Whoever comes back within that time has it again for as long as it is shown.
    tools.memory.enter("m", files: [file.path])
    #expect(tools.memory.untilExpiry == nil && state(.known) == .open)
    tools.memory.leave(["m"], keeping: .milliseconds(1))
    try waitUntil("its time is over") { tools.memory.untilExpiry == .zero }
    tools.memory.expire()
    #expect(tools.memory.openedBytes == 0 && tools.memory.anySessionKey == nil)
    #expect(state(.known) == .pending)
  }
}

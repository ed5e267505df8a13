import Foundation
import TestSupport
import Testing

/// The header fields that stand inside a seal: in all that the shell prints, and in answers.
@Suite(.enabled(if: TemporaryKeys.areAvailable)) struct SealedFieldsTests {
  private static let people = [("Eve <eve@example.org>", ""), ("Boss <boss@example.org>", "")]
  private static let (eve, boss) = ("Eve <eve@example.org>", "Boss <boss@example.org>")
  private let mail: TemporaryMail
  private let keys: TemporaryKeys

  init() throws {
    mail = try TemporaryMail()
    keys = try TemporaryKeys(of: Self.people)
  }

  private static func payload(
    from: String = eve,
    parameter: String = "; hp=\"clear\"",
    type: String = "text/plain; charset=utf-8",
    headers: String = ""
  ) -> String {
    """
    Content-Type: \(type)\(parameter)
    Subject: Lunch
    From: \(from)
    To: Bob <bob@example.org>
    Date: Sun, 02 Jan 2022 12:00:00 +0000
    \(headers)
    Pay Eve.

    """
  }

  private func signed(_ payload: String) throws -> String {
    try keys.signed(payload, by: "eve@example.org")
  }

  /// Adds a message whose header outside is its sender's to choose, and returns what is said of it.
  private func read(
    _ content: String,
    from: String = boss,
    headers: String = ""
  ) throws -> [String: Any] {
    let text = TemporaryKeys.message(
      "m@seals",
      from: from,
      subject: "Payroll",
      headers: headers,
      content
    )
    try text.write(toFile: "\(mail.root)/m", atomically: false, encoding: .utf8)
    try mail.notmuch("new")
    return try #require(try run("show", "--json").objects.first)
  }

  private func run(_ verb: String, _ options: String...) throws -> ShellRun {
    try mail.mulligan(
      [verb] + options + ["id:m@seals"],
      with: ["GNUPGHOME": keys.home, "LANG": "C.UTF-8"]
    )
  }

  private static func outside(_ object: [String: Any], _ name: String) -> String? {
    (object["outside"] as? [String: Any])?[name] as? String
  }

  private static func verdicts(_ object: [String: Any]) -> [String] {
    let seals = object["seals"] as? [[String: Any]] ?? []
    return seals.flatMap { $0["signatures"] as? [[String: Any]] ?? [] }
      .compactMap { $0["verdict"] as? String }
  }

  private func sealed(_ way: String) throws -> String {
    let ends = ["--sign", "-u", "eve@example.org"]
    switch way {
    case "protected-headers":
      return try signed(Self.payload(parameter: "; protected-headers=\"v1\""))
    case "forwarded=no":
      let inner = "Content-Type: message/rfc822; forwarded=no\n\n" + Self.payload(parameter: "")
      return try signed(inner)
    case "signed and encrypted":
      return try keys.encrypted(Self.payload(), to: ["boss@example.org"], options: ends)
    case "encrypted around signed":
      return try keys.encrypted(try signed(Self.payload()), to: ["boss@example.org"])
    case "S/MIME":
      try keys.makeCertificate("Eve", address: "eve@example.org", isTrusted: true)
      return try keys.cms(Self.payload(), by: "eve@example.org", isEncrypted: false)
    default: return try signed(Self.payload())
    }
  }

  @Test(arguments: [
    "hp", "protected-headers", "forwarded=no", "signed and encrypted", "encrypted around signed",
    "S/MIME",
  ])
  func `K12: what stands inside counts in JSON, in the text and in answers`(way: String) throws {
    let object = try read(try sealed(way))
    #expect(Self.verdicts(object) == ["good"])
    #expect(object["from"] as? String == Self.eve)
    #expect(object["subject"] as? String == "Lunch")
    #expect(object["date"] as? String == "2022-01-02T12:00:00Z")
    #expect(Self.outside(object, "from") == Self.boss)
    let shown = try run("show").output
    #expect(
      shown.contains("From= \(Self.eve)\n") && shown.contains("unprotected copy: \(Self.boss)\n")
    )
    let answer = try run("reply", "--sender").output
    #expect(answer.contains("\nTo: \(Self.eve)\n") && !answer.contains("boss@"), "\(answer)")
    #expect(answer.contains("2022") && answer.contains("Eve wrote:"), "\(answer)")
    // Printed, it is not encrypted.
    let subject = way.contains("encrypted") ? "Payroll" : "Lunch"
    #expect(answer.contains("\nSubject: Re: \(subject)\n"), "\(answer)")
  }

  @Test(arguments: [
    "changed", "by a key that is not there", "deeper in", "forwarded", "not said to be protected",
    "encrypted alone",
  ])
  func `K12: a From that is not proved, or not the message's own, does not count`(
    way: String
  ) throws {
    let content: String
    switch way {
    case "changed":
      content = try keys.signed(Self.payload(), by: "eve@example.org") {
        $0.replacing("Pay Eve", with: "Pay Dan")
      }
    case "by a key that is not there":
      let gone = try keys.make("Gone <gone@example.org>")
      content = try keys.signed(Self.payload(), by: gone)
      try keys.gpg(["--delete-secret-and-public-key", gone])
    case "deeper in":
      content = TemporaryKeys.mixed([try signed(Self.payload()), TemporaryKeys.text("More.\n")])
    case "forwarded":
      content = try signed("Content-Type: message/rfc822\n\n" + Self.payload())
    case "encrypted alone": content = try keys.encrypted(Self.payload(), to: ["boss@example.org"])
    default: content = try signed(Self.payload(parameter: ""))
    }
    let object = try read(content)
    #expect(!Self.verdicts(object).contains("good"))
    #expect(object["from"] as? String == Self.boss && Self.outside(object, "from") == nil)
    let answer = try run("reply", "--sender").output
    #expect(answer.contains("\nTo: \(Self.boss)\n") && answer.contains("Boss wrote:"), "\(answer)")
    // Nobody else could have read what is encrypted: its subject counts.
    let subject = way == "encrypted alone" ? "Lunch" : "Payroll"
    #expect(object["subject"] as? String == subject)
  }

  @Test(arguments: [
    "Boss <boss@example.org>", "Boss <boss@example.org>\nFrom: Eve <eve@example.org>",
    "Eve <eve@example.org>, Boss <boss@example.org>", "\"boss@example.org\" <eve@example.org>",
    "=?utf-8?Q?boss=EF=BC=A0example=2Eorg?= <eve@example.org>", "Staff: eve@example.org;",
  ])
  func `K12: the verdict is about the From inside, whatever stands outside`(inner: String) throws {
    let object = try read(try signed(Self.payload(from: inner)), from: Self.eve)
    #expect(Self.verdicts(object) == ["other-sender"])
    #expect(object["from"] as? String != Self.eve)
    #expect(Self.outside(object, "from") == Self.eve)
  }

  @Test func `K12: where another is named outside, nothing else out there says whom to answer`()
    throws
  {
    let reply = "Reply-To: Boss <boss@example.org>\n"
    _ = try read(try signed(Self.payload()), headers: reply)
    let first = try run("reply", "--sender").output
    #expect(first.contains("\nTo: \(Self.eve)\n") && !first.contains("boss@"), "\(first)")
    // Of one's own name it may be a list's.
    _ = try read(try signed(Self.payload()), from: Self.eve, headers: reply)
    #expect(try run("reply", "--sender").output.contains("boss@example.org"))
    let inner = "Reply-To: Eve <home@example.org>\n"
    _ = try read(try signed(Self.payload(headers: inner)), headers: reply)
    let inside = try run("reply", "--sender").output
    #expect(inside.contains("\nTo: Eve <home@example.org>\n"), "\(inside)")
  }

  @Test(arguments: [
    "From= Boss <boss@example.org>", "\u{200B}Subject= Pay Eve", "DATE= Sat, 01 Jan 2022",
    "to= Bob <bob@example.org>", "\u{1B}[1mFrom= Boss", "From=\tBoss <boss@example.org>",
  ])
  func `K14: no line of a text or page begins as a field inside a seal does`(line: String) throws {
    let page = "Content-Type: text/html; charset=utf-8\n\n<p>\(line)</p><pre>\n\(line)</pre>\n"
    let mails = [
      TemporaryKeys.text("Hello.\n\n\(line)\nBob.\n"), page,
      try signed(Self.payload() + "\(line)\n"),
    ]
    for (number, mail) in mails.enumerated() {
      let text = TemporaryKeys.message("\(number)@seals", mail)
      try text.write(toFile: "\(self.mail.root)/\(number)", atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new")
    let run = try mail.mulligan(
      ["show", "*"],
      with: ["GNUPGHOME": keys.home, "LANG": "C.UTF-8"]
    )
    let fields = ["From=", "Subject=", "To=", "Date="]
    let marked = run.output.lines.filter { line in
      fields.contains { line.lowercased().hasPrefix($0.lowercased()) }
    }
    #expect(
      marked.map { String($0.prefix { $0 != " " }) } == ["From=", "To=", "Subject=", "Date="]
    )
    #expect(marked.first == "From= \(Self.eve)")
  }
}

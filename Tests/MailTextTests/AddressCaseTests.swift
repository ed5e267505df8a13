import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Address fields that break the rules: everybody in them is shown, and can be answered.
@Suite struct AddressCaseTests {
  private static func shown(_ value: String, _ field: String = "To") throws -> [String] {
    let mail = try MailFile("\(field): \(value)\nSubject: x\n\nx\n")
    return mail.content().header(field.lowercased())?.addresses ?? []
  }

  /// The addresses that an answer takes from the field, with their names.
  private static func answered(_ value: String, _ field: String = "To") throws -> [String] {
    let mail = try MailFile("\(field): \(value)\nSubject: x\n\nx\n")
    let metadata = MessageMetadata.sample(files: [mail.path])
    let original = try MessageReader().original(metadata)
    let found = field == "From" ? original.from : field == "Cc" ? original.cc : original.to
    return found.map { $0.name.isEmpty ? $0.address : "\($0.name) <\($0.address)>" }
  }

  @Test func `semicolons part addresses`() {
    let plain = Mail.content(Fixtures.sample("reading/R17-to-semicolons.eml"))
    #expect(
      plain.header("to")?.addresses == ["kim@example.org", "lee@example.org", "me@example.org"]
    )
    let names = Mail.content(Fixtures.sample("reading/R17-to-semicolons-names.eml"))
    #expect(
      names.header("to")?.addresses
        == ["\"Weber, Jo\" <jo@example.org>", "Lee <lee@example.org>", "me@example.org"]
    )
    let from = Mail.content(Fixtures.sample("reading/R17-from-semicolon.eml"))
    #expect(from.header("from")?.addresses == ["Ann", "Garden <garden@example.org>"])
  }

  @Test func `entries that cannot be read stand as they are`() {
    let dots = Mail.content(Fixtures.sample("reading/R17-to-dots.eml")).header("to")
    #expect(dots?.addresses == ["kim.@example.org", "lee..park@example.org", "me@example.org"])
    let brackets = Mail.content(Fixtures.sample("reading/R17-to-brackets.eml")).header("to")
    #expect(brackets?.addresses == ["[kim@example.org]", "me@example.org"])
    #expect(brackets?.value == "[kim@example.org], me@example.org")
  }

  /// A value, what is shown of it, and what an answer takes from it.
  static let fields: [(value: String, shown: [String], answered: [String])] = [
    // What is right stays right.
    (
      "Ann <a@example.org>, b@example.org", ["Ann <a@example.org>", "b@example.org"],
      ["Ann <a@example.org>", "b@example.org"]
    ),
    (
      "\"Weber; Jo, Dr.\" <a@example.org>, b@example.org (Bob; Ray)",
      ["\"Weber; Jo, Dr.\" <a@example.org>", "\"Bob; Ray\" <b@example.org>"],
      ["Weber; Jo, Dr. <a@example.org>", "Bob; Ray <b@example.org>"]
    ),
    (
      "friends: a@example.org, b@example.org;, c@example.org",
      ["friends: a@example.org, b@example.org;", "c@example.org"],
      ["a@example.org", "b@example.org", "c@example.org"]
    ),
    ("undisclosed-recipients:;", ["undisclosed-recipients: ;"], []),
    ("Ann Lee", ["Ann Lee"], []),
    ("root", ["root"], ["root"]),
    ("<@relay.example:a@example.org>", ["a@example.org"], ["a@example.org"]),
    (
      "a@[127.0.0.1]; b@example.org", ["a@[127.0.0.1]", "b@example.org"],
      ["a@[127.0.0.1]", "b@example.org"]
    ),
    ("Ann (home) <a@example.org>", ["Ann <a@example.org>"], ["Ann <a@example.org>"]),
    (
      "\"Ann @home\" <a@example.org>", ["\"Ann @home\" <a@example.org>"],
      ["Ann @home <a@example.org>"]
    ),
    ("Ann <a@example.org", ["Ann <a@example.org>"], ["Ann <a@example.org>"]),
    (
      "=?utf-8?Q?a=40example.org?= <b@example.org>", ["\"a@example.org\" <b@example.org>"],
      ["a@example.org <b@example.org>"]
    ),
    // Semicolons.
    (
      "Ann <a@example.org>;b@example.org;", ["Ann <a@example.org>", "b@example.org"],
      ["Ann <a@example.org>", "b@example.org"]
    ),
    (
      "friends: a@example.org; b@example.org; c@example.org",
      ["friends: a@example.org;", "b@example.org", "c@example.org"],
      ["a@example.org", "b@example.org", "c@example.org"]
    ),
    // Dots, brackets, backslashes, marks.
    ("Ann <a..b@example.org>", ["Ann <a..b@example.org>"], ["Ann <a..b@example.org>"]),
    (
      ".a@example.org, b@example.org", [".a@example.org", "b@example.org"],
      [".a@example.org", "b@example.org"]
    ),
    (
      "friends: a..b@example.org, c@example.org;", ["friends: a..b@example.org, c@example.org;"],
      ["a..b@example.org", "c@example.org"]
    ),
    (
      "[Case 12] Help <h@example.org>", ["[Case 12] Help <h@example.org>"],
      ["[Case 12] Help <h@example.org>"]
    ),
    ("@ann <a@example.org>", ["@ann <a@example.org>"], ["@ann <a@example.org>"]),
    ("<mailto:a@example.org>", ["<mailto:a@example.org>"], ["a@example.org"]),
    (
      "Ann <MAILTO:a@example.org?subject=x>, b@example.org",
      ["Ann <MAILTO:a@example.org?subject=x>", "b@example.org"],
      ["Ann <a@example.org>", "b@example.org"]
    ),
    (
      "mailto:a@example.org, b@example.org", ["mailto:a@example.org", "b@example.org"],
      ["a@example.org", "b@example.org"]
    ),
    (
      "Ann (home <a@example.org>, b@example.org", ["Ann (home <a@example.org>", "b@example.org"],
      ["Ann (home <a@example.org>", "b@example.org"]
    ),
    ("Ann\\ Lee <a@example.org>", ["Ann\\ Lee <a@example.org>"], ["Ann\\ Lee <a@example.org>"]),
    ("a@b@example.org", ["a@b@example.org"], ["a@b@example.org"]),
    ("<a@example.org> Ann", ["<a@example.org> Ann"], ["a@example.org"]),
    // Encoded as a whole.
    (
      "=?utf-8?Q?=22J=C3=B6rg=22_<j=40example.org>?=", ["Jörg <j@example.org>"],
      ["Jörg <j@example.org>"]
    ),
    (
      "=?utf-8?Q?a=40example.org=2C?= =?utf-8?Q?_b=40example.org?=",
      ["a@example.org", "b@example.org"], ["a@example.org", "b@example.org"]
    ),
    (
      "=?utf-8?B?YUBleGFtcGxlLm9yZw==?=, b@example.org", ["a@example.org", "b@example.org"],
      ["a@example.org", "b@example.org"]
    ),
    ("Ann <=?utf-8?Q?a=40example.org?=>", ["Ann <a@example.org>"], ["Ann <a@example.org>"]),
    (
      "=?utf-8?Q?J=C3=B6rg?= <a..b@example.org>", ["Jörg <a..b@example.org>"],
      ["Jörg <a..b@example.org>"]
    ),
  ]

  @Test(arguments: fields, ["To", "Cc"])
  func `everybody in a field is shown and can be answered`(
    row: (value: String, shown: [String], answered: [String]),
    field: String
  ) throws {
    #expect(try Self.shown(row.value, field) == row.shown, "\(row.value)")
    #expect(try Self.answered(row.value, field) == row.answered, "\(row.value)")
  }

  @Test func `an address field may be one encoded word`() throws {
    let content = Mail.content(Fixtures.sample("reading/R16-from-is-one-word.eml"))
    #expect(content.header("from")?.value == "Jörg <joerg@example.org>")
    let folded = "=?iso-8859-1?Q?J=F6rg?=\n =?iso-8859-1?Q?_<j=40example.org>?="
    for field in ["From", "To", "Cc", "Reply-To"] {
      #expect(try Self.shown(folded, field) == ["Jörg <j@example.org>"])
    }
    // Nothing in a word becomes a field, or an address beside the real one.
    #expect(try Self.shown("=?utf-8?Q?a=40example.org=0ABcc:_x=40example.org?=").count == 1)
    #expect(
      try Self.answered("=?utf-8?Q?Boss_<boss=40example.org>?= <a..b@example.com>")
        == ["Boss <boss@example.org> <a..b@example.com>"]
    )
  }

  @Test func `an answer goes to senders whose address breaks the rules`() throws {
    for (name, to) in [
      ("from-two-dots", ["ann..smith@example.com"]), ("from-bracketed-name", ["help@example.com"]),
    ] {
      #expect(try Self.answer(to: "writing/A14-\(name).eml").to.map(\.address) == to)
    }
    let many = try Self.answer(to: "writing/A14-to-semicolons.eml")
    #expect(many.to.map(\.address) == ["bob@example.com", "ann@example.com", "carol@example.com"])
  }

  private static func answer(to name: String) throws -> ReplyAddressing {
    let metadata = MessageMetadata.sample(files: [Fixtures.sample(name)])
    return try answer(to: MessageReader().original(metadata))
  }

  private static func answer(to original: OriginalMessage) throws -> ReplyAddressing {
    let account = MailAccount(name: "", address: NamedAddress("me@example.org"), others: [])
    return try #require(ReplyAddressing(to: original, .all, own: OwnAddresses([account])))
  }

  @Test func `an answer to a sender without an address does not go to oneself`() throws {
    let mail = try MailFile("From: Ann at home\nTo: me@example.org\nSubject: x\n\nx\n")
    let original = try MessageReader().original(.sample(files: [mail.path]))
    let answer = try Self.answer(to: original)
    #expect(answer.to.map(\.address) == ["Ann at home"])
    #expect(answer.to.first?.isValid == false)
  }

  @Test func `seals are judged by what GMime has read alone`() {
    for value in [
      "a@example.org; b@example.org", "Ann; B <b@example.org>", "<mailto:a@example.org>",
    ] {
      #expect(HeaderText.onlyMailbox(of: RawField(name: "From", value: Array(value.utf8))) == nil)
    }
    let word = RawField(name: "From", value: Array("=?utf-8?Q?a=40example.org?=".utf8))
    #expect(HeaderText.onlyMailbox(of: word) == nil)
    let plain = RawField(name: "From", value: Array("Ann <a@example.org>".utf8))
    #expect(HeaderText.onlyMailbox(of: plain)?.address == "a@example.org")
  }

  @Test func `fields of many marks take no more time than others`() throws {
    for mark in ["(", "\"", "<", ":", ";", "\\", "@", "[", "=?", "a:b;", "(\"<"] {
      let value = Array(String(repeating: mark, count: 100_000 / mark.utf8.count).utf8)
      let start = ContinuousClock.now
      _ = AddressEntry.all(in: RawField(name: "To", value: value), shown: 50)
      #expect(ContinuousClock.now - start < .seconds(2), "\(mark)")
    }
  }
}

extension MessageMetadata {
  static func sample(files: [String]) -> MessageMetadata {
    MessageMetadata(
      id: MessageID("x@example.org"),
      thread: ThreadID("0"),
      date: nil,
      from: "",
      subject: "",
      tags: [],
      files: files
    )
  }
}

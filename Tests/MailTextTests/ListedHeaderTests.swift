import Foundation
import Testing
import TriageCore

@testable import MailText

/// What the list takes from a file's own header.
@Suite struct ListedHeaderTests {
  @Test(arguments: Fixtures.all + Fixtures.files("cases"))
  func `a file's own header says what its page says`(path: String) throws {
    guard let listed = try? MessageReader().listedHeader(of: [path]), !path.hasSuffix(".gz") else {
      return
    }
    let content = Mail.content(path)
    guard content.notices != [.notMail] else { return }
    if let subject = content.header("subject") {
      #expect(listed.subject ?? "" == subject.value, "\(path)")
    }
    if let from = content.header("from") { #expect(listed.from ?? "" == from.value, "\(path)") }
  }

  @Test func `words are listed as they are shown`() throws {
    for (file, subject) in [
      ("R24-subject-of-two-padded-words", "Gärtnertreffen im Mai"), ("R1-japanese-short", "Ⅲ期"),
      ("R2-gb2312-euro", "报名费€20"), ("R15-base64-words-cut-after-6", "Schöne Grüße aus dem Süden"),
    ] {
      let path = Fixtures.sample("reading/\(file).eml")
      let listed = try MessageReader().listedHeader(of: [path])
      #expect(listed.subject == subject)
      #expect(listed.isEncoded)
    }
    let word = Fixtures.sample("reading/R16-from-is-one-word.eml")
    #expect(try MessageReader().listedHeader(of: [word]).from == "Jörg <joerg@example.org>")
  }

  @Test func `fields are found in any case, folded, behind long ones, and the first counts`() throws
  {
    let long = "X-Long: " + String(repeating: "a ", count: 10_000)
    for end in ["\n", "\r\n"] {
      let lines = [
        long, "SUBJECT: =?utf-8?B?R8OkcnRuZXJ0cmVmZg==?=", " =?utf-8?B?ZW4gaW0gTWFp?=",
        "from:", "\tAnn <a@example.org>", "Subject: other", "", "From: x@example.org",
      ]
      let mail = try MailFile(lines.joined(separator: end))
      let listed = try MessageReader().listedHeader(of: ["/nonexistent", mail.path])
      #expect(listed.subject == "Gärtnertreffen im Mai")
      #expect(listed.from == "Ann <a@example.org>")
      let head = ListedHeader(head: Array(lines.joined(separator: end).utf8))
      #expect(head == listed)
    }
    let none = ListedHeader(head: Array("X: y\n\nSubject: x\n".utf8))
    #expect(none.subject == nil && none.from == nil && !none.isEncoded)
    #expect(!ListedHeader(head: Array("Subject: x\nFrom: a@example.org\n\n".utf8)).isEncoded)
    #expect(ListedHeader(head: []).subject == nil)
  }
}

/// Fields about lists, encoded or bare.
@Suite struct ListFieldCaseTests {
  private static func ways(_ head: String) -> [String] {
    UnsubscribeMethod.all(in: Array(head.utf8)).map { "\($0.kind.rawValue) \($0.uri)" }
  }

  private static func head(_ name: String) throws -> String {
    try String(contentsOfFile: Fixtures.sample(name), encoding: .utf8)
  }

  @Test func `fields about lists may be encoded, or lack brackets`() throws {
    let encoded = try Self.head("acting/A8-list-fields-encoded.eml")
    #expect(Self.ways(encoded) == ["page https://lists.example.com/bye?id=1234567890"])
    #expect(MailSource.list(Array(encoded.utf8)) == "garden.example.com")
    let bare = try Self.head("acting/A8-unsubscribe-without-brackets.eml")
    #expect(Self.ways(bare) == ["page https://lists.example.com/bye?id=1"])
  }

  @Test(arguments: [
    // What is right stays right.
    (
      "<https://a.example/b?x==?y>, <mailto:leave@a.example>",
      ["page https://a.example/b?x==?y", "mailto mailto:leave@a.example"]
    ),
    ("please write to us", []), ("javascript:alert(1)", []), ("https://a.example/ or call", []),
    ("=?utf-8?Q?please_write?=", []), ("", []),
    // Encoded.
    ("=?utf-8?B?PG1haWx0bzpsZWF2ZUBhLmV4YW1wbGU+?=", ["mailto mailto:leave@a.example"]),
    (
      "=?utf-8?B?PG1haWx0bzpsZWF2ZU?=\n =?utf-8?B?BhLmV4YW1wbGU+?=,\n <https://a.example/>",
      ["mailto mailto:leave@a.example", "page https://a.example/"]
    ),
    ("<=?us-ascii?Q?https=3A//a.example/?= =?us-ascii?Q?bye?=>", ["page https://a.example/bye"]),
    ("=?us-ascii?Q?=3Chttps://a.example/1?=\n 2>", ["page https://a.example/12"]),
    ("=?utf-8?Q?https://a.example/x?=", ["page https://a.example/x"]),
    // Bare.
    (
      "https://a.example/?a=1,2, mailto:leave@a.example",
      ["page https://a.example/?a=1,2", "mailto mailto:leave@a.example"]
    ),
    (
      "MAILTO:leave@a.example,https://a.example/",
      ["mailto MAILTO:leave@a.example", "page https://a.example/"]
    ),
    ("http://a.example/", ["refused http://a.example/"]),
  ])
  func `ways to leave a list are read in every form`(field: String, found: [String]) {
    #expect(Self.ways("Subject: x\nList-Unsubscribe: \(field)\nTo: x\n\nText") == found)
  }

  @Test func `answers to a list go to an address that is encoded or bare`() throws {
    for field in [
      "<mailto:list@a.example>", "mailto:list@a.example",
      "=?utf-8?Q?=3Cmailto:list=40a.example=3E?=",
      "<https://a.example/>, <mailto:list@a.example>",
    ] {
      let mail = try MailFile("From: a@example.org\nList-Post: \(field)\n\nx\n")
      let original = try MessageReader().original(.sample(files: [mail.path]))
      #expect(original.list?.address == "list@a.example", "\(field)")
    }
    let closed = try MailFile("From: a@example.org\nList-Post: NO\n\nx\n")
    #expect(try MessageReader().original(.sample(files: [closed.path])).list == nil)
  }
}

import Foundation
import TestSupport
import Testing
import TriageCore

/// `tag --batch` leaves the tags that `notmuch tag --batch` leaves, and is one group.
@Suite struct BatchOrderTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.makeMaildir("inbox")
    for name in ["A7-mail-1", "A7-mail-2", "A7-mail-3-deleted"] {
      try FileManager.default.copyItem(
        atPath: "\(TemporaryMail.fixtures)/cases/acting/\(name).eml",
        toPath: "\(mail.root)/inbox/cur/\(name):2,S"
      )
    }
    try mail.write(SampleMessage("other@example.org"), to: "lists")
    try mail.notmuch("new")
    try mail.tag("+new", "*")
    try mail.tag("+deleted", "id:A7-mail-3-deleted@example.org")
    return mail
  }

  /// Lines that are no case of the table.
  private static let lines = [
    "taken back in between":
      "+a -- *\n-a -- to:list@example.com\n+b -- tag:a\n-a -- tag:a\n+c -- tag:a\n",
    "a line that sees its own tag": "+a -new -- tag:new\n+again -- tag:new or tag:deleted\n",
    "not": "+seen -- from:w1\n+rest -- not tag:seen\n-rest +tail -- tag:rest and not is:deleted\n",
    "folders": "+l -- folder:lists\n-l +m -- tag:l and path:lists/**\n+n -- tag:m\n",
    "no tags in queries": "+a -- from:w1\n-new -- to:list@example.com\n+b -- *\n",
    "the same line twice": "+a -- not tag:a\n+b -- not tag:a\n+a -- not tag:a\n",
    "in a thread": "+x -- id:other@example.org\n+y -- thread:{tag:x}\n-x -- tag:y\n",
  ]

  private func rules(_ name: String) throws -> String {
    let file = "\(TemporaryMail.fixtures)/cases/acting/\(name)"
    return try Self.lines[name] ?? String(contentsOfFile: file, encoding: .utf8)
  }

  @Test(
    arguments: lines.keys.sorted() + [
      "A7-rules-that-build-on-one-another.txt", "A7-rules-on-excluded-mail.txt",
    ]
  )
  func `a batch leaves what notmuch's leaves, and one undo takes it back`(name: String) throws {
    let mail = try mailbox()
    let lines = try rules(name)
    let before = try mail.dump()
    try mail.save(as: "start")
    try mail.notmuch("tag", "--batch", input: lines)
    let theirs = try mail.dump()
    #expect(theirs != before)
    try mail.restore("start")
    #expect(try mail.dump() == before)
    let look = try mail.mulligan(["tag", "--batch", "--dry-run", "--json"], input: lines)
    #expect(try look.status == 0 && mail.dump() == before)
    let run = try mail.mulligan(["tag", "--batch", "--json"], input: lines)
    #expect(run.status == 0, "\(run)")
    #expect(try mail.dump() == theirs)
    let changed = [look, run].map { $0.objects.last?["changed"] as? Int }
    #expect(changed[0] == changed[1], "a dry run counts the same")
    #expect(try mail.mulligan("history", "--json").objects.count == 1)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("redo").status == 0)
    #expect(try mail.dump() == theirs)
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  @Test func `a batch that comes to nothing leaves index and history alone`() throws {
    let mail = try mailbox()
    let before = try mail.notmuch("count", "--lastmod", "*")
    let run = try mail.mulligan(["tag", "--batch"], input: "+a -- tag:new\n-a -- tag:a\n")
    #expect(run.status == 0, "\(run)")
    #expect(try mail.notmuch("count", "--lastmod", "*") == before)
    #expect(try mail.mulligan("history").output == "")
  }

  @Test func `a plan's queries are resolved before its first command`() throws {
    let mail = try mailbox()
    let plan = """
      plan = 1
      [[command]]
      actions = ["add-tag:a"]
      query = "from:w1"
      [[command]]
      actions = ["add-tag:b"]
      query = "tag:a"
      """
    let run = try mail.mulligan(["plan", "run", "-"], input: plan)
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:a") == 1 && mail.count("tag:b") == 0)
  }

  @Test func `a batch of many messages is tried out and written once`() throws {
    let mail = try TemporaryMail()
    try mail.deliver((0..<1_200).map { SampleMessage("m\($0)@example.org", tags: ["new"]) })
    let before = try mail.dump()
    let lines = "+a -new -- tag:new\n+b -- tag:a\n+none -- tag:new\n"
    #expect(try mail.mulligan(["tag", "--batch", "--yes"], input: lines).status == 0)
    #expect(try mail.count("tag:a and tag:b and not tag:new and not tag:none") == 1_200)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
  }
}

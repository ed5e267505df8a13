import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// Writing tags, with `notmuch dump` before and after as the witness.
@Suite struct WritingTests {
  private let mail: TemporaryMail

  init() throws {
    mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", date: 1_000_000, tags: ["inbox", "unread"]),
      SampleMessage("b@x", date: 2_000_000, tags: ["inbox"]),
      SampleMessage("c@x", date: 3_000_000, tags: ["deleted"])
    )
  }

  @Test func `writes change exactly what they name`() throws {
    let writer = try mail.index().openForWriting()
    try writer.begin()
    #expect(try writer.write(TagWrite(message: "a@x", add: ["todo"], remove: ["unread"])))
    #expect(try writer.write(TagWrite(message: "b@x", remove: ["inbox"])))
    #expect(try !writer.write(TagWrite(message: "no@x", add: ["todo"])))
    _ = try writer.end()
    try writer.close()
    #expect(try mail.dump() == [" -- id:b@x", "+deleted -- id:c@x", "+inbox +todo -- id:a@x"])
  }

  @Test func `a section is one revision and its end tells which`() throws {
    let index = try mail.index()
    let before = try index.revision()
    let writer = try index.openForWriting()
    #expect(try writer.revision() == before)
    try writer.begin()
    for id: MessageID in ["a@x", "b@x", "c@x"] {
      _ = try writer.write(TagWrite(message: id, add: ["todo"]))
    }
    let after = try writer.end()
    #expect(after.number == before.number + 1)
    let changes = try writer.lastChanges(of: ["a@x", "c@x"])
    #expect(changes == ["a@x": after.number, "c@x": after.number])
    try writer.close()
    #expect(try index.revision() == after)
  }

  @Test func `what is abandoned leaves no trace`() throws {
    let index = try mail.index()
    let before = try (mail.dump(), index.revision())
    for isSectionClosed in [false, true] {
      let writer = try index.openForWriting()
      try writer.begin()
      _ = try writer.write(TagWrite(message: "a@x", add: ["todo"]))
      if isSectionClosed { _ = try writer.end() }
      writer.abandon()
      #expect(try mail.dump() == before.0)
      #expect(try index.revision() == before.1)
    }
  }

  @Test func `a writer that is dropped gives the lock back and changes nothing`() throws {
    let before = try mail.dump()
    do {
      let writer = try mail.index().openForWriting()
      try writer.begin()
      _ = try writer.write(TagWrite(message: "a@x", add: ["todo"]))
    }
    #expect(try mail.dump() == before)
    try mail.tag("+free", "tag:inbox")
    #expect(try mail.count("tag:free") == 2)
  }

  @Test func `readers see a section only after its commit`() throws {
    let index = try mail.index()
    let writer = try index.openForWriting()
    try writer.begin()
    _ = try writer.write(TagWrite(message: "a@x", add: ["todo"]))
    #expect(try index.states(of: ["a@x"])["a@x"]?.tags == ["inbox", "unread"])
    #expect(try writer.states(of: ["a@x"])["a@x"]?.tags == ["inbox", "unread", "todo"])
    _ = try writer.end()
    #expect(try index.count("tag:todo", .messages) == 0)
    try writer.close()
    #expect(try index.count("tag:todo", .messages) == 1)
  }

  @Test func `the writer resolves queries as notmuch does`() throws {
    let writer = try mail.index().openForWriting()
    defer { writer.abandon() }
    #expect(try writer.ids("*", limit: nil) == ["b@x", "a@x"])
    #expect(try writer.ids("*", limit: 1) == ["b@x"])
    #expect(try writer.ids("tag:deleted or tag:inbox", limit: nil) == ["c@x", "b@x", "a@x"])
    #expect(try writer.ids("id:c@x", limit: nil) == ["c@x"])
  }

  @Test(arguments: ["new\nline", "esc\u{1b}[31m", "-dash", "", "ünï\u{308}", "a b", "(", "\""])
  func `any tag that the index has can be removed`(_ tag: String) throws {
    let writer = try mail.index().openForWriting()
    try writer.begin()
    _ = try writer.write(TagWrite(message: "a@x", add: [MailTag(tag)]))
    _ = try writer.end()
    try writer.close()
    let index = try mail.index()
    #expect(try index.states(of: ["a@x"])["a@x"]?.tags == ["inbox", "unread", MailTag(tag)])
    let second = try index.openForWriting()
    try second.begin()
    _ = try second.write(TagWrite(message: "a@x", remove: [MailTag(tag)]))
    _ = try second.end()
    try second.close()
    #expect(try index.states(of: ["a@x"])["a@x"]?.tags == ["inbox", "unread"])
  }

  @Test func `a renamed file keeps exactly the tags its message had`() throws {
    let old = try mail.write(
      SampleMessage(
        "d@x",
        headers: "Content-Disposition: attachment; filename=a.txt\n"
      ),
      flags: nil
    )
    try mail.notmuch("new")
    try mail.tag("-attachment", "-unread", "+mine", "id:d@x")
    let tags = try mail.dump()
    let new = old + ":2,S"
    try FileManager.default.moveItem(atPath: old, toPath: new)
    let index = try mail.index()
    let writer = try index.openForWriting()
    try writer.begin()
    try writer.renamed(old, to: new)
    _ = try writer.end()
    try writer.close()
    #expect(try mail.dump() == tags)
    #expect(try index.states(of: ["d@x"])["d@x"]?.files == [new])
    #expect(try mail.notmuch("new").contains("No new mail"))
  }

  @Test func `a rename to a file of another message is refused`() throws {
    let file = try #require(try mail.index().states(of: ["a@x"])["a@x"]?.files.first)
    let other = try mail.write(SampleMessage("other@x"))
    let before = try mail.dump()
    let writer = try mail.index().openForWriting()
    try writer.begin()
    #expect(throws: TriageFailure.self) { try writer.renamed(file, to: other) }
    writer.abandon()
    #expect(try mail.dump() == before)
  }

  @Test func `messages changed at different times have their own revisions`() throws {
    let index = try mail.index()
    try mail.tag("+one", "id:b@x")
    let first = try index.revision().number
    try mail.tag("+two", "id:a@x or id:c@x")
    let writer = try index.openForWriting()
    defer { writer.abandon() }
    let changes = try writer.lastChanges(of: ["a@x", "b@x", "c@x", "no@x"])
    #expect(changes["b@x"] == first)
    #expect(changes["a@x"] ?? 0 > first)
    #expect(changes["c@x"] ?? 0 > first)
    #expect(changes.count == 3)
  }
}

import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// Indexes made without the `notmuch` program, looked at with it.
@Suite struct BuilderTests {
  private let mail: TemporaryMail

  init() throws {
    mail = try TemporaryMail()
    try FileManager.default.removeItem(atPath: "\(mail.root)/.notmuch")
  }

  @Test func `an index is made with the tags it is given`() throws {
    let a = try mail.write(SampleMessage("a@x", subject: "First"))
    let b = try mail.write(SampleMessage("b@x", replyTo: "a@x"), to: "lists/one", place: "new")
    let builder = try IndexBuilder(at: mail.location)
    let tags: [MessageID: Set<MailTag>] = ["a@x": ["inbox", "unread"], "b@x": ["lists"]]
    for file in [a, b] { try builder.add(file) { tags[$0] ?? [] } }
    try builder.finish()
    #expect(try mail.dump() == ["+inbox +unread -- id:a@x", "+lists -- id:b@x"])
    #expect(try mail.notmuch("search", "--output=files", "*").lines.sorted() == [a, b].sorted())
    #expect(try mail.notmuch("new").contains("No new mail"))
    #expect(try mail.index().count("*", .threads) == 1)
  }

  @Test func `a second file of a message adds its tags`() throws {
    let files = try ["one", "two"].map { try mail.write(SampleMessage("a@x"), to: $0) }
    let builder = try IndexBuilder(at: mail.location)
    for (file, tag) in zip(files, ["one", "two"]) { try builder.add(file) { _ in [MailTag(tag)] } }
    try builder.finish()
    let state = try #require(try mail.index().states(of: ["a@x"])["a@x"])
    #expect(state.tags == ["one", "two"])
    #expect(Set(state.files) == Set(files))
  }

  @Test func `no index is made where there is one`() throws {
    try IndexBuilder(at: mail.location).finish()
    #expect(throws: TriageFailure.self) { try IndexBuilder(at: mail.location) }
    #expect(try mail.index().count("*", .messages) == 0)
  }

  @Test func `a file that is no mail is refused`() throws {
    let builder = try IndexBuilder(at: mail.location)
    let path = "\(mail.root)/picture"
    try Data([0x89, 0x50, 0x4E, 0x47]).write(to: URL(fileURLWithPath: path))
    #expect(throws: TriageFailure.self) { try builder.add(path) { _ in [] } }
    #expect(throws: TriageFailure.self) { try builder.add("\(mail.root)/nothing") { _ in [] } }
    try builder.finish()
  }
}

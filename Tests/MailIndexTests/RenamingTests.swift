import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailIndex

/// File names that follow tags, with the `notmuch` program as the witness of what they should be.
@Suite struct RenamingTests {
  private static let flagTags: [MailTag] = ["draft", "flagged", "passed", "replied", "unread"]
  private static let letters: [String?] = [nil, "", "S", "FS", "DFPRS", "abc", "RSab", "SF", "SS"]

  @Test func `the library's own names are foreseen`() throws {
    var random = SplitMix(9)
    let mail = try TemporaryMail(synchronizesFlags: true)
    var wanted: [MessageID: (old: String, tags: Set<MailTag>)] = [:]
    for number in 0..<120 {
      let letters = Self.letters.randomElement(using: &random) ?? nil
      let place = letters == nil && random.flip() ? "new" : "cur"
      let file = try mail.write(
        SampleMessage("m\(number)@x"),
        place: place,
        flags: letters,
        name: "n\(number)"
      )
      let tags = Self.flagTags.filter { _ in random.flip() }
      wanted[MessageID("m\(number)@x")] = (file, Set(tags))
    }
    // The names stay as they are while the messages are taken in.
    try mail.run(["notmuch", "--config=\(try withoutFlags(mail))", "new"])
    for (id, message) in wanted {
      let words = Self.flagTags.map { (message.tags.contains($0) ? "+" : "-") + $0.text }
      let own = words + ["--", MailQuery.quotedID(id)]
      try mail.run(["notmuch", "--config=\(try withoutFlags(mail))", "tag"] + own)
    }
    try mail.tag("+seen-by-notmuch", "*")
    let states = try mail.index().states(of: Array(wanted.keys))
    var foreseen = 0
    for (id, message) in wanted {
      guard let name = flagName(of: message.old, tags: message.tags) else { continue }
      #expect(states[id]?.files == [name], "\(message.old) \(message.tags)")
      foreseen += 1
    }
    #expect(foreseen > 50)
  }

  /// A copy of the configuration that leaves file names alone.
  private func withoutFlags(_ mail: TemporaryMail) throws -> String {
    let path = "\(mail.folder)/plain-config"
    let text = try String(contentsOfFile: mail.configuration, encoding: .utf8)
    try text.replacing("synchronize_flags=true", with: "synchronize_flags=false")
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test(arguments: ["cur", "new"])
  func `a name that follows the tags is written once, and the file is the same`(
    _ place: String
  ) throws {
    let mail = try TemporaryMail()
    let old = try mail.write(SampleMessage("a@x"), place: place, flags: nil, name: "a")
    try mail.notmuch("new")
    try mail.tag("-unread", "+flagged", "+mine", "id:a@x")
    let before = try mail.dump()
    let new = "\(mail.root)/inbox/cur/a:2,FS"
    #expect(flagName(of: old, tags: ["flagged", "mine"]) == new)
    try FileManager.default.moveItem(atPath: old, toPath: new)
    let text = try String(contentsOfFile: new, encoding: .utf8)
    try rename(old, to: new, in: mail)
    #expect(try mail.notmuch("search", "--output=files", "id:a@x").lines == [new])
    #expect(try mail.dump() == before)
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(try String(contentsOfFile: new, encoding: .utf8) == text)
    let links = try FileManager.default.attributesOfItem(atPath: new)[.referenceCount]
    #expect(links as? Int == 1)
    #expect(try mail.notmuch("new").contains("No new mail"))
  }

  @Test func `an old name that another file has taken is not touched`() throws {
    let mail = try TemporaryMail()
    let old = try mail.write(SampleMessage("a@x"), flags: "", name: "a")
    try mail.notmuch("new")
    try mail.tag("-unread", "id:a@x")
    let new = "\(mail.root)/inbox/cur/a:2,S"
    try FileManager.default.moveItem(atPath: old, toPath: new)
    try "not mail".write(toFile: old, atomically: false, encoding: .utf8)
    try rename(old, to: new, in: mail)
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "not mail")
    #expect(try mail.notmuch("search", "--output=files", "id:a@x").lines == [new])
  }

  @Test func `of a message with two files only the one is renamed`() throws {
    let mail = try TemporaryMail()
    let old = try mail.write(SampleMessage("a@x"), flags: "", name: "a")
    let other = try mail.write(SampleMessage("a@x"), flags: "", name: "b")
    try mail.notmuch("new")
    try mail.tag("-unread", "id:a@x")
    let new = "\(mail.root)/inbox/cur/a:2,S"
    try FileManager.default.moveItem(atPath: old, toPath: new)
    try rename(old, to: new, in: mail)
    let files = try mail.notmuch("search", "--output=files", "id:a@x").lines
    #expect(Set(files) == [new, other])
    #expect(FileManager.default.fileExists(atPath: other))
  }

  private func rename(_ old: String, to new: String, in mail: TemporaryMail) throws {
    let writer = try mail.index().openForWriting()
    try writer.begin()
    try writer.renamed(old, to: new)
    _ = try writer.end()
    try writer.close()
  }
}

import Foundation
import TestSupport
import Testing
import TriageCore

@testable import Outbox

/// The folders of what is being written.
@Suite struct OutboxTests {
  /// Gives a test a place of its own.
  private func withFolders<T>(_ body: (OutboxFolders) throws -> T) throws -> T {
    let place = NSTemporaryDirectory() + "outbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    return try body(OutboxFolders(beside: place))
  }

  private let facts = OutgoingFacts(
    message: "m@example.org",
    kind: .reply,
    account: "home",
    answers: ["a@example.org"]
  )

  @Test func `W15: what leaves is written beside what its writer keeps, and who gets it`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      #expect(folder.envelope() == nil)
      try folder.write(wire: Array("wire\n".utf8), own: Array("own\n".utf8))
      #expect(try String(contentsOfFile: folder.sentCopy, encoding: .utf8) == "own\n")
      try folder.write(wire: Array("again\n".utf8), own: nil)
      #expect(folder.sentCopy == folder.wire)
      #expect(try String(contentsOfFile: folder.wire, encoding: .utf8) == "again\n")
      let envelope = OutgoingEnvelope(sender: "a@b.org", recipients: ["-x@y.org", "ü@z.org"])
      try folder.write(envelope)
      #expect(folder.envelope() == envelope)
    }
  }

  @Test func `W20: a lock lasts as long as somebody has it`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      #expect(!OutboxLock.isTaken(folder.lock), "there is no such file yet")
      var lock = try OutboxLock(folder.lock)
      #expect(lock != nil && OutboxLock.isTaken(folder.lock))
      #expect(try OutboxLock(folder.lock) == nil)
      lock = nil
      // A program that another test is just starting has our descriptors for a moment.
      try waitUntil("it is free") { !OutboxLock.isTaken(folder.lock) }
      #expect(throws: FileError.missing("\(folder.path)/no/lock")) {
        try OutboxLock("\(folder.path)/no/lock")
      }
    }
  }

  @Test func `W18: a folder is told from its copy`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      let place = try #require(folder.place(on: "m"))
      #expect(folder.place(on: "m") == place && folder.place(on: "n") != place)
      try FileManager.default.moveItem(atPath: folder.path, toPath: "\(folder.path)-old")
      #expect(folder.place(on: "m") == nil)
      try FileManager.default.copyItem(atPath: "\(folder.path)-old", toPath: folder.path)
      #expect(folder.place(on: "m") != place)
    }
  }

  @Test func `W1: what a message is, its text and its attachments are read as they were written`()
    throws
  {
    try withFolders { folders in
      #expect(try folders.all().isEmpty)
      let folder = try folders.make(above: nil)
      var facts = facts
      let bytes = (0...255).map { UInt8($0) }
      let name = try folder.attach(bytes, as: 1)
      facts.attachments = [OutgoingFacts.Part(file: name, name: "plän.pdf", type: "text/x")]
      try folder.write(facts)
      #expect(try folders.all().isEmpty, "there is no text yet")
      try folder.write(draft: "Subject: ä\n\nx\n")
      try folder.write(draft: "Subject: ö\n\nx\n")
      let again = try #require(folders.all().first)
      #expect(try again.draft() == "Subject: ö\n\nx\n")
      #expect(again.id == OutgoingID(1))
      #expect(try again.facts() == facts)
      let file = again.file(of: facts.attachments[0])
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(bytes))
      #expect(try again.attach(file, as: 2) == "parts/2")
      #expect(FileManager.default.contentsEqual(atPath: file, andPath: "\(again.path)/parts/2"))
    }
  }

  @Test func `W18: a number is above that of every folder, and of every one that was`() throws {
    try withFolders { folders in
      #expect(try folders.make(above: nil).id == OutgoingID(1))
      #expect(try folders.make(above: OutgoingID(7)).id == OutgoingID(8))
      #expect(try folders.make(above: OutgoingID(3)).id == OutgoingID(9))
      for name in ["007", "x", "12.new", "-3"] {
        try FileManager.default.createDirectory(
          atPath: "\(folders.path)/\(name)",
          withIntermediateDirectories: false
        )
      }
      #expect(try folders.make(above: nil).id == OutgoingID(10))
    }
  }

  @Test func `W4: nobody but their owner may read the folders and what is in them`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      try folder.write(facts)
      try folder.write(draft: "x")
      _ = try folder.attach([1], as: 1)
      var seen = 0
      let below = FileManager.default.enumerator(atPath: folders.path)?.allObjects ?? []
      for case let name as String in below + [""] {
        let path = "\(folders.path)/\(name)"
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
        #expect(facts[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(path)")
        seen += 1
      }
      #expect(seen == 6)
    }
  }

  @Test func `W5: a version is announced when it can be written, and is there only then`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      var facts = facts
      try folder.write(facts, draft: Array("before".utf8)) { () throws(TriageFailure) in }
      facts.account = "work"
      #expect(throws: TriageFailure(.diskFull)) {
        try folder.write(facts, draft: Array("after".utf8)) { () throws(TriageFailure) in
          #expect((try? folder.draft()) == "before")
          throw TriageFailure(.diskFull)
        }
      }
      // Where the text would be made there is something that is no file.
      let blocked = "\(folder.path)/draft.eml.new"
      try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: false)
      #expect(throws: TriageFailure.self) {
        try folder.write(facts, draft: Array("after".utf8)) { () throws(TriageFailure) in
          Issue.record("it is announced")
        }
      }
      #expect(try folder.draft() == "before" && folder.facts()?.account == "home")
      try FileManager.default.removeItem(atPath: blocked)
      try folder.write(facts, draft: Array("after".utf8)) { () throws(TriageFailure) in }
      #expect(try folder.draft() == "after" && folder.facts()?.account == "work")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == ["draft.eml", "facts.json"])
    }
  }

  @Test(arguments: [true, false])
  func `K30: an encrypted text is there before what is no more said beside it`(
    textFirst: Bool
  ) throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      // What the message is cannot get its name: that is as far as a kill would have come.
      let blocked = "\(folder.path)/facts.json/x"
      try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: true)
      #expect(throws: TriageFailure.self) {
        try folder.write(facts, draft: Array("sealed".utf8), textFirst: textFirst) {}
      }
      #expect((try? folder.draft()) == (textFirst ? "sealed" : nil))
    }
  }

  @Test func `W5: a text that cannot be written leaves the one of before`() throws {
    try withFolders { folders in
      let folder = try folders.make(above: nil)
      try folder.write(draft: "before")
      struct Stop: Error, Equatable {}
      #expect(folder.writeCopy { _ in 28 } == .diskFull(folder.copy))
      #expect(throws: Stop.self) {
        try folder.writeCopy { (_: Int32) throws(Stop) -> Int32 in throw Stop() }
      }
      // Where the new text would be made there is something that is no file.
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/draft.eml.new",
        withIntermediateDirectories: false
      )
      #expect(throws: FileError.self) { try folder.write(draft: "after") }
      #expect(try folder.draft() == "before")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == ["draft.eml", "draft.eml.new"])
    }
  }
}

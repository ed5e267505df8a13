import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite(.bothHistories) struct FlagTests {
  @Test func `J18 flags follow the tags, and undo brings the letters back`() throws {
    let bench = try EngineBench(messages: 5, synchronizesFlags: true)
    let before = try bench.mail.dump()
    let letters = try bench.letters()
    #expect(bench.act(.fixed(.markReadAndArchive)).kind == .done)
    #expect(try bench.letters() != letters)
    try bench.mail.notmuch("new")
    #expect(bench.undo().kind == .done)
    #expect(try bench.letters() == letters)
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == before)
  }

  @Test func `J18 with flag sync off no file is renamed`() throws {
    let bench = try EngineBench(messages: 3)
    let files = try bench.mail.notmuch("search", "--output=files", "*")
    bench.act(.fixed(.markReadAndArchive))
    bench.act(.fixed(.star))
    #expect(try bench.mail.notmuch("search", "--output=files", "*") == files)
  }

  @Test func `F24 a file renamed by another program keeps its letters and gets ours`() throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    let file = try bench.file(of: "c1@example.org")
    try FileManager.default.moveItem(atPath: file, toPath: file + "R")
    let result = bench.act(.fixed(.star))
    #expect(result.kind == .done && result.skipped.isEmpty)
    try bench.mail.notmuch("new")
    #expect(try bench.mail.count("tag:flagged") == 3)
    #expect(try bench.mail.count("tag:replied") == 1, "their letter stays")
    #expect(try bench.isAtRest())
  }

  @Test func `F24 a file renamed between the tags and the files is found all the same`() throws {
    #if DEBUG
      let bench = try EngineBench(messages: 2, synchronizesFlags: true)
      let file = try bench.file(of: "c0@example.org")
      var control = bench.control
      control.reached = { point in
        guard point == .tagged else { return }
        try? FileManager.default.moveItem(atPath: file, toPath: file + "S")
      }
      #expect(bench.act(.fixed(.star), control: control).kind == .done)
      #expect(try bench.file(of: "c0@example.org").hasSuffix(":2,FS"))
      try bench.mail.notmuch("new")
      #expect(try bench.mail.count("tag:flagged") == 2)
      #expect(try bench.mail.count("tag:unread") == 1, "their S counts")
    #endif
  }

  @Test func `F25 a file whose new name is taken stays, is named, and nothing is overwritten`()
    throws
  {
    let bench = try EngineBench(messages: 2, synchronizesFlags: true)
    let file = try bench.file(of: "c0@example.org")
    try "someone else's".write(toFile: file + "F", atomically: false, encoding: .utf8)
    let mail = try bench.mail.contents()
    let result = bench.act(.fixed(.star))
    #expect(result.kind == .partial)
    #expect(
      result.skipped == [Skip(message: "c0@example.org", reason: .flagsNotWritten, tags: [])]
    )
    #expect(try bench.mail.contents() == mail)
    #expect(try bench.mail.count("tag:flagged") == 2, "the tags are changed")
  }

  @Test func `F23 a file that is gone does not keep the tag from being set`() throws {
    let bench = try EngineBench(messages: 2, synchronizesFlags: true)
    try FileManager.default.removeItem(atPath: try bench.file(of: "c0@example.org"))
    let result = bench.act(.fixed(.star))
    #expect(result.skipped.map(\.reason) == [.flagsNotWritten])
    #expect(try bench.mail.count("tag:flagged") == 2)
    #expect(try bench.journal.openSteps().isEmpty)
  }

  @Test func `F22 an action is refused if a file could not follow, and an undo passes over it`()
    throws
  {
    let bench = try EngineBench(messages: 2, synchronizesFlags: true)
    let done = bench.act(.fixed(.markReadAndArchive))
    let before = try bench.mail.dump()
    bench.faults.next = [.rename]
    #expect(bench.act(.fixed(.star)).failure?.code == .notWritable)
    #expect(try bench.mail.dump() == before)
    let undone = bench.undo()
    #expect(undone.kind == .partial && undone.changed == 2)
    #expect(undone.skipped.map(\.reason) == [.folderMissing, .folderMissing])
    #expect(try bench.mail.count("tag:inbox") == 2)
    #expect(try bench.mail.count("tag:unread") == 0)
    bench.faults.next = []
    // Where machines share it, another one may have done what this one could not (M7).
    let state = try bench.journal.step(#require(done.step))?.state
    #expect(state == (SharedHistory.isOn ? .undone : .partial))
    guard !SharedHistory.isOn else { return }
    #expect(bench.turn(.revert, done.step).changed == 2, "reverting again tries the rest")
    #expect(try bench.mail.count("tag:unread") == 2)
  }

  @Test func `F28 mail that is delivered in the middle is not touched`() throws {
    #if DEBUG
      let bench = try EngineBench(messages: 2, synchronizesFlags: true)
      var control = bench.control
      control.reached = { [mail = bench.mail] point in
        guard point == .tagged else { return }
        try? mail.deliver(SampleMessage("late@example.org", tags: ["inbox", "unread"]))
      }
      #expect(bench.act(.fixed(.markReadAndArchive), control: control).changed == 2)
      #expect(try bench.mail.count("tag:inbox and tag:unread") == 1)
      #expect(bench.undo().changed == 2)
      #expect(try bench.mail.count("tag:inbox and tag:unread") == 3)
      #expect(try bench.isAtRest())
    #endif
  }

  @Test func `all files of a message follow, wherever they are`() throws {
    let bench = try EngineBench(messages: 1, synchronizesFlags: true)
    try bench.mail.write(SampleMessage("c0@example.org"), to: "other", place: "new", flags: nil)
    try bench.mail.notmuch("new")
    bench.act(.fixed(.star))
    let files = try bench.mail.notmuch("search", "--output=files", "*").lines
    #expect(files.count == 2 && files.allSatisfy { $0.contains("/cur/") && $0.contains("F") })
    #expect(try bench.isAtRest())
  }
}

extension EngineBench {
  /// The only file of a message.
  func file(of message: String) throws -> String {
    try mail.notmuch("search", "--output=files", "id:\(message)").lines[0]
  }
}

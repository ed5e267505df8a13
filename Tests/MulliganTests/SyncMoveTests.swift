import Foundation
import TestSupport
import Testing
import TriageCore

/// Moves that travel: each machine moves its own file, and muchsync finds nothing to decide.
@Suite(.enabled(if: MuchsyncBox.isThere, "muchsync is not installed"))
struct SyncMoveTests {
  private let laptop: MuchsyncBox
  private let desk: MuchsyncBox

  init() throws {
    let boxes = try MuchsyncBox.synced(
      "laptop",
      "desk",
      mail: [
        SampleMessage("m@example.org", tags: ["inbox"]),
        SampleMessage("n@example.org", tags: ["inbox"]),
      ]
    )
    (laptop, desk) = (boxes[0], boxes[1])
  }

  /// muchsync compares times in whole seconds: nobody moves a file in the second of its last look.
  private func sync(_ one: MuchsyncBox, _ other: MuchsyncBox, _ more: String...) throws {
    let run = try one.mail.mulligan(["sync", other.name] + more)
    try #require(run.status == 0, "\(run.errors)")
    pause(for: .seconds(1))
  }

  /// Each machine has one file of each message, and both have the same in the same folders.
  private func expectOneFileEach(_ folder: String, _ what: String = "") throws {
    for box in [laptop, desk] {
      let folders = try box.folders(of: "m@example.org")
      #expect(folders == [folder], "\(box.name) \(what) \(folders)")
      for file in try box.files(of: "m@example.org") {
        #expect(FileManager.default.fileExists(atPath: file), "\(box.name) \(what)")
      }
    }
    try expectAgreement([laptop, desk], what)
    // What muchsync would do by itself now: nothing.
    #expect(try laptop.muchsync(desk) == .nothing, "\(what)")
  }

  @Test func `M14 a move, its undo and its redo are done on both, by each with its own file`()
    throws
  {
    try laptop.mail.makeMaildir("Archive")
    let before = try laptop.folders(of: "m@example.org")
    try laptop.mail.mulligan("move", "Archive", "--", "id:m@example.org")
    // Nothing is carried: the desk moves its own file, into a folder that it has not had.
    try sync(laptop, desk, "--no-carry")
    #expect(try desk.folders(of: "m@example.org") == ["Archive"])
    try sync(laptop, desk)
    try expectOneFileEach("Archive", "moved")
    let undo = try desk.mail.mulligan("undo")
    #expect(undo.status == 0, "\(undo.errors)")
    #expect(try desk.folders(of: "m@example.org") == before)
    try sync(desk, laptop)
    try expectOneFileEach(before[0], "undone")
    #expect(try laptop.mail.mulligan("redo").status == 0)
    try sync(laptop, desk)
    try expectOneFileEach("Archive", "redone")
  }

  @Test func `M14 moved apart, the later move holds and no copy is left behind`() throws {
    for box in [laptop, desk] {
      try box.mail.makeMaildir("Archive")
      try box.mail.makeMaildir("Work")
    }
    try laptop.mail.mulligan("move", "Archive", "--", "id:m@example.org")
    try desk.mail.mulligan("move", "Work", "--", "id:m@example.org")
    try sync(laptop, desk)
    try expectOneFileEach("Work", "apart")
    #expect(try laptop.mail.mulligan("undo").status == 0)
    try sync(laptop, desk)
    try expectOneFileEach("Archive", "one undone")
  }

  @Test func `M20 of a move that one never heard of, and that is history no more, the later holds`()
    throws
  {
    let clock = try laptop.mail.file("clock", "2026-03-01T09:00:00Z\n")
    func at(_ time: String) throws {
      try "\(time)\n".write(toFile: clock, atomically: true, encoding: .utf8)
    }
    func run(_ box: MuchsyncBox, _ words: String...) throws {
      let run = try box.mail.mulligan(words, with: ["MULLIGAN_CLOCK": "@\(clock)"])
      try #require(run.status == 0, "\(words) \(run.errors)")
    }
    for box in [laptop, desk] {
      try box.configure(farClock: clock, keepDays: 1_000)
      try box.mail.makeMaildir("Archive")
      try box.mail.makeMaildir("Work")
    }
    try run(laptop, "apply", "star", "--", "id:n@example.org")
    try run(laptop, "sync", desk.name)
    try at("2026-03-02T09:00:00Z")
    try run(desk, "move", "Work", "--", "id:m@example.org")
    try at("2026-03-03T09:00:00Z")
    try run(laptop, "move", "Archive", "--", "id:m@example.org")
    try at("2026-09-01T09:00:00Z")
    try laptop.configure(farClock: clock, forgetAfter: 100)
    try run(laptop, "history", "prune", "--before", "2026-06-01")
    pause(for: .seconds(1))
    try run(desk, "sync", laptop.name)
    pause(for: .seconds(1))
    try expectOneFileEach("Archive")
    for box in [laptop, desk] { #expect(try box.mail.mulligan("history", "verify").status == 0) }
  }

  @Test func `M14 the same move on both is one move, and tags go with it`() throws {
    for box in [laptop, desk] {
      try box.mail.makeMaildir("Archive")
      try box.mail.mulligan("apply", "archive", "move:Archive", "--", "id:m@example.org")
    }
    try sync(laptop, desk)
    try expectOneFileEach("Archive", "both")
    #expect(try desk.tags(of: "m@example.org").contains("inbox") == false)
  }

  @Test func `M14 a file that cannot be moved there is left and told`() throws {
    try laptop.mail.makeMaildir("Archive")
    // What goes for the folder there leads out of the mail.
    let outside = "\(desk.mail.folder)/outside"
    try desk.mail.run(["mkdir", "-p", "\(outside)/cur", "\(outside)/new", "\(outside)/tmp"])
    try desk.mail.run(["ln", "-s", outside, "\(desk.mail.root)/Archive"])
    let before = try desk.folders(of: "m@example.org")
    try laptop.mail.mulligan("move", "Archive", "--", "id:m@example.org")
    let run = try laptop.mail.mulligan("sync", "desk", "--no-carry", "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""reason":"folder-missing","where":"there""#), "\(run.output)")
    #expect(try desk.folders(of: "m@example.org") == before)
    #expect(try desk.mail.run(["find", outside, "-type", "f"]) == "")
  }
}

import Foundation
import TestSupport
import Testing
import TriageCore

/// Machines with real mail, a real index and a real muchsync, and the program on each.
@Suite(.enabled(if: MuchsyncBox.isThere, "muchsync is not installed"))
struct SyncVerbTests {
  private static let mail = SampleMessage("m@example.org", tags: ["inbox"])

  /// Two machines that have the same mail.
  private func twins() throws -> (laptop: MuchsyncBox, desk: MuchsyncBox) {
    let boxes = try MuchsyncBox.synced("laptop", "desk", mail: [Self.mail])
    return (boxes[0], boxes[1])
  }

  @Test
  func `M1 M5 what was taken back stays taken back on both machines, and redo brings it back`()
    throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "spam", "--", "id:m@example.org")
    try laptop.sync(desk)
    #expect(try desk.tags(of: "m@example.org") == ["spam"])
    try laptop.mail.mulligan("undo")
    try desk.mail.notmuch("tag", "+later", "id:m@example.org")
    try laptop.sync(desk)
    for box in [laptop, desk] {
      #expect(try box.tags(of: "m@example.org") == ["inbox", "later"])
    }
    let redo = try desk.mail.mulligan("redo")
    #expect(redo.output.hasPrefix("Redid Mark as Spam (laptop, "))
    try desk.sync(laptop)
    for box in [laptop, desk] {
      #expect(try box.tags(of: "m@example.org") == ["later", "spam"])
      #expect(try box.mail.mulligan("history", "verify").status == 0)
    }
    #expect(try desk.mail.mulligan("undo", "--here").status != 0)
  }

  @Test func `M2 numbers are each machine's own, and what both did is in one order on both`() throws
  {
    let (laptop, desk) = try twins()
    try desk.mail.mulligan("apply", "star", "--", "id:m@example.org")
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.sync(desk)
    let titles = try [laptop, desk].map { box in
      try box.mail.mulligan("history", "--json").output.lines.map { line in
        line.contains("\"archive\"") ? "archive" : "star"
      }
    }
    #expect(titles == [["archive", "star"], ["archive", "star"]])
  }

  @Test(arguments: [false, true])
  func `a sync gives up where another program has the index, instead of fetching mail`(isFar: Bool)
    throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "spam", "--", "id:m@example.org")
    let keeper = try LockKeeper(isFar ? desk.mail : laptop.mail)
    let run = try laptop.mail.mulligan("sync", "desk", "--lock-timeout", "0")
    #expect(run.status == 75 && run.errors.contains(keeper.name), "\(run)")
    keeper.release()
    try laptop.sync(desk)
    #expect(try desk.tags(of: "m@example.org") == ["spam"])
  }

  @Test(arguments: [
    "opening", "hello", "steps", "end", "written", "ready", "carry", "differ", "bye",
  ])
  func `M12 killed before any frame on either side and run again both converge`(frame: String)
    throws
  {
    for isFar in [false, true] {
      let (laptop, desk) = try twins()
      try laptop.mail.mulligan("apply", "spam", "--", "id:m@example.org")
      try desk.mail.notmuch("tag", "+later", "id:m@example.org")
      if isFar { try laptop.configure(farPoint: "sync-\(frame)") }
      let variables = isFar ? [:] : ["FAILPOINT": "sync-\(frame):kill"]
      let broken = try laptop.mail.mulligan("sync", "desk", with: variables)
      try laptop.configure()
      try laptop.sync(desk)
      let tags = try [laptop, desk].map { try $0.tags(of: "m@example.org") }
      #expect(tags[0] == tags[1], "\(frame) \(isFar) \(broken.errors)")
      #expect(tags[0] == ["later", "spam"], "\(frame) \(isFar)")
      for box in [laptop, desk] {
        #expect(try box.mail.mulligan("history", "verify").status == 0)
      }
    }
  }

  @Test func `M6 what is done again can be undone, though a new group had emptied the redo list`()
    throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.mail.mulligan("undo")
    try laptop.sync(desk)
    // Neither knows of the other's: for desk there is nothing to redo any more.
    try desk.mail.mulligan("apply", "star", "--", "id:m@example.org")
    #expect(try desk.mail.mulligan("redo").status != 0)
    try laptop.mail.mulligan("redo")
    try laptop.sync(desk)
    let undone = try (0..<2).map { _ in try desk.mail.mulligan("undo").output }
    #expect(undone.contains { $0.hasPrefix("Undid Star") }, "\(undone)")
    #expect(undone.contains { $0.hasPrefix("Undid Archive (laptop, ") }, "\(undone)")
    try desk.sync(laptop)
    try expectAgreement([laptop, desk])
    #expect(try laptop.tags(of: "m@example.org") == ["inbox"])
  }

  @Test func `M13 at the first contact what nobody claimed is muchsync's to decide`() throws {
    let (laptop, desk) = try twins()
    try laptop.mail.notmuch("tag", "+here", "--", "id:m@example.org")
    try desk.mail.notmuch("tag", "+there", "-inbox", "--", "id:m@example.org")
    try laptop.sync(desk)
    // Both changed: muchsync keeps whatever one of them has.
    for box in [laptop, desk] {
      #expect(try box.tags(of: "m@example.org") == ["here", "inbox", "there"])
      #expect(try box.groups() == [])
    }
    // From now on what one has taken away stays away.
    try laptop.mail.notmuch("tag", "+more", "--", "id:m@example.org")
    try desk.mail.notmuch("tag", "-inbox", "--", "id:m@example.org")
    try laptop.sync(desk)
    for box in [laptop, desk] {
      #expect(try box.tags(of: "m@example.org") == ["here", "more", "there"])
    }
  }

  @Test func `M16 steps count for a message that is not there, and are written when it is`()
    throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.deliver([SampleMessage("n@example.org", tags: ["inbox"])])
    // `notmuch new` notes the time of a folder only in a later second.
    pause(for: .milliseconds(1_100))
    try laptop.mail.notmuch("new")
    try laptop.mail.mulligan("apply", "archive", "--", "id:n@example.org")
    try laptop.sync(desk, "--no-carry")
    #expect(try desk.tags(of: "n@example.org") == [])
    #expect(try desk.groups() == laptop.groups())
    let undo = try desk.mail.mulligan("undo")
    #expect(undo.output.contains("Archive (laptop, ") && undo.output.contains("gone"), "\(undo)")
    try laptop.sync(desk)
    for box in [laptop, desk] { #expect(try box.tags(of: "n@example.org") == ["inbox"]) }
    try expectAgreement([laptop, desk])
  }

  @Test func `M15 without a sync nothing is looked at, and a dry run writes nothing`() throws {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "spam", "--", "id:m@example.org")
    let run = try laptop.mail.mulligan("sync", "desk", "--dry-run")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try desk.tags(of: "m@example.org") == ["inbox"])
    #expect(try laptop.mail.mulligan("sync", "--list").output == "")
  }

  @Test func `M21 a machine that is forgotten is no more listed`() throws {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "spam", "--", "id:m@example.org")
    try laptop.sync(desk)
    #expect(try laptop.mail.mulligan("sync", "--list").output.lines.count == 1)
    #expect(try laptop.mail.mulligan("sync", "--forget", "desk", "--yes").status == 0)
    #expect(try laptop.mail.mulligan("sync", "--list").output == "")
    #expect(try laptop.mail.mulligan("sync", "--forget", "nobody", "--yes").status == 1)
  }
}

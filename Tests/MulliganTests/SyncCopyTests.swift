import Foundation
import TestSupport
import Testing
import TriageCore

/// Histories that were copied, restored, reset, or away for long.
@Suite(.enabled(if: MuchsyncBox.isThere, "muchsync is not installed"))
struct SyncCopyTests {
  private static let mail = [
    SampleMessage("m@example.org", tags: ["inbox"]),
    SampleMessage("n@example.org", tags: ["inbox"]),
  ]

  private func twins() throws -> (laptop: MuchsyncBox, desk: MuchsyncBox) {
    let boxes = try MuchsyncBox.synced("laptop", "desk", mail: Self.mail)
    return (boxes[0], boxes[1])
  }

  /// The ids of the machines that one has met.
  private func known(_ box: MuchsyncBox) throws -> Set<String> {
    let lines = try box.mail.mulligan("sync", "--list", "--json").output.lines
    return Set(
      try lines.compactMap { line in
        let machine = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return machine?["id"] as? String
      }
    )
  }

  @Test func `M17 a copied state folder is another machine, and its steps keep their names`() throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.sync(desk)
    let before = try known(desk)
    // A copy in the place of the original: the file is another one.
    try laptop.mail.run(["cp", "-a", laptop.mail.state, "\(laptop.mail.state)-copy"])
    try laptop.mail.run(["rm", "-r", laptop.mail.state])
    try laptop.mail.run(["mv", "\(laptop.mail.state)-copy", laptop.mail.state])
    try laptop.mail.mulligan("apply", "archive", "--", "id:n@example.org")
    try laptop.sync(desk)
    let after = try known(desk)
    #expect(before.count == 1 && after.count == 2 && after.isSuperset(of: before))
    try expectAgreement([laptop, desk])
    #expect(try laptop.groups().count == 2)
  }

  @Test
  func
    `M17 of two machines that were made of one image the one that syncs is another from then on`()
    throws
  {
    let (laptop, desk) = try twins()
    func id(_ box: MuchsyncBox) throws -> String {
      try box.mail.run(["sqlite3", box.mail.journal(), "SELECT hex(uid) FROM journal"]).lines[0]
    }
    try laptop.mail.mulligan("apply", "star", "--", "id:m@example.org")
    try laptop.sync(desk)
    // Where a virtual machine runs from a copied image, nothing tells that it is another one.
    let image = try id(laptop)
    try desk.mail.run([
      "sqlite3", desk.mail.journal(), "DELETE FROM machine; UPDATE journal SET uid = x'\(image)'",
    ])
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try desk.mail.mulligan("apply", "archive", "--", "id:n@example.org")
    try laptop.sync(desk)
    #expect(try id(laptop) != image && id(desk) == image)
    try expectAgreement([laptop, desk])
    #expect(try laptop.groups().count == 3)
    #expect(try laptop.mail.mulligan("undo").status == 0)
    try desk.sync(laptop)
    try expectAgreement([laptop, desk])
    #expect(try laptop.tags(of: "n@example.org") == ["inbox"])
  }

  @Test func `M17 a restored backup gets back what it had told`() throws {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.sync(desk)
    try laptop.mail.run(["cp", "-a", laptop.mail.state, "\(laptop.mail.state)-backup"])
    try laptop.mail.mulligan("apply", "archive", "--", "id:n@example.org")
    try laptop.sync(desk)
    try laptop.mail.run(["rm", "-r", laptop.mail.state])
    try laptop.mail.run(["mv", "\(laptop.mail.state)-backup", laptop.mail.state])
    try laptop.sync(desk)
    try expectAgreement([laptop, desk])
    #expect(try laptop.groups().count == 2)
    #expect(try laptop.mail.mulligan("undo").status == 0)
    try laptop.sync(desk)
    #expect(try desk.tags(of: "n@example.org") == ["inbox"])
  }

  @Test func `M18 after a reset the next sync brings the shared steps back`() throws {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.sync(desk)
    #expect(try laptop.mail.mulligan("history", "reset", "--yes").status == 0)
    #expect(try laptop.groups() == [])
    try laptop.sync(desk)
    try expectAgreement([laptop, desk])
    #expect(try laptop.mail.mulligan("undo").status == 0)
    try laptop.sync(desk)
    #expect(try desk.tags(of: "m@example.org") == ["inbox"])
  }

  @Test func `M18 an index that is older than its history is settled first, and so on both`() throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try laptop.sync(desk)
    let index = "\(laptop.mail.root)/.notmuch"
    try laptop.mail.run(["cp", "-a", index, "\(laptop.mail.folder)/backup"])
    try laptop.mail.mulligan("apply", "archive", "--", "id:n@example.org")
    try laptop.mail.run(["rm", "-r", index])
    try laptop.mail.run(["mv", "\(laptop.mail.folder)/backup", index])
    try laptop.sync(desk)
    try expectAgreement([laptop, desk])
    #expect(try desk.tags(of: "m@example.org") == [])
    #expect(try desk.tags(of: "n@example.org") == ["inbox"])
  }

  @Test func `M20 half a year away: what was undone stays so, and what was done there is here`()
    throws
  {
    let (laptop, desk) = try twins()
    let clock = try laptop.mail.file("clock", "2026-03-01T09:00:00Z\n")
    func at(_ time: String) throws {
      try "\(time)\n".write(toFile: clock, atomically: true, encoding: .utf8)
    }
    func run(_ box: MuchsyncBox, _ words: String...) throws -> ShellRun {
      let run = try box.mail.mulligan(words, with: ["MULLIGAN_CLOCK": "@\(clock)"])
      #expect(run.status == 0, "\(words) \(run.errors)")
      return run
    }
    func sync(_ box: MuchsyncBox, _ other: MuchsyncBox) throws -> ShellRun {
      try box.configure(farClock: clock, keepDays: 1_000)
      return try run(box, "sync", other.name)
    }
    _ = try run(laptop, "apply", "archive", "--", "id:m@example.org")
    _ = try run(desk, "apply", "star", "--", "id:n@example.org")
    _ = try sync(laptop, desk)
    _ = try run(laptop, "history", "revert", "1", "--yes")
    try at("2026-09-01T09:00:00Z")
    try desk.configure(farClock: clock, keepDays: 1_000)
    _ = try run(desk, "apply", "archive", "--", "id:n@example.org")
    _ = try run(laptop, "tag", "+later", "--", "id:n@example.org")
    // The desk has not been met for longer than the history waits for it.
    try laptop.configure(farClock: clock, forgetAfter: 100)
    _ = try run(laptop, "history", "prune", "--before", "2026-06-01")
    let back = try sync(desk, laptop)
    #expect(back.errors.contains("2 older actions can no longer be undone here: laptop"), "\(back)")
    try expectAgreement([laptop, desk])
    #expect(try desk.tags(of: "m@example.org") == ["inbox"])
    #expect(try desk.tags(of: "n@example.org") == ["flagged", "later"])
  }

  @Test func `M2 a step may be named by eight digits of what it is called on all machines`() throws
  {
    let (laptop, desk) = try twins()
    try laptop.mail.mulligan("apply", "archive", "--", "id:m@example.org")
    try desk.mail.mulligan("apply", "star", "--", "id:n@example.org")
    try laptop.sync(desk)
    let steps = try desk.mail.mulligan("history", "--json").output.lines
    let line = try #require(steps.first { $0.contains(#""archive""#) })
    let step = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let uid = try #require(step?["uid"] as? String)
    for name in [String(uid.prefix(8)), uid] {
      #expect(try desk.mail.mulligan("history", "show", name).output.contains("m@example.org"))
    }
    #expect(try desk.mail.mulligan("history", "revert", String(uid.prefix(8)), "--yes").status == 0)
    #expect(try desk.tags(of: "m@example.org") == ["inbox"])
    #expect(try desk.mail.mulligan("history", "show", "ffffffff").status == 1)
  }
}

import TestSupport
import Testing
import TriageEngine

/// SIGKILL at every step of a write, from outside and at the named points.
///
/// With `MULLIGAN_FULL_SWEEP` set every point is tried; it takes an hour.
@Suite(.serialized, .bothHistories) struct KillSweepTests {
  private static let action = [
    "apply", "--yes", "mark-read", "star", "move:archive", "--", "*",
  ]

  @Test func `F1 killed at any durable call a group is whole or never was`() throws {
    let sweep = try KillSweep(messages: sweepsAreWhole ? 300 : 20, action: Self.action)
    try #require(sweep.after.copies != sweep.before.copies)
    try run(sweep, KillSweep.calls, atMost: 2)
  }

  /// What sleeps until later the same day, and what wakes then: the clock stands still.
  @Test
  func `L10 F1: killed at any durable call mail is asleep or never was, awake or still asleep`()
    throws
  {
    let snooze = ["apply", "--yes", "snooze:2026-11-23T08:00Z", "--", "*"]
    let count = sweepsAreWhole ? 300 : 20
    let asleep = try KillSweep(
      messages: count,
      action: snooze,
      with: ["MULLIGAN_CLOCK": "2026-11-23T07:00:00Z"]
    )
    try run(asleep, KillSweep.calls, atMost: 1, links: 0)
    // Put away by a program whose clock was an hour behind.
    let late = ["env", "MULLIGAN_CLOCK=2026-11-23T07:00:00Z"]
    let woken = try KillSweep(
      messages: count,
      after: snooze,
      firstUnder: late,
      action: ["wake"],
      undo: ["undo", "--any"],
      with: ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    )
    try run(woken, KillSweep.calls, atMost: 1, links: 0)
  }

  @Test func `F1 killed where renaming takes two calls a group is whole or never was`() throws {
    var sweep = try KillSweep(messages: sweepsAreWhole ? 40 : 12, action: Self.action)
    sweep.unknownCall = "renameat2"
    try run(sweep, ["link", "unlink"], atMost: 2)
  }

  /// Kills at every point, or at some.
  private func run(
    _ sweep: KillSweep,
    _ calls: [String],
    atMost samples: Int,
    links: Int = 12
  ) throws {
    let counts = try sweep.count(sweep.action, from: "start", of: calls)
    #expect((counts[calls.contains("renameat2") ? "renameat2" : "link"] ?? 0) >= links)
    #expect(counts.values.reduce(0, +) > 4)
    var killed = 0
    for call in calls {
      for number in KillSweep.points(counts[call] ?? 0, atMost: samples) {
        try sweep.mail.restore("start")
        #expect(try sweep.kill(sweep.action, at: call, number), "\(call) \(number)")
        try sweep.check("\(call) \(number)")
        killed += 1
      }
      guard sweepsAreWhole else { continue }
      try sweep.mail.restore("start")
      let last = try sweep.kill(sweep.action, at: call, (counts[call] ?? 0) + 1)
      #expect(!last, "\(call) has more points than were counted")
    }
    print("kill sweep: \(killed) points, of \(counts.sorted { $0.key < $1.key })")
  }

  @Test func `F4 killed while settling, the next one settles all the same`() throws {
    let sweep = try KillSweep(messages: sweepsAreWhole ? 40 : 12, action: Self.action)
    var killed = 0
    let points: [WritePoint] =
      sweepsAreWhole ? [.committed, .tagged, .renaming, .renamed] : [.committed, .renaming]
    for (place, point) in points.enumerated() {
      try sweep.mail.restore("start")
      let run = try sweep.mail.mulligan(sweep.action, with: ["FAILPOINT": "\(point.rawValue):kill"])
      try #require(run.status == 9, "\(point): \(run)")
      try sweep.mail.save(as: "killed")
      let counts = try sweep.count(["history", "recover"], from: "killed")
      for (index, call) in KillSweep.calls.enumerated()
      where sweepsAreWhole || index % 2 == place % 2 {
        for number in KillSweep.points(counts[call] ?? 0, atMost: 1) {
          try sweep.mail.restore("killed")
          #expect(try sweep.kill(["history", "recover"], at: call, number))
          try sweep.check("settling after \(point), \(call) \(number)")
          killed += 1
        }
      }
    }
    print("kill sweep while settling: \(killed) points")
  }

  #if DEBUG
    @Test(arguments: WritePoint.allCases)
    func `F1 killed at a named point a group is whole or never was`(point: WritePoint) throws {
      let sweep = try KillSweep(messages: 12, action: Self.action)
      let run = try sweep.mail.mulligan(sweep.action, with: ["FAILPOINT": "\(point.rawValue):kill"])
      // Nothing is settled in a write that follows no other.
      try #require(run.status == (point == .judged ? 0 : 9), "\(run)")
      try sweep.check("\(point)")
    }
  #endif
}

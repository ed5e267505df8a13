import Foundation
import TestSupport
import Testing
import TriageCore

/// Mail that sleeps while clocks are set, zones change, and days are longer or shorter.
@Suite struct SleepClockTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@example.org", tags: ["inbox", "unread"]),
      SampleMessage("b@example.org", tags: ["inbox"]),
      SampleMessage("c@example.org", tags: ["todo"])
    )
    return mail
  }

  private func run(
    _ mail: TemporaryMail,
    _ time: String,
    _ zone: String = "UTC",
    _ words: String...
  ) throws -> ShellRun {
    let run = try mail.mulligan(words, with: ["MULLIGAN_CLOCK": time, "TZ": zone])
    #expect(run.status == 0, "\(words): \(run)")
    return run
  }

  /// The evening before clocks are set, what is said of it, when that is, and the minute before.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-28T17:00:00Z", "tomorrow", "2026-03-29T07:00"),
    ("Europe/Berlin", "2026-10-24T17:00:00Z", "tomorrow", "2026-10-25T08:00"),
    ("Europe/Berlin", "2026-10-24T17:00:00Z", "24h", "2026-10-25T17:00"),
    ("Europe/Berlin", "2026-10-24T17:00:00Z", "1d", "2026-10-25T18:00"),
    ("Europe/Berlin", "2026-03-28T17:00:00Z", "1d", "2026-03-29T16:00"),
    ("America/Havana", "2026-03-07T20:00:00Z", "tomorrow", "2026-03-08T13:00"),
    ("America/Havana", "2026-10-31T20:00:00Z", "tomorrow", "2026-11-01T14:00"),
    ("America/Havana", "2026-10-31T20:00:00Z", "1d", "2026-11-01T21:00"),
    ("Australia/Lord_Howe", "2026-10-03T08:00:00Z", "tomorrow", "2026-10-03T22:00"),
    ("Australia/Lord_Howe", "2026-04-04T08:00:00Z", "tomorrow", "2026-04-04T22:30"),
    ("Australia/Lord_Howe", "2026-04-04T08:00:00Z", "1d", "2026-04-05T08:30"),
  ])
  func `L7 L15 over a change of clocks mail wakes at its minute, and not before`(
    zone: String,
    now: String,
    words: String,
    time: String
  ) throws {
    let mail = try mailbox()
    _ = try run(mail, now, zone, "apply", "snooze:\(words)", "--", "*")
    #expect(try mail.count("tag:snoozed/\(time)Z") == 3)
    let moment = try Date("\(time):00Z", strategy: .iso8601)
    let before = moment.addingTimeInterval(-1).formatted(.iso8601)
    _ = try run(mail, before, zone, "wake")
    #expect(try mail.count("tag:snoozed") == 3)
    _ = try run(mail, moment.formatted(.iso8601), zone, "wake")
    #expect(try mail.count("tag:snoozed") == 0 && mail.count("tag:inbox and tag:woken") == 3)
  }

  @Test func `L3 L10 in another zone mail wakes at the same moment, said in that zone's time`()
    throws
  {
    let mail = try mailbox()
    let before = try mail.dump()
    let evening = "2026-11-23T17:00:00Z"
    let put = try run(mail, evening, "Europe/Berlin", "apply", "snooze:tomorrow", "--", "*")
    #expect(put.output.contains("until Tue 09:00"), "\(put)")
    let tokyo = "Asia/Tokyo"
    let history = try run(mail, "2026-11-24T00:10:00Z", tokyo, "history")
    #expect(history.output.contains("17:00"), "\(history)")
    // Nine o'clock there is not nine o'clock here.
    _ = try run(mail, "2026-11-24T00:00:00Z", tokyo, "wake")
    _ = try run(mail, "2026-11-24T07:59:59Z", tokyo, "wake")
    #expect(try mail.count("tag:snoozed") == 3)
    _ = try run(mail, "2026-11-24T08:00:00Z", tokyo, "wake")
    #expect(try mail.count("tag:woken") == 3)
    _ = try run(mail, "2026-11-24T08:01:00Z", tokyo, "undo", "--any")
    _ = try run(mail, "2026-11-24T08:01:00Z", tokyo, "undo")
    #expect(try mail.dump() == before)
  }

  @Test(arguments: [
    ("2025-11-24T09:00:00Z", "2025-11-24T11:00Z"), ("1970-01-02T09:00:00Z", "1970-01-02T11:00Z"),
  ])
  func `L10 with the clock a year back, or in 1970, mail wakes late and nothing is lost`(
    back: String,
    soon: String
  ) throws {
    let mail = try mailbox()
    _ = try run(mail, "2026-11-23T17:00:00Z", "UTC", "apply", "snooze:tomorrow", "--", "*")
    let asleep = try mail.dump()
    _ = try run(mail, back, "UTC", "wake")
    #expect(try mail.dump() == asleep)
    #expect(try run(mail, back, "UTC", "wake", "--next").output == "2026-11-24T09:00Z\n")
    // What is done then is undone then, and what was done before too.
    _ = try run(mail, back, "UTC", "apply", "snooze:2h", "--", "id:a@example.org")
    #expect(try mail.count("tag:snoozed/\(soon)") == 1)
    _ = try run(mail, back, "UTC", "undo")
    #expect(try mail.dump() == asleep)
    _ = try run(mail, "2026-11-24T09:00:00Z", "UTC", "wake")
    #expect(try mail.count("tag:woken and tag:inbox") == 3)
  }

  @Test func `L7 L10 with the clock ten years ahead all wakes as one group, with one revert`()
    throws
  {
    let mail = try mailbox()
    let evening = "2026-11-23T17:00:00Z"
    for (time, id) in [("2h", "a"), ("3d", "b"), ("9mo", "c")] {
      _ = try run(mail, evening, "UTC", "apply", "snooze:\(time)", "--", "id:\(id)@example.org")
    }
    let asleep = try mail.dump()
    let ahead = "2036-11-23T17:00:00Z"
    _ = try run(mail, ahead, "UTC", "wake")
    #expect(try mail.count("tag:woken and tag:inbox") == 3)
    let steps = try run(mail, ahead, "UTC", "history", "--all", "--json").objects
    let wakes = steps.filter { ($0["actions"] as? [String]) == ["wake"] }
    #expect(wakes.count == 1 && wakes.first?["messages"] as? Int == 3)
    // The clock is right again: what is due wakes, and no more.
    let id = try #require(wakes.first?["id"] as? Int)
    _ = try run(mail, "2026-11-23T17:30:00Z", "UTC", "history", "revert", "--yes", "\(id)")
    #expect(try mail.dump() == asleep)
    _ = try run(mail, "2026-11-23T18:59:00Z", "UTC", "wake")
    #expect(try mail.dump() == asleep)
    _ = try run(mail, "2026-11-26T17:00:00Z", "UTC", "wake")
    #expect(try mail.count("tag:woken") == 2 && mail.count("tag:snoozed") == 1)
  }

  @Test(arguments: [0, 300])
  func `L8 on an open screen mail wakes at its time, however seldom the index is looked at`(
    seconds: Int
  ) throws {
    let mail = try mailbox()
    let clock = "\(mail.folder)/clock"
    func set(_ time: String) throws {
      try time.write(toFile: clock, atomically: true, encoding: .utf8)
    }
    let folder = "\(mail.folder)/home/.config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[refresh]\nseconds = \(seconds)\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    try set("2026-11-23T17:00:00Z")
    _ = try run(mail, "@\(clock)", "UTC", "apply", "snooze:17:01", "--", "id:a@example.org")
    try set("2026-11-23T17:00:58Z")
    let screen = try TmuxScreen(
      mail,
      ["read", "tag:inbox"],
      variables: ["MULLIGAN_CLOCK": "@\(clock)", "TZ": "UTC"]
    )
    try screen.wait("one thread is listed") { $0.contains { $0.hasSuffix("tag:inbox · 1") } }
    #expect(try mail.count("tag:woken") == 0)
    try set("2026-11-23T17:01:00Z")
    try screen.wait(for: "1 snoozed message is back")
    #expect(try mail.count("tag:inbox and tag:woken") == 1)
  }

  @Test func `L15 in the 25 hours of a day the same hour comes twice, and the first counts`() throws
  {
    let mail = try mailbox()
    // Half past two for the first time, in Berlin; half an hour later it is two again.
    let now = "2026-10-25T00:29:00Z"
    _ = try run(mail, now, "Europe/Berlin", "apply", "snooze:2:30", "--", "id:a@example.org")
    #expect(try mail.count("tag:snoozed/2026-10-25T00:30Z") == 1)
    // The first half past two is over: the next one is tomorrow's.
    let later = "2026-10-25T01:00:00Z"
    _ = try run(mail, later, "Europe/Berlin", "apply", "snooze:2:30", "--", "id:b@example.org")
    #expect(try mail.count("tag:snoozed/2026-10-26T01:30Z") == 1)
  }
}

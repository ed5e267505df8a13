import Foundation
import TestSupport
import Testing
import TriageCore

/// Mail that is put away and woken from the shell; the tags are notmuch's own.
@Suite struct SnoozeVerbTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@example.org", tags: ["inbox", "unread"]),
      SampleMessage("b@example.org", tags: ["inbox"])
    )
    return mail
  }

  /// Winter's end, its first day and its beginning in places whose clocks do it in other ways.
  @Test(arguments: [
    // Half past two does not exist that night: it is half past three.
    ("Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T02:30", "2026-03-29T01:30Z"),
    // Half past two is twice: the first counts.
    ("Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T02:30", "2026-10-25T00:30Z"),
    ("Europe/Berlin", "2026-10-24T12:00:00Z", "1d", "2026-10-25T13:00Z"),
    ("Europe/Berlin", "2026-10-24T12:00:00Z", "24h", "2026-10-25T12:00Z"),
    // Midnight does not exist: it is one o'clock.
    ("America/Havana", "2026-03-07T12:00:00Z", "2026-03-08T00:00", "2026-03-08T05:00Z"),
    ("America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T00:30", "2026-11-01T04:30Z"),
    // Half an hour.
    ("Australia/Lord_Howe", "2026-10-03T00:00:00Z", "2026-10-04T02:15", "2026-10-03T15:45Z"),
    ("Australia/Lord_Howe", "2026-04-04T00:00:00Z", "2026-04-05T01:45", "2026-04-04T14:45Z"),
    ("Australia/Lord_Howe", "2026-04-04T00:00:00Z", "tomorrow", "2026-04-04T22:30Z"),
  ])
  func `L15 a time is what the clock on the wall shows first`(
    zone: String,
    now: String,
    words: String,
    time: String
  ) throws {
    let mail = try mailbox()
    let variables = ["MULLIGAN_CLOCK": now, "TZ": zone]
    let run = try mail.mulligan("apply", "snooze:\(words)", "--", "*", with: variables)
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:snoozed/\(time) and tag:snoozed and not tag:inbox") == 2)
    #expect(try mail.mulligan("wake", "--next").output == "\(time)\n")
  }

  @Test(arguments: ["yesterday", "25:00", "2026-02-30", "2040-01-01", ""])
  func `L15 what is no time is refused and nothing is done`(words: String) throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    let run = try mail.mulligan("apply", "snooze:\(words)", "--", "*", with: clock)
    #expect(run.status == 64 && run.errors.contains("nothing was changed"), "\(run)")
    let json = try mail.mulligan("apply", "snooze:\(words)", "--json", "--", "*", with: clock)
    #expect(json.status == 64 && json.output.contains("\"error\":\"bad-time\""), "\(json)")
    let plan = try mail.file(
      "plan.toml",
      "plan = 1\n[[command]]\nactions = [\"archive\", \"snooze:\(words)\"]\nquery = \"*\"\n"
    )
    let planned = try mail.mulligan("plan", "run", plan, with: clock)
    #expect(planned.status == 1 || planned.status == 64, "\(planned)")
    // Words that never are a time are a mistake in the plan, at its place; too far and over are ones of today.
    if !["2040-01-01", "yesterday"].contains(words) {
      #expect(planned.errors.contains("plan.toml:3:23"), "\(planned)")
    }
    #expect(try mail.dump() == before)
  }

  @Test(arguments: [
    ("en", "Next week", "2026-11-30T09:00Z"),
    ("en", "3 days", "2026-11-26T08:00Z"),
    ("de", "Nächste Woche", "2026-11-30T09:00Z"),
    ("de", "di 14", "2026-11-24T14:00Z"),
  ])
  func `L15 times are said in the words of the screen, in the person's language`(
    language: String,
    words: String,
    time: String
  ) throws {
    let mail = try mailbox()
    let variables = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z", "TZ": "UTC"]
    let apply = ["--language", language, "apply", "snooze:\(words)", "--", "*"]
    let run = try mail.mulligan(apply, with: variables)
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:snoozed/\(time)") == 2)
  }

  @Test func `L15 a time that is over is named`() throws {
    let mail = try mailbox()
    let variables = ["MULLIGAN_CLOCK": "2026-11-23T19:00:00Z", "TZ": "UTC"]
    let run = try mail.mulligan("apply", "snooze:tonight", "--", "*", with: variables)
    #expect(run.status == 64 && run.errors.contains("“tonight” is 18:00, which is"), "\(run)")
  }

  @Test func `L10 with the clock in 1970 nothing is due, and nothing is lost`() throws {
    let mail = try mailbox()
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z", "TZ": "UTC"]
    _ = try mail.mulligan("apply", "snooze:tomorrow", "--", "*", with: clock)
    let asleep = try mail.dump()
    let early = try mail.mulligan("wake", with: ["MULLIGAN_CLOCK": "1970-01-02T00:00:00Z"])
    #expect(early.status == 0 && early.output == "Nothing that was snoozed is due\n", "\(early)")
    #expect(try mail.dump() == asleep)
  }

  @Test func `L7 L8 wake brings back what is due, once, in the background`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z", "TZ": "UTC"]
    _ = try mail.mulligan("apply", "snooze:tomorrow", "--", "*", with: clock)
    let early = try mail.mulligan("wake", with: clock)
    #expect(early.status == 0 && early.output == "Nothing that was snoozed is due\n", "\(early)")
    let due = ["MULLIGAN_CLOCK": "2026-11-24T09:00:00Z", "TZ": "UTC"]
    // Verbs that only read wake nothing.
    #expect(try mail.mulligan("list", with: due).status == 0)
    #expect(try mail.count("tag:snoozed") == 2)
    #expect(try mail.mulligan("wake", "--dry-run", with: due).output.contains("2 of 2 messages"))
    let woken = try mail.mulligan("wake", with: due)
    #expect(woken.output.hasPrefix("Woke 2 messages"), "\(woken)")
    #expect(try mail.count("tag:inbox and tag:woken and not tag:snoozed") == 2)
    #expect(try mail.mulligan("wake", with: due).output == "Nothing that was snoozed is due\n")
    // Plain undo takes the snooze, whose mail something else has changed since; any takes the waking.
    #expect(try mail.mulligan("undo", "--any", with: due).output.hasPrefix("Undid Wake"))
    #expect(try mail.mulligan("undo", with: due).output.contains("Snooze until"))
    #expect(try mail.dump() == before)
  }

  @Test func `L7 wake with a query says what wakes just that`() throws {
    let run = try mailbox().mulligan("wake", "tag:todo")
    #expect(run.status == 64 && run.errors.contains("mulligan apply wake -- tag:todo"), "\(run)")
  }

  @Test func `L7 to wake what does not sleep says that nothing does`() throws {
    let run = try mailbox().mulligan("apply", "wake", "--", "*")
    #expect(run.status == 0 && run.output == "None of the 2 messages is snoozed\n", "\(run)")
  }

  @Test func `L7 waking asks nobody, however much is due`() throws {
    let mail = try mailbox()
    let config = ["--config", try mail.file("config.toml", "confirm_above = 1\n")]
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    let put = ["apply", "--yes", "snooze:2h", "--", "*"]
    #expect(try mail.mulligan(config + put, with: clock).status == 0)
    let due = ["MULLIGAN_CLOCK": "2026-11-23T10:00:00Z"]
    let woken = try mail.mulligan(config + ["wake"], with: due)
    #expect(woken.status == 0, "\(woken)")
    #expect(try mail.count("tag:inbox and tag:woken") == 2)
  }

  @Test func `L6 what wakes is unread if the configuration wants that`() throws {
    let mail = try mailbox()
    let config = ["--config", try mail.file("config.toml", "[snooze]\nunread = true\n")]
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    _ = try mail.mulligan(config + ["apply", "snooze:2h", "--", "*"], with: clock)
    let due = ["MULLIGAN_CLOCK": "2026-11-23T10:00:00Z"]
    #expect(try mail.mulligan(config + ["wake"], with: due).status == 0)
    #expect(try mail.count("tag:inbox and tag:unread") == 2)
  }

  @Test func `L8 the screen brings back what is due when it starts, and says so`() throws {
    let mail = try mailbox()
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    _ = try mail.mulligan("apply", "snooze:2h", "--", "*", with: clock)
    let screen = try TmuxScreen(mail, variables: ["MULLIGAN_CLOCK": "2026-11-23T10:00:00Z"])
    try screen.wait(for: "2 snoozed messages are back")
    #expect(try mail.count("tag:inbox and tag:woken") == 2)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `L15 late in the evening what is later than today has its day beside it`() throws {
    let mail = try mailbox()
    let clock = ["MULLIGAN_CLOCK": "2026-11-23T22:30:00Z", "TZ": "UTC"]
    let screen = try TmuxScreen(mail, variables: clock)
    try screen.wait(for: "A subject")
    try screen.press("b")
    try screen.wait(for: "Tomorrow")
    let later = try #require(try screen.lines().first { $0.contains("Later today") })
    #expect(later.contains("Tue, Nov 24, 01:30"))
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `L8 the screen puts mail away until a time that is typed, and wakes it then`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let file = try mail.file("clock", "2026-11-23T08:00:00Z\n")
    let screen = try TmuxScreen(mail, variables: ["MULLIGAN_CLOCK": "@\(file)", "TZ": "UTC"])
    try screen.wait(for: "A subject")
    try screen.press("b")
    try screen.wait(for: "Later today")
    try screen.press("Tab")
    try screen.wait(for: "Snooze until:")
    try screen.typeRaw("yesterday")
    try screen.wait(for: "already over")
    try screen.press("C-u")
    try screen.type("Tomorrow 9:00")
    try screen.wait(for: "Snoozed 1 thread until Tue 09:00")
    try screen.wait(for: "Undo Snooze until Tue 09:00")
    #expect(try mail.count("tag:snoozed/2026-11-24T09:00Z") == 1)
    _ = try mail.file("clock", "2026-11-24T09:00:00Z\n")
    try screen.press("=")
    try screen.wait(for: "1 snoozed message is back")
    #expect(try mail.count("tag:inbox and tag:woken") == 1)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    _ = try mail.mulligan("undo", "--any")
    _ = try mail.mulligan("undo")
    #expect(try mail.dump() == before)
  }

  @Test func `L8 a day that is typed is meant from now on, however long the screen is open`() throws
  {
    let mail = try mailbox()
    let file = try mail.file("clock", "2026-11-23T08:00:00Z\n")
    let config = try mail.file("config.toml", "")
    let clock = ["MULLIGAN_CLOCK": "@\(file)", "TZ": "UTC"]
    let screen = try TmuxScreen(mail, ["--config", config], variables: clock)
    try screen.wait(for: "A subject")
    _ = try mail.file("clock", "2026-12-27T08:00:00Z\n")
    try "[layout]\nsidebar = true\n".write(toFile: config, atomically: true, encoding: .utf8)
    try screen.wait(for: "Views")
    try screen.press("b")
    try screen.wait(for: "Later today")
    try screen.press("Tab")
    try screen.wait(for: "Snooze until:")
    try screen.type("24/12")
    try screen.wait(for: "Snoozed 1 thread until")
    #expect(try mail.count("tag:snoozed/2027-12-24T09:00Z") == 1)
  }
}

/// A screen that nobody touches while the clock goes on.
@Suite struct WakingScreenTests {
  /// A mailbox, and its screen with a clock that a test sets.
  private func screen() throws -> (TemporaryMail, TmuxScreen) {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@example.org", subject: "Early", tags: ["inbox"]),
      SampleMessage("b@example.org", subject: "Late", tags: ["inbox"])
    )
    try set(mail, "2026-11-23T08:00:00Z")
    let clock = variables(mail)
    _ = try mail.mulligan("apply", "snooze:1h", "--", "id:a@example.org", with: clock)
    _ = try mail.mulligan("apply", "snooze:3d", "--", "id:b@example.org", with: clock)
    return (mail, try TmuxScreen(mail, variables: clock))
  }

  private func variables(_ mail: TemporaryMail) -> [String: String] {
    ["MULLIGAN_CLOCK": "@\(mail.folder)/clock", "TZ": "UTC"]
  }

  private func set(_ mail: TemporaryMail, _ time: String) throws {
    let next = try mail.file("next", "\(time)\n")
    #expect(rename(next, "\(mail.folder)/clock") == 0)
  }

  @Test func `L8 an idle screen wakes mail when it is time, and when the clock jumps`() throws {
    let (mail, screen) = try screen()
    try screen.wait(for: "Nothing in Inbox")
    try set(mail, "2026-11-23T09:00:00Z")
    try screen.wait(for: "1 snoozed message is back")
    try screen.wait(for: "Early")
    #expect(try mail.count("tag:inbox and tag:woken") == 1)
    try set(mail, "2027-11-23T09:00:00Z")
    try screen.wait(for: "Late")
    #expect(try mail.count("tag:inbox and tag:woken") == 2)
    #expect(try mail.count("tag:snoozed") == 0)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `L9 what was reverted on the screen is not woken there for a day`() throws {
    let (mail, screen) = try screen()
    try screen.wait(for: "Nothing in Inbox")
    try set(mail, "2026-11-23T09:00:00Z")
    try screen.wait(for: "Early")
    try screen.press("g", "u")
    try screen.wait(for: "Wake")
    try screen.press("u")
    try screen.wait(for: "1 message would change")
    try screen.press("Enter")
    try screen.wait("Early sleeps again") { _ in try mail.count("tag:snoozed") == 2 }
    // Something else wakes meanwhile: it has been looked.
    let soon = try mail.mulligan(
      "apply",
      "snooze:2026-11-23T12:00Z",
      "--",
      "id:b@example.org",
      with: variables(mail)
    )
    #expect(soon.status == 0, "\(soon)")
    try set(mail, "2026-11-23T12:00:00Z")
    try screen.wait("Late is awake") { _ in try mail.count("id:b@example.org tag:woken") == 1 }
    #expect(try mail.count("id:a@example.org and tag:snoozed") == 1)
    try set(mail, "2026-11-24T09:00:00Z")
    try screen.wait("Early is awake") { _ in try mail.count("id:a@example.org tag:woken") == 1 }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

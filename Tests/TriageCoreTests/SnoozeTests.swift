import Testing
import TriageCore

/// When mail comes back, and what putting it away does to tags.
@Suite struct SnoozeTests {
  // MARK: Words

  @Test(arguments: [
    "", "25:00", "9:60", "2026-02-30", "2026-13-01", "0-0-0", "mon tue", "tomorrow 25",
    "mon +9",
    "9", "3y", "-1d", "999999999d", "2026-11-23T9:00", "2026-11-23T25:00Z", "mon 9:00 x", "Montag",
    "noon mon", "mon night", "in 3d",
  ])
  func `L15 what says no time is refused`(text: String) {
    #expect(SnoozePhrase(text) == nil)
    #expect(throws: ActionError.self) { try MailAction.parse("snooze:\(text)") }
  }

  /// A clock in UTC, on Wednesday 2026-07-15 at 10:20:30.
  private static let wednesday = Timestamp(1_784_110_830)

  @Test(arguments: [
    ("later-today", "2026-07-15T13:30Z"), ("evening", "2026-07-15T18:00Z"),
    ("tomorrow", "2026-07-16T09:00Z"), ("tomorrow 14:00", "2026-07-16T14:00Z"),
    ("weekend", "2026-07-18T09:00Z"), ("next-week", "2026-07-20T09:00Z"),
    ("next-month", "2026-08-01T09:00Z"), ("90m", "2026-07-15T11:51Z"),
    ("12h", "2026-07-15T22:21Z"), ("3d", "2026-07-18T10:21Z"), ("2w", "2026-07-29T10:21Z"),
    ("1mo", "2026-08-15T10:21Z"), ("2026-11-23", "2026-11-23T09:00Z"),
    ("wed", "2026-07-22T09:00Z"), ("thu", "2026-07-16T09:00Z"), ("mon 9:30", "2026-07-20T09:30Z"),
    ("tue 14", "2026-07-21T14:00Z"), ("tomorrow 9", "2026-07-16T09:00Z"),
    ("tonight", "2026-07-15T18:00Z"), ("noon", "2026-07-15T12:00Z"),
    ("tomorrow noon", "2026-07-16T12:00Z"), ("mon evening", "2026-07-20T18:00Z"),
    ("tomorrow morning", "2026-07-16T09:00Z"), ("2026-11-23 evening", "2026-11-23T18:00Z"),
    ("today 17:00", "2026-07-15T17:00Z"), ("afternoon", "2026-07-15T15:00Z"),
    ("tomorrow afternoon", "2026-07-16T15:00Z"), ("day-after-tomorrow", "2026-07-17T09:00Z"),
    ("day-after-tomorrow evening", "2026-07-17T18:00Z"), ("next-week-fri", "2026-07-24T09:00Z"),
    ("next-week-mon noon", "2026-07-20T12:00Z"), ("next-week-sun", "2026-07-26T09:00Z"),
    ("9:00", "2026-07-16T09:00Z"), ("10:22", "2026-07-15T10:22Z"),
    ("2026-11-23T09:07", "2026-11-23T09:07Z"), ("2026-11-23T09:07Z", "2026-11-23T09:07Z"),
    ("2026-11-23 9:07", "2026-11-23T09:07Z"),
    ("tomorrow 8pm", "2026-07-16T20:00Z"), ("tomorrow 18h", "2026-07-16T18:00Z"),
    ("tomorrow 17h30", "2026-07-16T17:30Z"), ("11:30pm", "2026-07-15T23:30Z"),
    ("tomorrow 12am", "2026-07-16T00:00Z"), ("tomorrow 12pm", "2026-07-16T12:00Z"),
  ])
  func `L15 words mean the moment that people mean by them`(text: String, time: String) throws {
    #expect(try wakeTime(text, .utc(now: Self.wednesday)) == time)
  }

  @Test(arguments: [
    ("1m", true), ("0m", false), ("2036-07-14", true), ("2036-07-17", false), ("11mo", true),
    ("121mo", false), ("99999999mo", false), ("2026-07-15T10:20Z", false), ("2026-07-15", false),
    ("2020-01-01", false), ("yesterday", false), ("today", false),
  ])
  func `L15 a time is at least a minute ahead, and at most ten years`(
    text: String,
    isTime: Bool
  ) throws {
    #expect(try (wakeTime(text, .utc(now: Self.wednesday)) != nil) == isTime)
  }

  @Test func `L15 the evening that is over is no time`() throws {
    #expect(try wakeTime("evening", .utc(now: Self.wednesday + 8 * 3_600)) == nil)
  }

  @Test func `L15 what is over is told from what is too far away`() throws {
    let clock = LocalClock.utc(now: Self.wednesday)
    let calendar = SnoozeCalendar(clock: clock, hours: try hours())
    for (text, isOver) in [("2026-07-15", true), ("0m", true), ("2040-01-01", false)] {
      let action = try MailAction.parse("snooze:\(text)")
      let error = #expect(throws: ActionError.self) { try action.resolved(by: calendar) }
      let midnight = Timestamp(1_784_073_600)
      let moment = text == "0m" ? Self.wednesday : midnight + 9 * 3_600
      #expect(error == (isOver ? .timeOver(text, moment) : .timeOutOfReach(text)))
    }
  }

  @Test func `L15 at night it is still the day before`() throws {
    // Thursday, 01:00 and 04:00.
    let night = LocalClock.utc(now: Timestamp(1_784_163_600))
    #expect(try wakeTime("tomorrow", night) == "2026-07-16T09:00Z")
    #expect(try wakeTime("thu", night) == "2026-07-16T09:00Z")
    let morning = LocalClock.utc(now: night.now + 3 * 3_600)
    #expect(try wakeTime("tomorrow", morning) == "2026-07-17T09:00Z")
  }

  @Test func `L15 a month without the day ends earlier`() throws {
    let lastOfJanuary = LocalClock.utc(now: 1_769_853_600)
    #expect(try wakeTime("1mo", lastOfJanuary) == "2026-02-28T10:00Z")
    #expect(try wakeTime("13mo", lastOfJanuary) == "2027-02-28T10:00Z")
    #expect(try wakeTime("25mo", lastOfJanuary) == "2028-02-29T10:00Z")
  }

  private func wakeTime(_ text: String, _ clock: LocalClock) throws -> String? {
    let phrase = try #require(SnoozePhrase(text), "\(text)")
    return SnoozeCalendar(clock: clock, hours: try hours()).wakeTime(phrase)?.text
  }

  private func hours() throws -> SnoozeConfig {
    SnoozeConfig(
      morning: try #require(DayTime("9:00")),
      evening: try #require(DayTime("18:00")),
      dayBegins: try #require(DayTime("4:00")),
      weekend: 5,
      week: 0,
      unread: false,
      newMail: .wake
    )
  }

  @Test(arguments: [
    "", ":", "9", "9:0", ":00", "009:00", "24:00", "9:60", "+9:00", "-9:00", "9:00:00", "9: 00",
    "\u{669}:00", "9:0\u{301}0",
  ])
  func `L1 a time of day is hours and two digits of minutes, and nothing else`(text: String) {
    #expect(DayTime(text) == nil)
    #expect(DayTime("9:05") == DayTime("09:05") && DayTime("23:59")?.seconds == 86_340)
  }

  // MARK: Tags

  @Test(arguments: [
    "snoozed/2026-13-01T00:00Z", "snoozed/x", "snoozed/", "snoozed/2026-11-23T08:00Z\u{1B}",
    "snoozed/2026-11-23T08:00", "Snoozed/2026-11-23T08:00Z", "snoozed/2026-11-23T24:00Z",
  ])
  func `L4 a tag that is no time is never read and never removed`(text: String) {
    let tag = MailTag(text)
    #expect(WakeTime(tag) == nil)
    #expect(Set([tag]).wakeTime == nil)
    for change in [SleepChange.end, .wake(unread: false), .snooze(WakeTime(notBefore: 60))] {
      #expect(!change.edit(of: [tag, "snoozed"]).remove.contains(tag))
    }
  }

  @Test func `L4 of several times the first counts, and without one it is due at once`() throws {
    let (first, second) = (WakeTime(notBefore: 60_000), WakeTime(notBefore: 120_000))
    #expect(Set([second.tag, "snoozed", first.tag]).wakeTime == first)
    #expect(Set<MailTag>(["snoozed"]).wakeTime?.time == 0)
    #expect(Set<MailTag>(["inbox", "woken"]).wakeTime == nil)
  }

  @Test func `L3 the tag is a whole minute of UTC, up`() {
    #expect(WakeTime(notBefore: 1_795_420_741).tag == "snoozed/2026-11-23T08:00Z" as MailTag)
    #expect(WakeTime(notBefore: 1_795_420_800).text == "2026-11-23T08:00Z")
    #expect(WakeTime("2026-11-23T08:00Z")?.time == 1_795_420_800)
  }

  @Test func `L2 snoozing anew drops the time before and what had woken`() {
    let (old, new) = (WakeTime(notBefore: 60_000), WakeTime(notBefore: 120_000))
    let edit = SleepChange.snooze(new).edit(of: ["snoozed", old.tag, "woken", "todo"])
    #expect(edit == TagEdit(add: ["snoozed", new.tag], remove: ["inbox", old.tag, "woken"]))
    let plain = SleepChange.snooze(new).edit(of: ["inbox"])
    #expect(plain == TagEdit(add: ["snoozed", new.tag], remove: ["inbox"]))
  }

  @Test func `L2 L6 what the history knows of a sleep is claimed, there or not`() {
    let (old, new) = (WakeTime(notBefore: 60_000), WakeTime(notBefore: 120_000))
    let claimed: Set<MailTag> = ["snoozed", old.tag, new.tag, "woken", "snoozed/x", "todo"]
    func removed(_ change: SleepChange, _ tags: Set<MailTag>) -> Set<MailTag> {
      change.edit(of: tags, claimed: claimed).remove
    }
    #expect(removed(.snooze(new), ["inbox"]) == ["inbox", old.tag, "woken"])
    #expect(removed(.wake(unread: false), ["snoozed", new.tag]) == ["snoozed", new.tag, old.tag])
    #expect(removed(.end, []) == ["snoozed", old.tag, new.tag, "woken"])
    #expect(SleepChange.wake(unread: false).edit(of: ["inbox"], claimed: claimed).isEmpty)
  }

  @Test func `L6 what wakes is in the inbox, but not what was thrown away`() {
    let time = WakeTime(notBefore: 60_000)
    let asleep: Set<MailTag> = ["snoozed", time.tag]
    let wake = SleepChange.wake(unread: false)
    #expect(wake.edit(of: asleep).applied(to: asleep) == ["inbox", "woken"])
    for tag in ["deleted", "spam", "muted"] as [MailTag] {
      let tags = asleep.union([tag])
      #expect(wake.edit(of: tags).applied(to: tags) == [tag])
    }
    #expect(wake.edit(of: ["inbox", "woken"]).isEmpty)
    #expect(wake.edit(of: ["woken"]) == TagEdit(remove: ["woken"]))
    let unread = SleepChange.wake(unread: true).edit(of: asleep).applied(to: asleep)
    #expect(unread == ["inbox", "woken", "unread"])
  }

  @Test(arguments: MailAction.withoutArgument.filter { $0 != .wake })
  func `L5 what is about the inbox ends the sleep, all else leaves it`(action: MailAction) {
    let time = WakeTime(notBefore: 60_000)
    let asleep: Set<MailTag> = ["snoozed", time.tag, "woken", "snoozed/mine"]
    let command = Command([action], on: .messages([]))
    let after = command.edit(under: ActionEffects()).tags(of: asleep).applied(to: asleep)
    let tags = action.edit(under: ActionEffects())
    let isAboutInbox = tags.add.union(tags.remove).contains(.inbox)
    #expect(after.contains(time.tag) == !isAboutInbox)
    #expect(after.contains("woken") == !isAboutInbox)
    #expect(after.contains("snoozed/mine"))
  }

  @Test func `L5 a person's own action ends the sleep if it is about the inbox, tags never do`() {
    let time = WakeTime(notBefore: 60_000)
    let asleep: Set<MailTag> = ["snoozed", time.tag]
    func after(_ action: MailAction) -> Set<MailTag> {
      let command = Command([action], on: .messages([]))
      return command.edit(under: ActionEffects()).tags(of: asleep).applied(to: asleep)
    }
    let own = MailAction.user(id: "x", steps: [.removeTag("inbox"), .addTag("done")])
    #expect(after(own) == ["done"])
    #expect(after(.removeTag("inbox")) == asleep)
    let later = WakeTime(notBefore: 120_000)
    let both = MailAction.user(id: "y", steps: [.addTag("x"), .snooze(SnoozePhrase(later))])
    #expect(after(both) == ["snoozed", later.tag, "x"])
  }
}

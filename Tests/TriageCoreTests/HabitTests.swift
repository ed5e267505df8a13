import TestSupport
import Testing
import TriageCore

/// What is a habit, and what is not yet: on both sides of every threshold.
@Suite struct HabitTests {
  private static let now: Timestamp = 1_795_000_000
  private static let day: Timestamp = 86_400
  private static let archive = HabitEdit(tags: TagEdit(remove: [.inbox]))
  private let clock = LocalClock.utc(now: now)

  /// A message for each letter, the newest first, a day and a group each from yesterday back: `a` was
  /// archived unread, `r` after it was read, `l` left, `u` taken back, `s` marked as spam.
  private func decisions(_ letters: String, days: Int = 90, groups: Int = 90) -> [Decision] {
    letters.enumerated().map { index, letter in
      let time = Self.now - Self.day * Timestamp(1 + index % days)
      let id = MessageID("m\(1000 + index)")
      let step = StepID(Int64(1 + index % groups))
      return switch letter {
      case "a": Decision(id, at: time, .done(Self.archive), by: step, wasUnread: true)
      case "r": Decision(id, at: time, .done(Self.archive), by: step, wasUnread: false)
      case "u": Decision(id, at: time, .takenBack, by: step, wasUnread: true)
      case "s":
        Decision(
          id,
          at: time,
          .done(HabitEdit(tags: TagEdit(add: ["spam"], remove: [.inbox]))),
          by: step,
          wasUnread: true
        )
      default: Decision(id, at: time, .left)
      }
    }
  }

  private func isStrong(_ letters: String, days: Int = 90, groups: Int = 90) -> Bool {
    let counted = Habit.counted(decisions(letters, days: days, groups: groups))
    return Habit(Self.archive, in: counted, clock)?.isStrong ?? false
  }

  private func mixed(_ k: Int, of n: Int) -> String {
    String(repeating: "a", count: k) + String(repeating: "l", count: n - k)
  }

  @Test(arguments: [(11, 11), (19, 20), (28, 30), (45, 50)])
  func `L38 so many of so many are a habit, one fewer is none`(k: Int, n: Int) {
    #expect(Habit.isUsual(k, of: n) && !Habit.isUsual(k - 1, of: n))
    #expect(isStrong(mixed(k, of: n)) && !isStrong(mixed(k - 1, of: n)))
    #expect(!Habit.isUsual(10, of: 10) && !isStrong(mixed(10, of: 10)))
    #expect(!Habit.isUsual(0, of: 0) && Habit.fewest == 11)
  }

  @Test func `L38 it takes five groups on four days, and one against it among the newest five`() {
    let all = mixed(20, of: 20)
    #expect(isStrong(all, groups: 5) && !isStrong(all, groups: 4))
    #expect(isStrong(all, days: 4) && !isStrong(all, days: 3))
    #expect(isStrong("alaaa" + mixed(25, of: 25)))
    #expect(!isStrong("alala" + mixed(45, of: 45)))
    #expect(isStrong("aaaaa" + mixed(38, of: 38) + "ll"))
  }

  @Test func `L38 what was read first, taken back, left or done otherwise speaks against it`() {
    for other in ["r", "l", "u", "s"] {
      #expect(isStrong("aaaaaaaaaa" + other + "aaaaaaaaa"), "\(other)")
      #expect(!isStrong("aaaaa" + other + "aaaaa" + other + "aaaaaaaa"), "\(other)")
    }
  }

  @Test func `L38 the newest must be three weeks old at most`() {
    var old = decisions(mixed(20, of: 20))
    for index in old.indices {
      old[index].time = Self.now - Habit.freshness - Self.day * Timestamp(index)
    }
    #expect(Habit(Self.archive, in: Habit.counted(old), clock)?.isStrong == true)
    old[0].time -= 1
    #expect(Habit(Self.archive, in: Habit.counted(old), clock)?.isStrong == false)
  }

  @Test func `L23 read newest first until nothing older can matter, habits are those of the whole`()
  {
    var chance = SplitMix(38)
    var (strong, cut) = (0, 0)
    for _ in 0..<3_000 {
      let all = sweeps(&chance)
      var known: ArraySlice<Decision> = []
      while let next = all.dropFirst(known.count).first {
        let isOld = Self.now - next.time > Habit.freshness
        if isOld, !Habit.mayNeedOlder(Habit.counted(Array(known)), clock) { break }
        known = all.prefix { $0.time >= next.time }
      }
      let habits = [Array(known), all].map {
        Habit(Self.archive, in: Habit.counted($0), clock).flatMap { $0.isStrong ? $0 : nil }
      }
      #expect(habits[0] == habits[1])
      strong += habits[1] == nil ? 0 : 1
      cut += known.count < all.count ? 1 : 0
    }
    #expect(strong > 200 && strong < 2_800 && cut > 1_000)
  }

  /// What was decided about one source's mail in up to 40 groups of some messages each, newest first.
  private func sweeps(_ chance: inout SplitMix) -> [Decision] {
    let others = Int(chance.next() % 12)
    let gap = Self.day * Timestamp(1 + chance.next() % 3)
    return (0..<Int(1 + chance.next() % 40)).flatMap { group in
      (0..<Int(1 + chance.next() % 8)).map { place in
        let kinds: [Decision.Kind] = [.done(Self.archive), .left, .takenBack]
        let isOther = chance.next() % 100 < UInt64(others)
        return Decision(
          MessageID("m\(chance.next() % 1_000).\(group).\(place)"),
          at: Self.now - gap * Timestamp(1 + group),
          kinds[isOther ? Int(chance.next() % 3) : 0],
          by: StepID(Int64(1 + group)),
          wasUnread: chance.next() % 50 == 0 ? false : chance.next() % 2 == 0 ? nil : true
        )
      }
    }
  }

  @Test
  func `L22 of a sweep five messages count, the first by their bytes, and of all the newest fifty`()
  {
    let sweep = decisions(mixed(60, of: 60), groups: 1)
    #expect(Habit.counted(sweep).map(\.message.text).sorted() == (1000...1004).map { "m\($0)" })
    let many = Habit.counted(decisions(mixed(60, of: 60)))
    #expect(many.count == 50 && many.first?.message == "m1000")
  }

  @Test func `L22 the decision is what took a message from the inbox, else the newest that stands`()
  {
    let times: [StepID: Timestamp] = [StepID(1): 10, StepID(2): 20, StepID(3): 30]
    func deed(_ step: Int64, stands: Bool, archives: Bool) -> Deed {
      let tag: MailTag = archives ? .inbox : "flagged"
      var deed = Deed(step: StepID(step), edit: HabitEdit(tags: TagEdit(remove: [tag])))
      (deed.hasEffect, deed.stands, deed.archives) = (true, stands, stands && archives)
      return deed
    }
    func decided(_ deeds: Deed...) -> (Timestamp, Decision.Kind)? {
      Decision(MessageDeeds(message: "m", deeds: deeds, marks: []), of: times)
        .map { ($0.time, $0.kind) }
    }
    let star = HabitEdit(tags: TagEdit(remove: ["flagged"]))
    let first = decided(
      deed(1, stands: true, archives: true),
      deed(2, stands: true, archives: false)
    )
    #expect(first?.0 == 10 && first?.1 == .done(Self.archive))
    let second = decided(
      deed(1, stands: false, archives: true),
      deed(2, stands: true, archives: false),
      deed(4, stands: true, archives: true)
    )
    #expect(second?.0 == 20 && second?.1 == .done(star))
    let third = decided(
      deed(1, stands: false, archives: true),
      deed(3, stands: false, archives: true)
    )
    #expect(third?.0 == 30 && third?.1 == .takenBack)
    #expect(decided(deed(4, stands: true, archives: true)) == nil)
  }

  @Test
  func
    `L23 whether mail was unread until then is what the group says, else the one before or after`()
  {
    func was(_ marks: UnreadMark...) -> Bool? {
      var deed = Deed(step: StepID(5), edit: Self.archive)
      deed.olderMarks = marks.count { $0.step < deed.step }
      return MessageDeeds(message: "m", deeds: [deed], marks: marks).wasUnread(before: deed)
    }
    func mark(_ step: Int64, _ before: Bool, _ after: Bool) -> UnreadMark {
      UnreadMark(step: StepID(step), before: before, after: after)
    }
    #expect(was(mark(4, false, false), mark(5, true, false)) == true)
    #expect(was(mark(3, true, false), mark(4, false, true), mark(6, false, false)) == true)
    #expect(was(mark(6, false, true)) == false)
    #expect(was() == nil)
  }

  @Test func `L24 what gives mail to the person, or puts it away until a time, is no rule`() {
    let edits: [(TagEdit, Bool)] = [
      (TagEdit(remove: [.inbox]), true), (TagEdit(add: ["todo"]), true), (TagEdit(), false),
      (TagEdit(add: [.inbox]), false), (TagEdit(add: [.unread], remove: [.inbox]), false),
      (TagEdit(add: ["snoozed", "snoozed/2026-11-23T08:00Z"], remove: [.inbox]), false),
    ]
    for (edit, expected) in edits {
      #expect(HabitEdit(tags: edit).canBeRule == expected, "\(edit)")
    }
    #expect(HabitEdit(tags: TagEdit(), folder: "Lists").canBeRule)
    let ended = TagEdit(remove: [.inbox, "woken", "snoozed", "snoozed/2026-11-23T08:00Z"])
    #expect(HabitEdit(tags: ended) == Self.archive)
  }

  @Test
  func `a suggestion's id depends on what it says alone, and its rule is of its last actions`()
    throws
  {
    func suggestion(_ notations: [String]) throws -> Suggestion {
      let counted = Habit.counted(decisions(mixed(12, of: 12)))
      let habit = try #require(Habit(Self.archive, in: counted, clock))
      return Suggestion(habit, of: MailSourceName(.list, "x.org"), notations: notations)
    }
    let table = ActionTable()
    let (one, two) = (try suggestion(["archive"]), try suggestion(["remove-tag:inbox"]))
    #expect(one.id == two.id && one.id.count == 8)
    #expect(one.actions(in: table).map(\.notation) == ["archive"])
    let unknown = try suggestion(["my-own"])
    #expect(unknown.actions(in: table).map(\.notation) == ["remove-tag:inbox"])
    let changed = try suggestion(["delete"])
    #expect(changed.actions(in: table).map(\.notation) == ["remove-tag:inbox"])
  }
}

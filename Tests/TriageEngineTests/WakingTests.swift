import Foundation
import Journal
import MailIndex
import Synchronization
import TestSupport
import Testing
import TriageCore

@testable import TriageEngine

/// Mail that is put away and comes back, on a real index with a real journal.
@Suite(.bothHistories) struct WakingTests {
  /// What the clock of every engine here begins with.
  private static let now = Timestamp(1_790_000_000)
  private static let time = WakeTime(notBefore: now + 3_600)
  private static let snooze = MailAction.snooze(SnoozePhrase(time))

  private func bench(at time: Timestamp = now) throws -> EngineBench {
    let bench = try EngineBench()
    try bench.mail.deliver(
      SampleMessage("a1@example.org", date: Self.now - 900, tags: ["inbox", "unread"]),
      SampleMessage(
        "a2@example.org",
        date: Self.now - 800,
        replyTo: "a1@example.org",
        tags: ["sent"]
      ),
      SampleMessage(
        "a3@example.org",
        date: Self.now - 700,
        replyTo: "a1@example.org",
        tags: ["inbox"]
      ),
      SampleMessage("b1@example.org", date: Self.now - 600, tags: ["todo"]),
      SampleMessage(
        "b2@example.org",
        date: Self.now - 500,
        replyTo: "b1@example.org",
        tags: ["todo"]
      )
    )
    bench.restart { $0.now = { time } }
    return bench
  }

  private func messages(_ bench: EngineBench, _ query: String) throws -> [String] {
    try bench.mail.notmuch("search", "--output=messages", "--exclude=false", query)
      .split(separator: "\n").map { String($0.dropFirst(3).prefix(2)) }.sorted()
  }

  @Test func `L1 of a thread what is in the inbox is put away, else its newest message`() throws {
    let bench = try bench()
    let before = try bench.mail.dump()
    let result = bench.act(Self.snooze)
    #expect(result.changed == 3 && result.requested == 3)
    #expect(try messages(bench, "tag:\(Self.time.tag)") == ["a1", "a3", "b2"])
    #expect(try messages(bench, "tag:inbox") == [])
    // Again: those that are asleep are meant, and none other.
    let later = WakeTime(notBefore: Self.now + 7_200)
    bench.act(.snooze(SnoozePhrase(later)))
    #expect(try messages(bench, "tag:\(later.tag)") == ["a1", "a3", "b2"])
    #expect(try messages(bench, "tag:\(Self.time.tag)") == [])
    bench.undo()
    #expect(try messages(bench, "tag:\(Self.time.tag)") == ["a1", "a3", "b2"])
    bench.undo()
    #expect(try bench.mail.dump() == before)
  }

  @Test func `L7 what is due wakes as one group, and plain undo passes over it`() throws {
    let bench = try bench()
    bench.act(Self.snooze)
    let asleep = try bench.mail.dump()
    #expect(bench.change(.wake, background: true).kind == .nothing)
    bench.restart { $0.now = { Self.time.time } }
    let woken = bench.change(.wake, background: true)
    #expect(woken.changed == 3 && woken.name == ActionName(.wake))
    #expect(try messages(bench, "tag:inbox and tag:woken") == ["a1", "a3", "b2"])
    #expect(try messages(bench, "tag:snoozed") == [])
    // Undo passes over it: the snooze is what it takes, and what has woken stays.
    #expect(bench.engine.headName == ActionName(Self.snooze))
    bench.undo(any: true)
    #expect(try bench.mail.dump() == asleep)
  }

  @Test func `L2 L7 taken back past two snoozes, mail that has woken stays as it woke`() throws {
    let bench = try bench()
    let clock = Mutex(Self.now)
    bench.restart { $0.now = { clock.withLock { $0 } } }
    let first = Self.time
    let second = WakeTime(notBefore: Self.now + 7_200)
    bench.act(Self.snooze, on: "id:a1@example.org")
    bench.act(.snooze(SnoozePhrase(second)), on: "id:a1@example.org")
    clock.withLock { $0 = second.time }
    #expect(bench.change(.wake, background: true).changed == 1)
    let woken = try bench.mail.dump()
    for reason in [SkipReason.kept, .alreadySo] {
      #expect(bench.undo().skipped.map(\.reason) == [reason])
      #expect(try bench.mail.dump() == woken)
    }
    for _ in 0..<2 {
      bench.redo()
      #expect(try bench.mail.dump() == woken)
    }
    // The waking itself can be taken back, and only then the mail sleeps again.
    bench.undo()
    bench.undo(any: true)
    #expect(try messages(bench, "tag:\(first.tag)") == ["a1"])
    #expect(try messages(bench, "tag:\(second.tag) or tag:woken") == [])
  }

  @Test func `L5 a snooze that is taken back later leaves archived mail where it is`() throws {
    let bench = try bench()
    let second = WakeTime(notBefore: Self.now + 7_200)
    bench.act(Self.snooze, on: "id:a1@example.org")
    let snooze = bench.act(.snooze(SnoozePhrase(second)), on: "id:a1@example.org")
    bench.act(.fixed(.archive), on: "id:a1@example.org")
    let archived = try bench.mail.dump()
    #expect(bench.turn(.revert, snooze.step).skipped.map(\.reason) == [.kept])
    #expect(try bench.mail.dump() == archived)
  }

  @Test func `L7 with nothing due there is no lock and no group`() throws {
    let bench = try bench()
    bench.act(Self.snooze)
    let other = try bench.index.openForWriting()
    defer { other.abandon() }
    let result = bench.change(.wake, background: true)
    #expect(result.kind == .nothing && result.failure == nil)
    #expect(try bench.journal.steps(HistoryFilter(all: true)).count == 1)
  }

  @Test func `L4 L6 mail of another machine wakes by its tags alone`() throws {
    let bench = try bench(at: Self.time.time + 60)
    try bench.mail.tag("+snoozed", "+\(Self.time.tag)", "-inbox", "id:a1@example.org")
    try bench.mail.tag("+snoozed", "-inbox", "id:a3@example.org")
    try bench.mail.tag("+snoozed/x", "-inbox", "id:b1@example.org")
    try bench.mail.tag("+snoozed", "+\(Self.time.tag)", "+deleted", "id:b2@example.org")
    #expect(bench.change(.wake, background: true).changed == 3)
    #expect(try messages(bench, "tag:inbox and tag:woken") == ["a1", "a3"])
    #expect(try messages(bench, "tag:snoozed") == [])
    #expect(try messages(bench, "tag:snoozed/x") == ["b1"])
    #expect(try messages(bench, "tag:deleted and not tag:inbox") == ["b2"])
  }

  @Test func `L7 what has woken and was put aside since is marked no more`() throws {
    let bench = try bench(at: Self.time.time)
    try bench.mail.tag("+woken", "id:b1@example.org")
    try bench.mail.tag("+snoozed", "+\(Self.time.tag)", "-inbox", "id:a1@example.org")
    bench.change(.wake, background: true)
    #expect(try messages(bench, "tag:woken") == ["a1"])
  }

  @Test func `L9 what was sent back to sleep is left alone for a day`() throws {
    let clock = Mutex(Self.time.time)
    let bench = try bench()
    bench.act(Self.snooze)
    bench.restart { $0.now = { clock.withLock { $0 } } }
    #expect(bench.change(.wake, background: true).changed == 3)
    bench.undo(any: true)
    let asleep = try bench.mail.dump()
    for hours in [0, 1, 23] as [Timestamp] {
      clock.withLock { $0 = Self.time.time + hours * 3_600 }
      #expect(bench.change(.wake, background: true).changed == 0, "\(hours)")
    }
    #expect(try bench.mail.dump() == asleep)
    clock.withLock { $0 = Self.time.time + 86_400 }
    #expect(bench.change(.wake, background: true).changed == 3)
  }

  @Test func `L9 for what was sent back to sleep no lock is taken`() throws {
    let clock = Mutex(Self.now)
    let bench = try bench()
    bench.restart { $0.now = { clock.withLock { $0 } } }
    bench.act(Self.snooze, on: "id:a1@example.org")
    let later = WakeTime(notBefore: Self.now + 90 * 3_600)
    bench.act(.snooze(SnoozePhrase(later)), on: "id:b1@example.org")
    clock.withLock { $0 = Self.time.time }
    #expect(bench.change(.wake, background: true).changed == 1)
    bench.undo(any: true)
    let other = try bench.index.openForWriting()
    defer { other.abandon() }
    let result = bench.change(.wake, background: true)
    #expect(result.kind == .nothing && result.failure == nil)
    clock.withLock { $0 = Self.time.time + 86_400 }
    #expect(bench.change(.wake, background: true).failure?.code == .locked)
  }

  private func wake(_ bench: EngineBench, newMail: Bool = true) -> ChangeResult {
    var context = bench.context
    context.background = true
    let effects = ActionEffects(wakesForNewMail: newMail)
    let request = ChangeRequest(.wake, context: context, effects: effects)
    return bench.engine.change(request, control: bench.control)
  }

  private func answer(
    _ bench: EngineBench,
    _ id: String = "a4",
    date: Timestamp = now,
    tags: Set<MailTag> = ["inbox", "unread"]
  ) throws {
    try bench.mail.deliver(
      SampleMessage("\(id)@example.org", date: date, replyTo: "a1@example.org", tags: tags)
    )
  }

  @Test func `L11 new mail in its thread wakes what sleeps, and nothing else`() throws {
    let bench = try bench()
    bench.act(Self.snooze)
    #expect(wake(bench).kind == .nothing)
    try answer(bench)
    #expect(wake(bench, newMail: false).kind == .nothing)
    let woken = wake(bench)
    #expect(woken.changed == 2 && woken.name == ActionName(.wake))
    #expect(try messages(bench, "tag:inbox and tag:woken") == ["a1", "a3"])
    #expect(try messages(bench, "tag:snoozed") == ["b2"])
    #expect(wake(bench).kind == .nothing)
  }

  @Test func `L11 what is old, archived or starred since is no new mail`() throws {
    let bench = try bench()
    try answer(bench, "a0", date: Self.now - 86_401, tags: ["old"])
    bench.act(Self.snooze, on: "tag:inbox")
    try answer(bench, "a4", tags: ["sent"])
    try bench.mail.tag("+inbox", "+flagged", "--", "id:a0@example.org")
    try bench.mail.tag("+flagged", "--", "id:a1@example.org")
    #expect(wake(bench).kind == .nothing)
    try answer(bench, "a5", date: Self.now - 86_400)
    #expect(wake(bench).changed == 2)
  }

  @Test func `L11 what another machine has put away wakes by its time only`() throws {
    let bench = try bench()
    try bench.mail.tag("+snoozed", "+\(Self.time.tag)", "-inbox", "--", "id:a1@example.org")
    try answer(bench)
    #expect(wake(bench).kind == .nothing)
  }

  @Test func `L9 L11 what was sent back to sleep after an answer is left alone for a day`() throws {
    let clock = Mutex(Self.now)
    let bench = try bench()
    bench.restart { $0.now = { clock.withLock { $0 } } }
    let late = WakeTime(notBefore: Self.now + 90 * 86_400)
    bench.act(.snooze(SnoozePhrase(late)))
    try answer(bench)
    #expect(wake(bench).changed == 2)
    bench.undo(any: true)
    #expect(wake(bench).kind == .nothing)
    clock.withLock { $0 = Self.now + 86_400 }
    #expect(wake(bench).changed == 2)
  }

  @Test func `L8 where nothing was to wake, only what has changed since is looked at`() throws {
    let bench = try bench()
    bench.act(Self.snooze)
    #expect(wake(bench).kind == .nothing)
    bench.faults.queries = []
    #expect(wake(bench).kind == .nothing && bench.faults.queries.isEmpty)
    try bench.mail.deliver(SampleMessage("c1@example.org", date: Self.now, tags: ["inbox"]))
    #expect(wake(bench).kind == .nothing && !bench.faults.queries.isEmpty)
    #expect(bench.faults.queries.allSatisfy { $0.contains("lastmod:") })
    bench.faults.queries = []
    #expect(wake(bench, newMail: false).kind == .nothing && wake(bench).kind == .nothing)
    #expect(bench.faults.queries.first == "tag:snoozed")
    try answer(bench)
    #expect(wake(bench, newMail: false).kind == .nothing)
    #expect(wake(bench).changed == 2)
  }

  @Test func `L9 L11 what sleeps again by an undo wakes after a day, without new mail`() throws {
    let clock = Mutex(Self.now)
    let bench = try bench()
    bench.restart { $0.now = { clock.withLock { $0 } } }
    bench.act(.snooze(SnoozePhrase(WakeTime(notBefore: Self.now + 90 * 86_400))))
    try answer(bench)
    #expect(wake(bench).changed == 2)
    #expect(wake(bench).kind == .nothing)
    bench.undo(any: true)
    #expect(wake(bench).kind == .nothing)
    clock.withLock { $0 = Self.now + 86_399 }
    #expect(wake(bench).kind == .nothing)
    clock.withLock { $0 = Self.now + 86_400 }
    #expect(wake(bench).changed == 2)
  }

  @Test func `L11 what another process does to the history is looked at, though no tag changes`()
    throws
  {
    let bench = try bench()
    // It has died before it could note that the tags were written.
    let step = try bench.recordIntent(
      TagEdit(add: [WakeTime.asleep, Self.time.tag], remove: [.inbox]),
      on: ["a1@example.org"]
    )
    try bench.commitTags(
      TagEdit(add: [WakeTime.asleep, Self.time.tag], remove: [.inbox]),
      on: ["a1@example.org"]
    )
    let own = try bench.index.revision()
    try answer(bench)
    #expect(wake(bench).kind == .nothing)
    let another = try bench.anotherJournal()
    #expect(try another.advance(step, from: .intent, to: .done, revisionAfter: own))
    #expect(wake(bench).changed == 1)
  }

  @Test(arguments: [TriageCore.SortOrder.newestFirst, .oldestFirst, .sender])
  func `L12 what has woken stands first, and on one page only`(sort: TriageCore.SortOrder) throws {
    let bench = try EngineBench()
    try bench.mail.deliver(
      (0..<12).map { number in
        SampleMessage(
          "m\(number)@example.org",
          date: Self.now - 100 * Timestamp(number),
          tags: [2, 7, 11].contains(number) ? ["inbox", "woken"] : ["inbox"]
        )
      }
        // It is the thread that stands on top, whichever of its messages the list has.
        + [
          SampleMessage(
            "n7@example.org",
            date: Self.now - 90_000,
            replyTo: "m7@example.org",
            tags: ["woken"]
          ),
          SampleMessage("other@example.org", tags: ["woken"]),
        ]
    )
    try bench.mail.tag("-woken", "--", "id:m7@example.org")
    func pages(wokenFirst: Bool) throws -> [ThreadID] {
      var threads: [ThreadID] = []
      var skip: Int? = 0
      while let next = skip {
        let reply = try bench.engine.list(
          "tag:inbox",
          sort,
          next,
          3,
          0,
          wokenFirst: wokenFirst
        ) { _, _ in true }
        guard case .list(let page, rows: _) = reply else { return [] }
        threads += page.entries.map(\.thread)
        skip = page.next
      }
      return threads
    }
    let byDate = try pages(wokenFirst: false)
    let woken = try bench.index.list("tag:woken", sort: .newestFirst, skip: 0, limit: 9).entries
    let isWoken = Set(woken.map(\.thread))
    #expect(byDate.count == 12 && byDate.filter(isWoken.contains).count == 3)
    #expect(
      try pages(wokenFirst: true)
        == byDate.filter(isWoken.contains) + byDate.filter { !isWoken.contains($0) }
    )
  }

  @Test func `L14 what sleeps is sorted by when it comes back, what has no time first`() throws {
    let bench = try bench()
    try bench.mail.deliver(
      SampleMessage("c1@example.org", subject: "Timeless", tags: ["snoozed"]),
      SampleMessage("d1@example.org", subject: "Awake")
    )
    let late = WakeTime(notBefore: Self.now + 90 * 86_400)
    bench.act(.snooze(SnoozePhrase(late)), on: "id:a3@example.org")
    bench.act(Self.snooze, on: "id:b1@example.org")
    // Of a thread the first of its messages counts.
    let soon = WakeTime(notBefore: Self.now + 600)
    bench.act(.snooze(SnoozePhrase(soon)), on: "id:a1@example.org")
    let page = try bench.engine.page(of: "*", .waking, skip: 0, limit: 10)
    let rows = try bench.index.rows(page.entries.map(\.thread), of: "*", sort: .newestFirst)
    #expect(rows.map { $0.messages.last?.text.prefix(2) } == ["c1", "a1", "b1", "d1"])
  }

  @Test func `L5 archived while it sleeps, mail does not come back`() throws {
    let bench = try bench()
    bench.act(Self.snooze)
    let asleep = try bench.mail.dump()
    bench.act(.fixed(.archive))
    #expect(try messages(bench, "tag:snoozed or tag:\(Self.time.tag)") == [])
    bench.undo()
    #expect(try bench.mail.dump() == asleep)
  }

  @Test(arguments: WritePoint.allCases.filter { $0 != .judged })
  func `L10 given up at any point, mail is asleep or awake and never lost`(
    point: WritePoint
  ) throws {
    struct Stop: Error {}
    let bench = try bench()
    let before = try bench.mail.dump()
    for wakes in [false, true] {
      if wakes { bench.restart { $0.now = { Self.time.time } } }
      let old = try bench.mail.dump()
      var control = bench.control
      var isCancelled = false
      control.reached = { if $0 == point { isCancelled = true } }
      control.isCancelled = { isCancelled }
      let result =
        wakes
        ? bench.change(.wake, background: true, control: control)
        : bench.act(Self.snooze, control: control)
      let now = try bench.mail.dump()
      #expect((result.step == nil) == (now == old), "\(point): \(result)")
      if now == old {
        _ = wakes ? bench.change(.wake, background: true) : bench.act(Self.snooze)
      }
    }
    #expect(try messages(bench, "tag:inbox and tag:woken") == ["a1", "a3", "b2"])
    bench.undo(any: true)
    bench.undo(any: true)
    #expect(try bench.mail.dump() == before)
  }
}

extension TriageEngine {
  /// What undo would take.
  fileprivate var headName: ActionName? { (try? history.head())?.undo?.name }
}

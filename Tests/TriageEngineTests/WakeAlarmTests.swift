import MailIndex
import Synchronization
import TestSupport
import Testing
import TriageCore

@testable import TriageEngine

/// When an engine tells its screen that mail is due: real mail, and a clock that a test sets.
@Suite final class WakeAlarmTests {
  private static let now = Timestamp(1_790_000_000)
  private static let time = WakeTime(notBefore: now + 3_600)
  private static let later = WakeTime(notBefore: now + 7_200)

  private let bench: EngineBench
  private let clock = SetClock(WakeAlarmTests.now)
  private var alarm = WakeAlarm()

  init() throws {
    bench = try EngineBench(messages: 1)
    bench.restart { [clock] in $0.now = { clock.time } }
  }

  private func goesOff(at time: Timestamp) -> Bool {
    clock.time = time
    return alarm.goesOff(bench.engine)
  }

  private func snooze(until time: WakeTime) {
    bench.act(.snooze(SnoozePhrase(time)))
    alarm.indexChanged()
  }

  @Test func `L8 the alarm goes off when the clock shows the time, however it came to that`() {
    #expect(!goesOff(at: Self.now))
    snooze(until: Self.time)
    #expect(!goesOff(at: Self.now))
    #expect(!goesOff(at: Self.time.time - 1))
    #expect(!goesOff(at: Self.now - 365 * 86_400))
    #expect(goesOff(at: Self.now + 365 * 86_400))
  }

  @Test func `L8 undo of a later time has the alarm go off at the earlier one again`() {
    snooze(until: Self.time)
    snooze(until: Self.later)
    #expect(!goesOff(at: Self.now) && !goesOff(at: Self.time.time))
    clock.time = Self.now
    bench.undo()
    alarm.indexChanged()
    #expect(!goesOff(at: Self.now) && goesOff(at: Self.time.time))
  }

  @Test func `L8 what another program holds up is told of again, each time twice as late`() throws {
    snooze(until: Self.time)
    let other = try bench.index.openForWriting()
    defer { other.abandon() }
    let start = Self.time.time
    let moments = (0...7_200).filter { goesOff(at: start + Timestamp($0)) }
    #expect(moments == [0, 30, 90, 210, 450, 930, 1_890, 3_810])
    // At most an hour later.
    #expect(goesOff(at: start + 7_410) && goesOff(at: start + 11_010))
  }

  @Test func `L9 what was sent back to sleep has the alarm go off after a day`() {
    snooze(until: Self.time)
    #expect(goesOff(at: Self.time.time))
    #expect(bench.change(.wake, background: true).changed == 1)
    bench.undo(any: true)
    alarm.indexChanged()
    let start = Self.time.time
    #expect((0..<86_400).allSatisfy { !goesOff(at: start + $0) })
    #expect(goesOff(at: start + 86_400))
  }

  @Test func `L11 new mail in a thread has the alarm go off, other mail does not`() throws {
    snooze(until: Self.time)
    alarm.note(ActionEffects(wakesForNewMail: true))
    #expect(!goesOff(at: Self.now))
    try bench.mail.deliver(
      SampleMessage("other@example.org", date: Self.now, tags: ["inbox", "unread"])
    )
    alarm.indexChanged()
    #expect(!goesOff(at: Self.now))
    try bench.mail.deliver(
      SampleMessage(
        "answer@example.org",
        date: Self.now,
        replyTo: "c0@example.org",
        tags: ["inbox", "unread"]
      )
    )
    #expect(!goesOff(at: Self.now))
    alarm.indexChanged()
    #expect(goesOff(at: Self.now))
    // What was not woken is told of again, although nothing has changed since.
    #expect(!goesOff(at: Self.now + 29) && goesOff(at: Self.now + 30))
  }

  @Test func `L8 behind a history that cannot be used nothing is told of`()
    throws
  {
    snooze(until: WakeTime(notBefore: Self.now - 3_600))
    let broken = bench.engineWithoutHistory(because: TriageFailure(.journalDamaged, "/history"))
    let goesOff = alarm.goesOff(broken)
    #expect(!goesOff)
  }
}

/// A clock that shows what it was set to.
private final class SetClock: Sendable {
  private let shown: Mutex<Timestamp>

  init(_ time: Timestamp) { shown = Mutex(time) }

  var time: Timestamp {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }
}

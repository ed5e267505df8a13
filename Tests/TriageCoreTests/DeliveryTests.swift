import TestSupport
import Testing
import TriageCore

/// What a program's exit means, and when a message is due.
@Suite struct DeliveryTests {
  private func verdict(_ exit: Int32?, _ errors: String = "") -> DeliveryVerdict {
    DeliveryVerdict(DeliveryEnd(exit: exit, errors: errors))
  }

  @Test func `W22: an exit is known as sent, not sent, not sent for now, or nothing is known`() {
    #expect(verdict(0) == .sent && verdict(0, "x: 451 y") == .sent)
    #expect([68, 75].allSatisfy { verdict($0) == .mayPass })
    let final: Set<Int32> = [64, 65, 66, 67, 69, 70, 72, 73, 77, 78, 126, 127]
    #expect(final.allSatisfy { verdict($0) == .notSent })
    for exit in 1...255 as ClosedRange<Int32>
    where !final.contains(exit) && ![68, 75].contains(exit) {
      #expect(verdict(exit) == .unknown, "\(exit)")
    }
    #expect(verdict(nil) == .unknown)
    #expect(DeliveryVerdict(DeliveryEnd(exit: nil, hasBegun: false)) == .notSent)
    var queued = DeliveryEnd(exit: 75)
    queued.hasQueued = true
    #expect(DeliveryVerdict(queued) == .unknown)
  }

  @Test(arguments: [
    ("msmtp: server message: 451 4.7.1 Greylisted", true),
    ("msmtp: server message: 450-4.2.0 a\nmsmtp: server message: 450 b", true),
    ("msmtp: server message: 554 5.7.1 no", false), ("took 451 ms", false), (": 4510 x", false),
    ("msmtp: recipient address b@x not accepted by the server\nx: 550 no", false), ("", false),
  ])
  func `W22: a refusal may pass if the server's reply says so`(errors: String, mayPass: Bool) {
    for exit in [65, 69] as [Int32] {
      #expect(verdict(exit, errors) == (mayPass ? .mayPass : .notSent))
    }
    #expect(verdict(76, errors) == .unknown && verdict(77, errors) == .notSent)
  }

  @Test func `W22: what may pass is tried less and less often, for three days`() {
    let delays = (1...8).map { DeliveryRetry.delay(after: $0, since: 0).map { $0 / 60 } }
    #expect(delays == [1, 2, 5, 15, 30, 60, 60, 60])
    #expect(DeliveryRetry.delay(after: 70, since: 259_199) == 3_600)
    #expect(DeliveryRetry.delay(after: 70, since: 259_200) == nil)
  }

  @Test func `W18: a hold counts waking time, whatever the clock says`() {
    let second: Int64 = 1_000_000_000
    let hold = SendingHold(of: 20, from: MachineMoment(boot: "a", awake: 5 * second, wall: 1_000))
    func rest(_ boot: String, _ awake: Int64, _ wall: Timestamp) -> SendingHold.Rest {
      hold.rest(at: MachineMoment(boot: boot, awake: awake, wall: wall))
    }
    #expect(rest("a", 5 * second, 1_000) == .seconds(20))
    for wall in [0, 1_019, 9_999_999] as [Timestamp] {
      #expect(rest("a", 24 * second, wall) == .seconds(1), "the clock was set")
      #expect(rest("a", 25 * second - 1, wall) == .lasts(.nanoseconds(1)))
      #expect(rest("a", 25 * second, wall) == .seconds(0))
    }
    #expect(rest("a", .max, 0) == .seconds(0))
    #expect(rest("a", 4 * second, 2_000) == .beginsAnew, "no machine is younger than it was")
    #expect(rest("b", 1, 1_005) == .seconds(15) && rest("b", 1, 1_020) == .seconds(0))
    #expect(rest("b", 99 * second, 999) == .beginsAnew, "the clock was set back meanwhile")
  }
}

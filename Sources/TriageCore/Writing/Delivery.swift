/// How a delivery program ended, and what it said.
package struct DeliveryEnd: Hashable, Sendable {
  /// Its exit; `nil` if it has none: it was not started, a signal ended it, or its time was over.
  package var exit: Int32?
  /// Whether it was started at all.
  package var hasBegun: Bool
  /// The end of what it wrote to standard error.
  package var errors: String
  /// Whether its exit says that it has put the message into a queue of its own.
  package var hasQueued = false

  /// Makes the record of one end.
  package init(exit: Int32?, hasBegun: Bool = true, errors: String = "") {
    self.exit = exit
    self.hasBegun = hasBegun
    self.errors = errors
  }
}

/// What the end of a delivery program means for the message that it was given.
///
/// In doubt a message counts as perhaps sent: only a person lets it leave a second time.
package enum DeliveryVerdict: Hashable, Sendable {
  /// A server has taken it over.
  case sent
  /// It has not left, and what was in the way may pass: it is tried again by itself.
  case mayPass
  /// It has not left, and will not as it is.
  case notSent
  /// Nobody knows.
  case unknown

  /// Judges an end; the numbers are those of `sysexits.h`, as msmtp and others use them.
  package init(_ end: DeliveryEnd) {
    guard end.hasBegun else {
      self = .notSent
      return
    }
    self =
      switch end.exit {
      case 0: .sent
      // It leaves from there, or does not.
      case _ where end.hasQueued: .unknown
      // Nobody to ask for the name of a host, which is what being offline looks like, and "try again".
      case 68, 75: .mayPass
      // A recipient, or the service, is refused for now or for good: only the server's reply tells.
      case 65, 69: end.namesPassingReply ? .mayPass : .notSent
      case 64, 66, 67, 70, 72, 73, 77, 78, 126, 127: .notSent
      case nil, .some: .unknown
      }
  }
}

extension DeliveryEnd {
  /// Whether the program quotes a reply of a server that says "not now": `: 451 4.7.1 …`.
  fileprivate var namesPassingReply: Bool { errors.contains(#/: 4[0-9][0-9][ \-]/#) }
}

/// When a message that could not leave for now is tried again.
package enum DeliveryRetry {
  /// What has not left by then is given back to its writer.
  package static let lasting: Timestamp = 3 * 86_400

  /// Returns the seconds to wait before the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: How many there were; at least one.
  ///   - since: The seconds since the first.
  /// - Returns: The time to wait; `nil` if it has been tried for long enough.
  package static func delay(after attempts: Int, since: Timestamp) -> Timestamp? {
    guard since < lasting else { return nil }
    let minutes: [Timestamp] = [1, 2, 5, 15, 30]
    return 60 * (minutes.indices.contains(attempts - 1) ? minutes[attempts - 1] : 60)
  }
}

/// A moment as a machine knows it without trusting its clock.
package struct MachineMoment: Hashable, Sendable {
  /// Which start of the machine it is; `nil` where only the time of day counts.
  package var boot: String?
  /// Nanoseconds of waking time since that start: sleep does not count.
  package var awake: Int64
  /// The time of day, which somebody may set.
  package var wall: Timestamp

  /// Makes a moment.
  package init(boot: String?, awake: Int64, wall: Timestamp) {
    self.boot = boot
    self.awake = awake
    self.wall = wall
  }
}

/// How long a message is held before it leaves.
package struct SendingHold: Hashable, Sendable {
  /// When it began: the moment at which it was durable.
  package var begin: MachineMoment
  /// How long it lasts, in seconds.
  package var seconds: Int64

  /// Begins a hold.
  package init(of seconds: Int64, from begin: MachineMoment) {
    self.seconds = seconds
    self.begin = begin
  }

  /// What is left of a hold.
  package enum Rest: Hashable, Sendable {
    /// It goes on for so long; zero if it is over.
    case lasts(Duration)
    /// The clock was set back while the machine was off: nobody knows, so the hold begins anew.
    case beginsAnew

    /// It goes on for so many seconds.
    package static func seconds(_ seconds: Int64) -> Rest { .lasts(.seconds(seconds)) }
  }

  /// Returns what is left: by waking time, and after another start of the machine by the time of day.
  package func rest(at now: MachineMoment) -> Rest {
    guard let boot = begin.boot, boot == now.boot else {
      let passed = now.wall - begin.wall
      return passed < 0 ? .beginsAnew : .seconds(max(0, seconds - passed))
    }
    let (passed, isOver) = now.awake.subtractingReportingOverflow(begin.awake)
    guard !isOver, passed >= 0 else { return .beginsAnew }
    return .lasts(max(.zero, .seconds(seconds) - .nanoseconds(passed)))
  }
}

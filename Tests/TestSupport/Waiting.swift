import Glibc

/// How long a test waits for what must come.
///
/// It bounds a hang and promises nothing: however much else a machine has to do, what works comes
/// long before. What hangs on purpose in a test, hangs for longer.
package let hangGuard: Duration = .seconds(120)

/// Waits until something is so, and returns whether it has come to be; it is looked at that often.
package func eventually(
  every interval: Duration = .milliseconds(5),
  _ isSo: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + hangGuard
  repeat {
    if try isSo() { return true }
    pause(for: interval)
  } while ContinuousClock.now < end
  return false
}

/// Waits until something is so.
///
/// - Throws: `NeverSo` if it does not come to be.
package func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
  guard try eventually(isSo) else { throw NeverSo(what: what) }
}

/// Something that a test waited for never came to be.
package struct NeverSo: Error, CustomStringConvertible {
  package var what: String

  /// Says what never was.
  package init(what: String) {
    self.what = what
  }

  package var description: String { "never so: \(what)" }
}

/// Lets time pass where that is what happens: a key that does not come, a kill at some moment.
///
/// It is never a wait for something: that is `eventually`.
package func pause(for time: Duration) {
  let (seconds, attoseconds) = time.components
  var whole = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  var rest = timespec()
  while nanosleep(&whole, &rest) != 0, errno == EINTR { whole = rest }
}

/// What this thread has used of the processor: a measure that other programs hardly change.
package func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

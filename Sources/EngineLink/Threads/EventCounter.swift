private import CLinux
private import Glibc

/// Wakes a thread that waits in `poll`.
final class EventCounter: Sendable {
  private let event: OwnedDescriptor

  init() throws(LinkError) {
    let number = clinux_event()
    guard number >= 0 else { throw .system(call: "eventfd", errno: -number) }
    event = OwnedDescriptor(owning: number)
  }

  /// Readable after `signal`, until `clear`.
  var descriptor: Int32 { event.number }

  func signal() {
    var one: UInt64 = 1
    // It fails only when the counter is full, and then it is not zero, which is all that matters.
    _ = clinux_write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  func clear() {
    var count: UInt64 = 0
    _ = clinux_read(descriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Waits for `signal`; `nil` for as long as it takes.
  func wait(atMost time: Duration?) {
    let clock = ContinuousClock()
    let deadline = time.map { clock.now + $0 }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var result: Int32
    repeat {
      let rest = deadline.map { clock.now.duration(to: $0) }
      result = poll(&entry, 1, rest.map(milliseconds) ?? -1)
    } while result < 0 && errno == EINTR
  }
}

/// Rounds up, so that a wait never ends before its time only to be begun again.
private func milliseconds(_ time: Duration) -> Int32 {
  let (seconds, attoseconds) = time.components
  guard seconds < 1_000_000 else { return Int32.max }
  let whole = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  return Int32(max(0, whole))
}

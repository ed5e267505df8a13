private import CLinux
private import Glibc
private import Synchronization

/// Tells the other side from time to time that we are alive, whatever else we do.
///
/// It ends with its owner.
final class Heartbeat: Sendable {
  private let pulse: Pulse

  /// Starts it on a thread that ends with its body.
  init(
    _ sender: FrameSender,
    every time: Duration,
    start: (@escaping @Sendable () -> Void) -> Void
  ) {
    let pulse = Pulse()
    self.pulse = pulse
    start {
      while pulse.wait(time) {
        // Whoever waits for the other side finds out what has become of it.
        do throws(WireError) { try sender.send(.alive) } catch { return }
      }
    }
  }

  deinit { pulse.stop() }
}

/// What a beating thread waits on.
private final class Pulse: Sendable {
  private let event = clinux_event()
  private let isStopped = Mutex(false)

  deinit { if event >= 0 { close(event) } }

  func stop() {
    isStopped.withLock { $0 = true }
    var one: UInt64 = 1
    // It fails only when the counter is full, and then it is not zero, which is all that matters.
    _ = clinux_write(event, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits; returns whether to go on.
  func wait(_ time: Duration) -> Bool {
    let deadline = ContinuousClock.now + time
    var entry = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    while true {
      if isStopped.withLock({ $0 }) { return false }
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return true }
      let parts = rest.components
      // Interrupted, or without an event to wait on, it looks again.
      _ = poll(&entry, 1, clinux_poll_timeout(parts.seconds, parts.attoseconds))
    }
  }
}

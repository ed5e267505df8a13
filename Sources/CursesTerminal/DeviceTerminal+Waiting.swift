import Glibc
package import Screen

extension DeviceTerminal {
  /// Waits for keys, the mouse, signals, and other descriptors, in one `poll`.
  ///
  /// - Parameters:
  ///   - descriptors: Other descriptors to wait for until they can be read.
  ///   - full: Other descriptors to wait for until they take more.
  ///   - timeout: The longest wait; `nil` waits for ever.
  /// - Returns: What came; nothing if the time ran out.
  package func wait(
    for descriptors: [Int32],
    full: [Int32],
    timeout: Duration?
  ) -> TerminalReport {
    let end = timeout.map { ContinuousClock.now + $0 }
    let others =
      descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + full.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    while true {
      let ready = pollOnce(others, until: pending.isEmpty ? end : .now)
      let isOver = end.map { $0 <= .now } ?? false
      if !pending.isEmpty || !ready.isEmpty || isOver {
        defer { pending = [] }
        return TerminalReport(
          events: pending,
          readable: ready.filter { $0.events == Int16(POLLIN) }.map(\.fd),
          writable: ready.filter { $0.events == Int16(POLLOUT) }.map(\.fd)
        )
      }
    }
  }

  /// Waits once and handles what concerns the terminal; returns the other descriptors that are
  /// ready.
  private func pollOnce(
    _ others: [pollfd],
    until end: ContinuousClock.Instant?
  ) -> [pollfd] {
    var polled = [
      // A negative descriptor is passed over: a terminal that is gone would be ready for ever.
      pollfd(fd: isGone ? -1 : device.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outbox.isEmpty ? -1 : device.output, events: Int16(POLLOUT), revents: 0),
    ]
    polled += others
    let deadline = [end, decoder.deadline].compactMap(\.self).min()
    poll(&polled, nfds_t(polled.count), DeviceTerminal.milliseconds(until: deadline))
    if polled[1].revents != 0 { report(signals.take()) }
    if polled[0].revents != 0 { readKeys() } else { receive(decoder.expire(at: .now)) }
    if polled[2].revents != 0 { flush() }
    return polled.dropFirst(3).filter { $0.revents != 0 }
  }

  /// Rounds up, so that what is due at the deadline is due when the wait is over.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = max(.zero, deadline - .now)
    let (seconds, attoseconds) = left.components
    return Int32(
      clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    )
  }

  private func readKeys() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    switch buffer.withUnsafeMutableBytes({ device.read(into: $0) }) {
    case .bytes(let count): receive(decoder.feed(buffer.prefix(count), at: .now))
    case .wouldWait: receive(decoder.expire(at: .now))
    case .gone: markGone()
    }
  }

  /// Handles signals that came.
  func report(_ signals: Set<Int32>) {
    if signals.contains(SIGHUP) { markGone() }
    for signal in [SIGINT, SIGTERM] where signals.contains(signal) {
      pending.append(.signal(signal))
    }
    if signals.contains(SIGTSTP) {
      suspend()
    } else if signals.contains(SIGCONT) {
      resume()
    } else if signals.contains(SIGWINCH) {
      updateSize(always: true)
    }
  }
}

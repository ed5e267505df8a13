private import CLinux
private import Glibc

/// Bytes from another machine and to it.
///
/// One thread reads; whoever writes has agreed with the others who do.
package protocol ByteStream: AnyObject, Sendable {
  /// Returns what has come, at least a byte.
  ///
  /// - Throws: `.silent` if nothing comes in that time, `.ended` at the end.
  func read(within time: Duration) throws(WireError) -> [UInt8]

  /// Writes all of it.
  ///
  /// - Throws: `.silent` if nothing of it goes out in that time, `.ended` if nobody reads any more.
  func write(_ bytes: [UInt8], within time: Duration) throws(WireError)
}

/// Two open descriptors as a stream; they are closed with it.
package final class DescriptorStream: ByteStream {
  private let input: Int32
  private let output: Int32

  /// Takes over two descriptors, which become non-blocking.
  package init(input: Int32, output: Int32) {
    (self.input, self.output) = (input, output)
    for descriptor in [input, output] { _ = clinux_set_nonblocking(descriptor, true) }
  }

  deinit {
    // Nothing is lost when this fails: pipes keep no data for closing.
    close(input)
    if output != input { close(output) }
  }

  /// Returns the bytes that come next; none at the end.
  package func read(within time: Duration) throws(WireError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let deadline = ContinuousClock.now + time
    while true {
      let count = clinux_read(input, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count == -Int(EAGAIN) else { throw .ended }
      try wait(for: input, Int16(POLLIN), until: deadline)
    }
  }

  package func write(_ bytes: [UInt8], within time: Duration) throws(WireError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { clinux_write(output, $0.baseAddress, $0.count) }
      if count == -Int(EAGAIN) {
        try wait(for: output, Int16(POLLOUT), until: .now + time)
      } else if count < 0 {
        throw .ended
      } else {
        rest = rest.dropFirst(count)
      }
    }
  }

  private func wait(
    for descriptor: Int32,
    _ events: Int16,
    until deadline: ContinuousClock.Instant
  ) throws(WireError) {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { throw .silent }
      let parts = rest.components
      let ready = poll(&entry, 1, clinux_poll_timeout(parts.seconds, parts.attoseconds))
      if ready > 0 { return }
      guard ready == 0 || errno == EINTR else { throw .ended }
    }
  }
}

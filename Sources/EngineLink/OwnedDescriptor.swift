private import CLinux
private import Glibc

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The descriptor, to be used while the owner lives.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // Nothing is lost when this fails: pipes and events keep no data for closing.
    _ = close(number)
  }
}

extension OwnedDescriptor {
  /// Makes reading and writing return at once.
  func makeNonblocking() throws(LinkError) {
    try check(clinux_set_nonblocking(number, true), "fcntl")
  }

  /// Makes a pipe whose ends no started program inherits.
  static func pipe() throws(LinkError) -> Pipe {
    var ends: (Int32, Int32) = (-1, -1)
    // C sees the pair as the array of two that it is.
    let reason = withUnsafeMutableBytes(of: &ends) { bytes in
      clinux_pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    try check(reason, "pipe2")
    return Pipe(reader: OwnedDescriptor(owning: ends.0), writer: OwnedDescriptor(owning: ends.1))
  }

  /// Reads what is there; the descriptor must be non-blocking.
  ///
  /// It stops after a megabyte, so that a sender without end does not get all the time there is.
  ///
  /// - Parameter receive: Gets the bytes, piece by piece.
  /// - Returns: Whether the end was reached.
  /// - Throws: `.system`, and what `receive` throws.
  func drain(_ receive: (ArraySlice<UInt8>) throws(LinkError) -> Void) throws(LinkError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<16 {
      let count = buffer.withUnsafeMutableBytes { clinux_read(number, $0.baseAddress, $0.count) }
      if count == 0 { return true }
      if count == -Int(EAGAIN) { return false }
      guard count > 0 else { throw .system(call: "read", errno: Int32(-count)) }
      try receive(buffer[..<count])
    }
    return false
  }
}

/// The two ends of a pipe.
struct Pipe: ~Copyable {
  let reader: OwnedDescriptor
  let writer: OwnedDescriptor
}

/// Turns the result of a C call, 0 or an errno, into an error.
func check(_ reason: Int32, _ call: String) throws(LinkError) {
  guard reason == 0 else { throw .system(call: call, errno: reason) }
}

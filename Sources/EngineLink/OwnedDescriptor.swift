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

/// The standard input and output of a process that uses them for frames.
package enum StandardStreams {
  /// Keeps them for frames: what else reads in this process finds nothing, and what a library
  /// prints goes to standard error instead of between two frames.
  ///
  /// - Returns: Where the frames are read and written.
  /// - Throws: `.system`.
  package static func reserve() throws(LinkError) -> FrameStreams {
    let input = try duplicate(STDIN_FILENO)
    let output = try duplicate(STDOUT_FILENO)
    let nothing = OwnedDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
    try replace(STDIN_FILENO, with: nothing.number)
    try replace(STDOUT_FILENO, with: STDERR_FILENO)
    return FrameStreams(input: input, output: output)
  }

  private static func duplicate(_ descriptor: Int32) throws(LinkError) -> OwnedDescriptor {
    let copy = clinux_duplicate(descriptor)
    guard copy >= 0 else { throw .system(call: "fcntl", errno: -copy) }
    return OwnedDescriptor(owning: copy)
  }

  private static func replace(_ descriptor: Int32, with other: Int32) throws(LinkError) {
    guard dup2(other, descriptor) >= 0 else { throw .system(call: "dup2", errno: errno) }
  }
}

/// Where frames are read and written.
package struct FrameStreams: ~Copyable, Sendable {
  let input: OwnedDescriptor
  let output: OwnedDescriptor

  /// Takes over two open descriptors.
  package init(input: consuming OwnedDescriptor, output: consuming OwnedDescriptor) {
    self.input = input
    self.output = output
  }
}

/// What goes wrong between two processes.
package enum LinkError: Error, Hashable, Sendable {
  /// A system call failed with this errno.
  case system(call: String, errno: Int32)

  /// What came first is no greeting of ours: a login's banner, a shell's complaint.
  ///
  /// - Parameter firstLine: The first line that is not blank, as it came, at most 200 bytes.
  case notMulligan(firstLine: [UInt8])
  /// The other side speaks another protocol.
  case otherProtocol(ours: Greeting, theirs: Greeting)

  /// A frame of no bytes.
  case emptyFrame
  /// A frame of more bytes than `FrameLimit.bytes`, to be sent or received.
  case frameTooLong(bytes: Int)
  /// The input ended inside a frame.
  case cutOff
  /// A frame is no message of the expected type.
  case undecodable(String)
  /// A message cannot be encoded.
  case unencodable(String)
}

extension LinkError {
  /// Whether a new start of the same program may help.
  package var mayPass: Bool {
    switch self {
    case .notMulligan, .otherProtocol: false
    case .system, .emptyFrame, .frameTooLong, .cutOff, .undecodable, .unencodable: true
    }
  }
}

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

/// The form of a frame: its length as four bytes, the highest first, then that many bytes.
package enum FrameLimit {
  /// The most bytes a frame may have after its length; the fewest are one.
  package static let bytes = 64 << 20
  /// The bytes of the length.
  static let prefix = 4

  /// Writes the length of a frame into the bytes left for it at its beginning.
  static func setLength(of frame: inout [UInt8]) throws(LinkError) {
    let length = try checked(frame.count - prefix)
    for index in 0..<prefix {
      frame[index] = UInt8(truncatingIfNeeded: length >> (8 * (prefix - 1 - index)))
    }
  }

  /// Returns the length of the frame that begins here, if it is one.
  static func length(of prefix: ArraySlice<UInt8>) throws(LinkError) -> Int {
    try checked(prefix.prefix(self.prefix).reduce(0) { $0 << 8 | Int($1) })
  }

  private static func checked(_ length: Int) throws(LinkError) -> Int {
    guard length > 0 else { throw .emptyFrame }
    guard length <= bytes else { throw .frameTooLong(bytes: length) }
    return length
  }
}

/// Cuts incoming bytes into frames.
package struct FrameDecoder: Sendable {
  private var bytes: [UInt8] = []
  /// What is before this has been returned.
  private var start = 0

  /// Makes a decoder that has seen nothing.
  package init() {}

  /// Takes bytes as they come.
  package mutating func feed(_ more: some Collection<UInt8>) {
    // The room of one large frame is not kept for the small ones after it.
    if start == bytes.count { bytes.removeAll(keepingCapacity: start <= 1 << 17) }
    bytes.removeSubrange(..<min(start, bytes.count))
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Returns the contents of the next whole frame, if there is one.
  ///
  /// - Throws: `.emptyFrame`, `.frameTooLong`, as soon as the length is known; after that nothing
  ///   that follows can be understood.
  package mutating func next() throws(LinkError) -> [UInt8]? {
    let contents = start + FrameLimit.prefix
    guard bytes.count >= contents else { return nil }
    let end = contents + (try FrameLimit.length(of: bytes[start..<contents]))
    guard bytes.count >= end else { return nil }
    start = end
    return Array(bytes[contents..<end])
  }

  /// Hears that no bytes will follow.
  ///
  /// - Throws: `.cutOff` if they end inside a frame.
  package func finish() throws(LinkError) {
    guard start == bytes.count else { throw .cutOff }
  }
}

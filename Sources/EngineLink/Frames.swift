private import CLinux
private import FoundationEssentials
private import Glibc

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

// MARK: - Messages

/// How messages become frames: the only place that knows their form, which is JSON.
///
/// A page of 50 threads has 17 kB and takes about 0.4 ms to write and 0.5 ms to read. Both sides
/// must have the same types, which the number in the greeting stands for.
package enum MessageCoding {
  /// Returns a message as a frame, length included.
  ///
  /// - Throws: `.unencodable`, `.frameTooLong`.
  package static func frame(of message: some Encodable) throws(LinkError) -> [UInt8] {
    var frame = [UInt8](repeating: 0, count: FrameLimit.prefix)
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      frame += try encoder.encode(message)
    } catch {
      throw .unencodable(String(describing: error))
    }
    try FrameLimit.setLength(of: &frame)
    return frame
  }

  /// Returns the message of a frame's contents.
  ///
  /// - Throws: `.undecodable`.
  package static func message<Message: Decodable>(
    _ type: Message.Type,
    from contents: [UInt8]
  ) throws(LinkError) -> Message {
    // Foundation's reader does not survive every text that nests without end.
    guard contents.jsonDepth(isWithin: deepest) else { throw .undecodable("it nests too deeply") }
    do {
      return try JSONDecoder().decode(type, from: Data(contents))
    } catch {
      throw .undecodable(String(describing: error))
    }
  }
}

extension MessageCoding {
  /// Deeper than any message nests.
  fileprivate static let deepest = 200
}

extension [UInt8] {
  /// Whether arrays and objects of a JSON text nest at most so deeply.
  fileprivate func jsonDepth(isWithin limit: Int) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in self {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
        if depth > limit { return false }
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      }
    }
    return true
  }
}

// MARK: - Reading

/// Cuts incoming bytes into frames.
package struct FrameDecoder: Sendable {
  private var bytes: [UInt8] = []
  /// What is before this has been returned.
  private var start = 0

  /// Makes a decoder that has seen nothing.
  package init() {}

  /// Adds bytes as they come.
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

  /// Notes that no bytes will follow.
  ///
  /// - Throws: `.cutOff` if they end inside a frame.
  package func finish() throws(LinkError) {
    guard start == bytes.count else { throw .cutOff }
  }
}

// MARK: - Writing

/// The frames that wait until the other side accepts them.
///
/// There is no bound: the producer decides what to do about `waiting`.
package struct FrameQueue: Sendable {
  private struct Entry {
    var frame: [UInt8]
    var key: UInt64?
  }

  /// Those before `first` have been written; `dropped` more are not even here any more.
  private var entries: [Entry] = []
  private var first = 0
  private var dropped = 0
  /// How much of the first frame has been written.
  private var written = 0
  /// The indices, counted since the beginning, of the frames that a later one may replace.
  private var indices: [UInt64: Int] = [:]
  /// How many bytes wait.
  package private(set) var waiting = 0

  /// Makes an empty queue.
  package init() {}

  /// Whether there is nothing to write.
  package var isEmpty: Bool { first == entries.count }

  /// Adds a frame at the end.
  ///
  /// - Parameters:
  ///   - frame: The whole frame, length included.
  ///   - key: If a frame with the same key waits and none of it is written, this one stands in its
  ///     stead, before what was added after it.
  package mutating func add(_ frame: [UInt8], replacing key: UInt64? = nil) {
    waiting += frame.count
    if let key, let index = indices[key] {
      waiting -= entries[index - dropped].frame.count
      entries[index - dropped].frame = frame
    } else {
      if let key { indices[key] = dropped + entries.count }
      entries.append(Entry(frame: frame, key: key))
    }
  }

  /// Forgets everything.
  package mutating func removeAll() {
    self = FrameQueue()
  }

  /// Writes what the descriptor accepts without waiting; it must be non-blocking.
  ///
  /// - Throws: `.system`, with `EPIPE` when nobody reads any more.
  package mutating func write(to descriptor: Int32) throws(LinkError) {
    while !isEmpty {
      lockFirst()
      let frame = entries[first].frame
      let count = frame.withUnsafeBytes { bytes in
        clinux_write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count == -Int(EAGAIN) { return }
      guard count >= 0 else { throw .system(call: "write", errno: Int32(-count)) }
      written += count
      waiting -= count
      if written == frame.count { dropFirst() }
    }
  }

  /// Keeps the first frame from being replaced: a part of it may go out.
  private mutating func lockFirst() {
    guard let key = entries[first].key else { return }
    entries[first].key = nil
    indices[key] = nil
  }

  private mutating func dropFirst() {
    entries[first].frame = []
    first += 1
    written = 0
    // Rarely, so that it costs little for each frame.
    guard isEmpty || first > 1024 && first > entries.count / 2 else { return }
    entries.removeFirst(first)
    dropped += first
    first = 0
  }
}

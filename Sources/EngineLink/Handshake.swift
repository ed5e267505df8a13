/// What each side sends first: that it is this program, and which protocol it speaks.
package struct Greeting: Hashable, Sendable {
  /// The number of the protocol: both sides must have the same.
  package var number: UInt32
  /// The program's version, for people.
  package var version: String

  /// Makes a greeting.
  package init(number: UInt32, version: String) {
    self.number = number
    self.version = version
  }
}

extension Greeting {
  static let magic = Array("mulligan".utf8)
  /// The most bytes of a version that are sent or accepted.
  static let versionLimit = 200

  /// The first frame: magic, number, highest byte first, and version.
  var frame: [UInt8] {
    let number = (0..<4).map { UInt8(truncatingIfNeeded: self.number >> UInt32(24 - 8 * $0)) }
    let contents = Self.magic + number + version.utf8.prefix(Self.versionLimit)
    let length = [0, 0, 0, UInt8(contents.count)]
    return length + contents
  }
}

// MARK: - Reading

/// Reads the first frame, and tells it from anything else that might come first.
struct GreetingReader: Sendable {
  private static let header = FrameLimit.prefix + Greeting.magic.count + 4
  private static let firstLineLimit = 200

  private var bytes: [UInt8] = []

  /// Adds bytes as they come.
  ///
  /// - Returns: The greeting, once it is whole, and the bytes after it.
  /// - Throws: `.notMulligan`, once the first line is whole or long.
  mutating func feed(
    _ more: some Collection<UInt8>
  ) throws(LinkError) -> (greeting: Greeting, rest: [UInt8])? {
    bytes.append(contentsOf: more)
    guard looksRight else {
      if let line = firstLine(isEnd: false) { throw .notMulligan(firstLine: line) }
      return nil
    }
    guard bytes.count >= Self.header, bytes.count >= end else { return nil }
    let number = bytes[12..<16].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let version = String(decoding: bytes[Self.header..<end], as: UTF8.self)
    return (Greeting(number: number, version: version), Array(bytes[end...]))
  }

  /// Notes that no bytes will follow.
  ///
  /// - Throws: `.notMulligan`, `.cutOff`; nothing if nothing has come.
  func finish() throws(LinkError) {
    if bytes.isEmpty { return }
    throw looksRight ? .cutOff : .notMulligan(firstLine: firstLine(isEnd: true) ?? [])
  }

  /// The end of the greeting, when its length is there.
  private var end: Int { FrameLimit.prefix + Int(bytes[3]) }

  /// Whether what has come can be the beginning of a greeting.
  private var looksRight: Bool {
    let length = bytes.prefix(4)
    let lengths = Self.header - 4...Self.header - 4 + Greeting.versionLimit
    return length.prefix(3).allSatisfy { $0 == 0 }
      && (length.count < 4 || lengths.contains(Int(bytes[3])))
      && zip(bytes.dropFirst(4), Greeting.magic).allSatisfy(==)
  }

  /// Returns the first line that is not blank, when its end or the limit has come.
  private func firstLine(isEnd: Bool) -> [UInt8]? {
    let text = bytes.drop { $0 <= UInt8(ascii: " ") }
    let line = text.prefix(Self.firstLineLimit).prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    let isWhole = line.count < text.count || isEnd
    return isWhole || line.count == Self.firstLineLimit ? Array(line) : nil
  }
}

/// What one side receives from the other: a greeting, then messages.
struct LinkInput: Sendable {
  private let ours: Greeting
  private var greeting: GreetingReader? = GreetingReader()
  private var frames = FrameDecoder()

  /// The other side's greeting, once it has come.
  private(set) var theirs: Greeting?

  init(expecting ours: Greeting) {
    self.ours = ours
  }

  /// Adds bytes as they come.
  ///
  /// - Throws: `.notMulligan`, `.otherProtocol`.
  mutating func feed(_ bytes: some Collection<UInt8>) throws(LinkError) {
    guard greeting != nil else { return frames.feed(bytes) }
    guard let (theirs, rest) = try greeting?.feed(bytes) else { return }
    guard theirs.number == ours.number else { throw .otherProtocol(ours: ours, theirs: theirs) }
    greeting = nil
    self.theirs = theirs
    frames.feed(rest)
  }

  /// Returns the next message that is whole.
  mutating func next<Message: Decodable>(
    _ type: Message.Type
  ) throws(LinkError) -> Message? {
    guard let contents = try frames.next() else { return nil }
    return try MessageCoding.message(type, from: contents)
  }

  /// Notes that no bytes will follow.
  ///
  /// - Throws: `.notMulligan`, `.cutOff`; nothing if they end where they may.
  func finish() throws(LinkError) {
    if let greeting { return try greeting.finish() }
    try frames.finish()
  }
}

/// The bytes of a message while it is encoded.
///
/// Containers nest: `open` has the place of the length of each one that still grows, the outermost
/// first. Writing to one ends those inside it, which is how their ends are known.
final class BinaryWriter {
  private var bytes: [UInt8]
  private var open: [Int] = []
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var isMisused = false
  private let start: Int

  /// Makes a writer that leaves room before the message.
  init(leaving room: Int) {
    bytes = Array(repeating: 0, count: room + lengthSize)
    bytes.reserveCapacity(4096)
    start = room
  }

  /// How many containers are open.
  var depth: Int { open.count }

  /// The place of the next value.
  var position: Int { bytes.count }

  /// Returns the room and the message.
  func finish() throws -> [UInt8] {
    try endValue(from: start + lengthSize, depth: 0)
    setLength(bytes.count - start - lengthSize, at: start)
    append(varint: UInt64(names.count))
    for name in names { append(text: name) }
    guard !isMisused else { throw misuse() }
    return bytes
  }
}

// MARK: - Containers

/// A container that is being written: how deep it is, and where its length stands.
struct OpenContainer {
  fileprivate let depth: Int
  fileprivate let place: Int
}

extension BinaryWriter {
  /// Begins a list or fields inside the innermost `depth` containers.
  func begin(_ tag: BinaryTag, depth: Int) -> OpenContainer {
    close(to: depth)
    append(tag)
    let container = OpenContainer(depth: open.count + 1, place: bytes.count)
    open.append(bytes.count)
    bytes.append(contentsOf: [0, 0, 0, 0])
    return container
  }

  /// Ends what is open inside a container, so that it can take its next value.
  func enter(_ container: OpenContainer) throws {
    guard open.count >= container.depth, open[container.depth - 1] == container.place else {
      throw misuse()
    }
    if open.count > container.depth { close(to: container.depth) }
  }

  /// Does the same where no error can be thrown: the whole message fails in the end.
  func enterUnchecked(_ container: OpenContainer) {
    do { try enter(container) } catch { isMisused = true }
  }

  /// Makes the whole message fail in the end: messages are values and have no superclass.
  func refuseSuperclass() -> any Encoder {
    isMisused = true
    return BinaryEncoder(writer: self, depth: depth)
  }

  /// Writes a value of any type.
  func write(_ value: some Encodable) throws {
    let start = bytes.count
    let depth = open.count
    try value.encode(to: BinaryEncoder(writer: self, depth: depth))
    try endValue(from: start, depth: depth)
  }

  private func close(to depth: Int) {
    while open.count > depth {
      let place = open.removeLast()
      setLength(bytes.count - place - lengthSize, at: place)
    }
  }

  /// Sees to it that one whole value was written: a type may have written none, or two.
  private func endValue(from start: Int, depth: Int) throws {
    close(to: depth)
    if start == bytes.count { _ = begin(.fields, depth: depth) }
    close(to: depth)
    guard let tag = BinaryTag(rawValue: bytes[start]) else { throw misuse() }
    switch tag {
    case .list, .fields:
      guard start + 1 + lengthSize + length(at: start + 1) == bytes.count else { throw misuse() }
    default: break
    }
  }

  private func misuse() -> EncodingError {
    .invalidValue(
      self,
      .init(codingPath: [], debugDescription: "containers were not written one by one")
    )
  }
}

// MARK: - Bytes

extension BinaryWriter {
  func append(_ tag: BinaryTag) {
    bytes.append(tag.rawValue)
  }

  func append(_ value: Bool) {
    append(value ? .yes : .no)
  }

  func append(integer value: Int64) {
    append(.integer)
    append(varint: zigzag(value))
  }

  func append(unsigned value: UInt64) {
    append(.unsigned)
    append(varint: value)
  }

  func append(double value: Double) {
    append(.double)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  func append(string value: String) {
    append(.string)
    append(text: value)
  }

  /// Writes the number of a field's name.
  func append(name: String) {
    if let number = numbers[name] { return append(varint: UInt64(number)) }
    append(varint: UInt64(names.count))
    numbers[name] = names.count
    names.append(name)
  }

  private func append(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(varint: UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  private func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private func setLength(_ length: Int, at place: Int) {
    // A message too long for its length is refused as a frame, before anyone reads this.
    let value = UInt32(truncatingIfNeeded: length)
    for index in 0..<lengthSize {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
  }

  private func length(at place: Int) -> Int {
    (0..<lengthSize).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
}

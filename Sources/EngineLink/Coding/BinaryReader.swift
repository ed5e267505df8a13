/// The bytes of a message while it is decoded: every step stays inside them, whatever they are.
final class BinaryReader {
  private let bytes: [UInt8]
  /// The names of fields, by number.
  private let names: [String]
  /// Where the message's value is.
  let value: Range<Int>

  /// Finds the value and the names of a message that takes the bytes from `start` to their end.
  init(_ bytes: [UInt8], from start: Int) throws {
    var walk = ByteWalk(position: start, end: bytes.count)
    let length = try walk.length(in: bytes)
    let value = try walk.take(length)
    let count = try walk.count(in: bytes)
    var names: [String] = []
    for _ in 0..<count {
      let size = try walk.count(in: bytes)
      names.append(try text(of: bytes, try walk.take(size)))
    }
    guard walk.position == walk.end else { throw damage("bytes after the names") }
    self.bytes = bytes
    self.names = names
    self.value = value
  }

  /// Begins to read at a place.
  func walk(_ range: Range<Int>) -> ByteWalk {
    ByteWalk(position: range.lowerBound, end: range.upperBound)
  }

  /// Returns the tag of the value at a place.
  func tag(at range: Range<Int>) throws -> BinaryTag {
    var walk = walk(range)
    return try walk.tag(in: bytes)
  }

  /// Returns the contents of a list or of fields.
  func contents(of tag: BinaryTag, in range: Range<Int>) throws -> Range<Int> {
    var walk = walk(range)
    guard try walk.tag(in: bytes) == tag else { throw damage("not \(tag)") }
    let length = try walk.length(in: bytes)
    return try walk.take(length)
  }

  /// Returns the end of the value at a place.
  func end(of range: Range<Int>) throws -> Int {
    var walk = walk(range)
    switch try walk.tag(in: bytes) {
    case .null, .no, .yes: break
    case .integer, .unsigned: _ = try walk.varint(in: bytes)
    case .double: _ = try walk.take(8)
    case .string: _ = try walk.take(try walk.count(in: bytes))
    case .list, .fields: _ = try walk.take(try walk.length(in: bytes))
    }
    return walk.position
  }

  /// Returns the name at a place, and the place of its value.
  func name(at range: Range<Int>) throws -> (name: String, value: Range<Int>) {
    var walk = walk(range)
    let number = try walk.varint(in: bytes)
    guard number < UInt64(names.count) else { throw damage("a name that is not in the table") }
    return (names[Int(number)], walk.position..<range.upperBound)
  }
}

// MARK: - Scalars

extension BinaryReader {
  func bool(at range: Range<Int>) throws -> Bool {
    switch try tag(at: range) {
    case .no: false
    case .yes: true
    default: throw damage("not a truth value")
    }
  }

  func integer<I: BinaryInteger>(_ type: I.Type, at range: Range<Int>) throws -> I {
    var walk = walk(range)
    let tag = try walk.tag(in: bytes)
    guard tag == .integer || tag == .unsigned else { throw damage("not a whole number") }
    let raw = try walk.varint(in: bytes)
    let value = tag == .integer ? I(exactly: unzigzag(raw)) : I(exactly: raw)
    guard let value else { throw damage("a number that \(type) cannot hold") }
    return value
  }

  func double(at range: Range<Int>) throws -> Double {
    var walk = walk(range)
    guard try walk.tag(in: bytes) == .double else { throw damage("not a number") }
    let place = try walk.take(8)
    return Double(bitPattern: bytes[place].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  func string(at range: Range<Int>) throws -> String {
    var walk = walk(range)
    guard try walk.tag(in: bytes) == .string else { throw damage("not a text") }
    let size = try walk.count(in: bytes)
    return try text(of: bytes, try walk.take(size))
  }
}

private func text(of bytes: [UInt8], _ range: Range<Int>) throws -> String {
  // The buffer makes the check for valid UTF-8 one pass without a copy per byte.
  let text = bytes.withUnsafeBufferPointer { buffer in
    String(validating: UnsafeBufferPointer(rebasing: buffer[range]), as: UTF8.self)
  }
  guard let text else { throw damage("a text that is not UTF-8") }
  return text
}

/// The error of bytes that are no message.
func damage(_ detail: String) -> DecodingError {
  .dataCorrupted(.init(codingPath: [], debugDescription: detail))
}

// MARK: - Steps

/// A place in the bytes, which never goes beyond the end it was given.
struct ByteWalk {
  private(set) var position: Int
  let end: Int

  mutating func take(_ count: Int) throws -> Range<Int> {
    guard count <= end - position else { throw damage("cut off") }
    defer { position += count }
    return position..<position + count
  }

  mutating func tag(in bytes: [UInt8]) throws -> BinaryTag {
    guard position < end, let tag = BinaryTag(rawValue: bytes[position]) else {
      throw damage("no value")
    }
    position += 1
    return tag
  }

  mutating func length(in bytes: [UInt8]) throws -> Int {
    try take(lengthSize).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
  }

  /// Reads a number that can be no greater than the count of bytes that follow.
  mutating func count(in bytes: [UInt8]) throws -> Int {
    let value = try varint(in: bytes)
    guard value <= UInt64(end - position) else { throw damage("cut off") }
    return Int(value)
  }

  mutating func varint(in bytes: [UInt8]) throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < end else { throw damage("cut off") }
      let byte = bytes[position]
      position += 1
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    throw damage("a number of more than 64 bits")
  }
}

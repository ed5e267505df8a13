import TriageCore

/// What is wrong with what came from the other machine.
package enum WireError: Error, Hashable, Sendable {
  /// Nothing has come for too long.
  case silent
  /// The stream has ended.
  case ended
  /// What came first is none of ours: its first line that is not blank, as it came.
  case notMulligan(firstLine: [UInt8])
  /// A frame that is none, or not what may come now: what of it is wrong.
  case bad(String)
  /// A clock out of reach, in milliseconds since 1970.
  case skewed(Int64)
}

/// Writes what frames are made of.
///
/// Counts and indices take seven bits a byte, the lowest first; other numbers eight bytes, the highest
/// first; a text is its length and its bytes.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(byte: UInt8) { bytes.append(byte) }

  mutating func add(raw more: some Sequence<UInt8>) { bytes += more }

  mutating func add(_ count: Int) {
    var rest = UInt64(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ number: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ uid: UniqueID) {
    add(Int64(bitPattern: uid.high))
    add(Int64(bitPattern: uid.low))
  }

  mutating func add(_ digest: SetDigest) {
    add(digest.count)
    add(raw: digest.bytes)
  }

  mutating func add<Elements: Collection>(
    list elements: Elements,
    _ write: (inout WireWriter, Elements.Element) -> Void
  ) {
    add(elements.count)
    for element in elements { write(&self, element) }
  }
}

/// Reads what frames are made of; whatever is there, it reads nothing that is not.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)[...]
    position = self.bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func byte() throws(WireError) -> UInt8 {
    guard position < bytes.endIndex else { throw .bad("half") }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func raw(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - position else { throw .bad("half") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func count() throws(WireError) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next & 0x80 == 0 { return Int(value) }
    }
    throw .bad("count")
  }

  mutating func number() throws(WireError) -> Int64 {
    Int64(bitPattern: try raw(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  mutating func text() throws(WireError) -> String {
    let text = String(validating: try raw(try count()), as: UTF8.self)
    guard let text else { throw .bad("text") }
    return text
  }

  mutating func uid() throws(WireError) -> UniqueID {
    UniqueID(high: UInt64(bitPattern: try number()), low: UInt64(bitPattern: try number()))
  }

  mutating func digest() throws(WireError) -> SetDigest {
    let count = try self.count()
    return SetDigest(count: count, bytes: Array(try raw(SHA256.byteCount)))
  }

  mutating func flag() throws(WireError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw .bad("flag")
    }
  }

  /// Reads a list, but refuses one that is longer than it may be; each element has at least a byte, so
  /// that no count makes room for what never comes.
  mutating func list<Element>(
    atMost most: Int = 1_000_000,
    of what: String = "list",
    _ read: (inout WireReader) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let count = try self.count()
    guard count <= most else { throw .bad(what) }
    guard count <= bytes.endIndex - position else { throw .bad("half") }
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  func finish() throws(WireError) {
    guard isAtEnd else { throw .bad("longer") }
  }
}

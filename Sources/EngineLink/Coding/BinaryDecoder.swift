/// Decodes one value of a message.
struct BinaryDecoder: Decoder {
  let reader: BinaryReader
  /// The value begins where this begins, and ends inside it.
  let range: Range<Int>

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let contents = try reader.contents(of: .fields, in: range)
    return KeyedDecodingContainer(FieldsDecoder(reader: reader, contents: contents))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ListDecoder(reader: reader, rest: try reader.contents(of: .list, in: range))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ValueDecoder(reader: reader, range: range)
  }
}

// MARK: - Scalars

private struct ValueDecoder: SingleValueDecodingContainer {
  let reader: BinaryReader
  let range: Range<Int>

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { (try? reader.tag(at: range)) == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(at: range) }
  func decode(_ type: String.Type) throws -> String { try reader.string(at: range) }
  func decode(_ type: Double.Type) throws -> Double { try reader.double(at: range) }
  func decode(_ type: Float.Type) throws -> Float { Float(try reader.double(at: range)) }
  func decode(_ type: Int.Type) throws -> Int { try reader.integer(type, at: range) }
  func decode(_ type: Int8.Type) throws -> Int8 { try reader.integer(type, at: range) }
  func decode(_ type: Int16.Type) throws -> Int16 { try reader.integer(type, at: range) }
  func decode(_ type: Int32.Type) throws -> Int32 { try reader.integer(type, at: range) }
  func decode(_ type: Int64.Type) throws -> Int64 { try reader.integer(type, at: range) }
  func decode(_ type: UInt.Type) throws -> UInt { try reader.integer(type, at: range) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.integer(type, at: range) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.integer(type, at: range) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.integer(type, at: range) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.integer(type, at: range) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: BinaryDecoder(reader: reader, range: range))
  }
}

// MARK: - Fields

/// Finds fields by name.
///
/// Fields are mostly asked for in the order in which they were written, some twice (is it there, is
/// it null, what is it): the last one found and the one after it are looked at first.
private final class FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private typealias Field = (name: String, value: Range<Int>)

  private let reader: BinaryReader
  private let contents: Range<Int>
  /// The field found last, and what follows it.
  private var last: Field?
  private var rest: Range<Int>

  init(reader: BinaryReader, contents: Range<Int>) {
    self.reader = reader
    self.contents = contents
    rest = contents
  }

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    var keys: [Key] = []
    var fields = contents
    while let field = try? next(&fields) {
      if let key = Key(stringValue: field.name) { keys.append(key) }
    }
    return keys
  }

  /// Takes the first field off a range of them.
  private func next(_ fields: inout Range<Int>) throws -> Field? {
    if fields.isEmpty { return nil }
    let field = try reader.name(at: fields)
    fields = try reader.end(of: field.value)..<fields.upperBound
    return field
  }

  private func find(_ name: String) throws -> Range<Int>? {
    if let last, last.name == name { return last.value }
    var fields = rest
    if let field = try next(&fields), field.name == name { return found(field, before: fields) }
    fields = contents
    while let field = try next(&fields) {
      if field.name == name { return found(field, before: fields) }
    }
    return nil
  }

  private func found(_ field: Field, before rest: Range<Int>) -> Range<Int> {
    (last, self.rest) = (field, rest)
    return field.value
  }

  private func field(_ key: Key) throws -> ValueDecoder {
    guard let range = try find(key.stringValue) else {
      let context = DecodingError.Context(codingPath: [], debugDescription: "a missing field")
      throw DecodingError.keyNotFound(key, context)
    }
    return ValueDecoder(reader: reader, range: range)
  }

  private func nested(_ key: Key) throws -> BinaryDecoder {
    BinaryDecoder(reader: reader, range: try field(key).range)
  }

  func contains(_ key: Key) -> Bool { (try? find(key.stringValue)) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try field(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try field(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try field(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).decode(type) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try field(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw damage("a superclass") }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw damage("a superclass") }
}

// MARK: - Lists

private struct ListDecoder: UnkeyedDecodingContainer {
  let reader: BinaryReader
  var rest: Range<Int>
  private(set) var currentIndex = 0

  init(reader: BinaryReader, rest: Range<Int>) {
    self.reader = reader
    self.rest = rest
  }

  var codingPath: [any CodingKey] { [] }
  /// Unknown: a count that came with the message would be believed before it is checked.
  var count: Int? { nil }
  var isAtEnd: Bool { rest.isEmpty }

  /// Takes one value off the list, whatever its type will read of it.
  private mutating func element() throws -> ValueDecoder {
    let range = rest
    rest = try reader.end(of: range)..<range.upperBound
    currentIndex += 1
    return ValueDecoder(reader: reader, range: range)
  }

  private mutating func nested() throws -> BinaryDecoder {
    BinaryDecoder(reader: reader, range: try element().range)
  }

  mutating func decodeNil() throws -> Bool {
    guard try reader.tag(at: rest) == .null else { return false }
    _ = try element()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try element().decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try element().decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try element().decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try element().decode(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try element().decode(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try element().decode(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try element().decode(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try element().decode(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try element().decode(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try element().decode(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element().decode(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element().decode(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element().decode(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element().decode(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().decode(type) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { throw damage("a superclass") }
}

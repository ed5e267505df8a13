/// Encodes one value of a message.
struct BinaryEncoder: Encoder {
  let writer: BinaryWriter
  /// How many containers are around the value.
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      FieldsEncoder(writer: writer, container: writer.begin(.fields, depth: depth))
    )
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListEncoder(writer: writer, container: writer.begin(.list, depth: depth))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncoder(writer: writer)
  }
}

// MARK: - Scalars

extension BinaryWriter {
  func write(number value: some BinaryInteger) throws {
    if let integer = Int64(exactly: value) {
      append(integer: integer)
    } else if let unsigned = UInt64(exactly: value) {
      append(unsigned: unsigned)
    } else {
      let context = EncodingError.Context(codingPath: [], debugDescription: "more than 64 bits")
      throw EncodingError.invalidValue(value, context)
    }
  }
}

private struct ValueEncoder: SingleValueEncodingContainer {
  let writer: BinaryWriter

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.append(.null) }
  func encode(_ value: Bool) { writer.append(value) }
  func encode(_ value: String) { writer.append(string: value) }
  func encode(_ value: Double) { writer.append(double: value) }
  func encode(_ value: Float) { writer.append(double: Double(value)) }
  func encode(_ value: Int) throws { try writer.write(number: value) }
  func encode(_ value: Int8) throws { try writer.write(number: value) }
  func encode(_ value: Int16) throws { try writer.write(number: value) }
  func encode(_ value: Int32) throws { try writer.write(number: value) }
  func encode(_ value: Int64) throws { try writer.write(number: value) }
  func encode(_ value: UInt) throws { try writer.write(number: value) }
  func encode(_ value: UInt8) throws { try writer.write(number: value) }
  func encode(_ value: UInt16) throws { try writer.write(number: value) }
  func encode(_ value: UInt32) throws { try writer.write(number: value) }
  func encode(_ value: UInt64) throws { try writer.write(number: value) }
  func encode<T: Encodable>(_ value: T) throws { try writer.write(value) }
}

// MARK: - Fields

private struct FieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: BinaryWriter
  let container: OpenContainer

  var codingPath: [any CodingKey] { [] }

  private func field(_ key: Key) throws -> ValueEncoder {
    try writer.enter(container)
    writer.append(name: key.stringValue)
    return ValueEncoder(writer: writer)
  }

  private func nested(_ key: Key) -> BinaryEncoder {
    writer.enterUnchecked(container)
    writer.append(name: key.stringValue)
    return BinaryEncoder(writer: writer, depth: writer.depth)
  }

  func encodeNil(forKey key: Key) throws { try field(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: String, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try field(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try field(key).encode(value) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try field(key).encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { writer.refuseSuperclass() }
  func superEncoder(forKey key: Key) -> any Encoder { writer.refuseSuperclass() }
}

// MARK: - Lists

private struct ListEncoder: UnkeyedEncodingContainer {
  let writer: BinaryWriter
  let container: OpenContainer
  private(set) var count = 0

  init(writer: BinaryWriter, container: OpenContainer) {
    self.writer = writer
    self.container = container
  }

  var codingPath: [any CodingKey] { [] }

  private mutating func element() throws -> ValueEncoder {
    try writer.enter(container)
    count += 1
    return ValueEncoder(writer: writer)
  }

  private mutating func nested() -> BinaryEncoder {
    writer.enterUnchecked(container)
    count += 1
    return BinaryEncoder(writer: writer, depth: writer.depth)
  }

  mutating func encodeNil() throws { try element().encodeNil() }
  mutating func encode(_ value: Bool) throws { try element().encode(value) }
  mutating func encode(_ value: String) throws { try element().encode(value) }
  mutating func encode(_ value: Double) throws { try element().encode(value) }
  mutating func encode(_ value: Float) throws { try element().encode(value) }
  mutating func encode(_ value: Int) throws { try element().encode(value) }
  mutating func encode(_ value: Int8) throws { try element().encode(value) }
  mutating func encode(_ value: Int16) throws { try element().encode(value) }
  mutating func encode(_ value: Int32) throws { try element().encode(value) }
  mutating func encode(_ value: Int64) throws { try element().encode(value) }
  mutating func encode(_ value: UInt) throws { try element().encode(value) }
  mutating func encode(_ value: UInt8) throws { try element().encode(value) }
  mutating func encode(_ value: UInt16) throws { try element().encode(value) }
  mutating func encode(_ value: UInt32) throws { try element().encode(value) }
  mutating func encode(_ value: UInt64) throws { try element().encode(value) }
  mutating func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nested().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { writer.refuseSuperclass() }
}

import Foundation

/// The form that values of some types have on the wire, a line for each thing that is coded.
///
/// It is found by decoding values out of nothing and noting what is asked for: fields, their types,
/// whether they may be missing, an enum's cases. The names of Swift's types are not in it, because
/// they are not on the wire.
final class WireShape {
  /// What was found, in the order of decoding.
  private(set) var lines: [String] = []
  /// Where nothing could be decoded, so that the form is not whole.
  private(set) var gaps: [String] = []

  /// What a case or a raw value may be called: a decoder can only be asked whether it knows a name.
  private let names: [String]
  private var known: [ObjectIdentifier: (path: String, value: Any?)] = [:]

  /// Makes an empty form of types whose cases and raw values are among the names.
  init(names: Set<String>) {
    self.names = names.sorted()
  }

  /// There is no value yet: its type wants what no name and no zero is, or holds itself.
  struct NoValue: Error {}

  /// Notes the form of a type, and returns some value of it.
  @discardableResult
  func note<T: Decodable>(_ type: T.Type, at path: String) throws -> T {
    if let container = type as? any ElementContainer.Type,
      let value = container.note(in: self, at: path) as? T
    {
      return value
    }
    if let value = noteRawValues(type, at: path) { return value }
    if let (first, value) = known[ObjectIdentifier(type)] {
      lines.append("\(path): as \(first)")
      guard let value = value as? T else { throw NoValue() }
      return value
    }
    let value = try decode(type, at: path)
    known[ObjectIdentifier(type)]?.value = value
    return value
  }

  /// Decodes a value once for each case that it may be, or with one text after the other until one
  /// is understood.
  private func decode<T: Decodable>(_ type: T.Type, at path: String) throws -> T {
    let count = lines.count
    let start = Asked(of: type, at: path, names: names, text: "")
    var value = try? T(from: NotingDecoder(shape: self, asked: start))
    for (index, _) in start.cases.enumerated().dropFirst() {
      let other = Asked(of: type, at: path, names: names, text: "")
      other.chosen = index
      if let found = try? T(from: NotingDecoder(shape: self, asked: other)) {
        value = value ?? found
      }
    }
    for text in names where value == nil && !start.isKeyed {
      lines.removeSubrange(count...)
      let other = Asked(of: type, at: path, names: names, text: text)
      value = try? T(from: NotingDecoder(shape: self, asked: other))
    }
    guard let value else {
      gaps.append(path)
      throw NoValue()
    }
    return value
  }

  /// Notes the form of what a list may be without, which need not have a value.
  fileprivate func noteElement<T: Decodable>(_ type: T.Type, at path: String) {
    _ = try? note(type, at: path)
  }

  /// Notes the raw values of an enum that has some.
  private func noteRawValues<T>(_ type: T.Type, at path: String) -> T? {
    func values<R: RawRepresentable>(_ type: R.Type) -> [(raw: String, value: Any)] {
      let raws: [Any] = R.RawValue.self == String.self ? names : Array(0..<1_000)
      return raws.compactMap { raw in
        guard let raw = raw as? R.RawValue, let value = R(rawValue: raw) else { return nil }
        return ("\(raw)", value)
      }
    }
    guard let type = type as? any RawRepresentable.Type, type is any Decodable.Type else {
      return nil
    }
    let found = values(type)
    guard !found.isEmpty, found.count < min(names.count, 1_000) else { return nil }
    lines.append("\(path): \(found.map(\.raw).joined(separator: " | "))")
    return found[0].value as? T
  }

  fileprivate func note(_ line: String) { lines.append(line) }

  fileprivate func remember(_ asked: Asked) {
    if known[asked.type] == nil { known[asked.type] = (asked.path, nil) }
  }
}

// MARK: - Containers of the standard library

/// A value that may be empty: its element's form is noted, and it is.
private protocol ElementContainer {
  static func note(in shape: WireShape, at path: String) -> Self
}

extension Array: ElementContainer where Element: Decodable {
  fileprivate static func note(in shape: WireShape, at path: String) -> [Element] {
    shape.noteElement(Element.self, at: "\(path)[]")
    return []
  }
}

extension Set: ElementContainer where Element: Decodable {
  fileprivate static func note(in shape: WireShape, at path: String) -> Set<Element> {
    shape.noteElement(Element.self, at: "\(path)[]")
    return []
  }
}

extension Dictionary: ElementContainer where Key: Decodable, Value: Decodable {
  fileprivate static func note(in shape: WireShape, at path: String) -> [Key: Value] {
    shape.noteElement(Key.self, at: "\(path){key}")
    shape.noteElement(Value.self, at: "\(path){value}")
    return [:]
  }
}

extension Optional: ElementContainer where Wrapped: Decodable {
  fileprivate static func note(in shape: WireShape, at path: String) -> Wrapped? {
    shape.noteElement(Wrapped.self, at: "\(path)?")
    return nil
  }
}

// MARK: - The decoder

/// What one value is asked for while it is decoded.
private final class Asked {
  let type: ObjectIdentifier
  let path: String
  let names: [String]
  /// What texts are answered with.
  let text: String
  /// The cases that the value may be.
  var cases: [String] = []
  /// The case that it is this time.
  var chosen = 0
  var isKeyed = false
  /// The field that is decoded next may be missing.
  var isOptional = false

  init<T>(of type: T.Type, at path: String, names: [String], text: String) {
    self.type = ObjectIdentifier(type)
    self.path = path
    self.names = names
    self.text = text
  }
}

private struct NotingDecoder: Decoder {
  let shape: WireShape
  let asked: Asked

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    asked.isKeyed = true
    shape.remember(asked)
    return KeyedDecodingContainer(Fields(shape: shape, asked: asked, path: asked.path))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(shape: shape, asked: asked) }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Scalar(shape: shape, asked: asked, path: asked.path)
  }
}

private struct Scalar: SingleValueDecodingContainer {
  let shape: WireShape
  let asked: Asked
  let path: String

  var codingPath: [any CodingKey] { [] }

  private func note<T>(_ value: T) -> T {
    shape.note("\(path): \(T.self)")
    return value
  }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) -> Bool { note(false) }
  func decode(_ type: String.Type) -> String { note(asked.text) }
  func decode(_ type: Double.Type) -> Double { note(0) }
  func decode(_ type: Float.Type) -> Float { note(0) }
  func decode<T: Decodable & FixedWidthInteger>(_ type: T.Type) -> T { note(0) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try shape.note(type, at: path) }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let shape: WireShape
  let asked: Asked
  let path: String

  var codingPath: [any CodingKey] { [] }

  /// Only an enum asks which keys there are: it is the case that is named.
  var allKeys: [Key] {
    asked.cases = asked.names.filter { Key(stringValue: $0) != nil }
    if asked.chosen == 0 { shape.note("\(path): \(asked.cases.joined(separator: " | "))") }
    return asked.cases.dropFirst(asked.chosen).prefix(1).compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { true }

  /// What is asked whether it is null is decoded next, and may be missing.
  func decodeNil(forKey key: Key) -> Bool {
    asked.isOptional = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    defer { asked.isOptional = false }
    return try shape.note(type, at: "\(path).\(key.stringValue)\(asked.isOptional ? "?" : "")")
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try shape.note(T?.self, at: "\(path).\(key.stringValue)")
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(
      Fields<NestedKey>(shape: shape, asked: asked, path: "\(path).\(key.stringValue)")
    )
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw WireShape.NoValue()
  }

  func superDecoder() throws -> any Decoder { throw WireShape.NoValue() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw WireShape.NoValue() }
}

/// A list that a type reads by hand: it has what must be there, and one element for who asks.
private struct Elements: UnkeyedDecodingContainer {
  let shape: WireShape
  let asked: Asked
  private(set) var currentIndex = 0

  init(shape: WireShape, asked: Asked) {
    self.shape = shape
    self.asked = asked
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() -> Bool { false }

  mutating func decode(_ type: String.Type) -> String {
    defer { currentIndex += 1 }
    return Scalar(shape: shape, asked: asked, path: "\(asked.path)[\(currentIndex)]").decode(type)
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // A list of texts asks for its elements this way.
    if type == String.self, let text = decode(String.self) as? T { return text }
    defer { currentIndex += 1 }
    return try shape.note(type, at: "\(asked.path)[\(currentIndex)]")
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw WireShape.NoValue()
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw WireShape.NoValue()
  }

  mutating func superDecoder() throws -> any Decoder { throw WireShape.NoValue() }
}

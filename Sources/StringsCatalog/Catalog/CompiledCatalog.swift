/// A catalog in the form that a program carries or maps: nothing of it is read before it is asked
/// for.
///
/// ``Catalog/compiled()`` makes its bytes, and the build plugin `CompileStrings` makes them of each
/// `.xcstrings` file of a target:
///
/// ```swift
/// let catalog = try CompiledCatalog(Localizable.table)
/// CatalogStack([catalog]).localizer(for: "ru").string("undo.menu", "В архив")
/// ```
///
/// What is damaged in a sentence makes it one that is missing; it is never read out of bounds.
public struct CompiledCatalog: SentenceSource {
  /// The language in which the program is written.
  public let sourceLanguage: LanguageTag
  /// The languages in which there are sentences, with the source language, in order.
  public let languages: [LanguageTag]

  private let storage: Storage
  private let keys: TableKeys

  private enum Storage: Sendable {
    case program(StaticString)
    case memory([UInt8])

    func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
      switch self {
      case .program(let text): text.withUTF8Buffer(body)
      case .memory(let bytes): bytes.withUnsafeBufferPointer(body)
      }
    }
  }

  /// Takes a table that is a part of the program, where it stands.
  ///
  /// - Throws: A ``CompiledCatalogError``, if another release of this library has made it.
  public init(_ table: StaticString) throws(CompiledCatalogError) {
    try self.init(.program(table), verifying: false)
  }

  /// Takes a table from a file.
  ///
  /// - Throws: A ``CompiledCatalogError``, if it was made by another release of this library, or is
  ///   not whole as it was made.
  public init(_ bytes: [UInt8]) throws(CompiledCatalogError) {
    try self.init(.memory(bytes), verifying: true)
  }

  private init(_ storage: Storage, verifying: Bool) throws(CompiledCatalogError) {
    let header = storage.withBytes { bytes in
      Result { () throws(CompiledCatalogError) in
        try TableHeader(bytes, verifying: verifying)
      }
    }
    (sourceLanguage, languages, keys) = try header.get().content
    self.storage = storage
  }

  /// Returns whether there is a key, in whatever language.
  public func contains(_ key: StringKey) -> Bool {
    storage.withBytes { keys.cells(of: key, in: $0) != nil }
  }

  /// Returns a key's sentence in one language, or `nil` if it has none there.
  public func localization(of key: StringKey, in language: LanguageTag) -> Localization? {
    guard let column = languages.firstIndex(of: language) else { return nil }
    return storage.withBytes { bytes in
      keys.cells(of: key, in: bytes).flatMap { cells in
        var reader = TableReader(bytes, at: cells + column * TableFormat.numberSize)
        do throws(TableDamage) {
          let start = try reader.number()
          guard start > 0 else { return nil }
          reader.offset = start
          return try reader.localization()
        } catch {
          return nil
        }
      }
    }
  }
}

/// Why bytes are no compiled catalog that can be used.
public enum CompiledCatalogError: Error, Hashable, Sendable {
  /// They are something else.
  case notCompiled
  /// Another release of this library has made them, in another form.
  case otherVersion(Int)
  /// They end too soon, or are not as they were made.
  case damaged
}

/// The form of a compiled catalog.
///
/// All of it is valid UTF-8, so that it can be a literal in Swift: a number is four bytes of seven
/// bits each, the highest first; a text is the number of its bytes and these.
///
/// | | |
/// |---|---|
/// | mark | `xcstringsc` and the form's version, a byte |
/// | size, checksum | of all bytes; of those after it |
/// | languages | their number, that of the source language among them, their tags as texts |
/// | keys | their number; for each, in the order of its bytes, where its text and its cells stand |
/// | cells | for each language where the sentence stands, or 0 |
/// | sentences | a text, whole or varied, and its parts (see ``TableReader/localization()``) |
enum TableFormat {
  static let mark = Array("xcstringsc".utf8)
  static let version: UInt8 = 1
  static let numberSize = 4
  /// The largest number.
  static let limit = 1 << 28
  /// The bytes before those that the checksum is of.
  static let prefix = mark.count + 1 + 2 * numberSize

  /// What a text is: one letter before it.
  enum Kind: UInt8 {
    case plain = 0x70
    case plural = 0x6E
    case device = 0x64
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> Int {
    var sum: UInt32 = 2_166_136_261
    for byte in bytes { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
    return Int(sum) % limit
  }
}

/// What stands before the keys.
private struct TableHeader {
  let content: (source: LanguageTag, languages: [LanguageTag], keys: TableKeys)

  init(
    _ bytes: UnsafeBufferPointer<UInt8>,
    verifying: Bool
  ) throws(CompiledCatalogError) {
    let mark = TableFormat.mark
    guard bytes.starts(with: mark), bytes.count > mark.count else { throw .notCompiled }
    guard bytes[mark.count] == TableFormat.version else {
      throw .otherVersion(Int(bytes[mark.count]))
    }
    do throws(TableDamage) {
      content = try Self.content(bytes, verifying: verifying)
    } catch {
      throw .damaged
    }
  }

  private static func content(
    _ bytes: UnsafeBufferPointer<UInt8>,
    verifying: Bool
  ) throws(TableDamage) -> (LanguageTag, [LanguageTag], TableKeys) {
    var reader = TableReader(bytes, at: TableFormat.mark.count + 1)
    guard try reader.number() == bytes.count else { throw TableDamage() }
    let sum = try reader.number()
    if verifying, TableFormat.checksum(bytes[TableFormat.prefix...]) != sum { throw TableDamage() }
    let count = try reader.number()
    let source = try reader.number()
    var languages: [LanguageTag] = []
    for _ in 0..<min(count, bytes.count) {
      guard let tag = LanguageTag(try reader.text()) else { throw TableDamage() }
      languages.append(tag)
    }
    guard languages.indices.contains(source) else { throw TableDamage() }
    let keyCount = try reader.number()
    let keys = TableKeys(start: reader.offset, count: keyCount)
    guard keys.end <= bytes.count else { throw TableDamage() }
    return (languages[source], languages, keys)
  }
}

/// Where the keys stand: each by where its text and its cells are.
private struct TableKeys: Sendable {
  private static let size = 2 * TableFormat.numberSize

  let start: Int
  let count: Int

  var end: Int { start + count * Self.size }

  /// Returns where a key's cells stand, found by halving; `nil` if there is no such key.
  func cells(of key: StringKey, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var text = key.rawValue
    return text.withUTF8 { wanted in
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        var reader = TableReader(bytes, at: start + middle * Self.size)
        guard let name = try? reader.number(), let cells = try? reader.number() else { return nil }
        reader.offset = name
        guard let found = try? reader.bytesOfText() else { return nil }
        if found.elementsEqual(wanted) { return cells }
        if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }
}

/// A table that is not as it was made.
struct TableDamage: Error {}

/// A cursor over a compiled catalog that checks each step.
struct TableReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  var offset: Int
  /// A catalog's own depth, of which each step takes three, allows less.
  private static let deepest = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func byte() throws(TableDamage) -> UInt8 {
    guard bytes.indices.contains(offset) else { throw TableDamage() }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func number() throws(TableDamage) -> Int {
    var number = 0
    for _ in 0..<TableFormat.numberSize {
      let byte = try byte()
      guard byte < 0x80 else { throw TableDamage() }
      number = number << 7 | Int(byte)
    }
    return number
  }

  mutating func bytesOfText() throws(TableDamage) -> Slice<UnsafeBufferPointer<UInt8>> {
    let count = try number()
    guard count <= bytes.count - offset else { throw TableDamage() }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func text() throws(TableDamage) -> String {
    String(decoding: try bytesOfText(), as: UTF8.self)
  }

  /// A sentence: its text, and the number of its parts with for each its name, the number of its
  /// argument or 0, its specifier, its text.
  mutating func localization() throws(TableDamage) -> Localization {
    let text = try variedText(depth: 0)
    var parts: [String: Substitution] = [:]
    for _ in 0..<(try number()) {
      let name = try self.text()
      let argument = try number()
      let specifier = try self.text()
      parts[name] = Substitution(
        argument: argument == 0 ? nil : argument,
        formatSpecifier: specifier,
        text: try variedText(depth: 0),
        offset: 0
      )
    }
    return Localization(text: text, substitutions: parts)
  }

  /// A text: its kind, and itself or the number of its forms with for each its name and its text.
  private mutating func variedText(depth: Int) throws(TableDamage) -> VariedText {
    guard depth < Self.deepest, let kind = TableFormat.Kind(rawValue: try byte()) else {
      throw TableDamage()
    }
    switch kind {
    case .plain:
      return .plain(StringUnit(state: .translated, value: try text(), offset: 0))
    case .plural:
      var forms: [PluralCategory: VariedText] = [:]
      for _ in 0..<(try number()) {
        guard let category = PluralCategory(rawValue: try text()) else { throw TableDamage() }
        forms[category] = try variedText(depth: depth + 1)
      }
      return .plural(forms)
    case .device:
      var forms: [String: VariedText] = [:]
      for _ in 0..<(try number()) {
        let name = try text()
        forms[name] = try variedText(depth: depth + 1)
      }
      return .device(forms)
    }
  }
}

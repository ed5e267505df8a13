/// A strings catalog (`.xcstrings`), as Xcode 15 to 26 write it.
///
/// Reading one checks the whole text and notes where each key stands, but decodes nothing: an entry
/// is decoded when it is asked for. A ``Localizer`` decodes only its reader's languages, and keeps
/// what it has decoded.
///
/// ```swift
/// let catalog = try Catalog(Array(data))
/// let russian = catalog.localizer(for: "ru")
/// russian.string("undo.menu", "В архив")   // "Отменить «В архив»"
/// ```
public struct Catalog: Sendable {
  /// The text, byte for byte as it was read.
  public let bytes: [UInt8]
  let index: CatalogIndex

  /// Reads a catalog.
  ///
  /// - Parameter bytes: The whole text in UTF-8; a byte order mark is allowed.
  /// - Throws: A ``CatalogError`` that says where the text is not a catalog.
  public init(_ bytes: [UInt8]) throws(CatalogError) {
    index = try CatalogIndex(bytes)
    self.bytes = bytes
  }

  /// Reads a catalog.
  ///
  /// - Throws: A ``CatalogError`` that says where the text is not a catalog.
  public init(_ text: String) throws(CatalogError) {
    try self.init(Array(text.utf8))
  }

  /// The format's version: `1.0`, since Xcode 26 also `1.1`.
  public var version: String { index.version }

  /// The language in which the program is written; what is translated.
  public var sourceLanguage: LanguageTag { index.sourceLanguage }

  /// The languages in which there are sentences, with the source language, in order.
  ///
  /// Names that are no language tags are left out; ``CatalogCheck`` finds them.
  public var languages: [LanguageTag] {
    Set(index.languages.compactMap(\.tag) + [sourceLanguage]).sorted()
  }

  /// All keys, in the order of the text.
  public var keys: [StringKey] { index.slots.map { StringKey($0.key) } }

  /// Returns whether the catalog has a key, in whatever language.
  public func contains(_ key: StringKey) -> Bool {
    index.slotOfKey[key.rawValue] != nil
  }

  /// Returns what the catalog says about a key, or `nil` if it does not have it.
  ///
  /// If the key stands in the text twice, the first one counts.
  public func entry(_ key: StringKey) -> CatalogEntry? {
    slot(key.rawValue).map { EntryDecoder.entry(of: $0, in: bytes) }
  }

  /// Returns where an entry begins, or `nil` if the catalog does not have the key.
  public func position(of key: StringKey) -> TextPosition? {
    slot(key.rawValue).map { LineIndex(bytes).position(of: $0.keyRange.lowerBound) }
  }

  /// Chooses the sentences for a reader of a language from this catalog alone.
  ///
  /// ``CatalogStack`` does it for several.
  public func localizer(for language: LanguageTag) -> Localizer {
    CatalogStack([self]).localizer(for: language)
  }

  func slot(_ key: String) -> CatalogIndex.Slot? {
    index.slotOfKey[key].map { index.slots[$0] }
  }
}

/// The name of a sentence in a catalog.
///
/// Declare the keys of a program once, and the compiler finds the misspelt ones:
///
/// ```swift
/// extension StringKey {
///   static let undoMenu: StringKey = "undo.menu"
/// }
/// ```
public struct StringKey: RawRepresentable, Hashable, Sendable, Codable {
  /// The key as the catalog has it.
  public let rawValue: String

  /// Makes a key of its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a key of its text.
  public init(_ text: String) { rawValue = text }
}

extension StringKey: ExpressibleByStringLiteral {
  /// Makes a key of a literal.
  public init(stringLiteral text: String) { rawValue = text }
}

extension StringKey: CustomStringConvertible {
  /// The key as the catalog has it.
  public var description: String { rawValue }
}

/// Catalogs laid one over another: what the first has hides what the others have of the same key in
/// the same language.
///
/// So a person's own catalog can override a program's sentences, and add keys and languages.
public struct CatalogStack: Sendable {
  /// The catalogs, the one that counts most first.
  public let catalogs: [any SentenceSource]

  /// Lays catalogs one over another, the one that counts most first.
  public init(_ catalogs: [any SentenceSource]) {
    self.catalogs = catalogs
  }

  /// The languages in which there are sentences, in order.
  public var languages: [LanguageTag] {
    Set(catalogs.flatMap(\.languages)).sorted()
  }

  /// Returns the language in which a reader of another is best served, or `nil` if none will do.
  public func language(for reader: LanguageTag) -> LanguageTag? {
    reader.matches(among: languages).first
  }

  /// Chooses the sentences for a reader of a language.
  ///
  /// A language that no catalog has is served in the source language.
  public func localizer(for reader: LanguageTag) -> Localizer {
    Localizer(catalogs: catalogs, reader: reader, matches: reader.matches(among: languages))
  }

  /// Returns whether any of the catalogs has a key.
  public func contains(_ key: StringKey) -> Bool {
    catalogs.contains { $0.contains(key) }
  }
}

/// Why a text cannot be read as a strings catalog at all.
///
/// Lesser faults, which concern one entry, never stop a catalog from being read: that entry's
/// sentence falls back, and ``CatalogCheck`` finds them.
public enum CatalogError: Error, Equatable, Sendable {
  /// The text is not JSON.
  case brokenJSON(JSONProblem, at: TextPosition)
  /// The bytes are not UTF-8.
  case notUTF8(at: TextPosition)
  /// A field that every catalog has is missing.
  case fieldMissing(String)
  /// A field has another kind of value than it must.
  case fieldMalformed(String, at: TextPosition)
  /// The catalog was written for a reader of the future; versions 1.x are known.
  case unknownVersion(String, at: TextPosition)

  /// Where it happened; `nil` for a field that is nowhere.
  public var position: TextPosition? {
    switch self {
    case .brokenJSON(_, let position), .notUTF8(let position), .fieldMalformed(_, let position),
      .unknownVersion(_, let position):
      position
    case .fieldMissing: nil
    }
  }
}

/// A position in a catalog's text.
public struct TextPosition: Hashable, Sendable, Codable {
  /// Bytes before it.
  public let offset: Int
  /// Its line, counted from 1.
  public let line: Int
  /// Its column, counted from 1 in Unicode scalars.
  public let column: Int

  /// Makes a position.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension [UInt8] {
  /// The first byte that is no part of UTF-8 text, or `nil` if all are.
  var invalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

/// The beginnings of a text's lines, to work out many positions in it.
struct LineIndex {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.lazy.filter { bytes[$0] == JSONByte.newline }.map { $0 + 1 }
  }

  func position(of offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = firstLine(after: offset) - 1
    let before = bytes[starts[line]..<offset]
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    return TextPosition(offset: offset, line: line + 1, column: column)
  }

  /// The number of lines that begin at or before an offset, found by halving.
  private func firstLine(after offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

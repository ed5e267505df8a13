/// Where everything stands in a catalog's bytes, found in one pass that decodes only the keys.
struct CatalogIndex {
  /// One entry of `strings`.
  struct Slot {
    let key: String
    /// The key's literal, quotes included.
    let keyRange: Range<Int>
    let value: Range<Int>
  }

  private(set) var sourceLanguage: LanguageTag = "en"
  private(set) var version = ""
  /// The value of `strings`.
  private(set) var strings = 0..<0
  /// The entries in the order of the text, without those whose key had come before.
  private(set) var slots: [Slot] = []
  private(set) var slotOfKey: [String: Int] = [:]
  /// The entries whose key had come before; they do not count.
  private(set) var repeated: [Slot] = []
  /// The languages, in the order in which they turn up.
  private(set) var languages: [Language] = []

  /// A language as the catalog writes it.
  struct Language {
    let literal: ArraySlice<UInt8>
    let name: String
    /// `nil` if the name is no language's.
    let tag: LanguageTag?
  }

  private var fields: [String: Range<Int>] = [:]

  init(_ bytes: [UInt8]) throws(CatalogError) {
    if let offset = bytes.invalidUTF8 {
      throw .notUTF8(at: LineIndex(bytes).position(of: offset))
    }
    do throws(Stop) {
      try read(bytes)
    } catch {
      throw error.error(in: bytes)
    }
  }

  /// Why reading stops; positions are worked out only when it does.
  private enum Stop: Error {
    case json(JSONFault)
    case missing(String)
    case malformed(String, Int)
    case version(String, Int)

    func error(in bytes: [UInt8]) -> CatalogError {
      let lines = LineIndex(bytes)
      return switch self {
      case .json(let fault): .brokenJSON(fault.problem, at: lines.position(of: fault.offset))
      case .missing(let field): .fieldMissing(field)
      case .malformed(let field, let offset):
        .fieldMalformed(field, at: lines.position(of: offset))
      case .version(let version, let offset):
        .unknownVersion(version, at: lines.position(of: offset))
      }
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(Stop) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = JSONReader(bytes, at: bytes.starts(with: mark) ? mark.count : 0)
    do throws(JSONFault) {
      try readFields(&reader)
      try reader.expectEnd()
    } catch {
      throw .json(error)
    }
    try checkFields(bytes)
  }

  private mutating func readFields(_ reader: inout JSONReader) throws(JSONFault) {
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      let name = JSONText.text(of: key, in: reader.bytes)
      let start = reader.offset
      if name == "strings", reader.next() == JSONByte.openBrace, fields[name] == nil {
        try readStrings(&reader)
        strings = start..<reader.offset
      } else {
        try reader.skipValue()
      }
      if fields[name] == nil { fields[name] = start..<reader.offset }
    }
  }

  private mutating func checkFields(_ bytes: [UInt8]) throws(Stop) {
    version = try text(of: "version", bytes)
    guard version.split(separator: ".", omittingEmptySubsequences: false).first == "1" else {
      throw .version(version, fields["version"]?.lowerBound ?? 0)
    }
    guard let language = LanguageTag(try text(of: "sourceLanguage", bytes)) else {
      throw .malformed("sourceLanguage", fields["sourceLanguage"]?.lowerBound ?? 0)
    }
    sourceLanguage = language
    guard let strings = fields["strings"] else { throw .missing("strings") }
    guard !self.strings.isEmpty else { throw .malformed("strings", strings.lowerBound) }
  }

  private func text(of field: String, _ bytes: [UInt8]) throws(Stop) -> String {
    guard let range = fields[field] else { throw .missing(field) }
    guard bytes[range.lowerBound] == JSONByte.quote else {
      throw .malformed(field, range.lowerBound)
    }
    return JSONText.text(of: range, in: bytes)
  }

  private mutating func readStrings(_ reader: inout JSONReader) throws(JSONFault) {
    var isFirst = true
    try reader.beginObject()
    while let keyRange = try reader.nextKey(&isFirst) {
      let key = JSONText.text(of: keyRange, in: reader.bytes)
      let start = reader.offset
      try readEntry(&reader)
      let slot = Slot(key: key, keyRange: keyRange, value: start..<reader.offset)
      if slotOfKey[key] == nil {
        slotOfKey[key] = slots.count
        slots.append(slot)
      } else {
        repeated.append(slot)
      }
    }
  }

  private mutating func readEntry(_ reader: inout JSONReader) throws(JSONFault) {
    guard reader.next() == JSONByte.openBrace else { return try reader.skipValue() }
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      if reader.bytes[key].elementsEqual(Self.localizations) {
        try readLanguages(&reader)
      } else {
        try reader.skipValue()
      }
    }
  }

  private static let localizations = Array(#""localizations""#.utf8)

  private mutating func readLanguages(_ reader: inout JSONReader) throws(JSONFault) {
    guard reader.next() == JSONByte.openBrace else { return try reader.skipValue() }
    var isFirst = true
    try reader.beginObject()
    while let key = try reader.nextKey(&isFirst) {
      let literal = reader.bytes[key]
      if !languages.contains(where: { $0.literal.elementsEqual(literal) }) {
        let name = JSONText.text(of: key, in: reader.bytes)
        languages.append(Language(literal: literal, name: name, tag: LanguageTag(name)))
      }
      try reader.skipValue()
    }
  }
}

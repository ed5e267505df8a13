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
  /// How the languages are written.
  private var literals: Set<ArraySlice<UInt8>> = []

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
      if literals.insert(literal).inserted {
        let name = JSONText.text(of: key, in: reader.bytes)
        languages.append(Language(literal: literal, name: name, tag: LanguageTag(name)))
      }
      try reader.skipValue()
    }
  }
}

/// Makes an entry of its JSON, leaving out and noting what is malformed.
struct EntryDecoder {
  private var findings: [Finding] = []
  private var language: LanguageTag?

  /// Decodes the value of one key; of some languages only, if their names' literals are given.
  static func entry(
    of slot: CatalogIndex.Slot,
    in bytes: [UInt8],
    names: [ArraySlice<UInt8>]? = nil
  ) -> CatalogEntry {
    var reader = JSONReader(bytes, at: slot.value.lowerBound)
    var decoder = EntryDecoder()
    // The index has read this text before, so it is JSON.
    let node = try? reader.node(keeping: names, in: "localizations")
    return decoder.entry(of: slot, node ?? JSONNode(range: slot.value, content: .other("")))
  }

  private mutating func entry(of slot: CatalogIndex.Slot, _ node: JSONNode) -> CatalogEntry {
    _ = members(of: node, called: slot.key)
    let localizations = localizations(in: node)
    return CatalogEntry(
      key: StringKey(slot.key),
      comment: node["comment"]?.text,
      extractionState: node["extractionState"]?.text.map(ExtractionState.init(rawValue:)),
      shouldTranslate: node["shouldTranslate"]?.literal != "false",
      localizations: localizations,
      findings: findings,
      offset: slot.keyRange.lowerBound
    )
  }

  private mutating func note(
    _ code: CatalogProblem.Code,
    _ offset: Int,
    _ detail: String,
    _ form: TextForm = TextForm()
  ) {
    findings.append(
      Finding(code: code, language: language, form: form, offset: offset, detail: detail)
    )
  }

  /// Returns an object's members without those whose key came before, noting what is wrong.
  private mutating func members(of node: JSONNode?, called name: String) -> [JSONMember] {
    guard let node else { return [] }
    guard let members = node.members else {
      note(.malformedEntry, node.range.lowerBound, name)
      return []
    }
    var seen: Set<String> = []
    return members.filter { member in
      if seen.insert(member.key).inserted { return true }
      note(.keyTwice, member.keyRange.lowerBound, member.key)
      return false
    }
  }

  private mutating func localizations(in node: JSONNode) -> [LanguageTag: Localization] {
    var localizations: [LanguageTag: Localization] = [:]
    for member in members(of: node["localizations"], called: "localizations") {
      language = LanguageTag(member.key)
      if let language {
        if localizations[language] == nil {
          localizations[language] = localization(in: member)
        } else {
          note(.keyTwice, member.keyRange.lowerBound, member.key)
        }
      } else {
        note(.unknownLanguage, member.keyRange.lowerBound, member.key)
      }
    }
    return localizations
  }

  private mutating func localization(in member: JSONMember) -> Localization? {
    _ = members(of: member.value, called: member.key)
    let text = text(in: member.value, TextForm())
    var parts: [String: Substitution] = [:]
    for part in members(of: member.value["substitutions"], called: "substitutions") {
      parts[part.key] = substitution(in: part)
    }
    return text.map { Localization(text: $0, substitutions: parts) }
  }

  private mutating func substitution(in member: JSONMember) -> Substitution? {
    let form = TextForm(.substitution(member.key))
    guard let text = text(in: member.value, form) else { return nil }
    let number = member.value["argNum"]
    let argument = number?.literal.flatMap { Int($0) }
    if let number, argument.map(FormatText.positions.contains) != true {
      note(.malformedEntry, number.range.lowerBound, "argNum", form)
      return nil
    }
    return Substitution(
      argument: argument,
      formatSpecifier: member.value["formatSpecifier"]?.text ?? "lld",
      text: text,
      offset: member.keyRange.lowerBound
    )
  }

  private mutating func text(in node: JSONNode, _ form: TextForm) -> VariedText? {
    let variations = node["variations"]
    let plural = variations?["plural"]
    let device = variations?["device"]
    let unit = node["stringUnit"]
    if [plural, device, unit].compactMap(\.self).count > 1 {
      note(.overlappingForms, node.range.lowerBound, "", form)
    }
    if let plural { return self.plural(in: plural, form) }
    if let device { return self.device(in: device, form) }
    if let unit { return plain(in: unit, form) }
    note(.malformedEntry, node.range.lowerBound, "stringUnit", form)
    return nil
  }

  private mutating func plain(in node: JSONNode, _ form: TextForm) -> VariedText? {
    _ = members(of: node, called: "stringUnit")
    guard let value = node["value"], let text = value.text else {
      note(.malformedEntry, node.range.lowerBound, "value", form)
      return nil
    }
    let state = node["state"]?.text.map(TranslationState.init(rawValue:)) ?? .translated
    return .plain(StringUnit(state: state, value: text, offset: value.range.lowerBound))
  }

  private mutating func plural(in node: JSONNode, _ form: TextForm) -> VariedText? {
    var texts: [PluralCategory: VariedText] = [:]
    for member in members(of: node, called: "plural") {
      if let category = PluralCategory(rawValue: member.key) {
        texts[category] = text(in: member.value, form + .plural(category))
      } else {
        note(.unknownPluralCategory, member.keyRange.lowerBound, member.key, form)
      }
    }
    if texts[.other] == nil { note(.pluralWithoutOther, node.range.lowerBound, "other", form) }
    return texts.isEmpty ? nil : .plural(texts)
  }

  private mutating func device(in node: JSONNode, _ form: TextForm) -> VariedText? {
    var texts: [String: VariedText] = [:]
    for member in members(of: node, called: "device") {
      texts[member.key] = text(in: member.value, form + .device(member.key))
    }
    if texts["other"] == nil { note(.deviceWithoutOther, node.range.lowerBound, "other", form) }
    return texts.isEmpty ? nil : .device(texts)
  }
}

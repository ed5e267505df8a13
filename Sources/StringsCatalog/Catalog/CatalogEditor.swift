/// Changes sentences of a catalog and leaves every other byte of it as it is.
///
/// What is added is laid out as the rest of the catalog is, in Xcode's order of keys.
///
/// ```swift
/// var editor = CatalogEditor(catalog)
/// editor.set("Rückgängig: %@", for: "undo.menu", in: "de")
/// let bytes = editor.bytes   // ready to be written to the file
/// ```
public struct CatalogEditor: Sendable {
  let catalog: Catalog
  let base: Catalog?
  private let style: JSONStyle
  private var entries: [String: JSONEditor] = [:]

  /// The depth at which entries stand: in `strings`, which stands in the catalog.
  private static let depth = 2

  /// Makes an editor of a catalog as it was read.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - base: The catalog over which it is laid, whose sentences it may translate too.
  public init(_ catalog: Catalog, over base: Catalog? = nil) {
    self.catalog = catalog
    self.base = base
    style = JSONStyle(of: catalog.bytes)
  }

  /// Sets one text of a sentence.
  ///
  /// A key, language or form that is not there is added. A plain text gives way to its first
  /// variation, and variations to a plain text. A new part takes its number from the source
  /// language's part of that name.
  ///
  /// - Parameters:
  ///   - value: The text, with its placeholders.
  ///   - key: The sentence.
  ///   - language: The language to set it in.
  ///   - form: Which of the texts it varies into; the empty form for a plain sentence.
  ///   - state: How far the translation has come.
  public mutating func set(
    _ value: String,
    for key: StringKey,
    in language: LanguageTag,
    form: TextForm = TextForm(),
    state: TranslationState = .translated
  ) {
    var entry = entry(key)
    var path = ["localizations", name(of: language)]
    for step in form.steps { follow(step, &path, &entry, key) }
    entry.remove(at: path + ["variations"])
    entry.set(state.rawValue, at: path + ["stringUnit", "state"])
    entry.set(value, at: path + ["stringUnit", "value"])
    entries[key.rawValue] = entry
  }

  /// Sets what translators should know about a sentence.
  public mutating func setComment(_ comment: String, for key: StringKey) {
    var entry = entry(key)
    entry.set(comment, at: ["comment"])
    entries[key.rawValue] = entry
  }

  /// The catalog's text with the changes made.
  public var bytes: [UInt8] {
    let changes = changes.sorted { first, second in
      (first.range.lowerBound, first.order) < (second.range.lowerBound, second.order)
    }
    var bytes: [UInt8] = []
    var end = 0
    for change in changes {
      bytes += catalog.bytes[end..<change.range.lowerBound] + change.text
      end = change.range.upperBound
    }
    return bytes + catalog.bytes[end...]
  }

  /// Reads the changed text.
  ///
  /// - Throws: Nothing that a catalog as it was read can cause; it is declared because reading can.
  public func edited() throws(CatalogError) -> Catalog {
    try Catalog(bytes)
  }

  /// The text translated from: the catalog's own, or else the base's.
  func original(of key: StringKey) -> Localization? {
    catalog.entry(key)?.localizations[catalog.sourceLanguage]
      ?? base.flatMap { $0.entry(key)?.localizations[$0.sourceLanguage] }
  }

  private func entry(_ key: StringKey) -> JSONEditor {
    if let entry = entries[key.rawValue] { return entry }
    if let slot = catalog.slot(key.rawValue) {
      let bytes = Array(catalog.bytes[slot.value])
      return JSONEditor(bytes: bytes, style: style, depth: Self.depth)
    }
    var entry = JSONEditor(bytes: Array("{}".utf8), style: style, depth: Self.depth)
    entry.set(ExtractionState.manual.rawValue, at: ["extractionState"])
    return entry
  }

  private func name(of language: LanguageTag) -> String {
    catalog.index.languages.first { $0.tag == language }?.name ?? language.rawValue
  }

  /// Takes one step towards a text, clearing away what cannot stand beside it.
  private func follow(
    _ step: TextForm.Step,
    _ path: inout [String],
    _ entry: inout JSONEditor,
    _ key: StringKey
  ) {
    switch step {
    case .plural(let category):
      entry.remove(at: path + ["stringUnit"])
      entry.remove(at: path + ["variations", "device"])
      path += ["variations", "plural", category.rawValue]
    case .device(let device):
      entry.remove(at: path + ["stringUnit"])
      entry.remove(at: path + ["variations", "plural"])
      path += ["variations", "device", device]
    case .substitution(let name):
      path += ["substitutions", name]
      guard entry.text(at: path + ["formatSpecifier"]) == nil else { return }
      let source = original(of: key)?.substitutions[name]
      if let argument = source?.argument {
        entry.set(Array(String(argument).utf8), at: path + ["argNum"])
      }
      entry.set(source?.formatSpecifier ?? "lld", at: path + ["formatSpecifier"])
    }
  }

  /// A stretch of the catalog's text and what replaces it.
  private struct Change {
    let range: Range<Int>
    let text: [UInt8]
    /// The order among changes at the same offset.
    var order = 0
  }

  private var changes: [Change] {
    let added = entries.keys.filter { catalog.slot($0) == nil }.sorted(by: JSONStyle.precedes)
    let changed = entries.compactMap { key, entry in
      catalog.slot(key).map { Change(range: $0.value, text: entry.bytes) }
    }
    return changed + additions(of: added)
  }

  private func additions(of keys: [String]) -> [Change] {
    let members = keys.map { style.member($0, entries[$0]?.bytes ?? []) }
    let slots = catalog.index.slots
    guard let last = slots.last else {
      let object = style.object(members, depth: Self.depth - 1)
      return keys.isEmpty ? [] : [Change(range: catalog.index.strings, text: object)]
    }
    let blank = style.blank(Self.depth)
    return zip(keys, members).enumerated().map { order, addition in
      let (key, member) = addition
      if let next = slots.first(where: { JSONStyle.precedes(key, $0.key) }) {
        let offset = next.keyRange.lowerBound
        return Change(range: offset..<offset, text: member + [JSONByte.comma] + blank, order: order)
      }
      let end = last.value.upperBound
      return Change(range: end..<end, text: [JSONByte.comma] + blank + member, order: order + 1)
    }
  }
}

extension Catalog {
  /// Makes the bytes of a ``CompiledCatalog``; the same catalog always makes the same bytes.
  ///
  /// They hold what readers see: no comments, no states, and no sentence that is not translated yet.
  /// All of them are valid UTF-8.
  public func compiled() -> [UInt8] {
    var compiler = CatalogCompiler(languages: languages)
    return compiler.compile(self)
  }
}

/// Lays a catalog out as ``TableFormat`` says.
private struct CatalogCompiler {
  private let languages: [LanguageTag]
  private var bytes: [UInt8] = []

  init(languages: [LanguageTag]) { self.languages = languages }

  mutating func compile(_ catalog: Catalog) -> [UInt8] {
    bytes = TableFormat.mark + [TableFormat.version]
    reserveNumbers(2)
    append(languages.count)
    append(languages.firstIndex(of: catalog.sourceLanguage) ?? 0)
    for language in languages { append(language.rawValue) }
    let keys = Set(catalog.keys.map(\.rawValue)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    append(keys.count)
    let start = bytes.count
    reserveNumbers(2 * keys.count)
    for (index, key) in keys.enumerated() {
      let position = start + index * 2 * TableFormat.numberSize
      set(bytes.count, at: position)
      append(key)
      set(bytes.count, at: position + TableFormat.numberSize)
      append(catalog.entry(StringKey(key))?.localizations ?? [:])
    }
    let size = TableFormat.mark.count + 1
    set(bytes.count, at: size)
    set(
      TableFormat.checksum(bytes[TableFormat.prefix...]),
      at: size + TableFormat.numberSize
    )
    return bytes
  }

  /// A cell for each language, and the sentences they lead to.
  private mutating func append(_ localizations: [LanguageTag: Localization]) {
    let cells = bytes.count
    reserveNumbers(languages.count)
    for (column, language) in languages.enumerated() {
      guard let localization = localizations[language], !localization.isUntranslated else {
        continue
      }
      set(bytes.count, at: cells + column * TableFormat.numberSize)
      append(localization)
    }
  }

  private mutating func append(_ localization: Localization) {
    append(localization.text)
    append(localization.substitutions.count)
    for (name, part) in localization.substitutions.sorted(by: { $0.key < $1.key }) {
      append(name)
      append(part.argument ?? 0)
      append(part.formatSpecifier)
      append(part.text)
    }
  }

  private mutating func append(_ text: VariedText) {
    switch text {
    case .plain(let unit):
      bytes.append(TableFormat.Kind.plain.rawValue)
      append(unit.value)
    case .plural(let forms):
      bytes.append(TableFormat.Kind.plural.rawValue)
      append(
        PluralCategory.allCases.compactMap { category in
          forms[category].map { (category.rawValue, $0) }
        }
      )
    case .device(let forms):
      bytes.append(TableFormat.Kind.device.rawValue)
      append(forms.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  private mutating func append(_ forms: [(name: String, text: VariedText)]) {
    append(forms.count)
    for form in forms {
      append(form.name)
      append(form.text)
    }
  }

  private mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  private mutating func append(_ number: Int) {
    reserveNumbers(1)
    set(number, at: bytes.count - TableFormat.numberSize)
  }

  private mutating func reserveNumbers(_ count: Int) {
    bytes += Array(repeating: 0, count: count * TableFormat.numberSize)
  }

  private mutating func set(_ number: Int, at position: Int) {
    precondition(number < TableFormat.limit, "a compiled catalog has at most 256 MiB")
    for index in 0..<TableFormat.numberSize {
      let shift = 7 * (TableFormat.numberSize - 1 - index)
      bytes[position + index] = UInt8(number >> shift & 0x7F)
    }
  }
}

extension Localization {
  /// Whether the translation is still missing.
  var isUntranslated: Bool {
    if case .plain(let unit) = text { unit.isUntranslated } else { false }
  }
}

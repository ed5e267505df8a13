@testable import StringsCatalog

extension Fuzzer {
  /// Catalogs as people write them, as programs carry them, and as translators send them.
  static let catalog = Fuzzer("catalog") { bytes in
    if bytes.starts(with: TableFormat.mark) {
      checkTable(bytes)
    } else if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      try checkExchange(bytes)
    } else if let catalog = try? Catalog(bytes) {
      try checkSentences(of: catalog)
    }
  }

  private static func checkSentences(of catalog: Catalog) throws {
    _ = CatalogCheck().problems(in: catalog)
    let compiled = try CompiledCatalog(catalog.compiled())
    try expect(compiled.languages == catalog.languages, "compiled into other languages")
    for language in catalog.languages.prefix(8) + ["ar"] {
      let (one, other) = (
        CatalogStack([compiled]).localizer(for: language), catalog.localizer(for: language)
      )
      for key in catalog.keys.prefix(30) {
        for arguments in [[], [5], ["x", 1, 2.5]] as [[Argument]] {
          let found = one.string(key, arguments: arguments)
          let expected = other.string(key, arguments: arguments)
          try expect(found == expected, "\(language) \(key): \(found), not \(expected)")
        }
      }
      try checkEditing(catalog, language)
    }
  }

  /// What is translated is in the catalog afterwards, which still is one, and travels to translators.
  private static func checkEditing(_ catalog: Catalog, _ language: LanguageTag) throws {
    guard let key = catalog.keys.first else { return }
    var editor = CatalogEditor(catalog)
    editor.set("\u{1}\"x", for: key, in: language)
    let edited = try editor.edited().localization(of: key, in: language)?.text
    guard case .plain(let unit)? = edited, unit.value == "\u{1}\"x" else {
      throw Finding("\(key) is not what was set")
    }
    let sent = XLIFFDocument(exporting: catalog, to: language)
    _ = try XLIFFDocument(Array(sent.text.utf8))
  }

  private static func checkExchange(_ bytes: [UInt8]) throws {
    guard let document = try? XLIFFDocument(bytes) else { return }
    let again = try XLIFFDocument(Array(document.text.utf8))
    let carried = document.units.filter(\.isCarried)
    try expect(again.units == carried, "an exchange file is another one when written")
  }

  /// A table that lies about itself gives sentences or none, and is not read outside.
  ///
  /// Its size and its checksum are made right: no search would find them.
  private static func checkTable(_ bytes: [UInt8]) {
    guard bytes.count > TableFormat.prefix else { return }
    var table = bytes
    table[TableFormat.mark.count] = TableFormat.version
    let sum = TableFormat.checksum(table[TableFormat.prefix...])
    for (index, number) in [table.count, sum].enumerated() {
      for place in 0..<TableFormat.numberSize {
        let shift = 7 * (TableFormat.numberSize - 1 - place)
        let position = TableFormat.mark.count + 1 + index * TableFormat.numberSize + place
        table[position] = UInt8(number >> shift & 0x7F)
      }
    }
    guard let catalog = try? CompiledCatalog(table) else { return }
    for language in catalog.languages.prefix(20) {
      for key in ["", "b", "a b", "ключ", "zz"] as [StringKey] {
        _ = catalog.localization(of: key, in: language)
      }
      _ = CatalogStack([catalog]).localizer(for: language).string("a b", "x", 5)
    }
  }
}

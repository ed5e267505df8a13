import Testing

@testable import StringsCatalog

/// Catalogs compiled for a program, beside those that are read.
@Suite struct CompiledCatalogTests {
  private static let text = """
    {"sourceLanguage": "en", "version": "1.0", "strings": {
      "b": {"localizations": {
        "en": {"stringUnit": {"state": "translated", "value": "Bee"}},
        "de": {"stringUnit": {"state": "translated", "value": "Biene \\"ä\\" \\n"}},
        "fr": {"stringUnit": {"state": "new", "value": ""}}}},
      "a b": {"localizations": {
        "en": {"stringUnit": {"state": "translated", "value": "%1$@ in %2$#@files@"},
          "substitutions": {"files": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "%arg file"}},
            "other": {"stringUnit": {"state": "translated", "value": "%arg files"}}}}}}},
        "ru": {"variations": {"device": {
          "other": {"stringUnit": {"state": "translated", "value": "файл"}},
          "iphone": {"stringUnit": {"state": "translated", "value": "айфон"}}}}}}},
      "": {},
      "ключ": {"localizations": {}}
    }}
    """

  private func catalog() throws -> Catalog { try Catalog(Self.text) }

  @Test func `a compiled catalog has the same sentences in every language`() throws {
    let read = try catalog()
    let compiled = try CompiledCatalog(read.compiled())
    #expect(compiled.languages == read.languages)
    #expect(compiled.sourceLanguage == read.sourceLanguage)
    for key in read.keys + ["c", "a", "zz"] {
      #expect(compiled.contains(key) == read.contains(key), "\(key)")
      for language in read.languages + ["ja"] {
        let found = compiled.localization(of: key, in: language)
        let expected = read.localization(of: key, in: language)
        if let expected, expected.isUntranslated {
          #expect(found == nil)
        } else {
          #expect(found.map(Self.units) == expected.map(Self.units), "\(key) \(language)")
          #expect(
            found?.substitutions.mapValues(\.argument)
              == expected?.substitutions.mapValues(\.argument)
          )
        }
      }
    }
  }

  @Test func `a localizer of a compiled catalog finishes the same sentences`() throws {
    let read = try catalog()
    let compiled = try CompiledCatalog(read.compiled())
    for language in ["en", "de", "fr", "ru", "zh-Hans"] as [LanguageTag] {
      let (one, other) = (
        CatalogStack([compiled]).localizer(for: language), read.localizer(for: language)
      )
      for key in read.keys {
        for count in [1, 2, 5] {
          #expect(one.string(key, "x", .number(count)) == other.string(key, "x", .number(count)))
        }
      }
    }
  }

  @Test func `a sentence varies as deeply in a compiled catalog as a catalog lets it`() throws {
    let deep = (0..<40).reduce(#"{"stringUnit": {"state": "translated", "value": "deep"}}"#) {
      inner,
      _ in #"{"variations": {"device": {"other": \#(inner)}}}"#
    }
    let read = try Catalog(Fixtures.catalog(#""en": \#(deep)"#))
    let compiled = try CompiledCatalog(read.compiled())
    #expect(CatalogStack([compiled]).localizer(for: "en").string("key") == "deep")
    #expect(read.localizer(for: "en").string("key") == "deep")
  }

  @Test func `compiling is the same each time, and valid UTF-8`() throws {
    let bytes = try catalog().compiled()
    #expect(try catalog().compiled() == bytes)
    #expect(bytes.invalidUTF8 == nil)
  }

  @Test func `what is cut, changed or another release's is refused`() throws {
    let bytes = try catalog().compiled()
    for count in 0..<bytes.count {
      #expect(throws: CompiledCatalogError.self) { try CompiledCatalog(Array(bytes[..<count])) }
    }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: CompiledCatalogError.self) { try CompiledCatalog(changed) }
    }
    var newer = bytes
    newer[TableFormat.mark.count] = 2
    #expect(throws: CompiledCatalogError.otherVersion(2)) { try CompiledCatalog(newer) }
    #expect(throws: CompiledCatalogError.notCompiled) { try CompiledCatalog(Array("{}".utf8)) }
  }

  @Test func `a table that lies about itself gives sentences or none, and is never read outside`()
    throws
  {
    let read = try catalog()
    let bytes = read.compiled()
    var chance: UInt64 = 88172645463325252
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<3 {
        chance ^= chance << 13
        chance ^= chance >> 7
        chance ^= chance << 17
        let index = TableFormat.prefix + Int(chance % UInt64(bytes.count - TableFormat.prefix))
        changed[index] = UInt8(truncatingIfNeeded: chance >> 40)
      }
      let sum = TableFormat.checksum(changed[TableFormat.prefix...])
      for index in 0..<TableFormat.numberSize {
        let position = TableFormat.prefix - TableFormat.numberSize + index
        changed[position] = UInt8(sum >> (7 * (TableFormat.numberSize - 1 - index)) & 0x7F)
      }
      guard let lying = try? CompiledCatalog(changed) else { continue }
      for key in read.keys {
        for language in lying.languages { _ = lying.localization(of: key, in: language) }
      }
    }
  }

  private static func units(_ localization: Localization) -> [String] {
    localization.units.map { "\($0.form): \($0.unit.value)" }
  }
}

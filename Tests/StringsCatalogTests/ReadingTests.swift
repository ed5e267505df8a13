import StringsCatalog
import Testing

struct ReadingTests {
  private func everything() throws -> Catalog { try Catalog(Fixtures.everything) }

  @Test
  func `a catalog knows its fields, keys and languages`() throws {
    let catalog = try everything()
    #expect(catalog.version == "1.0")
    #expect(catalog.sourceLanguage == "en")
    #expect(catalog.languages == ["ar", "de", "en", "fr", "ru", "zh-Hans", "zh-Hant"])
    #expect(catalog.keys.count == 9)
    #expect(catalog.keys.first == "")
    #expect(catalog.contains("Archive"))
    #expect(!catalog.contains("archive"))
    #expect(catalog.bytes == Array(Fixtures.everything.utf8))
  }

  @Test
  func `an entry has all that Xcode wrote into it`() throws {
    let entry = try #require(try everything().entry("%@ (%lld%%)"))
    #expect(
      entry.comment
        == "A name and how much of it is done. \"Quoted\", with a \\ and a tab\t."
    )
    #expect(entry.shouldTranslate)
    #expect(entry.extractionState == nil)
    let french = try #require(entry.localizations["fr"])
    let unit = try #require(french.units.first).unit
    #expect(unit.value == "%2$lld %% de %1$@")
    #expect(unit.state == .translated)
  }

  @Test
  func `states are those of the catalog`() throws {
    let catalog = try everything()
    #expect(catalog.entry("Mulligan")?.shouldTranslate == false)
    #expect(catalog.entry("Old")?.extractionState == .stale)
    #expect(catalog.entry("birds")?.extractionState == .migrated)
    let archive = try #require(catalog.entry("Archive"))
    let states = ["de", "fr", "zh-Hans"].map {
      archive.localizations[$0]?.units.first?.unit.state
    }
    #expect(states == [.translated, .needsReview, .machineTranslated])
    #expect(catalog.entry("")?.localizations.isEmpty == true)
    #expect(catalog.entry("nothing") == nil)
  }

  @Test
  func `every text of a sentence has a path`() throws {
    let catalog = try everything()
    let birds = try #require(catalog.entry("birds")?.localizations["en"])
    let forms = birds.units.map(\.form.description)
    #expect(
      forms == [
        "", "substitutions.birds.plural.zero", "substitutions.birds.plural.one",
        "substitutions.birds.plural.other", "substitutions.yards.plural.one",
        "substitutions.yards.plural.other",
      ]
    )
    #expect(birds.substitutions["yards"]?.argument == 3)
    #expect(birds.substitutions["yards"]?.formatSpecifier == "lld")
    let tap = try #require(catalog.entry("tap")?.localizations["en"])
    #expect(tap.units.map(\.form.description).first == "device.iphone.plural.one")
  }

  @Test
  func `a catalog of Xcode 26 is read`() throws {
    let text = Fixtures.everything.replacing(#""version" : "1.0""#, with: #""version" : "1.1""#)
    #expect(try Catalog(text).version == "1.1")
  }

  @Test
  func `fields in any order, unknown fields and a byte order mark are read`() throws {
    let catalog = try Catalog(
      "\u{FEFF}"
        + #"{"version":"1.0","later":[1,-2.5e+3,{"a":null}],"strings":{"a":{"new":[true,false]}},"#
        + #""sourceLanguage":"ru"}"#
    )
    #expect(catalog.keys == ["a"])
    #expect(catalog.sourceLanguage == "ru")
  }

  @Test
  func `escapes in JSON are read`() throws {
    let text = #"\u0041\n\t\"\\\/\ud83d\ude00\ud83d x"#
    let catalog = try Catalog(Fixtures.catalog(Fixtures.plain("en", text)))
    let value = catalog.entry("key")?.localizations["en"]?.units.first?.unit.value
    #expect(value == "A\n\t\"\\/😀\u{FFFD} x")
  }

  @Test
  func `the first of two entries with one key counts`() throws {
    let catalog = try Catalog(
      #"{"sourceLanguage":"en","strings":{"a":{"comment":"1"},"b":{},"a":{"comment":"2"}},"#
        + #""version":"1.0"}"#
    )
    #expect(catalog.keys == ["a", "b"])
    #expect(catalog.entry("a")?.comment == "1")
  }
}

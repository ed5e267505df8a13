import StringsCatalog
import Testing

struct CatalogCheckTests {
  /// Returns what is wrong in one entry, as "language form code detail".
  private func problems(
    _ localizations: String,
    check: CatalogCheck = CatalogCheck()
  ) throws -> [String] {
    let catalog = try Catalog(Fixtures.catalog(localizations))
    return check.problems(in: catalog).map { problem in
      [problem.language?.rawValue, problem.form.description, problem.code.rawValue, problem.detail]
        .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func problems(_ language: String, _ text: String, source: String) throws -> [String] {
    try problems(Fixtures.plain("en", source) + "," + Fixtures.plain(language, text))
  }

  private let english = Fixtures.plural("en", ["one": "%lld file", "other": "%lld files"])

  @Test
  func `a whole catalog has no problems`() throws {
    let russian = Fixtures.plural(
      "ru",
      ["one": "%lld а", "few": "%lld б", "many": "%lld в", "other": "%lld г"]
    )
    #expect(try problems(english + "," + russian).isEmpty)
    #expect(try problems("ru", "%2$@ от %1$@", source: "%1$@ of %2$@").isEmpty)
  }

  @Test
  func `the fixture's own flaws are found where they stand`() throws {
    let catalog = try Catalog(Fixtures.everything)
    var check = CatalogCheck()
    check.languages = ["en", "ru"]
    let found = check.problems(in: catalog)
    let stale = try #require(found.first { $0.code == .stale && $0.language == "de" })
    #expect(stale.key == "Old")
    let lines = Fixtures.everything.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines[stale.position.line - 1]
    #expect(line.contains(#""value" : "Alt""#))
    #expect(Array(line)[stale.position.column - 1] == "\"")
    let missing = found.filter { $0.code == .missingTranslation }.map(\.key)
    #expect(missing == ["", "%@ (%lld%%)", "birds", "Old", "tap"])
    #expect(found.contains { $0.code == .needsReview && $0.language == "fr" })
  }

  @Test
  func `keys that are not used, or used and missing, are found`() throws {
    var check = CatalogCheck()
    check.usedKeys = ["key", "gone"]
    #expect(try problems(Fixtures.plain("en", "x"), check: check) == ["missing-key"])
    check.usedKeys = []
    #expect(try problems(Fixtures.plain("en", "x"), check: check) == ["unused-key"])
  }

  @Test
  func `placeholders that disagree with the source are found`() throws {
    #expect(try problems("ru", "нет", source: "%@") == ["ru missing-argument %1$@"])
    #expect(try problems("ru", "%1$@ %2$@", source: "%@") == ["ru unknown-argument %2$@"])
    #expect(try problems("ru", "%lld", source: "%@") == ["ru wrong-argument-kind %1$lld"])
    #expect(try problems("ru", "%@ 5%", source: "%@") == ["ru stray-percent %"])
    #expect(
      try problems("ru", "5%", source: "%@") == [
        "ru stray-percent %", "ru missing-argument %1$@",
      ]
    )
    #expect(try problems("ru", "100%", source: "100%").isEmpty)
  }

  @Test
  func `placeholders that need positions are found`() throws {
    let reordered = try problems("ru", "%lld %@", source: "%1$@ %2$lld")
    #expect(reordered == ["ru missing-positions", "ru reordered-without-positions"])
    #expect(try problems("ru", "%@ %@", source: "%1$@ %2$@") == ["ru missing-positions"])
  }

  @Test
  func `plural forms that a language uses and lacks are found`() throws {
    let russian = Fixtures.plural("ru", ["one": "%lld", "other": "%lld"])
    #expect(
      try problems(english + "," + russian) == [
        "ru missing-plural-category few", "ru missing-plural-category many",
      ]
    )
    #expect(
      try problems(english + "," + Fixtures.plural("ru", ["few": "%lld"])) == [
        "ru plural-without-other other", "ru missing-plural-category one",
        "ru missing-plural-category many",
      ]
    )
    #expect(try problems(english + "," + Fixtures.plain("de", "%lld")) == ["de missing-plural"])
    #expect(try problems(english + "," + Fixtures.plain("ja", "%lld")).isEmpty)
  }

  @Test
  func `a form for several numbers must write the number`() throws {
    let russian = Fixtures.plural(
      "ru",
      ["one": "один файл", "few": "%lld", "many": "%lld", "other": "%lld"]
    )
    #expect(try problems(english + "," + russian) == ["ru plural.one missing-argument %1$lld"])
    let one = Fixtures.plural("en", ["one": "a file", "other": "%lld files"])
    #expect(try problems(one).isEmpty)
  }

  @Test
  func `malformed entries are found and left out`() throws {
    #expect(try problems(#""en":5"#) == ["en malformed-entry en", "en malformed-entry stringUnit"])
    #expect(try problems(#""e":{}"#) == ["unknown-language e"])
    #expect(try problems(#""en":{"stringUnit":{"state":"new"}}"#) == ["en malformed-entry value"])
    let lots = Fixtures.plural("en", ["lots": "%lld", "other": "%lld", "one": "%lld"])
    #expect(try problems(lots) == ["en unknown-plural-category lots"])
    let twice = Fixtures.plain("en", "a") + "," + Fixtures.plain("en", "b")
    #expect(try problems(twice).contains { $0.hasSuffix("key-twice en") })
    let device = #""en":{"variations":{"device":{"mac":{"stringUnit":{"value":"x"}}}}}"#
    #expect(try problems(device) == ["en device-without-other other"])
    let both = #""en":{"stringUnit":{"value":"x"},"variations":{"plural":{"other":{"stringUnit":"#
    #expect(
      try problems(both + #"{"value":"%lld"}},"one":{"stringUnit":{"value":"%lld"}}}}}"#)
        == ["en overlapping-forms"]
    )
  }

  @Test
  func `parts that are missing, unused or malformed are found`() throws {
    let part = { (name: String, specifier: String) in
      #""en":{"stringUnit":{"value":"%#@n@"},"substitutions":{"\#(name)":{"argNum":1,"#
        + #""formatSpecifier":"\#(specifier)","variations":{"plural":{"one":{"stringUnit":"#
        + #"{"value":"%arg"}},"other":{"stringUnit":{"value":"%arg"}}}}}}}"#
    }
    #expect(try problems(part("n", "lld")).isEmpty)
    #expect(
      try problems(part("m", "lld")) == [
        "en unknown-substitution n", "en substitutions.m unused-substitution m",
      ]
    )
    #expect(try problems(part("n", "!")) == ["en substitutions.n stray-percent %!"])
  }

  @Test
  func `titles that are too wide and sentences made to be glued are found`() throws {
    var check = CatalogCheck()
    check.titleRoom = TitleRoom(limit: 8, isTitle: { $0 == "key" }, width: \.count)
    #expect(try problems(Fixtures.plain("en", "12345678%@"), check: check).isEmpty)
    #expect(
      try problems(Fixtures.plain("en", "123456789"), check: check) == ["en too-wide 9 > 8"]
    )
    #expect(try problems(Fixtures.plain("en", "Undo ")) == ["en glued-sentence"])
    #expect(try problems("ru", "Отменить ", source: "Undo ") == ["en glued-sentence"])
    #expect(try problems("ru", "Отменить ", source: "Undo") == ["ru glued-sentence"])
  }

  @Test
  func `a catalog laid over another is compared with that one's sentences`() throws {
    var check = CatalogCheck()
    check.base = try Catalog(Fixtures.everything)
    let own = try Catalog(Fixtures.catalog(Fixtures.plain("ru", "Отменить"), key: "undo.menu"))
    #expect(check.problems(in: own).map(\.code) == [.missingArgument])
    #expect(check.problems(in: own).map(\.detail) == ["%1$@"])
  }

  @Test
  func `a language laid over another's catalog must be whole, an override need not`() throws {
    var check = CatalogCheck()
    check.base = try Catalog(
      Fixtures.catalog(Fixtures.plain("en", "Undo") + "," + Fixtures.plain("de", "Zurück"))
    )
    let missing = { (catalog: String) in
      check.problems(in: try Catalog(catalog)).filter { $0.code == .missingTranslation }
        .map { "\($0.language?.rawValue ?? "") \($0.key)" }
    }
    let italian = Fixtures.catalog(Fixtures.plain("it", "Annulla"), key: "other")
    #expect(try missing(italian) == ["it key"])
    #expect(try missing(Fixtures.catalog(Fixtures.plain("it", "Annulla"))) == [])
    #expect(try missing(Fixtures.catalog(Fixtures.plain("de-AT", "Retour"), key: "key")) == [])
  }

  @Test
  func `a problem reads as one line`() throws {
    let catalog = try Catalog(Fixtures.catalog(Fixtures.plain("en", "Undo ")))
    let lines = CatalogCheck().problems(in: catalog).map(\.description)
    #expect(lines == [#"1:108: en "key": glued-sentence"#])
  }

  @Test
  func `a key that comes twice is found at its second place`() throws {
    let catalog = try Catalog(
      #"{"sourceLanguage":"en","strings":{"a":{},"a":{}},"version":"1.0"}"#
    )
    let problem = try #require(CatalogCheck().problems(in: catalog).first)
    #expect(problem.code == .keyTwice)
    #expect(problem.position.column == 42)
  }
}

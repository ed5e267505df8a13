import StringsCatalog
import Testing

struct XLIFFTests {
  private func exported(_ language: LanguageTag) throws -> XLIFFDocument {
    XLIFFDocument(exporting: try Catalog(Fixtures.everything), to: language)
  }

  private func problem(_ text: String) -> XLIFFProblem? {
    do throws(XLIFFError) {
      _ = try XLIFFDocument(Array(text.utf8))
      return nil
    } catch {
      return error.problem
    }
  }

  private func file(_ units: String) -> String {
    #"<xliff version="1.2"><file original="a" source-language="en" target-language="fr"><body>"#
      + units + "</body></file></xliff>"
  }

  @Test
  func `every text becomes a unit named as Xcode names it`() throws {
    let units = try exported("fr").units
    #expect(
      units.map(\.id) == [
        "", "%@ (%lld%%)", "Archive", "Archived %lld threads|==|plural.one",
        "Archived %lld threads|==|plural.other", "birds",
        "birds|==|substitutions.birds.plural.one", "birds|==|substitutions.birds.plural.other",
        "birds|==|substitutions.yards.plural.one", "birds|==|substitutions.yards.plural.other",
        "tap|==|device.iphone.plural.one", "tap|==|device.iphone.plural.other",
        "tap|==|device.other.plural.one", "tap|==|device.other.plural.other", "undo.menu",
      ]
    )
    #expect(units[2].target == "Archiver")
    #expect(units[2].state == .needsReview)
    #expect(units[3].target == nil)
    #expect(units[1].note?.hasPrefix("A name and") == true)
  }

  @Test
  func `a language for another's catalog comes into one laid over it`() throws {
    let base = try Catalog(Fixtures.everything)
    var document = XLIFFDocument(exporting: base, to: "it")
    for place in document.units.indices {
      document.units[place].target = document.units[place].source
    }
    let empty = try Catalog(#"{"sourceLanguage":"en","strings":{},"version":"1.0"}"#)
    var editor = CatalogEditor(empty, over: base)
    #expect(editor.apply(document).isEmpty)
    let own = try editor.edited()
    #expect(own.languages == ["en", "it"])
    #expect(own.entry("birds")?.localizations["it"]?.substitutions["birds"]?.argument == 2)
    var check = CatalogCheck()
    check.base = base
    #expect(check.problems(in: own).filter { $0.code == .missingTranslation }.isEmpty)
    let again = XLIFFDocument(exporting: base, to: "it", under: own)
    #expect(again.units.map(\.target) == document.units.map(\.target))
    var second = CatalogEditor(own, over: base)
    _ = second.apply(document)
    #expect(second.bytes == own.bytes)
  }

  @Test
  func `placeholders of parts travel as translators' tools know them`() throws {
    let units = try exported("fr").units
    #expect(units[5].source == "%1$@ saw %2$#@birds@ in %3$#@yards@")
    #expect(units[6].source == "%2$lld bird")
    #expect(units[6].target == "%2$lld oiseau")
  }

  @Test
  func `the forms are those of the language translated to`() throws {
    let forms = { (language: LanguageTag) in
      try exported(language).units.filter { $0.id.hasPrefix("Archived") }.map(\.source)
    }
    #expect(
      try forms("uk") == [
        "Archived %lld thread", "Archived %lld threads", "Archived %lld threads",
        "Archived %lld threads",
      ]
    )
    #expect(try forms("ja") == ["Archived %lld threads"])
  }

  @Test
  func `what was exported and comes back unchanged changes no byte`() throws {
    let catalog = try Catalog(Fixtures.everything)
    for language in ["fr", "ru", "de", "zh-Hans"] as [LanguageTag] {
      let text = XLIFFDocument(exporting: catalog, to: language).text
      var editor = CatalogEditor(catalog)
      let skipped = editor.apply(try XLIFFDocument(Array(text.utf8)))
      #expect(skipped.allSatisfy { $0.reason == .untranslated })
      #expect(String(decoding: editor.bytes, as: UTF8.self) == Fixtures.everything)
    }
  }

  @Test
  func `a translator's work comes into the catalog`() throws {
    let catalog = try Catalog(Fixtures.everything)
    var document = XLIFFDocument(exporting: catalog, to: "de")
    for index in document.units.indices {
      document.units[index].target = "de " + document.units[index].source
      document.units[index].state = .translated
    }
    var editor = CatalogEditor(catalog)
    #expect(editor.apply(try XLIFFDocument(Array(document.text.utf8))).isEmpty)
    let german = try editor.edited().localizer(for: "de")
    #expect(german.string("birds", "Ann", 1, 2) == "de Ann saw de 1 bird in de 2 yards of Ann's")
    #expect(german.string("tap", 2) == "de Press 2 times")
    let problems = CatalogCheck().problems(in: try editor.edited())
    // The empty key has only a blank put before it, and "Old" is not sent to translators.
    #expect(problems.filter { $0.language == "de" }.map(\.code) == [.gluedSentence, .stale])
  }

  @Test
  func `a translation of a text changed since is to be reviewed`() throws {
    let catalog = try Catalog(Fixtures.everything)
    let text = file(
      #"<trans-unit id="undo.menu"><source>Revert %@</source><target>Annuler %@</target>"#
        + "</trans-unit>"
    )
    var editor = CatalogEditor(catalog)
    #expect(editor.apply(try XLIFFDocument(Array(text.utf8))).isEmpty)
    let unit = try editor.edited().entry("undo.menu")?.localizations["fr"]?.units.first?.unit
    #expect(unit?.value == "Annuler %@")
    #expect(unit?.state == .needsReview)
  }

  @Test
  func `units that do not belong or are not done are told of`() throws {
    let text = file(
      #"<trans-unit id="gone"><source>a</source><target>b</target></trans-unit>"#
        + #"<trans-unit id="tap|==|width.5"><source>a</source><target>b</target></trans-unit>"#
        + #"<trans-unit id="Archive"><source>Archive</source></trans-unit>"#
        + #"<trans-unit id="Old"><source>Old</source><target state="new">x</target></trans-unit>"#
    )
    var editor = CatalogEditor(try Catalog(Fixtures.everything))
    let skipped = editor.apply(try XLIFFDocument(Array(text.utf8)))
    #expect(skipped.map(\.id) == ["gone", "tap|==|width.5", "Archive", "Old"])
    #expect(
      skipped.map(\.reason) == [.unknownKey, .unknownKey, .untranslated, .untranslated]
    )
    #expect(String(decoding: editor.bytes, as: UTF8.self) == Fixtures.everything)
  }

  @Test
  func `any text travels through XML and back`() throws {
    let text = "<a href=\"x\">&amp; 'q' ]]>\t\r\n\u{A0}é🙂  end "
    let unit = XLIFFDocument.Unit(
      id: text,
      source: text,
      target: text,
      state: .translated,
      note: text
    )
    var document = try exported("fr")
    document.original = text
    document.units = [unit]
    let read = try XLIFFDocument(Array(document.text.utf8))
    #expect(read.units == [unit])
    #expect(read.original == text)
    document.units = [XLIFFDocument.Unit(id: "\u{1}", source: "")]
    #expect(try XLIFFDocument(Array(document.text.utf8)).units.isEmpty)
  }

  @Test
  func `a mark behind a reference is read, and one behind a sign does not hide it`() throws {
    let unit = "<trans-unit id=\"k\"><source>a &amp;\u{301} b &lt;\u{338}</source></trans-unit>"
    let document = try XLIFFDocument(Array(file(unit).utf8))
    #expect(document.units.map(\.source) == ["a &\u{301} b <\u{338}"])
    #expect(try XLIFFDocument(Array(document.text.utf8)).units == document.units)
    #expect(problem(file("<trans-unit id=\"<\u{338}\"/>")) == .malformedTag)
  }

  @Test
  func `what other tools write is read`() throws {
    let text =
      "\u{FEFF}<?xml version='1.0'?>\n<!-- <x> -->\n<x:xliff xmlns:x='urn:x' version='1.2'>"
      + "<x:file original='a' source-language='en' target-language='fr-FR'><header/><body><group>"
      + "<trans-unit id='a&#x9;b'>\n<source>S <g id='1'>in</g></source><seg-source>no</seg-source>"
      + "<target state='final'><mrk>T <![CDATA[<&>]]></mrk>&#233;</target>"
      + "<alt-trans><target>other</target></alt-trans></trans-unit></group></body></x:file>"
      + "</x:xliff>\n"
    let document = try XLIFFDocument(Array(text.utf8))
    #expect(document.targetLanguage == "fr-FR")
    let unit = try #require(document.units.first)
    #expect(unit.id == "a\tb")
    #expect(unit.source == "S in")
    #expect(unit.target == "T <&>é")
    #expect(unit.state == .translated)
  }

  @Test
  func `files that are not XLIFF are refused with the reason`() {
    #expect(problem("") == .languageMissing)
    #expect(problem("<xliff version='2.0'/>") == .notXLIFF)
    #expect(problem("<html/>") == .notXLIFF)
    #expect(problem("<!DOCTYPE a [<!ENTITY b 'c'>]><xliff version='1.2'/>") == .documentType)
    #expect(problem("<xliff version='1.2'>") == .endsTooSoon)
    #expect(problem("<xliff version='1.2'></file>") == .wrongEnd)
    #expect(problem("<xliff version='1.2' version='1.2'/>") == .malformedTag)
    #expect(problem("<xliff version='1.2'>&nbsp;</xliff>") == .unknownReference)
    #expect(problem("<xliff version='1.2'>&#xD800;</xliff>") == .unknownReference)
    #expect(problem("words <xliff version='1.2'/>") == .unexpectedText)
    #expect(problem(file("<trans-unit/>")) == .idMissing)
    #expect(problem("<xliff version='1.2'><file/></xliff>") == .languageMissing)
  }

  @Test
  func `an XLIFF file cut anywhere is refused`() throws {
    let bytes = Array(try exported("fr").text.utf8)
    for end in stride(from: 0, to: bytes.count - 9, by: 17) {
      #expect(throws: XLIFFError.self) { _ = try XLIFFDocument(Array(bytes[..<end])) }
    }
  }
}

import StringsCatalog
import Testing

struct LocalizerTests {
  private func localizer(_ language: LanguageTag) throws -> Localizer {
    try Catalog(Fixtures.everything).localizer(for: language)
  }

  private func string(
    _ localizations: String,
    _ arguments: Argument...,
    language: LanguageTag = "en"
  ) throws -> String {
    let catalog = try Catalog(Fixtures.catalog(localizations))
    return catalog.localizer(for: language).string("key", arguments: arguments)
  }

  @Test
  func `a sentence is in the reader's language`() throws {
    #expect(try localizer("ru").string("undo.menu", "В архив") == "Отменить «В архив»")
    #expect(try localizer("zh_TW").string("Archive") == "封存")
    #expect(try localizer("zh-SG").string("Archive") == "归档")
  }

  @Test
  func `a missing sentence falls back to the source language, then to its key`() throws {
    let german = try localizer("de_AT")
    #expect(german.string("undo.menu", "Archivieren") == "Undo Archivieren")
    #expect(german.string("Mulligan") == "Mulligan")
    #expect(german.string("no.such.key", 3) == "no.such.key")
    #expect(german.translation(of: "no.such.key") == nil)
    #expect(german.contains("Mulligan"))
    #expect(!german.contains("no.such.key"))
  }

  @Test
  func `a key that is its own source text takes arguments`() throws {
    #expect(try localizer("ja").string("Archived %lld threads", 1) == "Archived 1 thread")
    let catalog = try Catalog(Fixtures.catalog("", key: "Hello %@"))
    #expect(catalog.localizer(for: "de").string("Hello %@", "you") == "Hello you")
  }

  @Test(arguments: [
    (0, "0 цепочек в архиве"), (1, "1 цепочка в архиве"), (2, "2 цепочки в архиве"),
    (5, "5 цепочек в архиве"), (11, "11 цепочек в архиве"), (21, "21 цепочка в архиве"),
    (104, "104 цепочки в архиве"), (4200, "4\u{A0}200 цепочек в архиве"),
  ])
  func `Russian counts in its own forms`(number: Int, sentence: String) throws {
    #expect(try localizer("ru").string("Archived %lld threads", .number(number)) == sentence)
  }

  @Test
  func `parts of a sentence count for themselves`() throws {
    let english = try localizer("en")
    #expect(english.string("birds", "Ann", 1, 2) == "Ann saw 1 bird in 2 yards of Ann's")
    #expect(english.string("birds", "Ann", 0, 1) == "Ann saw no birds in one yard of Ann's")
    #expect(try localizer("fr").string("birds", "Ann", 2, 1) == "Dans 1 cour, 2 oiseaux pour Ann")
  }

  @Test
  func `a variation by device falls to other`() throws {
    #expect(try localizer("en").string("tap", 1) == "Press 1 time")
    #expect(try localizer("en").string("tap", 4200) == "Press 4,200 times")
  }

  @Test
  func `without a text for other devices that for a desktop is used`() throws {
    let devices = #""en":{"variations":{"device":{"iphone":{"stringUnit":{"value":"Tap"}}"#
    let mac = #","mac":{"stringUnit":{"value":"Click"}}"#
    #expect(try string(devices + mac + "}}}") == "Click")
    #expect(try string(devices + "}}}") == "key")
  }

  @Test
  func `arguments go where their positions say, and percent signs stay`() throws {
    #expect(try localizer("fr").string("%@ (%lld%%)", "Tri", 50) == "50 % de Tri")
    #expect(try localizer("en").string("%@ (%lld%%)", "Sorting", 50) == "Sorting (50%)")
    #expect(try string(Fixtures.plain("en", "%2$@ %@ %@"), "a", "b") == "b a b")
  }

  @Test
  func `placeholders leave arguments that parts take to them`() throws {
    let part =
      #""en":{"stringUnit":{"value":"%#@n@ of %@"},"substitutions":{"n":{"argNum":2,"#
      + #""formatSpecifier":"lld","variations":{"plural":{"other":{"stringUnit":{"value":"%arg!"}}}}}}}"#
    #expect(try string(part, "a", 3) == "3! of a")
    let unnumbered = part.replacing(#""argNum":2,"#, with: "")
    #expect(try string(unnumbered, 3, "a") == "3! of a")
  }

  @Test
  func `a text for zero is used for nothing in every language`() throws {
    let forms = Fixtures.plural("en", ["zero": "none", "one": "%lld", "other": "%lld s"])
    #expect(try string(forms, 0) == "none")
    #expect(try string(forms, 1) == "1")
  }

  @Test
  func `a plural form that the language lacks falls to other`() throws {
    #expect(try string(Fixtures.plural("ru", ["other": "%lld шт."]), 1, language: "ru") == "1 шт.")
  }

  @Test
  func `the number that is written decides the form`() throws {
    let forms = Fixtures.plural("en", ["one": "%2$@: one", "other": "%2$@: %3$lld"])
    #expect(try string(forms, 5, "a", 1) == "a: one")
    #expect(try string(forms, 1, "a", 5) == "a: 5")
    let silent = Fixtures.plural("en", ["one": "this message", "other": "these messages"])
    #expect(try string(silent, "a", 1) == "this message")
    let own = Fixtures.plural("en", ["one": "%arg day", "other": "%arg days"])
    #expect(try string(own, 3) == "3 days")
  }

  @Test
  func `fractions count as they are written`() throws {
    let forms = Fixtures.plural("en", ["one": "%.1f hour", "other": "%.1f hours"])
    #expect(try string(forms, 1.0) == "1.0 hours")
    #expect(try string(forms, 1) == "1.0 hours")
    #expect(try string(Fixtures.plain("de", "%.2f"), 1234.5, language: "de") == "1.234,50")
  }

  @Test(arguments: [
    ("%05d", "00042"), ("%+d", "+42"), ("%5d|", "   42|"), ("%-5d|", "42   |"), ("%x", "2a"),
    ("%04X", "002A"), ("%o", "52"), ("%lu", "42"), ("%'d", "42"), ("%.3d", "042"), ("%g", "42"),
    ("%e", "4.200000E1"), ("%@", "42"), ("%08.3f", "00000042.000"), ("%1$d of %1$d", "42 of 42"),
  ])
  func `placeholders write numbers as C does`(format: String, text: String) throws {
    let written = try string(Fixtures.plain("en", format), 42)
    #expect(written == text || format == "%e" && written == "4.200000E01")
  }

  @Test
  func `a broken translation gives way to the source language`() throws {
    let broken = [
      "%3$@ и %1$@", "%lld", "%@ 100%", "%#@nothing@", "%1$*d", "%@ %", "%0$@ %", "%100$@ %@",
    ]
    for value in broken {
      let catalog = Fixtures.plain("en", "%1$@ and %2$@") + "," + Fixtures.plain("ru", value)
      #expect(try string(catalog, "a", "b", language: "ru") == "a and b", "\(value)")
    }
  }

  @Test
  func `a sentence is never half finished`() throws {
    let catalog = Fixtures.plain("en", "%1$@ and %2$@")
    #expect(try string(catalog, "a") == "key")
    #expect(try string(Fixtures.plain("en", "%lld"), "a") == "key")
    #expect(try string(Fixtures.plain("en", "%d"), 1.5) == "key")
    #expect(try string(Fixtures.plural("en", ["other": "%lld"])) == "key")
  }

  @Test
  func `a plural without other serves the numbers it has`() throws {
    let forms = Fixtures.plural("en", ["one": "one", "other": "%lld many"])
    let russian = Fixtures.plural("ru", ["one": "%lld штука"])
    let both = forms + "," + russian
    #expect(try string(both, 21, language: "ru") == "21 штука")
    #expect(try string(both, 5, language: "ru") == "5 many")
  }

  @Test
  func `a lone percent sign is text where nothing is put in`() throws {
    #expect(try string(Fixtures.plain("en", "100% sure, 50%% not")) == "100% sure, 50% not")
  }

  @Test
  func `an empty text that nobody has translated yet falls back`() throws {
    let new = #""ru":{"stringUnit":{"state":"new","value":""}}"#
    #expect(try string(Fixtures.plain("en", "word") + "," + new, language: "ru") == "word")
  }

  @Test
  func `parts that name one another without end are broken, not endless`() throws {
    let part = { (name: String, other: String) in
      #""\#(name)":{"argNum":1,"formatSpecifier":"lld","variations":{"plural":{"other":"#
        + #"{"stringUnit":{"value":"\#(String(repeating: "%#@\(other)@", count: 60))"}}}}}"#
    }
    let loop =
      #""en":{"stringUnit":{"value":"%#@a@"},"substitutions":{"#
      + part("a", "b") + "," + part("b", "a") + "}}"
    #expect(try string(loop, 1) == "key")
  }

  @Test
  func `a Swiss reader of German gets Swiss numbers`() throws {
    let catalog = try Catalog(
      Fixtures.catalog(Fixtures.plain("de", "%lld") + "," + Fixtures.plain("en", "%lld"))
    )
    let swiss = catalog.localizer(for: "de-CH")
    #expect(swiss.language == "de")
    #expect(swiss.string("key", 4200) == "4’200")
    #expect(swiss.number(4200) == "4’200")
  }

  @Test
  func `a fallback sentence counts and writes numbers in its own language`() throws {
    let russian = try localizer("ru")
    #expect(russian.string("tap", 4200) == "Press 4,200 times")
    #expect(russian.number(4200) == "4\u{A0}200")
    #expect(russian.date(secondsSince1970: 0, style: .day, timeZone: "UTC") == "1 янв.")
  }

  @Test
  func `a localizer can be used from many tasks at once`() async throws {
    let localizer = try localizer("ru")
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let key: StringKey = number.isMultiple(of: 2) ? "Archived %lld threads" : "tap"
          return localizer.string(key, .number(number)).contains(String(number))
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

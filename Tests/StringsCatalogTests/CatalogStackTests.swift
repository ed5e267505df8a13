import StringsCatalog
import Testing

struct CatalogStackTests {
  private func stack(_ localizations: String, key: String = "Archive") throws -> CatalogStack {
    let own = try Catalog(Fixtures.catalog(localizations, key: key))
    return CatalogStack([own, try Catalog(Fixtures.everything)])
  }

  @Test
  func `a person's catalog overrides a sentence`() throws {
    let stack = try stack(Fixtures.plain("de", "Weglegen"))
    #expect(stack.localizer(for: "de").string("Archive") == "Weglegen")
    #expect(stack.localizer(for: "ru").string("Archive") == "В архив")
  }

  @Test
  func `a person's catalog adds keys and languages`() throws {
    let own = Fixtures.plain("uk", "Моє") + "," + Fixtures.plain("en", "Mine")
    let stack = try stack(own, key: "my")
    #expect(stack.languages.contains("uk"))
    #expect(stack.contains("my"))
    #expect(stack.localizer(for: "uk").string("my") == "Моє")
    #expect(stack.localizer(for: "uk").string("undo.menu", "Моє") == "Undo Моє")
    #expect(stack.localizer(for: "de").string("my") == "Mine")
  }

  @Test
  func `the reader's language counts for more than whose catalog it is`() throws {
    let stack = try stack(Fixtures.plain("en", "File away"))
    #expect(stack.localizer(for: "ru").string("Archive") == "В архив")
    #expect(stack.localizer(for: "en").string("Archive") == "File away")
  }

  @Test
  func `a broken override gives way to the sentence below`() throws {
    let stack = try stack(Fixtures.plain("ru", "Отменить %2$@"), key: "undo.menu")
    #expect(stack.localizer(for: "ru").string("undo.menu", "x") == "Отменить «x»")
  }

  @Test
  func `each catalog falls back to its own source language`() throws {
    let russian = try Catalog(
      Fixtures.catalog(Fixtures.plain("ru", "Свой"), key: "my", source: "ru")
    )
    let stack = CatalogStack([russian, try Catalog(Fixtures.everything)])
    let french = stack.localizer(for: "fr")
    #expect(french.string("my") == "Свой")
    #expect(french.string("undo.menu", "x") == "Undo x")
  }

  @Test
  func `a language that no catalog has is served in the source language`() throws {
    let stack = CatalogStack([try Catalog(Fixtures.everything)])
    #expect(stack.language(for: "ko") == nil)
    #expect(stack.language(for: "zh_TW") == "zh-Hant")
    #expect(stack.localizer(for: "ko").language == "en")
    #expect(stack.localizer(for: "ko").number(4200) == "4,200")
    #expect(CatalogStack([]).localizer(for: "ru").string("key", 1) == "key")
  }
}

import StringsCatalog
import Testing

struct SegmentTests {
  private let hostile = "\u{1B}[31m\u{202E}"

  private func localizer(_ language: LanguageTag, _ isolation: Isolation) throws -> Localizer {
    var localizer = try Catalog(Fixtures.everything).localizer(for: language)
    localizer.isolation = isolation
    return localizer
  }

  @Test
  func `segments tell a stranger's words from the catalog's`() throws {
    let segments = try localizer("ru", .never).segments("undo.menu", arguments: [.text(hostile)])
    #expect(segments == [.literal("Отменить «"), .argument(hostile), .literal("»")])
  }

  @Test
  func `numbers are the catalog's own words`() throws {
    let segments = try localizer("en", .automatic).segments("tap", arguments: [2])
    #expect(segments == [.literal("Press 2 times")])
  }

  @Test
  func `the marks of isolation are the catalog's own words`() throws {
    let segments = try localizer("en", .always).segments("undo.menu", arguments: ["x"])
    #expect(segments == [.literal("Undo \u{2068}"), .argument("x"), .literal("\u{2069}")])
  }

  @Test
  func `a missing key is its own text`() throws {
    #expect(try localizer("en", .always).segments("gone", arguments: ["x"]) == [.literal("gone")])
  }

  @Test(arguments: [
    ("en", "Archive", false), ("en", "Привет", false), ("en", "שלום", true), ("en", "سلام", true),
    ("en", "\u{202E}x", true), ("en", "\u{2069}x", true), ("ar", "Archive", true),
  ])
  func `arguments are isolated where it makes a difference`(
    language: LanguageTag,
    argument: String,
    isolated: Bool
  ) throws {
    let text = try localizer(language, .automatic).string("undo.menu", .text(argument))
    #expect(text.contains("\u{2068}") == isolated)
    #expect(text.contains("\u{2069}") == isolated)
  }

  @Test(arguments: [
    ("\u{2069}x", "x"), ("\u{2067}x", "\u{2067}x\u{2069}"),
    ("\u{2068}x\u{2069}\u{2069}y", "\u{2068}x\u{2069}y"),
  ])
  func `an argument cannot end the isolation around it`(argument: String, balanced: String) throws {
    let text = try localizer("en", .always).string("undo.menu", .text(argument))
    #expect(text == "Undo \u{2068}\(balanced)\u{2069}")
  }

  @Test
  func `without isolation an argument is left exactly as it is`() throws {
    #expect(try localizer("en", .never).string("undo.menu", "\u{2069}x") == "Undo \u{2069}x")
  }
}

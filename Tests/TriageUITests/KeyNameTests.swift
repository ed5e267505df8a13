import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// What keys are called on the screen.
@Suite struct KeyNameTests {
  @Test func `in English keys are called as the configuration writes them`() throws {
    let words = try Wording.test("en")
    let named = NamedKey.allCases.map(\.rawValue) + ["Space", "F10", "a", "Ctrl-_"]
    for key in named + ["Ctrl-Alt-Shift-PageDown", "g g", "g Space", "Ctrl-X Ctrl-C"] {
      #expect(words.keys(key).text == key)
    }
  }

  @Test(
    arguments: [
      ("de", "Leertaste", "Strg-Entf"), ("fr", "Espace", "Ctrl-Suppr"),
      ("es", "Espacio", "Ctrl-Supr"), ("ru", "Пробел", "Ctrl-Delete"),
      ("ja", "スペース", "Ctrl-Delete"), ("zh-Hans", "空格", "Ctrl-Delete"),
      ("zh-Hant", "空白鍵", "Ctrl-Delete"),
    ]
  )
  func `keys are called as a keyboard of the language has them`(
    language: String,
    space: String,
    delete: String
  ) throws {
    let words = try Wording.test(try #require(LanguageTag(language)))
    #expect(words.keys("g Space").text == "g \(space)")
    #expect(words.keys("Ctrl-Delete").text == delete)
  }

  @Test func `hints, help, menus and sentences have these names, the keymap the usual ones`() throws
  {
    let config = Config.read("[keys.list]\n\"Ctrl-PageDown\" = \"archive\"").config
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 120, rows: 40),
      language: "de",
      config: config
    )
    #expect(play.prompt.contains("Eingabe "), "\(play.prompt)")
    play.press("Alt-M")
    #expect(play.rows.contains { $0.contains("Strg-BildAb") })
    play.press("Esc Ctrl-PageDown")
    #expect(play.mailbox.changes.count == 1)
    play.press("Enter ? /")
    play.type("leertaste")
    play.press("Enter")
    #expect(play.rows.contains { $0.contains("Leertaste") }, "\(play.rows)")
  }
}

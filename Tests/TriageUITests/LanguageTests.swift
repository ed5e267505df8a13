import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// Every word on the screen is the catalog's, and no language is too long for its menus.
@Suite struct LanguageTests {
  /// The languages in which it is measured whether sentences have room: daily those with the longest
  /// words, and the one with wide cells.
  private static let measured =
    sweepsAreWhole ? WordingTests.languages : ["de", "fr", "ru", "zh-Hans"]

  /// The catalog with languages in which every letter is the same, narrow or wide, and an ellipsis of
  /// a sentence's own is another sign.
  private static let disguised = Result {
    let catalog = try testCatalog()
    var editor = CatalogEditor(catalog)
    for key in catalog.keys {
      for language in Set(measured).union(["en"]) {
        for (form, unit) in catalog.entry(key)?.localizations[language]?.units ?? [] {
          editor.set(disguise(unit.value), for: key, in: language, form: form)
        }
      }
    }
    return TestWords(try editor.edited())
  }

  /// The text with its placeholders as they are and every letter another one.
  private static func disguise(_ text: String) -> String {
    let placeholder = #/%(\d\$)?(?:@|lld)|%#@[a-z]+@|%arg|%%/#
    var disguised = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: placeholder) {
      disguised += letters(rest[..<match.range.lowerBound]) + match.output.0
      rest = rest[match.range.upperBound...]
    }
    return disguised + letters(rest)
  }

  private static func letters(_ text: Substring) -> String {
    String(text.map { $0.isLetter ? ($0 < "\u{1100}" ? "ж" : "口") : $0 == "…" ? "⁝" : $0 })
  }

  /// Mail without a Latin letter.
  private static var mailbox: Mailbox {
    let box = Mailbox()
    for number in 1...3 {
      box.add("会议 \(number)", from: ["李明"], text: [ContentLine(.text, "你好。")])
    }
    return box
  }

  /// What is the same in every language: names of keys, of a message's fields, of tags.
  private static let kept: Set<Substring> = [
    "Space", "Enter", "Esc", "Tab", "Shift", "Ctrl", "Alt", "Backspace", "Up", "Down", "Left",
    "Right", "Home", "End", "PageUp", "PageDown", "Subject", "org", "example", "inbox",
    "unread",
  ]

  /// Which languages are there makes no difference but for the forms of plurals.
  @Test(
    arguments: sweepsAreWhole ? WordingTests.languages : ["en", "ru"],
    [
      "", "a", "3 a u", "A Alt-E", "Alt-M", "Alt-V", "Alt-G", "Alt-H", "?", "Enter", "Enter ?",
      "g U", "A g U", "A g u", "A g u Enter", "/", "+", "u", "x", "* A", "Z", "l", ":",
    ]
  )
  func `every word on the screen is the catalog's`(language: LanguageTag, keys: String) throws {
    var play = try Screenplay.$words.withValue(Self.disguised.get()) {
      try Screenplay(
        Self.mailbox,
        size: ScreenSize(columns: 120, rows: 40),
        language: language
      )
    }
    play.press(keys)
    play.rest()
    let words = play.rows.joined(separator: "\n").matches(of: #/[A-Za-zА-Яа-я][A-Za-zА-Яа-я]+/#)
      .map(\.output)
    // Ids are the same in every language, too.
    let ids = keys == ":" ? Set(play.state.paletteEntries.map(\.id)) : []
    // As are the prefixes that notmuch knows.
    let prefixes = keys == "/" || keys == "l" ? QueryWords.usualPrefixes.map { $0[...] } : []
    let kept = Self.kept.union(ids.flatMap { $0.split { !$0.isLetter } }).union(prefixes)
    let foreign = words.filter { word in
      !kept.contains(word) && !word.allSatisfy { "ж口".contains($0) }
    }
    #expect(foreign.isEmpty, "\(play.rows.joined(separator: "\n"))")
  }

  /// The windows in which all sentences of a state have room.
  ///
  /// In the smallest one, sentences beside data are cut; in any, a round's summary and a seal's verdict
  /// at the end of their row.
  private static func windows(for scene: Scene) -> [(columns: Int, rows: Int)] {
    switch scene {
    case .round, .seals: []
    case .list, .snooze, .palette, .undoDialog, .quickTags, .halfTyped, .composeSeal, .outbox:
      [(80, 24)]
    default: [(80, 24), (40, 10)]
    }
  }

  @Test(arguments: Scene.allCases)
  func `no sentence is cut where it should have room, in any language`(scene: Scene) throws {
    try Screenplay.$words.withValue(Self.disguised.get()) {
      for language in Self.measured {
        for (columns, rows) in Self.windows(for: scene) {
          let form = ScreenForm(columns, rows, language)
          let rows = try scene.play(form).rows
          let cut = rows.filter { $0.contains(/[ж口][^\w\s]{0,2}…/) }
          #expect(cut.isEmpty, "\(form)\n\(rows.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test(arguments: WordingTests.languages, ["M", "E", "V", "G", "H"])
  func `menus are whole on the smallest screen`(language: LanguageTag, menu: String) throws {
    var play = try Screenplay(
      Self.mailbox,
      size: ScreenSize(columns: 40, rows: 30),
      language: language
    )
    play.press("Alt-\(menu)")
    let words = try Wording.test(language)
    for name in MenuName.allCases {
      #expect(play.rows[0].contains(words.text(name.title).text), "\(play.rows[0])")
    }
    let bars = play.rows.filter { $0.contains("│") }
    #expect(!bars.isEmpty)
    for row in bars {
      let title = row.split(separator: "│", maxSplits: 2).dropFirst().first ?? ""
      let cut = title.split(separator: "  ", omittingEmptySubsequences: true).first ?? ""
      #expect(row.count { $0 == "│" } == 2, "\(play.rows.joined(separator: "\n"))")
      // A title may itself end so, but then with nothing else missing of it.
      let ends = cut.hasSuffix("…") && !Self.promising(language).contains(trimmed(cut))
      #expect(!ends, "\(play.rows.joined(separator: "\n"))")
    }
  }

  private func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The titles that end in three dots.
  private static func promising(_ language: LanguageTag) -> Set<String> {
    guard let catalog = try? testCatalog() else { return [] }
    let localizer = catalog.localizer(for: language)
    let titles = catalog.keys.filter { $0.rawValue.hasSuffix(".title") }
      .map { localizer.string($0) }
    return Set(titles.filter { $0.hasSuffix("…") })
  }
}

import Foundation
import Testing

@Suite struct CatalogTests {
  private static let languages = ["en", "de", "es", "fr", "ja", "ru", "zh-Hans", "zh-Hant"]

  /// The languages of each key, read without the library that is tested elsewhere.
  private static let entries: [String: Set<String>] = {
    struct File: Decodable {
      struct Entry: Decodable {
        struct Sentence: Decodable {}
        var localizations: [String: Sentence]
      }
      var strings: [String: Entry]
    }
    let text = SourceTree.file("Sources/ProgramStrings/Localizable.xcstrings").text
    let file = try? JSONDecoder().decode(File.self, from: Data(text.utf8))
    return file?.strings.mapValues { Set($0.localizations.keys) } ?? [:]
  }()

  @Test func `every key has a sentence in every language`() {
    #expect(Self.entries.count > 100)
    for (key, languages) in Self.entries {
      #expect(languages.isSuperset(of: Self.languages), "\(key): \(languages)")
    }
  }

  @Test func `every key the program names is in the catalog`() {
    for (key, path) in Self.literalKeys {
      #expect(Self.entries[key] != nil, "\(path) names \(key)")
    }
  }

  @Test func `every key of the catalog is used`() {
    let literal = Set(Self.literalKeys.map(\.key))
    for key in Self.entries.keys.sorted() where !literal.contains(key) {
      let isMade = Self.madeFamilies.contains { key.hasPrefix($0) }
      #expect(isMade, "\(key) is not used")
    }
  }

  /// Families whose keys are made from a table of the program; other tests check them whole.
  private static let madeFamilies = [
    "action.", "key.", "name.left.", "command.", "error.", "hint.", "reason.", "origin.", "state.",
    "help.",
    "problem.", "totals.", "sign.", "dialog.",
    "menu.", "notice.", "label.", "detail.", "catalog.", "undo.", "redo.", "theme.", "left.",
    "repeat.", "status.done.",
    "status.would-", "round.", "seal.", "verdict.", "validity.", "outgoing.", "snooze.preset.",
    "snooze.word.", "snooze.unit.", "snooze.times.", "snooze.names.", "suggest.title.",
    "unsubscribe.method.", "unsubscribe.reason.",
  ]

  /// Keys with a word that a language has in common with English, and commands that are typed.
  private static let sharedWords: Set<String> = [
    "command.links.title", "command.menu-bar.title", "detail.name", "detail.status", "detail.url",
    "hint.undo",
    "label.patch", "menu.message", "origin.shell", "problem.line", "prompt.act",
    "status.engine-signal",
    "status.error",
    "status.found", "status.sources", "timeline.day", "timeline.day.undone",
    "timeline.steps", "totals.groups", "totals.messages",
  ]

  @Test func `no translation is the English sentence`() throws {
    let text = SourceTree.file("Sources/ProgramStrings/Localizable.xcstrings").text
    let file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let strings = try #require(file?["strings"] as? [String: [String: Any]])
    // Many keyboards have English words on their keys.
    for (key, entry) in strings where !Self.sharedWords.contains(key) && !key.hasPrefix("key.") {
      let languages = entry["localizations"] as? [String: Any] ?? [:]
      let english = Self.texts(languages["en"]).filter {
        $0.replacing(#/%(\d\$)?(@|lld)/#, with: "").contains(#/[A-Za-z]{2}/#)
      }
      for (language, texts) in languages where language != "en" {
        #expect(english.isDisjoint(with: Self.texts(texts)), "\(key) (\(language))")
      }
    }
  }

  /// All texts within one language of an entry.
  private static func texts(_ value: Any?) -> Set<String> {
    guard let object = value as? [String: Any] else { return [] }
    if let text = object["value"] as? String { return [text] }
    return object.values.reduce(into: []) { $0.formUnion(texts($1)) }
  }

  /// The keys that stand whole in the sources.
  private static let literalKeys: [(key: String, path: String)] = {
    let pattern =
      #/"((?:command|compose|undo|redo|menu|status|prompt|name|error|hint|view|problem|reading|snooze|suggest|timeline|unsubscribe)\.[a-z0-9.-]+[a-z0-9]|custom)"/#
    let helped = #/\bhelp\("([a-z.-]+)"\)/#
    return SourceTree.swiftFiles(below: "Sources").filter {
      $0.target == "TriageUI" || $0.target == "mulligan"
    }.flatMap { file in
      file.text.matches(of: pattern).map { (String($0.1), file.path) }
        + file.text.matches(of: helped).map { ("help.\($0.1)", file.path) }
    }
  }()
}

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
    let text = SourceTree.file("Sources/CCatalog/Localizable.xcstrings").text
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
    "action.", "command.", "error.", "hint.", "reason.", "origin.", "state.", "help.", "problem.",
    "menu.", "notice.", "label.", "detail.", "catalog.", "undo.", "redo.", "status.done.",
    "status.would-",
  ]

  /// The keys that stand whole in the sources.
  private static let literalKeys: [(key: String, path: String)] = {
    let pattern =
      #/"((?:command|undo|redo|menu|status|prompt|name|error|hint|view|problem)\.[a-z0-9.-]+[a-z0-9]|custom)"/#
    let helped = #/\bhelp\("([a-z.-]+)"\)/#
    return SourceTree.swiftFiles(below: "Sources").filter {
      $0.target == "TriageUI" || $0.target == "mulligan"
    }.flatMap { file in
      file.text.matches(of: pattern).map { (String($0.1), file.path) }
        + file.text.matches(of: helped).map { ("help.\($0.1)", file.path) }
    }
  }()
}

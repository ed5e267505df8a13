import Foundation
import Testing

@Suite struct CatalogTests {
  private static let languages = ["en", "ru", "zh-Hans", "zh-Hant"]

  /// The catalog as the file has it, read without the library that is tested elsewhere.
  private static let entries: [String: [String: Any]] = {
    let file = SourceTree.file("Sources/CCatalog/Localizable.xcstrings")
    let object = try? JSONSerialization.jsonObject(with: Data(file.text.utf8))
    return (object as? [String: Any])?["strings"] as? [String: [String: Any]] ?? [:]
  }()

  @Test func `every key has a sentence in every language`() {
    #expect(Self.entries.count > 100)
    for (key, entry) in Self.entries {
      let languages = (entry["localizations"] as? [String: Any])?.keys.sorted() ?? []
      #expect(Set(Self.languages).isSubset(of: languages), "\(key): \(languages)")
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
    "action.", "command.", "error.", "hint.", "reason.", "origin.", "state.", "help.", "menu.",
    "notice.", "undo.", "redo.", "status.done.", "status.would-",
  ]

  /// The keys that stand whole in the sources.
  private static let literalKeys: [(key: String, path: String)] = {
    let families =
      "action|command|undo|redo|menu|status|prompt|origin|state|name|reason|error|hint|help|notice"
    guard
      let pattern = try? Regex<(Substring, Substring)>(
        "\"((?:\(families))\\.[a-z0-9.-]+)\""
      )
    else { return [] }
    return SourceTree.swiftFiles(below: "Sources").filter {
      $0.target == "TriageUI" || $0.target == "mulligan"
    }.flatMap { file in
      file.text.matches(of: pattern).map { (String($0.output.1), file.path) }
    }
  }()
}

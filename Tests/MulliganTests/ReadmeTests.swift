import Foundation
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore
import TriageUI

/// The tables of the README are made from the program; `RECORD=1 swift test` renews them.
@Suite struct ReadmeTests {
  private static let readme = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  @Test func `the tables of keys, verbs and actions are those of the program`() throws {
    var text = try String(contentsOf: Self.readme, encoding: .utf8)
    let before = text
    text = try replacing("keys", in: text, with: keys())
    text = try replacing("verbs", in: text, with: verbs())
    text = try replacing("actions", in: text, with: actions())
    let defaults = Config.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
    text = try replacing(
      "config",
      in: text,
      with: ["```toml"] + defaults.dropLast().map(String.init) + ["```"]
    )
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      #expect(text == before, "run RECORD=1 swift test to renew the tables")
    }
  }

  private func replacing(_ name: String, in text: String, with table: [String]) throws -> String {
    let start = try #require(text.range(of: "<!-- \(name) -->\n"))
    let end = try #require(text.range(of: "<!-- /\(name) -->"))
    return text.replacingCharacters(
      in: start.upperBound..<end.lowerBound,
      with: table.joined(separator: "\n") + "\n"
    )
  }

  private func keys() throws -> [String] {
    let catalog = try Catalog(
      String(
        contentsOf: Self.readme.deletingLastPathComponent()
          .appending(path: "Sources/CCatalog/Localizable.xcstrings"),
        encoding: .utf8
      )
    )
    let words = Wording(catalog.localizer(for: "en"), isUTF8: true)
    var rows: [(title: String, keys: [String])] = []
    for binding in Keymap.vim.bindings {
      let title = words.string(.title(of: binding.action))
      let key = "`\(binding.notation)`"
      if let place = rows.firstIndex(where: { $0.title == title }) {
        if !rows[place].keys.contains(key) { rows[place].keys.append(key) }
      } else {
        rows.append((title, [key]))
      }
    }
    return ["| key | does |", "|---|---|"]
      + rows.map { "| \($0.keys.joined(separator: " ")) | \($0.title) |" }
  }

  private func verbs() throws -> [String] {
    let help = try TemporaryMail().mulligan("--help").output
    let lines = help.lines.drop { !$0.hasPrefix("SUBCOMMANDS") }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
    var rows: [(name: String, text: String)] = []
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      if line.hasPrefix("   ") || words.count < 2 {
        guard !rows.isEmpty else { continue }
        rows[rows.count - 1].text += " " + line.trimmingCharacters(in: .whitespaces)
      } else {
        rows.append((String(words[0]), words[1].trimmingCharacters(in: .whitespaces)))
      }
    }
    return ["| verb | does |", "|---|---|"] + rows.map { "| `\($0.name)` | \($0.text) |" }
  }

  private func actions() throws -> [String] {
    let run = try TemporaryMail().mulligan("actions", "--json")
    let rows = run.objects.map { action -> String in
      let words =
        (action["add"] as? [String] ?? []).map { "`+\($0)`" }
        + (action["remove"] as? [String] ?? []).map { "`-\($0)`" }
      let keys = (action["keys"] as? [String] ?? []).map { "`\($0)`" }
      return "| `\(action["id"] ?? "")` | \(action["title"] ?? "") "
        + "| \(words.joined(separator: " ")) | \(keys.joined(separator: " ")) |"
    }
    return ["| action | title | tags | keys |", "|---|---|---|---|"] + rows
  }
}

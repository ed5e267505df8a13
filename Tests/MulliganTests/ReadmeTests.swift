import Foundation
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore
import TriageUI

@testable import mulligan

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
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try text.write(to: Self.readme, atomically: true, encoding: .utf8)
    } else {
      #expect(text == before, "run RECORD=1 swift test to renew the tables")
    }
  }

  /// The lines of the block of code that follows a sentence.
  private func block(after sentence: String) throws -> [String] {
    let lines = try String(contentsOf: Self.readme, encoding: .utf8).lines
    let start = try #require(lines.firstIndex { $0.contains(sentence) })
    return Array(lines[start...].drop { !$0.hasPrefix("```") }.dropFirst().prefix { $0 != "```" })
  }

  @Test func `the examples of hook, timer and cron do what they say, off the undo key`() throws {
    let mail = try TemporaryMail()
    let bin = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    let home = "\(mail.folder)/home"
    let folders = [
      "\(home)/.config/mulligan", "\(home)/.local/bin", "\(mail.root)/.notmuch/hooks",
    ]
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try "plan = 1\n[[command]]\nactions = [\"add-tag:seen-by-rule\"]\nquery = \"tag:new\"\n"
      .write(toFile: "\(home)/.config/mulligan/rules.toml", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/.local/bin/mulligan",
      withDestinationPath: Program.path
    )
    let hook = "\(mail.root)/.notmuch/hooks/post-new"
    let script = try block(after: "As notmuch's hook").joined(separator: "\n") + "\n"
    try writeProgram("#!/bin/sh\nnotmuch tag +new -- id:m1@example.org\n\(script)", to: hook)
    let surroundings = ["PATH=\(bin):/usr/bin:/bin", "XDG_STATE_HOME=\(mail.state)"]
    try mail.write(SampleMessage("m1@example.org"))
    try mail.run(["env"] + surroundings + ["notmuch", "new"])
    #expect(try mail.count("tag:seen-by-rule") == 1)

    let service = try block(after: "As a systemd timer").first { $0.hasPrefix("ExecStart=") }
    let start = try #require(service).dropFirst("ExecStart=".count).replacing("%h", with: home)
    let cron = try #require(try block(after: "or from cron").first)
    #expect(cron.hasPrefix("*/15 * * * * "))
    for command in [String(start), String(cron.dropFirst("*/15 * * * * ".count))] {
      try mail.notmuch("tag", "-seen-by-rule", "--", "*")
      try mail.run(["env"] + surroundings + ["sh", "-c", command])
      #expect(try mail.count("tag:seen-by-rule") == 1, "\(command)")
    }
    let steps = try mail.mulligan("history", "--json").objects
    #expect(steps.count == 3 && steps.allSatisfy { $0["background"] as? Bool == true })
    #expect(try mail.mulligan("undo").errors == "mulligan: error: Nothing to undo\n")
  }

  @Test func `README's packages have every program that the tests use`() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let line = try #require(text.lines.first { $0.hasSuffix("&& swift test") })
    let packages = [
      "notmuch", "tmux", "strace", "zsh", "fish", "mandoc", "xapian-tools", "sqlite3",
    ]
    for package in packages {
      #expect(line.contains(" \(package) "), "\(package)")
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
    let words = Wording(Language.embedded.localizer(for: "en"), isUTF8: true)
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

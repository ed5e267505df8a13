import ArgumentParser
import TriageUI

/// The help of the program itself, as the parser and `ParserHelp` would make it.
///
/// To find out what it says of each option and verb takes the parser longer than all else of a start.
enum ProgramHelp {
  /// Where what is said of an option or verb begins.
  private static let indentation = 26
  /// What is narrower the parser has its own way with.
  private static let fewestColumns = 40

  /// The help for a terminal of a width, in a person's words; `nil` if it is for the parser.
  static func text(columns: Int, in words: Wording) -> String? {
    guard columns > fewestColumns else { return nil }
    func said(_ key: String) -> String { words.string(Sentence("help.parser.\(key)")) }
    let overview = wrapped("\(said("overview")) \(helpText("mulligan"))", columns)
    let more = Sentence("help.parser.more", .text("mulligan help <subcommand>"))
    return """
      \(overview.joined(separator: "\n"))

      \(said("usage")) mulligan [--config <config>] [--language <language>] [--color <color>] [--log-level <log-level>] <subcommand>

      \(said("options"))
      \(lines(of: options(said), columns))

      \(said("verbs"))
      \(lines(of: verbs.map { ($0, helpText("verb.\($0)")) }, columns))

        \(words.string(more))
      """
  }

  private static func options(_ said: (String) -> String) -> [(String, String)] {
    /// What an option may be.
    func values<Value: CaseIterable & RawRepresentable<String>>(_ usual: Value) -> String {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      return " (\(said("values")) \(names); \(said("default")) \(usual.rawValue))"
    }
    return [
      ("--config <config>", helpText("option.config")),
      ("--language <language>", helpText("option.language")),
      ("--color <color>", helpText("option.color") + values(ColorChoice.auto)),
      ("--log-level <log-level>", helpText("option.log-level") + values(LogLevel.notice)),
      ("--version", said("version")),
      ("-h, --help", said("help")),
    ]
  }

  /// The names of `Mulligan.verbs` that are shown: to ask each type makes the runtime look for how the
  /// parser reads it.
  private static let verbs = [
    "read", "triage", "demo", "list", "show", "count", "apply", "tag", "move", "wake", "compose",
    "reply", "forward", "send", "outbox", "unsubscribe", "undo", "redo", "history", "sync", "plan",
    "suggest", "actions", "keys", "config", "strings", "manual",
  ]

  private static func lines(of entries: [(String, String)], _ columns: Int) -> String {
    let blank = String(repeating: " ", count: indentation)
    return entries.map { name, text in
      let label = "  \(name)"
      return label.padding(to: indentation)
        + wrapped(text, columns - indentation).joined(separator: "\n" + blank)
    }
    .joined(separator: "\n")
  }

  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while rest.count > columns,
      let blank = rest.prefix(columns).lastIndex(of: " ") ?? rest.firstIndex(of: " ")
    {
      lines.append(String(rest[..<blank]))
      rest = rest[rest.index(after: blank)...]
    }
    return lines + [String(rest)]
  }
}

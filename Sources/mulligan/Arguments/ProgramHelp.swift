import ArgumentParser

/// The help of the program itself, as the parser prints it; to find out what it says of each option and verb takes the
/// parser longer than all else of a start.
enum ProgramHelp {
  /// Where what is said of an option or verb begins.
  private static let indentation = 26
  /// What is narrower the parser has its own way with.
  private static let fewestColumns = 40

  /// The help for a terminal of a width; `nil` if it is for the parser.
  static func text(columns: Int) -> String? {
    guard columns > fewestColumns else { return nil }
    let overview = wrapped("OVERVIEW: \(helpText("mulligan"))", columns).joined(separator: "\n")
    return """
      \(overview)

      USAGE: mulligan [--config <config>] [--language <language>] [--color <color>] [--log-level <log-level>] <subcommand>

      OPTIONS:
      \(lines(of: options, columns))

      SUBCOMMANDS:
      \(lines(of: verbs, columns))

        See 'mulligan help <subcommand>' for detailed help.
      """
  }

  private static var options: [(String, String)] {
    [
      ("--config <config>", helpText("option.config")),
      ("--language <language>", helpText("option.language")),
      ("--color <color>", helpText("option.color") + values(ColorChoice.auto)),
      ("--log-level <log-level>", helpText("option.log-level") + values(LogLevel.notice)),
      ("--version", "Show the version."),
      ("-h, --help", "Show help information."),
    ]
  }

  /// What an option may be.
  private static func values<Value: CaseIterable & RawRepresentable<String>>(
    _ usual: Value
  ) -> String {
    let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return " (values: \(names); default: \(usual.rawValue))"
  }

  private static var verbs: [(String, String)] {
    Mulligan.verbs.map { $0.configuration }.filter(\.shouldDisplay).map { verb in
      (verb.commandName ?? "", verb.abstract)
    }
  }

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

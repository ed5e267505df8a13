import Screen
import TriageUI

/// The parser's help with its own words from the catalog: headings, defaults, and how to go on.
///
/// The parser has them in English only, and no place to set them.
enum ParserHelp {
  private static let headings = [
    ("OVERVIEW:", "help.parser.overview"), ("USAGE:", "help.parser.usage"),
    ("ARGUMENTS:", "help.parser.arguments"), ("OPTIONS:", "help.parser.options"),
    ("SUBCOMMANDS:", "help.parser.verbs"),
  ]

  /// Returns a help text, with the lines of a call indented by its heading in these words.
  static func text(_ help: String, in words: Wording) -> String {
    var indent: String?
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      for (heading, key) in headings where line == heading || line.hasPrefix("\(heading) ") {
        let translated = words.text(Sentence(key))
        indent = heading == "USAGE:" ? String(repeating: " ", count: translated.width + 1) : nil
        return translated.text + line.dropFirst(heading.count)
      }
      if line.isEmpty { indent = nil }
      guard let indent, line.hasPrefix(callIndent) else { return sentences(String(line), words) }
      return indent + line.dropFirst(callIndent.count)
    }
    return lines.joined(separator: "\n")
  }

  /// What the parser puts before the lines of a call but the first.
  private static let callIndent = String(repeating: " ", count: "USAGE: ".count)

  /// A line with the parser's sentences in other words.
  ///
  /// A pattern is made, which takes longer than to look, only for a line that may have it.
  private static func sentences(_ line: String, _ words: Wording) -> String {
    var line = line
    if line.contains("(values:") {
      let values = words.string(Sentence("help.parser.values"))
      line.replace(#/\(values:(?= |$)/#, with: "(\(values)")
    }
    if line.contains("default:") {
      let usual = words.string(Sentence("help.parser.default"))
      line.replace(#/(^ +|[(;] ?)default:(?= |$)/#) { "\($0.1)\(usual)" }
    }
    if line.contains("Show ") {
      line.replace("Show help information.", with: words.string(Sentence("help.parser.help")))
      line.replace("Show the version.", with: words.string(Sentence("help.parser.version")))
    }
    guard line.contains("See '") else { return line }
    return line.replacing(#/See '(.*)' for detailed help\./#) {
      words.string(Sentence("help.parser.more", .text(String($0.1))))
    }
  }
}

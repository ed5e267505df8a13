import ArgumentParser
import TriageUI

private let chosen = Language.chosen(
  arguments: Array(CommandLine.arguments.dropFirst()),
  surroundings: .current
)

/// The words of this run, in the person's language; nothing is read for them before the first one.
let words: Wording = chosen.words

/// The settings of this run, and what is wrong with them.
let settings: Settings = chosen.settings

/// The help of a verb or an option, from the catalog; empty where nobody reads it.
func help(_ key: String) -> ArgumentHelp { ArgumentHelp(helpText(key)) }

/// The text of a verb's help, from the catalog; empty where nobody reads it.
func helpText(_ key: String) -> String {
  Help.isRead ? words.string(Sentence("help.\(key)")) : ""
}

/// Whether the help of verbs and options can come to be read while they are parsed.
///
/// The catalog is the largest thing that a start can do without.
enum Help {
  @TaskLocal static var isRead = true
}

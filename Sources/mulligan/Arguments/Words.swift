import ArgumentParser
import TriageUI

/// Chosen once, before the arguments are parsed, because the parser's own help is made of words.
private let chosen = Language.chosen(
  arguments: Array(CommandLine.arguments.dropFirst()),
  surroundings: .current
)

/// The words of this run, in the person's language.
let words: Wording = chosen.words

/// The settings of this run, and what is wrong with them.
let settings: Settings = chosen.settings

/// The help of a verb or an option, from the catalog.
func help(_ key: String) -> ArgumentHelp {
  ArgumentHelp(words.string(Sentence("help.\(key)")))
}

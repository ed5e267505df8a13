import ArgumentParser
import TriageUI

/// The words of this run, in the person's language: chosen once, before the arguments are parsed,
/// because the parser's own help is made of them.
let words: Wording = Language.wording(
  arguments: Array(CommandLine.arguments.dropFirst()),
  surroundings: .current
)

/// The help of a verb or an option, from the catalog.
func help(_ key: String) -> ArgumentHelp {
  ArgumentHelp(words.string(Sentence("help.\(key)")))
}

import ArgumentParser
import Foundation
import Screen
import TriageCore
import TriageUI

/// The configuration of a verb, with its help from the catalog.
func verb(_ name: String, hidden: Bool = false) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.\(name)"),
    shouldDisplay: !hidden
  )
}

/// Stops with 64 if the first word is no verb, naming the nearest one and how to read a query.
func refuseUnknownVerb(_ arguments: [String]) {
  let known = Mulligan.verbs.compactMap { $0.configuration.commandName } + ["help"]
  guard let word = arguments.first, !word.hasPrefix("-"), !known.contains(word) else { return }
  let sentence =
    nearestName(to: word, in: known).map {
      Sentence("error.usage.verb.nearest", .text(word), .text($0))
    } ?? Sentence("error.usage.verb", .text(word))
  let query = arguments.joined(separator: " ")
  let hints = [Sentence("hint.verbs"), Sentence("hint.read", .text(query))]
  let lines =
    [words.text(Sentence("status.error", .sentence(sentence))).text]
    + hints.map { words.text(Sentence("status.hint", .sentence($0))).text }
  FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  Foundation.exit(Exit.usage.rawValue)
}

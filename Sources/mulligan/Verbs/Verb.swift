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

/// Stops with 64 if the first word is no verb, naming the nearest one.
func refuseUnknownVerb(_ arguments: [String]) {
  let known = Mulligan.verbs.compactMap { $0.configuration.commandName } + ["help"]
  guard let word = arguments.first, !word.hasPrefix("-"), !known.contains(word) else { return }
  let sentence =
    nearestName(to: word, in: known).map {
      Sentence("error.usage.verb.nearest", .text(word), .text($0))
    } ?? Sentence("error.usage.verb", .text(word))
  let lines = [
    words.text(Sentence("status.error", .sentence(sentence))).text,
    words.text(Sentence("status.hint", .sentence(Sentence("hint.verbs")))).text,
  ]
  FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  Foundation.exit(Exit.usage.rawValue)
}

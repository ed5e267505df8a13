import ArgumentParser
import Foundation
import TriageCore
import TriageUI

/// What is wrong with arguments that the parser has refused, in the catalog's words.
///
/// The parser's own sentences are English, have its arguments in them as they came, and cannot be
/// told apart. Its description of itself says enough to find the first mistake again.
struct ArgumentDiagnosis {
  /// What is wrong.
  private(set) var sentence: Sentence
  /// What to do about it.
  private(set) var hint: Sentence

  /// Looks for the mistake in arguments that begin with a verb; the one that stands for none was not given.
  init(_ arguments: [String], given: [String]) {
    var search = MistakeSearch(arguments, in: ArgumentTable.ofProgram)
    let mistake = search.mistake()
    let verb = Sentence.Argument.text((["mulligan"] + search.verbs).joined(separator: " "))
    sentence = mistake ?? Sentence("error.usage.arguments", verb)
    let isVerbGiven = arguments.first.map(given.contains) ?? false
    let usage = Sentence("hint.usage", isVerbGiven ? verb : .text("mulligan"))
    hint = search.hint ?? (search.seemsQuery ? Sentence("hint.dash-query") : usage)
  }

  /// JSON's `verb` of the writing verb that was asked for JSON; `nil` for what has no result.
  static func resultVerb(of arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }
    guard options.contains("--json"), let verb = arguments.first else { return nil }
    switch verb {
    case "apply", "tag", "move", "wake", "undo", "redo": return verb
    case "send": return verb
    case "sync": return options.contains("--list") || options.contains("--forget") ? nil : verb
    case "compose", "reply", "forward":
      return options.contains("--draft") || options.contains("--send") ? verb : nil
    case "outbox": return ["cancel", "discard", "retry"].first(where: options.contains)
    case "plan": return options.contains("run") ? verb : nil
    case "history":
      return ["revert", "reapply", "restore", "recover"].first(where: options.contains)
    default: return nil
    }
  }
}

/// The verbs with their options and arguments, as the parser describes them.
enum ArgumentTable {
  /// What the parser says of itself.
  static var ofProgram: ManualPage.Command { of(Mulligan.self) }

  /// What it says of one verb.
  static func of(_ verb: any ParsableCommand.Type) -> ManualPage.Command {
    let text = Help.$isRead.withValue(false) { verb._dumpHelp() }
    do {
      return try JSONDecoder().decode(ManualPage.Tool.self, from: Data(text.utf8)).command
    } catch {
      stopProgram("the parser's description of itself: \(error)")
    }
  }
}

extension ManualPage.Argument {
  /// The names with their dashes: `--json`, `-h`.
  var options: [String] {
    (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }
  }
}

/// Goes through the words as the parser does, up to the first that it cannot take.
private struct MistakeSearch {
  /// The verb, and the one below it.
  private(set) var verbs: [String] = []
  /// Whether the mistake is a word that may have been meant as a query.
  private(set) var seemsQuery = false
  /// What would do what was meant, if that is seen.
  private(set) var hint: Sentence?
  private var command: ManualPage.Command
  private var rest: ArraySlice<String>

  init(_ arguments: [String], in table: ManualPage.Command) {
    command = table
    rest = arguments[...]
  }

  /// Options and arguments that may follow here: those of the verb that is meant without its name, too.
  private var arguments: [ManualPage.Argument] { command.allArguments }

  mutating func mistake() -> Sentence? {
    var words: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      }
      if word.hasPrefix("-"), word != "-" {
        if let mistake = option(word) { return mistake }
      } else if let below = command.subcommands?.first(where: { $0.commandName == word }) {
        verbs.append(word)
        command = below
      } else if let verbs = command.subcommands?.map(\.commandName), !verbs.isEmpty {
        return unknownVerb(word, besides: verbs)
      } else {
        words.append(word)
      }
    }
    return positional(words)
  }

  private mutating func unknownVerb(_ word: String, besides others: [String]) -> Sentence {
    if command.commandName == History._commandName { hint = hint(of: "show", about: word) }
    let name = (verbs + [word]).joined(separator: " ")
    guard let near = nearestName(to: word, in: others) else {
      // No verb has a number for a name: what does something by itself was given an argument.
      let isArgument = command.defaultSubcommand != nil && word.contains(where: \.isNumber)
      return isArgument
        ? Sentence("error.usage.argument-extra", .text(word)) : .unknownVerb(name, nearest: nil)
    }
    return .unknownVerb(name, nearest: (verbs + [near]).joined(separator: " "))
  }

  private mutating func option(_ word: String) -> Sentence? {
    let name = String(word.prefix { $0 != "=" })
    let given = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
    guard let known = arguments.first(where: { $0.options.contains(name) }) else {
      seemsQuery = !word.hasPrefix("--") && arguments.contains { $0.valueName == "query" }
      let others = arguments.flatMap(\.options).filter { $0.hasPrefix("--") }
      return nearestName(to: name, in: others).map {
        Sentence("error.usage.option.nearest", .text(name), .text($0))
      } ?? Sentence("error.usage.option", .text(name))
    }
    guard known.kind == "option" else {
      return given == nil ? nil : Sentence("error.usage.option-value", .text(name))
    }
    guard let value = given ?? next(known) else {
      return Sentence("error.usage.value-missing", .text(name))
    }
    return wrong(value, of: known, called: name)
  }

  /// The word after an option, if it can be its value.
  private mutating func next(_ option: ManualPage.Argument) -> String? {
    guard let word = rest.first else { return nil }
    if word.hasPrefix("-"), option.parsingStrategy != "unconditional" { return nil }
    return rest.popFirst()
  }

  private func wrong(
    _ value: String,
    of argument: ManualPage.Argument,
    called name: String
  ) -> Sentence? {
    if let words = argument.allValues, !words.isEmpty, !words.contains(value) {
      return Sentence(
        "error.usage.value-unknown",
        .text(value),
        .text(name),
        .text(words.joined(separator: ", "))
      )
    }
    switch name {
    case "--keep" where command.commandName == "demo": return nil
    case "--limit", "--part", "--keep", "--hold":
      return Int(value) == nil ? Sentence("error.usage.number", .text(value), .text(name)) : nil
    case "--lock-timeout":
      return Double(value) == nil ? Sentence("error.usage.lock-timeout") : nil
    default: return nil
    }
  }

  /// The verb of the history that is about a step, if a word is one.
  private func hint(of verb: String, about word: String) -> Sentence? {
    guard let step = StepReference(word) else { return nil }
    return Sentence("hint.step.\(verb)", .text(step.argument))
  }

  private mutating func positional(_ words: [String]) -> Sentence? {
    let positional = arguments.filter { $0.kind == "positional" }
    if words.count < positional.count(where: { !$0.isOptional }) {
      return positional.first?.valueName == "query"
        ? Sentence("error.usage.query-missing")
        : Sentence(
          "error.usage.argument-missing",
          .text((["mulligan"] + verbs).joined(separator: " "))
        )
    }
    if words.count > positional.count, !positional.contains(where: \.isRepeating) {
      if command.commandName == Wake._commandName {
        let query = Sentence.Argument.text(ShellWords.joined(words))
        hint = Sentence("hint.apply", .text(MailAction.wake.notation), query)
      }
      return Sentence("error.usage.argument-extra", .text(words[positional.count]))
    }
    guard ["undo", "redo"].contains(command.commandName), let word = words.first,
      Int(word) == nil
    else { return nil }
    hint = hint(of: command.commandName == "undo" ? "revert" : "reapply", about: word)
    return Sentence("error.usage.number.argument", .text(word))
  }
}

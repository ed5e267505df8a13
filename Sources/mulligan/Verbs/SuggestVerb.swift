import ArgumentParser
import Journal
import Screen
import TriageConfig
import TriageCore
import TriageEngine
import TriageUI

/// `suggest`: rules that the person's habits could be; none runs by itself.
struct Suggest: ParsableCommand {
  static var configuration: CommandConfiguration { verb("suggest") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.all.suggest"))
  var all = false
  @Flag(help: help("option.dismiss"))
  var dismiss = false
  @Flag(help: help("option.forget"))
  var forget = false
  @Option(
    parsing: .unconditional,
    help: help("option.save-plan.suggest"),
    completion: .file(extensions: ["toml", "json"])
  )
  var savePlan: String?
  @Option(
    parsing: .unconditional,
    help: help("option.add-to"),
    completion: .file(extensions: ["toml"])
  )
  var addTo: String?
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.suggestions"))
  var ids: [String] = []

  func run() throws {
    try Shell.run(using: [.actions]) { shell in
      let tasks = [dismiss, forget, savePlan != nil, addTo != nil].count { $0 }
      guard tasks <= 1 else { throw shell.usage(Sentence("error.usage.suggest-tasks")) }
      guard tasks == 0 || !ids.isEmpty else {
        throw shell.usage(Sentence("error.usage.no-suggestion"))
      }
      guard savePlan != "-" || !json else {
        throw shell.usage(Sentence("error.usage.plan-and-json"))
      }
      let mailbox = try shell.mailbox()
      let known = try mailbox.engine.suggestions(shell.config.actions.effects)
      let chosen = try choose(from: known, mailbox)
      if dismiss || forget { try mailbox.history.dismiss(ids, dismiss) }
      let rules = chosen.map { $0.command(in: shell.config.actions) }
      if let savePlan { return try Plan(rules).save(to: savePlan, shell) }
      if let addTo { return try add(rules, to: addTo, shell) }
      for suggestion in chosen {
        var suggestion = suggestion
        suggestion.isDismissed = dismiss || (suggestion.isDismissed && !forget)
        try list(suggestion, shell)
      }
      if chosen.isEmpty, ids.isEmpty, !json {
        for sentence in [Sentence("suggest.none"), .habitNeed] {
          try shell.printer.text(shell.words.text(sentence))
        }
      }
    }
  }

  /// The suggestions that are meant: those that are named, in that order, or all that are shown.
  private func choose(from known: [Suggestion], _ mailbox: Mailbox) throws -> [Suggestion] {
    guard !ids.isEmpty else { return known.filter { all || !$0.isDismissed } }
    let dismissed = try mailbox.history.dismissals()
    return try ids.compactMap { id in
      if let suggestion = known.first(where: { $0.id == id }) { return suggestion }
      // What was dismissed long ago may be no habit any more.
      guard forget, dismissed.contains(id) else {
        throw TriageFailure(.noSuchSuggestion, id)
      }
      return nil
    }
  }

  private func add(_ rules: [Command], to file: String, _ shell: Shell) throws {
    let added: Sentence
    do throws(UserFacingError) {
      added = try RulesFile(path: file).append(rules, shell.config.actions).said
    } catch {
      throw Refusal(sentence: error.sentence, code: .plan, exit: Exit.failed)
    }
    guard !json else { return }
    try shell.printer.text(shell.words.text(added))
    let hint = Sentence("hint.rules-file", .text(file))
    try shell.printer.note(shell.words.text(Sentence("status.hint", .sentence(hint))))
  }

  private func list(_ suggestion: Suggestion, _ shell: Shell) throws {
    let actions = suggestion.actions(in: shell.config.actions)
    let title = suggestion.title(in: shell.config.actions)
    guard !json else {
      return try shell.printer.line(
        suggestion.json(actions, title: shell.words.string(title))
      )
    }
    let words = shell.words
    try shell.printer.text(words.display(suggestion.id + "  ") + words.text(title))
    for line in suggestion.details {
      try shell.printer.text(words.display("    ") + words.text(line))
    }
    for line in suggestion.rule(actions) { try shell.printer.text(words.display("    " + line)) }
  }
}

extension Suggestion {
  /// The rule as a plan has it, line by line.
  fileprivate func rule(_ actions: [MailAction]) -> [String] {
    let command = Command(actions, on: .sources(filter, query: Self.query, limit: nil))
    let text = Plan([command]).text(as: .toml)
    return text.split(separator: "\n").filter { !$0.hasPrefix("plan") }.map(String.init)
  }

  fileprivate func json(_ actions: [MailAction], title: String) -> JSONLine {
    var line = JSONLine(type: "suggestion")
    line.add("id", .string(id))
    line.add("by", .string(kind.rawValue))
    line.add("value", .string(value))
    line.add("name", .optional(name))
    line.add("actions", .strings(actions.map(\.notation)))
    line.add("done", .int(done))
    line.add("of", .int(of))
    line.add("groups", .int(groups))
    line.add("days", .int(days))
    line.add("undone", .int(undone))
    line.add("left", .int(left))
    line.add("first", .date(first))
    line.add("last", .date(last))
    line.add("query", .string(Self.query))
    line.add("now", .int(now))
    line.add("example", .string(example))
    line.add("dismissed", .bool(isDismissed))
    line.add("title", .string(title))
    return line
  }
}

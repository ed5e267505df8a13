import ArgumentParser
import Foundation
import Screen
import TriageCore
import TriageEngine
import TriageUI

/// `history`, alone and with what it takes to look into it and to turn groups in it.
struct History: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history",
      abstract: helpText("verb.history"),
      subcommands: [
        HistoryList.self, HistoryShow.self, HistoryRevert.self, HistoryReapply.self,
        HistoryRestore.self, HistoryRecover.self, HistoryVerify.self, HistoryPrune.self,
        HistoryReset.self,
      ],
      defaultSubcommand: HistoryList.self
    )
  }

  @OptionGroup var global: GlobalOptions

  /// Returns the help of `history` with the options that it takes alone, if a text is the parser's
  /// help of it: the parser leaves out those of the verb that it takes for nothing.
  static func help(insteadOf text: String) -> String? {
    let below = Mulligan.helpMessage(for: History.self)
    guard text.trimmed == below.trimmed, let verbs = below.range(of: "SUBCOMMANDS:") else {
      return nil
    }
    let name = "\(Mulligan._commandName) \(_commandName)"
    let alone = Mulligan.helpMessage(for: HistoryList.self)
      .replacing("\(name) \(HistoryList._commandName)", with: name)
    return "\(alone.trimmed)\n\n\(below[verbs.lowerBound...].trimmed)"
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// The configuration of a verb of the history, with its help from the catalog.
func historyVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.history.\(name)")
  )
}

/// `history` alone.
struct HistoryList: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: helpText("verb.history"),
      shouldDisplay: false
    )
  }

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit.steps"))
  var limit: Int?
  @Option(help: help("option.since"))
  var since: String?
  @Option(help: help("option.until"))
  var until: String?
  @Option(help: help("option.by"))
  var by: TotalKind?
  @Flag(help: help("option.all"))
  var all = false
  @Flag(help: help("option.patch"))
  var patch = false
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run { shell in
      let limit = limit ?? (by == nil ? Self.usualLimit : 0)
      try shell.check(limit: limit)
      if by != nil, patch { throw shell.usage(Sentence("error.usage.by-and-patch")) }
      let filter = HistoryFilter(
        limit: limit == 0 ? nil : limit,
        since: try since.map(Moment.parse)?.time,
        until: try until.map(Moment.parse)?.time,
        all: all
      )
      let listing = HistoryListing(shell: shell, mailbox: try shell.mailbox(), json: json)
      if let by { return try HistoryTotals(listing: listing).list(filter, by: by) }
      let steps = try listing.mailbox.steps(filter)
      let head = try listing.mailbox.head()
      for step in steps {
        try listing.line(step, head: head, isNamed: true)
        if patch { try listing.changes(of: step) }
      }
      if steps.isEmpty { try shell.mentionOtherHistories(of: listing.mailbox) }
      if self.limit == nil { try mentionOlder(than: steps, filter, listing) }
    }
  }

  /// Steps that are listed if nobody says how many.
  private static let usualLimit = 50

  /// Says how many steps there would have been, had somebody asked for all.
  private func mentionOlder(
    than steps: [StepSummary],
    _ filter: HistoryFilter,
    _ listing: HistoryListing
  ) throws {
    guard steps.count == Self.usualLimit else { return }
    var rest = filter
    rest.limit = nil
    rest.before = steps.last?.id
    let older = try listing.mailbox.steps(rest).count
    guard older > 0 else { return }
    let words = listing.shell.words
    let hint = Sentence("hint.older-steps", .number(older))
    try listing.shell.printer.note(words.text(Sentence("status.hint", .sentence(hint))))
  }
}

extension Shell {
  /// Mentions that the index has another history, of the path where it lay before: where there is
  /// nothing to be found, it is perhaps what a person looks for.
  func mentionOtherHistories(of mailbox: Mailbox) throws {
    for folder in mailbox.otherHistories() {
      let mention = Sentence("hint.other-history", .text(folder))
      try printer.note(words.text(Sentence("status.hint", .sentence(mention))))
    }
  }

  /// Says of the newest group that it left, if that is why nothing can be taken back.
  func mentionDeparture(of mailbox: Mailbox) throws {
    guard let newest = try mailbox.steps(HistoryFilter(limit: 1)).first, let name = newest.name,
      let left = newest.left, left.isAll
    else { return }
    let mention = Sentence("hint.left", .sentence(.title(name)), .moment(left.at))
    try printer.note(words.text(Sentence("status.hint", .sentence(mention))))
  }
}

/// Prints steps and their changes, for people or for programs.
struct HistoryListing {
  let shell: Shell
  let mailbox: Mailbox
  let json: Bool

  /// Prints a step in one line; for people one of its messages can be named, to tell steps of one title apart.
  func line(
    _ step: StepSummary,
    head: HistoryHead,
    outlook: OutcomeCounts? = nil,
    isNamed: Bool = false
  ) throws {
    let title = title(of: step)
    guard json else {
      let text = shell.words.text(.step(step, title: title, time: TimeText.minutes(step.at)))
      let example = isNamed ? example(of: step) : nil
      return try shell.printer.text(example.map { text + "  " + $0 } ?? text)
    }
    var line = step.json(head: head, title: shell.words.string(title))
    if let outlook { line.add("outlook", outlook.json) }
    try shell.printer.line(line)
  }

  /// One of the messages of a step as it is now, and how many others there are; `nil` if it is not in the index.
  private func example(of step: StepSummary) -> DisplayText? {
    guard step.messages > 0,
      let change = try? mailbox.changes(of: step.id, limit: 1).first,
      let message = try? mailbox.store.metadata(of: [change.message]).first
    else { return nil }
    return shell.words.example(from: message.from, message.subject, of: step.messages)
  }

  /// A group's title; of an undo or redo, what it was of.
  private func title(of step: StepSummary) -> Sentence {
    guard step.name == nil, let group = step.of,
      let name = try? mailbox.step(group).name
    else { return .title(of: step) }
    return .menu(step.kind.rawValue, .title(name))
  }

  /// Prints what a step that turned others left as it was, for people.
  func skipped(by step: StepSummary) throws {
    for skip in try mailbox.skipped(by: step.id) {
      try shell.printer.text(shell.display("    " + skip.line))
    }
  }

  func changes(of step: StepSummary) throws {
    for departure in try mailbox.departures(of: step.id) {
      if json {
        try shell.printer.line(departure.json(of: step.id))
      } else {
        try shell.printer.text(shell.display("    " + departure.line))
      }
    }
    for change in try mailbox.changes(of: step.id) {
      if json {
        for line in change.json(of: step.id) { try shell.printer.line(line) }
      } else {
        try shell.printer.text(shell.display("    " + change.patch))
      }
    }
  }
}

/// `history show ID`.
struct HistoryShow: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("show") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.step"))
  var step: String

  func run() throws {
    try Shell.run { shell in
      let reference = try StepReference.parse(step)
      let listing = HistoryListing(shell: shell, mailbox: try shell.mailbox(), json: json)
      let mailbox = listing.mailbox
      let step = try mailbox.step(mailbox.resolve(reference))
      let outlook = try outlook(of: step, mailbox, shell)
      try listing.line(step, head: mailbox.head(), outlook: outlook?.outcomes)
      try listing.changes(of: step)
      if !json { try listing.skipped(by: step) }
      if let outlook, !json {
        try shell.printer.text(shell.words.text(.outlook(outlook)))
      }
    }
  }

  /// What taking a group back would come to now; `nil` for what is not a finished group.
  private func outlook(
    of step: StepSummary,
    _ mailbox: Mailbox,
    _ shell: Shell
  ) throws -> ChangeResult? {
    guard step.kind.isGroup, step.state != .open else { return nil }
    let result = mailbox.change(
      ChangeRequest(
        .turn(SwitchRequest(.revert, [step.id])),
        context: shell.environment.context(.shell),
        dryRun: true
      ),
      ChangeControl(pause: { _ in })
    )
    if let failure = result.failure { throw failure }
    return result
  }
}

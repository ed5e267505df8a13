import ArgumentParser
import TriageCore
import TriageEngine
import TriageUI

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
        context: shell.surroundings.context(.shell),
        dryRun: true
      ),
      ChangeControl(pause: { _ in })
    )
    if let failure = result.failure { throw failure }
    return result
  }
}

import ArgumentParser
import Foundation
import MachineLink
import TriageCore
import TriageEngine
import TriageUI

/// `sync HOST`, `sync --list`, `sync --forget NAME`.
struct Sync: ParsableCommand {
  static var configuration: CommandConfiguration { verb("sync") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.host"))
  var host: String?
  @Flag(help: help("option.dry-run.sync"))
  var dryRun = false
  @Flag(help: help("option.no-carry"))
  var noCarry = false
  @Flag(help: help("option.list.sync"))
  var list = false
  @Option(help: help("option.forget.sync"))
  var forget: String?
  @Flag(help: help("option.yes"))
  var yes = false
  @Flag(help: help("option.json"))
  var json = false
  @Flag(help: help("option.quiet"))
  var quiet = false
  @Option(parsing: .unconditional, help: help("option.lock-timeout"))
  var lockTimeout: Double = 10
  /// Whether this is the far side.
  @Flag(help: .hidden)
  var stdio = false

  func run() throws {
    try Shell.run(result: json && host != nil ? "sync" : nil, using: [.sync]) { shell in
      try shell.check(lockTimeout: lockTimeout)
      let control = self.control(shell)
      switch try task(shell) {
      case .serve: _ = try SyncProgram(shell: shell, control: control).serve()
      case .list: try printMachines(shell, control)
      case .forget(let name): try drop(name, shell, control)
      case .sync(let host):
        var request = SyncProgram.Request(host: host)
        (request.isDryRun, request.carriesMail) = (dryRun, !noCarry)
        try report(try SyncProgram(shell: shell, control: control).run(request), shell)
      }
    }
  }

  /// What is asked for.
  private enum Task {
    case sync(String)
    case serve
    case list
    case forget(String)
  }

  /// Refuses what does not go together, and a machine that its program would take for an option.
  private func task(_ shell: Shell) throws -> Task {
    let tasks: [Task?] = [
      host.map(Task.sync), stdio ? .serve : nil, list ? .list : nil, forget.map(Task.forget),
    ]
    let named = tasks.compactMap(\.self)
    guard named.count == 1, let task = named.first else {
      throw shell.usage(Sentence("error.usage.sync"))
    }
    if let host, host.isEmpty || host.hasPrefix("-") {
      throw shell.usage(Sentence("error.usage.host", .text(host)))
    }
    if stdio, !shell.environment.hasPipes { throw shell.usage(Sentence("error.usage.stdio")) }
    return task
  }

  /// A signal ends the process at once, wherever it is: the next sync goes on from there.
  private func control(_ shell: Shell) -> ChangeControl {
    let progress = ProgressLine(shell: shell, isShown: !quiet && !stdio)
    var control = ChangeControl(
      progress: progress.show,
      pause: { usleep(useconds_t($0.components.attoseconds / 1_000_000_000_000)) },
      lockTimeout: .milliseconds(Int64(lockTimeout * 1000))
    )
    #if DEBUG
      control.reached = { FailPoint.reached($0) }
    #endif
    return control
  }
}

// MARK: - What came of it

extension Sync {
  private func report(_ report: SyncReport, _ shell: Shell) throws {
    if json { return try shell.printer.line(report.json(isDryRun: dryRun)) }
    guard !quiet else { return }
    let carrier = shell.config.sync.muchsync.first ?? ""
    let sentence = dryRun ? report.prospect : report.sentence(carriedBy: carrier)
    try shell.printer.text(shell.words.text(sentence))
    for (key, count) in [
      ("status.sync.pruned-here", report.here.pruned),
      ("status.sync.pruned-there", report.there.pruned),
    ] where count > 0 {
      let sentence = Sentence(key, .number(count), .text(report.peer.name))
      try shell.printer.note(shell.words.text(sentence))
    }
    let left = report.here.skipped.count + report.there.skipped.count
    if left > 0 {
      try shell.printer.note(shell.words.text(Sentence("status.sync.left", .number(left))))
    }
  }

  private func printMachines(_ shell: Shell, _ control: ChangeControl) throws {
    for known in try SyncSide(shell, try shell.mailbox()).store(control).machines() {
      if json {
        try shell.printer.line(known.json)
      } else {
        let (id, name) = (known.machine.id.short, known.machine.name)
        try shell.printer.text(shell.display("\(TimeText.minutes(known.met))  \(id)  \(name)"))
      }
    }
  }

  private func drop(_ name: String, _ shell: Shell, _ control: ChangeControl) throws {
    let store = try SyncSide(shell, try shell.mailbox()).store(control)
    if !yes {
      guard shell.canAsk else {
        throw Refusal(
          sentence: Sentence("error.sync.unconfirmed", .text(name)),
          code: .confirmationNeeded,
          exit: Exit.refused
        )
      }
      guard try shell.ask(Sentence("prompt.forget", .text(name))) else {
        throw TriageFailure(.declined)
      }
    }
    try store.forget(name)
    guard !quiet else { return }
    try shell.printer.text(shell.words.text(Sentence("status.machine-forgotten", .text(name))))
  }
}

extension SyncReport {
  /// What was done, in a sentence.
  fileprivate func sentence(carriedBy carrier: String) -> Sentence {
    let (name, sent, received) = (
      Sentence.Argument.text(peer.name), Sentence.Argument.number(there.groups),
      Sentence.Argument.number(here.groups)
    )
    let (ours, theirs) = (
      Sentence.Argument.number(here.changed), Sentence.Argument.number(there.changed)
    )
    return isCarried
      ? Sentence("status.synced.carried", name, sent, received, ours, theirs, .text(carrier))
      : Sentence("status.synced", name, sent, received, ours, theirs)
  }

  /// What would be done, in a sentence.
  fileprivate var prospect: Sentence {
    Sentence("status.would-sync", .text(peer.name), .number(there.groups), .number(here.groups))
  }

  fileprivate func json(isDryRun: Bool) -> JSONLine {
    let isNothing = [here.groups, there.groups, here.changed, there.changed].allSatisfy { $0 == 0 }
    var line = JSONLine(type: "result")
    line.add("verb", .string("sync"))
    line.add("result", .string((isNothing ? ResultKind.nothing : .done).rawValue))
    line.add("error", .null)
    line.add("dryRun", .bool(isDryRun))
    line.add("machine", .string(peer.name))
    line.add("sent", .int(there.groups))
    line.add("received", .int(here.groups))
    line.add("changed", .int(here.changed))
    line.add("changedThere", .int(there.changed))
    line.add("rounds", .int(rounds))
    line.add("carried", .bool(isCarried))
    line.add("pruned", .int(here.pruned))
    line.add("prunedThere", .int(there.pruned))
    let skipped = [("here", here.skipped), ("there", there.skipped)].flatMap { place, messages in
      messages.compactMap { $0.json(where: place) }
    }
    line.add("skipped", .array(skipped))
    return line
  }
}

extension MessageOutcome {
  fileprivate func json(where place: String) -> JSONValue? {
    outcome.reason.map { reason in
      .object([
        ("message", .string(message.text)), ("reason", .string(reason.rawValue)),
        ("where", .string(place)),
      ])
    }
  }
}

extension KnownMachine {
  fileprivate var json: JSONLine {
    var line = JSONLine(type: "machine")
    line.add("name", .string(machine.name))
    line.add("id", .string(machine.id.hexadecimal))
    line.add("met", .date(met))
    return line
  }
}

import ArgumentParser
import Journal
import TriageCore
import TriageEngine
import TriageUI

/// `history recover`.
struct HistoryRecover: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("recover") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Option(parsing: .unconditional, help: help("option.lock-timeout"))
  var lockTimeout: Double = 10

  func run() throws {
    try Shell.run(result: json ? "recover" : nil) { shell in
      try shell.check(lockTimeout: lockTimeout)
      let mailbox = try shell.mailbox()
      let interruption = Interruption()
      let settled = try mailbox.engine.recover(
        control: shell.control(lockTimeout: lockTimeout, isQuiet: json, interruption)
      )
      for step in settled {
        if json {
          try shell.printer.line(step.json(shell.words))
        } else {
          try shell.printer.text(shell.words.text(.settled(step)))
        }
      }
      // What was settled may wait to leave.
      mailbox.startSender()
      guard settled.isEmpty else { return }
      if json { return try shell.printer.line(SettledStep.nothing(shell.words)) }
      try shell.printer.text(shell.words.text(Sentence("status.recovered.nothing")))
    }
  }
}

/// `history verify`.
struct HistoryVerify: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("verify") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      let problems = try mailbox.problems()
      for problem in problems {
        if json {
          try shell.printer.line(problem.json(file: mailbox.journalLocation.file, shell.words))
        } else {
          let text = shell.words.string(problem.sentence)
          try shell.printer.text(shell.display("\(mailbox.journalLocation.file): \(text)"))
        }
      }
      if let step = try? mailbox.stepBeforeClockJump(at: .now) {
        let note = Sentence("status.verify.clock", .moment(step))
        try shell.printer.note(shell.words.text(note))
        let hint = Sentence("status.hint", .sentence(Sentence("hint.prune.clock")))
        try shell.printer.note(shell.words.text(hint))
      }
      guard problems.isEmpty else { return try shell.exit(Exit.failed) }
      if !json { try shell.printer.text(shell.words.text(Sentence("status.verified"))) }
    }
  }
}

/// `history prune`.
struct HistoryPrune: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("prune") }

  @OptionGroup var global: GlobalOptions
  @Option(help: help("option.before"))
  var before: String?
  @Option(parsing: .unconditional, help: help("option.keep-groups"))
  var keep: Int?
  @Flag(help: help("option.dry-run"))
  var dryRun = false
  @Flag(help: help("option.yes"))
  var yes = false

  func run() throws {
    try Shell.run(using: [.history]) { shell in
      if let keep, keep < 0 { throw shell.usage(Sentence("error.usage.keep", .number(keep))) }
      let before = try before.map(Moment.parse)
      let mailbox = try shell.mailbox()
      let policy =
        (before == nil && keep == nil ? mailbox.keeping(at: .now) : nil)
        ?? PrunePolicy(before: before?.time, groups: keep, patience: mailbox.patience(at: .now))
      // A date that is named is the person's own, an age is the clock's.
      let isAge = self.before.map { Moment($0, now: 0) != Moment($0, now: .now) } ?? (keep == nil)
      if isAge, !dryRun, !yes,
        let step = try mailbox.stepBeforeClockJump(at: .now)
      {
        try shell.confirm(
          Sentence("prompt.prune.clock", .moment(step)),
          orSay: Sentence("error.prune.clock", .moment(step)),
          hint: Sentence("hint.prune.clock")
        )
      }
      let interruption = Interruption()
      let result = try mailbox.prune(
        policy,
        dryRun: dryRun,
        shell.control(lockTimeout: 10, isQuiet: false, interruption)
      )
      let key = dryRun ? "status.would-prune" : "status.pruned"
      try shell.printer.text(shell.words.text(Sentence(key, .number(result.steps))))
      for machine in result.waitsFor {
        try shell.printer.note(shell.words.text(Sentence("status.prune.waits", .text(machine))))
      }
    }
  }
}

/// `history reset`.
struct HistoryReset: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("reset") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.yes"))
  var yes = false

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      if !yes { try confirm(shell) }
      let interruption = Interruption()
      let aside = try mailbox.resetHistory(
        shell.control(lockTimeout: 10, isQuiet: false, interruption)
      )
      guard let aside else {
        return try shell.printer.text(shell.words.text(Sentence("status.reset.nothing")))
      }
      try shell.printer.text(shell.words.text(Sentence("status.reset", .text(aside))))
      try shell.printer.note(
        shell.words.text(Sentence("status.hint", .sentence(Sentence("hint.reset"))))
      )
    }
  }

  private func confirm(_ shell: Shell) throws {
    guard shell.canAsk else {
      let sentence = Sentence("error.history.unconfirmed")
      try shell.printer.note(shell.words.text(Sentence("status.error", .sentence(sentence))))
      throw Exit.refused
    }
    guard try shell.ask(Sentence("prompt.reset")) else { throw TriageFailure(.declined) }
  }
}

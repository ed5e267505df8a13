import ArgumentParser
import TriageCore
import TriageUI

/// `wake`.
struct Wake: ParsableCommand {
  static var configuration: CommandConfiguration { verb("wake") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.next"))
  var next = false

  func run() throws {
    try Shell.run(result: change.json && !next ? "wake" : nil, using: [.actions]) { shell in
      try shell.check(lockTimeout: change.lockTimeout)
      let mailbox = try shell.mailbox()
      if next { return try printNext(mailbox, shell) }
      // It runs by itself, and what is due was asked for before.
      var options = change
      options.yes = true
      let run = ChangeRun(
        shell: shell,
        mailbox: mailbox,
        options: options,
        verb: "wake",
        kind: .action
      )
      let context = shell.environment.context(.shell, background: true)
      try shell.exit(Exit.code(for: try run.run(.wake, context: context)))
    }
  }

  /// Prints when the next message comes back, if any sleeps.
  private func printNext(_ mailbox: Mailbox, _ shell: Shell) throws {
    guard let time = try mailbox.store.allTags().lazy.compactMap({ WakeTime($0) }).min() else {
      return
    }
    try shell.printer.line(time.text)
  }
}

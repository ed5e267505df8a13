import ArgumentParser
import Foundation
import TriageCore
import TriageUI

/// `history`.
struct History: ParsableCommand {
  static let configuration = verb("history")

  @OptionGroup var global: GlobalOptions
  @Option(help: help("option.limit.steps"))
  var limit: Int = 50
  @Flag(help: help("option.all"))
  var all = false
  @Flag(help: help("option.patch"))
  var patch = false
  @Flag(help: help("option.json"))
  var json = false

  func validate() throws { try validateLimit(limit) }

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      let steps = try mailbox.steps(HistoryFilter(limit: limit == 0 ? nil : limit, all: all))
      let head = try mailbox.head()
      for step in steps {
        if json {
          try shell.printer.line(step.json(head: head, words: shell.words))
        } else {
          try shell.printer.text(shell.words.text(.step(step, time: TimeText.minutes(step.at))))
        }
        if patch { try changes(of: step, mailbox, shell) }
      }
    }
  }

  private func changes(of step: StepSummary, _ mailbox: Mailbox, _ shell: Shell) throws {
    for change in try mailbox.changes(of: step.id) {
      if json {
        try shell.printer.line(change.json(of: step.id))
      } else {
        try shell.printer.text(shell.display("    " + change.patch))
      }
    }
  }
}

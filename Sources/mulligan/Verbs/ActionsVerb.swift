import ArgumentParser
import TriageCore
import TriageUI

/// `actions`.
struct Actions: ParsableCommand {
  static var configuration: CommandConfiguration { verb("actions") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run(using: [.actions, .keys]) { shell in
      for action in ActionListing.all(shell.config) {
        try shell.printer.line(json ? action.json(shell.words).text : action.text(shell.words))
      }
    }
  }
}

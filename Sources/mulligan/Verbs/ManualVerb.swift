import ArgumentParser
import Foundation
import TriageUI

/// `manual`: the man page, made from the parser's own description of the verbs.
struct ManualVerb: ParsableCommand {
  static var configuration: CommandConfiguration { verb("manual", hidden: true) }

  func run() throws {
    try Shell.run(despiteProblems: true) { shell in
      let tool = try JSONDecoder().decode(
        ManualPage.Tool.self,
        from: Data(Mulligan._dumpHelp().utf8)
      )
      for line in ManualPage(tool: tool, words: shell.words).lines {
        try shell.printer.line(line)
      }
    }
  }
}

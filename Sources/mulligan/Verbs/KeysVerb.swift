import ArgumentParser
import TriageCore
import TriageUI

/// `keys`.
struct Keys: ParsableCommand {
  static var configuration: CommandConfiguration { verb("keys") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run(using: [.actions, .keys]) { shell in
      for context in KeyContext.allCases {
        for binding in shell.config.keymap.bindings where binding.context == context {
          if json {
            try shell.printer.line(binding.json(shell.words))
          } else {
            try shell.printer.text(shell.display(binding.line(shell.words)))
          }
        }
      }
    }
  }
}

extension Keymap.Binding {
  func json(_ words: Wording) -> JSONLine {
    var line = JSONLine(type: "key")
    line.add("view", .string(context.rawValue))
    line.add("keys", .string(notation))
    line.add("id", .string(action.bareID))
    line.add("argument", .optional(action.argument))
    line.add("title", .string(words.string(.title(of: action))))
    return line
  }

  func line(_ words: Wording) -> String {
    let columns = [
      context.rawValue.padding(to: 8), notation.padding(to: 12), action.id.padding(to: 24),
    ]
    return (columns + [words.string(.title(of: action))]).joined(separator: "  ")
  }
}

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

/// A mail action as `mulligan actions` and the README list it.
struct ActionListing {
  let id: String
  let title: Sentence
  let edit: TagEdit
  let argument: ArgumentAction.Kind?
  let keys: [String]
  let isOwn: Bool

  /// All of them, in the order of help, with the keys that do them in the list.
  static func all(_ config: Config) -> [ActionListing] {
    let keys = { (action: ActionID) in
      config.keymap.bindings.filter { $0.context == .list && $0.action == action }.map(\.notation)
    }
    let fixed = MailAction.withoutArgument.map { action in
      ActionListing(
        id: action.id,
        title: .title(ActionName(action)),
        edit: action.edit(under: config.actions.effects),
        argument: nil,
        keys: keys(.mail(action)),
        isOwn: false
      )
    }
    let asking = ArgumentAction.allCases.map { action in
      ActionListing(
        id: action.rawValue,
        title: .title(ofKind: action),
        edit: TagEdit(),
        argument: action.kind,
        keys: keys(.asking(action)),
        isOwn: false
      )
    }
    let own = config.actions.own.map { own in
      ActionListing(
        id: own.id,
        title: .title(ActionName(own.action)),
        edit: own.action.edit(under: config.actions.effects),
        argument: nil,
        keys: keys(.mail(own.action)),
        isOwn: true
      )
    }
    return fixed + asking + own
  }

  /// The id as it is written, with a placeholder for its argument: `add-tag:TAG`.
  var usage: String {
    switch argument {
    case nil: id
    case .tag: "\(id):TAG"
    case .tags: "\(id):+A -B"
    case .folder: "\(id):FOLDER"
    case .time: "\(id):WHEN"
    }
  }

  func text(_ words: Wording) -> String {
    let columns = [
      usage.padding(to: 24), edit.words.joined(separator: " ").padding(to: 23),
      keys.joined(separator: " ").padding(to: 6), words.string(title),
    ]
    return columns.joined(separator: "  ")
  }

  func json(_ words: Wording) -> JSONLine {
    var line = JSONLine(type: "action")
    line.add("id", .string(id))
    line.add("title", .string(words.string(title)))
    line.add("undoTitle", .string(words.string(.menu("undo", title))))
    line.add("redoTitle", .string(words.string(.menu("redo", title))))
    line.add("add", .tags(edit.add))
    line.add("remove", .tags(edit.remove))
    line.add("argument", .optional(argument?.rawValue))
    line.add("keys", .strings(keys))
    line.add("user", .bool(isOwn))
    return line
  }
}

extension Sentence {
  /// The title of an action whose argument is not known: a placeholder is shown instead.
  fileprivate static func title(ofKind action: ArgumentAction) -> Sentence {
    switch action.kind {
    case .tag: Sentence("action.\(action.rawValue).title", .text("TAG"))
    case .tags: Sentence("action.\(action.rawValue).title")
    case .folder: Sentence("action.\(action.rawValue).title", .text("FOLDER"))
    case .time: Sentence("action.\(action.rawValue).title", .text("WHEN"))
    }
  }
}

extension String {
  /// The text with blanks after it, at least as long as asked for.
  func padding(to length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, length - count))
  }
}

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
    line.add("title", .string(words.string(.title(of: action, in: context))))
    return line
  }

  func line(_ words: Wording) -> String {
    let columns = [
      context.rawValue.padding(to: 8), notation.padding(to: 12), action.id.padding(to: 24),
    ]
    return (columns + [words.string(.title(of: action, in: context))]).joined(separator: "  ")
  }
}

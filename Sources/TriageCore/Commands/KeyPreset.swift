/// The keymaps to begin with: the raw value is the word of the configuration.
package enum KeyPreset: String, CaseIterable, Sendable {
  case vim
  case emacs
  case gmail
  case mutt

  /// The keymap: vim's, and over it what the preset has otherwise.
  package var keymap: Keymap { self == .vim ? .vim : Keymap.vim.binding(changes) }

  private var changes: [Keymap.Change] {
    let commands = ScreenCommand.allCases.map(ActionID.command)
    let mail = FixedAction.allCases.map { ActionID.mail(.fixed($0)) }
    let asking = ArgumentAction.allCases.map(ActionID.asking)
    let bound = (commands + mail + asking).flatMap { action in
      action.keys(in: self).flatMap { keys in
        action.contexts.map { Keymap.Change(keys, in: $0, action) }
      }
    }
    return unbound.map { Keymap.Change($0, in: .global, nil) } + bound
  }

  /// Keys of vim's that would begin a sequence of the preset.
  private var unbound: [String] { self == .gmail ? ["*", "w s", "w l"] : [] }
}

extension ActionID {
  /// What a preset binds to it besides vim's keys.
  fileprivate func keys(in preset: KeyPreset) -> [String] {
    switch self {
    case .command(let command): command.row.keys(of: preset)
    case .mail(.fixed(let action)): action.presetKeys[preset] ?? []
    case .asking(let action): action.presetKeys[preset] ?? []
    case .mail, .running: []
    }
  }
}

extension Keymap {
  /// The default preset.
  package static let vim = Keymap(
    ScreenCommand.allCases.flatMap { command in
      let row = command.row
      return row.contexts.flatMap { bindings(row.keys(in: $0), in: $0, .command(command)) }
    }
      + [KeyContext.list, .message].flatMap { context in
        FixedAction.allCases.flatMap { bindings($0.keys, in: context, .mail(.fixed($0))) }
          + ArgumentAction.allCases.flatMap { bindings($0.keys, in: context, .asking($0)) }
      }
      + bindings(["g i"], in: .global, .running(.view, SavedView.inbox.name))
      + bindings(["g b"], in: .global, .running(.view, SavedView.snoozed.name))
      + bindings(["g t"], in: .global, .running(.view, SavedView.sent.name))
  )

  private static func bindings(
    _ keys: [String],
    in context: KeyContext,
    _ action: ActionID
  ) -> [Binding] {
    keys.map {
      Binding(context: context, chords: $0.split(separator: " ").map(String.init), action: action)
    }
  }
}

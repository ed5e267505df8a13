/// The keymaps to begin with: the raw value is the word of the configuration.
package enum KeyPreset: String, CaseIterable, Sendable {
  case vim
  case emacs
  case gmail
  case mutt

  /// The keymap.
  package var keymap: Keymap { Keymap.vim.binding(changes) }

  /// What the preset has otherwise than vim's.
  private var changes: [Keymap.Change] {
    table.flatMap { keys, id -> [Keymap.Change] in
      guard let action = try? ActionID.parse(id, in: ActionTable()) else { return [] }
      return action.views.map { Keymap.Change(keys, in: $0, action) }
    } + unbound.map { Keymap.Change($0, in: .global, nil) }
  }

  /// Keys of vim's that would begin a sequence of the preset.
  private var unbound: [String] { self == .gmail ? ["*"] : [] }

  private var table: [(keys: String, id: String)] {
    switch self {
    case .vim: []
    case .emacs:
      [
        ("n", "next"), ("Ctrl-N", "next"), ("p", "previous"), ("Ctrl-P", "previous"),
        ("Ctrl-X u", "undo"), ("Alt-_", "redo"), ("f", "toggle-star"), ("k", "quick-tags"),
        ("Ctrl-Space", "select-range"), ("s", "search"), ("Ctrl-S", "next-hit"),
        ("Ctrl-R", "previous-hit"), ("G", "poll"), ("Alt-X", "palette"), ("Ctrl-G", "cancel"),
      ]
    case .gmail:
      [
        ("z", "undo"), ("Z", "redo"), ("u", "back"), ("e", "archive"),
        ("E", "mark-read-and-archive"), ("I", "mark-read"), ("U", "mark-unread"), ("m", "mute"),
        ("v", "move"), ("l", "add-tag"), ("L", "limit"), ("* a", "select-all"),
      ]
    case .mutt:
      [
        ("t", "select"), ("T", "select-all"), ("s", "move"), ("F", "toggle-star"),
        ("N", "toggle-unread"), ("y", "quick-tags"),
      ]
    }
  }
}

extension ActionID {
  /// Where the keys of a preset do it.
  var views: [KeyView] {
    switch self {
    case .command(let command): command.views
    case .mail, .asking: [.list, .message]
    case .running: [.global]
    }
  }
}

extension Keymap {
  /// The default preset.
  package static let vim = Keymap(
    ScreenCommand.allCases.flatMap { command in
      command.views.flatMap { bindings(command.keys, in: $0, .command(command)) }
    }
      + [KeyView.list, .message].flatMap { view in
        FixedAction.allCases.flatMap { bindings($0.keys, in: view, .mail(.fixed($0))) }
          + ArgumentAction.allCases.flatMap { bindings($0.keys, in: view, .asking($0)) }
      }
      // In a message a blank is a page, as in every pager.
      + bindings(["Space"], in: .message, .command(.pageDown))
  )

  private static func bindings(
    _ keys: [String],
    in view: KeyView,
    _ action: ActionID
  ) -> [Binding] {
    keys.map {
      Binding(view: view, chords: $0.split(separator: " ").map(String.init), action: action)
    }
  }
}

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
    table.flatMap { keys, action in
      action.views.map { Keymap.Change(keys, in: $0, action) }
    } + unbound.map { Keymap.Change($0, in: .global, nil) }
  }

  /// Keys of vim's that would begin a sequence of the preset.
  private var unbound: [String] { self == .gmail ? ["*"] : [] }

  private var table: [(keys: String, action: ActionID)] {
    switch self {
    case .vim: []
    case .emacs:
      [
        ("n", .command(.next)), ("Ctrl-N", .command(.next)), ("p", .command(.previous)),
        ("Ctrl-P", .command(.previous)),
        ("Ctrl-X u", .command(.undo)), ("Alt-_", .command(.redo)), ("f", .command(.toggleStar)),
        ("k", .command(.quickTags)),
        ("Ctrl-Space", .command(.selectRange)), ("s", .command(.search)),
        ("Ctrl-S", .command(.nextHit)),
        ("Ctrl-R", .command(.previousHit)), ("G", .command(.poll)), ("Alt-X", .command(.palette)),
        ("Ctrl-G", .command(.cancel)), ("g p", .command(.togglePreview)),
      ]
    case .gmail:
      [
        ("z", .command(.undo)), ("Z", .command(.redo)), ("u", .command(.back)),
        ("e", .mail(.fixed(.archive))),
        ("E", .mail(.fixed(.markReadAndArchive))), ("I", .mail(.fixed(.markRead))),
        ("U", .mail(.fixed(.markUnread))), ("m", .mail(.fixed(.mute))),
        ("v", .asking(.move)), ("l", .asking(.addTag)), ("L", .command(.limit)),
        ("* a", .command(.selectAll)), ("g v", .command(.selectRange)),
        ("g m", .command(.toggleUnread)), ("g z", .command(.foldQuotes)),
        ("t", .command(.revert)),
      ]
    case .mutt:
      [
        ("t", .command(.select)), ("T", .command(.selectAll)), ("s", .asking(.move)),
        ("F", .command(.toggleStar)),
        ("N", .command(.toggleUnread)), ("y", .command(.quickTags)),
        ("g n", .command(.previousHit)),
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
      // A slash looks in the text there.
      + bindings(["g /"], in: .message, .command(.search))
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

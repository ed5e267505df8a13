/// Which action a sequence of chords stands for, by view.
///
/// Chords are in the notation of the configuration (`Ctrl-D`, `g`, `Shift-Tab`).
package struct Keymap: Sendable {
  /// One line of the help: keys and what they do.
  package struct Binding: Hashable, Sendable {
    /// Where the keys act.
    package var view: KeyView
    /// The keys in the order in which they are typed.
    package var chords: [String]
    /// What they stand for.
    package var action: ActionID

    /// The keys as they are written.
    package var notation: String { chords.joined(separator: " ") }
  }

  /// What a sequence of chords comes to.
  package enum Match: Hashable, Sendable {
    case action(ActionID)
    /// More keys can follow.
    case beginning
    case none
  }

  /// All bindings, in the order of the table.
  package let bindings: [Binding]
  private let actions: [KeyView: [[String]: ActionID]]
  private let beginnings: [KeyView: Set<[String]>]

  /// Makes a keymap; a later binding of the same keys in the same view wins.
  package init(_ bindings: [Binding]) {
    self.bindings = bindings
    var actions: [KeyView: [[String]: ActionID]] = [:]
    var beginnings: [KeyView: Set<[String]>] = [:]
    for binding in bindings {
      actions[binding.view, default: [:]][binding.chords] = binding.action
      for length in 1..<max(1, binding.chords.count) {
        beginnings[binding.view, default: []].insert(Array(binding.chords.prefix(length)))
      }
    }
    self.actions = actions
    self.beginnings = beginnings
  }

  /// Looks a sequence up: the view's own bindings come before the global ones.
  package func match(_ chords: [String], in view: KeyView) -> Match {
    for view in [view, .global] {
      if let action = actions[view]?[chords] { return .action(action) }
      if beginnings[view]?.contains(chords) == true { return .beginning }
    }
    return .none
  }

  /// The first key bound to an action, as menus and hints show it.
  package func key(for action: ActionID) -> String? {
    bindings.first { $0.action == action }?.notation
  }

  /// The first key that does an action in a view, as hints show it.
  package func key(for action: ActionID, in view: KeyView) -> String? {
    bindings.first { $0.action == action && ($0.view == view || $0.view == .global) }?.notation
  }

  /// The default preset.
  package static let vim = Keymap(
    ScreenCommand.allCases.flatMap { command in
      command.views.flatMap { bindings(command.keys, in: $0, .command(command)) }
    }
      + [KeyView.list, .message].flatMap { view in
        FixedAction.allCases.flatMap { bindings($0.keys, in: view, .mail(.fixed($0))) }
          + ArgumentAction.allCases.filter { $0.kind == .tag }
          .flatMap { bindings($0.keys, in: view, .asking($0)) }
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

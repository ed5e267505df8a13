/// Which action a sequence of chords stands for, by view.
///
/// Chords are in the notation of the configuration (`Ctrl-D`, `g`, `Shift-Tab`).
package struct Keymap: Hashable, Sendable {
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

  /// What can follow keys that are half typed: each with what it stands for.
  ///
  /// The view's own bindings come first and hide global ones of the same keys.
  package func followers(of chords: [String], in view: KeyView) -> [Binding] {
    var seen: Set<[String]> = []
    return [view, .global].flatMap { view in
      bindings.filter {
        $0.view == view && $0.chords.count > chords.count && $0.chords.starts(with: chords)
      }
    }.filter { seen.insert($0.chords).inserted }
  }

  /// The first key bound to an action, as menus and hints show it.
  package func key(for action: ActionID) -> String? {
    bindings.first { $0.action == action }?.notation
  }

  /// The first key that does an action in a view, as hints show it.
  package func key(for action: ActionID, in view: KeyView) -> String? {
    bindings.first { $0.action == action && ($0.view == view || $0.view == .global) }?.notation
  }

  /// The first two sequences of one view of which one begins the other, shorter first: the longer
  /// one could never be typed.
  package var clash: (shorter: Binding, longer: Binding)? {
    for shorter in bindings where beginnings[shorter.view]?.contains(shorter.chords) == true {
      let longer = bindings.first {
        $0.view == shorter.view && $0.chords.count > shorter.chords.count
          && $0.chords.starts(with: shorter.chords)
      }
      if let longer { return (shorter, longer) }
    }
    return nil
  }

  /// Returns the keymap with bindings put into it; one without an action unbinds.
  ///
  /// What is bound for all views is bound in each of them, whatever was bound there before.
  package func binding(_ changes: [Change]) -> Keymap {
    var result = bindings
    for change in changes {
      let views: [KeyView] = change.view == .global ? KeyView.allCases : [change.view]
      result.removeAll { $0.chords == change.chords && views.contains($0.view) }
    }
    let added = changes.compactMap { change in
      change.action.map { Binding(view: change.view, chords: change.chords, action: $0) }
    }
    return Keymap(added + result)
  }

  /// A wish about one sequence of keys in one view.
  package struct Change: Hashable, Sendable {
    /// Where the keys act.
    package var view: KeyView
    /// The keys in the order in which they are typed.
    package var chords: [String]
    /// What they are to stand for; `nil` for nothing.
    package var action: ActionID?

    /// Makes a wish; `keys` are written with blanks between them.
    package init(_ keys: String, in view: KeyView, _ action: ActionID?) {
      self.view = view
      chords = keys.split(separator: " ").map(String.init)
      self.action = action
    }
  }
}

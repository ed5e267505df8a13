/// Which action a sequence of chords stands for, by context.
///
/// Chords are in the notation of the configuration (`Ctrl-D`, `g`, `Shift-Tab`).
package struct Keymap: Hashable, Sendable {
  /// One line of the help: keys and what they do.
  package struct Binding: Hashable, Sendable {
    /// Where the keys act.
    package var context: KeyContext
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
  private let actions: [KeyContext: [[String]: ActionID]]
  private let beginnings: [KeyContext: Set<[String]>]

  /// Makes a keymap; a later binding of the same keys in the same view wins.
  package init(_ bindings: [Binding]) {
    self.bindings = bindings
    var actions: [KeyContext: [[String]: ActionID]] = [:]
    var beginnings: [KeyContext: Set<[String]>] = [:]
    for binding in bindings {
      actions[binding.context, default: [:]][binding.chords] = binding.action
      for length in 1..<max(1, binding.chords.count) {
        beginnings[binding.context, default: []].insert(Array(binding.chords.prefix(length)))
      }
    }
    self.actions = actions
    self.beginnings = beginnings
  }

  /// Looks a sequence up: the context's own bindings come before the global ones.
  package func match(_ chords: [String], in context: KeyContext) -> Match {
    // What begins with keys that do something already cannot be typed.
    if chords.count > 1, case .action = match(chords.dropLast(), in: context) { return .none }
    for context in context.chain {
      if let action = actions[context]?[chords] { return .action(action) }
      if beginnings[context]?.contains(chords) == true { return .beginning }
    }
    return .none
  }

  /// What can follow keys that are half typed: each with what it stands for.
  ///
  /// The view's own bindings come first and hide global ones of the same keys.
  package func followers(of chords: [String], in context: KeyContext) -> [Binding] {
    var seen: Set<[String]> = []
    return context.chain.flatMap { context in
      bindings.filter {
        $0.context == context && $0.chords.count > chords.count && $0.chords.starts(with: chords)
      }
    }.filter { match($0.chords, in: context) != .none && seen.insert($0.chords).inserted }
  }

  /// The first key bound to an action in a view, as menus and hints show it.
  package func key(for action: ActionID) -> String? {
    bindings.first { $0.action == action && $0.context.includesGlobal }?.notation
  }

  /// The first key that does an action in a view, as hints show it: none that the view has for
  /// something else.
  package func key(for action: ActionID, in context: KeyContext) -> String? {
    bindings.first {
      $0.action == action && context.chain.contains($0.context)
        && match($0.chords, in: context) == .action(action)
    }?.notation
  }

  /// The first two sequences of one view of which one begins the other, shorter first: the longer
  /// one could never be typed.
  package var clash: (shorter: Binding, longer: Binding)? {
    for shorter in bindings where beginnings[shorter.context]?.contains(shorter.chords) == true {
      let longer = bindings.first {
        $0.context == shorter.context && $0.chords.count > shorter.chords.count
          && $0.chords.starts(with: shorter.chords)
      }
      if let longer { return (shorter, longer) }
    }
    return nil
  }

  /// Returns the keymap with bindings put into it; one without an action unbinds.
  ///
  /// What is bound for all views is bound in each of them, whatever was bound there before. What begins
  /// with the new keys, or what they begin with, is unbound: it could not be typed.
  package func binding(_ changes: [Change]) -> Keymap {
    var result = bindings
    for change in changes {
      let contexts =
        change.context == .global
        ? KeyContext.allCases.filter(\.includesGlobal) : [change.context]
      result.removeAll { binding in
        let isTaken =
          change.action == nil
          ? binding.chords == change.chords : change.meets(binding.chords)
        return isTaken && contexts.contains(binding.context)
      }
    }
    let added = changes.compactMap { change in
      change.action.map { Binding(context: change.context, chords: change.chords, action: $0) }
    }
    return Keymap(added + result)
  }

  /// A change of one sequence of keys in one context.
  package struct Change: Hashable, Sendable {
    /// Where the keys act.
    package var context: KeyContext
    /// The keys in the order in which they are typed.
    package var chords: [String]
    /// What they are to stand for; `nil` for nothing.
    package var action: ActionID?

    /// Makes a change; `keys` are written with blanks between them.
    package init(_ keys: String, in context: KeyContext, _ action: ActionID?) {
      self.context = context
      chords = keys.split(separator: " ").map(String.init)
      self.action = action
    }

    /// Whether one of two sequences begins the other.
    package func meets(_ other: [String]) -> Bool {
      other.starts(with: chords) || chords.starts(with: other)
    }
  }
}

extension KeyContext {
  /// The contexts whose keys act in this one, its own first.
  fileprivate var chain: [KeyContext] {
    includesGlobal && self != .global ? [self, .global] : [self]
  }
}

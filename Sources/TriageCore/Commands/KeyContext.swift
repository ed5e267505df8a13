/// A part of the screen that keys can be bound for; the raw value is the name in `[keys.NAME]`.
package enum KeyContext: String, CaseIterable, Sendable {
  case global
  case list
  case message
  case sidebar
  case history
  case compose
  case outbox
  case text
  case dialog
  case menu
  case picker
  case parts
  case rules
  case help

  /// Whether keys that are bound for all views act here too, after its own.
  ///
  /// Text fields, dialogs, menus, pickers, the parts, the rules and the help have their own keys only: a letter is typed
  /// there, and nothing is done to mail by a key that was meant for a question.
  package var includesGlobal: Bool {
    switch self {
    case .global, .list, .message, .sidebar, .history, .compose, .outbox: true
    case .text, .dialog, .menu, .picker, .parts, .help, .rules: false
    }
  }
}

/// The menus of the bar, in its order.
package enum MenuName: String, CaseIterable, Sendable {
  case message
  case edit
  case view
  case go
  case help

  /// The menu so many further to the right, round and round.
  package func advanced(by distance: Int) -> MenuName {
    let all = MenuName.allCases
    let index = (all.firstIndex(of: self) ?? 0) + distance
    return all[(index % all.count + all.count) % all.count]
  }
}

/// A row of the command table: where a command acts, by which keys, and where it stands in the menus.
package struct CommandRow: Sendable {
  /// The contexts it acts in, each with its keys in the default preset.
  package let keys: [KeyContext: [String]]
  /// The contexts, in the order of the row.
  package let contexts: [KeyContext]
  /// What other presets bind to it, besides, in the contexts of the row that come first.
  package let presets: [KeyPreset: [String]]
  /// Its menu and its position there, if it is in one; lower positions come first.
  package let menu: MenuPosition?
  /// The contexts of the first argument: those that presets bind in.
  let mainContexts: [KeyContext]

  /// Makes a row.
  ///
  /// Keys are written as in the configuration, several with commas between them: `"g g, Home"`.
  ///
  /// - Parameters:
  ///   - main: The contexts that share the keys, and the keys of the other presets.
  ///   - keys: The keys there.
  ///   - others: Contexts with keys of their own.
  ///   - emacs: What the emacs preset binds besides.
  ///   - gmail: What the gmail preset binds besides.
  ///   - mutt: What the mutt preset binds besides.
  ///   - menu: Where it stands in the menus.
  init(
    _ main: KeyContext...,
    keys: String = "",
    others: KeyValuePairs<KeyContext, String> = [:],
    emacs: String = "",
    gmail: String = "",
    mutt: String = "",
    menu: MenuPosition? = nil
  ) {
    mainContexts = main
    contexts = main + others.map(\.key)
    var table: [KeyContext: [String]] = [:]
    for context in main { table[context] = keys.keySequences }
    for (context, keys) in others { table[context] = keys.keySequences }
    self.keys = table
    presets = [
      .emacs: emacs.keySequences, .gmail: gmail.keySequences, .mutt: mutt.keySequences,
    ]
    self.menu = menu
  }
}

/// A position in a menu.
package struct MenuPosition: Hashable, Sendable {
  /// The menu.
  package let menu: MenuName
  /// The position: positions have gaps, so that a new item finds one.
  package let index: Int

  static func message(_ index: Int) -> MenuPosition { MenuPosition(menu: .message, index: index) }
  static func edit(_ index: Int) -> MenuPosition { MenuPosition(menu: .edit, index: index) }
  static func view(_ index: Int) -> MenuPosition { MenuPosition(menu: .view, index: index) }
  static func go(_ index: Int) -> MenuPosition { MenuPosition(menu: .go, index: index) }
  static func help(_ index: Int) -> MenuPosition { MenuPosition(menu: .help, index: index) }
}

extension String {
  /// The key sequences of a text with commas between them; a comma alone is the key.
  var keySequences: [String] {
    split(separator: ", ").map(String.init)
  }
}

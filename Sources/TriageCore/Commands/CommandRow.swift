/// A row of the command table: where a command acts, by which keys, and where it stands in the menus.
package struct CommandRow: Sendable {
  /// The contexts it acts in, in the order of the row.
  package let contexts: [KeyContext]
  /// Its menu and its position there, if it is in one; lower positions come first.
  package let menu: MenuPosition?
  /// What it is about.
  package let topic: CommandTopic
  /// The contexts in which it is called otherwise, `command.<id>.title.<context>`.
  package let renamed: [KeyContext]
  /// The contexts of the first argument: those that presets bind in.
  let mainContexts: [KeyContext]
  // Read when they are asked for: every start of the program makes all rows.
  private let mainKeys: String
  private let others: KeyValuePairs<KeyContext, String>
  private let presetKeys: (emacs: String, gmail: String, mutt: String)

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
  ///   - topic: What it is about; if it is not said, that follows from the first context.
  ///   - renamed: The contexts in which it has a title of its own.
  init(
    _ main: KeyContext...,
    keys: String = "",
    others: KeyValuePairs<KeyContext, String> = [:],
    emacs: String = "",
    gmail: String = "",
    mutt: String = "",
    menu: MenuPosition? = nil,
    topic: CommandTopic? = nil,
    renamed: [KeyContext] = []
  ) {
    mainContexts = main
    contexts = main + others.map(\.key)
    mainKeys = keys
    self.others = others
    presetKeys = (emacs, gmail, mutt)
    self.menu = menu
    self.topic = topic ?? main.first.flatMap(CommandTopic.init) ?? .screen
    self.renamed = renamed
  }

  /// Returns its keys in a context by the default preset.
  package func keys(in context: KeyContext) -> [String] {
    let own = others.first { $0.key == context }?.value
    return (own ?? (mainContexts.contains(context) ? mainKeys : "")).keySequences
  }

  /// Returns what another preset binds to it, besides, in the main contexts.
  func keys(of preset: KeyPreset) -> [String] {
    switch preset {
    case .vim: []
    case .emacs: presetKeys.emacs.keySequences
    case .gmail: presetKeys.gmail.keySequences
    case .mutt: presetKeys.mutt.keySequences
    }
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

extension ScreenCommand {
  /// The contexts it acts in.
  package var contexts: [KeyContext] { row.contexts }

  /// Whether it is offered by name, in the palette and to the keys of all views; the others make
  /// sense only where a question is being answered.
  package var isOffered: Bool { row.contexts.contains(where: \.includesGlobal) && self != .palette }
}

extension CommandTopic {
  /// What most commands of a context are about.
  fileprivate init?(_ context: KeyContext) {
    switch context {
    case .list: self = .selecting
    case .message, .parts: self = .reading
    case .history: self = .undo
    case .compose, .outbox: self = .writing
    case .global, .sidebar, .text, .dialog, .menu, .picker, .help, .rules: return nil
    }
  }
}

extension String {
  /// The key sequences of a text with commas between them; a comma alone is the key.
  var keySequences: [String] {
    var found: [String] = []
    var rest = utf8[...]
    while let comma = rest.dropFirst().firstIndex(of: UInt8(ascii: ",")) {
      found.append(String(decoding: rest[..<comma], as: UTF8.self))
      rest = rest[comma...].dropFirst(2)
    }
    return rest.isEmpty ? found : found + [String(decoding: rest, as: UTF8.self)]
  }
}

/// The sentences of the undo and redo menu items, made from an action's name.
///
/// A title is a whole pattern of the reader's language, never two words joined: the place of the
/// name differs between languages. Both closures get an empty name when the action has none.
///
/// ```swift
/// let german = UndoTitles(
///   undo: { $0.isEmpty ? "Widerrufen" : "\($0) widerrufen" },
///   redo: { $0.isEmpty ? "Wiederholen" : "\($0) wiederholen" })
/// let manager = UndoManager(titles: german)
/// ```
public struct UndoTitles: Sendable {
  /// The title of the undo menu item for an action's name, which may be empty.
  public var undo: @Sendable (_ actionName: String) -> String

  /// The title of the redo menu item for an action's name, which may be empty.
  public var redo: @Sendable (_ actionName: String) -> String

  /// Creates titles from two patterns.
  ///
  /// - Parameters:
  ///   - undo: Gives the title of the undo menu item for a name, or for "".
  ///   - redo: Gives the title of the redo menu item for a name, or for "".
  public init(
    undo: @escaping @Sendable (String) -> String,
    redo: @escaping @Sendable (String) -> String
  ) {
    self.undo = undo
    self.redo = redo
  }

  /// English titles: "Undo Cut", "Redo Cut", and plain "Undo" and "Redo" without a name.
  public static let english = Self(
    undo: { $0.isEmpty ? "Undo" : "Undo \($0)" },
    redo: { $0.isEmpty ? "Redo" : "Redo \($0)" }
  )
}

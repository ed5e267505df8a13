/// Something that can take back and bring back what its user did, and name what that would be.
///
/// ``UndoManager`` is one; a text field over its ``UndoHistory`` or a durable journal can be
/// others. Menus, dialogs and keys need no more than this.
///
/// ```swift
/// func menuItem(for provider: some UndoProvider) -> String {
///   provider.canUndo ? provider.undoMenuItemTitle : "(\(provider.undoMenuItemTitle))"
/// }
/// ```
public protocol UndoProvider: AnyObject {
  /// Whether there is something to take back.
  var canUndo: Bool { get }
  /// Whether there is something to bring back.
  var canRedo: Bool { get }
  /// The complete title of the undo menu item, such as "Undo Cut".
  var undoMenuItemTitle: String { get }
  /// The complete title of the redo menu item, such as "Redo Cut".
  var redoMenuItemTitle: String { get }
  /// Takes back the newest step.
  func undo()
  /// Brings back the step taken back last.
  func redo()
}

extension UndoManager: UndoProvider {}

/// A part of a screen that may have an undo of its own.
public protocol UndoResponder {
  /// What undo means in this part, or nil when its parent is to be asked.
  var undoProvider: (any UndoProvider)? { get }
  /// The part around this one, or nil for the outermost.
  var parentUndoResponder: (any UndoResponder)? { get }
}

/// Finds whose undo the user means: the focused part is asked, then its parents.
///
/// The first answer wins, even when that provider has nothing to undo: a text field with the focus
/// never falls through to the list behind it.
///
/// ```swift
/// var chain = UndoResponderChain(focused: subjectField)
/// chain.provider?.undo()
/// chain.focused = list
/// ```
public struct UndoResponderChain {
  /// The part that has the focus, or nil when none has.
  public var focused: (any UndoResponder)?

  /// Creates a chain.
  ///
  /// - Parameter focused: The part that has the focus.
  public init(focused: (any UndoResponder)? = nil) {
    self.focused = focused
  }

  /// The first provider found from the focused part outwards, or nil when no part has one.
  public var provider: (any UndoProvider)? {
    var part = focused
    while let current = part {
      if let provider = current.undoProvider { return provider }
      part = current.parentUndoResponder
    }
    return nil
  }
}

extension UndoManager {
  /// Names the step that is being recorded.
  ///
  /// `""` takes the name away. A step keeps its name when it moves to the redo stack and back.
  ///
  /// **Our choice:** the name is that of the top-level group, from any depth, and the last one
  /// wins. Set inside a handler, it replaces the name the inverse would keep. With no open group
  /// nothing happens.
  ///
  /// - Parameter actionName: The name in the user's language, such as "Cut".
  public func setActionName(_ actionName: String) {
    guard isRecording else { return }
    // Groups inside keep it as well, for the redo of a nested undo.
    for group in openGroups { group.name = actionName }
  }

  /// The name of what ``undo()`` would take back now, or "".
  public var undoActionName: String { groupToUndo?.name ?? "" }

  /// The name of what ``redo()`` would bring back now, or "".
  public var redoActionName: String { redoStack.last?.name ?? "" }

  /// The title of the undo menu item: ``undoMenuTitle(forUndoActionName:)`` of ``undoActionName``.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of the redo menu item: ``redoMenuTitle(forUndoActionName:)`` of ``redoActionName``.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Marks the latest action of the innermost open group as one the user can do without, or not.
  ///
  /// A group is discardable if all its actions are.
  ///
  /// **Our choice:** with no open group nothing happens, an empty group is not discardable, and the
  /// redo of a discardable group is discardable.
  ///
  /// - Parameter discardable: Whether a document need not be saved for this action.
  public func setActionIsDiscardable(_ discardable: Bool) {
    guard isRecording else { return }
    openGroups.last?.latestAction?.isDiscardable = discardable
  }

  /// Whether the user can do without what ``undo()`` would take back now.
  public var undoActionIsDiscardable: Bool {
    guard let group = groupToUndo else { return false }
    guard group === openGroups.first else { return group.isDiscardable }
    // Groups that are still open have not joined their parents.
    return openGroups.contains { $0.isDiscardable }
      && openGroups.allSatisfy { $0.isDiscardable || !$0.hasActions }
  }

  /// Whether the user can do without what ``redo()`` would bring back now.
  public var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// The name of a value that a program keeps with a group.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public var rawValue: String

    /// Creates a key.
    ///
    /// - Parameter rawValue: The key's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Keeps a value with the top-level group that is open, from any depth.
  ///
  /// With no open group nothing happens.
  ///
  /// **Our choice:** the redo group does not get the values.
  ///
  /// - Parameters:
  ///   - value: The value, or nil to remove it.
  ///   - key: The value's name.
  public func setActionUserInfoValue(_ value: Any?, forKey key: UserInfoKey) {
    guard isRecording, let group = openGroups.first else { return }
    let old = group.userInfo[key]
    group.userInfo[key] = value
    withExtendedLifetime(old) {}
  }

  /// Returns a value of what ``undo()`` would take back now.
  ///
  /// - Parameter key: The value's name.
  /// - Returns: The value, or nil when there is none.
  public func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    groupToUndo?.userInfo[key]
  }

  /// Returns a value of what ``redo()`` would bring back now.
  ///
  /// - Parameter key: The value's name.
  /// - Returns: The value, or nil when there is none.
  public func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.last?.userInfo[key]
  }
}

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

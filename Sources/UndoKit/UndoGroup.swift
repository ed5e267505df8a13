/// A list of actions and closed groups, oldest first, with the facts that belong to it.
final class UndoGroup {
  enum Item {
    case action(any UndoAction)
    case group(UndoGroup)
  }

  /// Whether the manager opened the group by itself, to hold what one event registers.
  let isEventGroup: Bool
  var items: [Item] = []
  /// The name; nil when none was ever set, empty when it was taken away.
  var name: String?
  var userInfo: [UndoManager.UserInfoKey: Any] = [:]
  /// Whether the group was open when `removeAllActions()` dropped it.
  var wasDropped = false

  init(isEventGroup: Bool = false) {
    self.isEventGroup = isEventGroup
  }

  /// Whether the group holds an action at any depth.
  var hasActions: Bool {
    items.contains { item in
      switch item {
      case .action: true
      case .group(let group): group.hasActions
      }
    }
  }

  /// Whether every action at any depth can be done without.
  private var holdsOnlyDiscardableActions: Bool {
    items.allSatisfy { item in
      switch item {
      case .action(let action): action.isDiscardable
      case .group(let group): group.holdsOnlyDiscardableActions
      }
    }
  }

  /// Whether there are actions and the user can do without all of them.
  var isDiscardable: Bool { holdsOnlyDiscardableActions && hasActions }

  /// The action registered last, at any depth.
  var latestAction: (any UndoAction)? {
    for item in items.reversed() {
      switch item {
      case .action(let action): return action
      case .group(let group):
        if let action = group.latestAction { return action }
      }
    }
    return nil
  }

  /// Marks every action at any depth as one the user can do without.
  func markDiscardable() {
    for item in items {
      switch item {
      case .action(let action): action.isDiscardable = true
      case .group(let group): group.markDiscardable()
      }
    }
  }

  /// Takes out one target's actions and the nested groups that this empties.
  ///
  /// - Parameters:
  ///   - target: The identity of the target.
  ///   - dropped: Receives what was taken out, so that the caller decides when it dies.
  /// - Returns: Whether the group itself is empty now and was not before.
  func removeActions(of target: ObjectIdentifier, into dropped: inout [AnyObject]) -> Bool {
    guard !items.isEmpty else { return false }
    items.removeAll { item in
      switch item {
      case .action(let action):
        guard action.targetIdentity == target else { return false }
        action.isRemoved = true
        dropped.append(action)
        return true
      case .group(let group):
        guard group.removeActions(of: target, into: &dropped) else { return false }
        dropped.append(group)
        return true
      }
    }
    return items.isEmpty
  }
}

/// What was registered: one call that a group holds until it has run or is dropped.
protocol UndoAction: AnyObject {
  /// The target's identity, which holds even while the target is being released.
  var targetIdentity: ObjectIdentifier { get }
  /// Whether the user can do without this action.
  var isDiscardable: Bool { get set }
  /// Whether the action was removed; a group that is running just now skips it.
  var isRemoved: Bool { get set }
  /// Runs the action, or nothing when its target is gone.
  func perform() throws
}

/// An action that calls a closure with its target.
///
/// It is one allocation: the closure is stored as it came, not wrapped in another.
final class HandlerAction<Target: AnyObject>: UndoAction {
  let targetIdentity: ObjectIdentifier
  var isDiscardable = false
  var isRemoved = false
  private weak var target: Target?
  /// Keeps the address of a released target from being given to a new object, which would otherwise
  /// be mistaken for the old one.
  private unowned let addressPin: Target
  private let handler: (Target) -> Void

  init(_ target: Target, _ handler: @escaping (Target) -> Void) {
    targetIdentity = ObjectIdentifier(target)
    self.target = target
    addressPin = target
    self.handler = handler
  }

  func perform() {
    guard let target else { return }
    handler(target)
  }
}

/// An action that performs a command, which may throw.
final class CommandAction: UndoAction {
  let command: UndoCommand
  var isDiscardable = false
  var isRemoved = false
  var targetIdentity: ObjectIdentifier { command.targetIdentity }

  init(_ command: UndoCommand) {
    self.command = command
  }

  func perform() throws {
    try command.perform()
  }
}

/// Stores a new value and returns the old one, still alive.
///
/// A plain assignment releases the old value while the storage is being modified. What a user
/// captured may run code when it is released, and that code may ask the same manager; so everything
/// that is dropped leaves its storage through here and dies after the access has ended.
///
/// - Parameters:
///   - storage: The variable to change.
///   - value: What is to be there afterwards.
/// - Returns: What was there before.
func exchange<Value>(_ storage: inout Value, with value: consuming Value) -> Value {
  var old = value
  swap(&storage, &old)
  return old
}

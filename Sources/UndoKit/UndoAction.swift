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
  /// pass for the old one.
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

/// A call as a value: a target, arguments, and what to perform with both.
///
/// A command can be kept, put in a queue, changed, passed on, performed, and registered again and
/// again. It stands in for the invocations of Objective-C. The target is held weakly, the arguments
/// strongly.
///
/// ```swift
/// let setVolume = UndoCommand(player, 7) { player, volume in try player.set(volume: volume) }
/// manager.register(setVolume)
/// let louder = setVolume.with(arguments: 9)
/// ```
public struct UndoCommand {
  /// The object the command acts on, or nil once it is gone.
  public private(set) weak var target: AnyObject?

  let targetIdentity: ObjectIdentifier
  private let addressPin: AddressPin
  private let call: any Call

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - target: The object to act on; it is held weakly.
  ///   - arguments: What the call is made with; held as long as the command is.
  ///   - perform: The call. It should not capture the target.
  public init<Target: AnyObject, Arguments>(
    _ target: Target,
    _ arguments: Arguments,
    perform: @escaping (Target, Arguments) throws -> Void
  ) {
    self.init(target, TypedCall(typedArguments: arguments, body: perform))
  }

  private init(_ target: AnyObject, _ call: any Call) {
    self.target = target
    targetIdentity = ObjectIdentifier(target)
    addressPin = AddressPin(target)
    self.call = call
  }

  /// The arguments the call is made with.
  public var arguments: Any { call.arguments }

  /// Makes the call, or does nothing when the target is gone.
  ///
  /// - Throws: What the call throws.
  public func perform() throws {
    guard let target else { return }
    try call.perform(on: target)
  }

  /// Returns the same call with other arguments.
  ///
  /// - Parameter arguments: Arguments of the type the command was created with.
  /// - Returns: The changed command, or nil when the type is another or the target is gone.
  public func with(arguments: Any) -> UndoCommand? {
    guard let target, let changed = call.with(arguments: arguments) else { return nil }
    return UndoCommand(target, changed)
  }

  /// Returns the same call on another target.
  ///
  /// - Parameter target: An object of the type the command was created with.
  /// - Returns: The changed command, or nil when the object is of another type.
  public func with(target: AnyObject) -> UndoCommand? {
    call.fits(target) ? UndoCommand(target, call) : nil
  }
}

/// Keeps a released object's address from being given to a new object.
private struct AddressPin {
  unowned let object: AnyObject

  init(_ object: AnyObject) {
    self.object = object
  }
}

/// A call whose types are forgotten.
private protocol Call {
  var arguments: Any { get }
  func perform(on target: AnyObject) throws
  func with(arguments: Any) -> (any Call)?
  func fits(_ target: AnyObject) -> Bool
}

private struct TypedCall<Target: AnyObject, Arguments>: Call {
  let typedArguments: Arguments
  let body: (Target, Arguments) throws -> Void

  var arguments: Any { typedArguments }

  func perform(on target: AnyObject) throws {
    guard let target = target as? Target else { return }
    try body(target, typedArguments)
  }

  func with(arguments: Any) -> (any Call)? {
    (arguments as? Arguments).map { Self(typedArguments: $0, body: body) }
  }

  func fits(_ target: AnyObject) -> Bool { target is Target }
}

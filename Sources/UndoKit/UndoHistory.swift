/// The states a value went through, with a way back and forth.
///
/// Where the state of a program is a value, nothing has to be registered: change ``current``, and
/// the state before is a step. A copy of a history is independent of it.
///
/// ```swift
/// var history = UndoHistory(["inbox"])
/// history.current.append("archive")
/// history.undo()
/// history.current  // ["inbox"]
/// ```
///
/// An owner that keeps a history in a property with `didSet` is notified of every change, undo
/// and redo included.
public struct UndoHistory<Value> {
  /// How many steps can be undone at most; 0 means no limit.
  public let limit: Int
  private(set) var past: [Value] = []
  private(set) var future: [Value] = []
  private var state: Value
  private var coalescingKey: String?

  /// Creates a history with its first value.
  ///
  /// - Parameters:
  ///   - initial: The first value, which undo never goes beyond.
  ///   - limit: How many steps can be undone; 0 means no limit, and a negative number stops the
  ///     program.
  public init(_ initial: Value, limit: Int = 0) {
    guard limit >= 0 else {
      preconditionViolation("UndoHistory.init(_:limit:)", "a limit of \(limit) is negative")
    }
    state = initial
    self.limit = limit
  }

  /// The value now.
  ///
  /// Setting or mutating it is a step, even if the value stays equal, and drops what could be
  /// redone.
  public var current: Value {
    get { state }
    set { push(newValue) }
  }

  /// Whether there is an older value.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is a newer value.
  public var canRedo: Bool { !future.isEmpty }

  /// The number of steps that can be undone.
  public var undoCount: Int { past.count }

  /// The number of steps that can be redone.
  public var redoCount: Int { future.count }

  /// Makes a value the current one, as a new step or as part of the step before.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - key: What the edit belongs to. With the same key as the push just before, no new step is
  ///     made. nil always makes one.
  public mutating func push(_ value: Value, coalescing key: String? = nil) {
    if key == nil || key != coalescingKey {
      past.append(state)
      if limit > 0, past.count > limit { past.removeFirst(past.count - limit) }
    }
    coalescingKey = key
    future = []
    state = value
  }

  /// Makes the next push a step of its own, whatever its key.
  public mutating func endCoalescing() {
    coalescingKey = nil
  }

  /// Replaces the current value without making a step; what can be redone stays.
  ///
  /// - Parameter value: The new value.
  public mutating func amend(_ value: Value) {
    endCoalescing()
    state = value
  }

  /// Forgets all values but the current one.
  public mutating func clear() {
    endCoalescing()
    past = []
    future = []
  }

  /// Goes back to the value before.
  ///
  /// - Returns: Whether there was one; if not, nothing changes.
  @discardableResult
  public mutating func undo() -> Bool {
    endCoalescing()
    guard let value = past.popLast() else { return false }
    future.append(state)
    state = value
    return true
  }

  /// Goes forth to the value that was undone last.
  ///
  /// - Returns: Whether there was one; if not, nothing changes.
  @discardableResult
  public mutating func redo() -> Bool {
    endCoalescing()
    guard let value = future.popLast() else { return false }
    past.append(state)
    state = value
    return true
  }
}

extension UndoHistory: Sendable where Value: Sendable {}

extension UndoHistory: Equatable where Value: Equatable {}

extension UndoHistory where Value: Equatable {
  /// Makes a value the current one if it differs; an equal one changes nothing and ends no run of
  /// edits.
  ///
  /// - Parameter value: The new value.
  public mutating func setIfChanged(_ value: Value) {
    if value != state { push(value) }
  }
}

extension UndoHistory where Value: BidirectionalCollection, Value.Element: Hashable {
  /// What ``undo()`` would change in the current list, or nil when there is nothing to undo.
  ///
  /// Moves are inferred: an element that only moves is associated with itself, so a
  /// cursor can stay on it.
  public var undoChanges: CollectionDifference<Value.Element>? { changes(to: past.last) }

  /// What ``redo()`` would change in the current list, or nil when there is nothing to redo.
  public var redoChanges: CollectionDifference<Value.Element>? { changes(to: future.last) }

  private func changes(to value: Value?) -> CollectionDifference<Value.Element>? {
    value?.difference(from: state).inferringMoves()
  }
}

/// Decides which edits of a text field make up one step of its ``UndoHistory``.
///
/// A step is a typed word with the spaces after it, or a run of deletions in one direction. A paste
/// and a typed newline are steps of their own. There is no timer. The field calls ``end()`` when
/// the cursor moves, when the focus goes and on undo and redo.
///
/// ```swift
/// var history = UndoHistory("")
/// var coalescer = TypingCoalescer()
/// for character in "two words" {
///   let key = coalescer.key(for: .typed(character))
///   history.push(history.current + String(character), coalescing: key)
/// }
/// history.undo()
/// history.current  // "two "
/// ```
public struct TypingCoalescer: Equatable, Sendable {
  /// What was done to a text.
  public enum Edit: Equatable, Sendable {
    /// One character was typed.
    case typed(Character)
    /// Text before the cursor was deleted.
    case deletedBackward
    /// Text after the cursor was deleted.
    case deletedForward
    /// Text was pasted, or inserted in some other way than by typing.
    case pasted
  }

  private enum Run {
    case word
    case spaces
    case deletingBackward
    case deletingForward
  }

  private var run: Run?
  private var number = 0

  /// Creates a coalescer with no run going on.
  public init() {}

  /// Returns the coalescing key of an edit, for ``UndoHistory/push(_:coalescing:)``.
  ///
  /// - Parameter edit: The edit that is about to be pushed.
  /// - Returns: The key of the run the edit belongs to, or nil for a step of its own.
  public mutating func key(for edit: Edit) -> String? {
    let next = Self.run(of: edit)
    if !continues(with: next) { number += 1 }
    run = next
    return next == nil ? nil : "typing \(number)"
  }

  /// Ends the run: the next edit begins a new step.
  public mutating func end() {
    run = nil
  }

  private func continues(with next: Run?) -> Bool {
    switch (run, next) {
    case (.word, .word), (.word, .spaces), (.spaces, .spaces): true
    case (.deletingBackward, .deletingBackward), (.deletingForward, .deletingForward): true
    default: false
    }
  }

  private static func run(of edit: Edit) -> Run? {
    switch edit {
    case .typed(let character) where character.isNewline: nil
    case .typed(let character): character.isWhitespace ? .spaces : .word
    case .deletedBackward: .deletingBackward
    case .deletedForward: .deletingForward
    case .pasted: nil
    }
  }
}

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

import TriageCore
import UndoKit

/// A line of text being typed, with its own undo.
struct TextField: Equatable, Sendable {
  /// The text and the position of the cursor, in characters.
  struct Content: Hashable, Sendable {
    var text: [Character] = []
    var cursor = 0
  }

  private var history: UndoHistory<Content>
  private var coalescer = TypingCoalescer()

  /// Makes a field with a text in it, and the cursor behind that.
  init(_ text: String = "") {
    let characters = Array(text)
    history = UndoHistory(Content(text: characters, cursor: characters.count))
  }

  var content: Content { history.current }
  var text: String { String(history.current.text) }
  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  mutating func undo() {
    coalescer.end()
    history.undo()
  }

  mutating func redo() {
    coalescer.end()
    history.redo()
  }

  /// Puts a typed character in.
  mutating func type(_ character: Character) {
    guard content.text.count < TextField.limit else { return }
    insert([character], .typed(character))
  }

  /// Characters that a field has at most.
  static let limit = 4000

  /// Puts pasted text in; its line ends become blanks.
  ///
  /// Returns whether all of it has found room.
  mutating func paste(_ text: String) -> Bool {
    let room = max(0, TextField.limit - content.text.count)
    let taken = text.prefix(room + 1).map { $0.isNewline ? " " : $0 }
    if !taken.isEmpty { insert(Array(taken.prefix(room)), .pasted) }
    return taken.count <= room
  }

  /// Puts other text in the place of some, with the cursor behind it; returns where it is now.
  mutating func replace(_ range: Range<Int>, with text: String) -> Range<Int> {
    coalescer.end()
    var next = content
    let range = range.clamped(to: 0..<next.text.count)
    next.text.replaceSubrange(range, with: text)
    next.cursor = range.lowerBound + text.count
    history.setIfChanged(next)
    return range.lowerBound..<next.cursor
  }

  /// The word that ends at the cursor; a quotation is part of its word.
  var wordBeforeCursor: (text: String, range: Range<Int>) {
    var start = 0
    var isQuoted = false
    for (index, character) in content.text.prefix(content.cursor).enumerated() {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, character == " " || character == "(" { start = index + 1 }
    }
    return (String(content.text[start..<content.cursor]), start..<content.cursor)
  }

  /// What stands between the last comma and the cursor; one in quotes is part of a name.
  var addressBeforeCursor: (text: String, range: Range<Int>) {
    var start = 0
    var (isQuoted, isEscaped) = (false, false)
    for (index, character) in content.text.prefix(content.cursor).enumerated() {
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !isQuoted, character == "," { start = index + 1 }
    }
    while start < content.cursor, content.text[start] == " " { start += 1 }
    return (String(content.text[start..<content.cursor]), start..<content.cursor)
  }

  /// All that stands before the cursor, with its position.
  var textBeforeCursor: (text: String, range: Range<Int>) {
    (String(content.text[..<content.cursor]), 0..<content.cursor)
  }

  private mutating func insert(_ characters: [Character], _ edit: TypingCoalescer.Edit) {
    var next = content
    next.text.insert(contentsOf: characters, at: next.cursor)
    next.cursor += characters.count
    history.push(next, coalescing: coalescer.key(for: edit))
  }

  /// Deletes what lies between the cursor and another position.
  ///
  /// Single characters deleted one after the other are one step.
  mutating func delete(to position: Int, isSingle: Bool = false) {
    let position = max(0, min(position, content.text.count))
    guard position != content.cursor else { return }
    var next = content
    let isBackward = position < next.cursor
    next.text.removeSubrange(min(position, next.cursor)..<max(position, next.cursor))
    next.cursor = min(position, next.cursor)
    if !isSingle { coalescer.end() }
    let key = coalescer.key(for: isBackward ? .deletedBackward : .deletedForward)
    history.push(next, coalescing: key)
    if !isSingle { coalescer.end() }
  }

  /// Moves the cursor; a run of typing ends there.
  mutating func move(to position: Int) {
    coalescer.end()
    var next = content
    next.cursor = max(0, min(position, next.text.count))
    history.amend(next)
  }

  /// The beginning of the word before the cursor.
  var wordStart: Int {
    var position = content.cursor
    while position > 0, content.text[position - 1] == " " { position -= 1 }
    while position > 0, content.text[position - 1] != " " { position -= 1 }
    return position
  }

  /// The end of the word after the cursor.
  var wordEnd: Int {
    var position = content.cursor
    while position < content.text.count, content.text[position] == " " { position += 1 }
    while position < content.text.count, content.text[position] != " " { position += 1 }
    return position
  }
}

// MARK: Keys

extension TextField {
  /// The editing commands of a pane with a text field.
  static func behaviors<Owner: Pane>(
    of field: any WritableKeyPath<Owner, TextField> & Sendable
  ) -> [ScreenCommand: Behavior<Owner>] {
    edits.mapValues { edit in
      Behavior { pane, _, _ in edit(&pane[keyPath: field]) }
    }
  }

  private static let edits: [ScreenCommand: @Sendable (inout TextField) -> Void] = [
    .undo: { $0.undo() },
    .redo: { $0.redo() },
    .deleteBackward: { $0.delete(to: $0.content.cursor - 1, isSingle: true) },
    .deleteForward: { $0.delete(to: $0.content.cursor + 1, isSingle: true) },
    .deleteToStart: { $0.delete(to: 0) },
    .deleteToEnd: { $0.delete(to: $0.content.text.count) },
    .deleteWord: { $0.delete(to: $0.wordStart) },
    .lineStart: { $0.move(to: 0) },
    .lineEnd: { $0.move(to: $0.content.text.count) },
    .characterBackward: { $0.move(to: $0.content.cursor - 1) },
    .characterForward: { $0.move(to: $0.content.cursor + 1) },
    .wordBackward: { $0.move(to: $0.wordStart) },
    .wordForward: { $0.move(to: $0.wordEnd) },
  ]
}

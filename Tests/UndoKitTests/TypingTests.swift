import Testing
import UndoKit

/// A text field with its cursor at the end, or before some text when forward deletion is tried.
private struct Field {
  var history = UndoHistory("")
  var coalescer = TypingCoalescer()

  mutating func type(_ text: String) {
    for character in text { change(.typed(character)) { $0.append(character) } }
  }

  mutating func paste(_ text: String) {
    change(.pasted) { $0 += text }
  }

  mutating func backspace() {
    change(.deletedBackward) { _ = $0.popLast() }
  }

  mutating func deleteForward() {
    change(.deletedForward) { $0.removeFirst() }
  }

  mutating func change(_ edit: TypingCoalescer.Edit, _ body: (inout String) -> Void) {
    var text = history.current
    body(&text)
    history.push(text, coalescing: coalescer.key(for: edit))
  }

  /// Undoes everything and returns the texts passed, the present one first.
  mutating func statesBack() -> [String] {
    var states = [history.current]
    while history.undo() { states.append(history.current) }
    return states
  }
}

struct TypingTests {
  @Test func `H6 a step is a typed word with the spaces after it`() {
    var field = Field()
    field.type("one  two three")
    #expect(field.statesBack() == ["one  two three", "one  two ", "one  ", ""])
  }

  @Test func `H6 leading spaces are a step`() {
    var field = Field()
    field.type("  a")
    #expect(field.statesBack() == ["  a", "  ", ""])
  }

  @Test func `H6 a step is a run of deletions in one direction`() {
    var field = Field()
    field.paste("abcdef")
    field.backspace()
    field.backspace()
    field.deleteForward()
    field.deleteForward()
    field.backspace()
    #expect(field.statesBack() == ["c", "cd", "abcd", "abcdef", ""])
  }

  @Test func `H6 typing after deleting and deleting after typing are steps`() {
    var field = Field()
    field.type("ab")
    field.backspace()
    field.type("c")
    #expect(field.statesBack() == ["ac", "a", "ab", ""])
  }

  @Test func `H6 a paste is a step and ends the run`() {
    var field = Field()
    field.type("a")
    field.paste("b")
    field.paste("c")
    field.type("d")
    #expect(field.statesBack() == ["abcd", "abc", "ab", "a", ""])
  }

  @Test func `H6 a newline is a step and ends the run`() {
    var field = Field()
    field.type("a\n\nb")
    #expect(field.statesBack() == ["a\n\nb", "a\n\n", "a\n", "a", ""])
  }

  @Test func `H6 moving the cursor or losing the focus ends the run`() {
    var field = Field()
    field.type("ab")
    field.coalescer.end()
    field.type("cd")
    #expect(field.statesBack() == ["abcd", "ab", ""])
  }

  @Test func `H6 typing after an undo is a new step`() {
    var field = Field()
    field.type("a b")
    field.history.undo()
    field.coalescer.end()
    field.type("c")
    #expect(field.statesBack() == ["a c", "a ", ""])
  }
}

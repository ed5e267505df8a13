import Testing

@testable import Screen

@Suite("The notation of keys")
struct KeyChordTests {
  @Test(arguments: [
    "j", "J", "$", "\\", "|", "-", "é", "Ctrl-A", "Ctrl-_", "Ctrl--", "Alt-X", "Alt-_", "Alt-Left",
    "Shift-Tab", "Ctrl-Alt-Delete", "F1", "F10", "F12", "Space", "Ctrl-Space", "Esc", "Enter",
    "PageUp", "Backspace",
  ])
  func `what is read is printed the same`(notation: String) throws {
    #expect(try #require(KeyChord(notation)).description == notation)
  }

  @Test(arguments: [
    ("Ctrl-a", "Ctrl-A"), ("Alt-x", "Alt-X"), ("Ctrl-I", "Tab"), ("Ctrl-M", "Enter"),
    ("Ctrl-J", "Enter"), ("Ctrl-[", "Esc"), ("Ctrl-/", "Ctrl-_"), ("Ctrl-@", "Ctrl-Space"),
  ])
  func `chords a terminal cannot tell apart are one`(left: String, right: String) {
    #expect(KeyChord(left) == KeyChord(right))
  }

  @Test(arguments: [
    "", " ", "jj", "ctrl-a", "Ctrl-", "F0", "F13", "F01", "Shift-a", "Ctrl-Ctrl-a", "Escape",
    "\u{1B}", "\t", "\u{200B}",
  ])
  func `what is no key is refused`(notation: String) {
    #expect(KeyChord(notation) == nil)
  }

  @Test
  func `a blank goes between the keys of a sequence`() throws {
    let sequence = try #require(KeySequence("g Ctrl-x"))
    #expect(sequence.chords == [KeyChord("g"), KeyChord("X" as Character, .ctrl)])
    #expect(sequence.description == "g Ctrl-X")
    #expect(KeySequence("g  g") == nil)
    #expect(KeySequence("") == nil)
  }

  @Test
  func `a sequence begins those that go on from it`() throws {
    let prefix = try #require(KeySequence("g"))
    let whole = try #require(KeySequence("g g"))
    #expect(prefix.begins(whole))
    #expect(!whole.begins(prefix))
  }

  @Test
  func `only characters without control or alt are typed`() {
    #expect(KeyChord("J")?.typed == "J")
    #expect(KeyChord("Space")?.typed == " ")
    #expect(KeyChord("Ctrl-A")?.typed == nil)
    #expect(KeyChord("Tab")?.typed == nil)
  }
}

import Testing

@testable import TTYTerminal
@testable import Screen

@Suite("Pasted text")
struct PasteTests {
  private func events(_ text: String, chunk: Int = .max) -> [TerminalEvent] {
    var script = DecoderScript()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk == .max ? bytes.count : chunk) {
      script.type(bytes: Array(bytes[start..<min(bytes.count, start + min(chunk, bytes.count))]))
    }
    script.pass(.seconds(3))
    return script.events
  }

  @Test(arguments: [1, 2, 5, 7, Int.max])
  func `it comes whole, whatever its bytes are`(chunk: Int) {
    let text = "j\n\u{1B}[A日\u{3}\u{1B}"
    let found = events("x\u{1B}[200~\(text)\u{1B}[201~y", chunk: chunk)
    #expect(found == [.key(KeyChord("x")), .paste(PastedText(text)), .key(KeyChord("y"))])
  }

  @Test
  func `an end inside it does not let the rest become keys`() {
    let found = events("\u{1B}[200~rm\u{1B}[201~dd\r\u{1B}[201~")
    #expect(found == [.paste(PastedText("rmdd\r"))])
  }

  @Test
  func `two pastes are two, with the key between them`() {
    let found = events("\u{1B}[200~a\u{1B}[201~k\u{1B}[200~b\u{1B}[201~")
    #expect(found == [.paste(PastedText("a")), .key(KeyChord("k")), .paste(PastedText("b"))])
  }

  @Test
  func `a megabyte is kept and what is beyond is cut`() {
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    #expect(events("\u{1B}[200~\(text)\u{1B}[201~", chunk: 4096) == [.paste(PastedText(text))])
    let more = events("\u{1B}[200~\(text)more\u{1B}[201~", chunk: 4096)
    #expect(more == [.paste(PastedText(text, isCut: true))])
  }

  @Test
  func `one that never ends is given out after a second`() {
    var script = DecoderScript()
    script.type("\u{1B}[200~abc")
    script.pass(.milliseconds(999))
    #expect(script.events.isEmpty)
    script.pass(.milliseconds(1))
    #expect(script.events == [.paste(PastedText("abc"))])
    script.type("j")
    #expect(script.notation.last == "j")
  }
}

import Testing

@testable import Screen

@Suite struct ClipboardTests {
  @Test(arguments: BadText.samples)
  func `E16: nothing of a text acts where it is pasted`(text: String) {
    let line = ClipboardText(line: text).text.unicodeScalars
    let lines = ClipboardText(lines: text).text.unicodeScalars
    #expect(!line.contains { $0.properties.generalCategory == .control || $0.isBidiControl })
    let kept = lines.filter { $0 != "\n" && $0 != "\t" }
    #expect(!kept.contains { $0.properties.generalCategory == .control || $0.isBidiControl })
  }

  @Test func `E16: a text of several lines keeps them, one line has none`() {
    #expect(ClipboardText(lines: "a\r\n\tb\nc").text == "a\n\tb\nc")
    #expect(ClipboardText(line: "a\n\tb\u{2028}c").text == "a  b c")
  }

  @Test(arguments: ["a", "é", "日", "👨"])
  func `E16: a terminal gets whole characters, as many as it takes`(character: String) {
    let size = ClipboardText.terminalBytes
    for count in [size / character.utf8.count, size, 20 * size] {
      let text = ClipboardText(lines: String(repeating: character, count: count))
      let sent = String(validating: text.terminalText, as: UTF8.self)
      #expect(sent.map { text.text.hasPrefix($0) } == true)
      #expect(text.terminalText.count <= size)
      #expect(text.terminalText.count > size - 4 || !text.isCutForTerminal)
      #expect(text.isCutForTerminal == (text.text.utf8.count > size))
    }
  }
}

import TestSupport
import Testing
import TriageCore

@Suite struct FileNameTests {
  @Test(arguments: ["INBOX", "Ключ", "e\u{301}", "a\nb", "\u{10FFFD}", "\u{10FF80}x", "𝄞"])
  func `a name that is UTF-8 is read as it is, or comes back all the same`(name: String) {
    let text = String(fileName: Array(name.utf8))
    #expect(text.fileName == Array(name.utf8))
    if !name.unicodeScalars.contains(where: { $0.value >= 0x10FF80 }) {
      #expect(text.utf8.elementsEqual(name.utf8))
    }
  }

  @Test func `every row of bytes has a text of its own, and comes back`() {
    var random = SplitMix(7)
    for _ in 0..<20_000 {
      let length = Int(random.next() % 9)
      let bytes = (0..<length).map { _ in
        random.flip()
          ? UInt8(truncatingIfNeeded: random.next())
          : [0xF4, 0x8F, 0xBE, 0xBF, 0x80, 0x2F].randomElement(using: &random) ?? 0
      }
      let text = String(fileName: bytes)
      #expect(text.fileName == bytes)
      #expect(String(fileName: text.fileName).utf8.elementsEqual(text.utf8))
      let whole = text.withFileName { name in
        (0..<bytes.prefix { $0 != 0 }.count).map { UInt8(bitPattern: name[$0]) }
      }
      #expect(whole == bytes.prefix { $0 != 0 }.map(\.self))
    }
  }
}

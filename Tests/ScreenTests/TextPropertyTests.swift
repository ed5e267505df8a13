import Testing

@testable import Screen

@Suite("Laws of text that is drawn")
struct TextPropertyTests {
  /// Every kind of every sample, and of random bytes and random code points.
  private static func texts(seed: UInt64) -> [DisplayText] {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<40).map { _ in
      String(
        decoding: (0..<60).map { _ in UInt8.random(in: 0...255, using: &generator) },
        as: UTF8.self
      )
    }
    let pool = BadText.samples.flatMap { $0.unicodeScalars.prefix(40) }
    let mixed = (0..<40).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<30 { text.append(pool.randomElement(using: &generator) ?? "x") }
      return String(text)
    }
    let all = BadText.samples + bytes + mixed
    return all.flatMap { text in
      [TextKind.field, .address, .header, .bodyLine].map { DisplayText(text, as: $0) }
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `nothing in it acts on a terminal`(seed: UInt64) {
    for text in TextPropertyTests.texts(seed: seed) {
      let bad = text.text.unicodeScalars.filter { scalar in
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.isBidiControl
          || scalar.properties.isNoncharacterCodePoint
      }
      #expect(bad.isEmpty, "\(Array(bad.prefix(5)))")
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `its width is the sum of its clusters, and cleaning it again changes nothing`(seed: UInt64) {
    for text in TextPropertyTests.texts(seed: seed) {
      #expect(text.width == text.text.reduce(0) { $0 + Int(ClusterWidth($1).columns) })
      #expect(text.width == DisplayClusters(text).reduce(0) { $0 + $1.columns })
      let again = DisplayText(text.text, as: .bodyLine)
      #expect(again.text.unicodeScalars.map(\.value) == text.text.unicodeScalars.map(\.value))
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `it takes the cells of its width and no row overflows`(seed: UInt64) {
    let size = ScreenSize(columns: 30, rows: 3)
    for text in TextPropertyTests.texts(seed: seed) {
      var canvas = Canvas(size: size)
      let end = canvas.draw(text, row: 1, column: 3)
      #expect(end == 3 + min(text.width, 27) || (text.width > 27 && (29...30).contains(end)))
      var terminal = ModelTerminal(size: size, measure: .codePoints)
      terminal.receive(
        FrameDifference.bytes(from: nil, to: canvas.frame, capabilities: TerminalCapabilities())
      )
      #expect(terminal.offences.isEmpty, "\(terminal.offences)")
      #expect(terminal.cells[0].allSatisfy { $0 == ModelTerminal.ModelCell() })
      #expect(terminal.cells[2].allSatisfy { $0 == ModelTerminal.ModelCell() })
    }
  }

  @Test(arguments: UInt64(1)...2, [1, 2, 3, 7, 40])
  func `what is cut to a width fits it and is a beginning`(seed: UInt64, columns: Int) {
    for text in TextPropertyTests.texts(seed: seed) {
      let prefix = text.prefix(columns: columns)
      #expect(prefix.width <= columns)
      #expect(text.text.hasPrefix(prefix.text))
      #expect(text.truncated(toColumns: columns).width <= columns)
      #expect(text.padded(toColumns: columns).width == columns || text.width > columns)
      let rest = text.dropFirst(columns: columns)
      #expect(rest.width == max(0, text.width - columns))
    }
  }

  @Test(arguments: UInt64(1)...2, [2, 7, 40])
  func `rows it is broken into fit and lose nothing but blanks`(seed: UInt64, columns: Int) {
    for text in TextPropertyTests.texts(seed: seed) where text.width < 2000 {
      let rows = Array(text.wrapped(toColumns: columns))
      #expect(!rows.isEmpty)
      #expect(rows.allSatisfy { $0.width <= columns || $0.text.count == 1 })
      let kept = rows.flatMap(\.text.unicodeScalars).filter { $0 != " " }
      #expect(kept == text.text.unicodeScalars.filter { $0 != " " })
    }
  }

  @Test
  func `words stay whole where a row has a blank`() {
    let rows = DisplayText("the quick brown fox", as: .bodyLine).wrapped(toColumns: 10)
    #expect(rows.map(\.text) == ["the quick", "brown fox"])
    #expect(DisplayText("", as: .bodyLine).wrapped(toColumns: 10).map(\.text) == [""])
    #expect(DisplayText("日本語").wrapped(toColumns: 5).map(\.text) == ["日本", "語"])
  }

  @Test
  func `a piece of a sentence keeps its isolates balanced`() {
    let text = DisplayText(sentence: [
      .literal("a \u{2068}"), .argument("bcd"), .literal("\u{2069} e"),
    ])
    #expect(text.prefix(columns: 4).text == "a \u{2068}bc\u{2069}")
    #expect(text.dropFirst(columns: 4).text == "d e")
  }

  @Test
  func `texts can be joined`() {
    let text = DisplayText.joined(["a", DisplayText("日"), "b"], separator: " · ")
    #expect(text.text == "a · 日 · b")
    #expect(text.width == 10)
  }
}

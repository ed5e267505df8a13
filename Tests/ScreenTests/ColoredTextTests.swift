import TestSupport
import Testing

@testable import Screen

/// What another program prints: its colours are kept, and nothing else that acts on a terminal.
@Suite struct ColoredTextTests {
  private func spans(_ line: String) -> [String] {
    ColoredText(line).spans.map { "\($0.columns) \($0.style)" }
  }

  @Test func `E18: colours and attributes of a line are spans over its text`() {
    let line = "a\u{1b}[1;31mred\u{1b}[0m b \u{1b}[38;5;200mp\u{1b}[48;2;1;2;3mq\u{1b}[m."
    #expect(ColoredText(line).text.text == "ared b pq.")
    #expect(
      spans(line) == [
        "1..<4 bold fg=red", "7..<8 fg=200", "8..<9 fg=200 bg=#010203",
      ]
    )
  }

  @Test func `E18: colours written with colons are the same colours`() {
    #expect(spans("\u{1b}[38:2::9:8:7mx") == ["0..<1 fg=#090807"])
    #expect(spans("\u{1b}[38:5:7mx") == ["0..<1 fg=white"])
    #expect(spans("\u{1b}[4:3mx\u{1b}[4:0my") == ["0..<1 underline"])
  }

  @Test func `E18: columns of spans are columns of the screen, not bytes`() {
    #expect(spans("木\u{1b}[32m木e\u{301}\u{1b}[mx") == ["2..<5 fg=green"])
  }

  @Test func `E18: a colour within a cluster does not change how wide the text is`() {
    for line in ["👍\u{1b}[32m🏽.", "🇩\u{1b}[32m🇪.", "e\u{1b}[32m\u{301}.", "한\u{1b}[1m\u{11AB}."] {
      let text = ColoredText(line).text
      #expect(text.width == text.text.reduce(0) { $0 + Int(ClusterWidth($1).columns) }, "\(line)")
      #expect(text.wrapped(toColumns: 2).allSatisfy { $0.width <= 2 }, "\(line)")
    }
  }

  @Test(arguments: [
    ("\u{1b}[2J\u{1b}[1;1Hx", "x"), ("\u{1b}]0;title\u{07}x", "x"),
    ("\u{1b}]52;c;AAAA\u{1b}\\x", "x"), ("\u{1b}P1$q\u{1b}\\x", "x"), ("\u{1b}(0x", "x"),
    ("\u{1b}[?1049hx", "x"), ("x\u{1b}", "x␛"), ("\u{1b}[31", "␛[31"),
    ("\u{1b}]0;open", "␛]0;open"),
    ("\u{9b}31mx\u{07}", "\\x9b31mx␇"), ("\u{1b}[31;mx", "x"), ("\u{1b}[999999999999mx", "x"),
    ("\u{1b}[38;5;300mx", "x"), ("\u{1b}[38;2;1mx", "x"), ("\u{202e}x", "<RLO>x"),
  ])
  func `E18: no other sequence is kept, and broken ones are text`(line: String, text: String) {
    let colored = ColoredText(line)
    #expect(colored.text.text == text)
    #expect(!colored.text.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }

  @Test func `E18: a line of nothing but colours has a bounded number of spans`() {
    let line = (0..<20_000).map { "\u{1b}[3\($0 % 8)mx" }.joined()
    #expect(ColoredText(line).spans.count == ColoredText.mostSpans)
    #expect(ColoredText(line).text.width == 20_000)
    #expect(ColoredText(String(repeating: "\u{1b}]", count: 50_000)).spans.isEmpty)
  }

  @Test func `E18: whatever bytes a program prints, only the sanitizer's alphabet is left`() {
    var random = SplitMix(7)
    for _ in 0..<2_000 {
      let line = String(
        decoding: (0..<40).map { _ -> UInt8 in
          let pick = UInt8.random(in: .min ... .max, using: &random)
          return pick < 80 ? Array("\u{1b}[]0;:38m25\u{07}\\P".utf8)[Int(pick) % 14] : pick
        },
        as: UTF8.self
      )
      let text = ColoredText(line).text.text
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    }
  }
}

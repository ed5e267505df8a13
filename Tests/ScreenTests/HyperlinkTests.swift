import Testing

@testable import Screen

@Suite struct HyperlinkTests {
  private let size = ScreenSize(columns: 20, rows: 3)

  @Test(arguments: [
    ("https://example.org/a;b?c=d&e#f", "https://example.org/a;b?c=d&e#f"),
    ("HTTP://example.org", "HTTP://example.org"),
    ("mailto:a@example.org", "mailto:a@example.org"),
    (
      "https://пример.example/ü \"<>\\",
      "https://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.example/%C3%BC%20%22%3C%3E%5C"
    ),
    ("https://example.org/%1b]", "https://example.org/%1b]"),
  ])
  func `E17: a target is written in printable ASCII`(target: String, written: String) {
    #expect(Hyperlink(target)?.target == written)
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "https:", "https://", "mailto:", "", "ftp://x",
    "https://a\u{1B}\\x", "https://a\u{7}x", "https://a\u{9C}x", "https://a\u{0}x", "https://a\nx",
    "https://a\u{202E}x", "https://a\u{7F}x",
    "https://example.org/" + String(repeating: "a", count: 100_000),
    "https://example.org/" + String(repeating: "é", count: 400),
  ])
  func `E17: what is no plain address of the web or of mail opens nothing`(target: String) {
    #expect(Hyperlink(target) == nil)
  }

  @Test(arguments: BadText.samples)
  func `E17: no bad text gets into a link's sequence`(text: String) {
    for target in [text, "https://\(text)", "mailto:\(text)", "https://example.org/\(text)"] {
      guard let link = Hyperlink(target) else { continue }
      let plain = link.beginning.dropFirst().dropLast(2)
      #expect(plain.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      #expect(plain.utf8.count < 2_100)
    }
  }

  @Test func `E17: what is drawn over a link is none`() throws {
    let link = try #require(Hyperlink("https://example.org"))
    var canvas = Canvas(size: size)
    canvas.draw("a long link here", row: 0)
    canvas.link(row: 0, columns: 0..<16, to: link)
    canvas.draw("日", row: 0, column: 4)
    canvas.within(Rect(row: 0, column: 10, columns: 4, rows: 2)) { $0.drawBox() }
    let linked = (0..<20).filter { canvas.frame.grid.link(row: 0, column: $0) != nil }
    #expect(linked == [0, 1, 2, 3, 6, 7, 8, 9, 14, 15])
  }

  @Test func `E17: a link is sent once, ended before other cells, and not again while it stays`()
    throws
  {
    let link = try #require(Hyperlink("https://example.org"))
    var canvas = Canvas(size: size)
    canvas.draw("see here now", row: 1)
    let plain = canvas.frame
    canvas.link(row: 1, columns: 4..<8, to: link)
    let linked = canvas.frame
    let id = String(link.beginning.dropFirst().split(separator: ";")[1])
    #expect(
      bytes(plain, linked)
        == "␛[2;5H␛]8;\(id);https://example.org␛\\here␛]8;;␛\\"
    )
    canvas.draw("now!", row: 1, column: 9)
    #expect(!bytes(linked, canvas.frame).contains("]8;"))
    #expect(bytes(linked, plain) == "␛[2;5Hhere")
    #expect(bytes(linked, linked) == "")
  }

  @Test func `E17: a terminal without links gets none`() throws {
    var canvas = Canvas(size: size)
    let empty = canvas.frame
    canvas.draw("here", row: 0)
    canvas.link(row: 0, columns: 0..<4, to: try #require(Hyperlink("https://example.org")))
    let capabilities = TerminalCapabilities(hasHyperlinks: false)
    let sent = FrameDifference.bytes(from: empty, to: canvas.frame, capabilities: capabilities)
    #expect(String(decoding: sent, as: UTF8.self) == "\u{1B}[Hhere")
  }

  private func bytes(_ old: Frame, _ new: Frame) -> String {
    let capabilities = TerminalCapabilities()
    let bytes = FrameDifference.bytes(from: old, to: new, capabilities: capabilities)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
  }
}

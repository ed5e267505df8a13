import Testing

@testable import Screen

@Suite("The terminal in memory")
struct VirtualTerminalTests {
  @Test
  func `it keeps text, styles and cursor of the last frame`() {
    let terminal = VirtualTerminal(size: ScreenSize(columns: 20, rows: 4))
    var canvas = Canvas(size: terminal.size)
    canvas.draw(" Message  Edit", row: 0, style: CellStyle(.reverse))
    canvas.draw(">", row: 1, style: CellStyle(.bold))
    canvas.draw("会議 e\u{301}", row: 1, column: 2, style: CellStyle(foreground: .named(.brightRed)))
    canvas.draw(
      "gone",
      row: 2,
      style: CellStyle([.dim, .strikethrough], background: .rgb(1, 2, 16))
    )
    canvas.placeCursor(row: 1, column: 0)
    terminal.present(canvas.frame)
    #expect(
      terminal.frame?.snapshot == """
         Message  Edit
        > 会議 e\u{301}
        gone

        ---
        0  0-13 reverse
        1  0-0 bold; 2-7 fg=bright-red
        2  0-3 dim strikethrough bg=#010210
        cursor 1,0

        """
    )
  }

  @Test
  func `it hands out what was pressed, once and in order`() {
    let terminal = VirtualTerminal()
    terminal.press("g g")
    terminal.resize(to: ScreenSize(columns: 40, rows: 10))
    let report = terminal.wait(for: [], timeout: nil)
    #expect(
      report.events == [
        .key(KeyChord("g")), .key(KeyChord("g")), .resize(ScreenSize(columns: 40, rows: 10)),
      ]
    )
    #expect(terminal.wait(for: [], timeout: nil).events.isEmpty)
    #expect(terminal.size.rows == 10)
  }

  @Test
  func `it counts what a frame would cost a real terminal`() {
    let terminal = VirtualTerminal()
    let frame = Canvas(size: terminal.size).frame
    terminal.present(frame)
    #expect(terminal.lastByteCount > 0)
    terminal.present(frame)
    #expect(terminal.lastByteCount == 0)
    terminal.redrawFromScratch()
    terminal.present(frame)
    #expect(terminal.lastByteCount > 0)
  }

  @Test(arguments: NamedColor.allCases)
  func `a named colour is read by its name`(color: NamedColor) {
    #expect(Color(color.name) == .named(color))
    #expect(Color.named(color).description == color.name)
  }

  @Test(arguments: [
    ("default", Color.standard), ("200", .palette(200)), ("#0a0B0c", .rgb(10, 11, 12)),
  ])
  func `a colour is read by number or mixture`(notation: String, color: Color) {
    #expect(Color(notation) == color)
    #expect(color.description == notation.lowercased())
  }

  @Test(arguments: ["", "256", "-1", "#12345", "#1234567", "#12345g", "#+12345", "Red"])
  func `what is no colour is refused`(notation: String) {
    #expect(Color(notation) == nil)
  }
}

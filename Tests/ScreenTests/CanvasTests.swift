import ScreenTestSupport
import Testing

@testable import Screen

@Suite("Drawing on a canvas")
struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int = 1) -> Canvas {
    Canvas(size: ScreenSize(columns: columns, rows: rows))
  }

  @Test(arguments: [
    ("Meeting notes", 13, "Meeting notes"), ("Meeting notes", 12, "Meeting not…"),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `text that does not fit is cut between clusters`(
    text: String,
    columns: Int,
    shown: String
  ) {
    var canvas = canvas(columns)
    canvas.draw(DisplayText(text), row: 0)
    #expect(canvas.frame.grid.line(0) == shown)
  }

  @Test
  func `a part clips what is drawn and counts from its corner`() {
    var canvas = canvas(8, 3)
    canvas.within(Rect(row: 1, column: 2, columns: 4, rows: 1)) { canvas in
      canvas.draw("abcdef", row: 0, column: 1)
      canvas.draw("no", row: 1)
      canvas.draw("no", row: -1)
      canvas.placeCursor(row: 0, column: 3)
    }
    #expect(canvas.frame.textScreen == "\n   ab…\n\n")
    #expect(canvas.frame.cursor == Position(row: 1, column: 5))
  }

  @Test
  func `text goes where its alignment says`() {
    var canvas = canvas(10)
    canvas.draw("ab", row: 0, column: 0, columns: 4, alignment: .trailing)
    canvas.draw("cd", row: 0, column: 4, columns: 6, alignment: .centered)
    #expect(canvas.frame.grid.line(0) == "  ab  cd")
  }

  @Test(arguments: [0, 1, 2, 3])
  func `writing over a wide cluster leaves no half of it`(column: Int) {
    var canvas = canvas(6)
    canvas.draw("日本", row: 0, column: 0)
    canvas.draw("x", row: 0, column: column)
    let expected = ["x 本", " x本", "日x", "日 x"]
    #expect(canvas.frame.grid.line(0) == expected[column])
  }

  @Test
  func `a style can be laid over what is drawn`() {
    var canvas = canvas(8)
    canvas.draw("a日b", row: 0, style: CellStyle(.bold))
    canvas.overlay(Rect(column: 2, columns: 2, rows: 1), style: CellStyle(.reverse))
    #expect(canvas.frame.grid.line(0) == "a日b")
    #expect(canvas.frame.styleScreen == "0  0-0 bold; 1-3 bold reverse\ncursor hidden\n")
  }

  @Test
  func `a box has its title in the upper edge`() {
    var canvas = canvas(14, 3)
    canvas.drawBox(title: "Undo Archive")
    #expect(canvas.frame.textScreen == "┌─ Undo Ar… ─┐\n│            │\n└────────────┘\n")
  }

  @Test
  func `where only ASCII can be shown, frames and letters are ASCII`() {
    var canvas = Canvas(size: ScreenSize(columns: 8, rows: 3), repertoire: .ascii)
    canvas.drawBox()
    canvas.draw("Zoë\u{1B}", row: 1, column: 1)
    #expect(canvas.frame.textScreen == "+------+\n|Zo?^[ |\n+------+\n")
  }

  @Test
  func `isolates take no cell and reach no terminal`() {
    var canvas = canvas(10)
    let end = canvas.draw(
      DisplayText(sentence: [.literal("a\u{2068}"), .argument("ב"), .literal("\u{2069}c")]),
      row: 0
    )
    #expect(end == 3)
    #expect(canvas.frame.grid.line(0) == "aבc")
  }

  @Test
  func `a rectangle is divided from its edges`() {
    var rest = Rect(ScreenSize(columns: 80, rows: 24))
    let menu = rest.removeTop(rows: 1)
    let prompt = rest.removeBottom(rows: 1)
    let sidebar = rest.removeLeading(columns: 22)
    #expect(menu == Rect(columns: 80, rows: 1))
    #expect(prompt == Rect(row: 23, columns: 80, rows: 1))
    #expect(sidebar == Rect(row: 1, columns: 22, rows: 22))
    #expect(rest == Rect(row: 1, column: 22, columns: 58, rows: 22))
    #expect(rest.removeTrailing(columns: 100).columns == 58)
    #expect(rest.isEmpty)
  }

  @Test
  func `a snapshot shows text, styles and the cursor`() {
    var canvas = canvas(20, 4)
    canvas.draw(" Message  Edit", row: 0, style: CellStyle(.reverse))
    canvas.draw(">", row: 1, style: CellStyle(.bold))
    canvas.draw("会議 e\u{301}", row: 1, column: 2, style: CellStyle(foreground: .named(.brightRed)))
    canvas.draw(
      "gone",
      row: 2,
      style: CellStyle([.dim, .strikethrough], background: .rgb(1, 2, 16))
    )
    canvas.placeCursor(row: 1, column: 0)
    #expect(
      canvas.frame.snapshot == """
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
}

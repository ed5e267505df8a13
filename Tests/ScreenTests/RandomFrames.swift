@testable import Screen

/// Frames of everything that can be drawn, in no order.
struct RandomFrames {
  var generator: SeededGenerator
  let size: ScreenSize

  static let pieces: [DisplayText] = [
    "a", "mail", "日本語", "é", "e\u{301}", "❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧", "🇩🇪",
    "1\u{FE0F}\u{20E3}",
    "👍🏽", "한글", "\u{1112}\u{1161}\u{11AB}", "क्षि", "กำ", "☰", "🫨", "─│┌", "\u{1B}[2J", "\u{202E}x",
  ].map { DisplayText($0) }

  static let styles: [CellStyle] = [
    .plain, CellStyle(.bold), CellStyle(.reverse), CellStyle([.dim, .strikethrough]),
    CellStyle(foreground: .named(.red)), CellStyle(foreground: .named(.brightBlue)),
    CellStyle(.underline, background: .palette(200)),
    CellStyle(.italic, foreground: .rgb(1, 2, 3), background: .rgb(200, 100, 0)),
  ]

  init(seed: UInt64, size: ScreenSize) {
    generator = SeededGenerator(seed: seed)
    self.size = size
  }

  /// Returns a frame that shows something else than another in some places.
  mutating func change(_ frame: Frame?) -> Frame {
    var canvas = Canvas(size: size)
    if let frame, Bool.random(using: &generator) {
      // Often as it was, often moved up or down.
      let moved = [0, 0, 1, -1, 2].randomElement(using: &generator) ?? 0
      canvas.redraw(frame, moved: moved)
    }
    for _ in 0..<Int.random(in: 0...12, using: &generator) { drawPiece(&canvas) }
    if Bool.random(using: &generator) {
      canvas.placeCursor(
        row: Int.random(in: 0..<size.rows, using: &generator),
        column: Int.random(in: 0..<size.columns, using: &generator)
      )
    }
    return canvas.frame
  }

  private mutating func drawPiece(_ canvas: inout Canvas) {
    let row = Int.random(in: 0..<size.rows, using: &generator)
    let column = Int.random(in: 0..<size.columns, using: &generator)
    let text = RandomFrames.pieces.randomElement(using: &generator) ?? .empty
    let style = RandomFrames.styles.randomElement(using: &generator) ?? .plain
    if Int.random(in: 0..<6, using: &generator) == 0,
      let link = Hyperlink("https://\(Int.random(in: 0..<3, using: &generator)).example.org")
    {
      canvas.link(row: row, columns: column..<column + 5, to: link)
    }
    if Int.random(in: 0..<5, using: &generator) == 0 {
      canvas.fill(Rect(row: row, column: column, columns: 9, rows: 2), style: style)
    } else {
      canvas.draw(text, row: row, column: column, style: style)
    }
  }
}

extension Canvas {
  /// Draws what another frame shows, so many rows up.
  mutating func redraw(_ frame: Frame, moved rows: Int = 0) {
    let size = frame.grid.size
    for row in 0..<size.rows where (0..<size.rows).contains(row - rows) {
      for column in 0..<size.columns {
        let text = frame.grid.text(row: row, column: column)
        let style = frame.grid.style(row: row, column: column)
        draw(DisplayText(text), row: row - rows, column: column, style: style)
        if let link = frame.grid.link(row: row, column: column) {
          self.link(row: row - rows, columns: column..<column + 1, to: link)
        }
      }
    }
  }
}

/// Numbers that look random and are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@testable import Screen
@testable import TTYTerminal

extension Fuzzer {
  /// Texts from outside, drawn on two screens after another, and what the terminal is sent for them.
  ///
  /// The first bytes say what the terminal can, the others are a script of drawing.
  static let screen = Fuzzer("screen") { bytes in
    var script = Script(bytes)
    let capabilities = TerminalCapabilities(
      colors: ColorDepth(rawValue: script.number(below: 4)) ?? .full,
      isUTF8: script.flag(),
      canRepeat: script.flag(),
      canScroll: script.flag(),
      hasHyperlinks: script.flag()
    )
    let size = ScreenSize(columns: 1 + script.number(below: 40), rows: 1 + script.number(below: 9))
    var canvas = Canvas(size: size, repertoire: capabilities.repertoire)
    var shown: Frame?
    while !script.rest.isEmpty {
      for _ in 0..<6 where !script.rest.isEmpty { try draw(&script, on: &canvas, capabilities) }
      let frame = canvas.frame
      let bytes = FrameDifference.bytes(from: shown, to: frame, capabilities: capabilities)
      try DeviceAlphabet.check(bytes)
      let more = FrameDifference.bytes(from: frame, to: frame, capabilities: capabilities)
      try expect(more.isEmpty, "a screen that shows a frame is sent more: \(more)")
      shown = frame
    }
  }

  private static func draw(
    _ script: inout Script,
    on canvas: inout Canvas,
    _ capabilities: TerminalCapabilities
  ) throws {
    let operation = script.number(below: 9)
    let row = script.number(below: canvas.rows)
    let column = script.number(below: canvas.columns)
    let style = nextStyle(&script)
    switch operation {
    case 0..<4:
      let kinds: [TextKind] = [.field, .address, .header, .bodyLine]
      let text = DisplayText(script.text(), as: kinds[operation])
      try checkLaws(of: text)
      canvas.draw(text, row: row, column: column, style: style)
    case 4:
      let line = ColoredText(script.text())
      try checkLaws(of: line.text)
      canvas.draw(line.text, row: row, column: column, style: style)
      for span in line.spans {
        let part = Rect(row: row, column: column + span.columns.lowerBound, columns: 1, rows: 1)
        canvas.overlay(part, style: span.style)
      }
    case 5:
      let words = DisplayText(sentence: [
        .literal(script.text()), .literal("\u{2068}"), .argument(script.text()),
        .literal("\u{2069}"),
      ])
      try checkSequences(words, capabilities)
      canvas.draw(words, row: row, column: column, columns: 9, alignment: .trailing, style: style)
    case 6:
      guard let link = Hyperlink(script.text()) else { return }
      canvas.link(row: row, columns: column..<column + 5, to: link)
    case 7: canvas.fill(Rect(row: row, column: column, columns: 7, rows: 2), style: style)
    default: canvas.placeCursor(row: row, column: column)
    }
  }

  private static func nextStyle(_ script: inout Script) -> CellStyle {
    let byte = script.byte()
    return CellStyle(
      CellStyle.Attributes(rawValue: UInt16(byte & 0x3F)),
      foreground: byte & 0x40 == 0 ? .standard : .palette(byte),
      background: byte & 0x80 == 0 ? .standard : .rgb(byte, 1, 2)
    )
  }

  /// The laws of clean text: its alphabet, its width, its rows.
  private static func checkLaws(of text: DisplayText) throws(Finding) {
    for scalar in text.text.unicodeScalars {
      try expect(DeviceAlphabet.isHarmless(scalar), "U+\(scalar.value) is in clean text")
    }
    let sum = text.text.reduce(0) { $0 + Int(ClusterWidth($1).columns) }
    try expect(text.width == sum, "\(text.text) is \(text.width) wide, its clusters \(sum)")
    try expect(
      DisplayText(text.text, as: .bodyLine) == text,
      "\(text.text) is another one when it is cleaned again"
    )
    guard text.width < 1000 else { return }
    for row in text.wrapped(toColumns: 7) {
      try expect(row.width <= 7 || row.text.count == 1, "a row of \(row.width) columns")
    }
    try expect(text.truncated(toColumns: 7).width <= 7, "\(text.text) is not cut to a width")
  }

  /// A title and a notice end where they end, whatever is in them.
  private static func checkSequences(
    _ text: DisplayText,
    _ capabilities: TerminalCapabilities
  ) throws(Finding) {
    let title = WindowTitle(text, isUTF8: capabilities.isUTF8).sequence
    let notice = TerminalNotice(text, isUTF8: capabilities.isUTF8).sequence
    for (bytes, count) in [(title, 1), (notice, 2)] {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      let controls = scalars.filter { !DeviceAlphabet.isHarmless($0) }
      // An escape at the beginning and one at the end of each.
      try expect(
        controls.elementsEqual(repeatElement("\u{1B}", count: 2 * count)),
        "controls in a command: \(Array(controls))"
      )
    }
  }
}

/// What may be written to a terminal beside characters that do nothing: see `FrameDifference`.
private enum DeviceAlphabet {
  /// Whether a code point only shows itself.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
    default: !scalar.isBidiControl && !scalar.properties.isNoncharacterCodePoint
    }
  }

  static func check(_ bytes: [UInt8]) throws(Finding) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Finding("a terminal is sent what is not UTF-8")
    }
    let steering: Set<Unicode.Scalar> = ["\r", "\n", "\u{8}"]
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        rest = rest.dropFirst(try sequence(rest))
      } else {
        try expect(isHarmless(scalar) || steering.contains(scalar), "U+\(scalar.value) is sent")
      }
    }
  }

  /// Returns how long the sequence is that stands behind an escape.
  private static func sequence(_ rest: ArraySlice<Unicode.Scalar>) throws(Finding) -> Int {
    let length = rest.first == "]" ? linkLength(rest) : controlLength(rest)
    guard let length else {
      let beginning = String(String.UnicodeScalarView(rest.prefix(20)))
      throw Finding("no sequence of ours: \(beginning.debugDescription)")
    }
    return length
  }

  /// `[`, numbers and a letter.
  private static func controlLength(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
    let numbers = rest.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" || $0 == "?" }
    guard rest.first == "[", let final = rest.dropFirst(1 + numbers.count).first else { return nil }
    let text = String(String.UnicodeScalarView(numbers))
    let isKnown =
      switch final {
      case "H", "C", "b", "r", "S", "T", "m": !text.contains("?")
      case "K": text.isEmpty
      case "J": text == "2"
      case "h", "l": text == "?25"
      default: false
      }
    return isKnown ? 2 + numbers.count : nil
  }

  /// `]8;`, an id and an address in printable ASCII, or neither; `ESC \`.
  private static func linkLength(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
    let body = rest.dropFirst().prefix { ("!"..."~").contains($0) }
    let text = String(String.UnicodeScalarView(body))
    guard text == "8;;" || text.hasPrefix("8;id="),
      rest.dropFirst(1 + body.count).starts(with: ["\u{1B}", "\\"])
    else { return nil }
    return 3 + body.count
  }
}

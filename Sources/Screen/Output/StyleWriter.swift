/// Writes the sequences that change how following cells look.
struct StyleWriter {
  let capabilities: TerminalCapabilities
  /// The style the terminal is in, brought down to what it has.
  private var current = CellStyle.plain
  /// The last style asked for, which most cells repeat.
  private var asked = CellStyle.plain

  init(capabilities: TerminalCapabilities) { self.capabilities = capabilities }

  /// Appends what brings the terminal to a style; nothing if it is there.
  mutating func change(to style: CellStyle, in bytes: inout [UInt8]) {
    guard style != asked else { return }
    asked = style
    let wanted = reduced(style)
    guard wanted != current else { return }
    let fromHere = SelectGraphicRendition(from: current, to: wanted, resets: false)
    let fromPlain = SelectGraphicRendition(from: .plain, to: wanted, resets: true)
    bytes += fromPlain.bytes.count <= fromHere.bytes.count ? fromPlain.bytes : fromHere.bytes
    current = wanted
  }

  /// Whether a blank written now looks as it would in a style.
  func showsBlanks(like style: CellStyle) -> Bool { current.showsBlanks(like: reduced(style)) }

  private func reduced(_ style: CellStyle) -> CellStyle {
    CellStyle(
      style.attributes.intersection(capabilities.attributes),
      foreground: style.foreground.reduced(to: capabilities.colors),
      background: style.background.reduced(to: capabilities.colors)
    )
  }
}

/// One SGR sequence.
private struct SelectGraphicRendition {
  private(set) var bytes: [UInt8] = []
  private var codes: [Int] = []

  /// The sequence that leads from one style to another; with a reset first, from any to it.
  init(from old: CellStyle, to new: CellStyle, resets: Bool) {
    if resets { codes.append(0) }
    let lost = appendEnds(of: old.attributes.subtracting(new.attributes))
    append(attributes: new.attributes.subtracting(old.attributes.subtracting(lost)))
    if new.foreground != old.foreground { append(new.foreground, base: 30) }
    if new.background != old.background { append(new.background, base: 40) }
    bytes.appendSequence(codes == [0] ? [] : codes, final: "m")
  }

  /// Switches attributes off; returns all that are off then: bold and faint have one end.
  private mutating func appendEnds(of attributes: CellStyle.Attributes) -> CellStyle.Attributes {
    let ends: [(CellStyle.Attributes, Int)] = [
      ([.bold, .dim], 22), (.italic, 23), (.underline, 24), (.reverse, 27), (.strikethrough, 29),
    ]
    var lost: CellStyle.Attributes = []
    for (ended, code) in ends where !ended.isDisjoint(with: attributes) {
      codes.append(code)
      lost.formUnion(ended)
    }
    return lost
  }

  private mutating func append(attributes: CellStyle.Attributes) {
    let numbers: [(CellStyle.Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    for (attribute, code) in numbers where attributes.contains(attribute) { codes.append(code) }
  }

  private mutating func append(_ color: Color, base: Int) {
    switch color.form {
    case .standard: codes.append(base + 9)
    case .palette(let index) where index < 8: codes.append(base + Int(index))
    case .palette(let index) where index < 16: codes.append(base + 60 + Int(index) - 8)
    case .palette(let index): codes += [base + 8, 5, Int(index)]
    case .rgb(let red, let green, let blue):
      codes += [base + 8, 2, Int(red), Int(green), Int(blue)]
    }
  }
}

extension [UInt8] {
  /// Appends a control sequence with its parameters.
  mutating func appendSequence(_ parameters: [Int], final: Unicode.Scalar) {
    append(contentsOf: "\u{1B}[".utf8)
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { append(UInt8(ascii: ";")) }
      append(contentsOf: String(parameter).utf8)
    }
    append(UInt8(truncatingIfNeeded: final.value))
  }
}

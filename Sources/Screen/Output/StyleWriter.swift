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
    var codes = SelectGraphicRendition()
    if mustReset(for: wanted) {
      codes.append(0)
      current = .plain
    }
    codes.append(attributes: wanted.attributes.subtracting(current.attributes))
    if wanted.foreground != current.foreground { codes.append(wanted.foreground, base: 30) }
    if wanted.background != current.background { codes.append(wanted.background, base: 40) }
    codes.write(to: &bytes)
    current = wanted
  }

  /// Says whether something must be switched off, which one reset does for all.
  private func mustReset(for wanted: CellStyle) -> Bool {
    !wanted.attributes.isSuperset(of: current.attributes)
      || (wanted.foreground == .standard && current.foreground != .standard)
      || (wanted.background == .standard && current.background != .standard)
  }

  private func reduced(_ style: CellStyle) -> CellStyle {
    CellStyle(
      style.attributes.intersection(capabilities.attributes),
      foreground: style.foreground.reduced(to: capabilities.colors),
      background: style.background.reduced(to: capabilities.colors)
    )
  }
}

/// The parameters of one SGR sequence.
private struct SelectGraphicRendition {
  private var codes: [Int] = []

  mutating func append(_ code: Int) { codes.append(code) }

  mutating func append(attributes: CellStyle.Attributes) {
    let numbers: [(CellStyle.Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    for (attribute, code) in numbers where attributes.contains(attribute) { codes.append(code) }
  }

  mutating func append(_ color: Color, base: Int) {
    switch color.form {
    case .standard: codes.append(base + 9)
    case .palette(let index) where index < 8: codes.append(base + Int(index))
    case .palette(let index) where index < 16: codes.append(base + 60 + Int(index) - 8)
    case .palette(let index): codes += [base + 8, 5, Int(index)]
    case .rgb(let red, let green, let blue):
      codes += [base + 8, 2, Int(red), Int(green), Int(blue)]
    }
  }

  func write(to bytes: inout [UInt8]) {
    let isReset = codes == [0]
    bytes.appendSequence(isReset ? [] : codes, final: "m")
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

/// A line that another program has printed: its text, made harmless, and where which colours are.
///
/// Of the sequences for a terminal only those for colours and attributes are understood. All others
/// are left out, and what is left of a broken one is text like any other.
package struct ColoredText: Hashable, Sendable {
  /// A stretch of the text that has a style.
  package struct Span: Hashable, Sendable {
    /// The columns of the text.
    package var columns: Range<Int>
    /// How they look.
    package var style: CellStyle

    /// Makes a span.
    package init(columns: Range<Int>, style: CellStyle) {
      self.columns = columns
      self.style = style
    }
  }

  /// The text.
  package private(set) var text = DisplayText.empty
  /// The styles that are not plain, from left to right.
  package private(set) var spans: [Span] = []

  /// The most spans of a line: no picture and no listing has as many.
  static let mostSpans = 2_000

  /// Reads a line, without its end.
  package init(_ line: String) {
    var pieces: [DisplayText] = []
    var width = 0
    var style = CellStyle.plain
    var scanner = SequenceScanner(line)
    while let token = scanner.next() {
      switch token {
      case .sequence(let parameters): style.apply(graphics: parameters)
      case .text(let text):
        let piece = DisplayText(text, as: .bodyLine)
        pieces.append(piece)
        note(style, width..<width + piece.width)
        width += piece.width
      }
    }
    text = DisplayText.joined(pieces)
  }

  private mutating func note(_ style: CellStyle, _ columns: Range<Int>) {
    guard style != .plain, !columns.isEmpty else { return }
    if let last = spans.last, last.style == style, last.columns.upperBound == columns.lowerBound {
      spans[spans.count - 1].columns = last.columns.lowerBound..<columns.upperBound
    } else if spans.count < Self.mostSpans {
      spans.append(Span(columns: columns, style: style))
    }
  }
}

/// Parts a line into text and sequences for colours, and drops the other sequences.
private struct SequenceScanner {
  enum Token {
    case text(String)
    /// What stands between `ESC [` and `m`.
    case sequence(String)
  }

  private let bytes: [UInt8]
  private var index = 0

  private static let escape: UInt8 = 0x1B

  init(_ line: String) { bytes = Array(line.utf8) }

  mutating func next() -> Token? {
    while index < bytes.count {
      if bytes[index] == Self.escape, let end = endOfSequence(from: index) {
        let sequence = bytes[index..<end]
        index = end
        guard sequence.count > 2, sequence[sequence.startIndex + 1] == UInt8(ascii: "["),
          sequence.last == UInt8(ascii: "m")
        else { continue }
        return .sequence(String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self))
      }
      let start = index
      index += 1
      while index < bytes.count, bytes[index] != Self.escape { index += 1 }
      return .text(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    return nil
  }

  /// The index after a whole sequence; `nil` if it is none.
  private func endOfSequence(from start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      // Parameters, intermediates, one final byte.
      guard let end = bytes[(start + 2)...].firstIndex(where: { !(0x20...0x3F).contains($0) }),
        (0x40...0x7E).contains(bytes[end])
      else { return nil }
      return end + 1
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      return endOfString(from: start + 2)
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      return start + 2 < bytes.count ? start + 3 : nil
    default: return nil
    }
  }

  /// The index after a string that ends with BEL or `ESC \`.
  private func endOfString(from start: Int) -> Int? {
    guard let end = bytes[start...].firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
      return nil
    }
    if bytes[end] == 0x07 { return end + 1 }
    return end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\") ? end + 2 : nil
  }
}

extension CellStyle {
  /// Applies the parameters of `ESC [ … m`; what is not known changes nothing.
  fileprivate mutating func apply(graphics parameters: String) {
    guard parameters.utf8.count <= 256 else { return }
    // Colons part what belongs to one colour; an empty one after `38:2` names a colour space.
    var numbers = parameters.replacingColons.split(
      separator: ";",
      omittingEmptySubsequences: false
    ).map { $0.isEmpty ? 0 : Int($0) ?? -1 }[...]
    while let number = numbers.popFirst() { apply(number, &numbers) }
  }

  private mutating func apply(_ number: Int, _ rest: inout ArraySlice<Int>) {
    switch number {
    case 0: self = .plain
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.dim)
    case 3: attributes.insert(.italic)
    case 4: attributes.insert(.underline)
    case 7: attributes.insert(.reverse)
    case 9: attributes.insert(.strikethrough)
    case 22: attributes.subtract([.bold, .dim])
    case 23: attributes.remove(.italic)
    case 24: attributes.remove(.underline)
    case 27: attributes.remove(.reverse)
    case 29: attributes.remove(.strikethrough)
    case 30...37: foreground = .palette(UInt8(number - 30))
    case 38: if let color = Color(graphics: &rest) { foreground = color }
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(number - 40))
    case 48: if let color = Color(graphics: &rest) { background = color }
    case 49: background = .standard
    case 90...97: foreground = .palette(UInt8(number - 90 + 8))
    case 100...107: background = .palette(UInt8(number - 100 + 8))
    default: break
    }
  }
}

extension Color {
  /// Reads `5;N` or `2;R;G;B`.
  fileprivate init?(graphics rest: inout ArraySlice<Int>) {
    let form = rest.popFirst()
    let values = rest.prefix(form == 5 ? 1 : form == 2 ? 3 : 0).compactMap {
      UInt8(exactly: $0)
    }
    switch (form, values.count) {
    case (5, 1): self = .palette(values[0])
    case (2, 3): self = .rgb(values[0], values[1], values[2])
    default: return nil
    }
    rest = rest.dropFirst(values.count)
  }
}

extension String {
  /// The parameters with semicolons only: `38:2::1:2:3` is `38;2;1;2;3`.
  fileprivate var replacingColons: String {
    guard utf8.contains(UInt8(ascii: ":")) else { return self }
    return split(separator: ";", omittingEmptySubsequences: false).map { group in
      var words = group.split(separator: ":", omittingEmptySubsequences: false)
      if words.count == 6, words[1] == "2" { words.remove(at: 2) }
      // A kind of underline is an underline, or none.
      if words.first == "4", words.count == 2 { return words[1] == "0" ? "24" : "4" }
      return words.joined(separator: ";")
    }.joined(separator: ";")
  }
}

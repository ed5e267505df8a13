/// A text cut at its placeholders.
struct FormatText: Hashable {
  enum Piece: Hashable {
    case literal(String)
    /// `%@`, `%2$lld`: an argument, by position if it has one.
    case argument(FormatSpecifier, position: Int?)
    /// `%#@name@`, `%1$#@name@`: a part of the sentence.
    case part(String, position: Int?)
    /// `%arg`: the number of the part in which it stands.
    case ownNumber
  }

  /// The positions that a placeholder may name.
  static let positions = 1...99

  let pieces: [Piece]
  /// The percent signs that begin no placeholder; they are kept as text.
  let strayPercents: [String]

  /// Cuts a text.
  init(_ text: String) {
    var parser = FormatParser(text)
    parser.run()
    pieces = parser.pieces
    strayPercents = parser.strays
  }

  /// Whether any value is put into the text.
  var hasPlaceholders: Bool {
    pieces.contains { if case .literal = $0 { false } else { true } }
  }
}

/// The cutting of one text.
private struct FormatParser {
  private let text: Substring.UTF8View
  private var rest: Substring.UTF8View
  private var literal: [UInt8] = []
  private(set) var pieces: [FormatText.Piece] = []
  private(set) var strays: [String] = []

  init(_ text: String) {
    self.text = text[...].utf8
    rest = self.text
  }

  mutating func run() {
    while let byte = rest.popFirst() {
      if byte == percent { placeholder() } else { literal.append(byte) }
    }
    endLiteral()
  }

  private let percent = UInt8(ascii: "%")

  private mutating func endLiteral() {
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    literal = []
  }

  /// Reads what follows a percent sign; if it is no placeholder, the sign is text.
  private mutating func placeholder() {
    if rest.first == percent {
      rest.removeFirst()
      literal.append(percent)
      return
    }
    let start = rest
    if let piece = piece() {
      endLiteral()
      pieces.append(piece)
    } else {
      strays.append("%" + String(decoding: start.prefix(3), as: UTF8.self))
      rest = start
      literal.append(percent)
    }
  }

  private mutating func piece() -> FormatText.Piece? {
    if rest.starts(with: "arg".utf8) {
      rest.removeFirst(3)
      return .ownNumber
    }
    let position = position()
    if let position, !FormatText.positions.contains(position) { return nil }
    if rest.starts(with: "#@".utf8) {
      rest.removeFirst(2)
      return name().map { .part($0, position: position) }
    }
    return specifier().map { .argument($0, position: position) }
  }

  /// Reads `2$`, or nothing.
  private mutating func position() -> Int? {
    let start = rest
    if let number = number(), rest.first == UInt8(ascii: "$") {
      rest.removeFirst()
      return number
    }
    rest = start
    return nil
  }

  /// Reads a number of at most two digits; three make it no number at all.
  private mutating func number() -> Int? {
    let digits = rest.prefix(while: JSONByte.isDigit)
    guard (1...2).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private mutating func name() -> String? {
    let end = rest.firstIndex(of: UInt8(ascii: "@"))
    guard let end, end > rest.startIndex else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[rest.index(after: end)...]
    return name
  }

  private static let conversions = Array("@sSdDiuUxXoOfFeEgG".utf8)

  private mutating func specifier() -> FormatSpecifier? {
    var specifier = FormatSpecifier()
    flags(&specifier)
    specifier.width = number()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      specifier.precision = number() ?? 0
    }
    while let byte = rest.first, "hljtqzL".utf8.contains(byte) { rest.removeFirst() }
    guard let letter = rest.popFirst(), Self.conversions.contains(letter) else { return nil }
    specifier.conversion = letter
    return specifier
  }

  private mutating func flags(_ specifier: inout FormatSpecifier) {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "0"): specifier.fillsWithZeros = true
      case UInt8(ascii: "-"): specifier.standsLeft = true
      case UInt8(ascii: "+"): specifier.showsPlus = true
      case UInt8(ascii: "'"): break  // Digits are always grouped as the language does.
      default: return
      }
      rest.removeFirst()
    }
  }
}

extension FormatSpecifier {
  /// Reads a placeholder without its percent sign, as `formatSpecifier` in a catalog has it.
  init?(_ text: String) {
    let pieces = FormatText("%" + text).pieces
    guard pieces.count == 1, case .argument(let specifier, nil)? = pieces.first else { return nil }
    self = specifier
  }
}

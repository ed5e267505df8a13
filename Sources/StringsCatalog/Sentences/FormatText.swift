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

/// Cuts one text.
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

/// What kind of value a placeholder takes.
enum ArgumentKind: Hashable {
  case text
  case integer
  case decimal

  func accepts(_ argument: Argument) -> Bool {
    switch (self, argument) {
    case (.text, _), (.integer, .number), (.decimal, .number), (.decimal, .decimal): true
    case (.integer, _), (.decimal, .text): false
    }
  }
}

/// A placeholder without its percent sign and position: `@`, `lld`, `.1f`.
struct FormatSpecifier: Hashable {
  /// Fill with zeros (`0`).
  var fillsWithZeros = false
  /// Stand at the left of the width (`-`).
  var standsLeft = false
  /// Write a plus sign too (`+`).
  var showsPlus = false
  var width: Int?
  var precision: Int?
  /// The letter that ends the placeholder.
  var conversion = UInt8(ascii: "@")

  static let integer = FormatSpecifier(conversion: UInt8(ascii: "d"))

  var kind: ArgumentKind {
    switch conversion {
    case UInt8(ascii: "@"), UInt8(ascii: "s"), UInt8(ascii: "S"): .text
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"),
      UInt8(ascii: "g"), UInt8(ascii: "G"):
      .decimal
    default: .integer
    }
  }

  /// Writes a number as this placeholder asks, in the language's way; text stays as it is.
  func text(of value: Argument, rules: LanguageRules) -> String {
    if case .number(let number) = value, let radix {
      let isLarge = conversion == UInt8(ascii: "X")
      let digits = String(number.magnitude, radix: radix, uppercase: isLarge)
      return filled((number < 0 ? "-" : "") + digits, with: fillsWithZeros ? "0" : " ")
    }
    return filled(rules.text(value, skeleton: skeleton), with: " ")
  }

  private var radix: Int? {
    switch conversion {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): 16
    case UInt8(ascii: "o"), UInt8(ascii: "O"): 8
    default: nil
    }
  }

  private func filled(_ text: String, with character: Character) -> String {
    let missing = (width ?? 0) - text.count
    guard missing > 0 else { return text }
    let filling = String(repeating: character, count: missing)
    return standsLeft ? text + filling : filling + text
  }

  /// The way to write the number, in ICU's notation.
  var skeleton: String {
    let sign = showsPlus ? " sign-always" : ""
    return body + sign
  }

  private var body: String {
    let digits = fillsWithZeros ? width : kind == .integer ? precision : nil
    let filled = digits.map(NumberSkeleton.filled)
    return switch conversion {
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      [filled, NumberSkeleton.fixed(precision ?? 6)].compactMap(\.self).joined(separator: " ")
    case UInt8(ascii: "e"), UInt8(ascii: "E"): NumberSkeleton.scientific(precision ?? 6)
    case UInt8(ascii: "g"), UInt8(ascii: "G"): NumberSkeleton.significant(precision ?? 6)
    default: filled ?? NumberSkeleton.plain
    }
  }
}

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

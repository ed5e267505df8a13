/// ICU's notation for ways of writing a number.
enum NumberSkeleton {
  /// As the language writes it: grouped, with up to six digits after the point.
  static let plain = ""

  /// So many digits after the point.
  static func fixed(_ digits: Int) -> String {
    digits > 0 ? "." + zeros(digits) : "precision-integer"
  }

  /// So many digits that count.
  static func significant(_ digits: Int) -> String {
    "@" + String(repeating: "#", count: max(0, min(digits, limit) - 1))
  }

  /// Mantissa with so many digits after the point, and exponent.
  static func scientific(_ digits: Int) -> String { "scientific/*ee " + fixed(digits) }

  /// At least so many digits before the point, filled up with zeros, not grouped.
  static func filled(_ digits: Int) -> String { "group-off integer-width/*" + zeros(digits) }

  private static let limit = 40

  private static func zeros(_ count: Int) -> String {
    String(repeating: "0", count: max(1, min(count, limit)))
  }
}

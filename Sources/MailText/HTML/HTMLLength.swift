/// Computes the lengths of CSS, in pixels, on a wide screen.
///
/// What only a browser knows, such as `var()`, is not a number (NaN).
struct HTMLLength {
  /// Longer values are not read.
  private static let longest = 200
  /// The size of letters where none is set.
  static let medium = 16.0
  static let window = (width: 1280.0, height: 800.0)

  private var rest: Substring.UTF8View
  private let letters: Double
  private let whole: Double

  private init(_ text: String, letters: Double, whole: Double) {
    (rest, self.letters, self.whole) = (text[...].utf8, letters, whole)
  }

  /// Returns a length, or a number, inside letters of some size; `whole` is what 100% are.
  static func pixels(_ text: String, inside letters: Double, whole: Double) -> Double? {
    guard text.utf8.count <= longest else { return .nan }
    var length = HTMLLength(text, letters: letters, whole: whole)
    guard let value = length.value(), length.rest.isEmpty else { return nil }
    return value
  }

  /// Returns the size of letters; `nil` for what is none.
  static func fontSize(_ text: String, inside parent: Double) -> Double? {
    switch text {
    case "inherit", "unset", "revert", "math": return parent
    case "medium", "initial": return medium
    case "smaller": return parent / 1.2
    case "larger": return parent * 1.2
    case "xx-small": return 9
    case "x-small": return 10
    case "small": return 13
    case "large": return 18
    case "x-large": return 24
    case "xx-large": return 32
    case "xxx-large": return 48
    default: break
    }
    guard let size = pixels(text, inside: parent, whole: parent) else { return nil }
    if size < 0 { return text.contains("(") ? 0 : nil }
    return size
  }

  private mutating func sum() -> Double? {
    guard var result = product() else { return nil }
    while let sign = take("+-"), let next = product() {
      result += sign == UInt8(ascii: "+") ? next : -next
    }
    return result
  }

  private mutating func product() -> Double? {
    guard var result = value() else { return nil }
    while let sign = take("*/"), let next = value() {
      result = sign == UInt8(ascii: "*") ? result * next : result / next
    }
    return result
  }

  private mutating func value() -> Double? {
    skipBlanks()
    let number = String(word { (0x2b...0x39).contains($0) && $0 != 0x2c && $0 != 0x2f })
    if !number.isEmpty {
      guard let number = Double(number.hasPrefix("+") ? String(number.dropFirst()) : number) else {
        return nil
      }
      return unit().map { number * $0 }
    }
    let name = String(word { $0 == 0x2d || (0x61...0x7a).contains($0) })
    guard take("(") != nil else { return nil }
    let arguments = arguments()
    switch name {
    case "", "calc": return arguments?.first
    case "min": return arguments?.reduce(.infinity) { $0 > $1 || $1.isNaN ? $1 : $0 }
    case "max": return arguments?.reduce(-.infinity) { $0 < $1 || $1.isNaN ? $1 : $0 }
    case "clamp":
      guard let arguments, arguments.count == 3 else { return nil }
      if arguments.contains(where: \.isNaN) { return .nan }
      return max(arguments[0], min(arguments[1], arguments[2]))
    default:
      rest = rest.suffix(0)
      return .nan
    }
  }

  /// Reads what stands in brackets.
  private mutating func arguments() -> [Double]? {
    var values: [Double] = []
    repeat {
      guard let value = sum() else { return nil }
      values.append(value)
    } while take(",") != nil
    return take(")") == nil && !rest.isEmpty ? nil : values
  }

  /// Returns the pixels of a unit; numbers without one are pixels in old pages.
  private mutating func unit() -> Double? {
    if rest.first == UInt8(ascii: "%") {
      rest.removeFirst()
      return whole / 100
    }
    switch String(word { (0x61...0x7a).contains($0) }) {
    case "", "px": return 1
    case "pt": return 4.0 / 3
    case "pc": return 16
    case "in": return 96
    case "cm": return 96 / 2.54
    case "mm": return 9.6 / 2.54
    case "q": return 2.4 / 2.54
    case "em", "ic": return letters
    case "ex", "ch", "cap": return letters / 2
    case "lh": return letters * 1.2
    case "rem", "ric": return Self.medium
    case "rex", "rch", "rcap": return Self.medium / 2
    case "rlh": return Self.medium * 1.2
    case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi", "vmax", "svmax", "lvmax", "dvmax":
      return Self.window.width / 100
    case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb", "vmin", "svmin", "lvmin", "dvmin":
      return Self.window.height / 100
    case "cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax": return .nan
    default: return nil
    }
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> Substring {
    let word = rest.prefix(while: belongs)
    rest = rest[word.endIndex...]
    return Substring(word)
  }

  /// Takes one of these signs, if it is next.
  private mutating func take(_ signs: String) -> UInt8? {
    skipBlanks()
    guard let first = rest.first, signs.utf8.contains(first) else { return nil }
    rest.removeFirst()
    return first
  }
}

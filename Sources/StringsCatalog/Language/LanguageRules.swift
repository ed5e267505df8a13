import CICU
import Synchronization

/// How one language counts, and how it writes numbers and dates.
///
/// The rules are those of the ICU on this machine. They are loaded on first use and kept, so keep
/// the object; it may be used from any thread. A language that ICU does not know has one plural
/// form, and its numbers and dates are written like English ones.
///
/// ```swift
/// let russian = LanguageRules("ru")
/// russian.pluralCategory(of: 22)   // .few
/// russian.text(4200)               // "4 200", with a no-break space
/// ```
public final class LanguageRules: Sendable {
  /// The language whose rules these are.
  public let language: LanguageTag
  /// Whether the language is written from right to left.
  public let isRightToLeft: Bool
  private let handles: ICUHandles

  /// Makes the rules of a language.
  public init(_ language: LanguageTag) {
    self.language = language
    isRightToLeft = language.isRightToLeft
    handles = ICUHandles(tag: language.rawValue)
  }

  /// Returns the form that goes with a whole number.
  public func pluralCategory(of number: Int) -> PluralCategory {
    handles.category(of: .number(number), skeleton: NumberSkeleton.plain)
  }

  /// Returns the form that goes with a fraction, as it is written with so many digits after the
  /// point: English "1.0 hours", but "1 hour".
  public func pluralCategory(of number: Double, fractionDigits: Int) -> PluralCategory {
    handles.category(of: .decimal(number), skeleton: NumberSkeleton.fixed(fractionDigits))
  }

  /// Returns the forms that the language uses for the whole numbers of a range.
  public func pluralCategories(in range: ClosedRange<Int> = 0...999) -> Set<PluralCategory> {
    Set(range.map { pluralCategory(of: $0) })
  }

  /// Writes a whole number, its digits grouped as the language does.
  public func text(_ number: Int) -> String {
    text(.number(number), skeleton: NumberSkeleton.plain)
  }

  /// Writes a fraction with so many digits after the point.
  public func text(_ number: Double, fractionDigits: Int) -> String {
    text(.decimal(number), skeleton: NumberSkeleton.fixed(fractionDigits))
  }

  /// Writes a moment in the language's order and words.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 1970 began in Greenwich.
  ///   - style: The fields to write.
  ///   - timeZone: An IANA name, such as `Europe/Berlin`; `nil` for that of the process.
  /// - Returns: The text; empty if ICU knows no way to write it.
  public func date(
    secondsSince1970 seconds: Double,
    style: DateStyle,
    timeZone: String? = nil
  ) -> String {
    handles.date(milliseconds: seconds * 1000, skeleton: style.skeleton, zone: timeZone) ?? ""
  }

  func pluralCategory(of value: Argument, skeleton: String) -> PluralCategory {
    handles.category(of: value, skeleton: skeleton)
  }

  func text(_ value: Argument, skeleton: String) -> String {
    if let text = handles.text(of: value, skeleton: skeleton) { return text }
    return switch value {
    case .text(let text): text
    case .number(let number): String(number)
    case .decimal(let number): String(number)
    }
  }
}

/// The forms that a language's words may take beside a number, as Unicode's CLDR names them.
///
/// The names are not numbers: Russian uses `one` for 21 and French for 0.
public enum PluralCategory: String, CaseIterable, Codable, Sendable {
  /// The form for nothing, where a language has its own.
  case zero
  /// The singular and what is spoken like it.
  case one
  /// The dual.
  case two
  /// The form for a few.
  case few
  /// The form for many.
  case many
  /// The form that every language has.
  case other
}

/// The fields of a date to be written; their order and words are the language's.
public struct DateStyle: Hashable, Sendable {
  /// The fields in Unicode's letters, such as `yMMMd`.
  public let skeleton: String

  /// Makes a style of the fields in Unicode's letters (UTS 35): `y` year, `MMM` month as a short
  /// word, `d` day, `H` hour of 24, `m` minute.
  public init(skeleton: String) {
    self.skeleton = skeleton
  }

  /// Hour of 24 and minute: "14:32".
  public static let time = DateStyle(skeleton: "Hm")
  /// Day and month: "Nov 21".
  public static let day = DateStyle(skeleton: "MMMd")
  /// Day, month and year: "Nov 21, 2025".
  public static let date = DateStyle(skeleton: "yMMMd")
  /// Day, month and year in digits: "11/21/2025".
  public static let digits = DateStyle(skeleton: "yMMdd")
  /// Day, month, hour and minute: "Nov 21, 14:32".
  public static let dayAndTime = DateStyle(skeleton: "MMMdHm")
}

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

/// The ICU objects of one language, opened on first use, used by one thread at a time.
///
/// A C handle is not `Sendable`; inside the mutex it need not be.
final class ICUHandles: Sendable {
  private let tag: String
  private let owned: Mutex<OwnedHandles>

  init(tag: String) {
    self.tag = tag
    owned = Mutex(OwnedHandles())
  }

  /// Returns the plural category of a number as the skeleton writes it; `other` for text.
  func category(of value: Argument, skeleton: String) -> PluralCategory {
    let keyword = owned.withLock { handles -> String? in
      guard let rules = handles.pluralRules(tag) else { return nil }
      if case .number(let number) = value, skeleton == NumberSkeleton.plain,
        number.magnitude < 1 << 52
      {
        return icuText(capacity: 32) { cicu_plural_select(rules, Double(number), $0, $1) }
      }
      guard let written = handles.written(value, skeleton, tag) else { return nil }
      return icuText(capacity: 32) { cicu_plural_select_formatted(rules, written, $0, $1) }
    }
    return keyword.flatMap(PluralCategory.init(rawValue:)) ?? .other
  }

  /// Returns a number as the skeleton writes it; `nil` for text.
  func text(of value: Argument, skeleton: String) -> String? {
    owned.withLock { handles in
      handles.written(value, skeleton, tag).flatMap { written in
        icuText(capacity: 1536) { cicu_formatted_number_text(written, $0, $1) }
      }
    }
  }

  /// Returns a moment as the skeleton's fields.
  func date(milliseconds: Double, skeleton: String, zone: String?) -> String? {
    owned.withLock { handles in
      handles.dateFormat(skeleton, zone, tag).flatMap { format in
        icuText(capacity: 768) { cicu_date_text(format, milliseconds, $0, $1) }
      }
    }
  }
}

/// What must be closed: one owner, closed once.
private struct OwnedHandles: ~Copyable {
  private var rules: OpaquePointer?
  private var result: OpaquePointer?
  private var numberFormatters: [String: OpaquePointer] = [:]
  private var dateFormats: [DateKey: OpaquePointer] = [:]

  private struct DateKey: Hashable {
    let skeleton: String
    let zone: String?
  }

  init() {}

  deinit {
    if let rules { cicu_plural_rules_close(rules) }
    if let result { cicu_formatted_number_close(result) }
    for formatter in numberFormatters.values { cicu_number_formatter_close(formatter) }
    for format in dateFormats.values { cicu_date_format_close(format) }
  }

  mutating func pluralRules(_ tag: String) -> OpaquePointer? {
    if rules == nil { rules = cicu_plural_rules_open(tag) }
    return rules
  }

  /// Writes a number into the one result object, which the next call overwrites.
  mutating func written(
    _ value: Argument,
    _ skeleton: String,
    _ tag: String
  ) -> OpaquePointer? {
    if result == nil { result = cicu_formatted_number_open() }
    guard let result, let formatter = numberFormatter(skeleton, tag) else { return nil }
    let done =
      switch value {
      case .text: false
      case .number(let number): cicu_format_int(formatter, Int64(number), result)
      case .decimal(let number): cicu_format_double(formatter, number, result)
      }
    return done ? result : nil
  }

  private mutating func numberFormatter(_ skeleton: String, _ tag: String) -> OpaquePointer? {
    if let known = numberFormatters[skeleton] { return known }
    let formatter = cicu_number_formatter_open(skeleton, tag)
    numberFormatters[skeleton] = formatter
    return formatter
  }

  mutating func dateFormat(
    _ skeleton: String,
    _ zone: String?,
    _ tag: String
  ) -> OpaquePointer? {
    let key = DateKey(skeleton: skeleton, zone: zone)
    if let known = dateFormats[key] { return known }
    let format = cicu_date_format_open(skeleton, tag, zone)
    dateFormats[key] = format
    return format
  }
}

/// Returns the UTF-8 text that an ICU wrapper writes, or `nil` if it reports failure.
///
/// The wrapper gets a buffer of the given capacity, and answers how many bytes it wrote, or -1.
func icuText(capacity: Int, _ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> String? {
  // The buffer lives on the stack for the call; only the bytes reported as written are read.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let length = Int(write(start, Int32(capacity)))
    guard (0...capacity).contains(length) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
  }
}

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

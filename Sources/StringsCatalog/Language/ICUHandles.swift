import CICU
import Synchronization

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

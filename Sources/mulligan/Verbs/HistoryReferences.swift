import Foundation
import Journal
import TriageCore
import TriageUI

/// A step as a person names it: `412`, `#412`, `@` for the newest group, `@-N` for the Nth before it, or
/// the first eight digits or more of what it is called on all machines: `9f86d081`.
enum StepReference: Equatable, Sendable {
  case number(Int64)
  case name(String)
  case newest(back: Int)

  /// Reads what a person has given; stops with a sentence if it is no step.
  static func parse(_ text: String) throws(Refusal) -> StepReference {
    guard let step = StepReference(text) else {
      throw Refusal(sentence: Sentence("error.usage.step", .text(text)))
    }
    return step
  }

  init?(_ argument: String) {
    if argument.hasPrefix("@") {
      let rest = argument.dropFirst()
      guard rest.isEmpty || rest.hasPrefix("-"), let back = Self.digits(rest.dropFirst(), or: 0)
      else { return nil }
      self = .newest(back: Int(back))
    } else {
      let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
      if Self.isName(argument) {
        self = .name(argument.lowercased())
      } else if let number = Self.digits(digits) {
        self = .number(number)
      } else {
        return nil
      }
    }
  }

  private static func isName(_ text: String) -> Bool {
    (8...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  private static func digits(_ text: Substring, or empty: Int64? = nil) -> Int64? {
    if text.isEmpty { return empty }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  /// How a step is named in a shell, where `#` begins a comment.
  var argument: String {
    if case .number(let number) = self { String(number) } else { text }
  }

  /// How a step is named in words about it.
  var text: String {
    switch self {
    case .number(let number): "#\(number)"
    case .name(let digits): digits
    case .newest(back: 0): "@"
    case .newest(let back): "@-\(back)"
    }
  }
}

extension Mailbox {
  /// Returns the step that a person means.
  func resolve(_ reference: StepReference) throws -> StepID {
    switch reference {
    case .number(let number): return StepID(number)
    case .name(let digits): return try step(named: digits)
    case .newest(let back):
      let groups = try steps(HistoryFilter(limit: nil)).filter { step in
        step.kind.isGroup && step.state != .open
      }
      guard back < groups.count else { throw TriageFailure(.noSuchStep, reference.text) }
      return groups[back].id
    }
  }

  /// A number of as many digits is that of a step, if there is one.
  private func step(named digits: String) throws -> StepID {
    if let number = Int64(digits), let step = try history.step(StepID(number)) { return step.id }
    let steps = try history.steps(named: digits)
    guard let step = steps.first else { throw TriageFailure(.noSuchStep, digits) }
    guard steps.count == 1 else {
      throw Refusal(sentence: Sentence("error.usage.step.several", .text(digits)))
    }
    return step
  }

  /// Returns a step that must be there.
  func step(_ id: StepID) throws(TriageFailure) -> StepSummary {
    guard let step = try history.step(id) else {
      throw TriageFailure(.noSuchStep, id.description)
    }
    return step
  }
}

/// A point in time as a person gives it: `2026-08-01`, `2026-08-01T14:30`, or back from now: `90m`,
/// `12h`, `7d`, `4w`.
struct Moment: Equatable, Sendable {
  let time: Timestamp

  /// Reads what a person has given; stops with a sentence if it is no time.
  static func parse(_ text: String) throws(Refusal) -> Moment {
    guard let moment = Moment(text, now: .now) else {
      throw Refusal(sentence: Sentence("error.usage.when", .text(text)))
    }
    return moment
  }

  init?(_ text: String, now: Timestamp) {
    guard let time = Self.back(text, from: now) ?? Self.date(text) else { return nil }
    self.time = time
  }

  private static func back(_ text: String, from now: Timestamp) -> Timestamp? {
    let units: [Character: Timestamp] = ["m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let last = text.last, let unit = units[last], let count = Int32(text.dropLast()),
      count >= 0, !text.hasPrefix("+")
    else { return nil }
    return now - Timestamp(count) * unit
  }

  /// A date in the person's time zone; a day that the month does not have is none.
  private static func date(_ text: String) -> Timestamp? {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let day = numbers(halves[0], "-", widths: [4, 2, 2]),
      let time = halves.count == 1 ? [0, 0] : numbers(halves[1], ":", widths: [2, 2])
    else { return nil }
    var parts = tm()
    parts.tm_year = day[0] - 1900
    parts.tm_mon = day[1] - 1
    parts.tm_mday = day[2]
    parts.tm_hour = time[0]
    parts.tm_min = time[1]
    parts.tm_isdst = -1
    let moment = mktime(&parts)
    let isThere = parts.tm_mon == day[1] - 1 && parts.tm_mday == day[2]
    return isThere && time[0] < 24 && time[1] < 60 ? Timestamp(moment) : nil
  }

  private static func numbers(
    _ text: Substring,
    _ separator: Character,
    widths: [Int]
  ) -> [Int32]? {
    let words = text.split(separator: separator, omittingEmptySubsequences: false)
    guard words.map(\.utf8.count) == widths, words.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    let numbers = words.compactMap { Int32($0) }
    return numbers.count == widths.count ? numbers : nil
  }
}

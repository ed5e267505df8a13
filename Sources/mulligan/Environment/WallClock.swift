import Foundation
import TriageCore

/// The time of day, as everything that is dated has it: the machine's, or what `MULLIGAN_CLOCK` says.
///
/// The variable is an instant of RFC 3339, or `@` and the name of a file that holds one and is read at
/// each look, so that a test can let time pass; whoever changes it replaces it by renaming. Limits of time and timers have the machine's steady
/// clock, which nobody sets.
enum WallClock {
  /// Where the time comes from.
  private enum Source {
    case machine
    case instant(Timestamp)
    case file(String)
    case invalid(String)

    init(_ text: String?) {
      switch text {
      case nil: self = .machine
      case let text? where text.hasPrefix("@"): self = .file(String(text.dropFirst()))
      case let text?: self = WallClock.instant(text).map { .instant($0) } ?? .invalid(text)
      }
    }
  }

  private static let source = Source(ProcessEnvironment.current.value("MULLIGAN_CLOCK"))

  /// What time it is.
  static var now: Timestamp {
    switch source {
    case .machine, .invalid: machine
    case .instant(let time): time
    case .file(let path): read(path) ?? machine
    }
  }

  /// What time it is, in milliseconds; of a clock that is set in whole seconds.
  static var milliseconds: Int64 {
    guard case .machine = source else { return now * 1000 }
    return Int64(Date().timeIntervalSince1970 * 1000)
  }

  /// What of `MULLIGAN_CLOCK` is neither an instant nor a file that holds one; `nil` if all is right.
  static var mistake: String? {
    switch source {
    case .machine, .instant: nil
    case .file(let path): read(path) == nil ? "@" + path : nil
    case .invalid(let text): text
    }
  }

  private static var machine: Timestamp { Timestamp(Date().timeIntervalSince1970) }

  private static func read(_ path: String) -> Timestamp? {
    (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
      instant($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// Reads an instant of RFC 3339 in whole seconds; a day that the month does not have is none.
  private static func instant(_ text: String) -> Timestamp? {
    let pattern = #/(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-]\d\d:\d\d)/#
    guard let words = text.wholeMatch(of: pattern)?.output,
      let day = try? Date("\(words.1)-\(words.2)-\(words.3)T00:00:00Z", strategy: .iso8601),
      TimeText.utc(Timestamp(day.timeIntervalSince1970)).hasPrefix(text.prefix(10)),
      let time = try? Date(text, strategy: .iso8601)
    else { return nil }
    return Timestamp(time.timeIntervalSince1970)
  }
}

extension Timestamp {
  /// The time of day.
  static var now: Timestamp { WallClock.now }
}

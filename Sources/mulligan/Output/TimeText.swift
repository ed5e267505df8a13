import Foundation
import TriageCore
import TriageUI

/// Points in time as text; only digits, the same in every language.
enum TimeText {
  /// `2026-08-22T14:30:00Z`.
  static func utc(_ time: Timestamp) -> String {
    guard let parts = broken(time, gmtime_r) else { return "" }
    return format(parts, "%Y-%m-%dT%H:%M:%SZ")
  }

  /// `2026-08-22 14:30`, in the person's time zone.
  static func minutes(_ time: Timestamp?) -> String {
    guard let time, let parts = broken(time, localtime_r) else { return "---------- --:--" }
    return format(parts, "%Y-%m-%d %H:%M")
  }

  private static func broken(
    _ time: Timestamp,
    _ split: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> tm? {
    var seconds = time_t(time)
    var parts = tm()
    return split(&seconds, &parts) == nil ? nil : parts
  }

  private static func format(_ parts: tm, _ pattern: String) -> String {
    var parts = parts
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let length = strftime(start, buffer.count, pattern, &parts)
      return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

extension LocalClock {
  /// The clock of this moment, in the person's time zone.
  static var now: LocalClock {
    LocalClock(now: .now) { time in
      var seconds = time_t(time)
      var parts = tm()
      return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}

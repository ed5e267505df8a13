import Foundation
import TriageUI

extension LocalClock {
  /// The clock of this moment, in the person's time zone.
  static var now: LocalClock {
    LocalClock(now: Int64(Date().timeIntervalSince1970)) { time in
      var seconds = time_t(time)
      var parts = tm()
      return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}

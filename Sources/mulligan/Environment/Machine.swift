import Foundation
import TriageCore

/// This machine, as holds and folders of messages know it.
enum Machine {
  /// The machine's own id; empty where it has none.
  static let id = text("/etc/machine-id")

  /// Which start of the machine this is.
  private static let boot: String = {
    #if DEBUG
      if let boot = ProcessEnvironment.current.value("MULLIGAN_BOOT") { return boot }
    #endif
    return text("/proc/sys/kernel/random/boot_id")
  }()

  /// The moment it is.
  ///
  /// Of the steady clocks it is the one that stands still while the machine sleeps.
  static var now: MachineMoment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MachineMoment(
      boot: boot,
      awake: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
      wall: .now
    )
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
  }
}

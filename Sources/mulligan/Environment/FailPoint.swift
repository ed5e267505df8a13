#if DEBUG
  import Foundation
  import TriageEngine

  /// Stops this process at a point of a write, in debug builds: `FAILPOINT=name:kill`.
  ///
  /// Names are those of `WritePoint`, and `sync-` with a frame of a sync, before which it is; besides `kill` there are `abort`, `exit`, `hang`, `stop`
  /// (until the process is let go on), `suspend` (as Ctrl-Z does) and `sleep` (three seconds).
  struct FailPoint: Sendable {
    enum Way: String {
      case kill
      case abort
      case exit
      case hang
      case stop
      case suspend
      case sleep
    }

    let point: String
    let way: Way

    /// The point that the environment names, if it names one.
    init?(_ text: String?) {
      let words = (text ?? "").split(separator: ":").map { String($0) }
      guard words.count == 2, let way = Way(rawValue: words[1]),
        WritePoint(rawValue: words[0]) != nil || words[0].hasPrefix("sync-")
      else { return nil }
      point = words[0]
      self.way = way
    }

    /// The point at which this process stops.
    static let current = FailPoint(ProcessEnvironment.current.value("FAILPOINT"))

    /// Stops the process if this is the point.
    static func reached(_ point: WritePoint) { reached(point.rawValue) }

    /// Stops the process if the point of this name is the one.
    static func reached(_ point: String) {
      guard let current, current.point == point else { return }
      switch current.way {
      case .kill: Foundation.kill(getpid(), SIGKILL)
      case .abort: Foundation.abort()
      case .exit: _exit(1)
      case .hang: while true { Foundation.sleep(60) }
      case .stop: raise(SIGSTOP)
      case .suspend: Foundation.kill(getpid(), SIGTSTP)
      case .sleep:
        // A signal that is handled ends the sleep early.
        var left: UInt32 = 3
        while left > 0 { left = Foundation.sleep(left) }
      }
    }
  }
#endif

import ArgumentParser
import TriageCore

/// The exit codes of interface and scripts.
enum Exit {
  static let failed = ExitCode(1)
  static let partial = ExitCode(3)
  static let refused = ExitCode(4)
  static let usage = ExitCode(64)
  static let tryAgain = ExitCode(75)

  /// The code for the failure of a verb.
  static func code(for failure: TriageFailure) -> ExitCode {
    switch failure.code {
    case .locked, .indexBusy, .peerLocked, .notSettled: tryAgain
    case .carryFailed, .peerFailed: partial
    case .confirmationNeeded, .declined, .headChanged: refused
    case .usage, .badTag, .badTime, .noSuchAction, .badAddress, .badHeader, .badMessage: usage
    default: failed
    }
  }

  /// The code for what has become of a message that was to leave.
  static func code(for record: OutgoingRecord) -> ExitCode {
    switch record.state {
    case .sent: .success
    case .held, .leaving: tryAgain
    case .draft: failed
    case .unknown: partial
    }
  }

  /// The worse of two codes of several groups: refused before partly done before done.
  static func worse(_ first: ExitCode, _ second: ExitCode) -> ExitCode {
    let order = [failed, usage, tryAgain, refused, partial, .success]
    let ranks = [first, second].compactMap(order.firstIndex)
    return ranks.min().map { order[$0] } ?? second
  }

  /// The code for what a change came to; 0 if it was done.
  static func code(for result: ChangeResult) -> ExitCode {
    if let failure = result.failure { return code(for: failure) }
    switch result.kind {
    case .done, .nothing: return .success
    case .partial: return partial
    case .refused: return refused
    case .failed: return failed
    }
  }
}

/// Stops the program because it was built wrong: no input and no fault of the machine leads here.
func stopProgram(_ reason: String) -> Never {
  fatalError("mulligan: \(reason)")
}

import TriageCore

/// What one call of GnuPG came to, before anybody's From is compared with it.
struct SealResult: Sendable {
  /// How far it is opened; `nil` for what is only signed.
  var state: SealState?
  /// Why there is no verdict.
  var unchecked: SealState?
  var signatures: [SignatureFacts] = []
  var recipients: [String] = []
  /// What was in it: there only if GnuPG ended without error.
  var text: [UInt8]?
  /// What opens it again without a secret key.
  var sessionKey: String?
  /// What GnuPG calls the error.
  var reason: String?
  /// Where a passphrase was wanted and nobody could be asked for it.
  var unaskedHost: String?

  /// A seal that was not opened or checked.
  init(_ state: SealState, isEncrypted: Bool) {
    if isEncrypted { self.state = state } else { unchecked = state }
  }

  init() {}

  /// Whether the same call may come to something else without anybody having changed a file.
  var isPassing: Bool {
    let states: [SealState?] = [state, unchecked]
    return states.contains { $0 == .locked || $0 == .noAnswer || $0 == .pending }
  }
}

/// How hard it is tried to open what is sealed.
package enum SealAttempt: Sendable {
  /// Only what is known is shown; GnuPG is not started.
  case known
  /// What opens without a question.
  case quiet
  /// A person may be asked; input on the descriptor, if there is one, ends the question.
  case asking(cancel: Int32?)

  /// Whether a person may be asked.
  package var asks: Bool { if case .asking = self { true } else { false } }
}

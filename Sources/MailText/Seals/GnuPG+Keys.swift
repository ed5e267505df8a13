import CGMime
import CGpgme
import CSeals
import TriageCore

// Looking keys up.

extension GnuPG {
  /// Looks a key up, without asking anybody; `nil` if that took too long.
  func find<Result>(
    _ name: String?,
    isSecret: Bool,
    _ request: Request,
    _ body: (gpgme_key_t?) -> Result
  ) -> Result? {
    find(name.map { [$0] } ?? [], isSecret: isSecret, request) { body(cseals_key(&$0, 0)) }
  }

  /// Looks keys up, without asking anybody; `nil` if that took too long.
  func find<Result>(
    _ names: [String],
    isSecret: Bool,
    _ request: Request,
    _ body: (inout cseals_call) -> Result
  ) -> Result? {
    guard time(until: request.deadline) > .zero else { return nil }
    var search = request
    search.attempt = .quiet
    search.sessionKey = nil
    let texts = names.map { UnsafePointer(g_strdup($0)) }
    defer { texts.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
    return withCall(search) { call in
      (texts + [nil]).withUnsafeBufferPointer { list in
        // Without names all keys are meant: no list at all.
        cseals_find_keys(names.isEmpty ? nil : list.baseAddress, isSecret, &call)
      }
      return call.timed_out ? nil : body(&call)
    }
  }

  /// Whether there is a secret key for one of the recipients, or at all.
  func hasSecretKey(for recipients: [String]?, _ request: Request) -> Bool {
    let wanted: [String?] = recipients.map { $0.prefix(4).map { $0 } } ?? [nil]
    return wanted.contains { find($0, isSecret: true, request) { $0 != nil } ?? false }
  }
}

extension KeyValidity {
  init(_ validity: gpgme_validity_t) {
    switch validity {
    case GPGME_VALIDITY_ULTIMATE: self = .ultimate
    case GPGME_VALIDITY_FULL: self = .full
    case GPGME_VALIDITY_MARGINAL: self = .marginal
    case GPGME_VALIDITY_NEVER: self = .never
    default: self = .unknown
    }
  }
}

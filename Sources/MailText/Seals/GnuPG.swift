import CGMime
import CGpgme
import CSeals
import Glibc
import TriageCore

/// GnuPG as this program calls it: one call of gpg or gpgsm at a time on a thread, each with its
/// limits, offline, and without a question unless a person has asked for it.
package struct GnuPG: Sendable {
  /// The folder of the keys as GnuPG is told it; `nil` for its own choice.
  package var home: String?
  /// The folder of the keys as it is.
  let folder: String
  /// How long a call that asks nobody may take.
  package var time: Duration
  /// How long all those of a message may take that ask nobody.
  package var timeOfMessage: Duration { time * 4 }
  /// Starts an agent without our limits, if none runs: called before the first decryption.
  package var launchAgent: @Sendable () -> Void
  /// The gpg that is called; `nil` for the one that is installed.
  var program: String?
  /// Whether there is a gpg, and a gpgsm, to be called at all.
  package var isInstalled = true

  /// Makes a way to call GnuPG.
  ///
  /// - Parameters:
  ///   - home: The folder of the keys, if the person has chosen one.
  ///   - userHome: The person's home, in which GnuPG's own choice lies.
  ///   - time: How long a call that asks nobody may take.
  ///   - launchAgent: Starts an agent without our limits, if none runs.
  package init(
    home: String?,
    userHome: String,
    time: Duration = .seconds(5),
    launchAgent: @escaping @Sendable () -> Void = {}
  ) {
    self.home = home
    folder = home ?? userHome + "/.gnupg"
    self.time = time
    self.launchAgent = launchAgent
    Self.started
  }

  /// Prepares GMime and gpgme, once for the process.
  private static let started: Void = {
    GMimeLibrary.started
    gpgme_check_version(nil)
    cseals_register()
  }()

  /// Lets each call end the gpg that it has started, if it is given up: for a program of ours, not for
  /// one that waits for any child of its.
  package static let adoptsOrphans: Void = cseals_adopt()

  /// Forgets what has ended of those that were left to this process.
  package static func forgetAdopted() { cseals_forget_adopted() }

  /// What a call is about.
  struct Request {
    var form: Seal.Form
    var isEncrypted: Bool
    var attempt: SealAttempt
    var sessionKey: String?
    /// The most bytes of text.
    var most: Int
    /// When the time of its message is over, for what asks nobody; `nil` for a time of its own.
    var deadline: ContinuousClock.Instant?
  }

  /// The most signatures of one seal that are looked at.
  private static let mostSignatures = 16

  /// Makes a call; `body` hands over what it is about.
  func call(
    _ request: Request,
    keys: KeyMemory,
    _ body: (UnsafeMutablePointer<cseals_call>) -> Void
  ) -> SealResult {
    let isCMS = request.form == .smime
    guard hasProgram(isCMS: isCMS) else {
      return SealResult(.noGPG, isEncrypted: request.isEncrypted)
    }
    guard request.attempt.asks || time(until: request.deadline) > .zero else {
      return SealResult(.noAnswer, isEncrypted: request.isEncrypted)
    }
    return withCall(request) { call in
      body(&call)
      var request = request
      // While a person thinks no time passes.
      if request.attempt.asks { request.deadline = .now + timeOfMessage }
      return result(of: call, request, keys)
    }
  }

  /// How long a call that asks nobody may take, in what is left of its message's time.
  func time(until deadline: ContinuousClock.Instant?) -> Duration {
    guard let deadline else { return time }
    return min(time, deadline - .now)
  }

  func hasProgram(isCMS: Bool) -> Bool {
    guard isInstalled else { return false }
    return cseals_has_program(isCMS ? GPGME_PROTOCOL_CMS : GPGME_PROTOCOL_OpenPGP)
  }

  /// Sets a call up, and frees all of it afterwards.
  func withCall<Result>(
    _ request: Request,
    _ body: (inout cseals_call) -> Result
  ) -> Result {
    let isCMS = request.form == .smime
    let attempt = request.attempt
    var call = cseals_call()
    call.protocol = isCMS ? GPGME_PROTOCOL_CMS : GPGME_PROTOCOL_OpenPGP
    let strings = [home, request.sessionKey, program].map { $0.map { g_strdup($0) } ?? nil }
    defer { strings.forEach { g_free($0) } }
    call.home = UnsafePointer(strings[0])
    call.session_key = UnsafePointer(strings[1])
    call.asks = attempt.asks
    // gpgsm heeds no wish of gpgme's not to ask.
    call.program = isCMS && !attempt.asks ? cseals_quiet_gpgsm() : UnsafePointer(strings[2])
    call.time = attempt.asks ? -1 : Int32(clamping: time(until: request.deadline).milliseconds)
    call.cancel = -1
    if case .asking(let cancel?) = attempt { call.cancel = cancel }
    call.most = request.most
    defer { cseals_end(&call) }
    return body(&call)
  }

  private func result(
    of call: cseals_call,
    _ request: Request,
    _ keys: KeyMemory
  ) -> SealResult {
    var result = SealResult()
    guard call.context != nil else {
      return SealResult(.unsupported, isEncrypted: request.isEncrypted)
    }
    let code = gpgme_err_code(call.error)
    if request.isEncrypted { addOpening(of: call, code, request, to: &result) }
    guard !request.isEncrypted || result.state == .open else { return result }
    guard let signatures = signatures(of: call, request, keys) else {
      // Whose they are is not known in time: nothing is said of them, and no text is lost.
      result.unchecked = .noAnswer
      if code == GPG_ERR_NO_ERROR { result.text = text(of: call) }
      return result
    }
    result.signatures = signatures
    if code == GPG_ERR_NO_ERROR {
      result.text = text(of: call)
    } else if code == GPG_ERR_TIMEOUT {
      result.unchecked = .noAnswer
    } else if call.exceeded {
      result.unchecked = .tooLarge
    } else if code == GPG_ERR_CANCELED {
      result.unchecked = .pending
    } else {
      result.signatures = [SignatureFacts(.failed, reason: Self.words(of: call.error))]
    }
    return result
  }

  func text(of call: cseals_call) -> [UInt8]? {
    guard let array = call.text else { return nil }
    guard let data = array.pointee.data else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(array.pointee.len)))
  }

  static func words(of error: gpgme_error_t) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    _ = gpgme_strerror_r(error, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

// MARK: - Decryption

extension GnuPG {
  private func addOpening(
    of call: cseals_call,
    _ code: gpg_err_code_t,
    _ request: Request,
    to result: inout SealResult
  ) {
    var areAllWithoutKey = true
    var hasHidden = false
    let decrypted = gpgme_op_decrypt_result(call.context)
    var next = decrypted?.pointee.recipients
    while let recipient = next {
      let id = recipient.pointee.keyid.map { String(cString: $0) } ?? ""
      // Nobody reads more of them.
      if result.recipients.count < 100 { result.recipients.append(id) }
      if id.allSatisfy({ $0 == "0" }) { hasHidden = true }
      if gpgme_err_code(recipient.pointee.status) != GPG_ERR_NO_SECKEY { areAllWithoutKey = false }
      next = recipient.pointee.next
    }
    areAllWithoutKey = areAllWithoutKey && !result.recipients.isEmpty
    var state = Self.state(code)
    if call.exceeded { state = request.attempt.asks ? .tooLarge : .large }
    if areAllWithoutKey, state == .damaged { state = .noKey }
    if state == .damaged, Self.wasLeftUnanswered(call.key_error) { state = .locked }
    // Who it is for is hidden, or gpgsm does not tell "no key" from "no passphrase".
    if state == .noKey, hasHidden || request.form == .smime, !request.attempt.asks,
      hasSecretKey(for: hasHidden ? nil : result.recipients, request)
    {
      state = .locked
    }
    result.state = state
    if state != .open { result.reason = Self.words(of: call.error) }
    if request.attempt.asks, code == GPG_ERR_NO_PIN_ENTRY || code == GPG_ERR_ENOTTY {
      result.unaskedHost = Self.host
    }
    if state == .open, let key = decrypted?.pointee.session_key {
      result.sessionKey = String(cString: key)
    }
  }

  /// Whether the program that asked for a passphrase has ended without an answer.
  private static func wasLeftUnanswered(_ error: gpgme_error_t) -> Bool {
    gpgme_err_code(error) == GPG_ERR_EOF || gpgme_err_source(error) == GPG_ERR_SOURCE_PINENTRY
  }

  private static var host: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  static func state(_ code: gpg_err_code_t) -> SealState {
    switch code {
    case GPG_ERR_NO_ERROR: return .open
    case GPG_ERR_NO_SECKEY: return .noKey
    case GPG_ERR_NO_PIN_ENTRY, GPG_ERR_CANCELED, GPG_ERR_FULLY_CANCELED, GPG_ERR_BAD_PASSPHRASE,
      GPG_ERR_NO_PASSPHRASE, GPG_ERR_FORBIDDEN, GPG_ERR_ENOTTY:
      return .locked
    case GPG_ERR_TIMEOUT, GPG_ERR_NO_AGENT, GPG_ERR_AGENT: return .noAnswer
    case GPG_ERR_INV_ENGINE: return .noGPG
    case GPG_ERR_NOT_SUPPORTED, GPG_ERR_UNSUPPORTED_ALGORITHM, GPG_ERR_UNKNOWN_ALGORITHM:
      return .unsupported
    // Whatever else it is, there is no proof, so there is no text.
    default: return .damaged
    }
  }
}

// MARK: - Signatures

extension GnuPG {
  /// The signatures, with the user ids of their keys; `nil` if those could not be looked up in time.
  private func signatures(
    of call: cseals_call,
    _ request: Request,
    _ keys: KeyMemory
  ) -> [SignatureFacts]? {
    var facts: [SignatureFacts] = []
    var next = gpgme_op_verify_result(call.context)?.pointee.signatures
    while let signature = next, facts.count < Self.mostSignatures {
      guard let known = self.facts(of: signature.pointee, request, keys) else { return nil }
      facts.append(known)
      next = signature.pointee.next
    }
    return facts
  }

  private func facts(
    of signature: _gpgme_signature,
    _ request: Request,
    _ keys: KeyMemory
  ) -> SignatureFacts? {
    let doubt = Self.doubt(of: signature)
    let status = doubt ?? signature.status
    var facts = SignatureFacts(Self.outcome(status))
    facts.marks = SignatureFacts.Marks(rawValue: signature.summary.rawValue)
    if signature.wrong_key_usage != 0 { facts.marks.insert(.badPolicy) }
    facts.validity = KeyValidity(signature.validity)
    facts.key = signature.fpr.map { String(cString: $0) } ?? ""
    facts.at = signature.timestamp == 0 ? nil : Timestamp(clamping: signature.timestamp)
    facts.expires =
      signature.exp_timestamp == 0 ? nil : Timestamp(clamping: signature.exp_timestamp)
    let names = [
      gpgme_pubkey_algo_name(signature.pubkey_algo), gpgme_hash_algo_name(signature.hash_algo),
    ]
    facts.algorithm = names.compactMap { $0.map { String(cString: $0) } }.joined(separator: ", ")
    let errors = [status, signature.validity_reason]
    facts.reason = errors.first { gpgme_err_code($0) != GPG_ERR_NO_ERROR }.map(Self.words)
    if facts.outcome != .bad, facts.outcome != .noKey {
      let found = keys.userIDs(of: facts.key) { userIDs(of: facts.key, request) }
      guard let found else { return nil }
      facts.userIDs = found
      // Of a certificate all names are vouched for at once, and gpgsm says of it only here whether they are.
      if request.form == .smime {
        for index in found.indices { facts.userIDs[index].validity = facts.validity }
      }
    }
    return facts
  }

  /// What speaks against a signature that gpg takes: others can make two texts with one digest of SHA-1,
  /// and what was signed after today was not.
  ///
  /// Clocks differ, and people set them to another zone: a day ahead is today.
  private static func doubt(of signature: _gpgme_signature) -> gpgme_error_t? {
    guard gpgme_err_code(signature.status) == GPG_ERR_NO_ERROR else { return nil }
    if [GPGME_MD_MD5, GPGME_MD_SHA1].contains(signature.hash_algo) {
      return gpgme_error(GPG_ERR_DIGEST_ALGO)
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let tomorrow = UInt(now.tv_sec) + 86_400
    return signature.timestamp > tomorrow ? gpgme_error(GPG_ERR_TIME_CONFLICT) : nil
  }

  private static func outcome(_ status: gpgme_error_t) -> SignatureFacts.Outcome {
    switch gpgme_err_code(status) {
    case GPG_ERR_NO_ERROR: .valid
    case GPG_ERR_BAD_SIGNATURE: .bad
    case GPG_ERR_NO_PUBKEY: .noKey
    case GPG_ERR_CERT_REVOKED: .keyRevoked
    case GPG_ERR_KEY_EXPIRED, GPG_ERR_CERT_EXPIRED: .keyExpired
    case GPG_ERR_SIG_EXPIRED: .expired
    default: .failed
    }
  }

  /// The user ids of a key; `nil` if it could not be looked up in time.
  private func userIDs(of key: String, _ request: Request) -> [SignatureFacts.UserID]? {
    find(key, isSecret: false, request) { key in
      var found: [SignatureFacts.UserID] = []
      var next = key?.pointee.uids
      while let id = next, found.count < 50 {
        found.append(SignatureFacts.UserID(id.pointee))
        next = id.pointee.next
      }
      return found
    }
  }
}

extension SignatureFacts.UserID {
  fileprivate init(_ id: _gpgme_user_id) {
    let text = id.uid.map { String(cString: $0) } ?? ""
    let address = (id.address ?? id.email).map { String(cString: $0) } ?? ""
    self.init(
      // A user id is text from outside, of any length.
      text.cut(toBytes: 1 << 10),
      addresses: address.isEmpty ? [] : [address.withASCIIDomain],
      validity: KeyValidity(id.validity),
      isRevoked: id.revoked != 0 || id.invalid != 0
    )
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// What a call can be about.
extension UnsafeMutablePointer<cseals_call> {
  func verify(_ object: UnsafeMutablePointer<GMimeObject>) { cseals_verify(object, self) }

  func open(_ object: UnsafeMutablePointer<GMimeObject>, isEncrypted: Bool) {
    cseals_open_part(object, isEncrypted, self)
  }

  func open(_ bytes: some Sequence<UInt8>, isEncrypted: Bool) {
    Array(bytes).withUnsafeBytes { bytes in
      // GMime wants an address even of nothing.
      guard let base = bytes.baseAddress else { return }
      cseals_open_bytes(base, bytes.count, isEncrypted, self)
    }
  }
}

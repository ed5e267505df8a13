import CGMime
import CGpgme
import CSeals
package import TriageCore

/// Signs and encrypts what is written (RFC 3156), with GnuPG and keys that were found before.
package struct MailSealer: Sendable {
  let gnupg: GnuPG

  /// Makes a sealer that calls GnuPG so.
  package init(_ gnupg: GnuPG) {
    self.gnupg = gnupg
  }

  /// Encrypts bytes so that only the holder of a key can read them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - key: The key's fingerprint.
  /// - Returns: OpenPGP's armor; nobody is asked for it.
  /// - Throws: What keeps GnuPG from it.
  package func closed(_ bytes: [UInt8], for key: String) throws(TriageFailure) -> [UInt8] {
    try made(bytes, nil, to: key, .quiet).bytes
  }

  /// Opens what was encrypted for a key of one's own.
  ///
  /// - Throws: `.keyLocked` if that wants a passphrase that nobody may be asked for.
  package func opened(
    _ bytes: [UInt8],
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> [UInt8] {
    gnupg.launchAgent()
    let keys = SealMemory(gnupg: gnupg).keys
    let result = gnupg.call(request(attempt), keys: keys) { $0.open(bytes, isEncrypted: true) }
    if let text = result.text, result.state == .open { return text }
    throw TriageFailure(result.state?.failure ?? .notIntact)
  }

  func request(_ attempt: SealAttempt) -> GnuPG.Request {
    GnuPG.Request(
      form: .pgpMIME,
      isEncrypted: true,
      attempt: attempt,
      most: SealOpener.mostAsked
    )
  }

  /// What GnuPG has made, and by which hash it has signed.
  struct Made {
    var bytes: [UInt8]
    var hash: String
  }

  /// Signs bytes, encrypts them, or both.
  ///
  /// - Parameters:
  ///   - bytes: What is sealed.
  ///   - signer: The fingerprint of who signs, if somebody does.
  ///   - recipients: Fingerprints, one a line; `nil` to sign only.
  ///   - attempt: Whether a person may be asked for a passphrase.
  /// - Returns: OpenPGP's armor.
  /// - Throws: What keeps GnuPG from it.
  func made(
    _ bytes: [UInt8],
    _ signer: String?,
    to recipients: String?,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> Made {
    guard gnupg.hasProgram(isCMS: false) else { throw TriageFailure(.noGPG) }
    var maker = self
    if signer == nil {
      // No agent is asked, and much takes its time.
      maker = MailSealer(gnupg.patient)
    } else {
      gnupg.launchAgent()
    }
    let result: Result<Made, TriageFailure>
    if let signer {
      let found = maker.gnupg.find([signer], isSecret: true, request(.quiet)) { search in
        cseals_key(&search, 0).map { maker.made(bytes, $0, to: recipients, attempt) }
      }
      result =
        (found ?? .failure(TriageFailure(.noAnswer)))
        ?? .failure(Self.noOwnKey)
    } else {
      result = maker.made(bytes, nil, to: recipients, attempt)
    }
    return try result.get()
  }

  private func made(
    _ bytes: [UInt8],
    _ signer: gpgme_key_t?,
    to recipients: String?,
    _ attempt: SealAttempt
  ) -> Result<Made, TriageFailure> {
    gnupg.withCall(request(attempt)) { call in
      // GMime and gpgme want an address even of nothing.
      (bytes + [0]).withUnsafeBytes { bytes in
        cseals_seal(bytes.baseAddress, bytes.count - 1, signer, recipients, &call)
      }
      if let failure = Self.failure(of: call) { return .failure(failure) }
      return .success(Made(bytes: gnupg.text(of: call) ?? [], hash: Self.hash(of: call)))
    }
  }

  private static func hash(of call: cseals_call) -> String {
    let signature = gpgme_op_sign_result(call.context)?.pointee.signatures?.pointee
    let name = signature.flatMap { gpgme_hash_algo_name($0.hash_algo) }
    return name.map { String(cString: $0).asciiLowercased } ?? ""
  }

  /// That the writer has no secret key.
  private static let noOwnKey = TriageFailure(.missingKey, "", "none")

  /// Why nothing was made; `nil` if it was.
  private static func failure(of call: cseals_call) -> TriageFailure? {
    let code = gpgme_err_code(call.error)
    if call.cancelled { return TriageFailure(.cancelled) }
    if call.exceeded { return TriageFailure(.tooLarge) }
    switch code {
    case GPG_ERR_NO_ERROR: return nil
    case GPG_ERR_UNUSABLE_SECKEY, GPG_ERR_NO_SECKEY: return noOwnKey
    default:
      switch GnuPG.state(code) {
      case .locked: return TriageFailure(.keyLocked)
      case .noAnswer: return TriageFailure(.noAnswer)
      case .noGPG: return TriageFailure(.noGPG)
      case .open, .noKey, .damaged, .tooLarge, .large, .unsupported, .off, .pending:
        return TriageFailure(.notSealed, GnuPG.words(of: call.error))
      }
    }
  }
}

extension GnuPG {
  /// The same with time for what is large.
  fileprivate var patient: GnuPG {
    var patient = self
    patient.time = max(time, .seconds(60))
    return patient
  }
}

/// One signed or encrypted container of a message, or a block of OpenPGP in a text, and what GnuPG
/// says of it.
package struct Seal: Hashable, Sendable, Codable {
  /// How it is made; the raw value is JSON's.
  package enum Form: String, Hashable, Sendable, Codable, CaseIterable {
    case pgpMIME = "pgp-mime"
    case pgpInline = "pgp-inline"
    case smime
  }

  /// The number of the container; of a block in a text, that of the text's part.
  package var number: Int
  /// How it is made.
  package var form: Form
  /// How far it is opened; `nil` if it is not encrypted.
  package var state: SealState?
  /// Why its signature has no verdict; `nil` if it has one, or needs none.
  package var unchecked: SealState?
  /// Whether what was decrypted is known to be as it was encrypted; `nil` if nothing was decrypted.
  package var integrity: Bool?
  /// Whether all that is shown of the message lies in it.
  package var isWhole: Bool
  /// The keys that it is encrypted to, as ids of 16 digits.
  package var recipients: [String]
  /// The verdicts, one a signature.
  package var signatures: [SealSignature]
  /// What GnuPG calls the error, if it did not do what was asked; it is text from outside.
  package var reason: String?
  /// The host on which a passphrase was wanted and nobody could be asked for it.
  package var unaskedHost: String?

  /// Makes a seal of which nothing is known but where it lies.
  package init(
    number: Int,
    form: Form,
    state: SealState? = nil,
    unchecked: SealState? = nil,
    integrity: Bool? = nil,
    isWhole: Bool = false,
    recipients: [String] = [],
    signatures: [SealSignature] = [],
    reason: String? = nil,
    unaskedHost: String? = nil
  ) {
    self.number = number
    self.form = form
    self.state = state
    self.unchecked = unchecked
    self.integrity = integrity
    self.isWhole = isWhole
    self.recipients = recipients
    self.signatures = signatures
    self.reason = reason
    self.unaskedHost = unaskedHost
  }

  /// Whether its text is there to be read.
  package var isOpen: Bool { state == nil || state == .open }

  /// Whether GnuPG has not been asked yet.
  package var isPending: Bool { state == .pending || unchecked == .pending }

  /// The signature whose verdict styles the whole: the worst one.
  package var worst: SealSignature? {
    signatures.min { $0.verdict < $1.verdict }
  }
}

/// How far an encrypted part was opened, or why a signature was not checked: catalog key
/// `seal.<raw value>`.
package enum SealState: String, Hashable, Sendable, Codable, CaseIterable {
  case open
  /// A key would open it, which wants its passphrase.
  case locked
  /// There is no key.
  case noKey = "no-key"
  /// Nothing proves that it is as it was encrypted: not one word of it is shown.
  case damaged
  /// There is more than is opened at all.
  case tooLarge = "too-large"
  /// There is more than is opened unless a person asks for it.
  case large
  case noAnswer = "no-answer"
  /// It is not made as it should be, or there are too many.
  case unsupported
  /// The person does not want it to be tried.
  case off
  /// GnuPG is not installed.
  case noGPG = "no-gpg"
  /// It will be tried; never in JSON.
  case pending

  /// The failure that keeps a part from being shown; `nil` if it is shown.
  package var failure: FailureCode? {
    switch self {
    case .open: nil
    case .locked, .off, .pending: .keyLocked
    case .noKey: .noKey
    case .damaged, .unsupported: .notIntact
    case .tooLarge, .large: .tooLarge
    case .noAnswer: .noAnswer
    case .noGPG: .noGPG
    }
  }
}

/// What GnuPG says of one signature.
package struct SealSignature: Hashable, Sendable, Codable {
  /// What it is worth to the reader.
  package var verdict: Verdict
  /// The last 16 digits of the key's fingerprint.
  package var keyID: String?
  /// The fingerprint of the signing key, if the key is known and the signature its own.
  package var fingerprint: String?
  /// Who it is by; `nil` if the verdict may name nobody.
  ///
  /// It is the user id with the sender's address, else the first valid one.
  package var userID: String?
  /// All user ids of the key, for the details.
  package var userIDs: [String]
  /// How sure it is that the key is its owner's.
  package var validity: KeyValidity?
  /// When it was made.
  package var at: Timestamp?
  /// When it ends to count.
  package var expires: Timestamp?
  /// How it was made: `RSA, SHA256`.
  package var algorithm: String?
  /// What GnuPG calls what is wrong with it.
  package var reason: String?

  /// Makes a signature of a verdict.
  package init(
    _ verdict: Verdict,
    keyID: String? = nil,
    fingerprint: String? = nil,
    userID: String? = nil,
    userIDs: [String] = [],
    validity: KeyValidity? = nil,
    at: Timestamp? = nil,
    expires: Timestamp? = nil,
    algorithm: String? = nil,
    reason: String? = nil
  ) {
    self.verdict = verdict
    self.keyID = keyID
    self.fingerprint = fingerprint
    self.userID = userID
    self.userIDs = userIDs
    self.validity = validity
    self.at = at
    self.expires = expires
    self.algorithm = algorithm
    self.reason = reason
  }
}

/// What a signature is worth, the worst first: catalog key `verdict.<raw value>`.
package enum Verdict: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// The text is not what was signed.
  case bad
  case unknownKey = "unknown-key"
  case revokedKey = "revoked-key"
  case expiredKey = "expired-key"
  case expiredSignature = "expired-signature"
  /// GnuPG could not tell, and says why.
  case error
  /// It is not sure enough whose key it is.
  case untrusted
  /// The key is another person's than the one that the message is from.
  case otherSender = "other-sender"
  case good

  /// Whether a verdict is worse than another.
  package static func < (first: Verdict, second: Verdict) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether it says that a key that is known has signed what is there, whatever that key is worth.
  package var isVerified: Bool {
    switch self {
    case .bad, .unknownKey, .error: false
    case .revokedKey, .expiredKey, .expiredSignature, .untrusted, .otherSender, .good: true
    }
  }

  /// Whether the key's owner may be named: on a bad signature the name would help the forger.
  package var namesOwner: Bool { self != .bad && self != .unknownKey }
}

/// How sure it is that a key belongs to whom it names: catalog key `validity.<raw value>`.
package enum KeyValidity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  case never
  case unknown
  case marginal
  case full
  case ultimate

  /// Whether one is less sure than another.
  package static func < (first: KeyValidity, second: KeyValidity) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether it is sure.
  package var isFull: Bool { self >= .full }
}

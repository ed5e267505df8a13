/// What GnuPG reports of a signature and its key, before it is judged.
package struct SignatureFacts: Hashable, Sendable {
  /// What the check itself came to.
  package enum Outcome: Hashable, Sendable {
    case valid
    case bad
    case noKey
    case keyRevoked
    case keyExpired
    case expired
    case failed
  }

  /// Bits of GnuPG's summary; each may be set beside an outcome that says otherwise.
  package struct Marks: OptionSet, Hashable, Sendable {
    /// The bits, as GnuPG's library has them.
    package let rawValue: UInt32

    /// Makes a set of bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The key has been revoked.
    package static let keyRevoked = Marks(rawValue: 0x10)
    /// The key has expired.
    package static let keyExpired = Marks(rawValue: 0x20)
    /// The signature has expired.
    package static let expired = Marks(rawValue: 0x40)
    /// The key is not there.
    package static let keyMissing = Marks(rawValue: 0x80)
    /// The key is not for signing, or a policy was not met.
    package static let badPolicy = Marks(rawValue: 0x400)
    /// GnuPG could not do its work.
    package static let systemError = Marks(rawValue: 0x800)
    /// The key is in conflict with another one of the same user.
    package static let conflict = Marks(rawValue: 0x1000)
  }

  /// What the check itself came to.
  package var outcome: Outcome
  /// What else GnuPG says of it.
  package var marks: Marks
  /// How sure it is whose key it is.
  package var validity: KeyValidity
  /// The fingerprint or, if the key is not known, what the signature calls it.
  package var key: String
  /// The user ids of the key.
  package var userIDs: [UserID]
  /// When it was made.
  package var at: Timestamp?
  /// When it ends to count.
  package var expires: Timestamp?
  /// How it was made.
  package var algorithm: String?
  /// What GnuPG calls what is wrong with it.
  package var reason: String?

  /// A user id of the key, and whether it counts.
  package struct UserID: Hashable, Sendable {
    /// The user id as it is written in the key.
    package var text: String
    /// Its addresses.
    package var addresses: [String]
    /// How sure it is that the key is this user's.
    package var validity: KeyValidity
    /// Whether its owner has taken it back.
    package var isRevoked: Bool

    /// Makes a user id.
    package init(
      _ text: String,
      addresses: [String],
      validity: KeyValidity,
      isRevoked: Bool = false
    ) {
      self.text = text
      self.addresses = addresses
      self.validity = validity
      self.isRevoked = isRevoked
    }

    /// Whether it counts.
    package var isValid: Bool { validity.isFull && !isRevoked }
  }

  /// Makes facts; all but the outcome are as if nothing were known.
  package init(
    _ outcome: Outcome,
    marks: Marks = [],
    validity: KeyValidity = .unknown,
    key: String = "",
    userIDs: [UserID] = [],
    at: Timestamp? = nil,
    expires: Timestamp? = nil,
    algorithm: String? = nil,
    reason: String? = nil
  ) {
    self.outcome = outcome
    self.marks = marks
    self.validity = validity
    self.key = key
    self.userIDs = userIDs
    self.at = at
    self.expires = expires
    self.algorithm = algorithm
    self.reason = reason
  }
}

extension SignatureFacts {
  /// Judges the signature of a message from this sender: the first that fits, never one bit alone.
  ///
  /// - Parameter sender: The one address that the message is from; `nil` if it does not say so
  ///   beyond doubt.
  /// - Returns: What it is worth.
  package func verdict(sender: MailAddress?) -> Verdict {
    if outcome == .bad { return .bad }
    if outcome == .noKey || marks.contains(.keyMissing) { return .unknownKey }
    if outcome == .keyRevoked || marks.contains(.keyRevoked) { return .revokedKey }
    if outcome == .keyExpired || marks.contains(.keyExpired) { return .expiredKey }
    if outcome == .expired || marks.contains(.expired) { return .expiredSignature }
    let failures: Marks = [.badPolicy, .systemError, .conflict]
    if outcome == .failed || !marks.isDisjoint(with: failures) { return .error }
    guard validity.isFull else { return .untrusted }
    return owner(of: sender) == nil ? .otherSender : .good
  }

  /// The valid user id that has the sender's address.
  private func owner(of sender: MailAddress?) -> UserID? {
    guard let sender else { return nil }
    return userIDs.first { $0.isValid && $0.addresses.contains { MailAddress($0) == sender } }
  }

  /// What is shown of the signature.
  package func signature(sender: MailAddress?) -> SealSignature {
    let verdict = verdict(sender: sender)
    var result = SealSignature(verdict, at: at, expires: expires, reason: reason)
    result.keyID = key.isEmpty ? nil : String(key.suffix(16))
    result.algorithm = algorithm
    guard verdict.namesOwner else { return result }
    result.fingerprint = key.count > 16 ? key : nil
    let owner = owner(of: sender) ?? userIDs.first(where: \.isValid) ?? userIDs.first
    result.userID = owner?.text
    result.userIDs = userIDs.map(\.text)
    result.validity = validity
    return result
  }
}

/// A mail address as it is compared: the domain without case, all else byte for byte.
package struct MailAddress: Sendable {
  /// What stands before the `@`.
  package let local: String
  /// The domain, its ASCII letters in lower case.
  package let domain: String

  /// Reads an address without a name; `nil` if it is none.
  package init?(_ text: String) {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return nil }
    local = String(text[..<at])
    domain = String(text[text.index(after: at)...]).asciiLowercased
    guard !domain.isEmpty else { return nil }
  }
}

extension MailAddress: Hashable {
  /// Of two that only look alike, neither is the other.
  package static func == (left: Self, right: Self) -> Bool {
    left.local.utf8.elementsEqual(right.local.utf8)
      && left.domain.utf8.elementsEqual(right.domain.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(domain)
    hasher.combine(local)
  }
}

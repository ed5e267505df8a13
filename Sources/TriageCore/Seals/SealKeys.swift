/// How a message is to be sealed as it leaves.
package struct SealWish: Hashable, Sendable, Codable {
  /// Whether it is signed.
  package var signs: Bool
  /// Whether it is encrypted.
  package var encrypts: Bool

  /// Makes a wish.
  package init(signs: Bool = false, encrypts: Bool = false) {
    self.signs = signs
    self.encrypts = encrypts
  }

  /// Whether it is sealed at all.
  package var isAny: Bool { signs || encrypts }
}

/// The keys that a message can be sealed with, as far as they are there.
package struct SealKeys: Hashable, Sendable, Codable {
  /// The key of an address that is used, or why there is none.
  package enum Match: Hashable, Sendable, Codable {
    /// The fingerprint of the newest key that is valid, fit for it and surely its owner's.
    case found(String)
    /// Nobody's key has the address.
    case none
    /// It is not sure enough whose the key is.
    case untrusted
    /// The key has expired.
    case expired

    /// The fingerprint; `nil` if there is no key that is used.
    package var fingerprint: String? { if case .found(let key) = self { key } else { nil } }
  }

  /// The key of somebody who gets the message.
  package struct Recipient: Hashable, Sendable, Codable {
    /// The address, as it stands in the message.
    package var address: String
    /// Whether the others do not know that they get it: no key of theirs is named.
    package var isHidden: Bool
    /// The key.
    package var match: Match

    /// Makes a record.
    package init(_ address: String, isHidden: Bool, _ match: Match) {
      self.address = address
      self.isHidden = isHidden
      self.match = match
    }
  }

  /// Those who get the message, each once.
  package var recipients: [Recipient]
  /// The writer's own key, with its secret part, for signing.
  package var signer: Match
  /// The writer's own key, with its secret part, that what is sent and kept can be read with.
  package var own: Match

  /// Makes a record.
  package init(_ recipients: [Recipient] = [], signer: Match = .none, own: Match = .none) {
    self.recipients = recipients
    self.signer = signer
    self.own = own
  }

  /// Whether everybody who gets it, and its writer, has a key.
  package var areComplete: Bool {
    own.fingerprint != nil && missing == nil && !recipients.isEmpty
  }

  /// The first of those who get the message without a key that could be used.
  package var missing: Recipient? { recipients.first { $0.match.fingerprint == nil } }
}

extension SealKeys {
  /// Why nothing can be encrypted for those who get it; `nil` if it can be.
  package var failureOfRecipients: TriageFailure? {
    missing.map { Self.failure($0.address, $0.match) }
  }

  /// Why nothing can be encrypted so that its writer can read it, whose address is named.
  package func failureOfOwnKey(for address: String) -> TriageFailure {
    Self.failure("", own, address)
  }

  /// Why nothing can be signed by its writer, whose address is named.
  package func failureOfSigner(for address: String) -> TriageFailure {
    Self.failure("", signer, address)
  }

  private static func failure(
    _ address: String,
    _ match: Match,
    _ own: String? = nil
  ) -> TriageFailure {
    let reason =
      switch match {
      case .found, .none: "none"
      case .untrusted: "untrusted"
      case .expired: "expired"
      }
    var failure = TriageFailure(.missingKey, address, reason)
    if let own { failure.arguments.append(own) }
    return failure
  }
}

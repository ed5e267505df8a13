/// What is done with signed and encrypted mail; it travels with the request.
package struct SealOptions: Hashable, Sendable, Codable {
  /// When an encrypted part is opened.
  package enum Decryption: String, Hashable, Sendable, Codable, CaseIterable {
    /// What opens without a question.
    case auto
    /// Nothing before a person asks for it.
    case ask
    case never
  }

  /// Whether signatures are checked.
  package var verify: Bool
  /// When an encrypted part is opened.
  package var decrypt: Decryption

  /// Makes options.
  package init(verify: Bool = true, decrypt: Decryption = .auto) {
    self.verify = verify
    self.decrypt = decrypt
  }
}

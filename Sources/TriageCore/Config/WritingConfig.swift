/// `[compose]`.
package struct ComposeConfig: Hashable, Sendable {
  /// How messages are forwarded.
  package enum Forward: String, CaseIterable, Sendable {
    /// Their text within one's own.
    case inline
    /// As they are, attached whole.
    case attached
  }

  /// How messages are forwarded if nothing else is asked for.
  package var forward: Forward
  /// The most mebibytes that may be attached to a message.
  package var maxMebibytes: Int

  /// Makes the settings.
  package init(forward: Forward, maxMebibytes: Int) {
    self.forward = forward
    self.maxMebibytes = maxMebibytes
  }
}

/// An `[[account]]`: in whose name mail is written.
package struct MailAccount: Hashable, Sendable {
  /// What the person calls it.
  package var name: String
  /// The mailbox that mail is from.
  package var address: NamedAddress
  /// More addresses that are the same person's.
  package var others: [String]
  /// The folder of drafts, below the mail root.
  package var drafts: String
  /// The file of what stands below each message; empty for none.
  package var signature: String

  /// Makes an account.
  package init(
    name: String,
    address: NamedAddress,
    others: [String] = [],
    drafts: String = "Drafts",
    signature: String = ""
  ) {
    self.name = name
    self.address = address
    self.others = others
    self.drafts = drafts
    self.signature = signature
  }

  /// All its addresses, the first one first.
  package var addresses: [String] { [address.address] + others }
}

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
  /// The editor that messages are written in, with its arguments; empty for the one of the environment.
  package var editor: [String]
  /// The most mebibytes that may be attached to a message.
  package var maxMebibytes: Int
  /// For how many seconds a message can be taken back before it leaves.
  package var hold: Int
  /// How a message leaves, unless its account says otherwise.
  package var delivery: DeliveryConfig

  /// Makes the settings.
  package init(
    forward: Forward,
    editor: [String],
    maxMebibytes: Int,
    hold: Int,
    delivery: DeliveryConfig
  ) {
    self.forward = forward
    self.editor = editor
    self.maxMebibytes = maxMebibytes
    self.hold = hold
    self.delivery = delivery
  }
}

/// How messages leave.
package struct DeliveryConfig: Hashable, Sendable {
  /// The program that delivers mail, and its arguments; the recipients come behind them.
  package var sendmail: [String]
  /// For how many seconds that program may run.
  package var timeout: Int
  /// How the lines of a text are broken.
  package var format: TextFormat

  /// Makes the settings.
  package init(sendmail: [String], timeout: Int, format: TextFormat) {
    self.sendmail = sendmail
    self.timeout = timeout
    self.format = format
  }
}

/// When an account's messages are encrypted, unless a person says so of one of them.
package enum EncryptHabit: String, Hashable, Sendable, Codable, CaseIterable {
  /// When what is answered was.
  case answers
  /// When there is a key of everybody who gets it.
  case whenPossible = "when-possible"
  /// When what is answered was, too: its text must not go into the clear by itself.
  case never
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
  /// The folder of what was sent, below the mail root; empty if nothing is to be kept there.
  package var sent: String
  /// The tags of what was sent.
  package var sentTags: Set<MailTag>
  /// How its messages leave, if not as others do.
  package var sendmail: [String]?
  /// For how many seconds its program may run, if not for as long as others.
  package var timeout: Int?
  /// How the lines of its texts are broken, if not as those of others.
  package var format: TextFormat?
  /// The fingerprint or id of the OpenPGP key that signs, and reads what was sent; `nil` to find it by
  /// the address.
  package var key: String?
  /// Whether its messages are signed.
  package var signs = false
  /// When its messages are encrypted.
  package var encrypts = EncryptHabit.answers

  /// The folder of what was sent, unless the account says otherwise.
  package static let usualSent = "Sent"
  /// The tags of what was sent, unless the account says otherwise.
  package static let usualSentTags: Set<MailTag> = ["sent"]

  /// Makes an account.
  package init(
    name: String,
    address: NamedAddress,
    others: [String] = [],
    drafts: String = "Drafts",
    signature: String = "",
    sent: String = usualSent,
    sentTags: Set<MailTag> = usualSentTags
  ) {
    self.name = name
    self.address = address
    self.others = others
    self.drafts = drafts
    self.signature = signature
    self.sent = sent
    self.sentTags = sentTags
  }

  /// How its messages leave.
  package func delivery(_ standard: DeliveryConfig) -> DeliveryConfig {
    DeliveryConfig(
      sendmail: sendmail ?? standard.sendmail,
      timeout: timeout ?? standard.timeout,
      format: format ?? standard.format
    )
  }

  /// All its addresses, the first one first.
  package var addresses: [String] { [address.address] + others }
}

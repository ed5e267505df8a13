/// The number of a message that is being written or sent: its folder's name.
///
/// Numbers only grow.
package struct OutgoingID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The number itself, from 1.
  package let number: Int64

  /// Makes an id from its number.
  package init(_ number: Int64) {
    self.number = number
  }

  package static func < (left: OutgoingID, right: OutgoingID) -> Bool { left.number < right.number }

  package var description: String { String(number) }
}

/// How far a message has come on its way out: the raw value is JSON's `state`.
package enum OutgoingState: String, Hashable, Sendable, Codable, CaseIterable {
  /// It is being written.
  case draft
  /// It leaves as soon as it is due.
  case held
  /// A program has it and has not answered.
  case leaving
  /// A server has taken it over.
  case sent
  /// Nobody knows whether a server has taken it over.
  case unknown
}

/// What a message is, apart from its text: what stays the same from its first draft on.
package struct OutgoingFacts: Hashable, Sendable, Codable {
  /// Its Message-ID.
  package var message: MessageID
  /// What it is to the messages it was made from.
  package var kind: MessageTemplate.Kind
  /// The name of the account it is written from.
  package var account: String
  /// The messages that it answers, or forwards.
  package var answers: [MessageID]
  /// What is attached, in its order.
  package var attachments: [Part]
  /// Whether the text is a message that another program has made, header and MIME; `nil` for no.
  package var isForeign: Bool?
  /// What is left behind of a draft of another program that it goes on with; `nil` if it is none.
  package var adopted: Adopted?
  /// What the link that it was begun from has asked for; `nil` if it was none.
  package var link: Link?
  /// How it is sealed as it leaves, and kept until then; `nil` if it is not.
  package var sealing: Sealing?

  /// How a message is sealed.
  package struct Sealing: Hashable, Sendable, Codable {
    /// What is done as it leaves.
    package var wish: SealWish
    /// The fingerprint of the writer's own key, which all that is kept of it is encrypted to; `nil` if it
    /// is kept as it is.
    package var key: String?
    /// Whether what it answers was encrypted.
    package var answersEncrypted: Bool
    /// The subject that it has in clear instead of one that was encrypted; `nil` if it has none of that.
    package var clearSubject: String?

    /// Whether what is kept of it is encrypted.
    package var isClosed: Bool { key != nil }

    /// Makes a record.
    package init(_ wish: SealWish, key: String? = nil, answersEncrypted: Bool = false) {
      self.wish = wish
      self.key = wish.encrypts ? key : nil
      self.answersEncrypted = answersEncrypted
    }
  }

  /// What does not come along from a draft that another program has made.
  package struct Adopted: Hashable, Sendable, Codable {
    /// Whether its text has a formatted version.
    package var losesForm: Bool
    /// Whether it names files that it wants attached.
    package var namesFiles: Bool

    /// Makes a record.
    package init(losesForm: Bool, namesFiles: Bool) {
      self.losesForm = losesForm
      self.namesFiles = namesFiles
    }
  }

  /// What a link has asked for that a writer is told of.
  package struct Link: Hashable, Sendable, Codable {
    /// The addresses that it has set for blind copies.
    package var bcc: [String]
    /// The fields that it has set and that do not count, as they are called there.
    package var dropped: [String]

    /// Makes a record of what a link has asked for.
    package init(_ link: MailtoURI) {
      bcc = link.bcc.map(\.address)
      dropped = link.dropped
    }
  }

  /// Something attached, as a file beside the text.
  package struct Part: Hashable, Sendable, Codable {
    /// The file's name below the message's folder.
    package var file: String
    /// What it is called in the message; `nil` for a message.
    package var name: String?
    /// Its MIME type.
    package var type: String
    /// What it said of itself where it comes from; `nil` for a file.
    package var fields: [OutgoingMail.OtherField]?

    /// Makes a record of one part.
    package init(
      file: String,
      name: String?,
      type: String,
      fields: [OutgoingMail.OtherField]? = nil
    ) {
      self.file = file
      self.name = name
      self.type = type
      self.fields = fields
    }
  }

  /// Makes the facts of a message without attachments.
  package init(
    message: MessageID,
    kind: MessageTemplate.Kind,
    account: String,
    answers: [MessageID] = []
  ) {
    self.message = message
    self.kind = kind
    self.account = account
    self.answers = answers
    attachments = []
  }
}

/// A message that is being written or sent, as the history knows it: ids and states, no address and
/// no text.
package struct OutgoingRecord: Hashable, Sendable {
  /// Its number.
  package var id: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// How far it has come.
  package var state: OutgoingState
  /// What it is to the messages it was made from.
  package var kind: MessageTemplate.Kind
  /// The name of the account it is written from.
  package var account: String
  /// The messages that it answers, or forwards.
  package var answers: [MessageID]
  /// Whether the mail has a copy of it: among the drafts, or among what was sent.
  package var isFiled: Bool
  /// Which version of its text there is: the number grows with each edit.
  package var version: Int64
  /// For how many seconds it is held each time a person lets it leave.
  package var hold: Int64
  /// Where its folder was when a person let it leave; `nil` if nobody has.
  package var place: OutgoingPlace?
  /// What is held against its leaving now; `nil` if it waits until a person says so, or does not wait.
  package var waiting: SendingHold?
  /// How often it has been handed over since a person let it leave.
  package var attempts: Int
  /// When it was handed over first since then.
  package var firstAttempt: Timestamp?
  /// The last exit of the delivery program, if it had one.
  package var exit: Int32?
  /// What that program said last; empty if it said nothing.
  package var reason: String
  /// Whether it is a draft because it could not be sent.
  package var isRefused: Bool { state == .draft && (exit != nil || !reason.isEmpty) }

  /// Makes the record of a draft.
  package init(_ id: OutgoingID, _ facts: OutgoingFacts) {
    self.id = id
    message = facts.message
    state = .draft
    kind = facts.kind
    account = facts.account
    answers = facts.answers
    isFiled = false
    version = 0
    hold = 0
    attempts = 0
    reason = ""
  }
}

/// Where the folder of a message is, so that a copy of it is told from itself: what was copied, or was
/// put back from a backup, does not leave by itself.
package struct OutgoingPlace: Hashable, Sendable, Codable {
  /// The machine's own id.
  package var machine: String
  /// The folder's number in its file system.
  package var inode: UInt64
  /// When the folder was made, in nanoseconds; 0 where that is not known.
  package var birth: Int64

  /// Names a place.
  package init(machine: String, inode: UInt64, birth: Int64) {
    self.machine = machine
    self.inode = inode
    self.birth = birth
  }
}

/// From whom and to whom a message leaves.
package struct OutgoingEnvelope: Hashable, Sendable, Codable {
  /// The address it is from.
  package var sender: String
  /// The addresses it goes to, blind copies too, each once.
  package var recipients: [String]

  /// Makes an envelope.
  package init(sender: String, recipients: [String]) {
    self.sender = sender
    self.recipients = recipients
  }
}

/// A file of the mail that comes from a message which is being written or sent.
///
/// It stands in the history before the file does.
package struct Filing: Hashable, Sendable {
  /// The message's number.
  package var outgoing: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// Where the file comes, or was.
  package var location: CopyLocation
  /// What the file is to its message.
  package var role: Role
  /// Whether the file comes; else it goes.
  package var comes: Bool

  /// What a file is to the message it holds.
  package enum Role: String, Hashable, Sendable, Codable {
    case draft
    case sent
  }

  /// Makes the record of one file.
  package init(
    _ outgoing: OutgoingID,
    _ message: MessageID,
    at location: CopyLocation,
    role: Role = .draft,
    comes: Bool = true
  ) {
    self.outgoing = outgoing
    self.message = message
    self.location = location
    self.role = role
    self.comes = comes
  }
}

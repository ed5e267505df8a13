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

  /// Something attached, as a file beside the text.
  package struct Part: Hashable, Sendable, Codable {
    /// The file's name below the message's folder.
    package var file: String
    /// What it is called in the message; `nil` for a message.
    package var name: String?
    /// Its MIME type.
    package var type: String

    /// Makes a record of one part.
    package init(file: String, name: String?, type: String) {
      self.file = file
      self.name = name
      self.type = type
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

  /// Makes the record of a draft.
  package init(_ id: OutgoingID, _ facts: OutgoingFacts) {
    self.id = id
    message = facts.message
    state = .draft
    kind = facts.kind
    account = facts.account
    answers = facts.answers
    isFiled = false
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
  /// Where the file comes.
  package var location: CopyLocation

  /// Makes the record of one file.
  package init(_ outgoing: OutgoingID, _ message: MessageID, at location: CopyLocation) {
    self.outgoing = outgoing
    self.message = message
    self.location = location
  }
}

/// A message that is being written or sent, as it is listed.
package struct OutboxRow: Hashable, Sendable, Codable {
  /// Its number.
  package var id: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// How far it has come.
  package var state: OutgoingState
  /// Whether it is a draft that was thrown away among the mail.
  package var isDiscarded = false
  /// Which version of its text there is.
  package var version: Int64
  /// The group that lets it leave; `nil` if none stands.
  package var group: StepID?
  /// In how many seconds it leaves; `nil` if it does not leave by itself.
  package var seconds: Int?
  /// When that is by the time of day.
  package var until: Timestamp?
  /// Who gets it: names, or addresses where there is none; dots where that cannot be read.
  package var recipients: [String]
  /// The subject; empty if there is none.
  package var subject: String
  /// What the delivery program said last; empty if it said nothing.
  package var reason: String
  /// Whether it is a draft because it could not be sent.
  package var isRefused: Bool
  /// Whether the mail has it.
  package var isFiled: Bool
  /// How often it has been handed over since a person let it leave.
  package var attempts: Int
  /// Whether a person need not be told of it: nothing is wrong, or they have seen that.
  package var isSeen = true

  /// Makes a row of a message that does not leave by itself.
  package init(_ record: OutgoingRecord, to recipients: [NamedAddress], _ subject: String) {
    id = record.id
    message = record.message
    state = record.state
    version = record.version
    self.recipients = recipients.map(\.shownName)
    self.subject = subject
    reason = record.reason
    isFiled = record.isFiled
    isRefused = record.isRefused
    attempts = record.attempts
  }
}

extension [OutboxRow] {
  /// The rows in the order in which they matter: what a person must decide, what leaves, the first first,
  /// what was refused, then drafts, the newest first.
  package var inOrder: [OutboxRow] {
    sorted { left, right in
      (left.rank, left.seconds ?? .max, left.position)
        < (right.rank, right.seconds ?? .max, right.position)
    }
  }
}

extension OutboxRow {
  fileprivate var position: Int64 { state == .draft ? -id.number : id.number }

  fileprivate var rank: Int {
    switch state {
    case .unknown: 0
    case .leaving: 1
    case .held: 2
    case .draft: isRefused ? 3 : 5
    case .sent: 4
    }
  }
}

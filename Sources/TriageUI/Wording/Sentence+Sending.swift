import TriageCore

// What is said of messages that leave.

extension Sentence {
  /// What became of messages that nobody has looked at, and the key that leads to them; `nil` if there are
  /// none.
  static func unseen(_ rows: [OutboxRow], _ key: String) -> Sentence? {
    guard let first = rows.first else { return nil }
    let unknown = rows.count { $0.state == .unknown }
    if rows.count == 1 {
      return unknown == 1 ? perhapsSent(first.subject, key) : unsent(first.subject, key)
    }
    let count = Argument.number(rows.count)
    return switch unknown {
    case 0: Sentence("status.not-sent.several", count, .keys(key))
    case rows.count: Sentence("status.perhaps-sent.several", count, .keys(key))
    default: Sentence("status.not-or-perhaps-sent", count, .keys(key))
    }
  }

  /// That a message could not be handed over yet, and when it is tried again; the key shows why.
  static func triedAgain(_ row: OutboxRow, _ key: String) -> Sentence {
    let time = Argument.moment(row.until ?? 0)
    return row.subject.isEmpty
      ? Sentence("status.tried-again.untitled", time, .keys(key))
      : Sentence("status.tried-again", .text(row.subject), time, .keys(key))
  }

  /// That a message has not left; the key shows why.
  static func unsent(_ subject: String, _ key: String) -> Sentence {
    subject.isEmpty
      ? Sentence("status.not-sent.untitled", .keys(key))
      : Sentence("status.not-sent", .text(subject), .keys(key))
  }

  /// That a message has perhaps left; the key leads to where that is decided.
  static func perhapsSent(_ subject: String, _ key: String) -> Sentence {
    subject.isEmpty
      ? Sentence("status.perhaps-sent.untitled", .keys(key))
      : Sentence("status.perhaps-sent", .text(subject), .keys(key))
  }

  /// That a message has left.
  static func sent(_ subject: String) -> Sentence {
    subject.isEmpty ? Sentence("status.sent.untitled") : Sentence("status.sent", .text(subject))
  }
}

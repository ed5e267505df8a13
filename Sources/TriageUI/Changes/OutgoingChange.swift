import TriageCore

/// What is asked for about a message of one's own, as a group of the history.
enum OutgoingChange: Hashable, Sendable {
  case send(SentDraft)
  /// What is held is a draft again.
  case cancel(OutgoingID)
  /// What has perhaps left leaves once more.
  case retry(OutgoingID, version: Int64)
  /// Drafts of the mail are thrown away.
  case discard([MessageID])

  /// What the group is called.
  var name: ActionName {
    switch self {
    case .send(let draft): draft.name
    case .cancel: .action(NamedAction(id: DepartureRequest.Goal.cancel.rawValue))
    case .retry: .action(NamedAction(id: DepartureRequest.Goal.retry.rawValue))
    case .discard: .action(NamedAction(id: "discard-draft"))
    }
  }

  /// What the engine is asked for.
  var change: Change {
    switch self {
    case .send(let draft): draft.change
    case .cancel(let id): .depart(DepartureRequest(.cancel, [id]))
    case .retry(let id, version: _): .depart(DepartureRequest(.retry, [id]))
    case .discard(let messages):
      .perform([Command([Self.discarding], on: .messages(messages))], name: name)
    }
  }

  /// What is done with a draft that is thrown away.
  static let discarding = MailAction.addTag("deleted")

  /// The message that is made ready to leave before; `nil` if none leaves.
  var prepared: PreparedMessage? {
    switch self {
    case .send(let draft): PreparedMessage(id: draft.id, version: draft.version)
    case .retry(let id, let version): PreparedMessage(id: id, version: version)
    case .cancel, .discard: nil
    }
  }

  /// The message to which undo brings the cursor back; `nil` if it changes nothing of a list.
  var anchor: MessageID? {
    switch self {
    case .send(let draft): draft.archived.first
    case .discard(let messages): messages.first
    case .cancel, .retry: nil
    }
  }

  /// The thread that is archived in the same group, if it was being read.
  var archivedThreads: [ThreadID] {
    guard case .send(let draft) = self, !draft.archived.isEmpty else { return [] }
    return [draft.answered].compactMap(\.self)
  }

  /// What is said when it is done; `nil` if that is what is said of any action.
  var done: Sentence? {
    switch self {
    case .send(let draft): draft.done
    case .cancel: Sentence("status.sending.cancelled")
    case .retry: Sentence("status.sending.untitled")
    case .discard: Sentence("status.draft.discarded")
    }
  }
}

/// A message that is made ready to leave, in the version that was shown.
struct PreparedMessage: Hashable, Sendable {
  let id: OutgoingID
  let version: Int64
}

/// A message that is to leave, as it was shown.
struct SentDraft: Hashable, Sendable {
  let id: OutgoingID
  let version: Int64
  let subject: String
  /// What is archived in the same group.
  var archived: [MessageID] = []
  /// The thread that was being read, if it is an answer.
  var answered: ThreadID?

  /// What the group is called.
  fileprivate var name: ActionName {
    let send = NamedAction(id: DepartureRequest.Goal.send.rawValue)
    return archived.isEmpty
      ? .action(send) : .pair(send, NamedAction(id: FixedAction.archive.rawValue))
  }

  /// What is said when it is held, with what was archived.
  fileprivate var done: Sentence {
    let held =
      subject.isEmpty
      ? Sentence("status.sending.untitled") : Sentence("status.sending", .text(subject))
    guard !archived.isEmpty else { return held }
    let archive = ActionName.action(NamedAction(.fixed(.archive)))
    let put = Sentence.done(archive, .messages(archived.count))
    return Sentence("status.both", .sentence(held), .sentence(put))
  }

  /// The change that lets it leave.
  fileprivate var change: Change {
    let archive = Command([.fixed(.archive)], on: .messages(archived))
    return .depart(DepartureRequest(.send, [id], with: archived.isEmpty ? [] : [archive]))
  }
}

extension Shared {
  /// Asks for a message of one's own to leave, or to stay; returns the change by its number.
  @discardableResult
  mutating func ask(for outgoing: OutgoingChange) -> Int {
    let change = PendingChange(
      id: changes.newID(),
      request: .outgoing(outgoing),
      subject: ActionSubject(
        query: mailbox.shown.query,
        threads: outgoing.archivedThreads,
        anchor: outgoing.anchor
      )
    )
    enqueue(change)
    return change.id
  }
}

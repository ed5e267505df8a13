import TriageCore

// What screens that have died have left: the engine keeps it.

extension Shared {
  /// Has the engine keep texts that a screen which has died has left.
  mutating func recover(_ drafts: [WorkingDraft]) {
    for draft in drafts { recover(draft, draft.id, draft.message, version: draft.version) }
  }

  /// Has the engine keep a text as that of a message.
  private mutating func recover(
    _ left: WorkingDraft,
    _ id: OutgoingID,
    _ message: MessageID,
    version: Int64
  ) {
    let attaches = config.engine.isEmpty
    recover(
      left,
      .save(DraftEdit(id, message, version: version, text: left.text, attachesFiles: attaches))
    )
  }

  private mutating func recover(_ left: WorkingDraft, _ request: DraftRequest) {
    let ticket = ask(DraftQuestion(request: request))
    mailbox.writing.recovering[ticket.id] = (ticket, left)
  }

  /// Says why a text is not saved, and where it is as its editor has left it.
  mutating func report(_ failure: TriageFailure, _ left: WorkingDraft?) {
    guard let file = left?.file else { return report(failure) }
    let place = Sentence("status.draft.in-file", .text(file))
    report(
      Sentence("status.both", .sentence(.failure(failure)), .sentence(place)),
      isError: true
    )
  }

  /// Drops the file of a text that is kept now; one whose message has gone, has left, or has changed since
  /// becomes a message of its own.
  mutating func recovered(
    _ answered: Answered<Draft>?,
    _ request: DraftRequest,
    _ left: WorkingDraft
  ) {
    switch (answered, request) {
    case (.answer(let draft)?, .begin):
      return recover(left, draft.id, draft.facts.message, version: draft.version)
    case (.answer(let draft)?, _):
      send(.dropWorkingFile(left))
      if draft.id != left.id || draft.version != left.version { mailbox.writing.recovered += 1 }
    case (.failure(let failure)?, .save) where left.isLost(failure):
      return recover(left, .begin(.new, writer))
    default:
      send(.releaseWorkingFile(left))
      // What is encrypted is opened by whoever goes on with it.
      let waits = left.isSecret && answered?.failure?.code == .keyLocked
      if let failure = answered?.failure, !waits { report(failure, left) }
    }
    guard mailbox.writing.recovering.isEmpty, mailbox.writing.recovered > 0 else { return }
    report(Sentence("status.draft.recovered", .number(mailbox.writing.recovered)))
    mailbox.writing.recovered = 0
  }
}

extension WorkingDraft {
  /// Whether the message that it was has no use for its text.
  ///
  /// What lay in memory only stays there.
  fileprivate func isLost(_ failure: TriageFailure) -> Bool {
    !isSecret
      && [.noSuchOutgoing, .draftChanged, .notInState, .notADraft].contains(failure.code)
  }
}

import TriageCore

// What the engine says, and what becomes of what it was asked when it dies.

extension State {
  mutating func handle(_ message: EngineMessage) {
    switch message {
    case .reply(let id, let reply):
      if case .message(let content) = reply, content.seals.isEmpty {
        shared.requests.note(unsealed: content.id)
      }
      if shared.requests.close(id) { deliver(Arrival(id: id, content: .reply(reply))) }
    case .progress(let id, let progress): shared.changes.note(progress, of: id)
    case .sorting(let id, let done, let total):
      notify(.sorting(id, done: done, total: total))
    case .changed(let revision, let head): noteChange(revision, head)
    case .counting: break
    case .sealed(let message): notify(.sealed(message))
    case .filled(let content, let options): notify(.filled(content, options))
    case .due: shared.wakeDue()
    }
  }

  /// Brings an answer to whoever awaits it.
  private mutating func deliver(_ arrival: Arrival) {
    if shared.mailbox.awaited.contains(arrival.id) { return receive(arrival) }
    if shared.changes.awaited.contains(arrival.id) { return shared.receiveChange(arrival) }
    guard let layer = layers.first(where: { $0.pane.awaited.contains(arrival.id) }) else { return }
    call(layer.id) { $0.receive(arrival, &$1) }
  }

  /// Takes what the mailbox was asked for: names, the head of the history, what was left open.
  private mutating func receive(_ arrival: Arrival) {
    if case .answer(let names)? = arrival.redeem(&shared.mailbox.namesTicket) {
      shared.mailbox.names = names
    }
    if case .answer(let head)? = arrival.redeem(&shared.mailbox.headTicket) {
      shared.mailbox.head = head
      shared.introduceUndo()
      shared.watchLeaving()
    }
    if let answered = arrival.redeem(&shared.mailbox.settleTicket) { settled(answered) }
    shared.receiveNewMail(arrival)
    shared.receiveWaking(arrival)
    shared.receiveWriting(arrival)
  }

  private mutating func settled(_ answered: Answered<Settled>) {
    guard case .answer(let settled) = answered else { return shared.settled([]) }
    shared.mailbox.head = settled.head
    shared.settled(settled.steps)
  }

  /// Takes that the index or the history has changed, by whomever.
  private mutating func noteChange(_ revision: IndexRevision, _ head: HistoryHead) {
    let hasNewHead = shared.mailbox.head != head
    let isWaiting = shared.undoHoldsMessage || shared.mailbox.writing.isSending
    shared.mailbox.head = head
    shared.mailbox.note(revision)
    if hasNewHead { notify(.historyChanged) }
    // What waited to leave may have.
    if isWaiting { shared.readLeaving() } else if hasNewHead { shared.watchLeaving() }
    notify(.indexChanged(revision))
  }
}

// MARK: Restarts

extension State {
  /// Goes on with another engine: reads are asked for again, a change never is.
  mutating func engineRestarted(_ reason: Sentence?) {
    shared.requests.isAlive = true
    shared.report(
      reason.map { Sentence("status.engine-restarted", .sentence($0)) }
        ?? Sentence("status.engine-started"),
      isError: reason != nil
    )
    let (again, lost) = shared.requests.restart()
    for id in lost { deliver(Arrival(id: id, content: .lost)) }
    for request in again { shared.send(.send(request)) }
    shared.wakeDue()
    notify(.engineRestarted)
    shared.runNextChange()
  }

  /// Shows what is there, without an engine.
  mutating func engineStopped(_ reason: Sentence?) {
    shared.requests.stop()
    shared.dropWaitingChanges()
    shared.report(stopped(reason), isError: true)
    notify(.engineStopped)
  }

  private func stopped(_ reason: Sentence?) -> Sentence {
    let key = Sentence.Argument.keys(shared.keymap.key(for: .command(.refresh)) ?? "")
    guard let reason else { return Sentence("status.engine-missing", key) }
    return Sentence("status.engine-stopped", .sentence(reason), key)
  }
}

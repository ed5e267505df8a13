import TriageCore

/// The changes the screen has asked for: one runs, the others wait their turn.
struct ChangeQueue: Sendable {
  /// A change that the engine has been asked for.
  struct Running: Sendable {
    var change: PendingChange
    var ticket: Ticket<ChangeQuestion>?
    /// Asked for only to learn what would come of it.
    var preview: Ticket<PreviewQuestion>?

    var isPreview: Bool { ticket == nil }
    var id: RequestID? { ticket?.id ?? preview?.id }

    /// The answer to it, if that is what has come.
    func answer(in arrival: Arrival) -> Answered<ChangeResult>? {
      ticket.flatMap(arrival.answer) ?? preview.flatMap(arrival.answer)
    }
  }

  /// A change whose engine died before it answered.
  struct Lost: Sendable {
    let change: PendingChange
    /// What has been settled since.
    var settled: [SettledStep] = []
  }

  var waiting: [PendingChange] = []
  var running: Running?
  private(set) var progress: ChangeProgress?
  /// How many seconds it has been running.
  var seconds = 0
  /// A change that waits for a person's answer.
  var held: PendingChange?
  /// The titles of actions that wait for the rows of what they are about.
  var collecting: [Sentence] = []
  /// Of the first of them: how many rows have been read, and how many there are.
  var rowsToRead: (read: Int, total: Int)?
  /// What undo and redo would come to.
  var previews: [UndoRedo: UndoPreview] = [:]
  var previewTicket: Ticket<PreviewQuestion>?
  /// What would leave again by an undo or redo, which a person is shown instead.
  var departureTicket: Ticket<StepQuestion>?
  /// The group that is asked about, and the state of the index then.
  var previewedStep: (id: StepID, revision: IndexRevision?)?
  /// Actions that were not done because the person has quit.
  var dropped: [Sentence] = []
  /// A change whose engine died: what became of it is being asked.
  var lost: Lost?
  var lostTicket: Ticket<NewestStepQuestion>?
  /// The last mail action, for `repeat`.
  var last: MailAction? { didSet { isLastTurned = false } }
  /// Whether that was about what it is not about by itself: one message, or a whole thread.
  var isLastTurned = false
  /// Whether the action that is being done is the last one, once more.
  var isRepeating = false
  /// The newest step this screen has made.
  var newestStep: StepID?
  /// Of the steps made in a thread, the message that was being read.
  var readMessages: [StepID: MessageID] = [:]
  /// Whether the person has quit: nothing new is begun.
  var isQuitting = false
  private var nextID = 1

  /// Whether something is under way that a person asked for.
  var isBusyForPerson: Bool {
    held != nil || lost != nil || !collecting.isEmpty
      || ([running?.change].compactMap(\.self) + waiting).contains { !$0.isAutomatic }
  }

  var isBusy: Bool {
    running != nil || held != nil || lost != nil || !waiting.isEmpty || !collecting.isEmpty
  }

  var awaited: [RequestID] {
    [running?.id, previewTicket?.id, departureTicket?.id, lostTicket?.id].compactMap(\.self)
  }

  /// Whether a change is under way, or its outcome is being asked.
  func has(_ id: Int) -> Bool {
    ([running?.change, held, lost?.change].compactMap(\.self) + waiting).contains { $0.id == id }
  }

  mutating func newID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Notes how far a change is; its pace is counted from the moment it writes.
  mutating func note(_ progress: ChangeProgress, of id: RequestID) {
    guard running?.id == id else { return }
    if case .waiting? = self.progress, case .writing = progress { seconds = 0 }
    self.progress = progress
  }

  /// Begins to wait for the answer to a change.
  mutating func run(_ running: Running) {
    self.running = running
    progress = nil
    seconds = 0
  }

  /// Ends the waiting.
  mutating func endRun() {
    running = nil
    progress = nil
  }

  /// Sets the timers that a running change needs.
  func wantTimers(_ timers: inout TimerQueue) {
    guard let id = running?.id else { return }
    timers.want(.progress, for: .number(Int(id)), after: .milliseconds(300))
    timers.want(.second, for: .number(seconds), after: .seconds(1))
  }
}

// MARK: Asking

extension Shared {
  /// Asks for an action on messages; the rows are marked as they will be.
  mutating func ask(
    for action: MailAction,
    on messages: [MessageID],
    _ subject: ActionSubject,
    isAutomatic: Bool = false
  ) {
    guard !messages.isEmpty else { return report(TriageFailure(.nothingFound)) }
    let messages = isAutomatic ? messages : mailbox.writing.notOnTheirWay(messages)
    guard !messages.isEmpty else {
      return report(Sentence("status.being-sent", .keys(outboxKey)), isError: true, about: .key)
    }
    var change = PendingChange(
      id: changes.newID(),
      request: .act(action, messages),
      subject: subject
    )
    change.isAutomatic = isAutomatic
    notify(.marked(change))
    enqueue(change)
  }

  /// Asks for undo or redo of mail, so many times.
  mutating func ask(for direction: UndoRedo, count: Int?) {
    var change = PendingChange(
      id: changes.newID(),
      request: .undoRedo(direction),
      subject: ActionSubject(query: mailbox.shown.query)
    )
    change.repeats = max(1, count ?? 1) - 1
    enqueue(change)
  }

  /// Asks for groups to be turned, after a question, which names what is done again by it.
  mutating func ask(
    for request: SwitchRequest,
    name: ActionName,
    bringingBack undone: ActionName? = nil
  ) {
    var change = PendingChange(
      id: changes.newID(),
      request: .switch(request, name: name),
      subject: ActionSubject(query: mailbox.shown.query)
    )
    change.undone = undone
    enqueue(change)
  }

  mutating func enqueue(_ change: PendingChange) {
    changes.waiting.append(change)
    runNextChange()
  }

  /// Makes the next change if none is under way; before all but an action, looks what would come of
  /// it.
  mutating func runNextChange() {
    while changes.running == nil, changes.held == nil, changes.lost == nil, requests.isAlive,
      !changes.isQuitting, !changes.waiting.isEmpty
    {
      let change = changes.waiting.removeFirst()
      if let question = question(before: change) {
        hold(change, for: question)
      } else if case .undoRedo(let direction) = change.request,
        let preview = preview(of: direction)
      {
        decide(change, direction, preview)
      } else {
        run(change, isPreview: change.kind != .action)
      }
    }
  }

  /// Makes an undo or redo, or asks the person first.
  private mutating func decide(
    _ change: PendingChange,
    _ direction: UndoRedo,
    _ preview: UndoPreview
  ) {
    if preview.leaving > 0 {
      changes.departureTicket = ask(StepQuestion(step: preview.step, limit: 2))
      return
    }
    guard let question = question(before: direction, preview) else {
      return run(change, isPreview: false)
    }
    hold(change, for: question)
  }

  /// Lets a change wait for a person's answer.
  private mutating func hold(_ change: PendingChange, for question: ChangeConfirmation) {
    changes.held = change
    confirm(question)
  }

  /// Makes the change that waits for an answer, or drops it.
  mutating func answerHeldChange(_ isAgreed: Bool) {
    guard let held = changes.held else { return }
    changes.held = nil
    if isAgreed { return run(held, isPreview: false) }
    report(TriageFailure(.declined), about: .key)
    notify(.unmarked(held))
    runNextChange()
  }

  /// Asks the engine for a change, or for what would come of it.
  private mutating func run(_ change: PendingChange, isPreview: Bool) {
    guard let asked = engineChange(for: change) else { return }
    if !isPreview { expectCounts(of: change) }
    var request = ChangeRequest(
      asked,
      context: change.context(on: settings.context),
      dryRun: isPreview,
      effects: config.actions.effects,
      titles: config.actions.titles(of: asked.actions)
    )
    request.holdsBack = change.isUndoRedo
    changes.run(
      isPreview
        ? ChangeQueue.Running(change: change, preview: ask(PreviewQuestion(request: request)))
        : ChangeQueue.Running(
          change: change,
          ticket: ask(ChangeQuestion(request: request, prepared: change.prepared))
        )
    )
  }

  /// What an action on all of a sender or list is called; `nil` if its own name will do.
  func name(of action: MailAction, on subject: ActionSubject) -> ActionName? {
    subject.source.map { source in
      let titles = config.actions.titles(of: [action])
      return .all(NamedAction(action, titles), source.kind, source.shortName)
    }
  }

  /// Shows the counts as an undo or redo will leave them.
  private mutating func expectCounts(of change: PendingChange) {
    guard case .undoRedo(let direction) = change.request,
      let group = mailbox.group(for: direction)
    else { return }
    mailbox.counts.expect(direction, of: group.id, change: change.id)
  }

  /// What is asked of the engine: of undo and redo, exactly the group whose title is shown now.
  private mutating func engineChange(for change: PendingChange) -> Change? {
    switch change.request {
    case .act(_, let messages) where change.subject.areDrafts:
      return OutgoingChange.discard(messages).change
    case .act(let action, let messages):
      // Of several copies of a message, the one in the folder that is shown is moved.
      let from = action.folder.flatMap { _ in MailQuery(change.subject.query).folder }
      let name = name(of: action, on: change.subject)
      return .perform([Command([action], on: .messages(messages), from: from)], name: name)
    case .undoRedo(let direction):
      guard let step = mailbox.group(for: direction) else {
        if !change.isRepeat { report(direction.nothing, about: .key) }
        return nil
      }
      let request = UndoRequest(expected: step.id)
      return direction == .undo ? .undo(request) : .redo(request)
    case .switch(let request, name: _): return .turn(request)
    case .outgoing(let outgoing): return outgoing.change
    }
  }
}

// MARK: Answers

extension Shared {
  /// Handles an answer that the queue awaits.
  mutating func receiveChange(_ arrival: Arrival) {
    if let answered = arrival.redeem(&changes.previewTicket) {
      return notePreview(answered)
    }
    if let answered = arrival.redeem(&changes.departureTicket) {
      if let failure = answered.failure { return report(failure) }
      if case .answer(let group) = answered { showInstead(group.departures) }
      return
    }
    if let answered = arrival.redeem(&changes.lostTicket) {
      if case .answer(let step) = answered { return lostChangeFound(step) }
      return lostChangeFound(nil)
    }
    guard let running = changes.running, let answered = running.answer(in: arrival) else { return }
    // Nothing more is asked of the engine: it is reported as not done.
    if running.isPreview, changes.isQuitting { return }
    let result: ChangeResult
    switch answered {
    case .answer(let found): result = found
    case .failure(let failure):
      result = ChangeResult(kind: .failed, failure: failure, head: mailbox.head)
    case .lost: return loseChange(running.change)
    }
    // What cannot be done at all has come to nothing.
    if running.isPreview, result.failure == nil {
      previewed(running.change, result)
    } else {
      finish(running.change, result)
    }
  }

  /// Goes on after what an undo, redo or switch would come to is known.
  private mutating func previewed(_ change: PendingChange, _ result: ChangeResult) {
    switch change.request {
    case .switch(let request, let name):
      changes.endRun()
      if let question = ChangeConfirmation(before: result, name, bringingBack: change.undone) {
        return hold(change, for: question)
      }
      report(.alreadySo(request.goal), about: .key)
      runNextChange()
    case .undoRedo(let direction):
      guard let step = mailbox.group(for: direction)?.id else { return finish(change, result) }
      changes.endRun()
      let preview = UndoPreview(result, of: step, at: mailbox.revision)
      changes.previews[direction] = preview
      decide(change, direction, preview)
      runNextChange()
    case .act, .outgoing: finish(change, result)
    }
  }

  /// Ends the running change with what it came to.
  private mutating func finish(_ change: PendingChange, _ result: ChangeResult) {
    changes.endRun()
    mailbox.head = result.head
    if let revision = result.revision { mailbox.note(revision) }
    if changes.isQuitting, result.failure?.code == .cancelled {
      changes.dropped.append(title(of: change.request))
    }
    if let step = result.step {
      changes.newestStep = step
      changes.readMessages[step] = change.subject.read
    }
    if change.isAutomatic { report(settled: result.settled) } else { report(result, of: change) }
    let taken = mailbox.writing.draft(of: result.targets)
    notify(.historyChanged)
    watchLeaving(after: change, result)
    if result.failure == nil, result.kind != .nothing {
      if let next = change.next(as: changes.newID()) { changes.waiting.insert(next, at: 0) }
      outcome.steps.append(.changed(change, result))
      if case .undoRedo(.undo) = change.request, let taken, result.kind == .done {
        open(ComposePane(opening: .open(taken), inEditor: false, &self))
      }
    } else {
      notify(.unmarked(change))
      notify(.refresh)
    }
    runNextChange()
  }

  /// Says what a change came to, after what it found and settled.
  private mutating func report(_ result: ChangeResult, of change: PendingChange) {
    let rows = change.subject.counted(result)
    let done = change.done(result) ?? Sentence.result(result, of: change.kind, rows: rows)
    var sentence = done
    if change.isRepeat, result.failure == nil {
      sentence = Sentence("status.turned.several", .sentence(done), .number(change.made + 1))
    }
    if let failure = result.failure, let hint = Sentence.hint(for: failure) {
      sentence = Sentence("status.both", .sentence(done), .sentence(hint))
    }
    report(
      .settled(result.settled, before: sentence),
      isError: result.failure != nil,
      about: change.isSending && result.failure == nil ? .departure : .mail
    )
    status.isOfChange = !change.isUndoRedo && result.step != nil
  }
}

import TriageCore
import UndoKit

extension State {
  /// Lets a change wait its turn.
  mutating func enqueue(_ pending: ChangeState.Pending) -> [Effect] {
    changes.waiting.append(pending)
    return runNext()
  }

  /// Undo and redo as the focused part means them; those of mail so many times.
  mutating func turn(_ turn: ChangeState.Turn, count: Int?) -> [Effect] {
    let provider = responders().provider
    switch turn {
    case .undo: provider?.undo()
    case .redo: provider?.redo()
    }
    if let field = (provider as? TextFieldUndo)?.field { prompt?.field = field }
    guard let wish = (provider as? MailUndo)?.wish else { return [] }
    let followUps = max(1, count ?? 1) - 1
    return enqueue(
      ChangeState.Pending(wish: .turn(wish), query: list.query, followUps: followUps)
    )
  }

  /// Sends the next change if none is under way.
  mutating func runNext() -> [Effect] {
    while changes.running == nil, changes.held == nil, changes.lost == nil, engine.isAlive,
      !isQuitting, let pending = changes.waiting.first
    {
      changes.waiting.removeFirst()
      let effects = begin(pending)
      if !effects.isEmpty { return effects }
    }
    return []
  }

  /// Makes a change; before an undo or redo, looks what would come of it.
  private mutating func begin(_ pending: ChangeState.Pending) -> [Effect] {
    guard case .turn(let turn) = pending.wish else {
      return run(pending, isPreview: pending.wish.kind == .switch)
    }
    guard let outlook = outlook(of: turn) else { return run(pending, isPreview: true) }
    return decide(pending, turn, outlook)
  }

  /// Makes an undo or redo, or asks the person first.
  private mutating func decide(
    _ pending: ChangeState.Pending,
    _ turn: ChangeState.Turn,
    _ outlook: Outlook
  ) -> [Effect] {
    guard let question = question(before: turn, outlook) else {
      return run(pending, isPreview: false)
    }
    return hold(pending, for: question)
  }

  /// Lets a change wait for a person's answer.
  private mutating func hold(_ pending: ChangeState.Pending, for question: Question) -> [Effect] {
    changes.held = pending
    dialog = DialogState(kind: .question(question))
    return []
  }

  /// Asks the engine for a change, or for what would come of it.
  mutating func run(_ pending: ChangeState.Pending, isPreview: Bool) -> [Effect] {
    guard let change = change(for: pending) else { return [] }
    let id = newRequestID()
    changes.running = ChangeState.Running(id: id, pending: pending, isPreview: isPreview)
    changes.seconds = 0
    let request = ChangeRequest(
      change,
      context: context(pending),
      dryRun: isPreview,
      effects: effects,
      titles: config.actions.titles(of: change.actions)
    )
    return [.send(EngineRequest(id: id, .change(request)))]
  }

  /// Takes what a turn would come to; what cannot be done at all has come to nothing.
  mutating func takePreview(
    _ pending: ChangeState.Pending,
    _ result: ChangeResult
  ) -> [Effect] {
    // Nothing more is asked of the engine: it is told of as not done.
    if isQuitting { return [] }
    if case .switch(let request, let name) = pending.wish, result.failure == nil {
      changes.running = nil
      if let question = Question(before: result, name) { return hold(pending, for: question) }
      say(.alreadySo(request.goal))
      return runNext()
    }
    guard case .turn(let turn) = pending.wish, result.failure == nil,
      let step = group(of: turn)?.id
    else { return finish(pending, result) }
    changes.running = nil
    let outlook = Outlook(result, of: step, at: engine.revision)
    changes.outlooks[turn] = outlook
    return decide(pending, turn, outlook)
  }

  /// What is asked of the engine: of undo and redo, exactly the group whose title is shown now.
  private mutating func change(for pending: ChangeState.Pending) -> Change? {
    switch pending.wish {
    case .act(let action, let messages):
      // Of several copies of a message, the one in the folder that is shown is moved.
      let from = action.folder.flatMap { _ in MailQuery(pending.query).folder }
      return .perform([Command([action], on: .messages(messages), from: from)], name: nil)
    case .turn(let turn):
      let step = turn == .undo ? head.undo : head.redo
      guard let step else {
        if !pending.isFollowUp { say(turn.nothing, about: .key) }
        return nil
      }
      let request = UndoRequest(expected: step.id)
      return turn == .undo ? .undo(request) : .redo(request)
    case .switch(let request, name: _): return .turn(request)
    }
  }

  private func context(_ pending: ChangeState.Pending) -> StepContext {
    var context = context
    context.view = pending.query
    context.anchor = pending.anchor
    if pending.isAutomatic { context.origin = .automatic }
    return context
  }

  /// Takes what the running change came to.
  mutating func finish(_ pending: ChangeState.Pending, _ result: ChangeResult) -> [Effect] {
    changes.running = nil
    changes.progress = nil
    head = result.head
    if isQuitting, result.failure?.code == .cancelled {
      changes.dropped.append(title(of: pending.wish))
    }
    if let step = result.step { changes.newestStep = step }
    let renewal = renewHistory()
    if pending.isAutomatic { tell(result.settled) } else { tell(result, of: pending) }
    guard result.failure == nil, result.kind != .nothing else {
      restore(pending)
      return renewal + refresh() + runNext()
    }
    if config.list.acted == .remove {
      list.acted.subtract(pending.threads)
      list.struck.subtract(pending.threads)
    }
    if let next = pending.next { changes.waiting.insert(next, at: 0) }
    return renewal + (pending.wish.isTurn ? goToPlace(of: result) : refresh()) + runNext()
  }

  /// Says what a change came to, after what it found and settled.
  private mutating func tell(_ result: ChangeResult, of pending: ChangeState.Pending) {
    let said = Sentence.result(result, of: pending.wish.kind, rows: pending.rows)
    let isError = result.failure != nil
    var sentence = said
    if let failure = result.failure, let hint = Sentence.hint(for: failure) {
      sentence = Sentence("status.both", .sentence(said), .sentence(hint))
    }
    say(telling(result.settled, before: sentence), isError: isError)
  }

  /// Takes back the marks of a change that came to nothing.
  ///
  /// Those of a list that is not shown are taken back when it is shown again.
  mutating func restore(_ pending: ChangeState.Pending) {
    guard list.query == pending.query else { return changes.unrestored.append(pending) }
    for (thread, row) in pending.before where list.rows[thread] != nil {
      list.rows[thread] = row
      list.stale.insert(thread)
    }
    list.struck.subtract(pending.struck)
    list.selected.formUnion(pending.selected.intersection(list.order))
  }

  /// Gives up what waits and asks the engine to stop what runs.
  mutating func cancelChanges() -> [Effect] {
    for pending in changes.waiting.reversed() { restore(pending) }
    let isWaiting = !changes.waiting.isEmpty || !changes.gathering.isEmpty
    changes.waiting = []
    if let gathering = changes.gathering.first { list.selected.formUnion(gathering.selected) }
    changes.gathering = []
    changes.running?.pending.followUps = 0
    guard let id = changes.running?.id, engine.isAlive else {
      if isWaiting { say(TriageFailure(.cancelled)) }
      return []
    }
    return [.send(EngineRequest(id: newRequestID(), .cancel(id)))]
  }
}

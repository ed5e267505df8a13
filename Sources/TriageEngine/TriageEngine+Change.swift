package import TriageCore

// The write path: the stages of one change, in their order. `README.md` beside this draws them; the
// numbers are those of its picture. Stage 2 is in `TriageEngine+Settling.swift`, resolving in
// `TriageEngine+Resolving.swift`, stages 7 and 8 are in `TriageEngine+Files.swift`.

extension TriageEngine {
  /// Does what is asked, or says why not; every change of mail goes through here.
  ///
  /// A result of kind `.failed` or `.refused` means that nothing was changed.
  package func change(_ request: ChangeRequest, control: ChangeControl) -> ChangeResult {
    var change = EngineChange(request, control)
    var result: ChangeResult
    do {
      try request.dryRun ? preview(&change) : perform(&change)
      result = change.result
    } catch {
      result = ChangeResult(kind: error.isRefusal ? .refused : .failed, failure: error)
    }
    result.settled = change.settled
    if result.step != nil || !result.settled.isEmpty { upkeep() }
    if let head = try? history.head() { result.head = head }
    result.revision = try? store.revision()
    return nameKeepers(of: result)
  }

  /// Plans without the lock and writes nothing; the counts are those of the real thing.
  private func preview(_ change: inout EngineChange) throws(TriageFailure) {
    if change.request.inOrder { try orderDryRun(&change) }
    try resolve(&change, in: store)
    let view = PlanView(history: try history, mail: store, files: FileDuties(self))
    while let plan = try change.planner?.next(view) { change.summary.count(plan) }
  }

  /// Goes the whole way, or as far as there is something to do.
  ///
  /// A step without tags has nothing to commit: its files move under the lock of the plan.
  private func perform(_ change: inout EngineChange) throws(TriageFailure) {
    // Whoever looks often for what is due takes the lock for nothing but that.
    if case .wake = change.request.change {
      let sleepers = try sleepers(change.request.effects)
      if sleepers.due.isEmpty { return }
      change.sleepers = sleepers
    }
    let control = change.control
    let writer = try openOrdered(&change)
    defer { writer.abandon() }
    control.reach(.settled)
    try resolve(&change, in: writer)
    if change.needsConfirmation { return }
    try lookAfterCarrying(with: writer, for: change.request.context)
    try write(&change, with: writer)
    see(change)
  }

  /// Has the look know the messages that came since: what is changed of them from now on is somebody's.
  private func see(_ change: EngineChange) {
    guard change.step != nil, !change.newcomers.isEmpty else { return }
    try? (history as? any SharedHistory)?.see(change.newcomers)
  }

  /// 3 to 8: plans, records and writes what has been resolved, with the lock that is held.
  func write(_ change: inout EngineChange, with writer: any MailWriter) throws(TriageFailure) {
    let control = change.control
    try record(&change, with: writer)
    guard let step = change.step, change.changesMail else { return }
    control.reach(.recorded)
    if change.changesTags {
      try writeTags(of: step, &change, with: writer)
      try commit(step, &change, with: writer)
      markWritten(step, &change)
    } else {
      try markMoving(step, &change)
    }
    guard change.progress == .tagged else { return }
    try finish(step, &change, with: change.changesTags ? nil : writer)
  }

  /// 3, 4: plans the step and makes its record durable, if there is anything to record.
  private func record(
    _ change: inout EngineChange,
    with writer: any MailWriter
  ) throws(TriageFailure) {
    let draft = change.draft(at: settings.now(), from: try writer.revision())
    let recorder = try history.begin(draft)
    defer { recorder.abandon() }
    try plan(&change, into: recorder, with: writer)
    guard change.isWorthARow, !change.wouldSend else { return }
    try change.control.checkCancelled()
    change.control.reach(.planned)
    change.progress = change.changesMail ? .intent : .done
    change.step = try recorder.commit(as: change.progress)
  }

  /// 3: plans the step, some messages at a time.
  private func plan(
    _ change: inout EngineChange,
    into recorder: any StepRecorder,
    with writer: any MailWriter
  ) throws(TriageFailure) {
    let duties = FileDuties(self)
    let view = PlanView(history: try history, mail: writer, files: duties)
    var slice = Slice(change.control, length: settings.slice)
    while let plan = try change.planner?.next(view) {
      try change.control.checkCancelled()
      change.summary.count(plan)
      change.newcomers.merge(plan.newcomers) { first, _ in first }
      change.changesTags = change.changesTags || !plan.written.isEmpty
      change.changesMail = change.changesMail || !plan.written.isEmpty || !plan.moved.isEmpty
      try recorder.append(plan)
      try slice.yieldIfNeeded(.writing(done: 0, total: change.total))
    }
    change.changesFiles = duties.anyFollows
  }

  /// 5: writes the tags in one atomic section; it can be given up until that ends.
  ///
  /// Whatever fails leaves the index as it was, and the row becomes void.
  private func writeTags(
    of step: StepID,
    _ change: inout EngineChange,
    with writer: any MailWriter
  ) throws(TriageFailure) {
    let control = change.control
    do {
      try writer.begin()
      var slice = Slice(control, length: settings.slice)
      var pages = WritePages(of: step, in: try history)
      var done = 0
      while let writes = try pages.next() {
        for write in writes where write.changesTags {
          _ = try writer.write(write)
          done += 1
          if done == 1 { control.reach(.begun) }
          try slice.yieldIfNeeded(.writing(done: done, total: change.summary.changed))
        }
      }
      control.reach(.written)
      try control.checkCancelled()
      change.revision = try writer.end()
      control.reach(.ended)
    } catch {
      writer.abandon()
      _ = try? history.advance(step, from: .intent, to: .void, revisionAfter: nil)
      throw error
    }
  }

  /// 5: closes the index; that is the commit point.
  ///
  /// A failed close may have committed all the same: what a fresh look finds counts.
  private func commit(
    _ step: StepID,
    _ change: inout EngineChange,
    with writer: any MailWriter
  ) throws(TriageFailure) {
    do {
      try writer.close()
    } catch {
      guard isCommitted(step, &change) else { throw error }
    }
    change.control.reach(.committed)
  }

  /// Whether a step is found in the index when its open row is settled.
  ///
  /// If nothing can be found out now, the row stays open for the next writer to settle.
  private func isCommitted(_ step: StepID, _ change: inout EngineChange) -> Bool {
    var settled: [SettledStep] = []
    do {
      try openSettled(change.control, &settled).abandon()
      // A void row is not found.
      let isFound = try history.step(step) != nil
      change.settled += settled.filter { $0.step != step }
      return isFound
    } catch {
      return false
    }
  }

  /// 6: moves the row on.
  ///
  /// If that fails, the next writer settles it, and its files follow then.
  private func markWritten(_ step: StepID, _ change: inout EngineChange) {
    let next: StepProgress = change.changesFiles ? .tagged : .done
    do {
      _ = try history.advance(step, from: .intent, to: next, revisionAfter: change.revision)
      change.progress = next
      change.control.reach(.tagged)
    } catch {
      if change.changesFiles { change.summary.add(filesOpen(of: step)) }
    }
  }

  /// 6: moves on the row of a step that changes no tag; whoever wants to give up says so now.
  ///
  /// The lock has been held since the plan: up to the first file nothing has happened, and whatever
  /// fails leaves all as it was.
  private func markMoving(_ step: StepID, _ change: inout EngineChange) throws(TriageFailure) {
    do {
      change.control.serveReads()
      try change.control.checkCancelled()
      _ = try history.advance(step, from: .intent, to: .tagged, revisionAfter: nil)
    } catch {
      _ = try? history.advance(step, from: .intent, to: .void, revisionAfter: nil)
      throw error
    }
    change.progress = .tagged
    change.control.reach(.tagged)
  }

  /// 7, 8: lets the files follow, and notes those that could not.
  private func finish(
    _ step: StepID,
    _ change: inout EngineChange,
    with writer: (any MailWriter)?
  ) throws(TriageFailure) {
    let files = syncFiles(of: step, change.control, with: writer)
    if files.isVoid { throw TriageFailure(.cancelled) }
    change.summary.add(files.left)
    if files.isFinished { change.progress = .done }
  }

  /// The names of the groups that keep a message's tags are for people: found once, at the end.
  private func nameKeepers(of result: ChangeResult) -> ChangeResult {
    var result = result
    var names: [StepID: ActionName?] = [:]
    for index in result.skipped.indices {
      guard let keeper = result.skipped[index].by else { continue }
      if names[keeper] == nil { names[keeper] = (try? history.step(keeper))?.name }
      result.skipped[index].byName = names[keeper] ?? nil
    }
    return result
  }
}

/// The writes of a step as its record has them, page by page.
struct WritePages {
  private let history: any HistoryStore
  private let step: StepID
  private var cursor: Int64?
  private var isAtEnd = false

  init(of step: StepID, in history: any HistoryStore) {
    self.step = step
    self.history = history
  }

  /// The writes of the next messages; `nil` after the last.
  mutating func next() throws(TriageFailure) -> [TagWrite]? {
    if isAtEnd { return nil }
    let page = try history.writes(of: step, from: cursor, limit: messagesPerPlan)
    cursor = page.next
    isAtEnd = page.next == nil
    return page.writes
  }
}

extension TriageFailure {
  /// Whether it was asked for and not tried.
  fileprivate var isRefusal: Bool {
    [.confirmationNeeded, .declined, .headChanged].contains(code)
  }
}

import TriageCore

extension TriageEngine {
  /// The one write: intent, tags, commit, files, done.
  ///
  /// ```
  /// plan ─▶ journal: intent, durable ─▶ index: one atomic section, close = commit point
  ///      ─▶ journal: tagged ─▶ files follow ─▶ journal: done
  /// ```
  func write(
    _ job: Job,
    _ request: ChangeRequest,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> ChangeResult {
    var job = job
    let draft = StepDraft(
      kind: job.kind,
      of: job.target?.id,
      name: job.kind == .action ? job.name : nil,
      context: request.context,
      at: settings.now(),
      revisionBefore: try reading { () throws(IndexError) in try writer.revision() },
      toggles: job.toggles
    )
    let recorder = try recording { () throws(JournalError) in try history.begin(draft) }
    var isRecorded = false
    defer { if !isRecorded { recorder.abandon() } }

    var tally = Tally(of: job.kind, keepsChanges: request.reportsChanges)
    var files = FileDuties(engine: self)
    try plan(&job, into: recorder, &tally, &files, with: writer, control)
    var result = job.result(tally)
    if tally.changed == 0, job.kind == .action { return result }

    let isEmpty = tally.changed == 0
    let step = try recording { () throws(JournalError) in
      try recorder.commit(as: isEmpty ? .done : .intent)
    }
    isRecorded = true
    result.step = step
    if isEmpty { return result }
    try commit(step, total: tally.changed, files: files.isNeeded, with: writer, control)
    if files.isNeeded {
      tally.addFlagsNotWritten(try finishFiles(of: step, control))
      result = job.result(tally)
      result.step = step
    }
    return result
  }

  private func plan(
    _ job: inout Job,
    into recorder: any StepRecorder,
    _ tally: inout Tally,
    _ files: inout FileDuties,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    var states: [MessageID: MessageState] = [:]
    let view = PlanView(history: history) { messages throws(IndexError) in
      states = try writer.states(of: messages)
      return states
    }
    while let plan = try job.source.next(view) {
      if control.isCancelled() { throw TriageFailure(.cancelled) }
      try files.check(plan, states)
      tally.count(plan)
      try recording { () throws(JournalError) in try recorder.append(plan) }
      control.serveReads()
    }
  }

  /// Writes the tags of a recorded step and moves its row on.
  ///
  /// Whatever fails before `close` has answered leaves the index as it was: the row becomes void.
  private func commit(
    _ step: StepID,
    total: Int,
    files: Bool,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    let revision: IndexRevision
    do {
      revision = try writeTags(of: step, total: total, with: writer, control)
    } catch {
      writer.abandon()
      _ = try? history.advance(step, from: .intent, to: .void, revisionAfter: nil)
      throw error
    }
    do {
      try reading { () throws(IndexError) in try writer.close() }
    } catch {
      try believeIndex(about: step, error, control)
    }
    _ = try recording { () throws(JournalError) in
      try history.advance(
        step,
        from: .intent,
        to: files ? .tagged : .done,
        revisionAfter: revision
      )
    }
  }

  private func writeTags(
    of step: StepID,
    total: Int,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> IndexRevision {
    try reading { () throws(IndexError) in try writer.begin() }
    var slice = Slice(control)
    var done = 0
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try recording { () throws(JournalError) in
        try history.writes(of: step, from: place, limit: 500)
      }
      for write in page.writes {
        _ = try reading { () throws(IndexError) in try writer.write(write) }
        done += 1
        try slice.breathe(.writing(done: done, total: total))
      }
      cursor = page.next
    } while cursor != nil
    return try reading { () throws(IndexError) in try writer.end() }
  }

  /// A failed close may have committed all the same: what a fresh look finds counts.
  private func believeIndex(
    about step: StepID,
    _ failure: TriageFailure,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    let (writer, settled) = try openSettled(control)
    writer.abandon()
    guard settled.contains(where: { $0.step == step && $0.complete }) else { throw failure }
  }
}

/// A slice of a long write: between two, waiting reads are served and the person may give up.
struct Slice {
  private let control: ChangeControl
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant

  init(_ control: ChangeControl) {
    self.control = control
    start = clock.now
  }

  mutating func breathe(_ progress: ChangeProgress) throws(TriageFailure) {
    guard clock.now - start >= .milliseconds(40) else { return }
    if control.isCancelled() { throw TriageFailure(.cancelled) }
    control.progress(progress)
    control.serveReads()
    start = clock.now
  }
}

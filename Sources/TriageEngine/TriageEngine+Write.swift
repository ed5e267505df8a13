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
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> ChangeResult {
    var job = job
    var tally = Tally(of: job.kind, keepsChanges: request.reportsChanges)
    guard let (step, hasFiles) = try record(&job, request, &tally, with: writer, control) else {
      return job.result(tally)
    }
    var isFinished = true
    if tally.changed > 0 {
      control.reach(.recorded)
      isFinished = try commit(
        step,
        total: tally.changed,
        files: hasFiles,
        with: writer,
        control,
        &settled
      )
      if hasFiles {
        let following =
          isFinished ? followFiles(of: step, control) : Following(left: filesOpen(of: step))
        if following.isVoid { throw TriageFailure(.cancelled) }
        tally.add(following.left)
        isFinished = isFinished && following.isFinished
      }
    }
    var result = job.result(tally)
    result.step = step
    result.isUnfinished = !isFinished
    return result
  }

  /// Plans a job and makes its record durable; `nil` if there is nothing to record.
  private func record(
    _ job: inout Job,
    _ request: ChangeRequest,
    _ tally: inout Tally,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> (step: StepID, hasFiles: Bool)? {
    let draft = StepDraft(
      kind: job.kind,
      of: job.target?.id,
      name: job.kind.isGroup ? job.name : nil,
      context: request.context,
      at: settings.now(),
      revisionBefore: try reading { () throws(IndexError) in try writer.revision() },
      toggles: job.toggles
    )
    let recorder = try recording { () throws(JournalError) in try history.begin(draft) }
    var isRecorded = false
    defer { if !isRecorded { recorder.abandon() } }
    let hasFiles = try plan(&job, into: recorder, &tally, with: writer, control)
    guard job.isWorthARow(tally) else { return nil }
    try control.checkCancelled()
    control.reach(.planned)
    let progress: StepProgress = tally.changed == 0 ? .done : .intent
    let step = try recording { () throws(JournalError) in try recorder.commit(as: progress) }
    isRecorded = true
    return (step, hasFiles)
  }

  /// Plans a job, some messages at a time; returns whether files must follow.
  private func plan(
    _ job: inout Job,
    into recorder: any StepRecorder,
    _ tally: inout Tally,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Bool {
    let duties = FileDuties(self)
    let view = PlanView(
      history: history,
      revision: { () throws(IndexError) in try writer.revision() },
      states: { messages throws(IndexError) in try writer.states(of: messages) },
      lastChanges: { messages throws(IndexError) in try writer.lastChanges(of: messages) },
      files: duties
    )
    var slice = Slice(control, length: settings.slice)
    while let plan = try job.source.next(view) {
      try control.checkCancelled()
      tally.count(plan)
      try recording { () throws(JournalError) in try recorder.append(plan) }
      try slice.breathe(.writing(done: 0, total: job.source.total))
    }
    return duties.anyFollows
  }

  /// Writes the tags of a recorded step and moves its row on.
  ///
  /// Whatever fails before `close` has answered leaves the index as it was: the row becomes void.
  ///
  /// - Returns: Whether the row could be moved on; if not, the next writer settles it.
  private func commit(
    _ step: StepID,
    total: Int,
    files: Bool,
    with writer: any MailWriter,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> Bool {
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
      try believeIndex(about: step, error, control, &settled)
    }
    control.reach(.committed)
    let next: StepProgress = files ? .tagged : .done
    do throws(JournalError) {
      _ = try history.advance(step, from: .intent, to: next, revisionAfter: revision)
    } catch {
      return false
    }
    control.reach(.tagged)
    return true
  }

  private func writeTags(
    of step: StepID,
    total: Int,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> IndexRevision {
    try reading { () throws(IndexError) in try writer.begin() }
    var slice = Slice(control, length: settings.slice)
    var done = 0
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try recording { () throws(JournalError) in
        try history.writes(of: step, from: place, limit: messagesPerPlan)
      }
      for write in page.writes where write.changesTags {
        _ = try reading { () throws(IndexError) in try writer.write(write) }
        done += 1
        if done == 1 { control.reach(.begun) }
        try slice.breathe(.writing(done: done, total: total))
      }
      cursor = page.next
    } while cursor != nil
    control.reach(.written)
    try control.checkCancelled()
    let revision = try reading { () throws(IndexError) in try writer.end() }
    control.reach(.ended)
    return revision
  }

  /// A failed close may have committed all the same: what a fresh look finds counts.
  ///
  /// If nothing can be found out now, the row stays open for the next writer to settle.
  private func believeIndex(
    about step: StepID,
    _ failure: TriageFailure,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) {
    var found: [SettledStep] = []
    let row: StepSummary?
    do {
      try openSettled(control, &found).abandon()
      row = try history.step(step)
    } catch {
      throw failure
    }
    settled += found.filter { $0.step != step }
    // A void row is not found.
    guard row != nil else { throw failure }
  }
}

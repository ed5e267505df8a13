import TriageCore

extension TriageEngine {
  /// The one write: intent, tags, commit, files, done.
  ///
  /// ```
  /// plan ─▶ journal: intent, durable ─▶ index: one atomic section, close = commit point
  ///      ─▶ journal: tagged ─▶ files follow ─▶ journal: done
  /// ```
  ///
  /// A step without tags has nothing to commit: its files move under the lock of the plan.
  func write(
    _ job: Job,
    _ request: ChangeRequest,
    with writer: any MailWriter,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> ChangeResult {
    var job = job
    var tally = Tally(of: job.kind, keepsChanges: request.reportsChanges)
    guard let record = try record(&job, request, &tally, with: writer, control) else {
      return job.result(tally)
    }
    var isFinished = true
    if tally.changed > 0 {
      control.reach(.recorded)
      let following =
        record.changesTags
        ? try commit(record, total: tally.changed, with: writer, control, &settled)
        : try move(record, with: writer, control)
      if following.isVoid { throw TriageFailure(.cancelled) }
      tally.add(following.left)
      isFinished = following.isFinished
    }
    var result = job.result(tally)
    result.step = record.step
    result.isUnfinished = !isFinished
    return result
  }

  /// A step whose record is durable, and what there is to do for it.
  private struct Record {
    let step: StepID
    let changesTags: Bool
    /// Whether files are renamed or moved.
    let hasFiles: Bool
  }

  /// Plans a job and makes its record durable; `nil` if there is nothing to record.
  private func record(
    _ job: inout Job,
    _ request: ChangeRequest,
    _ tally: inout Tally,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Record? {
    let draft = StepDraft(
      kind: job.kind,
      of: job.target?.id,
      name: job.kind.isGroup ? job.name : nil,
      actions: job.actions,
      context: request.context,
      at: settings.now(),
      revisionBefore: try writer.revision(),
      toggles: job.toggles
    )
    let recorder = try history.begin(draft)
    var isRecorded = false
    defer { if !isRecorded { recorder.abandon() } }
    let (tags, files) = try plan(&job, into: recorder, &tally, with: writer, control)
    guard job.isWorthARow(tally) else { return nil }
    try control.checkCancelled()
    control.reach(.planned)
    let progress: StepProgress = tally.changed == 0 ? .done : .intent
    let step = try recorder.commit(as: progress)
    isRecorded = true
    return Record(step: step, changesTags: tags, hasFiles: files)
  }

  /// Plans a job, some messages at a time; returns whether it changes tags, and whether files.
  private func plan(
    _ job: inout Job,
    into recorder: any StepRecorder,
    _ tally: inout Tally,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> (tags: Bool, files: Bool) {
    let duties = FileDuties(self)
    let view = PlanView(history: history, mail: writer, files: duties)
    var changesTags = false
    var slice = Slice(control, length: settings.slice)
    while let plan = try job.source.next(view) {
      try control.checkCancelled()
      tally.count(plan)
      changesTags = changesTags || !plan.written.isEmpty
      try recorder.append(plan)
      try slice.breathe(.writing(done: 0, total: job.source.total))
    }
    return (changesTags, duties.anyFollows)
  }

  /// Writes the tags of a recorded step, moves its row on, and lets its files follow.
  ///
  /// Whatever fails before `close` has answered leaves the index as it was: the row becomes void. A
  /// row that cannot be moved on is settled by the next writer.
  private func commit(
    _ record: Record,
    total: Int,
    with writer: any MailWriter,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> Following {
    let step = record.step
    let revision: IndexRevision
    do {
      revision = try writeTags(of: step, total: total, with: writer, control)
    } catch {
      writer.abandon()
      _ = try? history.advance(step, from: .intent, to: .void, revisionAfter: nil)
      throw error
    }
    do {
      try writer.close()
    } catch {
      try believeIndex(about: step, error, control, &settled)
    }
    control.reach(.committed)
    let next: StepProgress = record.hasFiles ? .tagged : .done
    do throws(TriageFailure) {
      _ = try history.advance(step, from: .intent, to: next, revisionAfter: revision)
    } catch {
      return Following(left: record.hasFiles ? filesOpen(of: step) : [])
    }
    control.reach(.tagged)
    return record.hasFiles ? followFiles(of: step, control) : Following(isFinished: true)
  }

  /// Moves the files of a recorded step that changes no tag.
  ///
  /// The lock has been held since the plan: up to the first file nothing has happened, and whatever
  /// fails leaves all as it was.
  private func move(
    _ record: Record,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Following {
    do {
      // Who wants to give up says so now.
      control.serveReads()
      try control.checkCancelled()
      _ = try history.advance(record.step, from: .intent, to: .tagged, revisionAfter: nil)
    } catch {
      _ = try? history.advance(record.step, from: .intent, to: .void, revisionAfter: nil)
      throw error
    }
    control.reach(.tagged)
    return followFiles(of: record.step, control, with: writer)
  }

  private func writeTags(
    of step: StepID,
    total: Int,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> IndexRevision {
    try writer.begin()
    var slice = Slice(control, length: settings.slice)
    var done = 0
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try history.writes(of: step, from: place, limit: messagesPerPlan)
      for write in page.writes where write.changesTags {
        _ = try writer.write(write)
        done += 1
        if done == 1 { control.reach(.begun) }
        try slice.breathe(.writing(done: done, total: total))
      }
      cursor = page.next
    } while cursor != nil
    control.reach(.written)
    try control.checkCancelled()
    let revision = try writer.end()
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

package import TriageCore

extension TriageEngine {
  /// Settles what dead processes left open, if the lock is free now.
  package func settle(control: ChangeControl) throws(TriageFailure) -> [SettledStep] {
    guard try lock.isFree() else { return [] }
    return try recover(control: control)
  }

  /// Settles what dead processes left open; waits for the lock if there is anything.
  package func recover(control: ChangeControl) throws(TriageFailure) -> [SettledStep] {
    guard try !history.openSteps().isEmpty else {
      return []
    }
    var settled: [SettledStep] = []
    try openSettled(control, &settled).abandon()
    return settled
  }

  /// Opens the index for writing with no open row left in the history.
  ///
  /// Tags are never changed by settling: what was committed is completed, what was not is void. What
  /// became of them is added to `settled`, even if opening fails in the end.
  func openSettled(
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> any MailWriter {
    var tried: Set<StepID> = []
    while true {
      let writer = try openWriter(control)
      control.reach(.locked)
      let tagged: [StepSummary]
      do {
        tagged = try judgeOpenSteps(with: writer, control, &settled).filter {
          !tried.contains($0.id)
        }
        if tagged.isEmpty {
          try turnOffLostSteps(with: writer, &settled)
          return writer
        }
      } catch {
        writer.abandon()
        throw error
      }
      writer.abandon()
      for step in tagged {
        tried.insert(step.id)
        // A batch that fails leaves the row tagged: files can follow later, the tags are safe.
        let isFinished = syncFiles(of: step.id, control).isFinished
        if isFinished, step.progress == .tagged { report(step, complete: true, &settled) }
      }
    }
  }

  /// Decides what becomes of the open rows; returns those whose files must follow, with the lock
  /// taken anew.
  private func judgeOpenSteps(
    with writer: any MailWriter,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> [StepSummary] {
    let open = try history.openSteps()
    var tagged: [StepSummary] = []
    for step in open {
      let next =
        try step.progress == .tagged ? judgeTagged(step, writer) : judge(step, with: writer)
      control.reach(.judged)
      if next == step.progress {
        tagged.append(step)
        continue
      }
      let revision = try writer.revision()
      let isOurs = try history.advance(
        step.id,
        from: step.progress,
        to: next,
        revisionAfter: next == .void ? nil : revision
      )
      if isOurs {
        quietLook = nil
        report(step, complete: next != .void, &settled)
      }
      if next == .tagged { tagged.append(step) }
    }
    return tagged
  }

  /// Decides what an intent becomes.
  ///
  /// It was committed if all its messages were changed after it began (as far as revisions compare)
  /// and some tag is as the step wanted it: an atomic section is one revision, and leaves no trace
  /// if it was not committed.
  private func judge(
    _ step: StepSummary,
    with writer: any MailWriter
  ) throws(TriageFailure) -> StepProgress {
    let now = try writer.revision()
    let compares = now.uuid == step.revisionBefore.uuid
    var (someHold, hasFiles) = (false, false)
    var pages = WritePages(of: step.id, in: try history)
    while let writes = try pages.next() {
      let messages = writes.filter(\.changesTags).map(\.message)
      if compares {
        let changes = try writer.lastChanges(of: messages)
        guard changes.values.allSatisfy({ $0 > step.revisionBefore.number }) else { return .void }
      }
      let states = try writer.states(of: messages)
      someHold =
        someHold || writes.contains { $0.isHeld(by: states[$0.message]?.tags) }
      hasFiles = hasFiles || writes.contains(where: self.hasFiles)
    }
    guard someHold else { return .void }
    return hasFiles ? .tagged : .done
  }

  /// Decides what a tagged row becomes: if it is only about moves, and no file had moved when its
  /// process died, nothing has happened.
  private func judgeTagged(
    _ step: StepSummary,
    _ writer: any MailWriter
  ) throws(TriageFailure) -> StepProgress {
    // What has begun to leave is never said not to have happened.
    guard try history.departures(of: step.id).isEmpty else { return .tagged }
    // Whoever files holds the lock until the index has the file.
    let filings = try history.filings(of: step.id)
    guard filings.isEmpty else { return judge(filings) }
    guard !settings.isRunning(step.context) else { return .tagged }
    var pages = WritePages(of: step.id, in: try history)
    while let writes = try pages.next() {
      let states = try writer.states(of: writes.map(\.message))
      for write in writes {
        if write.changesTags { return .tagged }
        guard let state = states[write.message] else { continue }
        if FileSteps(write, state, files, flags: false).haveBegun { return .tagged }
        tidy(write)
      }
    }
    return .void
  }

  /// Removes what was copied only in part.
  private func tidy(_ write: TagWrite) {
    for move in write.moves { try? files.tidy(move.found, movedTo: move.wanted) }
  }

  /// Notes what became of a row, unless its own process lives and reports it.
  private func report(_ step: StepSummary, complete: Bool, _ settled: inout [SettledStep]) {
    guard !settings.isRunning(step.context) else { return }
    var report = SettledStep(step, complete: complete)
    report.isListed = step.context.isInteractive
    if let group = step.of { report.name = (try? history.step(group))?.name }
    settled.append(report)
  }
}

extension TriageEngine {
  /// Runs something with the index's write lock held; the index is not changed.
  package func holdingLock<T>(
    _ control: ChangeControl,
    _ body: () throws(TriageFailure) -> T
  ) throws(TriageFailure) -> T {
    let writer = try openWriter(control)
    defer { writer.abandon() }
    control.reach(.locked)
    return try body()
  }

  /// Waits for the index's write lock, then opens the index for writing.
  ///
  /// Opening a locked index would wait for ever, so the lock is probed first; the person sees who
  /// holds it, and can give up.
  func openWriter(_ control: ChangeControl) throws(TriageFailure) -> any MailWriter {
    let clock = ContinuousClock()
    let start = clock.now
    var nextReport = start + .milliseconds(300)
    while try !lock.isFree() {
      if control.isCancelled() { throw TriageFailure(.cancelled) }
      let waited = clock.now - start
      if let timeout = control.lockTimeout, waited >= timeout { throw lockedOut() }
      // Again each second: another program may hold it by now, and who waits sees that we live.
      if clock.now >= nextReport {
        control.progress(.waiting(lock.holder()))
        nextReport = clock.now + .seconds(1)
      }
      control.pause(.milliseconds(50))
    }
    control.willOpen()
    defer { control.didOpen() }
    return try store.openForWriting()
  }

  private func lockedOut() -> TriageFailure {
    guard let holder = lock.holder() else { return TriageFailure(.locked, "") }
    return TriageFailure(.locked, "\(holder.program) (\(holder.pid))")
  }
}

extension SettledStep {
  init(_ step: StepSummary, complete: Bool) {
    self.init(
      step: step.id,
      kind: step.kind,
      name: step.name,
      messages: step.messages,
      complete: complete
    )
  }
}

extension TagWrite {
  /// Returns whether some tag of the write is as it was to be.
  fileprivate func isHeld(by tags: Set<MailTag>?) -> Bool {
    guard let tags else { return false }
    return add.contains { tags.contains($0) } || remove.contains { !tags.contains($0) }
  }
}

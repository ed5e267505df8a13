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
  /// there is to tell of it is added to `told`, even if opening fails in the end.
  func openSettled(
    _ control: ChangeControl,
    _ told: inout [SettledStep]
  ) throws(TriageFailure) -> any MailWriter {
    var tried: Set<StepID> = []
    while true {
      let writer = try openWriter(control)
      control.reach(.locked)
      let tagged: [StepSummary]
      do {
        tagged = try judgeOpenSteps(with: writer, control, &told).filter { !tried.contains($0.id) }
        if tagged.isEmpty {
          try turnOffLostSteps(with: writer, &told)
          return writer
        }
      } catch {
        writer.abandon()
        throw error
      }
      writer.abandon()
      for step in tagged {
        tried.insert(step.id)
        // A hold that fails leaves the row tagged: files can follow later, the tags are safe.
        let isFinished = followFiles(of: step.id, control).isFinished
        if isFinished, step.progress == .tagged { tell(step, complete: true, &told) }
      }
    }
  }

  /// Decides what becomes of the open rows; returns those whose files must follow, under holds of
  /// their own.
  private func judgeOpenSteps(
    with writer: any MailWriter,
    _ control: ChangeControl,
    _ told: inout [SettledStep]
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
      if isOurs { tell(step, complete: next != .void, &told) }
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
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try history.writes(of: step.id, from: place, limit: messagesPerPlan)
      let messages = page.writes.filter(\.changesTags).map(\.message)
      if compares {
        let changes = try writer.lastChanges(of: messages)
        guard changes.values.allSatisfy({ $0 > step.revisionBefore.number }) else { return .void }
      }
      let states = try writer.states(of: messages)
      someHold =
        someHold || page.writes.contains { $0.isHeld(by: states[$0.message]?.tags) }
      hasFiles = hasFiles || page.writes.contains(where: self.hasFiles)
      cursor = page.next
    } while cursor != nil
    guard someHold else { return .void }
    return hasFiles ? .tagged : .done
  }

  /// Decides what a tagged row becomes: if it is only about moves, and no file had moved when its
  /// process died, nothing has happened.
  private func judgeTagged(
    _ step: StepSummary,
    _ writer: any MailWriter
  ) throws(TriageFailure) -> StepProgress {
    guard !settings.isRunning(step.context) else { return .tagged }
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try history.writes(of: step.id, from: place, limit: messagesPerPlan)
      let states = try writer.states(of: page.writes.map(\.message))
      for write in page.writes {
        if write.changesTags { return .tagged }
        guard let state = states[write.message] else { continue }
        if FileSteps(write, state, files, flags: false).haveBegun { return .tagged }
        tidy(write)
      }
      cursor = page.next
    } while cursor != nil
    return .void
  }

  /// Removes what was copied only in part.
  private func tidy(_ write: TagWrite) {
    for move in write.moves { try? files.tidy(move.found, movedTo: move.wanted) }
  }

  /// Notes what became of a row, unless its own process lives and tells it.
  private func tell(_ step: StepSummary, complete: Bool, _ told: inout [SettledStep]) {
    guard !settings.isRunning(step.context) else { return }
    var settled = SettledStep(step, complete: complete)
    if let group = step.of { settled.name = (try? history.step(group))?.name }
    told.append(settled)
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

package import TriageCore

extension TriageEngine {
  /// Settles what dead processes left open, if the lock is free now.
  package func settle(control: ChangeControl) throws(TriageFailure) -> [SettledStep] {
    let open = try recording { () throws(JournalError) in try history.openSteps() }
    guard !open.isEmpty, try reading({ () throws(IndexError) in try lock.isFree() }) else {
      return []
    }
    let (writer, settled) = try openSettled(control)
    writer.abandon()
    return settled
  }

  /// Opens the index for writing with no open row left in the history.
  ///
  /// Tags are never changed by settling: what was committed is completed, what was not is void.
  func openSettled(
    _ control: ChangeControl
  ) throws(TriageFailure) -> (any MailWriter, [SettledStep]) {
    var settled: [SettledStep] = []
    var tried: Set<StepID> = []
    while true {
      let writer = try openWriter(control)
      do {
        let open = try recording { () throws(JournalError) in try history.openSteps() }
          .filter { !tried.contains($0.id) }
        if open.isEmpty { return (writer, settled) }
        for step in open { settled.append(try settle(step, with: writer)) }
        writer.abandon()
        for step in open {
          tried.insert(step.id)
          // A hold that fails leaves the row tagged: names can follow later, the tags are safe.
          _ = try? finishFiles(of: step.id, control)
        }
      } catch {
        writer.abandon()
        throw error
      }
    }
  }

  /// Decides whether one open row is tagged or void.
  ///
  /// File names come later, under holds of their own.
  private func settle(
    _ step: StepSummary,
    with writer: any MailWriter
  ) throws(TriageFailure) -> SettledStep {
    var isComplete = true
    if step.progress == .intent {
      isComplete = try wasCommitted(step, with: writer)
      let revision = try reading { () throws(IndexError) in try writer.revision() }
      _ = try recording { () throws(JournalError) in
        try history.advance(
          step.id,
          from: .intent,
          to: isComplete ? .tagged : .void,
          revisionAfter: isComplete ? revision : nil
        )
      }
    }
    return SettledStep(
      step: step.id,
      kind: step.kind,
      name: step.name,
      messages: step.messages,
      complete: isComplete
    )
  }

  /// Returns whether the atomic section of an intent reached the index.
  ///
  /// All its messages were changed after it began (if revisions compare at all), and some tag is as
  /// the step wanted it: an uncommitted section leaves no trace.
  private func wasCommitted(
    _ step: StepSummary,
    with writer: any MailWriter
  ) throws(TriageFailure) -> Bool {
    let now = try reading { () throws(IndexError) in try writer.revision() }
    let compares = now.uuid == step.revisionBefore.uuid
    var someHold = false
    var cursor: Int64?
    repeat {
      let place = cursor
      let page = try recording { () throws(JournalError) in
        try history.writes(of: step.id, from: place, limit: 500)
      }
      let messages = page.writes.map(\.message)
      if compares {
        let changes = try reading { () throws(IndexError) in
          try writer.lastChanges(of: messages)
        }
        guard changes.values.allSatisfy({ $0 > step.revisionBefore.number }) else { return false }
      }
      let states = try reading { () throws(IndexError) in try writer.states(of: messages) }
      someHold =
        someHold || page.writes.contains { $0.isHeld(by: states[$0.message]?.tags) }
      cursor = page.next
    } while cursor != nil
    return someHold
  }
}

extension TagWrite {
  /// Returns whether some tag of the write is as it was to be.
  fileprivate func isHeld(by tags: Set<MailTag>?) -> Bool {
    guard let tags else { return false }
    return add.contains { tags.contains($0) } || remove.contains { !tags.contains($0) }
  }
}

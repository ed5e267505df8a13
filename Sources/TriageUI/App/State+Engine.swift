import TriageCore

extension State {
  mutating func take(_ message: EngineMessage) -> [Effect] {
    switch message {
    case .reply(let id, let reply): return take(reply, to: id)
    case .progress(let id, let progress):
      if changes.running?.id == id { take(progress) }
      return []
    case .changed(let revision, let head):
      let isNews = self.head != head || revision != list.revision
      self.head = head
      heard(revision)
      return (isNews ? renewHistory() : []) + (revision == list.revision ? [] : refresh())
    }
  }

  /// Takes how far a change is; its pace is counted from the moment it writes.
  private mutating func take(_ progress: ChangeProgress) {
    if case .waiting? = changes.progress, case .writing = progress { changes.seconds = 0 }
    changes.progress = progress
  }

  /// Notes the newest state of the index that was spoken of.
  mutating func heard(_ revision: IndexRevision) {
    guard let known = engine.revision, known.uuid == revision.uuid else {
      engine.revision = revision
      return
    }
    if known.number < revision.number { engine.revision = revision }
  }

  private mutating func take(_ reply: EngineReply, to id: RequestID) -> [Effect] {
    if let running = changes.running, running.id == id {
      return takeChange(reply, of: running)
    }
    guard let read = engine.reads.removeValue(forKey: id) else { return [] }
    if case .failed(let failure) = reply { return takeFailure(failure, of: read.purpose) }
    return take(reply, for: read.purpose)
  }

  private mutating func takeChange(
    _ reply: EngineReply,
    of running: ChangeState.Running
  ) -> [Effect] {
    switch reply {
    case .changed(let result):
      return running.isPreview
        ? takePreview(running.pending, result) : finish(running.pending, result)
    case .failed(let failure):
      return finish(running.pending, ChangeResult(kind: .failed, failure: failure, head: head))
    default: return []
    }
  }

  private mutating func take(_ reply: EngineReply, for purpose: ReadRequest.Purpose) -> [Effect] {
    switch (purpose, reply) {
    case (.listPage(list.generation, let isRefresh), .list(let page, let rows)):
      return take(page, rows, isRefresh: isRefresh)
    case (.rows(let asked, list.generation), .rows(let rows)): return take(rows, of: asked)
    case (.keptRows(list.generation), .rows(let rows)): takeKept(rows)
    case (.counting, .counts(let unread, let total)): takeCounts(unread: unread, total: total)
    case (.counting, .list(let page, _)): counting.take(page)
    case (.anchor(of: let message, in: list.query), .list(let page, _)): takeAnchor(message, page)
    case (.whereabouts, .step(let detail)): return takeWhereabouts(detail)
    case (.visibility(of: let mail, in: list.query), .list(let page, _)):
      if page.entries.isEmpty, reading == nil { offerToOpen(mail) }
    case (.thread(let thread), .thread(let messages)): take(messages, of: thread)
    case (.message, .message(let content)): take(content)
    case (.preview(let thread), .thread(let messages)): takePreview(messages, of: thread)
    case (.previewText, .message(let content)): takePreview(content)
    case (.selectedRows(let asked), .rows(let rows)): takeSelected(rows, of: asked)
    case (.matching(let text, in: list.query), .list(let page, _)):
      takeMatching(text, page.entries.map(\.thread))
    case (.hits(let text, let steps, in: list.query), .list(let page, _)):
      takeHits(of: text, steps, page)
    case (.names, .names(let names)):
      self.names = names
      return choosesTag ? chooseLetters() : []
    case (.finding(let text), .counts(unread: _, let total)): takeFinding(text, count: total)
    case (.finding(let text), .list(_, let rows)): takeFinding(text, rows: rows)
    case (.head, .head(let head)): self.head = head
    case (.settle, .settled(let steps, let head)):
      self.head = head
      return takeSettled(steps)
    case (.outlook(let step, let revision), .changed(let result)):
      take(result, asOutlookOf: .undo, step, at: revision)
    case (.history(let generation), .history(let steps)):
      if history?.generation == generation { takeHistory(steps) }
    case (.taggedSteps(let text), .history(let steps)): takeTagged(steps, text)
    case (.stepChanges, .step(let detail)): takeChanges(detail)
    case (.stepExample(let step), .step(let detail)):
      history?.examples[step] = .some(detail.changes.first)
    case (.stepOutlook(let step), .changed(let result)): takeOutlook(result, of: step)
    case (.fate, .newestStep(let step)): return takeFate(step)
    // An answer to what is no longer asked.
    default: break
    }
    return []
  }

  /// Says what a dead process had left open and what it became.
  mutating func tell(_ steps: [SettledStep]) {
    guard let last = steps.last else { return }
    say(telling(steps.dropLast(), before: .settled(last)))
  }

  /// What there is to say of settled steps, and then something else.
  func telling(_ steps: [SettledStep], before sentence: Sentence) -> Sentence {
    steps.reversed().reduce(sentence) {
      Sentence("status.both", .sentence(.settled($1)), .sentence($0))
    }
  }

  /// Takes that something could not be read.
  mutating func takeFailure(
    _ failure: TriageFailure,
    of purpose: ReadRequest.Purpose
  ) -> [Effect] {
    switch purpose {
    case .listPage(list.generation, isRefresh: false): list.phase = .failed(failure)
    case .listPage(list.generation, isRefresh: true):
      list.refreshed = nil
      say(failure, about: .refresh)
    case .rows(let asked, list.generation):
      list.stale.subtract(asked)
      list.absent.formUnion(asked.filter { list.rows[$0] == nil })
    case .selectedRows:
      changes.gathering = []
      say(failure)
    case .hits, .matching: say(failure, about: .key)
    case .history: history?.phase = .failed(failure)
    case .stepChanges(let step) where history?.open?.step.id == step:
      history?.open?.failure = failure
    case .stepExample(let step): history?.examples[step] = .some(nil)
    case .thread(let thread) where reading?.thread == thread: reading?.failure = failure
    case .message(let id): refuse(id, .failure(failure))
    case .preview(let thread) where preview?.thread == thread: preview?.failure = failure
    case .previewText(let message) where preview?.message?.id == message:
      preview?.failure = failure
    case .settle: return takeSettled([])
    case .fate: return takeFate(nil)
    case .counting: counting.refuse()
    case .finding(let text): dropFinding(text)
    case .listPage, .rows, .names, .keptRows, .anchor, .thread, .preview, .previewText, .head,
      .outlook, .whereabouts, .visibility, .taggedSteps, .stepChanges, .stepOutlook:
      break
    }
    return []
  }
}

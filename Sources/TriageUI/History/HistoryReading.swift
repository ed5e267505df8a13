import Screen
import TriageCore

// Reading the steps, what one of them changed, and what they were about.

extension HistoryPane {
  var awaited: [RequestID] {
    [pageTicket?.id, taggedTicket?.id, changesTicket?.id, previewTicket?.id, weekTicket?.id]
      .compactMap(\.self) + exampleTickets.keys
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .historyChanged:
      list.renew()
      pageTicket = nil
      if let step = list.open?.step { read(step, &shared) }
      if let week { show(week, &shared) }
    case .resized: list.scroll(height: listHeight(shared))
    case .listReplaced: shared.close()
    case .changed(let change, let result, returns: _): noteInRound(change, result)
    default: break
    }
  }

  /// Asks for the steps that the pane lacks, and what those on the screen were about.
  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive else { return }
    if list.wantsPage(height: shared.contentHeight), pageTicket == nil {
      let filter = HistoryFilter(
        limit: StepList.page,
        since: day?.period.lowerBound,
        until: day?.period.upperBound,
        all: list.showsAll,
        session: round == nil ? nil : shared.settings.context.session,
        before: list.pageEnd
      )
      pageTicket = shared.ask(HistoryQuestion(filter: filter))
    }
    readExamples(&shared)
    let isMissing = list.open.map { $0.detail == nil && $0.failure == nil }
    if isMissing ?? (list.phase == .loading) {
      shared.timers.want(.loading, for: .text("history"), after: .milliseconds(300))
    }
  }

  /// Asks what the steps on the screen were about, when the last answers have come.
  private mutating func readExamples(_ shared: inout Shared) {
    guard list.open == nil, week == nil, exampleTickets.isEmpty else { return }
    let steps = list.withoutExample(height: shared.contentHeight)
    for step in steps.prefix(max(1, shared.contentHeight)) {
      let ticket = shared.ask(StepQuestion(step: step.id, limit: 1))
      exampleTickets[ticket.id] = ticket
    }
  }

  /// Asks what a step changed, and what taking it back would come to.
  mutating func read(_ step: StepSummary, _ shared: inout Shared) {
    changesTicket = shared.ask(StepQuestion(step: step.id, limit: OpenStep.limit))
    guard step.kind.isGroup, step.state != .open else {
      previewTicket = nil
      return
    }
    let request = ChangeRequest(
      .turn(SwitchRequest(.revert, [step.id])),
      context: shared.settings.context,
      dryRun: true
    )
    previewTicket = shared.ask(PreviewQuestion(request: request))
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&pageTicket) {
      receivePage(answered, &shared)
    } else if let answered = arrival.redeem(&weekTicket) {
      if case .answer(let steps) = answered { week?.take(steps) }
      week?.failure = answered.failure
    } else if case .answer(let steps)? = arrival.redeem(&taggedTicket) {
      list.tagged = Set(steps.map(\.id))
      list.sift(shared.settings.lexicon)
    } else if let ticket = exampleTickets.removeValue(forKey: arrival.id) {
      let step = ticket.question.step
      if case .answer(let detail)? = arrival.answer(to: ticket) {
        list.examples[step] = .some(detail.example)
      } else {
        list.examples[step] = .some(nil)
      }
      guard exampleTickets.isEmpty, !list.filter.isEmpty else { return }
      list.sift(shared.settings.lexicon)
    } else {
      receiveDetails(arrival)
    }
  }

  private mutating func receivePage(
    _ answered: Answered<[StepSummary]>,
    _ shared: inout Shared
  ) {
    if let failure = answered.failure {
      list.phase = .failed(failure)
    } else if case .answer(let steps) = answered {
      list.take(steps, shared.settings.lexicon)
      list.scroll(height: listHeight(shared))
    }
  }

  private mutating func receiveDetails(_ arrival: Arrival) {
    if let ticket = changesTicket, let answered = arrival.redeem(&changesTicket) {
      guard list.open?.step.id == ticket.question.step else { return }
      if case .answer(let detail) = answered {
        list.open?.detail = detail
      } else {
        list.open?.failure = answered.failure
      }
    } else if case .answer(let result)? = arrival.redeem(&previewTicket), result.failure == nil {
      list.open?.outlook = result
    }
  }
}

extension String {
  /// The tag that a filter names, with or without `tag:` or a sign before it.
  var tagName: String {
    let bare = hasPrefix("tag:") ? String(dropFirst(4)) : self
    return bare.hasPrefix("+") || bare.hasPrefix("-") ? String(bare.dropFirst()) : bare
  }
}

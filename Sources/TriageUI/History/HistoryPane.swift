import Screen
import TriageCore

/// The history: its steps, and what one of them changed.
struct HistoryPane: Pane {
  private(set) var list = StepList()
  private var pageTicket: Ticket<HistoryQuestion>?
  /// The steps that change the tag of the filter's name.
  private var taggedTicket: Ticket<HistoryQuestion>?
  private var changesTicket: Ticket<StepQuestion>?
  private var previewTicket: Ticket<PreviewQuestion>?
  private var exampleTickets: [RequestID: Ticket<StepQuestion>] = [:]

  var context: KeyContext { .history }

  static let behaviors: [ScreenCommand: Behavior<HistoryPane>] = [
    .next: move { index, steps, _ in index + steps },
    .previous: move { index, steps, _ in index - steps },
    .halfPageDown: move { index, steps, height in index + height / 2 * steps },
    .halfPageUp: move { index, steps, height in index - height / 2 * steps },
    .pageDown: move { index, steps, height in index + height * steps },
    .pageUp: move { index, steps, height in index - height * steps },
    .top: Behavior { pane, count, shared in pane.go(to: (count ?? 1) - 1, shared) },
    .bottom: Behavior { pane, count, shared in pane.goToEnd(count, shared) },
    .nextUnread: .idle(because: Self.reasonNotToAct),
    .previousUnread: .idle(because: Self.reasonNotToAct),
    .open: Behavior(unless: Self.reasonWithoutStep) { pane, _, shared in pane.openStep(&shared) },
    .back: Behavior { pane, _, shared in pane.leave(&shared) },
    .goBack: Behavior { pane, _, shared in pane.leave(&shared) },
    .cancel: Behavior { pane, _, shared in pane.cancel(&shared) },
    .revert: Behavior(unless: Self.reasonNotToTurn) { pane, _, shared in pane.revert(&shared) },
    .reapply: Behavior(unless: Self.reasonNotToTurn) { pane, _, shared in
      pane.turn(.reapply, &shared)
    },
    .restore: Behavior(unless: Self.reasonWithoutStep) { pane, _, shared in
      pane.turn(.restore, &shared)
    },
    .showAll: Behavior { pane, _, _ in
      pane.list.showsAll.toggle()
      pane.list.renew()
      pane.pageTicket = nil
    },
    .filter: Behavior { _, _, shared in shared.prompt(FilterTopic()) },
    .nextHit: .idle(because: Self.reasonOutsideMail),
    .previousHit: .idle(because: Self.reasonOutsideMail),
    .toggleUnread: .idle(because: Self.reasonNotToAct),
    .toggleStar: .idle(because: Self.reasonNotToAct),
  ]

  func isOn(_ command: ScreenCommand) -> Bool { command == .showAll && list.showsAll }

  private func reasonWithoutStep(_ shared: Shared) -> Sentence? {
    list.current == nil ? Sentence("status.no-step") : nil
  }

  /// Why the step under the cursor cannot be taken back, or brought back.
  private func reasonNotToTurn(_ shared: Shared) -> Sentence? {
    guard let step = list.current else { return Sentence("status.no-step") }
    if step.kind.isGroup { return nil }
    guard let group = step.of else { return Sentence("status.groups-only") }
    return Sentence("status.groups-only.of", .text(group.description))
  }

  private func reasonOutsideMail(_ shared: Shared) -> Sentence? {
    Sentence("status.nothing-sought")
  }

  // MARK: Moving

  private static func move(
    _ index: @escaping @Sendable (_ index: Int, _ steps: Int, _ height: Int) -> Int
  ) -> Behavior<HistoryPane> {
    Behavior { pane, count, shared in
      let now = pane.list.open?.top ?? pane.list.cursor
      pane.go(to: index(now, count ?? 1, pane.height(shared)), shared)
    }
  }

  /// The rows that steps, or the changes of the open one, are shown in.
  private func height(_ shared: Shared) -> Int {
    max(1, shared.contentHeight - (list.open == nil ? StepList.legendRows : OpenStep.headingRows))
  }

  private mutating func go(to index: Int, _ shared: Shared) {
    list.seeksEnd = false
    if list.open == nil {
      list.cursor = index
    } else {
      let last = (list.open?.lineCount ?? 0) - height(shared)
      list.open?.top = max(0, min(index, last))
    }
    list.scroll(height: shared.contentHeight - StepList.legendRows)
  }

  private mutating func goToEnd(_ count: Int?, _ shared: Shared) {
    go(to: count.map { $0 - 1 } ?? .max, shared)
    list.seeksEnd = count == nil && !list.isWhole && list.open == nil
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    go(to: (list.open?.top ?? list.cursor) + lines, shared)
  }

  /// The first click goes to a step, the second opens it.
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let index) = target else { return }
    if list.cursor == index, button == .left { return openStep(&shared) }
    list.cursor = index
  }

  /// Closes the open step, else the pane.
  private mutating func leave(_ shared: inout Shared) {
    if list.open != nil { list.open = nil } else { shared.close() }
  }

  /// Gives up the filter, else leaves.
  private mutating func cancel(_ shared: inout Shared) {
    if !list.filter.isEmpty, list.open == nil {
      filter(by: "", &shared)
    } else {
      leave(&shared)
    }
  }

  // MARK: Acting

  /// Shows what the step under the cursor changed, or goes back to the list.
  private mutating func openStep(_ shared: inout Shared) {
    guard list.open == nil, let step = list.current else {
      list.open = nil
      return
    }
    list.open = OpenStep(step: step)
    read(step, &shared)
  }

  /// Takes back the step under the cursor; plain undo if it is the one that undo would take.
  private func revert(_ shared: inout Shared) {
    if list.current?.id == shared.mailbox.head.undo?.id {
      shared.ask(for: .undo, count: nil)
    } else {
      turn(.revert, &shared)
    }
  }

  /// Turns the group under the cursor, after a question.
  private func turn(_ goal: SwitchRequest.Goal, _ shared: inout Shared) {
    guard let step = list.current else { return }
    let name = ActionName(goal, of: [step])
    let undone = goal == .restore && step.state == .undone ? step.name : nil
    shared.ask(for: SwitchRequest(goal, [step.id]), name: name, bringingBack: undone)
  }

  /// Shows only steps that a text says something of.
  private mutating func filter(by text: String, _ shared: inout Shared) {
    list.filter = text
    list.open = nil
    list.tagged = []
    list.sift(shared.settings.lexicon)
    list.scroll(height: shared.contentHeight - StepList.legendRows)
    taggedTicket =
      text.isEmpty
      ? nil
      : shared.ask(
        HistoryQuestion(
          filter: HistoryFilter(limit: nil, all: true, tag: MailTag(text.tagName))
        )
      )
  }

  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool {
    guard topic is FilterTopic else { return false }
    filter(by: text, &shared)
    return true
  }

  // MARK: What is said of it

  func title(_ shared: Shared) -> ViewTitle? {
    let name = Sentence("command.history.title")
    return ViewTitle(name: name, limit: list.filter.isEmpty ? nil : list.filter)
  }

  var lastingHints: [ScreenCommand] { list.open == nil ? [] : [.back] }

  func hints(_ shared: Shared) -> [ActionID] {
    let turning = turningHints(shared)
    let commands: [ScreenCommand] =
      list.open == nil
      ? [.open] + turning + [.filter, .back, .showAll, .help] : [.back] + turning + [.help]
    return commands.map(ActionID.command)
  }

  /// What would change something about the step under the cursor: one key for each way.
  private func turningHints(_ shared: Shared) -> [ScreenCommand] {
    guard let step = list.current, step.kind.isGroup else { return [.restore] }
    let back: ScreenCommand = step.id == shared.mailbox.head.redo?.id ? .redo : .reapply
    return switch step.state {
    case .live, .open, nil: [.revert, .restore]
    case .undone: [back, .restore]
    case .partial: [.revert, back, .restore]
    }
  }

  /// On the row that undo would take, the key undoes.
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    if action == .command(.showAll), list.showsAll { return Sentence("status.keys.fewer-steps") }
    guard action == .command(.revert), let step = list.current,
      step.id == shared.mailbox.head.undo?.id
    else { return nil }
    return .title(of: .command(.undo))
  }

  func position(_ shared: Shared) -> PanePosition? {
    if let open = list.open {
      let seen = min(open.lineCount, open.top + height(shared))
      return seen == 0 ? nil : PanePosition(number: seen, total: open.lineCount)
    }
    guard !list.shown.isEmpty else { return nil }
    return PanePosition(number: list.cursor + 1, total: list.shown.count, hasMore: !list.isWhole)
  }

  func showsMail(of result: ChangeResult) -> Bool { true }
}

/// What the history is filtered by: a title, a tag, an origin or a date.
struct FilterTopic: PromptTopic {
  var question: Sentence { Sentence("prompt.filter") }
  var kind: TypedKind { .filter }
  var words: CompletedWords { .tags }
  var acceptsBlank: Bool { true }
}

// MARK: Reading

extension HistoryPane {
  var awaited: [RequestID] {
    [pageTicket?.id, taggedTicket?.id, changesTicket?.id, previewTicket?.id].compactMap(\.self)
      + exampleTickets.keys
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .historyChanged:
      list.renew()
      pageTicket = nil
      if let step = list.open?.step { read(step, &shared) }
    case .resized: list.scroll(height: shared.contentHeight - StepList.legendRows)
    case .listReplaced: shared.close()
    default: break
    }
  }

  /// Asks for the steps that the pane lacks, and what those on the screen were about.
  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive else { return }
    if list.wantsPage(height: shared.contentHeight), pageTicket == nil {
      let filter = HistoryFilter(
        limit: StepList.page,
        all: list.showsAll,
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
    guard list.open == nil, !list.shown.isEmpty, exampleTickets.isEmpty,
      shared.layout.content.columns >= StepList.leastForExamples
    else { return }
    let steps = list.shown.dropFirst(list.top).prefix(shared.contentHeight)
    for step in steps where step.messages > 0 && list.examples[step.id] == nil {
      let ticket = shared.ask(StepQuestion(step: step.id, limit: 1))
      exampleTickets[ticket.id] = ticket
    }
  }

  /// Asks what a step changed, and what taking it back would come to.
  private mutating func read(_ step: StepSummary, _ shared: inout Shared) {
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
    } else if case .answer(let steps)? = arrival.redeem(&taggedTicket) {
      list.tagged = Set(steps.map(\.id))
      list.sift(shared.settings.lexicon)
    } else if let ticket = exampleTickets.removeValue(forKey: arrival.id) {
      let step = ticket.question.step
      if case .answer(let detail)? = arrival.answer(to: ticket) {
        list.examples[step] = .some(detail.changes.first)
      } else {
        list.examples[step] = .some(nil)
      }
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
      list.scroll(height: shared.contentHeight - StepList.legendRows)
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
  fileprivate var tagName: String {
    let bare = hasPrefix("tag:") ? String(dropFirst(4)) : self
    return bare.hasPrefix("+") || bare.hasPrefix("-") ? String(bare.dropFirst()) : bare
  }
}

import Screen
import TriageCore

/// The history: its steps, and what one of them changed.
struct HistoryPane: Pane {
  var list = StepList()
  /// The week that is shown instead of steps.
  var week: HistoryWeek?
  /// The day whose steps are shown, if not all are.
  var day: HistoryDay?
  /// The round whose groups are shown, if not all steps are.
  var round: Round?
  var weekTicket: Ticket<HistoryQuestion>?
  var pageTicket: Ticket<HistoryQuestion>?
  /// The steps that change the tag of the filter's name.
  var taggedTicket: Ticket<HistoryQuestion>?
  var changesTicket: Ticket<StepQuestion>?
  var previewTicket: Ticket<PreviewQuestion>?
  var exampleTickets: [RequestID: Ticket<StepQuestion>] = [:]

  var context: KeyContext { .history }

  static let behaviors = stepBehaviors.merging(weekBehaviors) { first, _ in first }
    .merging(roundBehaviors) { first, _ in first }

  private static let stepBehaviors: [ScreenCommand: Behavior<HistoryPane>] = [
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
    .open: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in pane.open(&shared) },
    .back: Behavior { pane, _, shared in pane.leave(&shared) },
    .goBack: Behavior { pane, _, shared in pane.leave(&shared) },
    .cancel: Behavior { pane, _, shared in pane.leave(&shared) },
    .revert: Behavior(unless: Self.reasonNotToRevert) { pane, _, shared in pane.revert(&shared) },
    .reapply: Behavior(unless: Self.reasonNotToTurn) { pane, _, shared in pane.reapply(&shared) },
    .restore: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      pane.restore(&shared)
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

  private func reasonWithoutRow(_ shared: Shared) -> Sentence? {
    week == nil && list.current == nil ? Sentence("status.no-step") : nil
  }

  /// Why nothing can be taken back: in a week it is what undo would take.
  private func reasonNotToRevert(_ shared: Shared) -> Sentence? {
    week == nil ? reasonNotToTurn(shared) : nil
  }

  /// Why the step under the cursor cannot be taken back, or brought back.
  private func reasonNotToTurn(_ shared: Shared) -> Sentence? {
    guard let step = list.current else { return Sentence("status.no-step") }
    if step.kind.isGroup || list.groupIndex != nil { return nil }
    guard let name = step.of.flatMap({ list.names[$0] }) else {
      return Sentence("status.groups-only")
    }
    return Sentence("status.groups-only.of", .sentence(.title(name)))
  }

  private func reasonOutsideMail(_ shared: Shared) -> Sentence? {
    Sentence("status.nothing-sought")
  }

  // MARK: Moving

  private static func move(
    _ index: @escaping @Sendable (_ index: Int, _ steps: Int, _ height: Int) -> Int
  ) -> Behavior<HistoryPane> {
    Behavior { pane, count, shared in
      let now = pane.week?.cursor ?? pane.list.open?.top ?? pane.list.cursor
      pane.go(to: index(now, count ?? 1, pane.height(shared)), shared)
    }
  }

  /// The rows that steps, or the changes of the open one, are shown in.
  func height(_ shared: Shared) -> Int {
    list.open == nil
      ? listHeight(shared) : max(1, shared.contentHeight - OpenStep.headingRows)
  }

  /// The rows that steps are shown in.
  func listHeight(_ shared: Shared) -> Int {
    max(1, shared.contentHeight - StepList.legendRows - (round == nil ? 0 : 1))
  }

  private mutating func go(to index: Int, _ shared: Shared) {
    if week != nil {
      week?.move(to: index)
      return
    }
    list.seeksEnd = false
    if list.open == nil {
      list.cursor = index
    } else {
      let last = (list.open?.lineCount ?? 0) - height(shared)
      list.open?.top = max(0, min(index, last))
    }
    list.scroll(height: listHeight(shared))
  }

  private mutating func goToEnd(_ count: Int?, _ shared: Shared) {
    go(to: count.map { $0 - 1 } ?? .max, shared)
    list.seeksEnd = count == nil && !list.isWhole && list.open == nil && week == nil
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    go(to: (week?.cursor ?? list.open?.top ?? list.cursor) + lines, shared)
  }

  /// The first click goes to a step, the second opens it.
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let index) = target else { return }
    if let week {
      self.week?.move(to: index)
      if week.cursor == index, button == .left { openDay(of: week) }
      return
    }
    if list.cursor == index, button == .left { return openStep(&shared) }
    list.cursor = index
  }

  /// Closes the open step, else the pane.
  private mutating func leave(_ shared: inout Shared) {
    if week != nil {
      closeWeek()
    } else if list.open != nil {
      list.open = nil
    } else if !list.filter.isEmpty {
      filter(by: "", &shared)
    } else if let chosen = day {
      day = nil
      restart()
      show(chosen.week, &shared)
    } else {
      shared.close()
    }
  }

  /// Reads other steps than before.
  mutating func restart() {
    let showsAll = list.showsAll
    list = StepList()
    list.showsAll = showsAll
    list.only = round.map { Set($0.groups.keys) }
    pageTicket = nil
    taggedTicket = nil
    exampleTickets = [:]
  }

  // MARK: Acting

  /// Opens what is under the cursor.
  private mutating func open(_ shared: inout Shared) {
    if let week { openDay(of: week) } else { openStep(&shared) }
  }

  /// Goes back to right after a step, or to the beginning of a day.
  private func restore(_ shared: inout Shared) {
    if let week { restore(to: week, &shared) } else { turn(.restore, &shared) }
  }

  /// Shows what the step under the cursor changed, or goes back to the list.
  private mutating func openStep(_ shared: inout Shared) {
    guard list.open == nil, let step = list.current else {
      list.open = nil
      return
    }
    list.open = OpenStep(step: step)
    read(step, &shared)
  }

  /// Takes back the step under the cursor; plain undo if it is the one that undo would take, and in a week.
  private mutating func revert(_ shared: inout Shared) {
    if week == nil, goToGroup(&shared) { return }
    if week != nil || list.current?.id == shared.mailbox.head.undo?.id {
      shared.ask(for: .undo, count: nil)
    } else {
      turn(.revert, &shared)
    }
  }

  /// Brings back the step under the cursor.
  private mutating func reapply(_ shared: inout Shared) {
    if !goToGroup(&shared) { turn(.reapply, &shared) }
  }

  /// Goes from an undo or redo to its action, which alone can be turned; returns whether it has.
  private mutating func goToGroup(_ shared: inout Shared) -> Bool {
    guard let index = list.groupIndex else { return false }
    list.open = nil
    go(to: index, shared)
    guard let group = list.current else { return true }
    let title = Sentence.Argument.sentence(list.title(of: group))
    let number = Sentence.Argument.text(group.id.description)
    shared.report(Sentence("status.action-itself", title, number), about: .key)
    return true
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
    list.scroll(height: listHeight(shared))
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
    let name =
      day.map { Sentence("timeline.day.title", .text(shared.settings.lexicon.day($0.noon))) }
      ?? Sentence("command.history.title")
    return ViewTitle(name: name, limit: list.filter.isEmpty ? nil : list.filter)
  }

  var lastingHints: [ScreenCommand] {
    guard round == nil else { return [.revertAll, .back] }
    return list.open == nil && week == nil && day == nil ? [] : [.back]
  }

  func hints(_ shared: Shared) -> [ActionID] {
    if week != nil {
      let keys: [ScreenCommand] = [.open, .restore, .previousWeek, .nextWeek, .back, .help]
      return keys.map(ActionID.command)
    }
    let turning = turningHints(shared)
    let ofRound: [ScreenCommand] = round == nil ? [] : [.revertAll]
    let further: [ScreenCommand] = round == nil ? [.filter, .back, .showAll, .week] : [.back]
    let commands: [ScreenCommand] =
      list.open == nil
      ? ofRound + [.open] + turning + further + [.help] : [.back] + turning + [.help]
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
    if week != nil { return weekHintTitle(of: action) }
    if action == .command(.showAll), list.showsAll { return Sentence("status.keys.fewer-steps") }
    guard action == .command(.revert), let step = list.current,
      step.id == shared.mailbox.head.undo?.id
    else { return nil }
    return .title(of: .command(.undo))
  }

  func position(_ shared: Shared) -> PanePosition? {
    if let week { return PanePosition(number: week.cursor + 1, total: HistoryWeek.length) }
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

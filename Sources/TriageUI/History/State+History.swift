import Screen
import TriageCore

extension State {
  mutating func openHistory() -> [Effect] {
    sidebar.hasFocus = false
    history = HistoryState()
    return []
  }

  /// Asks for the steps that the pane lacks; called after every event.
  mutating func readHistory() -> [Effect] {
    guard let history, history.wantsPage(height: contentHeight), engine.isAlive else { return [] }
    let generation = history.generation
    guard !isWaiting(for: { $0 == .history(generation) }) else { return [] }
    let filter = HistoryFilter(
      limit: HistoryState.page,
      all: history.showsAll,
      before: history.pageEnd
    )
    return [request(.history(filter), for: .history(generation))]
  }

  /// Asks what the steps on the screen were about, when the last answers have come.
  mutating func readExamples() -> [Effect] {
    guard let history, history.open == nil, !history.shown.isEmpty, engine.isAlive,
      layout.content.columns >= HistoryState.leastForExamples,
      !isWaiting(for: { if case .stepExample = $0 { true } else { false } })
    else { return [] }
    let steps = history.shown.dropFirst(history.top).prefix(contentHeight)
    return steps.filter { $0.messages > 0 && history.examples[$0.id] == nil }.map {
      request(.step($0.id, limit: 1), for: .stepExample($0.id))
    }
  }

  mutating func takeHistory(_ page: [StepSummary]) {
    guard var history else { return }
    history.take(page, lexicon)
    history.scroll(height: contentHeight)
    self.history = history
  }

  /// Reads the pane anew after the history has changed.
  mutating func renewHistory() -> [Effect] {
    history?.renew()
    return history?.open.map { readStep($0.step) } ?? []
  }

  /// Closes the open step, else the pane.
  mutating func leaveHistory() {
    if history?.open != nil {
      history?.open = nil
    } else {
      history = nil
    }
  }

  mutating func moveInHistory(_ command: ScreenCommand, count: Int?) {
    guard var history else { return }
    let steps = count ?? 1
    let height = max(1, contentHeight - (history.open == nil ? 0 : OpenStep.headingRows))
    var place = history.open?.top ?? history.cursor
    history.seeksEnd = false
    switch command {
    case .next: place += steps
    case .previous: place -= steps
    case .top: place = count.map { $0 - 1 } ?? 0
    case .bottom:
      place = count.map { $0 - 1 } ?? .max
      history.seeksEnd = count == nil && !history.isWhole && history.open == nil
    case .halfPageDown: place += height / 2 * steps
    case .halfPageUp: place -= height / 2 * steps
    case .pageDown: place += height * steps
    case .pageUp: place -= height * steps
    default: break
    }
    if history.open == nil {
      history.cursor = place
    } else {
      let last = (history.open?.lineCount ?? 0) - height
      history.open?.top = max(0, min(place, last))
    }
    history.scroll(height: contentHeight)
    self.history = history
  }

  // Looking at a step

  /// Shows what the step under the cursor changed, or goes back to the list.
  mutating func openStep() -> [Effect] {
    guard history?.open == nil, let step = history?.current else {
      history?.open = nil
      return []
    }
    history?.open = OpenStep(step: step)
    return readStep(step)
  }

  private mutating func readStep(_ step: StepSummary) -> [Effect] {
    let read = request(.step(step.id, limit: OpenStep.limit), for: .stepChanges(step.id))
    guard step.kind.isGroup, step.state != .open else { return [read] }
    let look = ChangeRequest(
      .turn(SwitchRequest(.revert, [step.id])),
      context: context,
      dryRun: true
    )
    return [read, request(.change(look), for: .stepOutlook(step.id))]
  }

  mutating func takeChanges(_ detail: StepDetail) {
    guard history?.open?.step.id == detail.step.id else { return }
    history?.open?.changes = detail.changes
    history?.open?.left = detail.left
  }

  mutating func takeOutlook(_ result: ChangeResult, of step: StepID) {
    guard history?.open?.step.id == step, result.failure == nil else { return }
    history?.open?.outlook = result
  }

  // Acting on a step

  /// Takes back the step under the cursor; plain undo if it is the one that undo would take.
  mutating func revert() -> [Effect] {
    guard let step = history?.current else { return [] }
    return step.id == head.undo?.id ? turn(.undo, count: nil) : turn(.revert, step)
  }

  /// Turns groups, after a question.
  mutating func turn(_ goal: SwitchRequest.Goal, _ step: StepSummary) -> [Effect] {
    let wish = ChangeState.Wish.switch(
      SwitchRequest(goal, [step.id]),
      name: .turned(step, by: goal)
    )
    return enqueue(ChangeState.Pending(wish: wish, query: list.query))
  }

  /// Shows automatic and external steps too, or no more.
  mutating func toggleAllSteps() {
    guard let shows = history?.showsAll else { return }
    history?.showsAll = !shows
    history?.renew()
  }

  /// Shows only steps that a text says something of.
  mutating func filterHistory(by text: String) -> [Effect] {
    guard var history else { return [] }
    history.filter = text
    history.tagged = []
    history.sift(lexicon)
    history.scroll(height: contentHeight)
    self.history = history
    guard !text.isEmpty else { return [] }
    let filter = HistoryFilter(limit: nil, all: true, tag: MailTag(text.tagName))
    return [request(.history(filter), for: .taggedSteps(text))]
  }

  mutating func takeTagged(_ steps: [StepSummary], _ text: String) {
    guard var history, history.filter == text else { return }
    history.tagged = Set(steps.map(\.id))
    history.sift(lexicon)
    self.history = history
  }
}

extension String {
  /// The tag that a filter names, with or without `tag:` or a sign before it.
  fileprivate var tagName: String {
    let bare = hasPrefix("tag:") ? String(dropFirst(4)) : self
    return bare.hasPrefix("+") || bare.hasPrefix("-") ? String(bare.dropFirst()) : bare
  }
}

extension ActionName {
  /// The name of a switch that turns one group.
  fileprivate static func turned(_ step: StepSummary, by goal: SwitchRequest.Goal) -> ActionName {
    switch goal {
    case .revert: nesting(step.name ?? .nameless, in: "name.revert")
    case .reapply: nesting(step.name ?? .nameless, in: "name.reapply")
    case .restore: ActionName(key: "name.restore", arguments: [String(step.at)])
    }
  }

  private static func nesting(_ name: ActionName, in key: String) -> ActionName {
    ActionName(key: key, arguments: name.nested, titles: name.titles)
  }
}

import TriageCore

/// The steps of the history as far as they have been read, newest first, and which are shown.
struct StepList: Sendable {
  /// Where the reading of the steps is.
  enum Phase: Hashable, Sendable {
    case loading
    case ready
    case failed(TriageFailure)
  }

  var phase = Phase.loading
  private(set) var steps: [StepSummary] = []
  /// Whether there is no older step.
  private(set) var isWhole = false
  /// The steps being read anew, until they are as many as are shown.
  private(set) var renewed: [StepSummary]?
  /// Automatic and external steps too.
  var showsAll = false
  /// Only steps that this says something of, if anything.
  var filter = ""
  /// Only these steps, if not all.
  var only: Set<StepID>?
  /// The steps that change the tag of the filter's name.
  var tagged: Set<StepID> = []
  /// Whether the cursor goes to the oldest step as soon as that is known.
  var seeksEnd = false
  /// The steps that the filter passes.
  private(set) var shown: [StepSummary] = []
  var cursor = 0
  var top = 0
  /// The step whose changes are shown.
  var open: OpenStep?
  /// The names of groups, for the undos and redos of them.
  private(set) var names: [StepID: ActionName] = [:]
  /// One message of each step that has been shown, to tell steps of one title apart; `nil` for those
  /// that changed none.
  var examples: [StepID: OpenStep.Line?] = [:]
  /// The groups that redo can still bring back; other undone ones are branches.
  private(set) var redoable: Set<StepID> = []

  /// Steps of a page.
  static let page = 200
  /// The rows below the steps: what their marks mean.
  static let legendRows = 1
  /// The columns that leave room for the facts about each step.
  static let leastForFacts = 70

  /// The step that keys are about: the open one, else the one under the cursor.
  var current: StepSummary? {
    open?.step ?? (shown.indices.contains(cursor) ? shown[cursor] : nil)
  }

  /// The row of the action that the step of `current` has undone or redone, if it is shown.
  var groupIndex: Int? {
    guard let step = current, !step.kind.isGroup, let group = step.of else { return nil }
    return shown.firstIndex { $0.id == group }
  }

  /// What is called the title of a step: of an undo or a redo, that of its group.
  func title(of step: StepSummary) -> Sentence {
    guard step.name == nil, let group = step.of, let name = names[group] else {
      return .title(of: step)
    }
    return .menu(step.kind.rawValue, .title(name))
  }

  /// Whether the step is undone and not to be brought back by redo: it lies on a branch.
  func isBranch(_ step: StepSummary) -> Bool {
    (step.state == .undone || step.state == .partial) && !redoable.contains(step.id)
  }

  /// The steps whose messages are wanted next: those in the window, or newer ones than some that a
  /// filter has to know all of.
  func withoutExample(height: Int) -> [StepSummary] {
    let window = shown.dropFirst(top).prefix(height)
    let others = filter.isEmpty ? [] : steps.prefix(StepList.page).filter { !window.contains($0) }
    return (window + others).filter { $0.messages > 0 && examples[$0.id] == nil }
  }

  /// The step after which the next page begins; `nil` to begin with the newest.
  var pageEnd: StepID? { (renewed ?? steps).last?.id }

  /// Begins to read all anew; what is shown stays until as much has come.
  mutating func renew() {
    renewed = []
  }

  /// Takes a page.
  mutating func take(_ page: [StepSummary], _ lexicon: Lexicon) {
    let ended = page.count < StepList.page
    guard var renewed else {
      isWhole = ended
      steps += page
      phase = .ready
      return sift(lexicon)
    }
    renewed += page
    self.renewed = renewed
    guard ended || renewed.count >= min(steps.count, top + 2 * StepList.page) else { return }
    self.renewed = nil
    isWhole = ended
    steps = renewed
    phase = .ready
    sift(lexicon)
  }

  /// Finds out what is shown; the cursor stays on its step.
  mutating func sift(_ lexicon: Lexicon) {
    let current = shown.indices.contains(cursor) ? shown[cursor].id : nil
    let distance = cursor - top
    learn()
    let list = self
    let meant = only.map { only in steps.filter { only.contains($0.id) } } ?? steps
    shown = filter.isEmpty ? meant : meant.filter { lexicon.passes($0, of: list) }
    if let index = shown.firstIndex(where: { $0.id == current }) { cursor = index }
    if isWhole, seeksEnd {
      cursor = shown.count - 1
      seeksEnd = false
    }
    cursor = max(0, min(cursor, shown.count - 1))
    // What is new at the top is seen if the top was.
    if top > 0 { top = max(0, cursor - distance) }
    if let id = open?.step.id, let step = steps.first(where: { $0.id == id }) {
      open?.step = step
    }
  }

  private mutating func learn() {
    names = [:]
    redoable = []
    var isNewest = true
    for step in steps {
      if let name = step.name { names[step.id] = name }
      if step.kind.isGroup, step.context.isInteractive, step.state == .live { isNewest = false }
      if isNewest, step.kind == .undo, let group = step.of { redoable.insert(group) }
    }
  }

  /// Moves the window so that the cursor is in it.
  mutating func scroll(height: Int) {
    cursor = max(0, min(cursor, shown.count - 1))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = max(0, min(top, shown.count - 1))
  }

  /// Whether another page is needed to fill the window, or to find what is looked for.
  func wantsPage(height: Int) -> Bool {
    guard !phase.isFailed else { return false }
    if renewed != nil || phase == .loading { return true }
    return !isWhole && (seeksEnd || shown.count < top + 2 * height)
  }
}

extension StepList.Phase {
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}

/// A step of the history with what it changed and what taking it back would do.
struct OpenStep: Sendable {
  var step: StepSummary
  /// Messages that are read at most.
  static let limit = 1000
  /// The rows above its messages: what it is, what taking it back would do, and a blank one.
  static let headingRows = 3

  /// What it changed and what it left as it was.
  var detail: StepDetail?
  /// What taking it back would come to now.
  var outlook: ChangeResult?
  var failure: TriageFailure?
  var top = 0

  /// A line about one message, or about those there is no line for.
  enum Line: Sendable {
    case departure(Described<Departure>)
    case change(Described<MessageChange>)
    case left(Described<Skip>)
    case omitted(Int)
  }

  /// How many lines its messages take.
  var lineCount: Int {
    guard let detail else { return 0 }
    let left = detail.left.count + (detail.omittedLeft > 0 ? 1 : 0)
    return detail.departures.count + changeLines(detail) + left
  }

  /// The line at an index below `lineCount`.
  func line(at index: Int, of detail: StepDetail) -> Line {
    if index < detail.departures.count { return .departure(detail.departures[index]) }
    let index = index - detail.departures.count
    if index < detail.changes.count { return .change(detail.changes[index]) }
    let rest = index - changeLines(detail)
    if rest < 0 { return .omitted(detail.omittedChanges) }
    return rest < detail.left.count ? .left(detail.left[rest]) : .omitted(detail.omittedLeft)
  }

  private func changeLines(_ detail: StepDetail) -> Int {
    detail.changes.count + (detail.omittedChanges > 0 ? 1 : 0)
  }
}

extension StepDetail {
  /// What a step is known by in the list: one message that it let leave, or changed.
  var example: OpenStep.Line? {
    departures.first { $0.subject != nil }.map(OpenStep.Line.departure)
      ?? changes.first.map(OpenStep.Line.change)
  }
}

extension StepList {
  /// One of a step's messages, if one is known: what was taken back, or brought back, is known by its
  /// group's.
  func example(for step: StepSummary) -> OpenStep.Line? {
    (examples[step.id] ?? nil) ?? step.of.flatMap { examples[$0] ?? nil }
  }
}

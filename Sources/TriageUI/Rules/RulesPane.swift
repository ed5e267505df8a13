import Screen
import TriageCore
import UndoKit

/// Rules that the person's habits could be: to add to the plan of rules, to dismiss, to look at.
struct RulesPane: Pane {
  /// What is known of the habits.
  enum Content: Sendable {
    case reading
    case found([Suggestion])
    case failed(TriageFailure)
  }

  private(set) var content = Content.reading
  private(set) var cursor = 0
  /// Whether the rule under the cursor is shown with its numbers, instead of the list.
  private(set) var isOpen = false
  /// Whether it is one rule that was asked for, whatever the numbers.
  let isAskedFor: Bool
  private var ticket: Ticket<HabitsQuestion>?
  /// What was added here to the file of rules, the last at the end.
  private var added: [RulesEdit] = []
  /// The dismissal that is on its way.
  private var dismissal: Ticket<HabitsQuestion>?

  var context: KeyContext { .rules }
  var closesOnClickOutside: Bool { true }
  var awaited: [RequestID] { [ticket?.id, dismissal?.id].compactMap(\.self) }

  /// Looks for all habits, or makes a rule of what was done last to mail like a message.
  init(like message: MessageID? = nil, _ shared: inout Shared) {
    isAskedFor = message != nil
    let effects = shared.config.actions.effects
    let request = message.map { HabitRequest.like($0, effects) } ?? .all(effects)
    ticket = shared.ask(HabitsQuestion(request: request))
  }

  /// The rules that are listed.
  var suggestions: [Suggestion] {
    if case .found(let suggestions) = content { suggestions } else { [] }
  }

  /// The rule that keys are about.
  var chosen: Suggestion? { suggestions.indices.contains(cursor) ? suggestions[cursor] : nil }

  static let behaviors: [ScreenCommand: Behavior<RulesPane>] = [
    .next: Behavior { pane, count, _ in pane.move(by: count ?? 1) },
    .previous: Behavior { pane, count, _ in pane.move(by: -(count ?? 1)) },
    .top: Behavior { pane, _, _ in pane.move(by: -pane.suggestions.count) },
    .bottom: Behavior { pane, _, _ in pane.move(by: pane.suggestions.count) },
    .cancel: Behavior { pane, _, shared in pane.leave(&shared) },
    .showRule: Behavior(unless: Self.reasonWithoutRule) { pane, _, _ in pane.isOpen.toggle() },
    .addRule: Behavior(unless: Self.reasonWithoutRule) { pane, _, shared in pane.add(&shared) },
    .undo: Behavior(unless: Self.reasonNotToUndo) { pane, _, shared in
      if let edit = pane.added.popLast() { shared.send(.takeBackRules(edit)) }
    },
    .dismissRule: Behavior(unless: Self.reasonWithoutRule) { pane, _, shared in
      pane.dismiss(&shared)
    },
  ]

  private func reasonWithoutRule(_ shared: Shared) -> Sentence? {
    chosen == nil ? none : nil
  }

  private func reasonNotToUndo(_ shared: Shared) -> Sentence? {
    added.isEmpty ? .failure(UndoRedo.undo.nothing) : nil
  }

  func undoProvider(_ words: Wording?) -> (any UndoProvider)? {
    RulesUndo(canUndo: !added.isEmpty, words)
  }

  /// What would make a rule, where none was found.
  var need: Sentence? { isAskedFor ? nil : .habitNeed }

  /// What is said where there is no rule.
  var none: Sentence { Sentence(isAskedFor ? "suggest.none.like" : "suggest.none") }

  private mutating func move(by rows: Int) {
    cursor = max(0, min(cursor + rows, suggestions.count - 1))
  }

  private mutating func leave(_ shared: inout Shared) {
    if isOpen, !isAskedFor {
      isOpen = false
    } else {
      shared.close()
    }
  }

  private func add(_ shared: inout Shared) {
    guard let chosen else { return }
    shared.send(.addRules([chosen.command(in: shared.config.actions)]))
  }

  /// Suggests the rule no more, or again.
  private mutating func dismiss(_ shared: inout Shared) {
    guard let chosen, dismissal == nil else { return }
    let request = HabitRequest.dismiss(chosen.id, !chosen.isDismissed)
    dismissal = shared.ask(HabitsQuestion(request: request))
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&ticket) { return receive(answered) }
    let question = dismissal?.question
    guard let answered = arrival.redeem(&dismissal) else { return }
    if let failure = answered.failure { return shared.report(failure, about: .key) }
    guard case .dismiss(let id, let isDismissed)? = question?.request else { return }
    var suggestions = suggestions
    for index in suggestions.indices where suggestions[index].id == id {
      suggestions[index].isDismissed = isDismissed
      guard isDismissed else { continue }
      let title = suggestions[index].title(in: shared.config.actions)
      shared.report(Sentence("status.rule-dismissed", .sentence(title)), about: .key)
    }
    content = .found(suggestions)
  }

  private mutating func receive(_ answered: Answered<[Suggestion]>) {
    guard case .answer(let all) = answered else {
      content = .failed(answered.failure ?? TriageFailure(.internalError))
      return
    }
    guard isAskedFor else {
      content = .found(all.filter { !$0.isDismissed })
      return
    }
    // Where there is no rule the pane stays, so that the key that adds one does nothing to the mail below.
    content = .found(all)
    isOpen = !all.isEmpty
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target, suggestions.indices.contains(index) { cursor = index }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) { move(by: lines) }

  var lastingHints: [ScreenCommand] { [.cancel] }

  func hints(_ shared: Shared) -> [ActionID] {
    let using: [ScreenCommand] = [.addRule, .dismissRule, .showRule]
    let undo: [ScreenCommand] = added.isEmpty ? [] : [.undo]
    return (undo + (chosen == nil ? [] : using) + [.cancel]).map { .command($0) }
  }

  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    action == .command(.cancel) ? .title(of: .command(.back), in: .message) : nil
  }

  func position(_ shared: Shared) -> PanePosition? {
    suggestions.isEmpty ? nil : PanePosition(number: cursor + 1, total: suggestions.count)
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .listReplaced: shared.close()
    case .rulesAdded(let edit): added.append(edit)
    default: break
    }
  }
}

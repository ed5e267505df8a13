import TestSupport
import TriageCore

/// A small mailbox whose changes are recorded in two histories at once, as the engine does it:
/// planned from what a history says, one message after the other, then written.
struct Mailbox {
  static let messages = (0..<5).map { MessageID("m\($0)@x") }
  static let tags: [MailTag] = [.inbox, .unread, .flagged]

  private var random: SplitMix
  /// What the index holds; a message that is gone is not in it.
  private var index: [MessageID: Set<MailTag>] = [:]

  init(seed: UInt64) {
    random = SplitMix(seed)
    for message in Self.messages { index[message] = [.inbox, .unread] }
  }

  /// Does something that people and other programs do to mail.
  mutating func live(
    _ histories: [any HistoryStore]
  ) throws {
    switch random.next() % 16 {
    case 0...4: try act(on: histories)
    case 5...8: try turn(histories, on: false)
    case 9...11: try turn(histories, on: true)
    case 12: try switchActions(histories)
    case 13: meddle()
    case 14: appear()
    default: try undoAny(histories)
    }
  }

  /// Another program changes a tag.
  private mutating func meddle() {
    guard let message = Self.messages.randomElement(using: &random),
      let tag = Self.tags.randomElement(using: &random)
    else { return }
    if index[message]?.remove(tag) == nil { index[message]?.insert(tag) }
  }

  /// A message goes, or is delivered again.
  private mutating func appear() {
    guard let message = Self.messages.randomElement(using: &random) else { return }
    index[message] = index[message] == nil ? [.inbox, .unread] : nil
  }

  private mutating func act(on histories: [any HistoryStore]) throws {
    let picked = Self.tags.shuffled(using: &random).prefix(2)
    let edit = TagEdit(add: random.flip() ? Set(picked.prefix(1)) : [], remove: Set(picked))
    let messages = Self.messages.shuffled(using: &random).prefix(Int(random.next() % 4) + 1)
    let pairs = messages.flatMap { message in Self.tags.map { Pair(message, $0) } }
    try record(.action(context(), at: time()), in: histories) { history, index in
      let known = try history.histories(of: pairs)
      return messages.map { message in
        Planner.act(message, Wish(edit), now: index[message].map { MessageState(tags: $0) }) {
          known[$0] ?? PairHistory()
        }
      }
    }
  }

  private mutating func turn(_ histories: [any HistoryStore], on: Bool) throws {
    let head = try histories[0].head()
    guard let target = on ? head.redo : head.undo else { return }
    try turn(target, on: on, histories)
  }

  private mutating func undoAny(_ histories: [any HistoryStore]) throws {
    let steps = try histories[0].steps(HistoryFilter(limit: nil, all: true))
    let target = steps.first { $0.state == .live && $0.context.origin != .automatic }
    if let target { try turn(target, on: false, histories) }
  }

  private mutating func turn(
    _ target: StepSummary,
    on: Bool,
    _ histories: [any HistoryStore]
  ) throws {
    var toggles = [Toggle(target.id, on: on)]
    if target.kind == .switch {
      toggles =
        on ? target.toggles : target.toggles.reversed().map { Toggle($0.action, on: !$0.on) }
    }
    try turn(.turning(on ? .redo : .undo, of: target.id, toggles, context()), histories)
  }

  /// Reverts some actions and reapplies others, at will.
  private mutating func switchActions(_ histories: [any HistoryStore]) throws {
    let actions = try histories[0].steps(HistoryFilter(limit: nil, all: true))
      .filter { $0.kind == .action && $0.progress == .done }
      .shuffled(using: &random).prefix(3)
    guard !actions.isEmpty else { return }
    let toggles = actions.map { Toggle($0.id, on: $0.state != .live) }
    try turn(.turning(.switch, toggles, context()), histories)
  }

  private mutating func turn(_ draft: StepDraft, _ histories: [any HistoryStore]) throws {
    let toggles = draft.toggles
    try record(draft, in: histories) { history, index in
      var plans: [StepPlan] = []
      var cursor: Int64?
      repeat {
        let page = try history.claimed(by: toggles.map(\.action), from: cursor, limit: 2)
        for (message, pairs, _) in page.messages {
          let state = index[message].map { MessageState(tags: $0) }
          plans.append(Planner.turn(message, toggles, now: state, pairs: pairs))
        }
        cursor = page.next
      } while cursor != nil
      return plans
    }
  }

  /// Records the same step in each history, by its own plan, and writes it to the index.
  private mutating func record(
    _ draft: StepDraft,
    in histories: [any HistoryStore],
    plan: (any HistoryStore, [MessageID: Set<MailTag>]) throws -> [StepPlan]
  ) throws {
    // An interrupted write, or one that other files follow, now and then.
    let fate = random.next() % 8
    var written: [Claim] = []
    for history in histories {
      let record = try history.begin(draft)
      let plans = try plan(history, index)
      for plan in plans { try record.append(plan) }
      written = plans.flatMap(\.written)
      if draft.kind == .action, written.isEmpty {
        record.abandon()
        continue
      }
      let step = try record.commit(as: written.isEmpty ? .done : .intent)
      guard !written.isEmpty else { continue }
      let next: StepProgress = fate == 0 ? .void : fate == 1 ? .tagged : .done
      _ = try history.advance(step, from: .intent, to: next, revisionAfter: .at(fate))
      if fate == 1 { _ = try history.advance(step, from: .tagged, to: .done, revisionAfter: nil) }
    }
    guard fate != 0 else { return }
    for claim in written {
      if claim.wanted {
        index[claim.pair.message]?.insert(claim.pair.tag)
      } else {
        index[claim.pair.message]?.remove(claim.pair.tag)
      }
    }
  }

  private mutating func context() -> StepContext {
    let contexts: [StepContext] = [.screen, .screen, .shell, .background, .automatic]
    return contexts.randomElement(using: &random) ?? .screen
  }

  private mutating func time() -> Timestamp { Timestamp(random.next() % 1_000) }
}

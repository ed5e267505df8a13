import TriageCore

/// Plans a step, some messages at a time.
protocol StepPlanner {
  /// How many messages the step is about.
  var total: Int { get }
  /// What each of several commands comes to, as far as planned.
  var counts: [CommandCount] { get }
  /// Plans the next messages by what the index and the history say now; `nil` at the end.
  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan?
}

extension StepPlanner {
  var counts: [CommandCount] { [] }
}

/// What planning may look at.
struct PlanView {
  let history: any HistoryStore
  /// The index: open for writing, or as anyone reads it.
  let mail: any MailLookup
  /// Says what plans mean for files.
  let files: FileDuties
}

/// Messages planned at once: few enough for a slice of 50 ms.
let messagesPerPlan = 500

/// Plans an undo, a redo or a switch by the claims of the actions that it turns.
struct UndoPlanner: StepPlanner {
  let total: Int
  private let toggles: [Toggle]
  /// What is taken to have been turned before.
  private let earlier: [Toggle]
  /// Whether messages that others have changed since are left alone.
  private let isStrict: Bool
  private var cursor: Int64?
  private var isAtEnd: Bool

  init(_ toggles: [Toggle], after earlier: [Toggle], total: Int, isStrict: Bool) {
    self.toggles = toggles
    self.earlier = earlier
    self.total = total
    self.isStrict = isStrict
    isAtEnd = toggles.isEmpty
  }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    guard !isAtEnd else { return nil }
    let actions = toggles.map(\.action)
    let page = try now.history.claimed(by: actions, from: cursor, limit: messagesPerPlan)
    cursor = page.next
    isAtEnd = page.next == nil
    let messages = page.messages.map(\.id)
    let states = try now.mail.states(of: messages)
    let foreign = isStrict ? try changedByOthers(messages, now) : []
    var plan = StepPlan()
    for message in page.messages {
      let isForeign = foreign.contains(message.id)
      plan.add(turn(message, states[message.id], isForeign: isForeign, now))
    }
    return plan
  }

  /// Turns what can be turned: a copy, or a tag that stands in file names, only where files can be
  /// renamed.
  private func turn(
    _ message: ClaimedPage.Message,
    _ state: MessageState?,
    isForeign: Bool,
    _ now: PlanView
  ) -> StepPlan {
    let copies = MessageCopies(
      known: message.copies,
      present: message.copies.isEmpty ? [] : now.files.locations(of: state)
    )
    func plan(_ obstacle: (ClaimSubject) -> Outcome?) -> StepPlan {
      Planner.turn(
        message.id,
        toggles,
        after: earlier,
        now: state,
        pairs: message.pairs,
        copies: copies,
        naming: now.files.freshName,
        obstacle: obstacle
      )
    }
    let wanted = plan { _ in isForeign ? .changedSince : nil }
    let duty = now.files.duty(of: wanted, state)
    return duty.refusal == nil ? wanted : plan(duty.obstacle)
  }

  /// Returns the messages that were changed after the last of our own steps on them; all of them if
  /// their revisions do not compare.
  private func changedByOthers(
    _ messages: [MessageID],
    _ now: PlanView
  ) throws(TriageFailure) -> Set<MessageID> {
    let index = try now.mail.revision()
    let changes = try now.mail.lastChanges(of: messages)
    let ours = try now.history.revisions(of: messages)
    return Set(
      messages.filter { message in
        guard let last = ours[message], last.uuid == index.uuid else { return true }
        return changes[message].map { $0 > last.number } ?? false
      }
    )
  }
}

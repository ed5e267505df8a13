import TriageCore

/// Plans what the index is given because steps of other machines join the history: the answers of all pairs
/// that they name, and those of messages that have come since the last look.
struct MergePlanner: StepPlanner {
  private let newcomers: [MessageID]
  private var actions: [StepID]?
  private var cursor: Int64?
  private var isAtEnd = false
  private var position = 0
  /// The newcomers that the steps name: they have their answers.
  private var answered: Set<MessageID> = []

  init(newcomers: [MessageID]) {
    self.newcomers = newcomers
  }

  var total: Int { newcomers.count }

  mutating func next(_ now: PlanView) throws(TriageFailure) -> StepPlan? {
    if !isAtEnd {
      var plan = try named(now)
      if isAtEnd { plan.add(try withheld(now)) }
      return plan
    }
    guard position < newcomers.count else { return nil }
    let slice = Array(newcomers[position..<min(position + messagesPerPlan, newcomers.count)])
    position += slice.count
    guard let history = now.history as? any SharedHistory else { return nil }
    let claims = try history.allHistories(of: slice)
    let states = try now.mail.states(of: slice)
    return slice.filter { !answered.contains($0) }.reduce(into: StepPlan()) { plan, message in
      plan.add(answers(of: message, claims[message] ?? [], states[message], now))
    }
  }

  /// What the steps name that join the history, and what those name that they turn.
  private mutating func named(_ now: PlanView) throws(TriageFailure) -> StepPlan {
    if actions == nil { actions = try (now.history as? any SharedHistory)?.merging() ?? [] }
    let page = try now.history.claimed(by: actions ?? [], from: cursor, limit: messagesPerPlan)
    cursor = page.next
    isAtEnd = page.next == nil
    let states = try now.mail.states(of: page.messages.map(\.id))
    if !newcomers.isEmpty { answered.formUnion(page.messages.map(\.id)) }
    return page.messages.reduce(into: StepPlan()) { plan, message in
      var answers = answers(of: message.id, message.pairs, states[message.id], now)
      move(message, states[message.id], now, &answers)
      plan.add(answers)
    }
  }

  /// Messages that still wait here, and whose leaving another machine has taken back, are drafts again.
  ///
  /// Nothing is sent because of what happens elsewhere.
  private func withheld(_ now: PlanView) throws(TriageFailure) -> StepPlan {
    try now.history.departures(claimedBy: actions ?? []).reduce(into: StepPlan()) { plan, message in
      guard message.record.state == .held, message.history.value == .draft,
        let decider = message.history.decider
      else { return }
      plan.departureEffects.append(
        ToggleDeparture(action: decider, departure: Departure(message.record, wanted: .draft))
      )
    }
  }

  /// Moves each file of this machine to where the history says, into a folder that is made if need be.
  ///
  /// Both machines do, so muchsync finds nothing to decide.
  private func move(
    _ message: ClaimedPage.Message,
    _ state: MessageState?,
    _ now: PlanView,
    _ plan: inout StepPlan
  ) {
    guard let state, !message.copies.isEmpty else { return }
    let copies = now.files.copies(message.copies, of: state)
    let locations = copies.locations
    for copy in copies.known {
      guard let location = locations[copy.number], let folder = copy.history.value,
        folder != location.folder, let decider = copy.history.decider
      else { continue }
      guard now.files.failureOfMaking(folder) == nil else {
        plan.outcomes = [
          MessageOutcome(message: message.id, outcome: .folderMissing, changed: false)
        ]
        continue
      }
      let wanted = CopyLocation(folder, now.files.freshName())
      let move = MoveClaim(message.id, copy.number, found: location, wanted: wanted)
      plan.moveEffects.append(ToggleMove(action: decider, move: move))
      plan.outcomes = [MessageOutcome(message: message.id, outcome: .restored, changed: true)]
    }
    guard !plan.moveEffects.isEmpty else { return }
    let duty = now.files.duty(of: plan, state)
    plan.moveEffects.removeAll { duty.blocked[$0.move.copy] != nil }
  }

  /// Gives a message what the history says of it; nothing is said of one that is not here.
  private func answers(
    of message: MessageID,
    _ pairs: [(tag: MailTag, history: PairHistory)],
    _ state: MessageState?,
    _ now: PlanView
  ) -> StepPlan {
    var plan = StepPlan()
    guard let state else { return plan }
    for (tag, history) in pairs {
      let isThere = state.tags.contains(tag)
      guard let value = history.value, value != isThere, let decider = history.decider else {
        continue
      }
      let claim = Claim(Pair(message, tag), found: isThere, wanted: value)
      plan.effects.append(ToggleEffect(action: decider, claim: claim))
    }
    guard !plan.effects.isEmpty else { return plan }
    plan.outcomes = [MessageOutcome(message: message, outcome: .restored, changed: true)]
    let duty = now.files.duty(of: plan, state)
    guard duty.refusal != nil else { return plan }
    // Where files cannot be renamed their letters stay; the tags are right all the same.
    plan.outcomes[0].outcome = .folderMissing
    return plan
  }
}

extension ClaimHistory {
  /// The step whose claim decides the value.
  fileprivate var decider: StepID? { newestStanding?.step ?? claims.first?.step }
}

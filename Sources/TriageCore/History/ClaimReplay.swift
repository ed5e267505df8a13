/// Replays the claims on one pair while actions are turned off and on, one after the other.
///
/// The pair is a message and a tag, or a copy of a message and its folder.
struct ClaimReplay<Value: Hashable & Sendable> {
  /// A claim that was not written, and why.
  struct Left {
    let action: StepID
    let outcome: Outcome
    let by: StepID?
  }

  /// What is there; `nil` if the message or the copy is gone.
  private(set) var now: Value?
  /// Why nothing may be written for the pair, whatever the rule says.
  let obstacle: Outcome?
  /// Whether what is gone here is turned all the same: other machines may have it.
  let isShared: Bool
  /// Whether the message has come since the index was last looked at: nobody has changed it, it has yet to
  /// get what the history says of it.
  let isNewcomer: Bool
  private(set) var history: ClaimHistory<Value>
  /// What another program is found to have changed before the first turn.
  let external: ValueChange<Value>?
  private(set) var left: [Left] = []
  /// Whether one of the actions has an effect on the pair, or something was written.
  private(set) var wasNamed = false
  /// What is there after the turns so far.
  private var planned: Value?
  private var lastWriter: StepID?

  /// `wasLeft` says that what is there was left so by this machine, which could not write what the history
  /// had come to: nobody else has changed it.
  init(
    now: Value?,
    history: ClaimHistory<Value>,
    obstacle: Outcome? = nil,
    isShared: Bool = false,
    isNewcomer: Bool = false,
    wasLeft: Bool = false
  ) {
    self.now = now
    self.history = history
    self.isShared = isShared
    self.isNewcomer = isNewcomer
    self.obstacle = now == nil ? .gone : obstacle
    external = isNewcomer || wasLeft ? nil : now.flatMap { history.absorbed(now: $0) }
    planned = now
    guard let external else { return }
    // An external claim is younger than every step there is.
    self.history.claims.append(
      RecordedClaim(
        step: StepID(.max),
        found: external.found,
        wanted: external.wanted,
        stands: true,
        external: true
      )
    )
  }

  /// The one change that all the turns come to; what cancels is not written.
  var effect: (action: StepID, change: ValueChange<Value>)? {
    guard let now, let lastWriter, let planned, planned != now else { return nil }
    return (lastWriter, ValueChange(found: now, wanted: planned))
  }

  /// Turns actions; nothing is noted of the `earlier` ones, which are turned before.
  mutating func turn(_ toggles: [Toggle], after earlier: [Toggle]) {
    earlier.forEach { turn($0) }
    (now, left, wasNamed, lastWriter) = (planned, [], false, nil)
    toggles.forEach { turn($0) }
    if isNewcomer, planned != nil, let value = history.value, value != planned {
      (planned, lastWriter) = (value, history.newestStanding?.step ?? toggles.last?.action)
    }
    left = left.compactMap(settled)
  }

  /// What there is to say of a claim once all have been turned; `nil` if nothing was left out.
  ///
  /// A claim may have been left because of another one that was turned after it, or because another
  /// one had written the value before: together they came to what was wanted.
  private func settled(_ item: Left) -> Left? {
    switch item.outcome {
    case .kept:
      let isKept = history.claims.contains { $0.step == item.by && $0.stands }
      guard !isKept else { return item }
    case .alreadySo: break
    case .restored, .changedSince, .gone, .folderMissing, .severalFiles, .alreadySent: return item
    }
    return effect == nil ? Left(action: item.action, outcome: .alreadySo, by: nil) : nil
  }

  private mutating func turn(_ toggle: Toggle) {
    guard
      let index = history.claims.firstIndex(where: { $0.step == toggle.action && !$0.external }),
      history.claims[index].stands != toggle.on
    else { return }
    let claim = history.claims[index]
    if let obstacle, obstacle.leavesClaim {
      // Where the history is shared the claim stops standing, whatever this machine has.
      if isShared { history.claims[index].stands = toggle.on }
      return leave(claim, obstacle)
    }
    let wasNewest = history.newestStanding?.step == claim.step
    history.claims[index].stands = toggle.on
    if let obstacle {
      return leave(claim, isElsewhere(claim, toggle) ?? obstacle, keptBy: keeper)
    }
    let isNewest = toggle.on ? history.newestStanding?.step == claim.step : wasNewest
    guard isNewest, let value = history.value, value != planned else {
      return leave(claim, isElsewhere(claim, toggle) ?? outcome(of: claim), keptBy: keeper)
    }
    planned = value
    lastWriter = claim.step
    wasNamed = true
  }

  /// The claim that decides the pair's value now.
  private var keeper: RecordedClaim<Value>? { history.newestStanding }

  /// What there is to say if the pair does not hold what a turn begins from: it is where the turn
  /// leads to, or somewhere else.
  private func isElsewhere(_ claim: RecordedClaim<Value>, _ toggle: Toggle) -> Outcome? {
    let (from, to) = toggle.on ? (claim.found, claim.wanted) : (claim.wanted, claim.found)
    if planned == from { return nil }
    if planned == to { return .alreadySo }
    // Somewhere else, where a group that stands has put it.
    if let keeper, !keeper.external, keeper.step != claim.step, keeper.wanted == planned {
      return .kept
    }
    return .changedSince
  }

  private func outcome(of claim: RecordedClaim<Value>) -> Outcome {
    guard let keeper, keeper.step != claim.step else { return .alreadySo }
    return keeper.external ? .changedSince : .kept
  }

  private mutating func leave(
    _ claim: RecordedClaim<Value>,
    _ outcome: Outcome,
    keptBy keeper: RecordedClaim<Value>? = nil
  ) {
    if claim.isEffect { wasNamed = true }
    // A claim that changed nothing is not missed by anyone; but while its message is gone it
    // cannot be turned either, and the history must know.
    guard claim.isEffect || outcome.leavesClaim else { return }
    left.append(
      Left(action: claim.step, outcome: outcome, by: outcome == .kept ? keeper?.step : nil)
    )
  }
}

/// A value before and after.
package struct ValueChange<Value> {
  /// The value before.
  package let found: Value
  /// The value after.
  package let wanted: Value
}

extension ClaimHistory {
  /// Returns the claim of another program that explains why the pair's value is not what is there.
  package func absorbed(now: Value) -> ValueChange<Value>? {
    guard let value, value != now else { return nil }
    return ValueChange(found: value, wanted: now)
  }
}

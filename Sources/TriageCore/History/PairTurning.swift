/// The life of one pair while actions are turned off and on, one after the other.
struct PairTurning {
  let pair: Pair
  /// What the index holds; `nil` if the message is gone.
  let now: Bool?
  /// Why nothing may be written for the pair, whatever the rule says.
  let obstacle: Outcome?
  private(set) var history: PairHistory
  /// What another program is found to have changed before the first turn.
  let externals: [Claim]
  private(set) var left: [LeftOut] = []
  /// Whether one of the actions has an effect on the pair, or something was written.
  private(set) var wasNamed = false
  /// What the index holds after the turns so far.
  private var planned: Bool
  private var lastWriter: StepID?

  init(pair: Pair, now: Bool?, history: PairHistory, obstacle: Outcome? = nil) {
    self.pair = pair
    self.now = now
    self.history = history
    self.obstacle = now == nil ? .gone : obstacle
    externals = now.map { Planner.absorb(pair, now: $0, into: history) } ?? []
    planned = now ?? false
    // An external claim is younger than every step there is.
    self.history.claims += externals.map {
      RecordedClaim(
        step: StepID(.max),
        found: $0.found,
        wanted: $0.wanted,
        stands: true,
        external: true
      )
    }
  }

  /// The one change that all the turns come to; what cancels is not written.
  var effect: ToggleEffect? {
    guard let now, let lastWriter, planned != now else { return nil }
    return ToggleEffect(action: lastWriter, claim: Claim(pair, found: now, wanted: planned))
  }

  mutating func turn(_ toggle: Toggle) {
    guard
      let place = history.claims.firstIndex(where: { $0.step == toggle.action && !$0.external }),
      history.claims[place].stands != toggle.on
    else { return }
    let claim = history.claims[place]
    if let obstacle, obstacle.leavesClaim { return leave(claim, obstacle) }
    let expected = toggle.on ? claim.found : claim.wanted
    let wasNewest = history.newestStanding?.step == claim.step
    history.claims[place].stands = toggle.on
    if let obstacle { return leave(claim, planned == expected ? obstacle : .alreadySo) }
    let isNewest = toggle.on ? history.newestStanding?.step == claim.step : wasNewest
    guard isNewest, let value = history.value, value != planned else {
      return leave(claim, outcome(of: claim, expected: expected, decides: isNewest), keptBy: keeper)
    }
    planned = value
    lastWriter = claim.step
    wasNamed = true
  }

  /// The claim that decides the pair's value now.
  private var keeper: RecordedClaim? { history.newestStanding }

  private func outcome(
    of claim: RecordedClaim,
    expected: Bool,
    decides: Bool
  ) -> Outcome {
    if planned != expected { return .alreadySo }
    guard let keeper, keeper.step != claim.step else { return .alreadySo }
    return keeper.external ? .changedSince : .kept
  }

  private mutating func leave(
    _ claim: RecordedClaim,
    _ outcome: Outcome,
    keptBy keeper: RecordedClaim? = nil
  ) {
    if claim.isEffect { wasNamed = true }
    // A claim that changed nothing is not missed by anyone; but while its message is gone it
    // cannot be turned either, and the history must know.
    guard claim.isEffect || outcome.leavesClaim else { return }
    left.append(
      LeftOut(
        action: claim.step,
        pair: pair,
        outcome: outcome,
        by: outcome == .kept ? keeper?.step : nil
      )
    )
  }
}

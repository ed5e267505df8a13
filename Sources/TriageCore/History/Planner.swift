/// The rule of the newest standing claim, as pure functions: titles, previews, dry runs and writing
/// all call these.
///
/// ```
/// pair's value = wanted of the newest standing claim; none stands: found of the oldest claim
/// ```
///
/// Claims never change place: an action brought back stands where it always stood, so the index
/// equals the replay of the standing actions in order, whatever the order of taking back.
package enum Planner {
  /// Plans what an action does to one message.
  ///
  /// `state` is what the index says of the message now, `nil` if it is not there; `history` gives the
  /// claims on the pairs of the edit. The plan has all claims of the message, effects or not, and
  /// what other programs had changed.
  package static func act(
    _ message: MessageID,
    _ edit: TagEdit,
    now state: MessageState?,
    history: (Pair) -> PairHistory
  ) -> StepPlan {
    var plan = StepPlan()
    guard let tags = state?.tags else {
      plan.outcomes = [MessageOutcome(message: message, outcome: .gone, changed: false)]
      return plan
    }
    for (tag, wanted) in edit.wishes {
      let pair = Pair(message, tag)
      let found = tags.contains(tag)
      plan.externals += absorb(pair, now: found, into: history(pair))
      plan.claims.append(Claim(pair, found: found, wanted: wanted))
    }
    let changed = plan.claims.contains(where: \.isEffect)
    plan.outcomes = [
      MessageOutcome(
        message: message,
        outcome: changed ? .restored : .alreadySo,
        changed: changed
      )
    ]
    return plan
  }

  /// Plans what turning actions off and on does to one message.
  ///
  /// `toggles` are in the order in which they are turned; `state` is what the index says of the
  /// message now, `nil` if it is not there; `pairs` are all pairs of the message that one of the
  /// actions claims, each with all its claims; `obstacle` says of a tag why it may not be written.
  package static func turn(
    _ message: MessageID,
    _ toggles: [Toggle],
    now state: MessageState?,
    pairs: [(tag: MailTag, history: PairHistory)],
    obstacle: (MailTag) -> Outcome? = { _ in nil }
  ) -> StepPlan {
    var plan = StepPlan()
    var worst = MessageOutcome(message: message, outcome: .restored, changed: false)
    var isNamed = false
    for (tag, history) in pairs {
      var turning = PairTurning(
        pair: Pair(message, tag),
        now: state.map { $0.tags.contains(tag) },
        history: history,
        obstacle: obstacle(tag)
      )
      toggles.forEach { turning.turn($0) }
      plan.externals += turning.externals
      plan.effects += turning.effect.map { [$0] } ?? []
      plan.left += turning.left
      isNamed = isNamed || turning.wasNamed
      worst.take(turning)
    }
    if isNamed { plan.outcomes = [worst] }
    return plan
  }

  /// Returns the external claim that explains why the index does not hold the pair's value.
  static func absorb(_ pair: Pair, now: Bool, into history: PairHistory) -> [Claim] {
    guard let value = history.value, value != now else { return [] }
    return [Claim(pair, found: value, wanted: now)]
  }
}

extension TagEdit {
  /// The tags of the edit with what is wanted of each, in the order of bytes.
  fileprivate var wishes: [(tag: MailTag, wanted: Bool)] {
    (add.map { ($0, true) } + remove.map { ($0, false) }).sorted { $0.0 < $1.0 }
  }
}

extension MessageOutcome {
  /// Takes what happened to one pair into account: the worst outcome of a message is its outcome.
  fileprivate mutating func take(_ turning: PairTurning) {
    changed = changed || turning.effect != nil
    for item in turning.left where item.outcome >= outcome {
      if item.outcome > outcome {
        tags = []
        by = nil
      }
      outcome = item.outcome
      by = by ?? item.by
      if !tags.contains(item.pair.tag) { tags.append(item.pair.tag) }
    }
  }
}

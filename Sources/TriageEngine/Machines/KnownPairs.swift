import TriageCore

/// What is known of pairs before an action claims them.
struct KnownPairs {
  private let claimed: [Pair: PairHistory]
  /// The tags at the last look; `nil` unless other machines share the history.
  private let looked: [MessageID: Set<MailTag>]?

  init(_ pairs: [Pair], _ history: any HistoryStore) throws(TriageFailure) {
    claimed = try history.histories(of: pairs)
    guard try history.isShared, let shared = history as? any SharedHistory,
      try shared.look().revision != nil
    else {
      looked = nil
      return
    }
    looked = try shared.lookedTags(of: Array(Set(pairs.map(\.message))))
  }

  /// The claims about a pair.
  ///
  /// One that nobody has claimed was as it was looked at; of a message that
  /// has come since, nobody has changed anything.
  func history(of pair: Pair) -> PairHistory {
    guard let looked else { return claimed[pair] ?? PairHistory() }
    guard let tags = looked[pair.message] else { return PairHistory() }
    let value = tags.contains(pair.tag)
    return claimed[pair]
      ?? PairHistory([
        RecordedClaim(step: StepID(0), found: value, wanted: value, stands: true, external: true)
      ])
  }
}

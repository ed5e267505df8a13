import TriageCore

/// What is known of pairs before an action claims them.
struct KnownPairs {
  private let claimed: [Pair: PairHistory]
  /// The tags at the last look; `nil` unless other machines share the history.
  private let looked: [MessageID: Set<MailTag>]?
  /// Whether a first muchsync with another machine may have run since: nobody else has changed anything.
  private let isUnsure: Bool
  /// The messages that have come since the last look.
  let newcomers: Set<MessageID>

  init(_ pairs: [Pair], _ history: any HistoryStore) throws(TriageFailure) {
    claimed = try history.histories(of: pairs)
    guard try history.isShared, let shared = history as? any SharedHistory else {
      (looked, isUnsure, newcomers) = (nil, false, [])
      return
    }
    let look = try shared.look()
    isUnsure = look.isUnsure
    guard look.revision != nil else {
      (looked, newcomers) = (nil, [])
      return
    }
    let messages = Set(pairs.map(\.message))
    let tags = try shared.lookedTags(of: Array(messages))
    looked = tags
    newcomers = messages.subtracting(tags.keys)
  }

  /// The claims about a pair.
  ///
  /// One that nobody has claimed was as it was looked at; of a message that
  /// has come since, nobody has changed anything.
  func history(of pair: Pair) -> PairHistory {
    guard let looked else { return claimed[pair] ?? PairHistory() }
    guard let tags = looked[pair.message] else { return PairHistory() }
    if let history = claimed[pair] { return history }
    guard !isUnsure else { return PairHistory() }
    let value = tags.contains(pair.tag)
    return PairHistory([
      RecordedClaim(step: StepID(0), found: value, wanted: value, stands: true, external: true)
    ])
  }
}

import TriageCore

/// What is known of pairs before an action claims them.
struct KnownPairs {
  private let claimed: [MessageID: [MailTag: PairHistory]]
  /// The tags at the last look; `nil` unless other machines share the history.
  private let looked: [MessageID: Set<MailTag>]?
  /// Whether a first muchsync with another machine may have run since: nobody else has changed anything.
  private let isUnsure: Bool
  /// The messages that have come since the last look.
  let newcomers: Set<MessageID>

  init(of messages: [MessageID], _ history: any HistoryStore) throws(TriageFailure) {
    claimed = try history.allHistories(of: messages).mapValues { claims in
      Dictionary(uniqueKeysWithValues: claims.map { ($0.tag, $0.history) })
    }
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
    let tags = try shared.lookedTags(of: messages)
    looked = tags
    newcomers = Set(messages).subtracting(tags.keys)
  }

  /// The tags of a message that somebody has claimed.
  func tags(of message: MessageID) -> Set<MailTag> {
    claimed[message].map { Set($0.keys) } ?? []
  }

  /// The claims about a pair.
  ///
  /// One that nobody has claimed was as it was looked at; of a message that
  /// has come since, nobody has changed anything.
  func history(of pair: Pair) -> PairHistory {
    guard let looked else { return claimed[pair.message]?[pair.tag] ?? PairHistory() }
    guard let tags = looked[pair.message] else { return PairHistory() }
    if let history = claimed[pair.message]?[pair.tag] { return history }
    guard !isUnsure else { return PairHistory() }
    let value = tags.contains(pair.tag)
    return PairHistory([
      RecordedClaim(step: StepID(0), found: value, wanted: value, stands: true, external: true)
    ])
  }
}

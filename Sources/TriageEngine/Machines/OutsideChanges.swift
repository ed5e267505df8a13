import TriageCore

/// What other programs have changed in the index since it was last looked at.
struct OutsideChanges {
  /// Of pairs that somebody has claimed, and of others that surely nobody else has brought.
  var claims: [Claim] = []
  /// Of pairs that nobody has claimed, which muchsync may have brought: as old as the look.
  var late: [Claim] = []
  /// The messages as they are, as far as they are to be looked at.
  var seen: [MessageID: Set<MailTag>] = [:]
  /// Messages that have come since the look, or that muchsync has changed against this machine's person, and
  /// have not yet what the history says of them.
  var newcomers: [MessageID] = []

  var isEmpty: Bool { claims.isEmpty && late.isEmpty }
}

extension TriageEngine {
  /// Finds out what has changed outside since a look.
  ///
  /// `carried` is what nobody has claimed and muchsync has left the same on both machines, `own` what nobody else
  /// has changed.
  func outsideChanges(
    since look: IndexLook,
    in mail: any MailLookup,
    _ history: any SharedHistory,
    _ carried: Set<Pair> = [],
    own: Set<Pair> = []
  ) throws(TriageFailure) -> OutsideChanges {
    var changes = OutsideChanges()
    let ids = try changed(since: look, in: mail)
    var position = 0
    while position < ids.count {
      let slice = Array(ids[position..<min(position + messagesPerPlan, ids.count)])
      position += slice.count
      let states = try mail.states(of: slice)
      let looked = try look.revision == nil ? [:] : history.lookedTags(of: slice)
      let named = try history.allHistories(of: slice)
      for message in slice {
        guard let state = states[message] else { continue }
        let pairs = named[message] ?? []
        if look.revision != nil, looked[message] == nil {
          changes.meet(message, state.tags, pairs)
        } else {
          changes.compare(message, state.tags, looked[message], pairs, look, (carried, own))
        }
      }
    }
    return changes
  }

  /// The messages that may have changed: all of them where revisions do not compare.
  private func changed(
    since look: IndexLook,
    in mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID] {
    let now = try mail.revision()
    var query = MailQuery("*")
    if let revision = look.revision, revision.uuid == now.uuid, revision.number <= now.number {
      guard revision.number < now.number else { return [] }
      query = MailQuery("lastmod:\(revision.number + 1)..\(now.number)")
    }
    query.excludes = false
    return try mail.ids(query, limit: nil)
  }
}

extension OutsideChanges {
  /// A message that was not there at the last look is looked at once it has what the history says.
  fileprivate mutating func meet(
    _ message: MessageID,
    _ tags: Set<MailTag>,
    _ pairs: [(tag: MailTag, history: PairHistory)]
  ) {
    let isAnswered = pairs.allSatisfy { pair in
      pair.history.value.map { $0 == tags.contains(pair.tag) } ?? true
    }
    if isAnswered { seen[message] = tags } else { newcomers.append(message) }
  }

  fileprivate mutating func compare(
    _ message: MessageID,
    _ tags: Set<MailTag>,
    _ looked: Set<MailTag>?,
    _ pairs: [(tag: MailTag, history: PairHistory)],
    _ look: IndexLook,
    _ known: (carried: Set<Pair>, own: Set<Pair>)
  ) {
    seen[message] = tags
    var named: Set<MailTag> = []
    var isOverwritten = false
    for (tag, history) in pairs {
      guard let value = history.value else { continue }
      named.insert(tag)
      guard value != tags.contains(tag) else { continue }
      let pair = Pair(message, tag)
      if known.own.contains(pair) {
        isOverwritten = true
      } else {
        claims.append(Claim(pair, found: value, wanted: !value))
      }
    }
    if isOverwritten { newcomers.append(message) }
    guard let looked, !look.isUnsure else { return }
    for tag in tags.symmetricDifference(looked).subtracting(named).sorted() {
      let pair = Pair(message, tag)
      guard !known.carried.contains(pair) else { continue }
      let claim = Claim(pair, found: looked.contains(tag), wanted: tags.contains(tag))
      if look.isCarrying { late.append(claim) } else { claims.append(claim) }
    }
  }
}

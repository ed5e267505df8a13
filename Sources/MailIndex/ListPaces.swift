import TriageCore

/// Which list.
struct ListKey: Hashable {
  var query: MailQuery
  var sort: SortOrder
}

/// What earlier pages of lists have taught about the next ones.
///
/// Nothing here changes what a page shows, only how fast it is found.
struct ListPaces {
  private struct Stop: Hashable {
    var list: ListKey
    var after: Int
    var revision: IndexRevision
  }

  private struct Pace {
    var span: Timestamp? = 16 * 86_400
    var newest: Timestamp?
  }

  private var paces: [ListKey: Pace] = [:]
  private var places: [Stop: ListPlace] = [:]
  /// The most things to remember of each kind.
  private let capacity = 64

  /// How wide the first window of a list should be: as wide as the last one was, at first 16 days.
  func span(of list: ListKey) -> Timestamp? {
    (paces[list] ?? Pace()).span
  }

  /// The date of the list's newest message when it was last seen, or today's if that is earlier.
  func recent(in list: ListKey, now: Timestamp) -> Timestamp {
    min(now, paces[list]?.newest ?? now)
  }

  /// Where a page begins: where the page before it ended, if the index is still the same.
  func place(in list: ListKey, after messages: Int, at revision: IndexRevision) -> ListPlace {
    places[Stop(list: list, after: messages, revision: revision)] ?? ListPlace(unseen: messages)
  }

  /// Remembers how wide windows became, and the newest date if the list was read from its start.
  mutating func note(_ list: ListKey, span: Timestamp?, newest: Timestamp?) {
    if paces.count >= capacity { paces = [:] }
    paces[list] = Pace(span: span, newest: newest ?? paces[list]?.newest)
  }

  /// Remembers where a page ended.
  mutating func note(
    _ list: ListKey,
    place: ListPlace,
    after messages: Int,
    at revision: IndexRevision
  ) {
    if places.count >= capacity { places = [:] }
    places[Stop(list: list, after: messages, revision: revision)] = place
  }
}

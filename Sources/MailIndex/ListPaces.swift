import TriageCore

/// What earlier pages of lists have taught about the next ones.
///
/// Nothing here changes what a page shows, only how fast it is found.
struct ListPaces {
  /// Which list.
  struct Key: Hashable {
    var query: MailQuery
    var sort: SortOrder
  }

  private struct Stop: Hashable {
    var list: Key
    var after: Int
    var revision: IndexRevision
  }

  private var spans: [Key: Timestamp?] = [:]
  private var places: [Stop: Place] = [:]
  /// The most things to remember of each kind.
  private let capacity = 64

  /// How wide the first window of a list should be: as wide as the last one was, at first 16 days.
  func span(of list: Key) -> Timestamp? {
    spans[list] ?? 16 * 86_400
  }

  /// Where a page begins: where the page before it ended, if the index is still the same.
  func place(in list: Key, after messages: Int, at revision: IndexRevision) -> Place {
    places[Stop(list: list, after: messages, revision: revision)] ?? Place(unseen: messages)
  }

  mutating func note(_ list: Key, span: Timestamp?) {
    if spans.count >= capacity { spans = [:] }
    spans[list] = .some(span)
  }

  mutating func note(_ list: Key, place: Place, after messages: Int, at revision: IndexRevision) {
    if places.count >= capacity { places = [:] }
    places[Stop(list: list, after: messages, revision: revision)] = place
  }
}

import TriageCore

extension State {
  /// What was searched for last.
  var lastSearch: String? { typed[.search].last }

  /// Goes so many rows on, or back, among those that the last search finds.
  mutating func seekHit(_ steps: Int) -> [Effect] {
    guard let text = lastSearch else { return [] }
    if list.query == text {
      list.cursor += steps
      list.scroll(height: listHeight)
      return []
    }
    if let hits = list.hits, hits.text == text, hits.revision == list.revision {
      go(to: hits, steps)
      return []
    }
    let query = MailQuery(ListState.query(list.query, narrowedBy: text))
    return [
      request(
        .list(query, sort: list.sort, skip: 0, limit: .max, rows: 0),
        for: .hits(text, steps, in: list.query)
      )
    ]
  }

  mutating func takeHits(of text: String, _ steps: Int, _ page: ListPage) {
    let hits = ListHits(
      text: text,
      revision: list.revision,
      threads: Set(page.entries.map(\.thread))
    )
    list.hits = hits
    go(to: hits, steps)
  }

  private mutating func go(to hits: ListHits, _ steps: Int) {
    let places =
      steps > 0
      ? list.order.indices.filter { $0 > list.cursor }
      : list.order.indices.filter { $0 < list.cursor }.reversed()
    let found = places.filter { hits.threads.contains(list.order[$0]) }
    guard let place = found.prefix(abs(steps)).last else {
      return say(Sentence("status.no-more-hits", .text(hits.text)), about: .key)
    }
    list.goal = nil
    list.cursor = place
    list.scroll(height: listHeight)
  }
}

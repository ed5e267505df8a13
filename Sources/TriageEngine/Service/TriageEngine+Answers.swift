package import TriageCore

extension TriageEngine {
  /// Answers a read from the index or the history.
  func answer(_ request: EngineRequest.Body) throws(TriageFailure) -> EngineReply {
    switch request {
    case .list(let query, let sort, let skip, let limit, let rows):
      return try list(query, sort, skip, limit, rows)
    case .rows(let threads, let query, let sort):
      return .rows(
        try store.rows(threads, of: query, sort: sort)
      )
    case .thread(let thread):
      return .thread(try store.thread(thread))
    case .counts(let query): return try counts(query)
    case .names: return .names(try names())
    case .history(let filter):
      return .history(
        try history.steps(filter)
      )
    case .head:
      return .head(try history.head())
    case .step(let id, let limit): return .step(try detail(of: id, limit))
    case .newestStep(let session):
      let steps = try history.steps(HistoryFilter(limit: 1, session: session))
      return .newestStep(steps.first)
    case .message, .part, .change, .cancel, .settle:
      throw TriageFailure(.internalError, "not a read")
    }
  }

  private func list(
    _ query: MailQuery,
    _ sort: SortOrder,
    _ skip: Int,
    _ limit: Int,
    _ count: Int
  ) throws(TriageFailure) -> EngineReply {
    let page = try store.list(query, sort: sort, skip: skip, limit: limit)
    let rows = try store.rows(page.entries.prefix(count).map(\.thread), of: query, sort: sort)
    return .list(page, rows: rows)
  }

  /// The names that a person can type: tags, saved queries, folders.
  package func names() throws(TriageFailure) -> IndexNames {
    let tags = try store.allTags()
    let queries = try store.savedQueries()
    let newest = try store.messages(MailQuery("*"), sort: .newestFirst, skip: 0, limit: 300)
    return IndexNames(
      tags: tags,
      queries: queries.map { IndexNames.SavedQuery(name: $0.name, query: $0.query) },
      folders: files.folders().map(\.text),
      addresses: newest.map(\.from.address).reduce(into: []) { addresses, address in
        if !address.isEmpty, !addresses.contains(address) { addresses.append(address) }
      }
    )
  }

  private func detail(of id: StepID, _ limit: Int) throws(TriageFailure) -> StepDetail {
    let found = try history.step(id)
    guard let step = found else { throw TriageFailure(.noSuchStep, id.description) }
    let changes = try history.changes(of: id, limit: limit)
    let left = try history.left(of: id, limit: limit)
      .skips
    let metadata = try store.metadata(of: changes.map(\.message) + left.map(\.message))
    let known = Dictionary(metadata.map { ($0.id, $0) }) { first, _ in first }
    return StepDetail(
      step: step,
      changes: changes.map { DescribedChange($0, metadata: known[$0.message]) },
      left: left.map { DescribedSkip($0, metadata: known[$0.message]) }
    )
  }

  private func counts(_ query: MailQuery) throws(TriageFailure) -> EngineReply {
    .counts(
      unread: try store.count(query.unread, .messages),
      total: try store.count(query, .messages)
    )
  }
}

extension String {
  /// The address of a sender, without their name; empty if there is none.
  fileprivate var address: String {
    guard let open = lastIndex(of: "<"), let close = lastIndex(of: ">"), open < close else {
      return contains("@") && !contains(" ") ? self : ""
    }
    return String(self[index(after: open)..<close])
  }
}

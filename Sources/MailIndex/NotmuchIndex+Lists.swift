import CNotmuch
package import TriageCore

/// The most messages that are looked at in one page.
let longestPage = 1_000

extension NotmuchIndex {
  package func list(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> ListPage {
    var page = PageCache(query)
    let list = ListKey(query: query, sort: sort)
    let (next, revision) = try walk(list, skip: skip, wanted: 2 * min(limit, longestPage)) {
      page = PageCache(query)
    } body: { message, database throws(IndexError) in
      try page.add(message, limit: limit, in: database)
    }
    page.revision = revision
    cache = page
    return ListPage(revision: revision, entries: page.entries, next: next)
  }

  package func messages(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> [MessageMetadata] {
    var messages: [MessageMetadata] = []
    let list = ListKey(query: query, sort: sort)
    _ = try walk(list, skip: skip, wanted: min(limit, longestPage)) {
      messages = []
    } body: { message, database throws(IndexError) in
      guard messages.count < limit else { return nil }
      let metadata = try message.metadata(in: database)
      messages.append(metadata)
      return metadata.id
    }
    return messages
  }

  package func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    var ids: [MessageID] = []
    let list = ListKey(query: query, sort: .newestFirst)
    let limit = limit ?? .max
    _ = try walk(list, skip: 0, wanted: min(limit, longestPage)) {
      ids = []
    } body: { message, _ throws(IndexError) in
      guard ids.count < limit else { return nil }
      let id = try message.id()
      ids.append(id)
      return id
    }
    return ids
  }

  /// Walks through a list in pages of one and the same state of the index.
  ///
  /// `wanted` is about how many messages are needed; `start` forgets what `body` was given, as the
  /// walk begins, perhaps again; `between` is called between two pages. Returns how many matches come before the first that `body` did not
  /// want, or `nil` if it wanted all.
  func walk(
    _ list: ListKey,
    skip: Int,
    wanted: Int,
    start: () -> Void,
    between: () throws(IndexError) -> Void = {},
    body: ListBody
  ) throws(TriageFailure) -> (next: Int?, IndexRevision) {
    let (walk, revision) = try pages(of: list.query) {
      start()
      return ListWalk?.none
    } between: { () throws(IndexError) in
      try between()
    } next: { walk, database throws(IndexError) in
      let revision = try database.revision()
      var going = walk ?? self.walk(list, skip: skip, wanted: wanted, at: revision)
      try going.go(room: longestPage, in: database, body)
      walk = going
      return going.isEnough || going.isAtEnd
    }
    guard let walk else { return (nil, revision) }
    windowSizes.note(list, span: walk.span, newest: walk.newest)
    if walk.isAtEnd { return (nil, revision) }
    let next = skip + walk.count
    windowSizes.note(list, cursor: walk.cursor, after: next, at: revision)
    return (next, revision)
  }

  private func walk(
    _ list: ListKey,
    skip: Int,
    wanted: Int,
    at revision: IndexRevision
  ) -> ListWalk {
    ListWalk(
      list,
      excluding: excluded(list.query),
      wanted: wanted,
      from: windowSizes.cursor(in: list, after: skip, at: revision),
      span: windowSizes.span(of: list),
      recent: windowSizes.recent(in: list, now: now())
    )
  }

  func excluded(_ query: MailQuery) -> [MailTag] {
    query.excludes ? settings.excludedTags : []
  }
}

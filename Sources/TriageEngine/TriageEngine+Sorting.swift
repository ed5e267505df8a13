package import TriageCore

/// A list that was sorted by a value of its threads, kept for its further pages.
struct SortedList {
  let query: MailQuery
  let sort: SortOrder
  let revision: IndexRevision
  let entries: [ThreadEntry]

  func page(skip: Int, limit: Int) -> ListPage {
    let rest = entries.dropFirst(skip)
    let page = Array(rest.prefix(limit))
    let next = page.count < rest.count ? skip + page.count : nil
    return ListPage(revision: revision, entries: page, next: next)
  }
}

extension TriageEngine {
  /// Reads a page of a list in any order; `skip` and `next` of one that is sorted by a value count
  /// threads.
  ///
  /// For the first page of such a list all of it is read and sorted; the others are of the same
  /// state of the index.
  ///
  /// - Parameters:
  ///   - query: What the list asks for.
  ///   - sort: Its order.
  ///   - skip: Where the page begins: 0, or what the page before has said.
  ///   - limit: The most threads to return.
  ///   - goesOn: Is told now and then how many messages of how many have been looked at, and answers
  ///     whether to go on. It may read from the store.
  /// - Returns: The page.
  /// - Throws: `.cancelled` if it was not to go on, `.tooManyThreads`.
  package func page(
    of query: MailQuery,
    _ sort: SortOrder,
    skip: Int,
    limit: Int,
    goesOn: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(TriageFailure) -> ListPage {
    guard let value = sort.value else {
      return try store.list(query, sort: sort.dates, skip: skip, limit: limit)
    }
    let revision = skip == 0 ? try store.revision() : nil
    if let sorted, sorted.query == query, sorted.sort == sort,
      revision == nil || revision == sorted.revision
    {
      return sorted.page(skip: skip, limit: limit)
    }
    sorted = nil
    let total = try store.count(query, .messages)
    let found = try store.sortableThreads(
      of: query,
      for: value,
      limit: SortValue.mostThreads
    ) { goesOn($0, total) }
    let list = SortedList(
      query: query,
      sort: sort,
      revision: found.revision,
      entries: found.sorted(by: value, folding: settings.fold)
    )
    sorted = list
    return list.page(skip: skip, limit: limit)
  }
}

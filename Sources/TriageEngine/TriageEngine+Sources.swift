package import TriageCore

// Whole senders and lists: the exact messages, which no query of the index finds.

extension TriageEngine {
  /// How many messages are looked at between two looks at what else is asked.
  private static let pageLength = 500

  /// Returns the messages of a query that are from some senders or lists, newest first.
  ///
  /// - Parameters:
  ///   - query: What they match.
  ///   - filter: Whose they are.
  ///   - limit: The most messages; the newest are taken.
  ///   - mail: Where they are looked up.
  ///   - goesOn: Is told now and then how many have been looked at, of how many, and answers whether
  ///     to go on.
  /// - Returns: Their ids.
  /// - Throws: `.cancelled` if it was not to go on.
  package func messages(
    of query: MailQuery,
    from filter: SourceFilter,
    limit: Int? = nil,
    in mail: any MailLookup,
    goesOn: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(TriageFailure) -> [MessageID] {
    let all = try mail.ids(filter.narrowing(query), limit: nil)
    guard !filter.isEmpty else { return limit.map { Array(all.prefix($0)) } ?? all }
    var found: [MessageID] = []
    for start in stride(from: 0, to: all.count, by: Self.pageLength) {
      guard goesOn(start, all.count) else { throw TriageFailure(.cancelled) }
      let page = Array(all[start..<min(start + Self.pageLength, all.count)])
      let matching = try members(of: page, from: filter, in: mail)
      found += page.filter(matching.contains)
      if let limit, found.count >= limit { return Array(found.prefix(limit)) }
    }
    return found
  }

  /// The messages that are from one of a filter's senders, and of one of its lists, where it names any.
  private func members(
    of page: [MessageID],
    from filter: SourceFilter,
    in mail: any MailLookup
  ) throws(TriageFailure) -> Set<MessageID> {
    var members = Set(page)
    if !filter.senders.isEmpty {
      let authors = try mail.authors(of: page)
      members = members.filter { id in
        authors[id].flatMap(MailSource.sender).map(filter.senders.contains) ?? false
      }
    }
    if !filter.lists.isEmpty {
      let lists = try lists(of: page.filter(members.contains), in: mail)
      members = members.filter { lists[$0].map(filter.lists.contains) ?? false }
    }
    return members
  }

  /// Returns the lists of messages; those that are from none are left out.
  package func lists(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    try lists(of: messages, in: store)
  }

  /// The lists of messages; those that are from none are left out.
  func lists(
    of page: [MessageID],
    in mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID: String] {
    guard let lookup = listLookup else { return [:] }
    var lists: [MessageID: String] = [:]
    var unknown: [MessageID] = []
    for id in page {
      guard let known = lookup.known(id) else {
        unknown.append(id)
        continue
      }
      lists[id] = known
    }
    guard !unknown.isEmpty else { return lists }
    let states = try mail.states(of: unknown)
    let read = unknown.compactMap { id in states[id].map { (id: id, files: $0.files) } }
    for ((id, _), list) in zip(read, lookup.lists(of: read)) { lists[id] = list }
    return lists
  }
}

// MARK: Like a message

extension TriageEngine {
  /// Returns what of a query is from the sender, or the list, of a message, by thread; `nil` if the
  /// message is from none.
  func messages(
    of query: MailQuery,
    like message: MessageID,
    by kind: MailSourceKind,
    goesOn: (_ done: Int, _ total: Int) -> Bool
  ) throws(TriageFailure) -> SourceMatches? {
    guard let from = try store.authors(of: [message])[message] else {
      throw TriageFailure(.nothingFound)
    }
    let value: String? =
      switch kind {
      case .sender: MailSource.sender(from)
      case .list: try lists(of: [message], in: store)[message]
      }
    guard let value else { return nil }
    let filter =
      kind == .sender ? SourceFilter(senders: [value]) : SourceFilter(lists: [value])
    let found = try messages(of: query, from: filter, in: store, goesOn: goesOn)
    let positions = try store.positions(of: found)
    var byThread: [ThreadID: [MessageID]] = [:]
    var threads: [ThreadID] = []
    for id in found {
      guard let thread = positions[id]?.thread else { continue }
      if byThread[thread] == nil { threads.append(thread) }
      byThread[thread, default: []].append(id)
    }
    return SourceMatches(
      kind: kind,
      value: value,
      name: kind == .sender ? NamedAddress.first(in: from)?.name : nil,
      threads: threads.map { SourceMatches.Thread(id: $0, messages: byThread[$0] ?? []) }
    )
  }
}

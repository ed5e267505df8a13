package import TriageCore

extension TriageEngine {
  /// A page of a list's order, with the rows of its first threads.
  func list(
    _ query: MailQuery,
    _ sort: SortOrder,
    _ skip: Int,
    _ limit: Int,
    _ count: Int,
    wokenFirst: Bool,
    goesOn: (_ done: Int, _ total: Int) -> Bool
  ) throws(TriageFailure) -> EngineReply {
    var page = try page(of: query, sort, skip: skip, limit: limit, goesOn: goesOn)
    if wokenFirst { try putWokenFirst(&page, of: query, sort, isFirst: skip == 0) }
    let threads = page.entries.prefix(count).map(\.thread)
    let rows = try store.rows(threads, of: query, sort: sort.dates)
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
      addresses: senders(of: newest),
      fields: try store.ownFields()
    )
  }

  /// A step with what it changed and what it left.
  func detail(of id: StepID, _ limit: Int) throws(TriageFailure) -> StepDetail {
    let step = try step(id)
    let changes = try history.changes(of: id, limit: limit)
    let allLeft = try left(of: id, limit)
    let left = allLeft.prefix(limit)
    let departures = try history.departures(of: id)
    let messages = changes.map(\.message) + left.map(\.message) + departures.map(\.message)
    let metadata = try store.metadata(of: messages)
    let known = Dictionary(metadata.map { ($0.id, $0) }) { first, _ in first }
    return StepDetail(
      step: step,
      changes: changes.map { Described($0, metadata: known[$0.message]) },
      omittedChanges: changes.count < limit ? 0 : max(0, step.messages - changes.count),
      left: left.map { Described($0, metadata: known[$0.message]) },
      omittedLeft: allLeft.count - left.count,
      departures: departures.map { Described($0, metadata: known[$0.message]) }
    )
  }

  /// What a step left as it was: all of it if that is more than a limit, to be counted.
  private func left(of id: StepID, _ limit: Int) throws(TriageFailure) -> [Skip] {
    let left = try history.left(of: id, limit: limit)
    return (left.count < limit ? left : try history.left(of: id, limit: nil)).skips
  }

  /// How much of a query there is, and how much of that is unread.
  func counts(_ query: MailQuery) throws(TriageFailure) -> EngineReply {
    .counts(
      unread: try store.count(query.unread, .messages),
      total: try store.count(query, .messages)
    )
  }

  /// What a message that must be there is read from.
  func source(of message: MessageID) throws(TriageFailure) -> MessageSource {
    let files = try files(of: message)
    return MessageSource(
      id: message,
      files: files,
      sessionKeys: (try? store.sessionKeys(of: message)) ?? []
    )
  }

  /// Who has written messages, each address once.
  private func senders(of messages: [MessageMetadata]) -> [String] {
    var seen: Set<String> = []
    return messages.compactMap { NamedAddress.first(in: $0.from) }
      .filter { $0.isValid && seen.insert($0.address.asciiLowercased).inserted }.map(\.text)
  }

  /// The files of a message that must be there.
  func files(of message: MessageID) throws(TriageFailure) -> [String] {
    guard let message = try store.metadata(of: [message]).first else {
      throw TriageFailure(.nothingFound)
    }
    return message.files
  }
}

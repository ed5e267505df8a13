import TriageCore

/// How many threads queries have, counted bit by bit while nothing else is to do.
///
/// The index counts messages at once but threads slowly, so threads are counted page by page, and
/// only if the messages are not as many as they were.
struct ThreadCounting: Sendable {
  /// What was found of a query, at a state of the index.
  private struct Found {
    var revision: IndexRevision
    var messages: ThreadCounts
    /// `nil` if there are too many to be counted.
    var threads: ThreadCounts?
  }

  /// The most messages whose threads are counted: it takes seconds of the engine's time, and is done
  /// again whenever mail has come.
  private static let mostMessages = 50_000

  private var found: [String: Found] = [:]
  /// Queries that cannot be counted.
  private var refused: Set<String> = []
  private(set) var walk: CountWalk?
  /// The number of the next step, so that each sets its own alarm.
  private(set) var step = 0

  /// The threads of queries, as they were counted last; none of one that finds too much.
  var counts: [String: ThreadCounts] { found.compactMapValues(\.threads) }

  /// How long nothing must be asked for before the next step.
  var pause: Duration {
    guard let walk else { return .milliseconds(found.isEmpty ? 50 : 300) }
    return .milliseconds(walk.skip > 0 ? 100 : 10)
  }

  /// Begins with the first of the queries that has not been counted at this state of the index.
  mutating func begin(_ queries: [String], at revision: IndexRevision) {
    guard walk == nil, let query = queries.first(where: { isDue($0, at: revision) }) else { return }
    let kept = Set(queries)
    found = found.filter { kept.contains($0.key) }
    refused.formIntersection(kept)
    walk = CountWalk(query: query, revision: revision)
  }

  func isDue(_ query: String, at revision: IndexRevision) -> Bool {
    found[query]?.revision != revision && !refused.contains(query)
  }

  /// Takes how many messages there are; `known` is the number of threads if it is known already.
  mutating func take(messages: ThreadCounts, known: Int?) {
    step += 1
    guard var walk else { return }
    if found[walk.query]?.messages == messages {
      found[walk.query]?.revision = walk.revision
      self.walk = nil
      return
    }
    walk.messages = messages
    if messages.total == 0 { return finish(walk, ThreadCounts.none) }
    if messages.total > ThreadCounting.mostMessages { return finish(walk, nil) }
    walk.stage = .all
    self.walk = walk
    if let known { takeTotal(known) }
  }

  /// Takes a page of threads.
  mutating func take(_ page: ListPage) {
    step += 1
    guard var walk else { return }
    walk.threads.formUnion(page.entries.map(\.thread))
    walk.skip = page.next ?? 0
    self.walk = walk
    guard page.next == nil else { return }
    if walk.stage == .all { return takeTotal(walk.threads.count) }
    finish(walk, ThreadCounts(unread: walk.threads.count, total: walk.total))
  }

  private mutating func takeTotal(_ total: Int) {
    guard var walk else { return }
    walk.total = total
    walk.threads = []
    walk.stage = .unread
    self.walk = walk
    if walk.messages.unread == 0 { finish(walk, ThreadCounts(unread: 0, total: total)) }
  }

  private mutating func finish(_ walk: CountWalk, _ threads: ThreadCounts?) {
    found[walk.query] = Found(revision: walk.revision, messages: walk.messages, threads: threads)
    self.walk = nil
  }

  /// Gives up on a query that cannot be counted.
  mutating func refuse() {
    step += 1
    if let walk { refused.insert(walk.query) }
    walk = nil
  }
}

/// The counting of one query.
struct CountWalk: Sendable {
  /// What is being counted.
  enum Stage: Sendable {
    case messages
    case all
    case unread
  }

  let query: String
  let revision: IndexRevision
  var stage = Stage.messages
  var messages = ThreadCounts.none
  var total = 0
  var threads: Set<ThreadID> = []
  var skip = 0

  /// The page of threads that is to be asked for next; `nil` while messages are counted.
  var page: ListQuestion? {
    switch stage {
    case .messages: nil
    case .all: ListQuestion(query: MailQuery(query), sort: .newestFirst, skip: skip, limit: 500)
    case .unread:
      ListQuestion(query: MailQuery(query).unread, sort: .newestFirst, skip: skip, limit: 500)
    }
  }
}

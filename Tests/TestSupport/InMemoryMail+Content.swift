import TriageCore

extension InMemoryMail.Content {
  func inOrder(
    _ sort: SortOrder,
    where isWanted: (MessageMetadata) -> Bool
  ) -> [MessageMetadata] {
    messages.values.filter(isWanted).sorted { left, right in
      // What has no date comes last in both orders.
      if (left.date == nil) != (right.date == nil) { return right.date == nil }
      let (first, second) = sort == .newestFirst ? (right, left) : (left, right)
      let dates = (first.date ?? 0, second.date ?? 0)
      return dates.0 == dates.1 ? left.id < right.id : dates.0 < dates.1
    }
  }

  func matches(
    _ query: MailQuery,
    _ excluded: Set<MailTag>,
    _ sort: SortOrder
  ) -> [MessageMetadata] {
    let form = SmallQuery(query.text)
    let hidden = query.excludes ? excluded.subtracting(form.tags) : []
    return inOrder(sort) { $0.tags.isDisjoint(with: hidden) && form.matches($0) }
  }

  func ids(_ query: MailQuery, _ excluded: Set<MailTag>, _ limit: Int?) -> [MessageID] {
    matches(query, excluded, .newestFirst).prefix(limit ?? .max).map(\.id)
  }

  func states(_ wanted: [MessageID]) -> [MessageID: MessageState] {
    var states: [MessageID: MessageState] = [:]
    for id in wanted {
      states[id] = messages[id].map { MessageState(tags: $0.tags, files: $0.files) }
    }
    return states
  }

  func lastChanges(_ wanted: [MessageID]) -> [MessageID: UInt64] {
    var changes: [MessageID: UInt64] = [:]
    for id in wanted { changes[id] = lastChanges[id] }
    return changes
  }

  func row(_ thread: ThreadID, _ matches: [MessageMetadata], _ sort: SortOrder) -> ThreadRow? {
    let members = inOrder(.newestFirst) { $0.thread == thread }
    let matched = matches.filter { $0.thread == thread }
    let oldest = matched.last { $0.date != nil } ?? matched.last
    guard let face = sort == .newestFirst ? matched.first : oldest else { return nil }
    let others = members.filter { !matched.contains($0) }
    var seen: Set<String> = []
    return ThreadRow(
      thread: thread,
      date: face.date,
      authors: (matched.reversed() + others.reversed()).map(\.authorName)
        .filter { seen.insert($0).inserted },
      subject: face.subject,
      tags: members.reduce(into: []) { $0.formUnion($1.tags) },
      matched: matched.map(\.id),
      messages: members.map(\.id),
      marks: MarkCounts(members.map(\.tags)),
      matchedMarks: MarkCounts(matched.map(\.tags))
    )
  }
}

extension MessageMetadata {
  /// The part of the author before the address.
  fileprivate var authorName: String {
    let name = from.prefix { $0 != "<" }
    return name.last == " " ? String(name.dropLast()) : String(name)
  }
}

/// The small language of queries: alternatives of terms that must all hold.
private struct SmallQuery {
  private let alternatives: [[String]]

  init(_ text: String) {
    alternatives = text.split(separator: " or ").map { part in
      part.split(separator: " and ").map { String($0) }
    }
  }

  /// The tags that the query names.
  var tags: Set<MailTag> {
    Set(alternatives.joined().compactMap { value(of: $0, after: "tag:") }.map { MailTag($0) })
  }

  func matches(_ message: MessageMetadata) -> Bool {
    alternatives.isEmpty
      || alternatives.contains { terms in terms.allSatisfy { holds($0, for: message) } }
  }

  private func holds(_ term: String, for message: MessageMetadata) -> Bool {
    if term.hasPrefix("not ") { return !holds(String(term.dropFirst(4)), for: message) }
    if term == "*" { return true }
    if let tag = value(of: term, after: "tag:") { return message.tags.contains(MailTag(tag)) }
    if let id = value(of: term, after: "id:") { return message.id == MessageID(id) }
    if let id = value(of: term, after: "thread:") { return message.thread == ThreadID(id) }
    if let name = value(of: term, after: "from:") {
      return message.from.lowercased().contains(name.lowercased())
    }
    return false
  }

  private func value(of term: String, after prefix: String) -> String? {
    let term = term.hasPrefix("not ") ? String(term.dropFirst(4)) : term
    guard term.hasPrefix(prefix) else { return nil }
    let value = String(term.dropFirst(prefix.count))
    let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
    return isQuoted ? String(value.dropFirst().dropLast()) : value
  }
}

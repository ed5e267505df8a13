import Foundation
import TestSupport
import TriageCore

/// What both notmuch and we say of a thread.
struct Summary: Hashable, Decodable {
  var thread: String
  var timestamp: Timestamp
  var matched: Int
  var total: Int
  var authors: [String]
  var subject: String
  var tags: Set<String>

  init(_ row: ThreadRow) {
    thread = row.thread.text
    timestamp = row.date ?? 0
    matched = row.matched.count
    total = row.messages.count
    authors = row.authors
    subject = row.subject
    tags = Set(row.tags.map(\.text))
  }

  private enum CodingKeys: CodingKey {
    case thread, timestamp, matched, total, authors, subject, tags
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    thread = try values.decode(String.self, forKey: .thread)
    timestamp = max(0, try values.decode(Timestamp.self, forKey: .timestamp))
    matched = try values.decode(Int.self, forKey: .matched)
    total = try values.decode(Int.self, forKey: .total)
    let names = try values.decode(String.self, forKey: .authors)
    authors = names.replacing("| ", with: ", ").split(separator: ", ").map { String($0) }
    subject = try values.decode(String.self, forKey: .subject)
    tags = try values.decode(Set<String>.self, forKey: .tags)
  }
}

extension TemporaryMail {
  func search(
    _ output: String,
    _ query: MailQuery,
    _ sort: String
  ) throws -> [String] {
    try notmuch(
      "search",
      "--output=\(output)",
      "--sort=\(sort)",
      "--exclude=\(query.excludes)",
      "--",
      query.text
    ).lines
  }

  func summaries(_ query: MailQuery, _ sort: String) throws -> [Summary] {
    let text = try notmuch("search", "--format=json", "--sort=\(sort)", "--", query.text)
    return try JSONDecoder().decode([Summary].self, from: Data(text.utf8))
  }
}

extension String {
  func dropPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

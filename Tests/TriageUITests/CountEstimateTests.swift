import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// What rows tell of the counts after an action: either what a count will find, or nothing.
@Suite struct CountEstimateTests {
  private static let tags: [MailTag] = [.inbox, .unread, .flagged, "work", "deleted"]
  private static let queries = [
    "*", "tag:inbox", "tag:unread", "is:inbox and tag:unread", "not tag:inbox",
    "tag:inbox and not tag:work", "(tag:inbox) and (from:ann)", "tag:deleted",
    "tag:work or tag:inbox", "tag:flagged and tag:work and subject:plan",
  ]

  /// All that can be done with tags, on random threads, beside the index in memory.
  @Test(arguments: UInt64(1)...60)
  func `E27: a number that rows tell is the number that is counted`(seed: UInt64) throws {
    var random = SplitMix(seed)
    let mail = InMemoryMail()
    for thread in 1...6 { mail.deliver(messages(of: thread, &random)) }
    let shown = Self.queries[Int.random(in: 0..<Self.queries.count, using: &random)]
    var counts = ViewCounts()
    for query in Self.queries {
      counts.note(
        try mail.countThreads(MailQuery(query)) { true },
        of: query,
        keeping: Self.queries
      )
    }
    let order = try mail.list(MailQuery(shown), sort: .newestFirst, skip: 0, limit: 9).entries
    guard let thread = order.first?.thread else { return }
    let row = try #require(
      try mail.rows([thread], of: MailQuery(shown), sort: .newestFirst).first
    )
    let edit = edit(&random)
    let scope: CountEstimate.Scope = random.flip() ? .whole : .matched
    var estimate = CountEstimate(edit, shown: shown, others: Self.queries, in: counts)
    estimate.add(row, scope)
    for message in scope == .whole ? row.messages : row.matched { mail.tag(message, edit) }
    for (query, difference) in estimate.differences {
      let before = try #require(counts[query])
      let after = try mail.countThreads(MailQuery(query)) { true }.counts
      let what = Comment("\(shown), \(edit.words), \(scope): \(query)")
      if difference.total != 0 { #expect(before.total + difference.total == after.total, what) }
      if difference.unread != 0 { #expect(before.unread + difference.unread == after.unread, what) }
    }
    expectCertainty(of: estimate, shown: shown, edit, counts, mail)
  }

  /// What every action of a key does to the list it was done in is known.
  private func expectCertainty(
    of estimate: CountEstimate,
    shown: String,
    _ edit: TagEdit,
    _ counts: ViewCounts,
    _ mail: InMemoryMail
  ) {
    guard shown == "tag:inbox", edit.remove.contains(.inbox),
      let after = try? mail.countThreads(MailQuery(shown), while: { true }).counts
    else { return }
    let difference = estimate.differences[shown] ?? CountDifference()
    #expect(counts[shown]?.total == after.total - difference.total)
    #expect(counts[shown]?.unread == after.unread - difference.unread)
  }

  private func messages(of thread: Int, _ random: inout SplitMix) -> [MessageMetadata] {
    (1...Int.random(in: 1...4, using: &random)).map { number in
      var tags: Set<MailTag> = []
      for tag in Self.tags where Int.random(in: 0..<(tag == "deleted" ? 8 : 2), using: &random) == 0
      {
        tags.insert(tag)
      }
      return MessageMetadata(
        id: MessageID("\(thread).\(number)@x"),
        thread: ThreadID("t\(thread)"),
        date: Timestamp(thread * 100 + number),
        from: random.flip() ? "Ann" : "Bob",
        subject: random.flip() ? "plan" : "note",
        tags: tags,
        files: []
      )
    }
  }

  private func edit(_ random: inout SplitMix) -> TagEdit {
    let edits =
      FixedAction.allCases.map(\.defaultEdit) + [
        TagEdit(add: ["work"]), TagEdit(remove: ["work"]),
        TagEdit(add: ["work"], remove: [.unread]),
      ]
    return edits[Int.random(in: 0..<edits.count, using: &random)]
  }

  @Test func `E27: only a query of terms joined by and is understood`() {
    let understood = [
      "*", "tag:a", "not tag:a", "tag:a and is:b", "(tag:a) and (not tag:b)", "word",
    ]
    for query in understood { #expect(TagConjunction(query) != nil, "\(query)") }
    let others = [
      "", "tag:a or tag:b", "tag:a tag:b", "not (tag:a)", "tag:a*", "tag:/a/", "thread:{tag:a}",
      "query:a", "lastmod:1..2", "tag:\"a", "tag:a and", "-tag:a", "not not tag:a",
      "tag:a not tag:b",
    ]
    for query in others { #expect(TagConjunction(query) == nil, "\(query)") }
    #expect(TagConjunction("tag:\"a\" and date:today")?.isOnlyTags == false)
    #expect(TagConjunction("tag:\"a\"") == TagConjunction("is:a"))
  }
}

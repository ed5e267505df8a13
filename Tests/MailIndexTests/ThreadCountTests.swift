import MailIndex
import TestSupport
import Testing
import TriageCore

/// The threads of queries, with notmuch as the oracle.
@Suite struct ThreadCountTests {
  private static let queries = [
    "*", "tag:inbox", "tag:unread", "tag:inbox and tag:unread", "not tag:inbox", "tag:deleted",
    "tag:lists or tag:todo", "(tag:lists) and (tag:todo)", "from:ann", "tag:nothing", "",
  ]

  @Test(arguments: queries)
  func `E27: threads are counted as notmuch counts them, all and the unread ones`(
    query: String
  ) throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(200, seed: 27)
    let index = try mail.index()
    let counted = try index.countThreads(MailQuery(query)) { true }
    #expect(counted.counts.total == (try mail.threads(query.isEmpty ? "*" : query)))
    #expect(counted.counts.unread == (try mail.threads(MailQuery(query).unread.text)))
    #expect(counted.revision == (try index.revision()))
    #expect(counted.excluded == ["deleted", "spam"])
    #expect(try index.count(MailQuery(query), .threads) == counted.counts.total)
  }

  @Test func `E27: a count that nobody wants any more is given up on the way`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(350, seed: 28)
    var asked = 0
    #expect(throws: TriageFailure(.cancelled)) {
      try mail.index().countThreads("*") {
        asked += 1
        return asked < 3
      }
    }
    #expect(asked == 3)
  }

  @Test func `E27: a count during which the index changes is one of the new state`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(400, seed: 29)
    var isChanged = false
    let counted = try mail.index().countThreads("tag:inbox") {
      if !isChanged { try? mail.tag("+inbox", "--", "*") }
      isChanged = true
      return true
    }
    #expect(isChanged)
    #expect(counted.counts.total == (try mail.threads("tag:inbox")))
  }

  @Test func `a query that cannot be read is refused as the person wrote it`() throws {
    let mail = try TemporaryMail()
    #expect {
      try mail.index().countThreads("tag:/[/") { true }
    } throws: { error in
      (error as? TriageFailure)?.code == .badQuery
    }
  }
}

extension TemporaryMail {
  /// How many threads notmuch counts.
  fileprivate func threads(_ query: String) throws -> Int {
    Int(try notmuch("count", "--output=threads", "--", query).lines.first ?? "") ?? -1
  }
}

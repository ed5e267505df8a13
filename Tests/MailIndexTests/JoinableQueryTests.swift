import TestSupport
import Testing
import TriageCore

@testable import MailIndex

/// Which queries other terms may be joined to.
@Suite struct JoinableQueryTests {
  @Test(
    arguments: [
      "*", "", "tag:inbox", "tag:inbox and not tag:unread", "(tag:a or tag:b) date:2019..",
      "from:\"Ann B\" meeting", "subject:/^re/", "\"two words\"", "id:a@x", "not tag:inbox",
      "path:in/**", "thread:{tag:x}", "größe", "a or (b and (c or not d))", "is:unread date:1d..",
    ]
  )
  func `plain queries may be joined`(_ text: String) {
    #expect(JoinableQuery(text).canBeJoined)
  }

  @Test(
    arguments: [
      " ", "a)", "(a", "a) or (b", "\"a", "-tag:inbox", "a -b", "+a", "and", "a or", "or a", "()",
      "near a", "a adj b", "a xor b", "not not a", "from:/(a|b)/", "a \\", "a ~b", "a\"b c\"",
      "- a", "id:\"a\"\"b\"", "tag:", "..", "(a)b", "a * b",
    ]
  )
  func `queries that the parser might mend are left alone`(_ text: String) {
    #expect(!JoinableQuery(text).canBeJoined)
  }

  @Test func `a query that may be joined keeps its meaning`() throws {
    let mail = try TemporaryMail(excludedTags: [])
    try mail.deliverCorpus(60, seed: 11)
    let index = try mail.index()
    var random = SplitMix(12)
    var joined = 0
    for _ in 0..<6_000 {
      let words = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
        vocabulary.randomElement(using: &random)
      }
      let text = words.joined(separator: Bool.random(using: &random) ? " " : "  ")
      let query = JoinableQuery(text)
      guard query.canBeJoined else { continue }
      joined += 1
      let all = query.joined(with: ["0.."])
      #expect(try index.count(MailQuery(text), .messages) == index.count(MailQuery(all), .messages))
    }
    #expect(joined > 500)
  }
}

private let vocabulary = [
  "tag:inbox", "tag:inbox", "tag:unread", "from:ann", "from:/^(ann|carl)/", "subject:7", "some",
  "\"some text\"", "not", "NOT", "and", "and", "or", "OR", "xor", "near", "adj", "-tag:inbox", "-",
  "+some", "-some", "+", "(", ")", "(", ")", "\"", "*", "tag:*", "so*", "from:/an/", "tag:",
  "thread:{tag:todo}", "\\", "~", "a-b", "--", "from:\"Bob Builder\"", "subject:\"subject 7\"",
  "id:m1@x", "..",
  "1600000000..", "date:2019..2021", "path:inbox/**", "ann@example.org", "from:ann's", "is:unread",
]

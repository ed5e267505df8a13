import Journal
import TestSupport
import Testing
import TriageCore

@Suite struct LawTests {
  private let pairs = Mailbox.messages.flatMap { message in
    Mailbox.tags.map { Pair(message, $0) }
  }

  @Test(arguments: 0..<16)
  func `the journal says what the plain history says`(seed: Int) throws {
    let site = JournalSite()
    let memory = InMemoryHistory()
    var journal = try site.open()
    var mailbox = Mailbox(seed: UInt64(seed))
    for round in 0..<40 {
      try mailbox.live([memory, journal])
      if round % 13 == 12 { journal = try site.open() }
      let answers = try Answers(of: journal, about: pairs)
      try #require(try answers == Answers(of: memory, about: pairs))
    }
    #expect(try journal.verify() == [])
  }

  @Test(arguments: 0..<8)
  func `pruning changes no later result`(seed: Int) throws {
    let site = JournalSite()
    let journal = try site.open()
    var mailbox = Mailbox(seed: UInt64(1_000 + seed))
    for _ in 0..<30 { try mailbox.live([journal]) }
    let all = HistoryFilter(limit: nil, all: true)
    let before = try journal.steps(all)
    let known = try journal.histories(of: pairs)
    let copies = try journal.copies(of: Mailbox.messages)
    let head = try journal.head()
    let result = try journal.prune(PrunePolicy(groups: 4), at: 77)
    let after = try journal.steps(all)
    let kept = Set(after.map(\.id))
    // A beginning went and nothing else.
    #expect(after == Array(before.prefix(after.count)))
    #expect(after.filter(\.kind.isGroup).count >= min(4, before.filter(\.kind.isGroup).count))
    #expect(result.steps >= before.count - after.count)
    for step in after {
      #expect(step.of.map(kept.contains) ?? true)
      #expect(step.toggles.allSatisfy { kept.contains($0.action) })
    }
    for (pair, history) in try journal.histories(of: pairs) {
      #expect(history.claims == known[pair]?.claims.filter { kept.contains($0.step) })
    }
    for (message, left) in try journal.copies(of: Mailbox.messages) {
      for copy in left {
        let old = copies[message]?.first { $0.number == copy.number }
        #expect(old?.location == copy.location)
        #expect(old?.history.claims.filter { kept.contains($0.step) } == copy.history.claims)
      }
    }
    if let undo = head.undo, kept.contains(undo.id) { #expect(try journal.head().undo == undo) }
    if let redo = head.redo, kept.contains(redo.id) { #expect(try journal.head().redo == redo) }
    #expect(try journal.verify() == [])
    #expect(try journal.lastPruning() == 77)
    // And life goes on.
    for _ in 0..<10 { try mailbox.live([journal]) }
    #expect(try journal.verify() == [])
  }
}

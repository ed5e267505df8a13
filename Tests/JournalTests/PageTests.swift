import Journal
import TestSupport
import Testing
import TriageCore

@Suite struct PageTests {
  @Test(arguments: StoreKind.allCases, [1, 2, 3, 7, 100])
  func `pages of a group's messages add up to the whole`(kind: StoreKind, limit: Int) throws {
    try kind.run { history in
      let messages = (0..<7).map { MessageID("m\($0)") }
      let group = try history.make(.action(), .removing(from: messages))
      try history.make(.action(), .removing(.unread, from: "m2"), .removing(from: "m3"))
      var seen: [MessageID] = []
      var cursor: Int64?
      repeat {
        let page = try history.claimed(by: [group], from: cursor, limit: limit)
        #expect(page.messages.count <= limit)
        for (message, pairs, _) in page.messages {
          seen.append(message)
          #expect(pairs.map(\.tag) == [.inbox])
          #expect(pairs.first?.history.claims.count == (message == "m3" ? 2 : 1))
        }
        cursor = page.next
      } while cursor != nil
      #expect(seen == messages)
      #expect(try history.messageCount(of: [group]) == 7)
    }
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 60])
  func `messages of several groups come once with all pairs of the groups`(
    kind: StoreKind,
    others: Int
  ) throws {
    try kind.run { history in
      var plan = StepPlan.removing(from: "a", "b")
      plan.claims += StepPlan.removing(.unread, from: "a", "b").claims
      let first = try history.make(.action(), plan)
      try history.make(.action(), .removing(.flagged, from: "b"))
      var groups = [first]
      for number in 0..<others {
        groups.append(try history.make(.action(), .removing(from: "b", MessageID("c\(number)"))))
      }
      let page = try history.claimed(by: groups, from: nil, limit: 100)
      #expect(page.next == nil)
      #expect(page.messages.count == 2 + others)
      let pairs = page.messages.first { $0.id == "b" }?.pairs
      #expect(pairs?.map(\.tag) == [.inbox, .unread])
      #expect(pairs?.first?.history.claims.count == 1 + others)
      #expect(try history.messageCount(of: groups) == 2 + others)
      let half = try history.claimed(by: groups, from: nil, limit: 1)
      #expect(half.messages.count == 1)
      let rest = try history.claimed(by: groups, from: half.next, limit: 100)
      #expect(half.messages.map(\.id) + rest.messages.map(\.id) == page.messages.map(\.id))
    }
  }

  @Test(arguments: StoreKind.allCases, [1, 2, 100])
  func `only effects are written, message by message`(kind: StoreKind, limit: Int) throws {
    try kind.run { history in
      var plan = StepPlan()
      plan.claims = [
        Claim(Pair("a", .unread), found: true, wanted: false),
        Claim(Pair("a", .inbox), found: true, wanted: false),
        Claim(Pair("a", .flagged), found: false, wanted: true),
        Claim(Pair("b", .inbox), found: false, wanted: false),
        Claim(Pair("c", .inbox), found: true, wanted: false),
      ]
      let step = try history.make(.action(), plan)
      var writes: [TagWrite] = []
      var cursor: Int64?
      repeat {
        let page = try history.writes(of: step, from: cursor, limit: limit)
        writes += page.writes
        cursor = page.next
      } while cursor != nil
      #expect(
        writes == [
          TagWrite(message: "a", add: [.flagged], remove: [.inbox, .unread]),
          TagWrite(message: "c", remove: [.inbox]),
        ]
      )
      #expect(
        try history.changes(of: step, limit: 1) == [
          MessageChange(message: "a", added: [.flagged], removed: [.inbox, .unread])
        ]
      )
      #expect(try history.step(step)?.messages == 2, "those with an effect")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an undo's writes are its effects`(kind: StoreKind) throws {
    try kind.run { history in
      let group = try history.make(.action(), .removing(from: "a", "b"))
      var plan = StepPlan()
      plan.effects = [
        ToggleEffect(action: group, claim: Claim(Pair("b", .inbox), found: false, wanted: true))
      ]
      let undo = try history.make(.undo(group), plan)
      #expect(try history.changes(of: undo, limit: nil).map(\.message) == ["b"])
      #expect(try history.changes(of: undo, limit: nil).map(\.added) == [[.inbox]])
    }
  }

  @Test func `what was left is kept with its reason`() throws {
    let site = JournalSite()
    let journal = try site.open()
    let group = try journal.make(.action(), .removing(from: "a", "b"))
    let later = try journal.make(.action(), .removing(from: "b"))
    var plan = StepPlan()
    plan.left = [
      LeftOut(action: group, "a", .tag(.inbox), outcome: .gone),
      LeftOut(action: group, "b", .tag(.inbox), outcome: .kept, by: later),
    ]
    let undo = try journal.make(.undo(group), plan)
    #expect(try journal.left(of: undo, limit: nil) == plan.left)
    #expect(try journal.left(of: undo, limit: 1) == [plan.left[0]])
    #expect(try journal.left(of: group, limit: nil).isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `a step comes back as it was drafted`(kind: StoreKind) throws {
    try kind.run { history in
      var context = StepContext.screen
      context.view = "tag:inbox and \"ä\""
      context.anchor = "anchor@x"
      let name = ActionName.custom("a, \"b\" / \u{0}\u{1b}[2J ä\u{301}")
      let step = try history.make(.action(context, name: name, at: -5), .removing(from: "a"))
      let summary = try #require(try history.step(step))
      #expect(summary.context == context)
      #expect(summary.name == name)
      #expect(summary.at == -5)
      #expect(summary.revisionBefore == .at(5))
      #expect(summary.revisionAfter == .at(6))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a list of steps is filtered and newest first`(kind: StoreKind) throws {
    try kind.run { history in
      try history.make(.action(.shell, at: 10), .removing(from: "a"))
      try history.make(.action(.automatic, at: 20), .removing(from: "b"))
      try history.make(.action(.background, at: 30), .removing(from: "c"))
      try history.make(.action(at: 40), .removing(from: "d"), as: .intent)
      #expect(try history.steps(HistoryFilter()).map(\.id) == [4, 3, 1])
      #expect(try history.steps(HistoryFilter(all: true)).map(\.id) == [4, 3, 2, 1])
      #expect(try history.steps(HistoryFilter(limit: 2)).map(\.id) == [4, 3])
      #expect(try history.steps(HistoryFilter(limit: nil, since: 30)).map(\.id) == [4, 3])
      #expect(try history.steps(HistoryFilter(session: "t")).map(\.id) == [1])
      #expect(try history.steps(HistoryFilter(before: 4)).map(\.id) == [3, 1])
      #expect(try history.steps(HistoryFilter(limit: 1, before: 3)).map(\.id) == [1])
      #expect(try history.steps(HistoryFilter(tag: .inbox)).map(\.id) == [4, 3, 1])
      #expect(try history.steps(HistoryFilter(tag: "other")).isEmpty)
    }
  }

  @Test func `ids and tags are compared by bytes`() throws {
    try StoreKind.journal.run { history in
      let composed: MessageID = "\u{e9}@x"
      let decomposed: MessageID = "e\u{301}@x"
      try history.make(.action(), .removing("caf\u{e9}", from: composed))
      try history.make(.action(), .removing("cafe\u{301}", from: decomposed))
      let known = try history.histories(of: [
        Pair(composed, "caf\u{e9}"), Pair(composed, "cafe\u{301}"),
        Pair(decomposed, "cafe\u{301}"),
      ])
      #expect(known[Pair(composed, "caf\u{e9}")]?.claims.map(\.step) == [1])
      #expect(known[Pair(decomposed, "cafe\u{301}")]?.claims.map(\.step) == [2])
      #expect(known.count == 2)
    }
  }
}

import TestSupport
import Testing
import TriageCore

@Suite struct ClaimTests {
  @Test(arguments: StoreKind.allCases)
  func `a pair's history has all claims in the order of steps`(kind: StoreKind) throws {
    try kind.run { history in
      try history.make(.action(), .removing(from: "a", "b"))
      try history.make(.action(), .removing(.unread, from: "a"))
      let second = try history.make(.action(), .removing(from: "a"))
      try history.make(.undo(second))
      let known = try history.histories(
        of: [Pair("a", .inbox), Pair("b", .unread), Pair("c", .inbox)]
      )
      #expect(known.keys.map(\.self) == [Pair("a", .inbox)])
      #expect(
        known[Pair("a", .inbox)]?.claims == [
          RecordedClaim(step: 1, found: true, wanted: false, stands: true),
          RecordedClaim(step: 3, found: true, wanted: false, stands: false),
        ]
      )
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what other programs changed is a step before ours`(kind: StoreKind) throws {
    try kind.run { history in
      try history.make(.action(), .removing(from: "a"))
      var plan = StepPlan.removing(from: "a")
      plan.externals = [Claim(Pair("a", .inbox), found: false, wanted: true)]
      let step = try history.make(.action(), plan)
      #expect(step == 3)
      let external = try #require(try history.step(2))
      #expect(external.kind == .external)
      #expect(external.progress == .done)
      #expect(external.messages == 1)
      #expect(external.state == nil)
      let claims = try history.histories(of: [Pair("a", .inbox)])[Pair("a", .inbox)]?.claims
      #expect(claims?.map(\.step) == [1, 2, 3])
      #expect(claims?.map(\.external) == [false, true, false])
      #expect(try history.steps(HistoryFilter()).map(\.id) == [3, 1])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what is found late in a step still comes before it`(kind: StoreKind) throws {
    try kind.run { history in
      try history.make(.action(), .removing(from: "b"))
      var late = StepPlan.removing(from: "b")
      late.externals = [Claim(Pair("b", .inbox), found: false, wanted: true)]
      let step = try history.make(.action(), .removing(from: "a"), late, .removing(from: "c"))
      #expect(step == 3)
      #expect(try history.step(3)?.messages == 3)
      #expect(try history.changes(of: 3, limit: nil).count == 3)
      #expect(try history.step(2)?.messages == 1)
      let known = try history.histories(of: [Pair("a", .inbox), Pair("b", .inbox)])
      #expect(known[Pair("a", .inbox)]?.claims.map(\.step) == [3])
      #expect(known[Pair("b", .inbox)]?.claims.map(\.step) == [1, 2, 3])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `facts about other programs stay when their step is void`(kind: StoreKind) throws {
    try kind.run { history in
      try history.make(.action(), .removing(from: "a"))
      var plan = StepPlan.removing(from: "a")
      plan.externals = [Claim(Pair("a", .inbox), found: false, wanted: true)]
      try history.make(.action(), plan, as: .void)
      let claims = try history.histories(of: [Pair("a", .inbox)])[Pair("a", .inbox)]?.claims
      #expect(claims?.map(\.step) == [1, 2])
      #expect(claims?.last?.stands == true)
    }
  }

  @Test(arguments: StoreKind.alone)
  func `claims that could not be turned go on standing`(kind: StoreKind) throws {
    try kind.run { history in
      let group = try history.make(.action(), .removing(from: "a", "b", "c"))
      var plan = StepPlan()
      plan.effects = [
        ToggleEffect(action: group, claim: Claim(Pair("a", .inbox), found: false, wanted: true))
      ]
      plan.left = [
        LeftOut(action: group, "b", .tag(.inbox), outcome: .gone),
        LeftOut(action: group, "c", .tag(.inbox), outcome: .kept, by: 9),
      ]
      try history.make(.undo(group), plan)
      let stands = try standing(of: ["a", "b", "c"], in: history)
      #expect(stands == [false, true, false])
      #expect(try history.step(group)?.state == .partial)
      #expect(try history.tops() == [nil, group])
      #expect(try history.step(2)?.messages == 1, "those with an effect")
      // Now only the message that is there again can be brought back.
      var back = StepPlan()
      back.left = [LeftOut(action: group, "c", .tag(.inbox), outcome: .folderMissing)]
      try history.make(.redo(group), back)
      #expect(try standing(of: ["a", "b", "c"], in: history) == [true, true, false])
      #expect(try history.step(group)?.state == .live)
    }
  }

  @Test func `M7 where machines share it, what could not be turned stops standing with the rest`()
    throws
  {
    try StoreKind.shared.run { history in
      let group = try history.make(.action(), .removing(from: "a", "b"))
      var plan = StepPlan()
      plan.left = [LeftOut(action: group, "b", .tag(.inbox), outcome: .gone)]
      try history.make(.undo(group), plan)
      #expect(try standing(of: ["a", "b"], in: history) == [false, false])
      #expect(try history.step(group)?.state == .undone)
      #expect(try history.tops() == [nil, group])
    }
  }

  @Test(arguments: StoreKind.alone)
  func `taking a partly undone group back again tries the rest`(kind: StoreKind) throws {
    try kind.run { history in
      let group = try history.make(.action(), .removing(from: "a", "b"))
      var plan = StepPlan()
      plan.left = [LeftOut(action: group, "b", .tag(.inbox), outcome: .gone)]
      try history.make(.undo(group), plan)
      try history.make(.turning(.switch, [Toggle(group, on: false)]), plan)
      #expect(try history.step(group)?.state == .partial)
      try history.make(.turning(.switch, [Toggle(group, on: false)]))
      #expect(try history.step(group)?.state == .undone)
      #expect(try standing(of: ["a", "b"], in: history) == [false, false])
    }
  }

  private func standing(
    of messages: [MessageID],
    in history: any HistoryStore
  ) throws -> [Bool?] {
    let pairs = messages.map { Pair($0, .inbox) }
    let known = try history.histories(of: pairs)
    return pairs.map { known[$0]?.claims.first?.stands }
  }
}

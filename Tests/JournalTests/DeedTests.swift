import TestSupport
import Testing
import TriageCore

/// What the history says of what a person does with mail, for rules from habits.
@Suite struct DeedTests {
  private func deeds(_ history: any HistoryStore) throws -> [MessageID: MessageDeeds] {
    var all: [MessageID: MessageDeeds] = [:]
    try history.eachDeed { all[$0.message] = $0 }
    return all
  }

  @Test(arguments: StoreKind.allCases)
  func `L22 each message has what groups wanted of it, in their order, and whether that stands`(
    kind: StoreKind
  ) throws {
    try kind.run { history in
      try history.make(.action(), .removing(from: "a", "b"))
      let second = try history.make(.action(), .removing(.unread, from: "a"))
      var undo = StepPlan()
      let claim = Claim(Pair("a", .unread), found: false, wanted: true)
      undo.effects = [ToggleEffect(action: second, claim: claim)]
      try history.make(.undo(second), undo)
      var plan = StepPlan()
      plan.claims = [Claim(Pair("b", "todo"), found: true, wanted: true)]
      plan.moves = [.moving("b"), .moving("c")]
      try history.make(.action(), plan)
      let found = try deeds(history)
      #expect(Set(found.keys) == ["a", "b", "c"])
      let archive = HabitEdit(tags: TagEdit(remove: [.inbox]))
      let first = try #require(found["a"])
      #expect(first.deeds.map(\.edit) == [archive, HabitEdit(tags: TagEdit(remove: [.unread]))])
      #expect(first.deeds.map(\.stands) == [true, false])
      #expect(first.deeds.map(\.archives) == [true, false])
      #expect(first.deeds.map(\.hasEffect) == [true, true])
      #expect(
        first.marks == [
          UnreadMark(step: 2, before: true, after: false),
          UnreadMark(step: 3, before: false, after: true),
        ]
      )
      let moved = HabitEdit(tags: TagEdit(add: ["todo"]), folder: "Archive")
      #expect(found["b"]?.deeds.map(\.edit) == [archive, moved])
      #expect(found["b"]?.deeds.map(\.hasEffect) == [true, true])
      #expect(found["c"]?.deeds.map(\.edit) == [HabitEdit(tags: TagEdit(), folder: "Archive")])
      #expect(found["c"]?.deeds.map(\.stands) == [true])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `what a step wanted that already was so has no effect`(kind: StoreKind) throws {
    try kind.run { history in
      var plan = StepPlan()
      plan.claims = [Claim(Pair("a", .inbox), found: false, wanted: false)]
      try history.make(.action(), plan)
      let deed = try #require(try deeds(history)["a"]?.deeds.first)
      #expect(!deed.hasEffect && !deed.stands && !deed.archives)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a dismissed suggestion is known until it is forgotten, and is no step`(kind: StoreKind)
    throws
  {
    try kind.run { history in
      try history.dismiss(["0123abcd", "ffffffff"], true)
      try history.dismiss(["0123abcd"], true)
      #expect(try history.dismissals() == ["0123abcd", "ffffffff"])
      try history.dismiss(["0123abcd", "00000000"], false)
      #expect(try history.dismissals() == ["ffffffff"])
      #expect(try history.steps(HistoryFilter(all: true)).isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a step keeps that its commands came from a file`(kind: StoreKind) throws {
    try kind.run { history in
      var draft = StepDraft.action()
      draft.context.planned = true
      let step = try history.make(draft, .removing(from: "a"))
      let other = try history.make(.action(), .removing(from: "b"))
      #expect(try history.step(step)?.context.planned == true)
      #expect(try history.step(other)?.context.planned == false)
    }
  }
}

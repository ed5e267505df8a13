import TestSupport
import Testing
import TriageCore

@Suite struct ListTests {
  @Test(arguments: StoreKind.allCases)
  func `an empty history has nothing to undo or redo`(kind: StoreKind) throws {
    try kind.run { (history) throws in
      #expect(try history.tops() == [nil, nil])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `undo and redo move the top group between the lists`(kind: StoreKind) throws {
    try kind.run { history in
      let first = try history.make(.action(), .removing(from: "a"))
      let second = try history.make(.action(), .removing(from: "b"))
      #expect(try history.tops() == [second, nil])
      try history.make(.undo(second))
      #expect(try history.tops() == [first, second])
      try history.make(.undo(first))
      #expect(try history.tops() == [nil, first])
      try history.make(.redo(first))
      #expect(try history.tops() == [first, second])
      try history.make(.redo(second))
      #expect(try history.tops() == [second, nil])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a new group empties the redo list`(kind: StoreKind) throws {
    try kind.run { history in
      let first = try history.make(.action(), .removing(from: "a"))
      try history.make(.undo(first))
      let second = try history.make(.action(.shell), .removing(from: "b"))
      #expect(try history.tops() == [second, nil])
      #expect(try history.step(first)?.state == .undone)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `background and automatic groups are on no list and empty none`(kind: StoreKind) throws {
    try kind.run { history in
      let group = try history.make(.action(), .removing(from: "a"))
      try history.make(.undo(group))
      try history.make(.action(.background), .removing(from: "b"))
      try history.make(.action(.automatic), .removing(.unread, from: "c"))
      #expect(try history.tops() == [nil, group])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an undone background group can be redone and is then off both lists`(
    kind: StoreKind
  ) throws {
    try kind.run { history in
      let group = try history.make(.action(.background), .removing(from: "a"))
      try history.make(.undo(group))
      #expect(try history.tops() == [nil, group])
      try history.make(.redo(group))
      #expect(try history.tops() == [nil, nil])
      #expect(try history.step(group)?.state == .live)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a switch is a group and its undo turns its toggles back`(kind: StoreKind) throws {
    try kind.run { history in
      let action = try history.make(.action(), .removing(from: "a"))
      let revert = try history.make(.turning(.switch, [Toggle(action, on: false)]))
      #expect(try history.tops() == [revert, nil])
      #expect(try history.step(action)?.state == .undone)
      try history.make(.turning(.undo, of: revert, [Toggle(action, on: true)]))
      #expect(try history.tops() == [action, revert])
      #expect(try history.step(revert)?.state == .undone)
      #expect(try history.step(action)?.state == .live)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an intent is on no list and what has its tags counts as done`(kind: StoreKind) throws {
    try kind.run { history in
      let first = try history.make(.action(), .removing(from: "a"))
      let second = try history.make(.action(), .removing(from: "b"), as: .intent)
      #expect(try history.tops() == [first, nil])
      #expect(try history.step(second)?.state == .open)
      #expect(try history.advance(second, from: .intent, to: .tagged, revisionAfter: .at(6)))
      #expect(try history.tops() == [second, nil])
      #expect(try history.step(second)?.state == .live)
      #expect(try history.openSteps().map(\.id) == [second])
      #expect(try history.advance(second, from: .tagged, to: .done, revisionAfter: nil))
      #expect(try history.step(second)?.revisionAfter == .at(6))
      #expect(try history.openSteps().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `no verb sees a void step`(kind: StoreKind) throws {
    try kind.run { history in
      let first = try history.make(.action(), .removing(from: "a"))
      try history.make(.undo(first))
      let second = try history.make(.action(), .removing(from: "b"), as: .void)
      #expect(try history.tops() == [nil, first])
      #expect(try history.step(second) == nil)
      #expect(try history.steps(HistoryFilter(all: true)).map(\.id) == [2, 1])
      #expect(try history.histories(of: [Pair("b", .inbox)]).isEmpty)
      #expect(try history.openSteps().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a tagged step that becomes void never happened`(kind: StoreKind) throws {
    try kind.run { history in
      let first = try history.make(.action(), .removing(from: "a"))
      try history.make(.undo(first))
      let second = try history.make(.action(), .removing(from: "b"), as: .tagged)
      #expect(try history.tops() == [second, nil])
      #expect(try history.advance(second, from: .tagged, to: .void, revisionAfter: nil))
      #expect(try history.tops() == [nil, first])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `only the first of two processes moves a step on`(kind: StoreKind) throws {
    try kind.run { history in
      let step = try history.make(.action(), .removing(from: "a"), as: .intent)
      #expect(try history.advance(step, from: .intent, to: .done, revisionAfter: nil))
      #expect(try !history.advance(step, from: .intent, to: .void, revisionAfter: nil))
      #expect(try history.step(step)?.progress == .done)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an undo that writes nothing is done at once`(kind: StoreKind) throws {
    try kind.run { history in
      let group = try history.make(.action(), .removing(from: "a"))
      let undo = try history.begin(.undo(group)).commit(as: .done)
      #expect(try history.tops() == [nil, group])
      #expect(try history.step(undo)?.progress == .done)
      #expect(try history.step(undo)?.toggles == [Toggle(group, on: false)])
    }
  }
}

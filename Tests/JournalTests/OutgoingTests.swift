import GRDB
import Journal
import TestSupport
import Testing
import TriageCore

/// What the history knows of messages that are being written or sent.
@Suite struct OutgoingTests {
  private func record(_ number: Int64, answers: [MessageID] = []) -> OutgoingRecord {
    OutgoingRecord(
      OutgoingID(number),
      OutgoingFacts(
        message: MessageID("m\(number)@example.org"),
        kind: answers.isEmpty ? .new : .reply,
        account: "home",
        answers: answers
      )
    )
  }

  private func plan(_ number: Int64) -> StepPlan {
    let message = MessageID("m\(number)@example.org")
    var plan = StepPlan()
    plan.claims = [Claim(Pair(message, "draft"), found: false, wanted: true)]
    plan.filings = [
      Filing(OutgoingID(number), message, at: CopyLocation("Drafts", FileName("n\(number)")))
    ]
    return plan
  }

  @Test func `W16: messages are remembered with what they answer, each number once`() throws {
    let site = JournalSite()
    let journal = try site.open()
    let records = [record(3, answers: ["b@x", "a@x", "b@x"]), record(7)]
    for record in records { try journal.add(record) }
    #expect(throws: TriageFailure.self) { try journal.add(record(3)) }
    #expect(try site.open().outgoing() == records)
    #expect(try journal.outgoing(OutgoingID(7)) == records[1])
    #expect(try journal.outgoing(OutgoingID(8)) == nil)
    #expect(try journal.verify() == [])
  }

  @Test func `L32: what several actions changed is found at once, each message once`() throws {
    let site = JournalSite()
    let journal = try site.open()
    let draft = record(3)
    try journal.add(draft)
    let archive = try journal.make(.action(), .removing(from: "a", "b"))
    var plan = StepPlan()
    plan.claims = ["todo", "urgent"].map { Claim(Pair("b", $0), found: false, wanted: true) }
    plan.claims.append(Claim(Pair("d", "todo"), found: true, wanted: true))
    plan.moves = [.moving("b"), .moving("c")]
    let filed = try journal.make(.action(), plan)
    let held = try journal.make(.action(), Planner.act(KnownDeparture(draft), wanted: .held))
    let nothing = try journal.make(.action(), StepPlan())
    let groups = [archive, filed, held, nothing]
    let changed = try journal.changedMessages(of: groups)
    let names = groups.map { changed.indices[$0, default: []].map { changed.messages[$0] } }
    #expect(names == [["a", "b"], ["b", "c"], [draft.message], []])
    #expect(Set(changed.messages).count == changed.messages.count)
    #expect(try groups.map { try journal.step($0)?.messages } == names.map(\.count))
    #expect(try journal.changedMessages(of: [archive]).messages == ["a", "b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `W16: that a message is held is a claim, which is taken back and brought again`(
    kind: StoreKind
  ) throws {
    try kind.run { history in
      let draft = record(3)
      (history as? InMemoryHistory)?.put(draft)
      try (history as? StepJournal)?.add(draft)
      #expect(try history.departures(of: [draft.id, OutgoingID(4)]) == [KnownDeparture(draft)])
      let plan = Planner.act(KnownDeparture(draft), wanted: .held)
      let group = try history.make(.action(), plan)
      #expect(try history.departures(of: group) == plan.departures)
      #expect(try history.step(group)?.messages == 1)
      for (turn, state) in [(StepDraft.undo(group), OutgoingState.draft), (.redo(group), .held)] {
        let known = try #require(history.departures(claimedBy: [group]).first)
        #expect(known.record.state != state && known.history.claims.map(\.wanted) == [.held])
        let plan = Planner.turn(known, turn.toggles)
        #expect(plan.departureEffects.map(\.departure.wanted) == [state])
        let step = try history.make(turn, plan)
        let after = try #require(history.departures(of: [draft.id]).first)
        #expect(after.record.state == state)
        #expect(after.history.claims.map(\.stands) == [state == .held])
        #expect(try history.departures(of: step).map(\.found) == [known.record.state])
      }
      // What comes to nothing changes nothing.
      let known = try #require(history.departures(of: [draft.id]).first)
      let void = try history.make(
        .undo(group),
        Planner.turn(known, [Toggle(group, on: false)]),
        as: .void
      )
      #expect(try history.step(void) == nil)
      #expect(try history.departures(of: [draft.id]).map(\.record.state) == [.held])
    }
  }

  @Test func `W18: a row that is not understood is there, and counts as perhaps sent`() throws {
    let site = JournalSite()
    let journal = try site.open()
    for number in [3, 4] as [Int64] { try journal.add(record(number)) }
    let queue = try DatabaseQueue(path: journal.location.file)
    try queue.write { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try db.execute(sql: "UPDATE outgoing SET state = 'later', kind = 'song' WHERE id = 3")
    }
    #expect(try journal.outgoing().map(\.state) == [.unknown, .draft])
    #expect(try journal.leave(OutgoingID(3)) == nil)
    #expect(try !journal.prepare(OutgoingID(3), hold: 0, at: nil))
  }

  @Test func `W19: what is done is no longer among what the sender looks at`() throws {
    let site = JournalSite()
    let journal = try site.open()
    #expect(try journal.lastOutgoing() == nil)
    for number in [3, 4, 5, 6, 9] as [Int64] { try journal.add(record(number)) }
    let queue = try DatabaseQueue(path: journal.location.file)
    try queue.write { db in
      try db.execute(sql: "UPDATE outgoing SET state = 'sent', filed = 1 WHERE id IN (3, 9)")
      try db.execute(sql: "UPDATE outgoing SET state = 'sent' WHERE id = 4")
      try db.execute(sql: "UPDATE outgoing SET state = 'unknown', filed = 1 WHERE id = 5")
    }
    #expect(try journal.unfinishedOutgoing().map(\.id.number) == [4, 5, 6])
    #expect(try journal.lastOutgoing() == OutgoingID(9))
    let facts = OutgoingFacts(message: "m4@example.org", kind: .new, account: "")
    try journal.add(OutgoingRecord(OutgoingID(10), facts))
    #expect(try journal.outgoing(message: "m4@example.org")?.id == OutgoingID(10))
    #expect(try journal.outgoing(message: "none@example.org") == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `W24: a step names the file that comes before it does`(kind: StoreKind) throws {
    try kind.run { history in
      if let journal = history as? StepJournal { try journal.add(record(3)) }
      let step = try history.make(.action(.automatic), plan(3), as: .tagged)
      #expect(try history.filings(of: step) == plan(3).filings)
      #expect(try history.filings(of: StepID(step.number + 1)) == [])
      #expect(try history.openSteps().map(\.id) == [step])
      #expect(try history.head() == HistoryHead(), "it is on neither list")
    }
  }

  @Test func `W24: a message counts as filed when its step is done`() throws {
    let site = JournalSite()
    let journal = try site.open()
    for number in [3, 4] as [Int64] { try journal.add(record(number)) }
    let step = try journal.make(.action(.automatic), plan(3), as: .tagged)
    #expect(try journal.outgoing().map(\.isFiled) == [false, false])
    #expect(try journal.advance(step, from: .tagged, to: .done, revisionAfter: .at(9)))
    #expect(try journal.outgoing().map(\.isFiled) == [true, false])
    let lost = try journal.make(.action(.automatic), plan(4), as: .tagged)
    #expect(try journal.advance(lost, from: .tagged, to: .void, revisionAfter: nil))
    #expect(try journal.outgoing().map(\.isFiled) == [true, false])
    #expect(try journal.verify() == [])
  }

  @Test func `W24: a message whose earlier file goes still has the one that came for it`() throws {
    let site = JournalSite()
    let journal = try site.open()
    try journal.add(record(3))
    func file(_ name: String, comes: Bool) throws {
      var plan = StepPlan()
      let location = CopyLocation("Drafts", FileName(name))
      plan.filings = [Filing(OutgoingID(3), "m3@example.org", at: location, comes: comes)]
      let step = try journal.make(.action(.automatic), plan, as: .tagged)
      #expect(try journal.advance(step, from: .tagged, to: .done, revisionAfter: .at(9)))
    }
    try file("first", comes: true)
    try file("second", comes: true)
    try file("first", comes: false)
    #expect(try journal.outgoing().map(\.isFiled) == [true])
    #expect(try journal.files(of: OutgoingID(3)).map(\.location.name.text) == ["second"])
    try file("second", comes: false)
    #expect(try journal.outgoing().map(\.isFiled) == [false])
  }

  @Test func `W24: pruning forgets the files of old steps, and no message`() throws {
    let site = JournalSite()
    let journal = try site.open()
    try journal.add(record(3))
    let step = try journal.make(.action(.automatic), plan(3), as: .done)
    try journal.make(.action(), .removing(from: "a"))
    _ = try journal.prune(PrunePolicy(groups: 1), at: 5)
    #expect(try journal.filings(of: step) == [])
    #expect(try journal.outgoing().map(\.id) == [OutgoingID(3)])
    #expect(try journal.verify() == [])
  }

  @Test func `W24: what others have changed is recorded before the file`() throws {
    let site = JournalSite()
    let journal = try site.open()
    try journal.add(record(3))
    var plan = plan(3)
    plan.externals = [Claim(Pair("m3@example.org", "draft"), found: true, wanted: false)]
    let step = try journal.make(.action(.automatic), plan, as: .tagged)
    #expect(try journal.filings(of: step) == plan.filings)
    #expect(try journal.filings(of: StepID(step.number - 1)) == [])
  }
}

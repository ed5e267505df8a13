import TestSupport
import Testing
import TriageCore

@Suite struct PlannerTests {
  private let message = MessageID("m@example.org")

  private func state(_ tags: MailTag...) -> MessageState { MessageState(tags: Set(tags)) }

  @Test func `an action claims every tag of its edit, also those that are so already`() {
    let plan = Planner.act(
      message,
      MessageEdit(TagEdit(remove: [.inbox, .unread])),
      now: state(.unread)
    ) { _ in PairHistory() }
    #expect(
      plan.claims == [
        Claim(Pair(message, .inbox), found: false, wanted: false),
        Claim(Pair(message, .unread), found: true, wanted: false),
      ]
    )
    #expect(plan.written.map(\.pair.tag) == [.unread])
  }

  @Test func `a message that has gone is named and claims nothing`() {
    let plan = Planner.act(message, MessageEdit(TagEdit(add: ["todo"])), now: nil) { _ in
      PairHistory()
    }
    #expect(plan.claims.isEmpty)
    #expect(plan.outcomes == [MessageOutcome(message: message, outcome: .gone, changed: false)])
  }

  @Test func `a claim that changed nothing gives the tag back once no other claim stands`() {
    // #1 archived; #2 found the message archived already; #1 was reverted, #2 kept it so.
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: true, wanted: false, stands: false),
      RecordedClaim(step: StepID(2), found: false, wanted: false, stands: true),
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(2), on: false)],
      now: state(),
      pairs: [(.inbox, history)]
    )
    #expect(plan.effects.map(\.claim) == [Claim(Pair(message, .inbox), found: false, wanted: true)])
  }

  @Test func `a pair that a later standing action claims is kept by it`() {
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: true, wanted: false, stands: true),
      RecordedClaim(step: StepID(2), found: false, wanted: false, stands: true),
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(1), on: false)],
      now: state(),
      pairs: [(.inbox, history)]
    )
    #expect(plan.effects.isEmpty)
    #expect(plan.left.map(\.outcome) == [.kept])
    #expect(plan.left.map(\.by) == [StepID(2)])
  }

  @Test func `what another program put back is already so and becomes an external claim`() {
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: true, wanted: false, stands: true)
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(1), on: false)],
      now: state(.inbox),
      pairs: [(.inbox, history)]
    )
    #expect(plan.effects.isEmpty)
    #expect(plan.externals == [Claim(Pair(message, .inbox), found: false, wanted: true)])
    #expect(plan.left.map(\.outcome) == [.alreadySo])
  }

  @Test func `a message that has gone keeps its claims`() {
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: true, wanted: false, stands: true)
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(1), on: false)],
      now: nil,
      pairs: [(.inbox, history)]
    )
    #expect(plan.effects.isEmpty && plan.externals.isEmpty)
    #expect(plan.left.map(\.outcome) == [.gone])
    #expect(plan.outcomes.map(\.outcome) == [.gone])
  }

  /// A copy whose folder some steps have chosen, and where it is now.
  private func turnCopy(
    _ toggles: [Toggle],
    in folder: MailFolder,
    _ claims: [RecordedClaim<MailFolder>]
  ) -> StepPlan {
    let location = CopyLocation(folder, "f")
    return Planner.turn(
      message,
      toggles,
      now: state(),
      pairs: [],
      copies: MessageCopies(
        known: [KnownCopy(CopyNumber(1), at: location, CopyHistory(claims))],
        present: [location]
      ),
      naming: { "new" }
    )
  }

  @Test func `a folder that a later standing group chose is kept by it, and names it`() {
    let claims = { (stands: Bool) in
      [
        RecordedClaim<MailFolder>(
          step: StepID(1),
          found: "inbox",
          wanted: "Archive",
          stands: stands
        ),
        RecordedClaim<MailFolder>(step: StepID(2), found: "Archive", wanted: "Lists", stands: true),
      ]
    }
    for on in [false, true] {
      // Taken back, or brought back by taking back a switch.
      let plan = turnCopy([Toggle(StepID(1), on: on)], in: "Lists", claims(!on))
      #expect(plan.moveEffects.isEmpty)
      #expect(plan.outcomes.map(\.outcome) == [.kept] && plan.outcomes.map(\.by) == [StepID(2)])
    }
  }

  @Test func `a folder that another program chose has changed since`() {
    let plan = turnCopy(
      [Toggle(StepID(1), on: false)],
      in: "Lists",
      [RecordedClaim(step: StepID(1), found: "inbox", wanted: "Archive", stands: true)]
    )
    #expect(plan.outcomes.map(\.outcome) == [.changedSince] && plan.outcomes.map(\.by) == [nil])
  }

  @Test func `groups that are turned together do not keep anything from each other`() {
    let history = { (stands: Bool) in
      PairHistory([
        RecordedClaim(step: StepID(1), found: true, wanted: false, stands: stands),
        RecordedClaim(step: StepID(2), found: true, wanted: false, stands: stands),
      ])
    }
    let back = Planner.turn(
      message,
      [Toggle(StepID(1), on: true), Toggle(StepID(2), on: true)],
      now: state(.inbox),
      pairs: [(.inbox, history(false))]
    )
    #expect(back.left.isEmpty && back.outcomes.map(\.outcome) == [.restored])
    let off = Planner.turn(
      message,
      [Toggle(StepID(2), on: false), Toggle(StepID(1), on: false)],
      now: state(),
      pairs: [(.inbox, history(true))]
    )
    #expect(off.effects.count == 1)
    #expect(off.left.isEmpty && off.outcomes.map(\.outcome) == [.restored])
  }

  @Test func `of groups turned together one that a third keeps is still named`() {
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: false, wanted: true, stands: true),
      RecordedClaim(step: StepID(2), found: true, wanted: true, stands: true),
      RecordedClaim(step: StepID(3), found: true, wanted: false, stands: true),
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(3), on: false), Toggle(StepID(1), on: false)],
      now: state(),
      pairs: [("todo", history)]
    )
    #expect(plan.effects.count == 1)
    #expect(plan.left.map(\.outcome) == [.kept] && plan.left.map(\.by) == [StepID(2)])
  }

  @Test func `a switch that turns one action off and another on writes only what is left over`() {
    let history = PairHistory([
      RecordedClaim(step: StepID(1), found: true, wanted: false, stands: false),
      RecordedClaim(step: StepID(2), found: true, wanted: false, stands: true),
    ])
    let plan = Planner.turn(
      message,
      [Toggle(StepID(2), on: false), Toggle(StepID(1), on: true)],
      now: state(),
      pairs: [(.inbox, history)]
    )
    #expect(plan.effects.isEmpty)
  }
}

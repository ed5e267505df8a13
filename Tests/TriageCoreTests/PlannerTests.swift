import TestSupport
import Testing
import TriageCore

@Suite struct PlannerTests {
  private let message = MessageID("m@example.org")

  private func state(_ tags: MailTag...) -> MessageState { MessageState(tags: Set(tags)) }

  @Test func `an action claims every tag of its edit, also those that are so already`() {
    let plan = Planner.act(
      message,
      Wish(TagEdit(remove: [.inbox, .unread])),
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
    let plan = Planner.act(message, Wish(TagEdit(add: ["todo"])), now: nil) { _ in PairHistory() }
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

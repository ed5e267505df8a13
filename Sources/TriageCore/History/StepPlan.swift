/// What one step would record and write for some of its messages.
///
/// A step of any size is planned message by message; plans of disjoint messages just add up.
package struct StepPlan: Hashable, Sendable {
  /// What another program is found to have changed.
  package var externals: [Claim] = []
  /// What an action claims.
  package var claims: [Claim] = []
  /// What a switch, an undo or a redo changes.
  package var effects: [ToggleEffect] = []
  /// What another program is found to have moved.
  package var externalMoves: [MoveClaim] = []
  /// What an action claims of copies.
  package var moves: [MoveClaim] = []
  /// What a switch, an undo or a redo moves.
  package var moveEffects: [ToggleMove] = []
  /// What a switch, an undo or a redo leaves as it is.
  package var left: [LeftOut] = []
  /// The worst outcome of each message of the step, in the order of the messages.
  package var outcomes: [MessageOutcome] = []

  /// Makes an empty plan.
  package init() {}

  /// The pairs that are written.
  package var written: [Claim] { claims.filter(\.isEffect) + effects.map(\.claim) }

  /// The copies that are moved.
  package var moved: [MoveClaim] { moves.filter(\.isEffect) + moveEffects.map(\.move) }
}

/// What became of one message of a step.
package struct MessageOutcome: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// The worst that happened to one of its pairs.
  package var outcome: Outcome
  /// Whether something is written for the message.
  package var changed: Bool
  /// The tags that were left as they are.
  package var tags: [MailTag]
  /// The group that keeps them, for `.kept`.
  package var by: StepID?

  /// Makes the outcome of one message.
  package init(
    message: MessageID,
    outcome: Outcome,
    changed: Bool,
    tags: [MailTag] = [],
    by: StepID? = nil
  ) {
    self.message = message
    self.outcome = outcome
    self.changed = changed
    self.tags = tags
    self.by = by
  }
}

extension StepPlan {
  /// Adds the plan of other messages of the same step.
  package mutating func add(_ other: StepPlan) {
    externals += other.externals
    claims += other.claims
    effects += other.effects
    externalMoves += other.externalMoves
    moves += other.moves
    moveEffects += other.moveEffects
    left += other.left
    outcomes += other.outcomes
  }
}

/// A message and one of its possible tags: what claims are about.
package struct Pair: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// The tag that the message may have.
  package var tag: MailTag

  /// Makes a pair.
  package init(_ message: MessageID, _ tag: MailTag) {
    self.message = message
    self.tag = tag
  }
}

/// What an action says about one pair: found so, wanted so; kept even when both are equal.
package struct Claim: Hashable, Sendable, Codable {
  /// What the claim is about.
  package var pair: Pair
  /// Whether the message had the tag before.
  package var found: Bool
  /// Whether the message has the tag after.
  package var wanted: Bool

  /// Makes a claim.
  package init(_ pair: Pair, found: Bool, wanted: Bool) {
    self.pair = pair
    self.found = found
    self.wanted = wanted
  }

  /// Returns whether the claim changes anything: only effects are written.
  package var isEffect: Bool { found != wanted }
}

/// A claim in the history, with the step that made it: about a tag, which is there or not, or about
/// the folder of a copy.
package struct RecordedClaim<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The step that made the claim.
  package var step: StepID
  /// The value before.
  package var found: Value
  /// The value after.
  package var wanted: Value
  /// Whether the claim counts: no finished step has turned it off.
  package var stands: Bool
  /// Whether another program made it; such a claim always stands.
  package var external: Bool

  /// Makes a recorded claim.
  package init(step: StepID, found: Value, wanted: Value, stands: Bool, external: Bool = false) {
    self.step = step
    self.found = found
    self.wanted = wanted
    self.stands = stands
    self.external = external
  }

  /// Returns whether the claim changed something when it was made.
  package var isEffect: Bool { found != wanted }
}

/// All claims about one pair, in the order of their steps.
package struct ClaimHistory<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The claims, oldest step first.
  package var claims: [RecordedClaim<Value>]

  /// Makes a history from claims that are already in the order of their steps.
  package init(_ claims: [RecordedClaim<Value>] = []) {
    self.claims = claims
  }

  /// The newest claim that stands.
  package var newestStanding: RecordedClaim<Value>? { claims.last { $0.stands } }

  /// The pair's value by the rule: `wanted` of the newest standing claim; if none stands,
  /// `found` of the oldest claim; `nil` if nothing was ever claimed.
  package var value: Value? { newestStanding?.wanted ?? claims.first?.found }
}

/// All claims about a message and a tag.
package typealias PairHistory = ClaimHistory<Bool>

/// All claims about the folder of one copy.
package typealias CopyHistory = ClaimHistory<MailFolder>

/// What became of one message when a group was taken back or brought back, best first.
package enum Outcome: Int, Sendable, Codable, CaseIterable, Comparable {
  case restored
  case alreadySo
  case kept
  case changedSince
  case gone
  case folderMissing
  /// Which of the message's files is meant cannot be told.
  case severalFiles
  /// The message is on its way, or has left, or nobody knows.
  case alreadySent

  package static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }

  /// Returns whether a step with such an outcome was done only in part.
  package var isPartial: Bool { self > .alreadySo }

  /// Returns whether the claim goes on standing (or not standing): for want of its message or folder, or
  /// since nothing takes back what has left.
  package var leavesClaim: Bool { Self.leavingClaims.contains(self) }

  /// The outcomes that leave a claim as it stands.
  package static let leavingClaims: [Outcome] = [.gone, .folderMissing, .alreadySent]

  /// The same in a history that other machines may have: what is not here is turned with the rest, since
  /// they may have it.
  package static func leavingClaims(_ isShared: Bool) -> [Outcome] {
    isShared ? [.alreadySent] : leavingClaims
  }
}

/// A change of one pair by a switch, an undo or a redo.
package struct ToggleEffect: Hashable, Sendable {
  /// The action whose turning led to the change.
  package var action: StepID
  /// The pair with what was found and what was written.
  package var claim: Claim

  /// Makes an effect.
  package init(action: StepID, claim: Claim) {
    self.action = action
    self.claim = claim
  }
}

/// A move by a switch, an undo or a redo.
package struct ToggleMove: Hashable, Sendable {
  /// The action whose turning led to the move.
  package var action: StepID
  /// The copy with where it was found and where it was moved.
  package var move: MoveClaim

  /// Makes a move.
  package init(action: StepID, move: MoveClaim) {
    self.action = action
    self.move = move
  }
}

/// What of a message a claim is about.
package enum ClaimSubject: Hashable, Sendable {
  case tag(MailTag)
  case copy(CopyNumber)
  /// Whether it leaves, of a message of one's own.
  case departure(OutgoingID)
}

/// A claim that was not written when its action was turned, and why.
package struct LeftOut: Hashable, Sendable {
  /// The action that was turned.
  package var action: StepID
  /// The message that the claim is about.
  package var message: MessageID
  /// What of the message it is about.
  package var subject: ClaimSubject
  /// Why nothing was written.
  package var outcome: Outcome
  /// The group that keeps the pair as it is, for `.kept`.
  package var by: StepID?

  /// Makes the record of one claim.
  package init(
    action: StepID,
    _ message: MessageID,
    _ subject: ClaimSubject,
    outcome: Outcome,
    by: StepID? = nil
  ) {
    self.action = action
    self.message = message
    self.subject = subject
    self.outcome = outcome
    self.by = by
  }
}

/// What to write on one message: only what differs.
package struct TagWrite: Hashable, Sendable {
  /// The message it is about.
  package var message: MessageID
  /// Tags to add.
  package var add: [MailTag]
  /// Tags to remove.
  package var remove: [MailTag]
  /// Copies to move, once the tags are committed.
  package var moves: [MoveClaim]

  /// Makes a write.
  package init(
    message: MessageID,
    add: [MailTag] = [],
    remove: [MailTag] = [],
    moves: [MoveClaim] = []
  ) {
    self.message = message
    self.add = add
    self.remove = remove
    self.moves = moves
  }

  /// Whether tags are written.
  package var changesTags: Bool { !add.isEmpty || !remove.isEmpty }
}

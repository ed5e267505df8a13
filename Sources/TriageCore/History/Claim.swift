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

/// A claim in the history, with the step that made it.
package struct RecordedClaim: Hashable, Sendable {
  /// The step that made the claim.
  package var step: StepID
  /// Whether the message had the tag before.
  package var found: Bool
  /// Whether the message has the tag after.
  package var wanted: Bool
  /// Whether the claim counts: no finished step has turned it off.
  package var stands: Bool
  /// Whether another program made it; such a claim always stands.
  package var external: Bool

  /// Makes a recorded claim.
  package init(step: StepID, found: Bool, wanted: Bool, stands: Bool, external: Bool = false) {
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
package struct PairHistory: Hashable, Sendable {
  /// The claims, oldest step first.
  package var claims: [RecordedClaim]

  /// Makes a history from claims that are already in the order of their steps.
  package init(_ claims: [RecordedClaim] = []) {
    self.claims = claims
  }

  /// The newest claim that stands.
  package var newestStanding: RecordedClaim? { claims.last { $0.stands } }

  /// The pair's value by the rule: `wanted` of the newest standing claim; if none stands,
  /// `found` of the oldest claim; `nil` if nothing was ever claimed.
  package var value: Bool? { newestStanding?.wanted ?? claims.first?.found }
}

/// What became of one message when a group was taken back or brought back, best first.
package enum Outcome: Int, Sendable, Codable, CaseIterable, Comparable {
  case restored
  case alreadySo
  case kept
  case changedSince
  case gone
  case folderMissing

  package static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }

  /// Returns whether a step with such an outcome was done only in part.
  package var isPartial: Bool { self > .alreadySo }

  /// Returns whether the claim goes on standing (or not standing) for want of its message or folder.
  package var leavesClaim: Bool { self == .gone || self == .folderMissing }
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

/// A claim that was not written when its action was turned, and why.
package struct LeftOut: Hashable, Sendable {
  /// The action that was turned.
  package var action: StepID
  /// What the claim is about.
  package var pair: Pair
  /// Why nothing was written.
  package var outcome: Outcome
  /// The group that keeps the pair as it is, for `.kept`.
  package var by: StepID?

  /// Makes the record of one claim.
  package init(action: StepID, pair: Pair, outcome: Outcome, by: StepID? = nil) {
    self.action = action
    self.pair = pair
    self.outcome = outcome
    self.by = by
  }
}

/// The tags to write on one message: only what differs.
package struct TagWrite: Hashable, Sendable {
  /// The message it is about.
  package var message: MessageID
  /// Tags to add.
  package var add: [MailTag]
  /// Tags to remove.
  package var remove: [MailTag]

  /// Makes a write.
  package init(message: MessageID, add: [MailTag] = [], remove: [MailTag] = []) {
    self.message = message
    self.add = add
    self.remove = remove
  }
}

/// What a step says of a message of one's own and of its leaving: found so, wanted so.
///
/// Of an action it is a claim, and of the sender's steps; of an undo, a redo or a switch it is what was
/// changed.
package struct Departure: Hashable, Sendable, Codable {
  /// The message's number.
  package var outgoing: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// Which version of its text is meant.
  package var version: Int64
  /// How far it had come before.
  package var found: OutgoingState
  /// How far it is to have come after.
  package var wanted: OutgoingState

  /// Makes a departure of the message as it is now.
  package init(_ record: OutgoingRecord, wanted: OutgoingState) {
    self.init(
      record.id,
      record.message,
      version: record.version,
      found: record.state,
      wanted: wanted
    )
  }

  /// Makes a departure.
  package init(
    _ outgoing: OutgoingID,
    _ message: MessageID,
    version: Int64,
    found: OutgoingState,
    wanted: OutgoingState
  ) {
    self.outgoing = outgoing
    self.message = message
    self.version = version
    self.found = found
    self.wanted = wanted
  }

  /// Whether it changes anything: only effects are written.
  package var isEffect: Bool { found != wanted }
}

/// A departure that a switch, an undo or a redo changes.
package struct ToggleDeparture: Hashable, Sendable {
  /// The action whose turning led to it.
  package var action: StepID
  /// What is changed.
  package var departure: Departure

  /// Makes an effect.
  package init(action: StepID, departure: Departure) {
    self.action = action
    self.departure = departure
  }
}

/// A message of one's own with all that was claimed of its leaving.
package struct KnownDeparture: Hashable, Sendable {
  /// The message as it is now.
  package var record: OutgoingRecord
  /// All claims, those of the sender included.
  package var history: ClaimHistory<OutgoingState>
  /// The version that each claim is about.
  package var versions: [StepID: Int64]

  /// Makes a message of which nothing was claimed.
  package init(_ record: OutgoingRecord) {
    self.record = record
    history = ClaimHistory()
    versions = [:]
  }

  /// Whether it may have left at some time: it is never a draft again then.
  fileprivate var hasPerhapsLeft: Bool {
    history.claims.contains { $0.external && $0.wanted == .unknown }
  }

  /// The newest step in which the sender said what had become of it.
  var lastLeaving: StepID? {
    history.claims.last { $0.external && $0.found == .leaving }?.step
  }
}

/// What has become of what a group sent, once it has left: the raw value ends the catalog's keys.
package enum DepartureEnd: String, Hashable, Sendable, Codable, CaseIterable {
  case sent
  /// Nobody knows whether it was sent.
  case unknown
  /// It was refused for good: it is a draft again.
  case unsent
}

/// What of a group has left, and cannot be taken back.
package struct LeftDeparture: Hashable, Sendable, Codable {
  /// The worst that became of its messages.
  package var end: DepartureEnd
  /// When the last one left.
  package var at: Timestamp
  /// Whether that was all there is to the group.
  package var isAll: Bool

  /// Makes a record.
  package init(_ end: DepartureEnd, at: Timestamp, isAll: Bool) {
    self.end = end
    self.at = at
    self.isAll = isAll
  }
}

extension Planner {
  /// Plans what an action does to a message of one's own.
  ///
  /// Another program, or a person at the message's folder, may have changed it behind the history:
  /// what is there now is recorded then.
  package static func act(
    _ known: KnownDeparture,
    wanted: OutgoingState
  ) -> StepPlan {
    var plan = StepPlan()
    let stays = wanted == .draft && known.hasPerhapsLeft
    let departure = Departure(known.record, wanted: stays ? .unknown : wanted)
    if let external = known.history.absorbed(now: departure.found) {
      plan.externalDepartures.append(known.external(external))
    }
    plan.departures.append(departure)
    plan.outcomes = [
      MessageOutcome(
        message: departure.message,
        outcome: departure.isEffect ? .restored : .alreadySo,
        changed: departure.isEffect
      )
    ]
    return plan
  }

  /// Plans what turning actions off and on does to a message of one's own.
  ///
  /// What is on its way, or has left since an action claimed it, stays as it is; and a text that was
  /// changed since does not leave for an action that knew another one.
  package static func turn(
    _ known: KnownDeparture,
    _ toggles: [Toggle],
    after earlier: [Toggle] = []
  ) -> StepPlan {
    let stuck = toggles.filter { known.holds($0) }
    let free = toggles.filter { !stuck.contains($0) }
    var replay = known.replay(free, after: earlier, obstacle: nil)
    if replay.effect?.change.wanted == .held,
      replay.history.newestStanding.flatMap({ known.versions[$0.step] }) != known.record.version
    {
      replay = known.replay(free, after: earlier, obstacle: .changedSince)
    }
    return known.plan(of: replay, leaving: stuck.filter { known.isTurned(by: $0) })
  }
}

extension KnownDeparture {
  /// Whether the claim of an action must stay as it is: the message has begun to leave since.
  fileprivate func holds(_ toggle: Toggle) -> Bool {
    guard history.claims.contains(where: { $0.step == toggle.action }) else { return false }
    switch record.state {
    case .leaving, .sent: return true
    case .unknown: return lastLeaving.map { toggle.action < $0 } ?? true
    case .draft, .held: return false
    }
  }

  /// Whether a toggle would turn a claim that has an effect.
  fileprivate func isTurned(by toggle: Toggle) -> Bool {
    history.claims.contains {
      $0.step == toggle.action && $0.isEffect && $0.stands != toggle.on
    }
  }

  fileprivate func replay(
    _ toggles: [Toggle],
    after earlier: [Toggle],
    obstacle: Outcome?
  ) -> ClaimReplay<OutgoingState> {
    var replay = ClaimReplay(now: record.state, history: history, obstacle: obstacle)
    replay.turn(toggles, after: earlier.filter { !holds($0) })
    return replay
  }

  /// What another program has changed.
  fileprivate func external(_ change: ValueChange<OutgoingState>) -> Departure {
    Departure(
      record.id,
      record.message,
      version: record.version,
      found: change.found,
      wanted: change.wanted
    )
  }

  fileprivate func plan(
    of replay: ClaimReplay<OutgoingState>,
    leaving stuck: [Toggle]
  ) -> StepPlan {
    var plan = StepPlan()
    // What is on its way is the sender's to tell of.
    if let external = replay.external, record.state != .leaving {
      plan.externalDepartures.append(self.external(external))
    }
    if let (action, change) = replay.effect {
      plan.departureEffects.append(
        ToggleDeparture(action: action, departure: Departure(record, wanted: change.wanted))
      )
    }
    plan.left = stuck.map { left($0.action, .alreadySent, by: nil) }
    plan.left += replay.left.map { left($0.action, $0.outcome, by: $0.by) }
    guard replay.wasNamed || !stuck.isEmpty else { return plan }
    let worst = plan.left.max { $0.outcome < $1.outcome }
    plan.outcomes = [
      MessageOutcome(
        message: record.message,
        outcome: worst?.outcome ?? .restored,
        changed: replay.effect != nil,
        by: worst?.by
      )
    ]
    return plan
  }

  private func left(_ action: StepID, _ outcome: Outcome, by keeper: StepID?) -> LeftOut {
    LeftOut(
      action: action,
      record.message,
      .departure(record.id),
      outcome: outcome,
      by: keeper
    )
  }
}

import TriageCore

// The history of a round: what was done in it, all of which can be taken back as one group.

extension HistoryPane {
  /// Shows the groups of a round.
  init(of round: Round) {
    self.round = round
    list.only = Set(round.groups.keys)
  }

  static let roundBehaviors: [ScreenCommand: Behavior<HistoryPane>] = [
    .revertAll: Behavior(unless: Self.reasonNotToRevertAll) { pane, _, shared in
      let groups = pane.standingGroups
      let request = SwitchRequest(.revert, groups.map(\.id))
      shared.ask(for: request, name: ActionName(.revert, of: groups))
    }
  ]

  private func reasonNotToRevertAll(_ shared: Shared) -> Sentence? {
    guard round != nil else { return Sentence("status.no-round") }
    return standingGroups.isEmpty ? Sentence("status.already-undone") : nil
  }

  /// The groups of the round that have not been taken back.
  private var standingGroups: [StepSummary] {
    guard let round else { return [] }
    return list.steps.filter { round.groups[$0.id] != nil && $0.state != .undone }
  }

  /// What became of the threads of the round.
  var roundSummary: Sentence? { round.map { $0.summary(list.steps) } }

  /// Takes in a group that was asked for in the round and is done only now.
  mutating func noteInRound(_ change: PendingChange, _ result: ChangeResult) {
    round?.note(change, result)
    if let round { list.only = Set(round.groups.keys) }
  }
}

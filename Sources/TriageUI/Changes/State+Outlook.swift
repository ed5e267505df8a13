import TriageCore

extension State {
  /// The group that an undo or redo would take now.
  func group(of turn: ChangeState.Turn) -> StepSummary? {
    turn == .undo ? head.undo : head.redo
  }

  /// What a turn would come to, if that is known of the index as it is.
  func outlook(of turn: ChangeState.Turn) -> Outlook? {
    guard let outlook = changes.outlooks[turn], outlook.step == group(of: turn)?.id,
      outlook.revision == engine.revision
    else { return nil }
    return outlook
  }

  /// The group whose outlook is not known, if there is time to ask.
  var outlookOccasion: TimerState.Occasion? {
    guard isIdle, outlook(of: .undo) == nil, let step = head.undo, step.messages <= 2_000,
      changes.outlooks[.undo]?.step != step.id || changes.outlooks[.undo]?.revision != nil
    else { return nil }
    return .text("\(step.id) \(engine.revision?.number ?? 0)")
  }

  /// Asks what undo would come to.
  mutating func askOutlook() -> [Effect] {
    guard isIdle, let step = head.undo else { return [] }
    let request = ChangeRequest(
      .undo(UndoRequest(expected: step.id)),
      context: context,
      dryRun: true
    )
    return [self.request(.change(request), for: .outlook(step.id, engine.revision))]
  }

  /// Notes what a turn would come to.
  mutating func take(
    _ result: ChangeResult,
    asOutlookOf turn: ChangeState.Turn,
    _ step: StepID,
    at revision: IndexRevision?
  ) {
    guard result.failure == nil else { return }
    changes.outlooks[turn] = Outlook(result, of: step, at: revision)
  }

  /// What a person is asked before a turn; `nil` if it can simply be made.
  func question(before turn: ChangeState.Turn, _ outlook: Outlook) -> Question? {
    guard let step = group(of: turn) else { return nil }
    let title = Sentence.menu(turn.rawValue, step)
    let yes = Sentence.emptyMenu(turn.rawValue)
    if !outlook.left.isEmpty {
      let text = Sentence(
        "prompt.undo.partial",
        .number(outlook.changed),
        .number(outlook.requested),
        .sentence(.reasons(outlook.left))
      )
      return Question(title: title, text: text, yes: yes)
    }
    guard step.context.session != context.session, config.confirmAbove > 0,
      step.messages > config.confirmAbove
    else { return nil }
    let text = Sentence(
      "prompt.undo.others",
      .number(step.messages),
      .sentence(.origin(step.context)),
      .moment(step.at)
    )
    return Question(title: title, text: text, yes: yes)
  }
}

extension Question {
  /// The question before groups are turned; `nil` if nothing would come of it.
  init?(before result: ChangeResult, _ name: ActionName) {
    let left = result.skipped.filter { $0.reason != .alreadySo }
    guard result.changed > 0 || !left.isEmpty else { return nil }
    title = .title(name)
    yes = .title(name)
    text =
      left.isEmpty
      ? Sentence("prompt.switch", .number(result.changed))
      : Sentence(
        "prompt.undo.partial",
        .number(result.changed),
        .number(result.requested),
        .sentence(.reasons(result.skipped))
      )
  }
}

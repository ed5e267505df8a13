import TriageCore

/// What an undo or redo would come to, as it was found without doing it.
struct UndoPreview: Sendable {
  /// The group it is about, and the state of the index it was found at.
  let step: StepID
  let revision: IndexRevision?
  /// How many messages would be written, and how many were asked for.
  let changed: Int
  let requested: Int
  /// Why others would be left as they are, for the reasons that a person is asked about.
  let left: [Skip]
  /// How many messages of one's own would leave by it.
  let leaving: Int

  init(_ result: ChangeResult, of step: StepID, at revision: IndexRevision?) {
    self.step = step
    self.revision = revision
    changed = result.changed
    requested = result.requested
    left = result.skipped.filter(\.reason.isAskedAbout)
    leaving = result.leaving.count
  }
}

extension UndoPreview {
  /// Whether all messages stay as later actions, or other changes, have left them.
  fileprivate var changesNothing: Bool {
    changed == 0 && !left.isEmpty
      && left.allSatisfy { [.kept, .changedSince].contains($0.reason) }
  }
}

extension SkipReason {
  /// Whether a person is asked before an undo or redo that leaves messages for this reason.
  fileprivate var isAskedAbout: Bool {
    switch self {
    case .kept, .changedSince, .gone, .folderMissing, .alreadySent: true
    case .alreadySo, .severalFiles, .flagsNotWritten: false
    }
  }
}

/// What a person is asked before a change: its title, what would come of it, the word for doing it.
struct ChangeConfirmation: Hashable, Sendable {
  let title: Sentence
  let text: Sentence
  let yes: Sentence
  /// Whether Enter answers no: mail would leave.
  var isGrave = false
}

extension ChangeConfirmation {
  /// The question before groups are turned; `nil` if nothing would come of it.
  init?(before result: ChangeResult, _ name: ActionName, bringingBack undone: ActionName?) {
    let left = result.skipped.filter { $0.reason != .alreadySo }
    guard result.changed > 0 || !left.isEmpty else { return nil }
    title = .exactTitle(name)
    yes = .exactTitle(name)
    let counts =
      left.isEmpty
      ? Sentence("prompt.switch", .number(result.changed))
      : Sentence(
        "prompt.undo.partial",
        .number(result.changed),
        .number(result.requested),
        .sentence(.reasons(result.skipped))
      )
    let isOne = result.targets.count == 1
    isGrave = !result.leaving.isEmpty
    let sentence =
      undone.flatMap { isOne ? $0 : nil }
      .map { Sentence("prompt.switch.undone", .sentence(counts), .sentence(.title($0))) }
      ?? .turning(result, counts)
    text =
      isGrave
      ? Sentence(
        "prompt.switch.leaving",
        .sentence(sentence),
        .number(result.leaving.count),
        .text(result.recipients.joined(separator: ", "))
      ) : sentence
  }
}

extension MailboxState {
  /// The group that an undo or redo would take now.
  func group(for direction: UndoRedo) -> StepSummary? {
    direction == .undo ? head.undo : head.redo
  }
}

extension Shared {
  /// What an undo or redo would come to, if that is known of the index as it is.
  func preview(of direction: UndoRedo) -> UndoPreview? {
    guard let preview = changes.previews[direction],
      preview.step == mailbox.group(for: direction)?.id, preview.revision == mailbox.revision
    else { return nil }
    return preview
  }

  /// Sets the timer for asking what undo would come to, if that is not known and there is time.
  mutating func wantUndoPreview() {
    guard isIdle, preview(of: .undo) == nil, let step = mailbox.head.undo, step.messages <= 2_000,
      changes.previews[.undo]?.step != step.id || changes.previews[.undo]?.revision != nil
    else { return }
    let key = TimerKey.text("\(step.id) \(mailbox.revision?.number ?? 0)")
    timers.want(.outlook, for: key, after: .milliseconds(100))
  }

  /// Asks what undo would come to.
  mutating func askUndoPreview() {
    guard isIdle, let step = mailbox.head.undo else { return }
    let request = ChangeRequest(
      .undo(UndoRequest(expected: step.id)),
      context: settings.context,
      dryRun: true
    )
    changes.previewTicket = ask(PreviewQuestion(request: request))
    changes.previewedStep = (step.id, mailbox.revision)
  }

  /// Notes what undo would come to.
  mutating func notePreview(_ answered: Answered<ChangeResult>) {
    guard case .answer(let result) = answered, result.failure == nil,
      let (step, revision) = changes.previewedStep
    else { return }
    changes.previews[.undo] = UndoPreview(result, of: step, at: revision)
  }

  /// What a person is asked before an undo or redo; `nil` if it can simply be made.
  func question(before direction: UndoRedo, _ preview: UndoPreview) -> ChangeConfirmation? {
    guard let step = mailbox.group(for: direction) else { return nil }
    let title = Sentence.menu(direction.rawValue, step)
    let yes = Sentence.emptyMenu(direction.rawValue)
    // What was done later stays: nothing is decided by going on to the group below.
    if preview.changesNothing { return nil }
    if !preview.left.isEmpty {
      let text = Sentence(
        "prompt.undo.partial",
        .number(preview.changed),
        .number(preview.requested),
        .sentence(.reasons(preview.left))
      )
      return ChangeConfirmation(title: title, text: text, yes: yes)
    }
    guard step.context.session != settings.context.session, config.confirmAbove > 0,
      step.messages > config.confirmAbove
    else { return nil }
    let text = Sentence(
      "prompt.undo.others",
      .number(step.messages),
      .sentence(.origin(step)),
      .moment(step.at)
    )
    return ChangeConfirmation(title: title, text: text, yes: yes)
  }
}

extension Shared {
  /// The question before an action on more messages than `confirm_above`; one thread is in sight.
  func question(before change: PendingChange) -> ChangeConfirmation? {
    guard case .act(let action, let messages) = change.request, config.confirmAbove > 0,
      messages.count > config.confirmAbove, change.subject.threads.count > 1, !change.isAutomatic
    else { return nil }
    let title = Sentence.title(name(of: action, on: change.subject) ?? ActionName(action))
    let (count, threads) = (messages.count, change.subject.threads.count)
    return ChangeConfirmation(
      title: title,
      text: Sentence("prompt.act", .number(count), .number(threads)),
      yes: title
    )
  }

  /// Shows messages that would leave again, with all that they say: only a person there lets them.
  mutating func showInstead(_ departures: [Described<Departure>]) {
    guard departures.count == 1, let only = departures.first else {
      return perform(.command(.outbox))
    }
    open(ComposePane(opening: .open(only.record.outgoing), inEditor: false, &self))
    let key = keymap.key(for: .command(.send), in: .compose) ?? ""
    report(Sentence("status.sends-again", .keys(key)), about: .key)
  }

  /// Says once, on a fresh screen, whose group undo would take if it is not this screen's.
  mutating func introduceUndo() {
    defer { mailbox.isUndoIntroduced = true }
    guard !mailbox.isUndoIntroduced, status.left == nil, let step = mailbox.head.undo,
      step.context.session != settings.context.session,
      let key = keymap.key(for: .command(.undo))
    else { return }
    report(
      Sentence("status.undo-of-others", .keys(key), .sentence(.origin(of: step))),
      about: .undo
    )
  }
}

import TriageCore

/// One change on its way through the engine: every stage fills in what it has found or done.
///
/// ```
/// asked ─▶ resolved ─▶ planned ─▶ recorded ─▶ written ─▶ files ─▶ done
/// ```
struct EngineChange {
  // Asked.

  let request: ChangeRequest
  let control: ChangeControl

  /// Of a waking: what had to wake before the lock was there.
  var sleepers: Sleepers?

  /// The commands of an action with their messages, if they are resolved in order.
  var ordered: [Command]?

  // Resolved: the messages or groups it is about.

  /// The group that an undo or redo is of.
  var target: StepSummary?
  var name: ActionName?
  /// What an action is made of, in its order and notation.
  var actions: [String] = []
  /// The commands of an action with their queries resolved.
  var commands: [Command] = []
  /// What anything but an action turns.
  var toggles: [Toggle] = []
  /// Plans the step; `nil` before it is known what that is about.
  var planner: (any StepPlanner)?

  // Planned: what it comes to.

  var summary: ChangeSummary
  var changesTags = false
  /// Whether anything of the mail is written: what only lets messages of one's own leave, or stay, does
  /// not.
  var changesMail = false
  /// Messages that the look at the index does not know yet, with their tags.
  var newcomers: [MessageID: Set<MailTag>] = [:]
  /// Whether files are renamed or moved.
  var changesFiles = false

  // Recorded.

  /// The new step, durable from here on; `nil` if there is nothing to record.
  var step: StepID?
  /// How far the step's row has come.
  var progress = StepProgress.intent

  // Written.

  /// The state of the index with the new tags.
  var revision: IndexRevision?

  // On the way.

  /// What dead processes had left open.
  var settled: [SettledStep] = []

  let kind: StepKind

  init(_ request: ChangeRequest, _ control: ChangeControl) {
    self.request = request
    self.control = control
    kind = request.change.kind
    summary = ChangeSummary(of: kind, keepsChanges: request.reportsChanges)
  }

  /// What lets steps of another machine join the history: nobody asks for it in so many words.
  init(merging newcomers: [MessageID], _ context: StepContext, _ control: ChangeControl) {
    request = ChangeRequest(.perform([], name: nil), context: context)
    self.control = control
    kind = .merge
    summary = ChangeSummary(of: kind, keepsChanges: false)
    planner = MergePlanner(newcomers: newcomers)
  }

  /// How many messages it is about.
  var total: Int { planner?.total ?? 0 }

  /// Whether the person is to be asked first: what only looks never asks.
  var needsConfirmation: Bool {
    guard let limit = request.confirmAbove, limit > 0, !request.dryRun else { return false }
    return total > limit
  }

  /// Whether messages of one's own would leave by it, which nobody has agreed to.
  var wouldSend: Bool {
    request.holdsBack && !request.dryRun && !summary.leaving.isEmpty
  }

  /// Whether the plan leaves a row in the history: the lists move on even if an undo writes nothing,
  /// but an action has effects, and a switch turns something.
  var isWorthARow: Bool {
    switch kind {
    case .action: summary.changed > 0
    case .switch: summary.requested > 0
    case .undo, .redo, .external, .merge, .kept: true
    }
  }

  /// What is recorded of it.
  func draft(at now: Timestamp, from revision: IndexRevision) -> StepDraft {
    StepDraft(
      kind: kind,
      of: target?.id,
      name: kind.isGroup ? name : nil,
      actions: actions,
      context: request.context,
      at: now,
      revisionBefore: revision,
      toggles: toggles
    )
  }

  /// What it has come to, wherever its way has ended.
  var result: ChangeResult {
    if needsConfirmation { return refusal(total) }
    if wouldSend { return refusal(summary.leaving.count) }
    var result = ChangeResult(
      kind: summary.kind,
      step: step,
      targets: target.map { [$0.id] } ?? toggles.map(\.action),
      name: name,
      target: target,
      requested: summary.requested,
      changed: summary.changed,
      skipped: summary.skipped,
      changes: summary.changes
    )
    result.outcomes = summary.outcomes
    result.changedThreads = summary.threads.count
    result.broughtBack = toggles.count(where: \.on)
    result.leaving = summary.leaving
    result.commands = planner?.counts ?? []
    result.isUnfinished = step != nil && progress != .done
    if kind == .action, summary.requested > 0, summary.found == 0 {
      result.kind = .failed
      result.failure = TriageFailure(.nothingFound)
    }
    return result
  }

  private func refusal(_ count: Int) -> ChangeResult {
    var refusal = ChangeResult(
      kind: .refused,
      name: name,
      requested: total,
      failure: TriageFailure(.confirmationNeeded, String(count))
    )
    refusal.leaving = summary.leaving
    refusal.resolved = commands
    return refusal
  }
}

extension Change {
  /// The kind of step that the change makes.
  fileprivate var kind: StepKind {
    switch self {
    case .perform, .depart, .wake: .action
    case .undo: .undo
    case .redo: .redo
    case .turn: .switch
    }
  }
}

/// What a step comes to, added up while it is planned.
struct ChangeSummary {
  private(set) var requested = 0
  private(set) var changed = 0
  private(set) var skipped: [Skip] = []
  private(set) var changes: [MessageChange] = []
  private(set) var isPartial = false
  private(set) var found = 0
  /// The messages of one's own that are to leave.
  private(set) var leaving: [OutgoingID] = []
  /// The threads of the messages that an action changes.
  private(set) var threads: Set<ThreadID> = []
  private(set) var outcomes = OutcomeCounts()
  private let keepsChanges: Bool
  /// Whether messages that are so already are named: for an undo they are worth a word.
  private let keepsSkips: Bool

  init(of kind: StepKind, keepsChanges: Bool) {
    self.keepsChanges = keepsChanges
    keepsSkips = keepsChanges || kind != .action
  }

  mutating func count(_ plan: StepPlan) {
    for item in plan.outcomes {
      requested += 1
      outcomes[item.outcome] += 1
      if item.outcome != .gone { found += 1 }
      if item.changed {
        changed += 1
        if let thread = item.thread { threads.insert(thread) }
      }
      isPartial = isPartial || item.outcome.isPartial
      if let reason = item.outcome.reason, keepsSkips || item.outcome.isPartial {
        skipped.append(
          Skip(message: item.message, reason: reason, tags: item.tags, by: item.by)
        )
      }
    }
    leaving += plan.departing.filter { $0.wanted == .held }.map(\.outgoing)
    if keepsChanges { changes += MessageChange.grouped(plan.written, plan.moved) }
  }

  /// Notes messages whose files could not follow.
  mutating func add(_ left: [Skip]) {
    skipped += left
    isPartial = isPartial || !left.isEmpty
  }

  var kind: ResultKind {
    if isPartial { return .partial }
    return changed == 0 ? .nothing : .done
  }
}

extension MessageChange {
  /// Groups written pairs and moved copies by message, keeping the order of the messages.
  static func grouped(_ claims: [Claim], _ moves: [MoveClaim]) -> [MessageChange] {
    var indexes: [MessageID: Int] = [:]
    var changes: [MessageChange] = []
    func index(of message: MessageID) -> Int {
      if let index = indexes[message] { return index }
      indexes[message] = changes.count
      changes.append(MessageChange(message: message))
      return changes.count - 1
    }
    for claim in claims {
      let index = index(of: claim.pair.message)
      if claim.wanted {
        changes[index].added.append(claim.pair.tag)
      } else {
        changes[index].removed.append(claim.pair.tag)
      }
    }
    for move in moves {
      let folders = FolderChange(from: move.found.folder, to: move.wanted.folder)
      changes[index(of: move.message)].moves.append(folders)
    }
    return changes
  }
}

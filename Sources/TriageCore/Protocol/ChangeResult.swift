/// What became of a change: the raw value is JSON's `result`.
package enum ResultKind: String, Sendable, Codable, CaseIterable {
  case done
  case nothing
  case partial
  case refused
  case failed
}

/// Why a message was skipped: the raw value is JSON's `reason`.
package enum SkipReason: String, Sendable, Codable, CaseIterable {
  case alreadySo = "already-so"
  case kept
  case changedSince = "changed-since"
  case gone
  case folderMissing = "folder-missing"
  case severalFiles = "several-files"
  case flagsNotWritten = "flags-not-written"
  case alreadySent = "already-sent"
}

extension Outcome {
  /// Why a message with this outcome was skipped; `nil` if it was not.
  package var reason: SkipReason? {
    switch self {
    case .restored: nil
    case .alreadySo: .alreadySo
    case .kept: .kept
    case .changedSince: .changedSince
    case .gone: .gone
    case .folderMissing: .folderMissing
    case .severalFiles: .severalFiles
    case .alreadySent: .alreadySent
    }
  }
}

/// A message that was skipped, and why.
package struct Skip: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// Why it was skipped.
  package var reason: SkipReason
  /// The tags that were left as they are.
  package var tags: [MailTag]
  /// The group that keeps the tags, for `.kept`.
  package var by: StepID?
  /// That group's name, for people.
  package var byName: ActionName?

  /// Makes a record of one message.
  package init(
    message: MessageID,
    reason: SkipReason,
    tags: [MailTag] = [],
    by: StepID? = nil,
    byName: ActionName? = nil
  ) {
    self.message = message
    self.reason = reason
    self.tags = tags
    self.by = by
    self.byName = byName
  }
}

extension [LeftOut] {
  /// The messages that were left as they were, each once, with the worst reason.
  package var skips: [Skip] {
    var worst: [MessageID: LeftOut] = [:]
    for item in self where worst[item.message].map({ $0.outcome < item.outcome }) ?? true {
      worst[item.message] = item
    }
    return compactMap { item in
      guard let item = worst.removeValue(forKey: item.message), let reason = item.outcome.reason
      else { return nil }
      return Skip(message: item.message, reason: reason, by: item.by)
    }
  }
}

/// How many messages each outcome has, a message by the worst of its tags.
package struct OutcomeCounts: Hashable, Sendable, Codable {
  private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

  /// Makes counts that are all zero.
  package init() {}

  /// The number of messages with an outcome.
  package subscript(outcome: Outcome) -> Int {
    get { counts[outcome.rawValue] }
    set { counts[outcome.rawValue] = newValue }
  }
}

/// What a change came to.
package struct ChangeResult: Hashable, Sendable, Codable {
  /// What became of it.
  package var kind: ResultKind
  /// The new step, if one was made.
  package var step: StepID?
  /// The groups that were taken back or brought back.
  package var targets: [StepID]
  /// How many of these were brought back; the others were taken back.
  package var broughtBack = 0
  /// The messages of one's own that it lets leave.
  package var leaving: [OutgoingID] = []
  /// Whom they go to, each once, if a person is to be asked.
  package var recipients: [String] = []
  /// What was done, or taken back, or brought back.
  package var name: ActionName?
  /// The group that was taken back or brought back, as it was.
  package var target: StepSummary?
  /// How many messages were asked for.
  package var requested: Int
  /// How many messages something was written for.
  package var changed: Int
  /// Of an action, in how many threads these are.
  package var changedThreads = 0
  /// How many messages had which outcome.
  package var outcomes = OutcomeCounts()
  /// What each of several commands came to, in their order.
  package var commands: [CommandCount] = []
  /// The messages that were left, and why.
  package var skipped: [Skip]
  /// The changes message by message, if they were asked for.
  package var changes: [MessageChange]
  /// Why nothing was done, for results of kind `.failed` and `.refused`.
  package var failure: TriageFailure?
  /// The change is made and recorded, but the record could not be closed: the next one does it.
  package var isUnfinished = false
  /// The commands with their queries resolved, if the change waits for a confirmation.
  package var resolved: [Command] = []
  /// What a dead process had left open and this write has settled.
  package var settled: [SettledStep]
  /// What undo and redo would take now.
  package var head: HistoryHead
  /// The state of the index after it: whoever shows an older one reads it again.
  package var revision: IndexRevision?

  /// Makes a result.
  package init(
    kind: ResultKind,
    step: StepID? = nil,
    targets: [StepID] = [],
    name: ActionName? = nil,
    target: StepSummary? = nil,
    requested: Int = 0,
    changed: Int = 0,
    skipped: [Skip] = [],
    changes: [MessageChange] = [],
    failure: TriageFailure? = nil,
    settled: [SettledStep] = [],
    head: HistoryHead = HistoryHead()
  ) {
    self.kind = kind
    self.step = step
    self.targets = targets
    self.name = name
    self.target = target
    self.requested = requested
    self.changed = changed
    self.skipped = skipped
    self.changes = changes
    self.failure = failure
    self.settled = settled
    self.head = head
  }
}

/// A step that was found open, and what it became: told once.
package struct SettledStep: Hashable, Sendable, Codable {
  /// The step that was found open.
  package var step: StepID
  /// What became of it.
  package var kind: StepKind
  /// What the group is called; of an undo or redo, the group it is of.
  package var name: ActionName?
  /// How many messages it names.
  package var messages: Int
  /// Whether it is complete; if not, nothing had changed, and it is void.
  package var complete: Bool
  /// Whether undo would take it, were it complete: what comes by itself is on no list.
  package var isListed = true
  /// It was done, but the index is an older one that does not have it; it is off now.
  package var isLost = false

  /// Makes a record of one step.
  package init(step: StepID, kind: StepKind, name: ActionName?, messages: Int, complete: Bool) {
    self.step = step
    self.kind = kind
    self.name = name
    self.messages = messages
    self.complete = complete
  }
}

import TriageCore

extension TriageEngine {
  /// Looks at the index before a change, where muchsync may have run since the last look.
  ///
  /// What it brought is dated by the look and known for an echo (M9); found by the change itself, it would pass for
  /// another program's newest word.
  func lookAfterCarrying(
    with writer: any MailWriter,
    for context: StepContext
  ) throws(TriageFailure) {
    guard try history.isShared, let shared = try history as? any SharedHistory else { return }
    let look = try shared.look()
    let mayHaveRun = look.isCarrying || look.carrier != settings.carrier()
    guard look.revision != nil, mayHaveRun else { return }
    _ = try self.look(with: writer, shared, for: context)
  }

  /// Records what has changed outside since the last look, under the lock, and looks at the index.
  ///
  /// `isLast` says that a whole sync ends with this, `carried` what muchsync has left the same on both machines, and
  /// `own` what this machine's person has changed meanwhile: that holds, whatever muchsync has made of it.
  ///
  /// - Returns: Whether anything had changed, and the messages that have yet to get what the history says of them.
  func look(
    with writer: any MailWriter,
    _ history: any SharedHistory,
    for context: StepContext,
    isLast: Bool = false,
    _ carried: Set<Pair> = [],
    own: Set<Pair> = []
  ) throws(TriageFailure) -> (found: Bool, newcomers: [MessageID]) {
    var look = try history.look()
    let carrier = settings.carrier()
    if isLast { look.isUnsure = false }
    look.isCarrying = look.isCarrying || look.carrier != carrier
    let changes = try outsideChanges(since: look, in: writer, history, carried, own: own)
    let now = try writer.revision()
    var draft = StepDraft(
      kind: .external,
      context: context,
      at: settings.now(),
      revisionBefore: now
    )
    if !changes.late.isEmpty {
      draft.echo = EchoDate(clock: look.clock)
      try record(changes.late, as: draft, in: history)
    }
    if !changes.claims.isEmpty {
      draft.echo = look.isCarrying ? EchoDate(clock: nil) : nil
      try record(changes.claims, as: draft, in: history)
    }
    try history.see(changes.seen)
    // What has not been looked at is found again by the revision of the look.
    if changes.newcomers.isEmpty { look.revision = now }
    look.clock = try history.identity().clock
    look.isCarrying = false
    look.isUnsure = false
    look.carrier = carrier
    try history.note(look)
    return (!changes.isEmpty, changes.newcomers)
  }

  /// Records what other programs have changed as a step.
  private func record(
    _ claims: [Claim],
    as draft: StepDraft,
    in history: any SharedHistory
  ) throws(TriageFailure) {
    let recorder = try history.begin(draft)
    defer { recorder.abandon() }
    var plan = StepPlan()
    plan.claims = claims
    try recorder.append(plan)
    _ = try recorder.commit(as: .done)
  }
}

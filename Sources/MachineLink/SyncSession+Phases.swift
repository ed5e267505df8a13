import TriageCore

extension SyncSession {
  /// All of a sync after the greeting.
  func sync(
    with greeting: MachineGreeting,
    _ carry: Carrier?
  ) throws(TriageFailure) -> SyncReport {
    var report = SyncReport(greeting.machine)
    try store.begin(with: greeting)
    try surroundings.poll()
    try settle(&report)
    let unclaimed = try carryMail(with: greeting.machine, carry)
    report.isCarried = unclaimed != nil
    try finish(with: greeting, unclaimed ?? [], &report)
    return report
  }

  // MARK: Steps

  /// Sends steps both ways until both sides have the same and have written their answers.
  private func settle(_ report: inout SyncReport) throws(TriageFailure) {
    while true {
      _ = try store.absorb()
      let ours = SetDigest(of: try store.uids())
      let answer = try exchange(.ready, Digests.contents(ours))
      let theirs = try wire { () throws(WireError) in try Digests.digest(answer) }
      // What an earlier sync has left is answered even if there is nothing new.
      if report.rounds > 0, ours == theirs { return }
      guard report.rounds < Self.mostRounds else { throw TriageFailure(.notSettled, peer) }
      if ours != theirs { try exchangeSteps() }
      report.rounds += 1
      hasWritten = true
      let summary = try store.merge()
      report.here.add(summary)
      report.there.add(try exchange(summary))
    }
  }

  private func exchange(_ summary: MergeSummary) throws(TriageFailure) -> MergeSummary {
    let answer = try exchange(.written, summary.contents)
    return try wire { () throws(WireError) in try MergeSummary(answer) }
  }

  private func exchangeSteps() throws(TriageFailure) {
    let theirs = try exchangeWants()
    if isNear { try sendSteps(lackedBy: theirs) }
    try receiveSteps()
    if !isNear { try sendSteps(lackedBy: theirs) }
  }

  /// Returns the steps that the other side has.
  private func exchangeWants() throws(TriageFailure) -> Set<UniqueID> {
    let answer = try exchange(.want, Want.contents(try store.uids()))
    return try wire { () throws(WireError) in try Want.uids(answer) }
  }

  private func sendSteps(lackedBy known: Set<UniqueID>) throws(TriageFailure) {
    var steps = StepSender()
    func send(_ contents: [UInt8]) throws(TriageFailure) { try self.send(.steps, contents) }
    try store.eachStep(lackedBy: known) { step throws(TriageFailure) in
      try steps.add(step, send)
    }
    try steps.flush(send)
    try self.send(.end, Digests.contents(steps.sent))
  }

  private func receiveSteps() throws(TriageFailure) {
    var steps = StepReceiver(at: surroundings.wall())
    while true {
      let frame = try receive([.steps, .end])
      if frame.kind == .end {
        return try wire { () throws(WireError) in
          try steps.finish(try Digests.digest(frame.contents))
        }
      }
      let whole = try wire { () throws(WireError) in try steps.steps(of: frame.contents) }
      if !whole.isEmpty { try store.receive(whole) }
    }
  }

  // MARK: Mail

  /// Has mail carried, if the near side has a program for that.
  ///
  /// - Returns: What is there now of pairs that nobody has claimed; `nil` if no mail was carried.
  private func carryMail(
    with machine: MachineName,
    _ carry: Carrier?
  ) throws(TriageFailure) -> [Claim]? {
    let isWanted: Bool
    if isNear {
      isWanted = carry != nil
      try send(.carry, [isWanted ? 1 : 0])
    } else {
      isWanted = try receive(.carry) == [1]
    }
    guard isWanted else { return nil }
    // Both note it before the program begins.
    if isNear {
      _ = try receive(.carry)
      try store.carry(with: machine)
      try carry?()
      try send(.carried)
    } else {
      try store.carry(with: machine)
      try send(.carry, [1])
      _ = try receive(.carried)
    }
    return try store.unclaimedChanges()
  }

  // MARK: The end

  private func finish(
    with greeting: MachineGreeting,
    _ unclaimed: [Claim],
    _ report: inout SyncReport
  ) throws(TriageFailure) {
    var greeting = greeting
    let carried = report.isCarried ? try exchangeDifferences(unclaimed, &greeting.clock) : []
    let summary = try store.finish(with: greeting, carried: carried)
    report.here.add(summary)
    let answer = try exchange(.bye, summary.contents)
    report.there.add(try wire { () throws(WireError) in try MergeSummary(answer) })
  }

  /// Tells what has changed of pairs that nobody has claimed, and hears the peer's clock.
  ///
  /// - Returns: Those that are the same on both sides.
  private func exchangeDifferences(
    _ ours: [Claim],
    _ clock: inout Int64
  ) throws(TriageFailure) -> [Pair] {
    if isNear { try sendDifferences(ours) }
    let theirs = try receiveDifferences(&clock)
    if !isNear { try sendDifferences(ours) }
    let same = Set(try store.agreeing(with: theirs))
    let answer = try exchange(.agreeing, Agreement.contents(same, of: theirs))
    return try wire { () throws(WireError) in try Agreement.pairs(answer, of: sendable(ours)) }
  }

  private func sendDifferences(_ claims: [Claim]) throws(TriageFailure) {
    for frame in Differences.frames(sendable(claims)) { try send(.differ, frame) }
    try send(.end, Digests.contents(SetDigest(), clock: try store.greeting().clock))
  }

  /// Those whose tags the other side would not refuse.
  private func sendable(_ claims: [Claim]) -> [Claim] {
    claims.filter(\.pair.tag.isValidToAdd)
  }

  private func receiveDifferences(_ clock: inout Int64) throws(TriageFailure) -> [Claim] {
    var claims: [Claim] = []
    while true {
      let frame = try receive([.differ, .end])
      if frame.kind == .end {
        let latest = Hello.latest(at: surroundings.wall())
        let peerClock = try wire { () throws(WireError) in
          try Digests.clock(frame.contents, latest: latest)
        }
        clock = max(clock, peerClock ?? clock)
        return claims
      }
      claims += try wire { () throws(WireError) in try Differences.claims(frame.contents) }
      guard claims.count <= StepReceiver.mostClaims else {
        throw TriageFailure(.badFrame, peer, "differ: claims")
      }
    }
  }

  // MARK: A dry run

  /// Counts the groups that a sync would send both ways.
  func count(with greeting: MachineGreeting) throws(TriageFailure) -> SyncReport {
    var report = SyncReport(greeting.machine)
    let theirs = try exchangeWants()
    var groups = 0
    try store.eachStep(lackedBy: theirs) { step throws(TriageFailure) in
      if step.kind.isGroup { groups += 1 }
    }
    let answer = try exchange(.counts, MergeSummary(groups: groups).contents)
    report.here.groups = try wire { () throws(WireError) in try MergeSummary(answer).groups }
    report.there.groups = groups
    return report
  }
}

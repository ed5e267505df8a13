import MachineLink
import TestSupport
import TriageCore

/// A machine in memory, for the session: the newest claim of a pair is its answer, and nothing is undone.
final class MemoryMachine: SyncStore {
  var name: MachineName
  var tags: [MessageID: Set<MailTag>] = [:]
  private(set) var steps: [UniqueID: SharedStep] = [:]
  private(set) var inbox: [UniqueID: SharedStep] = [:]
  var clock: Int64 = 0
  var horizon: Int64 = 0
  var wall: Int64 = 1_000_000_000_000
  let schema = 17
  /// What the index held when it was last looked at.
  private var look: [MessageID: Set<MailTag>] = [:]
  private(set) var met: [MachineName] = []
  private(set) var carried: [Pair] = []
  /// The calls in their order, by name.
  private(set) var calls: [String] = []
  /// Is run before a call, and may throw.
  var interfere: (String) throws(TriageFailure) -> Void = { _ in }

  init(_ name: String, _ tags: [MessageID: Set<MailTag>] = [:]) {
    self.name = MachineName(.fresh(), name)
    self.tags = tags
    look = tags
  }

  private func note(_ call: String) throws(TriageFailure) {
    calls.append(call)
    try interfere(call)
  }

  // MARK: Doing something

  /// Tags a message, as a group.
  @discardableResult
  func act(_ message: MessageID, _ tag: MailTag, _ wanted: Bool) -> SharedStep {
    let found = tags[message]?.contains(tag) ?? false
    var step = newStep(.action)
    step.name = .custom("\(message) \(tag)")
    step.claims = [Claim(Pair(message, tag), found: found, wanted: wanted)]
    steps[step.uid] = step
    write(step.claims)
    look = tags
    return step
  }

  func add(_ step: SharedStep) {
    steps[step.uid] = step
    clock = max(clock, step.clock)
  }

  func newStep(_ kind: StepKind) -> SharedStep {
    clock = max(clock + 1, wall)
    return SharedStep(
      uid: .fresh(),
      clock: clock,
      machine: name,
      kind: kind,
      at: wall / 1000,
      origin: .shell
    )
  }

  private func write(_ claims: [Claim]) {
    for claim in claims where tags[claim.pair.message] != nil {
      if claim.wanted {
        tags[claim.pair.message]?.insert(claim.pair.tag)
      } else {
        tags[claim.pair.message]?.remove(claim.pair.tag)
      }
    }
  }

  // MARK: The protocol

  func greeting() throws(TriageFailure) -> MachineGreeting {
    try note("greeting")
    return MachineGreeting(
      name,
      nonce: .fresh(),
      wall: wall,
      clock: clock,
      horizon: horizon,
      peers: met
    )
  }

  func takeNewID() throws(TriageFailure) {
    try note("new id")
    name = MachineName(.fresh(), name.name)
  }

  func begin(with peer: MachineGreeting) throws(TriageFailure) {
    try note("begin")
    inbox = [:]
    clock = max(clock, peer.clock)
    horizon = max(horizon, peer.horizon)
  }

  func absorb() throws(TriageFailure) -> Bool {
    try note("absorb")
    let claims = changes()
    guard !claims.isEmpty else { return false }
    var step = newStep(.external)
    step.claims = claims
    steps[step.uid] = step
    look = tags
    return true
  }

  private func changes() -> [Claim] {
    tags.sorted { $0.key < $1.key }.flatMap { message, now in
      let before = look[message] ?? now
      return now.symmetricDifference(before).sorted().map { tag in
        Claim(Pair(message, tag), found: before.contains(tag), wanted: now.contains(tag))
      }
    }
  }

  func uids() throws(TriageFailure) -> Set<UniqueID> { Set(steps.keys) }

  func eachStep(
    lackedBy known: Set<UniqueID>,
    _ body: (SharedStep) throws(TriageFailure) -> Void
  ) throws(TriageFailure) {
    try note("each")
    for step in steps.values.sorted(by: { $0.position < $1.position })
    where !known.contains(step.uid) { try body(step) }
  }

  func receive(_ steps: [SharedStep]) throws(TriageFailure) {
    try note("receive")
    for step in steps { inbox[step.uid] = step }
  }

  func merge() throws(TriageFailure) -> MergeSummary {
    try note("merge")
    let groups = inbox.values.filter(\.kind.isGroup).count
    for step in inbox.values { add(step) }
    inbox = [:]
    let before = tags
    for step in steps.values.sorted(by: { $0.position < $1.position }) { write(step.claims) }
    look = tags
    return MergeSummary(groups: groups, changed: tags.filter { before[$0.key] != $0.value }.count)
  }

  func carry(with peer: MachineName) throws(TriageFailure) { try note("carry") }

  func unclaimedChanges() throws(TriageFailure) -> [Claim] {
    try note("unclaimed")
    return changes()
  }

  func agreeing(with changes: [Claim]) throws(TriageFailure) -> [Pair] {
    changes.filter { tags[$0.pair.message]?.contains($0.pair.tag) == $0.wanted }.map(\.pair)
  }

  func finish(
    with peer: MachineGreeting,
    carried: [Pair]
  ) throws(TriageFailure) -> MergeSummary {
    try note("finish")
    self.carried = carried
    met.append(peer.machine)
    look = tags
    return MergeSummary()
  }

  func machines() throws(TriageFailure) -> [KnownMachine] { met.map { KnownMachine($0, met: 0) } }

  func forget(_ name: String) throws(TriageFailure) { met.removeAll { $0.name == name } }
}

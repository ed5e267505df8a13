package import TriageCore

/// This machine's side of a sync, over the engine.
package final class EngineSync: SyncStore {
  private let engine: TriageEngine
  private let history: any SharedHistory
  private let control: ChangeControl
  private let settings: SyncSettings
  /// How many groups of the inbox have yet to join the history.
  private var received = 0
  /// How many groups are gone because the peer has none that are as old, and have yet to be told.
  private var pruned = 0
  /// Whether this is the first whole sync with the peer.
  private var isFirst = true
  private var peer: MachineName?
  /// The second in which files were last renamed or moved here.
  private var lastMove: Int?
  /// The newest step when this side last said which ones it has.
  private var lastListed: StepID?
  /// What the horizon is to be raised to, once what has changed outside is recorded.
  private var horizon: Int64?

  /// How many changes of form the history has been through.
  package let schema: Int

  /// Makes a side of a sync.
  ///
  /// - Throws: The reason why the history cannot be used.
  package init(
    _ engine: TriageEngine,
    control: ChangeControl,
    _ settings: SyncSettings
  ) throws(TriageFailure) {
    guard let history = try engine.history as? any SharedHistory else {
      throw TriageFailure(.internalError, "the history cannot be shared")
    }
    self.engine = engine
    self.history = history
    self.control = control
    self.settings = settings
    schema = settings.schema
  }

  package func greeting() throws(TriageFailure) -> MachineGreeting {
    try history.settle(in: settings.birthplace(), name: settings.name)
    let identity = try history.identity()
    return MachineGreeting(
      MachineName(identity.id, settings.name),
      nonce: .fresh(),
      wall: engine.settings.now() * 1000,
      clock: identity.clock,
      horizon: identity.horizon,
      peers: try history.knownMachines().map(\.machine)
    )
  }

  package func takeNewID() throws(TriageFailure) { try history.takeNewID() }

  package func begin(with peer: MachineGreeting) throws(TriageFailure) {
    (received, pruned) = (0, 0)
    self.peer = peer.machine
    let own = try history.identity()
    let isKnown = try history.knownMachines().contains { $0.machine.id == peer.machine.id }
    isFirst = !isKnown || !peer.peers.contains { $0.id == own.id }
    try history.beginSharing(with: peer.machine, clock: peer.clock)
    horizon = peer.horizon > own.horizon ? peer.horizon : nil
  }

  package func absorb() throws(TriageFailure) -> Bool {
    try noteContents()
    return try locked { writer throws(TriageFailure) in
      let found = try absorb(with: writer).found
      if let horizon { pruned += try history.raiseHorizon(to: horizon) }
      horizon = nil
      return found
    }
  }

  package func uids() throws(TriageFailure) -> Set<UniqueID> {
    // A step that comes between is not taken for one that the peer has heard of.
    lastListed = try history.lastStep()
    return try history.sharedUIDs()
  }

  package func eachStep(
    lackedBy known: Set<UniqueID>,
    _ body: (SharedStep) throws(TriageFailure) -> Void
  ) throws(TriageFailure) {
    try history.eachShared(besides: known, body)
  }

  package func receive(_ steps: [SharedStep]) throws(TriageFailure) {
    try history.receive(steps, at: engine.settings.now())
    received += steps.count { $0.kind.isGroup }
  }

  package func merge() throws(TriageFailure) -> MergeSummary {
    if received > 0 { waitForSecond(after: settings.carriedIn()) }
    var settled: [SettledStep] = []
    let writer = try engine.openSettled(control, &settled)
    defer { writer.abandon() }
    let found = try absorb(with: writer)
    var summary = try write(newcomers: found.newcomers, with: writer)
    summary.foundMore = found.found
    (summary.groups, summary.pruned) = (received, pruned)
    (received, pruned) = (0, 0)
    return summary
  }

  package func carry(with peer: MachineName) throws(TriageFailure) {
    // Both have said that they have the same.
    if let lastListed { try history.note(peer, heardOf: lastListed) }
    waitForSecond(after: lastMove)
    var look = try history.look()
    look.isCarrying = true
    look.isUnsure = look.isUnsure || isFirst
    try history.note(look)
  }

  package func unclaimedChanges() throws(TriageFailure) -> [Claim] {
    // Mail has been carried: both have been through a whole sync, and have the same steps.
    if let peer { try history.met(peer, at: engine.settings.now()) }
    var look = try history.look()
    look.isUnsure = false
    look.isCarrying = true
    return try engine.outsideChanges(since: look, in: engine.store, history).late
  }

  package func agreeing(with changes: [Claim]) throws(TriageFailure) -> [Pair] {
    let states = try engine.store.states(of: Array(Set(changes.map(\.pair.message))))
    return changes.filter { states[$0.pair.message]?.tags.contains($0.pair.tag) == $0.wanted }
      .map(\.pair)
  }

  package func finish(
    with peer: MachineGreeting,
    carried: [Pair]
  ) throws(TriageFailure) -> MergeSummary {
    let carried = Set(carried)
    try history.hear(of: peer.clock)
    var settled: [SettledStep] = []
    let writer = try engine.openSettled(control, &settled)
    defer { writer.abandon() }
    // No step of this machine's comes between: it has the lock.
    let own = try pairsChangedMeanwhile()
    let found = try absorb(with: writer, isLast: true, carried, own: own)
    var summary = MergeSummary()
    if !found.newcomers.isEmpty {
      summary = try write(newcomers: found.newcomers, with: writer)
    }
    writer.abandon()
    summary.foundMore = try locked { writer throws(TriageFailure) in
      try absorb(with: writer, isLast: true, carried, own: own).found || found.found
    }
    return summary
  }

  package func machines() throws(TriageFailure) -> [KnownMachine] { try history.knownMachines() }

  package func forget(_ name: String) throws(TriageFailure) {
    guard try history.forget(name) else { throw TriageFailure(.noSuchMachine, name) }
  }
}

extension EngineSync {
  private func locked<T>(
    _ body: (any MailWriter) throws(TriageFailure) -> T
  ) throws(TriageFailure) -> T {
    var settled: [SettledStep] = []
    let writer = try engine.openSettled(control, &settled)
    defer { writer.abandon() }
    return try body(writer)
  }

  /// Notes what is in the files that were moved here: other machines know them by that.
  private func noteContents() throws(TriageFailure) {
    let messages = try history.messagesOfUnknownContent()
    var position = 0
    while position < messages.count {
      let slice = Array(messages[position..<min(position + messagesPerPlan, messages.count)])
      position += slice.count
      let known = try history.copies(of: slice)
      for (message, state) in try engine.store.states(of: slice) {
        let contents = engine.contents(of: known[message] ?? [], in: state)
        if !contents.isEmpty { try history.note(contents, of: message) }
      }
    }
  }

  /// muchsync compares the times of folders in whole seconds: what is moved in the second of its look it
  /// does not see before its next one, and until then it takes the file to be in both folders.
  private func waitForSecond(after second: Int?) {
    for _ in 0..<25 where settings.second() == second { control.pause(.milliseconds(50)) }
  }

  /// Records what has changed outside, under the lock, and looks at the index.
  private func absorb(
    with writer: any MailWriter,
    isLast: Bool = false,
    _ carried: Set<Pair> = [],
    own: Set<Pair> = []
  ) throws(TriageFailure) -> (found: Bool, newcomers: [MessageID]) {
    try engine.look(with: writer, history, for: settings.context, isLast: isLast, carried, own: own)
  }

  /// The pairs that this machine's person has changed since the steps that the peer has.
  private func pairsChangedMeanwhile() throws(TriageFailure) -> Set<Pair> {
    let actions = try lastListed.map { last throws(TriageFailure) in
      try history.actions(touchedSince: last)
    }
    guard let actions, !actions.isEmpty else { return [] }
    var pairs: Set<Pair> = []
    var cursor: Int64?
    repeat {
      let page = try history.claimed(by: actions, from: cursor, limit: messagesPerPlan)
      for message in page.messages {
        pairs.formUnion(message.pairs.map { Pair(message.id, $0.tag) })
      }
      cursor = page.next
    } while cursor != nil
    return pairs
  }

  /// Lets the inbox join the history and gives the index its answers: one write, as any other.
  private func write(
    newcomers: [MessageID],
    with writer: any MailWriter
  ) throws(TriageFailure) -> MergeSummary {
    var change = EngineChange(merging: newcomers, settings.context, control)
    try engine.write(&change, with: writer)
    if change.changesFiles { lastMove = settings.second() }
    return MergeSummary(
      changed: change.summary.changed,
      skipped: change.summary.skipped.map {
        MessageOutcome(message: $0.message, outcome: .folderMissing, changed: true)
      }
    )
  }
}

extension TriageEngine {
  /// What is in the files of those copies of a message of which that is not known.
  fileprivate func contents(
    of known: [KnownCopy],
    in state: MessageState
  ) -> [CopyNumber: [UInt8]] {
    let files = Dictionary(
      state.files.compactMap { file in self.files.location(of: file).map { ($0, file) } }
    ) { first, _ in first }
    let copies = MessageCopies(known: known, present: Array(files.keys))
    let locations = copies.locations
    return known.reduce(into: [:]) { contents, copy in
      guard copy.content == nil, let file = locations[copy.number].flatMap({ files[$0] }) else {
        return
      }
      contents[copy.number] = self.files.digest(of: file)
    }
  }
}

/// What a sync must know of the process it is in.
package struct SyncSettings {
  /// What people call this machine.
  package var name: String
  /// How many changes of form the history has been through.
  package var schema: Int
  /// Returns where the journal lies: on which machine, in which file, for which index.
  package var birthplace: () -> String
  /// Who makes the steps of a sync.
  package var context: StepContext
  /// Returns the second in which muchsync has written that database; `nil` if there is none.
  package var carriedIn: () -> Int? = { nil }
  /// Returns the second that it is, by the clock that files have, which nobody sets for a test.
  package var second: () -> Int = { 0 }

  /// Makes settings.
  package init(
    name: String,
    schema: Int,
    birthplace: @escaping () -> String,
    context: StepContext
  ) {
    self.name = name
    self.schema = schema
    self.birthplace = birthplace
    self.context = context
  }
}

/// One machine's side of a sync: its history, index and files.
///
/// Calls are made on one thread, in the order of a sync, and are repeated where it goes round again. What
/// says so waits for the index's write lock and gives it back before it returns.
package protocol SyncStore: AnyObject {
  /// Returns who this machine is and what it knows.
  func greeting() throws(TriageFailure) -> MachineGreeting

  /// Gives the history a new id, since another machine has the same: one is a copy of the other. Steps keep
  /// theirs.
  func takeNewID() throws(TriageFailure)

  /// Begins a sync: what an interrupted one has left in the inbox is dropped, the clock and the horizon
  /// become the larger ones of both.
  func begin(with peer: MachineGreeting) throws(TriageFailure)

  /// Records what other programs have changed since the last look as one step, under the lock.
  ///
  /// - Returns: Whether there was anything.
  func absorb() throws(TriageFailure) -> Bool

  /// Returns the uids of all steps that count here and travel.
  func uids() throws(TriageFailure) -> Set<UniqueID>

  /// Calls a closure with the steps that count here and that the peer lacks, in their order.
  func eachStep(
    lackedBy known: Set<UniqueID>,
    _ body: (SharedStep) throws(TriageFailure) -> Void
  ) throws(TriageFailure)

  /// Puts steps of the peer into the inbox: durable, but they count nothing.
  ///
  /// - Throws: `.badFrame` for a step that is known with another content.
  func receive(_ steps: [SharedStep]) throws(TriageFailure)

  /// Lets the steps of the inbox join the history and gives the index the answers of all pairs that they
  /// name, under the lock: one write, all or nothing.
  func merge() throws(TriageFailure) -> MergeSummary

  /// Notes durably that muchsync is about to run with this peer: what is found from now on may be its.
  func carry(with peer: MachineName) throws(TriageFailure)

  /// Returns what is there now of the pairs that nobody has claimed and that have changed since the last
  /// look.
  func unclaimedChanges() throws(TriageFailure) -> [Claim]

  /// Returns those of the pairs that hold the value here that the peer wants of them.
  func agreeing(with changes: [Claim]) throws(TriageFailure) -> [Pair]

  /// How many changes of form the history has been through: both machines must be equal in this.
  var schema: Int { get }

  /// Returns the machines that this one has synced with.
  func machines() throws(TriageFailure) -> [KnownMachine]

  /// Drops a machine that this one has synced with: nothing waits for it any more.
  ///
  /// - Throws: `.noSuchMachine`.
  func forget(_ name: String) throws(TriageFailure)

  /// Ends a sync, under the lock: newcomers get their answers, and what was done here meanwhile its own; what
  /// both machines hold is muchsync's, the rest is other programs', and the look is taken anew. The peer's clock is
  /// the one that it told after mail was carried.
  func finish(with peer: MachineGreeting, carried: [Pair]) throws(TriageFailure) -> MergeSummary
}

/// What a machine says of itself when a sync begins.
package struct MachineGreeting: Hashable, Sendable {
  /// The machine.
  package var machine: MachineName
  /// Made by chance for this sync: who meets its own is talking to itself.
  package var nonce: UniqueID
  /// The time of day, in milliseconds.
  package var wall: Int64
  /// The last clock it has heard of.
  package var clock: Int64
  /// Steps up to this clock are gone.
  package var horizon: Int64
  /// The machines it has synced with.
  package var peers: [MachineName]

  /// Makes a greeting.
  package init(
    _ machine: MachineName,
    nonce: UniqueID,
    wall: Int64,
    clock: Int64,
    horizon: Int64,
    peers: [MachineName] = []
  ) {
    self.machine = machine
    self.nonce = nonce
    self.wall = wall
    self.clock = clock
    self.horizon = horizon
    self.peers = peers
  }
}

/// What became of the steps that were received.
package struct MergeSummary: Hashable, Sendable {
  /// Groups that joined the history.
  package var groups: Int
  /// Messages whose tags or files were changed here.
  package var changed: Int
  /// Messages that nothing was written of, and why.
  package var skipped: [MessageOutcome]
  /// Whether other programs were found to have changed something meanwhile.
  package var foundMore: Bool
  /// Groups that can no longer be undone here, since the other machine has dropped what is as old.
  package var pruned: Int

  /// Makes a summary.
  package init(
    groups: Int = 0,
    changed: Int = 0,
    skipped: [MessageOutcome] = [],
    foundMore: Bool = false,
    pruned: Int = 0
  ) {
    self.groups = groups
    self.changed = changed
    self.skipped = skipped
    self.foundMore = foundMore
    self.pruned = pruned
  }
}

/// A machine that this one has synced with.
package struct KnownMachine: Hashable, Sendable {
  /// The machine.
  package var machine: MachineName
  /// When a sync with it has last come to its end; `nil` for never.
  package var met: Timestamp?

  /// Makes a record of a machine.
  package init(_ machine: MachineName, met: Timestamp?) {
    self.machine = machine
    self.met = met
  }
}

/// A history that several machines have, as the engine sees it while two of them sync.
package protocol SharedHistory: HistoryStore {
  /// Returns what this history says of itself and of the machines that it has met.
  func identity() throws(TriageFailure) -> HistoryIdentity

  /// Notes where the journal lies and what people call this machine; where that is another place than
  /// before it is a copy, and takes a new id.
  func settle(in birthplace: String, name: String) throws(TriageFailure)

  /// Takes a new id; the steps that there are keep their names.
  func takeNewID() throws(TriageFailure)

  /// Begins a sync with a peer: the inbox is emptied, the clock is at least the peer's, and from now on
  /// other machines count, this one as one that has heard of nothing unless it is known better.
  func beginSharing(with peer: MachineName, clock: Int64) throws(TriageFailure)

  /// Drops the steps up to a clock, if it is beyond the horizon; what they came to and a machine may not
  /// have heard of is kept.
  ///
  /// - Returns: How many groups are gone.
  func raiseHorizon(to clock: Int64) throws(TriageFailure) -> Int

  /// Returns the names of all steps that count and travel.
  func sharedUIDs() throws(TriageFailure) -> Set<UniqueID>

  /// Returns the number of the newest step; `nil` without any.
  func lastStep() throws(TriageFailure) -> StepID?

  /// Returns the actions that this machine has made, or turned, in steps beyond a number.
  func actions(touchedSince last: StepID) throws(TriageFailure) -> [StepID]

  /// Has the clock be at least one that a peer has told.
  func hear(of clock: Int64) throws(TriageFailure)

  /// Notes that a peer has all steps up to a number.
  func note(_ peer: MachineName, heardOf last: StepID) throws(TriageFailure)

  /// Calls a closure with the steps that count and travel, but for those that are known, in their order.
  func eachShared(
    besides known: Set<UniqueID>,
    _ body: (SharedStep) throws(TriageFailure) -> Void
  ) throws(TriageFailure)

  /// Puts steps into the inbox.
  ///
  /// - Throws: `.badFrame` for a step that is here with another content.
  func receive(_ steps: [SharedStep], at time: Timestamp) throws(TriageFailure)

  /// Returns the messages with files that were moved, and of which it is not noted what is in them.
  func messagesOfUnknownContent() throws(TriageFailure) -> [MessageID]

  /// Notes what is in the files of a message: elsewhere its copies are known by that alone.
  func note(_ contents: [CopyNumber: [UInt8]], of message: MessageID) throws(TriageFailure)

  /// Returns, while a merge is recorded, the steps whose claims it brings and those that they turned.
  func merging() throws(TriageFailure) -> [StepID]

  /// Returns the last look at the index.
  func look() throws(TriageFailure) -> IndexLook

  /// Returns the tags that messages had at the last look; those that were not there are left out.
  func lookedTags(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: Set<MailTag>]

  /// Notes what is there of some messages.
  func see(_ tags: [MessageID: Set<MailTag>]) throws(TriageFailure)

  /// Notes how the look stands.
  func note(_ look: IndexLook) throws(TriageFailure)

  /// Notes that this machine and a peer have been through a whole sync.
  func met(_ peer: MachineName, at time: Timestamp) throws(TriageFailure)

  /// Forgets a machine: what it has not heard of holds up nothing any more.
  ///
  /// - Returns: Whether there was one of that name.
  func forget(_ name: String) throws(TriageFailure) -> Bool

  /// Returns the machines whose steps are here, and those that were met.
  func knownMachines() throws(TriageFailure) -> [KnownMachine]
}

/// What a history says of itself.
package struct HistoryIdentity: Hashable, Sendable {
  /// The id of the journal.
  package var id: UniqueID
  /// The last clock it has heard of.
  package var clock: Int64
  /// Steps up to this clock are gone.
  package var horizon: Int64

  /// Makes an identity.
  package init(id: UniqueID, clock: Int64, horizon: Int64) {
    self.id = id
    self.clock = clock
    self.horizon = horizon
  }
}

/// How far the index was looked at.
package struct IndexLook: Hashable, Sendable {
  /// The clock when it was.
  package var clock: Int64 = 0
  /// The state of the index then; `nil` if it was never looked at.
  package var revision: IndexRevision?
  /// What muchsync's own database looked like then.
  package var carrier: String?
  /// Whether muchsync may have run in a sync since.
  package var isCarrying = false
  /// Whether that was the first time with a peer: what nobody has claimed is muchsync's.
  package var isUnsure = false

  /// Makes a look that never was.
  package init() {}
}

/// The history of steps on disk, shared by all processes of one index.
///
/// The index's write lock is the one mutex for tags and journal: `begin` and `absorb` are called
/// only while it is held. Calls are made on one thread, and throw what the engine answers with.
package protocol HistoryStore: AnyObject {
  /// Returns what undo and redo would take now.
  func head() throws(TriageFailure) -> HistoryHead

  /// Returns the groups that undo or redo would take one after the other, the next one first.
  func groups(on list: TurnList, limit: Int) throws(TriageFailure) -> [StepSummary]

  /// Returns the steps that a dead process, or one between commit and `done`, has left open,
  /// oldest first.
  func openSteps() throws(TriageFailure) -> [StepSummary]

  /// Returns one step; void steps are not found.
  func step(_ id: StepID) throws(TriageFailure) -> StepSummary?

  /// Whether other machines have this history, too.
  var isShared: Bool { get throws(TriageFailure) }

  /// Returns the actions that stay off though a switch that has turned them off is taken back: another
  /// take-back of them was not made by that switch.
  func stayingOff(without group: StepID) throws(TriageFailure) -> Set<StepID>

  /// Returns finished and open steps, newest first.
  func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary]

  /// Returns all claims about each of the pairs; pairs without a claim are left out.
  func histories(of pairs: [Pair]) throws(TriageFailure) -> [Pair: PairHistory]

  /// Returns all that was claimed about some messages; those of which nothing was are left out.
  func allHistories(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [(tag: MailTag, history: PairHistory)]]

  /// Returns the copies of messages that steps have claimed or moved; other messages are left out.
  func copies(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: [KnownCopy]]

  /// Returns, message by message, every pair that one of the actions claims, with all its claims, and
  /// the known copies of messages of which one claims a copy.
  ///
  /// `cursor` is `nil` for the first page, else the last page's `next`; `limit` is the most messages
  /// to return.
  func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> ClaimedPage

  /// Returns what a switch, an undo or a redo left as it was, and why, in the order of messages.
  func left(of step: StepID, limit: Int?) throws(TriageFailure) -> [LeftOut]

  /// Returns the newest revision of the index that finished steps on each message have recorded;
  /// messages that no step has changed are left out.
  func revisions(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: IndexRevision]

  /// Returns how many messages the actions claim.
  func messageCount(of actions: [StepID]) throws(TriageFailure) -> Int

  /// Opens a durable record of a step: one transaction until `commit` or `abandon`.
  func begin(_ draft: StepDraft) throws(TriageFailure) -> any StepRecorder

  /// Returns the tags that a step writes and the copies that it moves, message by message.
  func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> WritesPage

  /// Returns the files that come from messages of one's own in a step.
  func filings(of step: StepID) throws(TriageFailure) -> [Filing]

  /// Returns the messages of one's own whose leaving one of the actions claims, each with all claims.
  func departures(claimedBy actions: [StepID]) throws(TriageFailure) -> [KnownDeparture]

  /// Returns messages of one's own with all that was claimed of their leaving; what is not known is left
  /// out.
  func departures(of messages: [OutgoingID]) throws(TriageFailure) -> [KnownDeparture]

  /// Returns what a step claims, or changes, of the leaving of messages of one's own.
  func departures(of step: StepID) throws(TriageFailure) -> [Departure]

  /// Returns what a step really changed, and the claims it left, for display.
  func changes(of step: StepID, limit: Int?) throws(TriageFailure) -> [MessageChange]

  /// Moves a step on, if it still is where it is expected to be.
  ///
  /// When an open step becomes `tagged` or `done` its toggles take effect and the undo and redo
  /// lists move on.
  ///
  /// - Returns: Whether it was; `false` means that another process settled it.
  func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(TriageFailure) -> Bool

  /// Returns the actions that stood right after a step, as far as the history has them: no older step's mark
  /// was left on them.
  func standing(after position: StepPosition) throws(TriageFailure) -> Set<StepID>

  /// Calls a closure with what groups wanted of each message that they claim, in no order; what they
  /// wanted of messages that are to leave is left out.
  func eachDeed(_ body: (MessageDeeds) -> Void) throws(TriageFailure)

  /// Returns the ids of suggestions that a person has dismissed.
  func dismissals() throws(TriageFailure) -> Set<String>

  /// Notes that suggestions are dismissed, or that they are not; it is no step.
  func dismiss(_ suggestions: [String], _ isDismissed: Bool) throws(TriageFailure)

  /// Returns a number that changes when another process has changed the history.
  func changeCounter() throws(TriageFailure) -> Int64
}

/// The two lists that finished steps come to.
package enum TurnList: Sendable {
  /// What undo takes back.
  case undo
  /// What redo brings back.
  case redo
}

/// Which steps a list of the history has.
package struct HistoryFilter: Hashable, Sendable, Codable {
  /// The most steps to return; `nil` for all.
  package var limit: Int?
  /// Only steps of this time or later.
  package var since: Timestamp?
  /// Only steps before this time.
  package var until: Timestamp?
  /// Automatic and external steps too.
  package var all: Bool
  /// Only steps of this screen or shell command.
  package var session: String?
  /// Only steps before this one: the next page of a list.
  package var before: StepID?
  /// Only steps that claim or write this tag.
  package var tag: MailTag?

  /// Makes a filter.
  package init(
    limit: Int? = 50,
    since: Timestamp? = nil,
    until: Timestamp? = nil,
    all: Bool = false,
    session: String? = nil,
    before: StepID? = nil,
    tag: MailTag? = nil
  ) {
    self.limit = limit
    self.since = since
    self.until = until
    self.all = all
    self.session = session
    self.before = before
    self.tag = tag
  }
}

/// Some messages of a group with every pair that the group claims.
package struct ClaimedPage: Sendable {
  /// A message with its claimed pairs, in the order of tags, and with all its known copies if one
  /// of them is claimed.
  package typealias Message = (
    id: MessageID, pairs: [(tag: MailTag, history: PairHistory)], copies: [KnownCopy]
  )
  /// The messages of the page.
  package var messages: [Message]
  /// Where the next page begins; `nil` at the end.
  package var next: Int64?

  /// Makes a page.
  package init(messages: [Message], next: Int64?) {
    self.messages = messages
    self.next = next
  }
}

/// Some of the writes of a step.
package struct WritesPage: Sendable {
  /// The writes of the page, a message each.
  package var writes: [TagWrite]
  /// Where the next page begins; `nil` at the end.
  package var next: Int64?

  /// Makes a page.
  package init(writes: [TagWrite], next: Int64?) {
    self.writes = writes
    self.next = next
  }
}

/// A step while it is being recorded: nothing is seen by others, or durable, before `commit`.
package protocol StepRecorder: AnyObject {
  /// Adds what the step claims, changes or leaves of some of its messages.
  func append(_ plan: StepPlan) throws(TriageFailure)
  /// Makes the record durable.
  ///
  /// It is recorded as `.intent` before a write, and as `.done` for an undo, redo or switch that
  /// writes nothing: its toggles take effect at once. Returns the step's number; external claims
  /// become a step of their own just before it.
  func commit(as progress: StepProgress) throws(TriageFailure) -> StepID
  /// Drops the record; the history is as it was.
  func abandon()
}

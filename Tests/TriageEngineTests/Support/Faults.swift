import TriageCore

/// What a test lets fail in the index, the journal and the files of an engine that is real
/// otherwise.
final class Faults {
  /// Calls that fail the next time, once each.
  var next: Set<Call> = []
  /// The queries whose messages the engine has asked for, in order.
  var queries: [String] = []

  enum Call: Hashable {
    case begin
    case append
    case record
    case advance(StepProgress)
    case openForWriting
    case beginSection
    case write
    case end
    /// The index's close fails and nothing is saved.
    case close
    /// The index's close fails, but all is saved.
    case closeAfterCommit
    case renamed
    case settle
    /// No file may be renamed; goes on until it is taken away.
    case rename
    /// No file comes into a folder.
    case place
  }

  /// Returns whether a call is to fail now.
  func fails(_ call: Call) -> Bool { next.remove(call) != nil }

  static let journal = TriageFailure(.diskFull, "journal")
  static let index = TriageFailure(.diskFull, "index")
}

final class FaultyHistory: HistoryStore {
  private let real: any HistoryStore
  private let faults: Faults

  init(_ real: any HistoryStore, _ faults: Faults) {
    self.real = real
    self.faults = faults
  }

  func head() throws(TriageFailure) -> HistoryHead { try real.head() }
  func groups(on list: TurnList, limit: Int) throws(TriageFailure) -> [StepSummary] {
    try real.groups(on: list, limit: limit)
  }
  func openSteps() throws(TriageFailure) -> [StepSummary] { try real.openSteps() }
  func step(_ id: StepID) throws(TriageFailure) -> StepSummary? { try real.step(id) }
  var isShared: Bool { get throws(TriageFailure) { try real.isShared } }
  func stayingOff(without group: StepID) throws(TriageFailure) -> Set<StepID> {
    try real.stayingOff(without: group)
  }
  func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary] {
    try real.steps(filter)
  }
  func histories(of pairs: [Pair]) throws(TriageFailure) -> [Pair: PairHistory] {
    try real.histories(of: pairs)
  }
  func allHistories(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [(tag: MailTag, history: PairHistory)]] {
    try real.allHistories(of: messages)
  }
  func copies(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [KnownCopy]] {
    try real.copies(of: messages)
  }
  func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> ClaimedPage {
    try real.claimed(by: actions, from: cursor, limit: limit)
  }
  func left(of step: StepID, limit: Int?) throws(TriageFailure) -> [LeftOut] {
    try real.left(of: step, limit: limit)
  }
  func revisions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: IndexRevision] {
    try real.revisions(of: messages)
  }
  func messageCount(of actions: [StepID]) throws(TriageFailure) -> Int {
    try real.messageCount(of: actions)
  }
  func begin(_ draft: StepDraft) throws(TriageFailure) -> any StepRecorder {
    if faults.fails(.begin) { throw Faults.journal }
    return FaultyRecorder(try real.begin(draft), faults)
  }
  func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> WritesPage {
    try real.writes(of: step, from: cursor, limit: limit)
  }
  func filings(of step: StepID) throws(TriageFailure) -> [Filing] { try real.filings(of: step) }
  func departures(claimedBy actions: [StepID]) throws(TriageFailure) -> [KnownDeparture] {
    try real.departures(claimedBy: actions)
  }
  func departures(of messages: [OutgoingID]) throws(TriageFailure) -> [KnownDeparture] {
    try real.departures(of: messages)
  }
  func departures(of step: StepID) throws(TriageFailure) -> [Departure] {
    try real.departures(of: step)
  }
  func changes(of step: StepID, limit: Int?) throws(TriageFailure) -> [MessageChange] {
    try real.changes(of: step, limit: limit)
  }
  func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(TriageFailure) -> Bool {
    if faults.fails(.advance(new)) { throw Faults.journal }
    return try real.advance(step, from: old, to: new, revisionAfter: revisionAfter)
  }
  func standing(after position: StepPosition) throws(TriageFailure) -> Set<StepID> {
    try real.standing(after: position)
  }
  func eachDeed(_ body: (MessageDeeds) -> Void) throws(TriageFailure) { try real.eachDeed(body) }
  func dismissals() throws(TriageFailure) -> Set<String> { try real.dismissals() }
  func dismiss(_ suggestions: [String], _ isDismissed: Bool) throws(TriageFailure) {
    try real.dismiss(suggestions, isDismissed)
  }
  func changeCounter() throws(TriageFailure) -> Int64 { try real.changeCounter() }
}

private final class FaultyRecorder: StepRecorder {
  private let real: any StepRecorder
  private let faults: Faults

  init(_ real: any StepRecorder, _ faults: Faults) {
    self.real = real
    self.faults = faults
  }

  func append(_ plan: StepPlan) throws(TriageFailure) {
    if faults.fails(.append) { throw Faults.journal }
    try real.append(plan)
  }
  func commit(as progress: StepProgress) throws(TriageFailure) -> StepID {
    if faults.fails(.record) { throw Faults.journal }
    return try real.commit(as: progress)
  }
  func abandon() { real.abandon() }
}

final class FaultyFiles: MailFiles {
  private let real: any MailFiles
  private let faults: Faults

  init(_ real: any MailFiles, _ faults: Faults) {
    self.real = real
    self.faults = faults
  }

  func wantedName(of file: String, flags: [MailTag: Bool]) -> String? {
    real.wantedName(of: file, flags: flags)
  }
  func flags(of file: String) -> [MailTag: Bool]? { real.flags(of: file) }
  func mayRename(_ file: String) -> Bool {
    !faults.next.contains(.rename) && real.mayRename(file)
  }
  func rename(_ old: String, to new: String) throws(FileError) { try real.rename(old, to: new) }
  func settle(_ files: [String]) throws(FileError) {
    if faults.fails(.settle) { throw .diskFull("files") }
    try real.settle(files)
  }
  func find(_ file: String) -> String? { real.find(file) }
  func exists(_ file: String) -> Bool { real.exists(file) }
  func location(of file: String) -> CopyLocation? { real.location(of: file) }
  func digest(of file: String) -> [UInt8]? { real.digest(of: file) }
  func freshName() -> FileName { real.freshName() }
  func condition(of folder: MailFolder) -> FolderCondition { real.condition(of: folder) }
  func folders() -> [MailFolder] { real.folders() }
  func move(
    _ file: String,
    to location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> MovedFile {
    try real.move(file, to: location, flags: flags)
  }
  func moved(_ file: String, to location: CopyLocation, flags: [MailTag: Bool]) -> String? {
    real.moved(file, to: location, flags: flags)
  }
  func makeFolder(_ folder: MailFolder) throws(FileError) { try real.makeFolder(folder) }
  func place(
    copyOf file: String,
    at location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> String {
    if faults.fails(.place) { throw .diskFull("files") }
    return try real.place(copyOf: file, at: location, flags: flags)
  }
  func placed(at location: CopyLocation) -> String? { real.placed(at: location) }
  func clearPlace(_ location: CopyLocation) { real.clearPlace(location) }
  func remove(_ file: String) throws(FileError) { try real.remove(file) }
  func tidy(_ location: CopyLocation, movedTo new: CopyLocation) throws(FileError) {
    try real.tidy(location, movedTo: new)
  }
}

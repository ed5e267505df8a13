import Foundation
import Journal
import MailIndex
import MailText
import Maildir
import TriageCore
import TriageEngine

/// The person's mail, opened: index, history and files, wired into one engine.
final class Mailbox {
  let engine: TriageEngine
  /// Where the history lies.
  let journalLocation: JournalLocation
  private let journalOpener: JournalOpener
  /// The index, for reading.
  var store: any MailStore { engine.store }
  /// Who the person is, as notmuch's configuration says.
  let identity: (name: String, addresses: [String])
  /// How much history is kept; `nil` if the configuration cannot be trusted.
  var keeps: HistoryConfig? {
    settings.hasProblems(in: [.history]) ? nil : settings.config.history
  }
  /// The settings in force now.
  var settings: Settings { currentSettings() }
  private let currentSettings: () -> Settings
  /// The Maildir that all that is sent is delivered into; `nil` where it leaves.
  let deliveryFolder: String?
  /// Where the texts of messages that are being written lie.
  private(set) lazy var vault = DraftVault(MailSealer(seals.gnupg))
  /// What opening sealed mail needs; an engine has one for all its threads.
  lazy var seals = makeSeals()
  private let makeSeals: () -> SealTools
  /// Whether this process has had what was sent filed that could not be before.
  var hasTriedFiling = false

  /// Opens the index that notmuch's own configuration names, and the history that belongs to it.
  ///
  /// `settings` is asked for the settings in force whenever something depends on them.
  init(
    environment: ProcessEnvironment,
    settings: @autoclosure @escaping () -> Settings
  ) throws(TriageFailure) {
    // A file that may not grow is an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    try DescriptorRoom.ensure()
    try MemoryRoom.ensure()
    let location = try IndexLocation.find(
      environment: environment.variables,
      home: environment.home
    )
    let index = try NotmuchIndex(at: location, heads: HeadReader()) { .now }
    journalLocation = Self.journalLocation(of: index, environment)
    let journalOpener = JournalOpener(location: journalLocation)
    self.journalOpener = journalOpener
    makeSeals = { SealTools(gnupg: GnuPG(of: environment)) }
    identity = (index.settings.userName ?? "", index.settings.addresses)
    currentSettings = settings
    deliveryFolder = index.settings.deliveryFolder
    var engineSettings = EngineSettings(
      synchronizesFlags: index.settings.synchronizesFlags,
      now: { .now }
    )
    engineSettings.isRunning = environment.isRunning
    engineSettings.offset = LocalClock.now.offset
    engineSettings.fold = { $0.folded }
    engineSettings.carrier = { [journalLocation] in SyncSide.replica(beside: journalLocation) }
    #if DEBUG
      engineSettings.reached = FailPoint.reached
    #endif
    engine = TriageEngine(
      store: index,
      fetchingHistory: { () throws(TriageFailure) in try journalOpener.journal.get() },
      files: MaildirFiles(root: index.settings.mailRoot),
      lock: IndexLockProbe(lockFile: index.location.lockFile),
      settings: engineSettings
    )
    engine.listLookup = ListMemory(environment.cacheFolder)
    engine.upkeep = { [weak self] in
      self?.pruneIfDue()
      self?.startSender()
    }
  }

  private static func journalLocation(
    of index: NotmuchIndex,
    _ environment: ProcessEnvironment
  ) -> JournalLocation {
    let folder = URL(fileURLWithPath: index.location.indexFolder).resolvingSymlinksInPath().path
    return JournalLocation(state: environment.stateFolder, lockFolder: folder)
  }

  /// Does a change, or says why not.
  func change(_ request: ChangeRequest, _ control: ChangeControl) -> ChangeResult {
    engine.change(request, control: control)
  }

  /// A reader of message files; messages are rendered on the calling thread.
  func reader(_ shell: Shell) -> MessageReader {
    MessageReader.ofProgram(
      environment: shell.environment.variables,
      seals: seals
    )
  }

  /// What opening a message's seals needs beside its files.
  func sealRequest(_ attempt: SealAttempt, for message: MessageID) -> SealRequest {
    let store = store
    return SealRequest(attempt) { (try? store.sessionKeys(of: message)) ?? [] }
  }
}

/// Opens the journal when it is first asked for: what only reads mail never pays for it.
private final class JournalOpener {
  private let location: JournalLocation
  private(set) lazy var journal = Result { () throws(TriageFailure) in
    let journal = try StepJournal.open(location)
    journal.moment = { Machine.now }
    journal.naming = StepNaming(wall: { WallClock.milliseconds })
    return journal
  }

  init(location: JournalLocation) {
    self.location = location
  }
}

extension Mailbox {
  /// The history's journal, open.
  var history: StepJournal {
    get throws(TriageFailure) { try journalOpener.journal.get() }
  }

  func head() throws(TriageFailure) -> HistoryHead {
    try history.head()
  }

  func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary] {
    try history.steps(filter)
  }

  /// The messages that a switch, an undo or a redo left as they were, each with the worst reason.
  func skipped(by step: StepID) throws(TriageFailure) -> [Skip] {
    try history.left(of: step, limit: nil).skips
  }

  func changes(
    of step: StepID,
    limit: Int? = nil
  ) throws(TriageFailure) -> [MessageChange] {
    try history.changes(of: step, limit: limit)
  }

  /// The messages that a step let leave, or held back.
  func departures(of step: StepID) throws(TriageFailure) -> [Departure] {
    try history.departures(of: step)
  }
}

extension Mailbox {
  /// Calls a closure with the rows of a query's threads, in order, a page at a time, while it goes on.
  func eachThread(
    _ query: MailQuery,
    sort: TriageCore.SortOrder,
    limit: Int?,
    while goesOn: () -> Bool = { true },
    _ body: (ThreadRow) throws -> Void
  ) throws {
    var seen = Set<ThreadID>()
    var skip: Int? = 0
    // The first page comes soon; a page costs as much to begin as some rows of it.
    var length = 50
    while let position = skip, seen.count < limit ?? .max, goesOn() {
      let wanted = min(length, (limit ?? .max) - seen.count)
      length = min(2 * length, 400)
      let page = try engine.page(of: query, sort, skip: position, limit: wanted)
      let new = page.entries.map(\.thread).filter { seen.insert($0).inserted }
      let rows = try store.rows(new, of: query, sort: sort.dates)
      for row in rows { try body(row) }
      skip = page.next
    }
  }

  /// Calls a closure with the metadata of matching messages, in order, a page at a time, while it goes on.
  func eachMessage(
    _ query: MailQuery,
    sort: DateOrder,
    limit: Int?,
    while goesOn: () -> Bool = { true },
    _ body: (MessageMetadata) throws -> Void
  ) throws {
    var skip = 0
    while skip < limit ?? .max, goesOn() {
      let wanted = min(50, (limit ?? .max) - skip)
      let page = try store.messages(query, sort: sort, skip: skip, limit: wanted)
      for message in page { try body(message) }
      if page.count < wanted { return }
      skip += page.count
    }
  }

  /// Calls a closure with the metadata of matching messages, oldest first: of a limit the newest ones.
  func eachShown(_ query: MailQuery, limit: Int?, _ body: (MessageMetadata) throws -> Void) throws {
    guard let limit else { return try eachMessage(query, sort: .oldestFirst, limit: nil, body) }
    var newest: [MessageMetadata] = []
    try eachMessage(query, sort: .newestFirst, limit: limit) { newest.append($0) }
    // What has no date comes last either way.
    let undated = newest.filter { $0.date == nil }
    for metadata in newest.filter({ $0.date != nil }).reversed() + undated { try body(metadata) }
  }
}

extension String {
  /// The text as people sort it: without case and accents.
  fileprivate var folded: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
    return folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
  }
}

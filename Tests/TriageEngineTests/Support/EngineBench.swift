import Foundation
import Journal
import MailIndex
import Maildir
import TestSupport
import TriageCore
import TriageEngine

/// A real mailbox with a real journal and the engine over them.
final class EngineBench {
  let mail: TemporaryMail
  let index: NotmuchIndex
  let journal: StepJournal
  /// What fails, or is interfered with, on purpose.
  let faults = Faults()
  let synchronizesFlags: Bool
  private(set) var engine: TriageEngine

  init(synchronizesFlags: Bool = false, settings: String = "") throws {
    self.synchronizesFlags = synchronizesFlags
    mail = try TemporaryMail(synchronizesFlags: synchronizesFlags, settings: settings)
    index = try mail.index()
    journal = try StepJournal.open(
      JournalLocation(state: "\(mail.folder)/state", lockFolder: mail.location.indexFolder)
    )
    engine = TriageEngine(
      store: FaultyStore(index, faults),
      history: FaultyHistory(journal, faults),
      files: FaultyFiles(MaildirFiles(root: mail.root), faults),
      lock: IndexLockProbe(lockFile: mail.location.lockFile),
      settings: EngineSettings(synchronizesFlags: synchronizesFlags, now: { 1_790_000_000 })
    )
    for record in Self.bystanders { try journal.add(record) }
    if SharedHistory.isOn {
      try journal.beginSharing(with: MachineName(.fresh(), "peer"), clock: 0)
    }
  }

  /// A draft and a message that is held, which are about in every test: none of them changes.
  private static let bystanders = [OutgoingState.draft, .held].enumerated().map { index, state in
    let message = MessageID("own\(index)@example.org")
    let facts = OutgoingFacts(message: message, kind: .new, account: "home")
    var record = OutgoingRecord(OutgoingID(Int64(901 + index)), facts)
    record.state = state
    return record
  }

  /// A mailbox with some messages in the inbox, unread.
  convenience init(messages count: Int, synchronizesFlags: Bool = false) throws {
    try self.init(synchronizesFlags: synchronizesFlags)
    try mail.deliver(
      (0..<count).map { SampleMessage("c\($0)@example.org", tags: ["inbox", "unread"]) }
    )
    // The first look renames what is new, as it does for everybody.
    if synchronizesFlags { try mail.notmuch("new") }
  }

  /// Lets the engine go on with other settings, as another process would have them.
  func restart(_ change: (inout EngineSettings) -> Void) {
    var settings = EngineSettings(
      synchronizesFlags: synchronizesFlags,
      now: { 1_790_000_000 }
    )
    change(&settings)
    engine = TriageEngine(
      store: engine.store,
      history: FaultyHistory(journal, faults),
      files: FaultyFiles(MaildirFiles(root: mail.root), faults),
      lock: IndexLockProbe(lockFile: mail.location.lockFile),
      settings: settings
    )
  }

  /// An engine on the same mail whose history cannot be used.
  func engineWithoutHistory(because failure: TriageFailure) -> TriageEngine {
    TriageEngine(
      store: index,
      fetchingHistory: { () throws(TriageFailure) in throw failure },
      files: MaildirFiles(root: mail.root),
      lock: IndexLockProbe(lockFile: mail.location.lockFile),
      settings: EngineSettings(synchronizesFlags: synchronizesFlags, now: { 1_790_000_000 })
    )
  }

  /// The engine that another process would have on the same mail.
  func anotherEngine() -> TriageEngine {
    TriageEngine(
      store: index,
      history: journal,
      files: MaildirFiles(root: mail.root),
      lock: IndexLockProbe(lockFile: mail.location.lockFile),
      settings: EngineSettings(
        synchronizesFlags: synchronizesFlags,
        now: { 1_790_000_000 }
      )
    )
  }

  /// The journal as another process has it open.
  func anotherJournal() throws -> StepJournal { try StepJournal.open(journal.location) }

  let context = StepContext(origin: .shell, session: "test", host: "here", pid: 1)

  var control: ChangeControl {
    ChangeControl(pause: { _ in pause(for: .milliseconds(1)) }, lockTimeout: .milliseconds(200))
  }

  /// Does actions on what matches.
  @discardableResult
  func act(
    _ actions: MailAction...,
    on query: String = "*",
    control: ChangeControl? = nil
  ) -> ChangeResult {
    change(
      .perform([Command(actions, on: .query(query, limit: nil))], name: nil),
      control: control
    )
  }

  @discardableResult
  func undo(any: Bool = false, strict: Bool = false) -> ChangeResult {
    change(.undo(UndoRequest(any: any, strict: strict)))
  }

  @discardableResult
  func redo() -> ChangeResult { change(.redo(UndoRequest())) }

  @discardableResult
  func turn(
    _ goal: SwitchRequest.Goal,
    _ steps: StepID?...,
    strict: Bool = false
  ) -> ChangeResult {
    change(.turn(SwitchRequest(goal, steps.compactMap(\.self), strict: strict)))
  }

  @discardableResult
  func change(
    _ change: Change,
    background: Bool = false,
    dryRun: Bool = false,
    control: ChangeControl? = nil
  ) -> ChangeResult {
    var context = context
    context.background = background
    return engine.change(
      ChangeRequest(change, context: context, dryRun: dryRun, reportsChanges: true),
      control: control ?? self.control
    )
  }

  /// The next change, which settles what is open, and writes nothing itself.
  @discardableResult
  func look() -> ChangeResult { act(.addTag("nothing"), on: "id:nobody@example.org") }

  /// Leaves an intent as a process leaves it that dies right after recording it.
  func recordIntent(_ edit: TagEdit, on messages: [MessageID]) throws -> StepID {
    let draft = StepDraft(
      kind: .action,
      name: ActionName(.fixed(.archive)),
      context: context,
      at: 1,
      revisionBefore: try index.revision()
    )
    let recorder = try journal.begin(draft)
    let states = try index.states(of: messages)
    for message in messages {
      try recorder.append(
        Planner.act(message, MessageEdit(edit), now: states[message]) { _ in PairHistory() }
      )
    }
    return try recorder.commit(as: .intent)
  }

  /// Commits an edit as a process does that dies right after.
  @discardableResult
  func commitTags(_ edit: TagEdit, on messages: [MessageID]) throws -> IndexRevision {
    let writer = try index.openForWriting()
    try writer.begin()
    for message in messages {
      let write = TagWrite(
        message: message,
        add: edit.add.sorted(),
        remove: edit.remove.sorted()
      )
      _ = try writer.write(write)
    }
    let revision = try writer.end()
    try writer.close()
    return revision
  }

  /// The names of all files: folder, place and letters, without the part that differs from run to
  /// run.
  func letters() throws -> [String] {
    try mail.notmuch("search", "--output=files", "--exclude=false", "*").lines
      .map { String($0.split(separator: ":").last ?? "") }.sorted()
  }

  /// Checks what holds after every test: nothing open, nothing dangling, no mail lost.
  func isAtRest() throws -> Bool {
    let files = try mail.notmuch("search", "--output=files", "--exclude=false", "*").lines
    let others = try journal.outgoing().filter { record in
      Self.bystanders.contains { $0.id == record.id }
    }
    return try others == Self.bystanders && journal.openSteps().isEmpty
      && journal.verify().isEmpty
      && files.allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }
}

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
  let engine: TriageEngine
  let index: NotmuchIndex
  let journal: StepJournal

  init(synchronizesFlags: Bool = false) throws {
    mail = try TemporaryMail(synchronizesFlags: synchronizesFlags)
    index = try mail.index()
    journal = try StepJournal.open(
      JournalPlace(state: "\(mail.folder)/state", lockFolder: mail.location.indexFolder)
    )
    engine = TriageEngine(
      store: index,
      history: journal,
      files: MaildirFiles(),
      lock: IndexLockProbe(lockFile: mail.location.lockFile),
      settings: EngineSettings(synchronizesFlags: synchronizesFlags, now: { 1_790_000_000 })
    )
  }

  let context = StepContext(origin: .shell, session: "test", host: "here", pid: 1)

  var control: ChangeControl {
    ChangeControl(pause: { _ in usleep(1000) }, lockTimeout: .milliseconds(200))
  }

  /// Does actions on what matches.
  @discardableResult
  func act(_ actions: MailAction..., on query: String = "*") -> ChangeResult {
    change(.perform([Command(actions, on: .query(query, limit: nil))], name: nil))
  }

  @discardableResult
  func change(_ change: Change, control: ChangeControl? = nil) -> ChangeResult {
    engine.change(
      ChangeRequest(change, context: context, reportsChanges: true),
      control: control ?? self.control
    )
  }

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
        Planner.act(message, edit, now: states[message]) { _ in PairHistory() }
      )
    }
    return try recorder.commit(as: .intent)
  }
}

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
  let place: JournalLocation
  /// The history, not opened before it is needed.
  let history: DeferredHistory
  /// How much history is kept; `nil` if the configuration cannot be trusted.
  let keeps: HistoryConfig?

  /// Opens the index that notmuch's own configuration names, and the history that belongs to it.
  init(surroundings: Surroundings, settings: Settings) throws(TriageFailure) {
    // A file that may not grow is an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    try DescriptorRoom.ensure()
    let index: NotmuchIndex
    do {
      let location = try IndexLocation.find(
        environment: surroundings.environment,
        home: surroundings.home
      )
      index = try NotmuchIndex(at: location)
    } catch {
      throw TriageFailure(error)
    }
    place = Self.place(of: index, surroundings)
    history = DeferredHistory(place)
    keeps = settings.hasProblems(in: [.history]) ? nil : settings.config.history
    var engineSettings = EngineSettings(
      synchronizesFlags: index.settings.synchronizesFlags,
      now: { Timestamp(Date().timeIntervalSince1970) }
    )
    engineSettings.isRunning = surroundings.isRunning
    #if DEBUG
      engineSettings.reached = FailPoint.reached
    #endif
    engine = TriageEngine(
      store: index,
      history: history,
      files: MaildirFiles(root: index.settings.mailRoot),
      lock: IndexLockProbe(lockFile: index.location.lockFile),
      settings: engineSettings
    )
    engine.upkeep = { [weak self] in self?.pruneIfDue() }
  }

  private static func place(of index: NotmuchIndex, _ surroundings: Surroundings) -> JournalLocation
  {
    let folder = URL(fileURLWithPath: index.location.indexFolder).resolvingSymlinksInPath().path
    return JournalLocation(state: surroundings.stateFolder, lockFolder: folder)
  }

  /// Does a change, or says why not.
  func change(_ request: ChangeRequest, _ control: ChangeControl) -> ChangeResult {
    engine.change(request, control: control)
  }

  /// A reader of message files; messages are rendered on the calling thread.
  func reader(_ shell: Shell) -> any MessageReading & PartReading {
    MessageReader.ofProgram(environment: shell.surroundings.environment)
  }
}

extension Mailbox {
  /// Reads from the history, turning its errors into failures.
  func recorded<T>(
    _ body: (any HistoryStore) throws(JournalError) -> T
  ) throws(TriageFailure) -> T {
    do { return try body(engine.history) } catch { throw TriageFailure(error) }
  }

  func head() throws(TriageFailure) -> HistoryHead {
    try recorded { history throws(JournalError) in try history.head() }
  }

  func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary] {
    try recorded { history throws(JournalError) in try history.steps(filter) }
  }

  /// The messages that a switch, an undo or a redo left as they were, each with the worst reason.
  func skipped(by step: StepID) throws(TriageFailure) -> [Skip] {
    try recorded { history throws(JournalError) in try history.left(of: step, limit: nil) }.skips
  }

  func changes(of step: StepID) throws(TriageFailure) -> [MessageChange] {
    try recorded { history throws(JournalError) in try history.changes(of: step, limit: nil) }
  }
}

package import TriageCore

/// The mail engine: reads, the one write path, undo, redo and settling.
///
/// It is the same in the engine process of the screen and inside the shell's verbs. All calls are
/// made on one thread, the index thread.
package final class TriageEngine {
  /// The index, for reading.
  package let store: any MailStore
  private let fetchHistory: () throws(TriageFailure) -> any HistoryStore
  let files: any MailFiles
  let lock: any WriteLockProbe
  let settings: EngineSettings
  /// The list that was sorted last by what had to be read of all its threads.
  var sorted: SortedList?
  /// The last look for what has to wake, if there was nothing.
  var quietLook: QuietLook?
  /// Called without the lock after a change that has left a step, and when the screen has come up: for
  /// what is done now and then, and beside the mail.
  package var upkeep: () -> Void = {}

  /// What knows the lists that messages are from; without it no message is from one.
  package var listLookup: (any ListLookup)?

  /// The history, for reading: who only reads mail never asks for it.
  ///
  /// If it cannot be used, every change is refused with the reason, before the index is touched.
  package var history: any HistoryStore {
    get throws(TriageFailure) { try fetchHistory() }
  }

  /// Makes an engine over an open index and a history that is fetched each time it is needed.
  package init(
    store: any MailStore,
    fetchingHistory: @escaping () throws(TriageFailure) -> any HistoryStore,
    files: any MailFiles,
    lock: any WriteLockProbe,
    settings: EngineSettings
  ) {
    self.store = store
    fetchHistory = fetchingHistory
    self.files = files
    self.lock = lock
    self.settings = settings
  }

  /// Makes an engine over an open index and an open history.
  package convenience init(
    store: any MailStore,
    history: any HistoryStore,
    files: any MailFiles,
    lock: any WriteLockProbe,
    settings: EngineSettings
  ) {
    self.init(
      store: store,
      fetchingHistory: { history },
      files: files,
      lock: lock,
      settings: settings
    )
  }
}

/// What the engine must know of the process it is in.
package struct EngineSettings: Sendable {
  /// Whether notmuch's configuration asks that Maildir flags follow the tags.
  package var synchronizesFlags: Bool
  /// Returns the time of day.
  package var now: @Sendable () -> Timestamp
  /// Returns whether the process that made a step is known to be running still.
  package var isRunning: @Sendable (StepContext) -> Bool = { _ in false }
  /// Returns a text without what names and subjects are not sorted by: case, accents.
  package var fold: @Sendable (String) -> String = { $0.lowercased() }
  /// Returns how far the person's time is from UTC at a moment, in seconds.
  package var offset: @Sendable (Timestamp) -> Int64 = { _ in 0 }
  /// Returns what muchsync's own database looks like now; `nil` if there is none.
  package var carrier: @Sendable () -> String? = { nil }
  /// How long a write goes on before it yields.
  package var slice: Duration = .milliseconds(40)
  #if DEBUG
    /// Receives how far a write that the screen asked for has come.
    package var reached: @Sendable (WritePoint) -> Void = { _ in }
  #endif

  /// Makes settings.
  package init(
    synchronizesFlags: Bool,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.synchronizesFlags = synchronizesFlags
    self.now = now
  }
}

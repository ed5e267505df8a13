package import TriageCore

/// The mail engine: reads, the one write path, undo, redo and settling.
///
/// It is the same in the engine process of the screen and inside the shell's verbs. All calls are
/// made on one thread, the index thread.
package final class TriageEngine {
  /// The index, for reading.
  package let store: any MailStore
  /// The history, for reading.
  package let history: any HistoryStore
  let files: any MailFiles
  let lock: any WriteLockProbe
  let settings: EngineSettings
  /// Called after a change that has left a step, without the lock: for what is done now and then.
  package var upkeep: () -> Void = {}

  /// Makes an engine over an open index and an open journal.
  package init(
    store: any MailStore,
    history: any HistoryStore,
    files: any MailFiles,
    lock: any WriteLockProbe,
    settings: EngineSettings
  ) {
    self.store = store
    self.history = history
    self.files = files
    self.lock = lock
    self.settings = settings
  }
}

/// What the engine must know of its surroundings.
package struct EngineSettings: Sendable {
  /// Whether notmuch's configuration asks that Maildir flags follow the tags.
  package var synchronizesFlags: Bool
  /// Returns the time of day.
  package var now: @Sendable () -> Timestamp
  /// Returns whether the process that made a step is known to be running still.
  package var isRunning: @Sendable (StepContext) -> Bool = { _ in false }
  /// How long a write goes on before it looks up.
  package var slice: Duration = .milliseconds(40)
  #if DEBUG
    /// Hears how far a write that the screen asked for has come.
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

/// How a running change is watched, cancelled and interrupted for reads.
package struct ChangeControl {
  /// Returns whether the person has given up.
  package var isCancelled: () -> Bool
  /// Hears what the change is doing.
  package var progress: (ChangeProgress) -> Void
  /// Serves the reads that wait; called at least every 50 ms of a write.
  package var serveReads: () -> Void
  /// Waits a little for the lock; may serve reads meanwhile.
  package var pause: (Duration) -> Void
  /// How long to wait for the lock; `nil` for as long as it takes.
  package var lockTimeout: Duration?
  /// Called just before the index is opened for writing.
  ///
  /// Should another program take the lock at that moment, opening waits for ever and hears nothing.
  package var willOpen: () -> Void = {}
  /// Called as soon as the index is open for writing, or could not be opened.
  package var didOpen: () -> Void = {}
  #if DEBUG
    /// Hears how far a write has come; what it does then is done at that point.
    package var reached: (WritePoint) -> Void = { _ in }
  #endif

  /// Makes a control.
  package init(
    isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (ChangeProgress) -> Void = { _ in },
    serveReads: @escaping () -> Void = {},
    pause: @escaping (Duration) -> Void,
    lockTimeout: Duration? = nil
  ) {
    self.isCancelled = isCancelled
    self.progress = progress
    self.serveReads = serveReads
    self.pause = pause
    self.lockTimeout = lockTimeout
  }
}

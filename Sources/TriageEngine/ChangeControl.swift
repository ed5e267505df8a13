package import TriageCore

/// How a running change is watched, cancelled and interrupted for reads.
package struct ChangeControl {
  /// Returns whether the person has given up.
  package var isCancelled: () -> Bool
  /// Receives what the change is doing.
  package var progress: (ChangeProgress) -> Void
  /// Serves the reads that wait; called at least every 50 ms of a write.
  package var serveReads: () -> Void
  /// Waits a little for the lock; may serve reads meanwhile.
  package var pause: (Duration) -> Void
  /// How long to wait for the lock; `nil` for as long as it takes.
  package var lockTimeout: Duration?
  /// Called just before the index is opened for writing.
  ///
  /// Should another program take the lock at that moment, opening waits for ever and cannot be
  /// cancelled.
  package var willOpen: () -> Void = {}
  /// Called as soon as the index is open for writing, or could not be opened.
  package var didOpen: () -> Void = {}
  #if DEBUG
    /// Receives how far a write has come; what it does then is done at that point.
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

extension ChangeControl {
  func checkCancelled() throws(TriageFailure) {
    if isCancelled() { throw TriageFailure(.cancelled) }
  }

  /// Says that a write has come so far; debug builds can stop the process here.
  func reach(_ point: WritePoint) {
    #if DEBUG
      reached(point)
    #endif
  }
}

/// A slice of a long write: between two, waiting reads are served and the person may give up.
struct Slice {
  private let control: ChangeControl
  private let length: Duration
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant

  init(_ control: ChangeControl, length: Duration) {
    self.control = control
    self.length = length
    start = clock.now
  }

  /// Yields if it is time; stops the write if the person has given up.
  mutating func yieldIfNeeded(_ progress: ChangeProgress) throws(TriageFailure) {
    guard isOver else { return }
    try control.checkCancelled()
    beginNext(progress)
  }

  /// Yields if it is time, where it is too late to give up.
  mutating func yieldUncancelled(_ progress: ChangeProgress) {
    if isOver { beginNext(progress) }
  }

  private var isOver: Bool { clock.now - start >= length }

  private mutating func beginNext(_ progress: ChangeProgress) {
    control.progress(progress)
    control.serveReads()
    start = clock.now
  }
}

/// The points between the stages of a write: where a process may die, and what holds then.
///
/// Numbers are those of "One write": 1 open, 3 plan, 4 intent, 5 tags and commit, 6 tagged, 7 files,
/// 8 done.
package enum WritePoint: String, CaseIterable, Sendable {
  /// 1: the index is open for writing.
  case locked
  /// 2: nothing is open in the history; next comes the plan.
  case settled
  /// 3: the plan is complete and recorded, but the record is not durable.
  case planned
  /// 4: the intent is durable.
  case recorded
  /// 5: the first message has its tags, inside the atomic section.
  case begun
  /// 5: all messages have their tags, inside the atomic section.
  case written
  /// 5: the atomic section is closed; nothing is durable.
  case ended
  /// 5: the index's close has answered: the commit point.
  case committed
  /// 6: the row says `tagged`, or `done` if no file follows.
  case tagged
  /// 7: the index is open for writing again.
  case reopened
  /// 7: the first file has its new name, which the index does not know.
  case renaming
  /// 7: all files of this batch have their new names.
  case renamed
  /// 7: the new names are in the atomic section, which is open.
  case indexed
  /// 7: the index's close has answered.
  case followed
  /// 8: the row says `done`.
  case done
  /// While settling, at any of the other steps: it is decided what becomes of a row.
  case judged
}

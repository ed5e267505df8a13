import TriageCore

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

  /// Looks up if it is time; stops the write if the person has given up.
  mutating func breathe(_ progress: ChangeProgress) throws(TriageFailure) {
    guard isOver else { return }
    try control.checkCancelled()
    lookUp(progress)
  }

  /// Looks up if it is time, where it is too late to give up.
  mutating func pass(_ progress: ChangeProgress) {
    if isOver { lookUp(progress) }
  }

  private var isOver: Bool { clock.now - start >= length }

  private mutating func lookUp(_ progress: ChangeProgress) {
    control.progress(progress)
    control.serveReads()
    start = clock.now
  }
}

extension ChangeControl {
  func checkCancelled() throws(TriageFailure) {
    if isCancelled() { throw TriageFailure(.cancelled) }
  }
}

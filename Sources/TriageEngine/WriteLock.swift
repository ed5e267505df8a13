package import TriageCore

extension TriageEngine {
  /// Runs something with the index's write lock held; the index is not changed.
  package func holdingLock<T>(
    _ control: ChangeControl,
    _ body: () throws(TriageFailure) -> T
  ) throws(TriageFailure) -> T {
    let writer = try openWriter(control)
    defer { writer.abandon() }
    control.reach(.locked)
    return try body()
  }

  /// Waits for the index's write lock, then opens the index for writing.
  ///
  /// Opening a locked index would wait for ever, so the lock is probed first; the person sees who
  /// holds it, and can give up.
  func openWriter(_ control: ChangeControl) throws(TriageFailure) -> any MailWriter {
    let clock = ContinuousClock()
    let start = clock.now
    var nextWord = start + .milliseconds(300)
    while try !lock.isFree() {
      if control.isCancelled() { throw TriageFailure(.cancelled) }
      let waited = clock.now - start
      if let timeout = control.lockTimeout, waited >= timeout { throw lockedOut() }
      // Again each second: another program may hold it by now, and who waits hears that we live.
      if clock.now >= nextWord {
        control.progress(.waiting(lock.holder()))
        nextWord = clock.now + .seconds(1)
      }
      control.pause(.milliseconds(50))
    }
    control.willOpen()
    defer { control.didOpen() }
    return try store.openForWriting()
  }

  private func lockedOut() -> TriageFailure {
    guard let holder = lock.holder() else { return TriageFailure(.locked, "") }
    return TriageFailure(.locked, "\(holder.program) (\(holder.pid))")
  }
}

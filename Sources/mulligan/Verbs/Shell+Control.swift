import Foundation
import Screen
import TriageCore
import TriageEngine
import TriageUI

extension Shell {
  /// Watches a change from the shell: a signal cancels it, standard error shows how far it is.
  func control(
    lockTimeout: Double,
    isQuiet: Bool,
    _ interruption: Interruption
  ) -> ChangeControl {
    let progress = ProgressLine(shell: self, isShown: !isQuiet)
    var control = ChangeControl(
      isCancelled: { interruption.signal != nil },
      progress: progress.show,
      pause: { usleep(useconds_t($0.components.attoseconds / 1_000_000_000_000)) },
      lockTimeout: .milliseconds(Int64(lockTimeout * 1000))
    )
    // Nothing is written before the lock is there: whoever loses patience may end the process.
    control.willOpen = interruption.suspend
    control.didOpen = interruption.resume
    #if DEBUG
      control.reached = FailPoint.reached
    #endif
    return control
  }
}

/// Says on standard error what a long change is doing, if a person looks on.
struct ProgressLine {
  let shell: Shell
  let isShown: Bool

  func show(_ progress: ChangeProgress) {
    guard isShown, shell.surroundings.isErrorTerminal else { return }
    let text = shell.words.text(.progress(progress)).text
    FileHandle.standardError.write(Data("\r\(text)\u{1B}[K".utf8))
  }
}

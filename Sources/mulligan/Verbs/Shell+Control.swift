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
final class ProgressLine {
  private let shell: Shell
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var last: String?

  /// What is done sooner needs no word.
  private static let patience = Duration.milliseconds(300)

  init(shell: Shell, isShown: Bool) {
    self.shell = shell
    self.isShown = isShown && shell.surroundings.isErrorTerminal
  }

  deinit { clear() }

  func show(_ progress: ChangeProgress) {
    guard isShown, ContinuousClock.now - start >= Self.patience else { return }
    let text = shell.words.text(.progress(progress)).text + bar(progress)
    guard text != last else { return }
    last = text
    FileHandle.standardError.write(Data("\r\(text)\u{1B}[K".utf8))
    if case .writing(let done, let total) = progress, done == total { clear() }
  }

  /// Takes the line away again, so that the result has a line of its own.
  private func clear() {
    guard last != nil else { return }
    last = nil
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }

  private func bar(_ progress: ChangeProgress) -> String {
    guard case .writing(let done, let total) = progress, total > 0 else { return "" }
    let filled = min(done, total) * 20 / total
    return " [" + String(repeating: "#", count: filled)
      + String(repeating: " ", count: 20 - filled) + "]"
  }
}

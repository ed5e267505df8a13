import Foundation
import TestSupport

/// Another program that has the index open for writing, until it is let go.
final class LockKeeper {
  private let feed = Pipe()
  private let program: Process

  /// Starts `notmuch tag --batch`, which keeps the lock as long as its input is open.
  init(_ mail: TemporaryMail) throws {
    program = mail.process(["notmuch", "tag", "--batch"])
    program.standardInput = feed
    try program.run()
    try waitUntil("the lock is held") { try mail.isLockHeld() }
  }

  deinit { release() }

  /// How the program is named to people.
  var name: String { "notmuch tag (\(program.processIdentifier))" }

  /// Stops it where it is; it goes on only to end.
  func stop() { kill(program.processIdentifier, SIGSTOP) }

  /// Gives the lock back.
  func release() {
    guard program.isRunning else { return }
    kill(program.processIdentifier, SIGCONT)
    try? feed.fileHandleForWriting.close()
    program.waitUntilExit()
  }
}

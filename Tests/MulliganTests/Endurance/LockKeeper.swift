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
    let lock = "\(mail.root)/.notmuch/xapian/flintlock"
    // The kernel names a lock by its file's number.
    let number = try FileManager.default.attributesOfItem(atPath: lock)[.systemFileNumber]
    for _ in 0..<1_000 {
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      if locks.contains(":\(number ?? "") ") { return }
      usleep(10_000)
    }
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

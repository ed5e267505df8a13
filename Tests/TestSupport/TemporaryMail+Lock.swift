import Foundation
import MailIndex

extension TemporaryMail {
  /// Whether a program has the index's write lock.
  package func isLockHeld() throws -> Bool { try locks().contains { !$0.contains("->") } }

  /// Whether a program waits for the index's write lock, blocked in the kernel.
  package func isLockWaitedFor() throws -> Bool { try locks().contains { $0.contains("->") } }

  /// The kernel's lines for the lock's file, which it names by number.
  private func locks() throws -> [String] {
    let file = try FileManager.default.attributesOfItem(atPath: location.lockFile)
    let number = file[.systemFileNumber] as? Int ?? -1
    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).lines.filter {
      $0.contains(":\(number) ")
    }
  }
}

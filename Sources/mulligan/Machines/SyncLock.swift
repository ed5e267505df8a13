import Foundation
import Journal
import Outbox
import TriageCore

/// The lock of the one sync that a history takes part in, and whose it is.
///
/// Its file lies beside the journal and names the process and the sync: whoever is asked for a sync by
/// that very one is talking to itself.
final class SyncLock {
  /// Made by chance for this sync.
  let nonce = UniqueID.fresh()
  private let lock: OutboxLock

  /// How long the end of another sync is waited for.
  ///
  /// One that was broken off ends soon: its far side finishes what it is writing before it finds that
  /// nobody reads it any more.
  private static let patience = Duration.seconds(10)

  /// Takes the lock.
  ///
  /// - Throws: `.locked` while there is another sync that does not end soon.
  init(beside journal: JournalLocation) throws(TriageFailure) {
    let deadline = ContinuousClock.now + Self.patience
    var lock = try Self.take(beside: journal)
    while lock == nil, ContinuousClock.now < deadline {
      usleep(20_000)
      lock = try Self.take(beside: journal)
    }
    guard let lock else {
      let holder = OutboxLock.holder(of: Self.file(beside: journal)).map { " (\($0))" } ?? ""
      throw TriageFailure(.locked, "mulligan sync\(holder)")
    }
    self.lock = lock
    lock.note(getpid())
    write()
  }

  deinit { ftruncate(lock.descriptor, 0) }

  /// The nonce of the sync that a history takes part in now.
  static func nonce(beside journal: JournalLocation) -> UniqueID? {
    let file = file(beside: journal)
    guard OutboxLock.isTaken(file), let bytes = FileManager.default.contents(atPath: file) else {
      return nil
    }
    let digits = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().first
    return digits.flatMap { UniqueID(hexadecimal: $0) }
  }

  private static func take(beside journal: JournalLocation) throws(TriageFailure) -> OutboxLock? {
    do throws(FileError) {
      return try OutboxLock(file(beside: journal))
    } catch {
      throw TriageFailure(error)
    }
  }

  private static func file(beside journal: JournalLocation) -> String {
    journal.folder + "/sync.lock"
  }

  /// Adds the nonce to the process: the lock is there already, so that nobody reads an older one.
  private func write() {
    let text = Array("\(nonce.hexadecimal)\n".utf8)
    let end = lseek(lock.descriptor, 0, SEEK_END)
    _ = text.withUnsafeBytes { pwrite(lock.descriptor, $0.baseAddress, $0.count, end) }
  }
}

extension UniqueID {
  /// The 32 hexadecimal digits.
  var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  init?(hexadecimal digits: some StringProtocol) {
    guard digits.utf8.count == 2 * Self.byteCount else { return nil }
    guard let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }
}

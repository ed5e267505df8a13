import CGMime
import CGpgme
import CLinux
import CSeals
import Glibc
import Synchronization
package import TriageCore

/// What GnuPG has said so far, and what was opened: kept in memory alone, never in a file.
///
/// The threads of one engine share it.
package final class SealMemory: Sendable {
  /// A seal: the file it is in, and its way there through the parts of all that was opened.
  struct Key: Hashable, Sendable {
    var file: FileIdentity
    var path: String
  }

  fileprivate struct Entry: Sendable {
    var result: SealResult
    /// The keys that it was judged by.
    var keys: KeyringStamp
    /// When it goes, because its message has been left.
    var end: ContinuousClock.Instant?
  }

  fileprivate struct State {
    var entries: [Key: Entry] = [:]
    /// The keys of the entries, the oldest first.
    var order: [Key] = []
    var bytes = 0
    /// How many calls in a row got no answer, and until when none is made.
    var silences = 0
    var rest: ContinuousClock.Instant?
    /// How often something was forgotten.
    var forgotten = 0
    /// The messages that are shown, with the files that they were read from.
    var shown: [MessageID: Set<FileIdentity>] = [:]
    /// Since when a file's message is shown: the number of its visit.
    var visits: [FileIdentity: Int] = [:]
    var lastVisit = 0
  }

  /// When a call was begun: what was forgotten or left since, it must not bring back.
  struct Moment: Hashable, Sendable {
    fileprivate var forgotten: Int
    fileprivate var visit: Int?
  }

  private let state = Mutex(State())
  private let keyring: Keyring
  private let keepsOnlyShown: Bool
  let keys: KeyMemory

  /// The most seals, and bytes of opened text, that are kept.
  private static let mostEntries = 1_000
  private static let mostBytes = 128 << 20

  /// Makes an empty memory.
  ///
  /// - Parameters:
  ///   - gnupg: How GnuPG is called.
  ///   - keepsOnlyShown: Whether nothing is kept of a message that was not entered.
  package init(gnupg: GnuPG, keepsOnlyShown: Bool = false) {
    self.keepsOnlyShown = keepsOnlyShown
    keyring = Keyring(folder: gnupg.folder)
    keys = KeyMemory(keyring)
  }

  /// What is known of a seal; `nil` if nothing is, or if the keys have changed since.
  func result(for key: Key) -> SealResult? {
    // Mostly nothing is known: then nobody need look at the keys.
    guard state.withLock({ $0.entries[key] != nil }) else { return nil }
    let now = keyring.stamp()
    return state.withLock { state -> SealResult? in
      guard let entry = state.entries[key] else { return nil }
      if let end = entry.end, end < .now {
        state.remove(key)
        return nil
      }
      return entry.keys == now ? entry.result : nil
    }
  }

  /// The session key that opened a seal before.
  func sessionKey(for key: Key) -> String? {
    state.withLock { $0.entries[key]?.result.sessionKey }
  }

  /// What a call for a seal that begins now is kept by.
  func moment(for key: Key) -> Moment { state.withLock { $0.moment(of: key.file) } }

  /// Keeps what a call has come to, unless something was forgotten since it began, or its message
  /// was left.
  func keep(_ result: SealResult, for key: Key, since moment: Moment) {
    let stamp = keyring.stamp()
    state.withLock { state in
      guard state.moment(of: key.file) == moment, moment.visit != nil || !keepsOnlyShown else {
        return
      }
      state.remove(key)
      state.entries[key] = Entry(result: result, keys: stamp)
      state.order.append(key)
      state.bytes += result.text?.count ?? 0
      while state.order.count > Self.mostEntries || state.bytes > Self.mostBytes,
        state.order.count > 1, let oldest = state.order.first
      {
        state.remove(oldest)
      }
    }
  }

  /// Forgets what was opened, and session keys.
  package func forgetAll() {
    keys.forgetAll()
    let forgotten = state.withLock { state in
      defer {
        state.entries = [:]
        state.order = []
        state.bytes = 0
        state.rest = nil
        state.forgotten += 1
      }
      return state.bytes
    }
    giveBack(forgotten)
  }

  /// Lets the system have what a long text took that was rendered and is nobody's now.
  package func giveBack(rendered content: MessageContent) { giveBack(content.lines.count * 32) }

  /// Lets the system have what much text took, and what was made of it on the way to the screen.
  private func giveBack(_ bytes: Int) {
    if bytes >= 1 << 20 { clinux_give_memory_back() }
  }

  /// A person asks again: the agent need not be left alone.
  package func endRest() {
    state.withLock { ($0.silences, $0.rest) = (0, nil) }
  }

  /// A key was unlocked: what was locked, or gave no answer, may be tried anew.
  package func forgetLocked() {
    state.withLock { state in
      for (key, entry) in state.entries where entry.result.isPassing { state.remove(key) }
      state.forgotten += 1
    }
  }

  /// A message in these files is shown: what is known of it stays.
  package func enter(_ message: MessageID, files: [String]) {
    let entered = files.compactMap { FileIdentity(path: $0) }
    state.withLock { state in
      for file in entered where state.visits[file] == nil {
        state.lastVisit += 1
        state.visits[file] = state.lastVisit
        state.shown[message, default: []].insert(file)
        for key in state.entries.keys where key.file == file { state.entries[key]?.end = nil }
      }
    }
  }

  /// Messages have been left: what is known of them goes after a time, and what was locked may be
  /// tried again at once.
  package func leave(_ messages: [MessageID], keeping time: Duration) {
    let end = ContinuousClock.now + time
    let forgotten = state.withLock { state in
      let before = state.bytes
      let left = Set(messages.flatMap { state.shown.removeValue(forKey: $0) ?? [] })
      for file in left { state.visits[file] = nil }
      for (key, entry) in state.entries where left.contains(key.file) {
        if entry.result.isPassing || time <= .zero {
          state.remove(key)
        } else {
          state.entries[key]?.end = end
        }
      }
      return before - state.bytes
    }
    giveBack(forgotten)
  }

  /// Forgets what has had its time.
  package func expire() {
    let forgotten = state.withLock { state in
      let before = state.bytes
      for (key, entry) in state.entries {
        if let end = entry.end, end < .now { state.remove(key) }
      }
      return before - state.bytes
    }
    giveBack(forgotten)
  }

  /// How long it is until something has had its time; `nil` if nothing is to go.
  package var untilExpiry: Duration? {
    let end = state.withLock { $0.entries.values.compactMap(\.end).min() }
    return end.map { max(.zero, $0 - .now) }
  }

  /// A session key of those that opened something.
  var anySessionKey: String? {
    state.withLock { $0.entries.values.lazy.compactMap(\.result.sessionKey).first }
  }

  /// How many bytes of opened text there are.
  package var openedBytes: Int { state.withLock { $0.bytes } }
}

// MARK: - Silence

extension SealMemory {
  /// Whether the agent is left alone for a while: it gave no answer twice in a row.
  var isResting: Bool {
    state.withLock { state in state.rest.map { $0 > .now } ?? false }
  }

  func note(answered: Bool) {
    state.withLock { state in
      state.silences = answered ? 0 : state.silences + 1
      if state.silences >= 2 { state.rest = .now + .seconds(60) }
      if answered { state.rest = nil }
    }
  }
}

extension SealMemory.State {
  fileprivate func moment(of file: FileIdentity) -> SealMemory.Moment {
    SealMemory.Moment(forgotten: forgotten, visit: visits[file])
  }

  fileprivate mutating func remove(_ key: SealMemory.Key) {
    guard let entry = entries.removeValue(forKey: key) else { return }
    bytes -= entry.result.text?.count ?? 0
    order.removeAll { $0 == key }
  }
}

/// The user ids of keys that were looked up: each costs a call of GnuPG.
package final class KeyMemory: Sendable {
  private struct Known {
    var stamp = KeyringStamp(files: [])
    var userIDs: [String: [SignatureFacts.UserID]] = [:]
  }

  private let known = Mutex(Known())
  private let keyring: Keyring

  init(_ keyring: Keyring) { self.keyring = keyring }

  func userIDs(
    of key: String,
    look: () -> [SignatureFacts.UserID]?
  ) -> [SignatureFacts.UserID]? {
    let now = keyring.stamp()
    let found = known.withLock { known in
      if known.stamp != now { known = Known(stamp: now) }
      return known.userIDs[key]
    }
    if let found { return found }
    guard let looked = look() else { return nil }
    known.withLock { $0.userIDs[key] = looked }
    return looked
  }

  func forgetAll() { known.withLock { $0 = Known() } }
}

/// Which file it is, and whether it is still as it was.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  init?(path: String) {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}

/// The files that decide what GnuPG says of a signature.
struct Keyring: Sendable {
  private let files: [String]

  init(folder: String) {
    let names = [
      "pubring.kbx", "pubring.gpg", "public-keys.d/pubring.db", "trustdb.gpg", "trustlist.txt",
      "gpg.conf", "gpgsm.conf", "common.conf",
    ]
    files = names.map { "\(folder)/\($0)" }
  }

  func stamp() -> KeyringStamp { KeyringStamp(files: files.map { FileIdentity(path: $0) }) }
}

struct KeyringStamp: Hashable, Sendable {
  var files: [FileIdentity?]
}

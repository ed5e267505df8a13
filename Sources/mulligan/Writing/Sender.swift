import Foundation
import Journal
import Outbox
import TriageCore

/// Lets messages leave that are due, one after the other.
///
/// Of all processes of a journal one is the sender: the holder of `sender.lock`. In doubt a message stays
/// here: whatever was cut off is not tried again by itself.
struct Sender {
  /// The history that says what is held.
  let journal: StepJournal
  /// The folders of the messages.
  let outbox: OutboxFolders
  /// This machine's own id.
  let machine: String
  /// For whom the steps are that say what became of a message.
  let context: StepContext
  /// Returns who delivers a message.
  let delivery: (OutgoingRecord) -> any MessageDelivery
  /// Is told of each message that something has become of.
  var ended: (OutgoingID) -> Void = { _ in }
  /// Lasts as long as this process sends.
  private let lock: OutboxLock

  /// Sends with a lock that was taken before the history was opened: nobody moves it aside meanwhile.
  init(
    _ lock: OutboxLock,
    _ journal: StepJournal,
    _ outbox: OutboxFolders,
    machine: String = Machine.id,
    context: StepContext,
    delivery: @escaping (OutgoingRecord) -> any MessageDelivery
  ) {
    self.lock = lock
    self.journal = journal
    self.outbox = outbox
    self.machine = machine
    self.context = context
    self.delivery = delivery
  }

  /// The file whose lock the sender of a journal has.
  static func lockFile(of journal: JournalLocation) -> String { journal.folder + "/sender.lock" }

  /// Takes the sender's lock; `nil` if another process has it.
  static func lock(of journal: JournalLocation) throws(TriageFailure) -> OutboxLock? {
    do throws(FileError) {
      let lock = try OutboxLock(lockFile(of: journal))
      lock?.note(getpid())
      return lock
    } catch {
      throw TriageFailure(error)
    }
  }

  /// What remains to be done after a look.
  enum Rest: Hashable, Sendable {
    /// Nothing waits but for a person.
    case nothing
    /// Something is due then, or a program is waited for.
    case wait(Duration)
  }

  /// Lets everything leave that is due.
  ///
  /// - Parameter mayGoOn: Whether a further message may leave; asked before each.
  /// - Returns: When to look again.
  /// - Throws: What keeps the history, or a folder, from being used.
  func run(while mayGoOn: () -> Bool = { true }) throws(TriageFailure) -> Rest {
    try settle()
    for record in try journal.unfinishedOutgoing() where isDue(record) && mayGoOn() {
      try send(record)
    }
    let waits = try journal.unfinishedOutgoing().compactMap(wait)
    return waits.min().map { .wait($0) } ?? .nothing
  }

  // MARK: What was left behind

  /// Decides on messages that a dead sender has left, and on those of a copied or restored folder.
  private func settle() throws(TriageFailure) {
    for record in try journal.unfinishedOutgoing() {
      switch record.state {
      case .leaving where !OutboxLock.isTaken(folder(record).lock):
        // The program, or the sender, was cut off: nobody knows how far it had come.
        _ = try journal.end(record, as: .unknown, nil, context: context)
        ended(record.id)
      case .held where !isInPlace(record):
        try journal.waitForPerson(record.id)
      case .held where record.waiting?.rest(at: journal.moment()) == .beginsAnew:
        try journal.beginHold(of: record.id)
      case .draft, .held, .leaving, .sent, .unknown: break
      }
    }
  }

  /// Whether the message's folder is the one from which a person let it leave.
  private func isInPlace(_ record: OutgoingRecord) -> Bool {
    record.waiting == nil || record.place == folder(record).place(on: machine)
  }

  private func folder(_ record: OutgoingRecord) -> OutgoingFolder { outbox.folder(record.id) }

  // MARK: Sending

  private func isDue(_ record: OutgoingRecord) -> Bool {
    record.state == .held && record.waiting?.rest(at: journal.moment()) == .seconds(0)
  }

  /// How long to wait for a message; `nil` if it waits for a person, or for nothing.
  private func wait(_ record: OutgoingRecord) -> Duration? {
    switch record.state {
    case .held:
      guard let waiting = record.waiting else { return nil }
      // What is due and has not left is named by a step that is being written.
      guard case .lasts(let rest) = waiting.rest(at: journal.moment()), rest > .zero else {
        return .seconds(1)
      }
      return rest
    case .leaving: return .seconds(1)
    case .draft, .sent, .unknown: return nil
    }
  }

  /// Hands a message over, if nothing speaks against it any more.
  ///
  /// The program inherits the folder's lock: whoever looks after our death sees that it works still.
  private func send(_ held: OutgoingRecord) throws(TriageFailure) {
    let folder = folder(held)
    let lock: OutboxLock?
    do throws(FileError) { lock = try OutboxLock(folder.lock) } catch { throw TriageFailure(error) }
    guard let lock, let record = try journal.leave(held.id) else { return }
    let end: DeliveryEnd
    if let envelope = folder.envelope(), !envelope.recipients.isEmpty {
      end = delivery(record).run(
        folder.wire,
        to: envelope.recipients,
        holding: lock.descriptor
      )
    } else {
      end = DeliveryEnd(exit: nil, hasBegun: false, errors: String(cString: strerror(ENOENT)))
    }
    _ = try journal.end(record, as: DeliveryVerdict(end), end, context: context)
    ended(record.id)
  }
}

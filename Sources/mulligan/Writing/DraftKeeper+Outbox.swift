import Foundation
import Journal
import MailText
import Outbox
import TriageCore

// What is on its way, and what a person decides about it.

extension DraftKeeper {
  /// What waits to leave, may have left, or was refused.
  func leaving() throws(TriageFailure) -> [OutboxRow] {
    let now = Machine.now
    let records = try history.unfinishedOutgoing().filter { $0.state != .draft || $0.isRefused }
    return mailbox.described(records).filter { !$0.isDone }.map { $0.row(at: now) }
  }

  /// All that is being written or sent, and not done with, for a person who sees it now.
  func rows() throws(TriageFailure) -> [OutboxRow] {
    let now = Machine.now
    let items = try mailbox.outgoing(done: false).filter { !$0.isDone }
    mailbox.noteSeen(items)
    return items.map { $0.row(at: now) }.inOrder
  }

  func recipients(of messages: [OutgoingID]) throws(TriageFailure) -> [String] {
    try mailbox.recipients(of: messages)
  }

  /// Lets a message that is held leave at once.
  func release(_ id: OutgoingID) throws(TriageFailure) -> [OutboxRow] {
    let place = mailbox.outbox.folder(id).place(on: Machine.id)
    guard try history.release(id, at: place) else { throw try notInState(id) }
    mailbox.startSender()
    return try rows()
  }

  /// Takes a message for sent that perhaps was.
  func declareSent(
    _ id: OutgoingID,
    _ context: StepContext
  ) throws(TriageFailure) -> [OutboxRow] {
    guard try history.declareSent(id, context: context) else { throw try notInState(id) }
    // This is news to file, whatever could not be filed before.
    mailbox.hasTriedFiling = false
    mailbox.startSender()
    return try rows()
  }

  /// Lets what has perhaps left leave again: the same bytes, from where its folder is now.
  func prepareAgain(_ record: OutgoingRecord) throws(TriageFailure) {
    let place = mailbox.outbox.folder(record.id).place(on: Machine.id)
    _ = try history.prepare(record.id, hold: record.hold, at: place)
  }

  /// To whom the newest of one's own mail went, those first who got most of it.
  ///
  /// Other questions wait meanwhile: what cannot be read in time is left out.
  func correspondents() throws(TriageFailure) -> [NamedAddress] {
    let shell = shell()
    guard let own = try? OwnAddresses(shell, mailbox) else { return [] }
    let addresses = Set(own.all.flatMap(\.account.addresses))
    let query = addresses.sorted().map { "from:\"\($0.replacing("\"", with: "\"\""))\"" }
    let newest = try mailbox.store.messages(
      MailQuery("(\(query.joined(separator: " or "))) and not tag:draft"),
      sort: .newestFirst,
      skip: 0,
      limit: Self.mostRead
    )
    let reader = mailbox.reader(shell)
    let end = ContinuousClock.now + .milliseconds(50)
    var people = CountedPeople()
    for message in newest {
      guard .now < end else { break }
      guard let original = try? reader.original(message) else { continue }
      people.add(original.to + original.cc + original.bcc)
    }
    return people.byUse
  }

  private static let mostRead = 300

  private func notInState(_ id: OutgoingID) throws(TriageFailure) -> TriageFailure {
    guard let record = try history.outgoing(id) else {
      return TriageFailure(.noSuchOutgoing, id.description)
    }
    return TriageFailure(.notInState, id.description, record.state.rawValue)
  }
}

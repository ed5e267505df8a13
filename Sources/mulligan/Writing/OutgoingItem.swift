import Journal
import MailText
import Outbox
import TriageCore
import TriageUI

/// A message that is being written or sent, as it is listed: what the history knows of it, and its
/// text.
struct OutgoingItem {
  var record: OutgoingRecord
  /// The group in which it was made to leave last; `nil` of a draft.
  var group: StepID?
  /// The text as its writer has it, with the names of what is attached; empty if it is not there.
  let text: String
  /// Who has written it; empty if it does not say so.
  private(set) var from: String
  /// The subject; empty if there is none.
  private(set) var subject: String
  /// Who gets it.
  private(set) var people: [NamedAddress]
  /// Whether it lies in its folder encrypted: what it says outside is all that is known of it.
  private let isClosed: Bool
  /// Whether it is a draft that was thrown away among the mail.
  var isDiscarded = false
  /// Whether nothing went wrong that a person has not seen.
  private(set) var isSeen = true
  /// Whether nothing is to be done about it any more.
  var isDone: Bool { record.state == .sent && record.isFiled || isDiscarded }

  /// Reads what a folder holds of a message; of one that the history does not know, it says itself
  /// what it is.
  init(_ folder: OutgoingFolder, _ known: OutgoingRecord?) {
    let facts = (try? folder.facts()) ?? nil
    let nothing = OutgoingFacts(message: MessageID(""), kind: .new, account: "")
    record = known ?? OutgoingRecord(folder.id, facts ?? nothing)
    if record.state == .unknown || record.isRefused, let attempt = record.firstAttempt {
      isSeen = folder.seen() == attempt
    }
    let written = (try? folder.draft()) ?? ""
    isClosed = DraftVault.isClosed(written)
    if isClosed {
      (text, from, subject) = ("", "", "...")
      people = (folder.envelope()?.recipients ?? []).map { NamedAddress($0) }
    } else if facts?.isForeign == true {
      let message = try? ForeignMessage((try? folder.draftBytes()) ?? [], date: 0, offset: 0)
      (text, from, subject) = (written, message?.from.text ?? "", message?.subject ?? "")
      people = message.map { $0.to + $0.cc + $0.bcc } ?? []
    } else {
      let draft = try? DraftText(written)
      text = Self.text(written, facts?.attachments ?? [], in: folder)
      (from, subject) = (draft?.from?.text ?? "", draft?.subject ?? "")
      people = draft.map { $0.to + $0.cc + $0.bcc } ?? []
    }
  }

  /// The text with a field for each thing attached.
  static func text(
    _ text: String,
    _ parts: [OutgoingFacts.Part],
    in folder: OutgoingFolder
  ) -> String {
    let lines = parts.map { "Attach: \(folder.file(of: $0))\n" }
    // The block ends with its first empty line.
    let end = text.hasPrefix("\n") ? text.startIndex : text.firstRange(of: "\n\n")?.lowerBound
    guard let end, !lines.isEmpty else { return text }
    let block = text[..<end]
    let rest = block.isEmpty ? text[end...] : text[end...].dropFirst()
    return block + (block.isEmpty ? "" : "\n") + lines.joined() + rest
  }

  /// The same, told by the message of the mail that it has become: of what is filed there is no folder.
  func described(by original: OriginalMessage) -> OutgoingItem {
    var item = self
    item.from = original.from.first?.text ?? ""
    item.subject = original.subject ?? ""
    item.people = original.to + original.cc + original.bcc
    return item
  }

  /// What is listed of it.
  func row(at now: MachineMoment) -> OutboxRow {
    var row = OutboxRow(record, to: people, subject)
    if isClosed, people.isEmpty { row.recipients = ["..."] }
    row.group = group
    row.isDiscarded = isDiscarded
    row.isSeen = isSeen
    row.seconds = record.seconds(at: now)
    row.until = row.seconds.map { now.wall + Timestamp($0) }
    return row
  }

  /// The object of `--json`.
  var json: JSONLine {
    var line = JSONLine(type: "outgoing")
    line.add("id", .number(record.id.number))
    line.add("state", .string(isDiscarded ? "discarded" : record.state.rawValue))
    line.add("message", .string(record.message.text))
    line.add("kind", .string(record.kind.rawValue))
    line.add("account", .string(record.account))
    line.add("from", .string(from))
    line.add("subject", .string(subject))
    line.add("recipients", .int(people.count))
    line.add("to", .strings(people.map(\.address)))
    line.add("answers", .ids(record.answers))
    line.add("filed", .bool(record.isFiled))
    line.add("attempt", .int(record.attempts))
    line.add("until", .date(row(at: Machine.now).until))
    line.add("group", .step(group))
    line.add("exit", record.exit.map { .number(Int64($0)) } ?? .null)
    line.add("reason", .optional(record.reason.isEmpty ? nil : record.reason))
    return line
  }
}

extension Sentence {
  /// The line of a message that is being written or sent.
  static func outgoing(_ item: OutgoingItem) -> Sentence {
    let row = item.row(at: Machine.now)
    let people = item.people.isEmpty ? row.recipients : item.people.map(\.address)
    let line = Sentence(
      "status.outgoing",
      .text(item.record.id.description),
      .sentence(.state(of: row)),
      .sentence(.recipients(people)),
      item.subject.isEmpty ? .sentence(Sentence("status.no-subject")) : .text(item.subject)
    )
    let reason = item.record.reason.onOneLine
    guard !reason.isEmpty, item.record.state != .sent else { return line }
    return Sentence("status.outgoing.reason", .sentence(line), .text(reason))
  }
}

extension OutgoingRecord {
  /// In how many seconds it leaves, of which the last has begun; `nil` if it does not leave by itself.
  func seconds(at now: MachineMoment) -> Int? {
    guard state == .held, let waiting else { return nil }
    return switch waiting.rest(at: now) {
    case .lasts(let rest): Int(rest.components.seconds + (rest.components.attoseconds > 0 ? 1 : 0))
    case .beginsAnew: Int(waiting.seconds)
    }
  }
}

extension Mailbox {
  /// The folders of what is being written, beside the history.
  var outbox: OutboxFolders { OutboxFolders(beside: journalLocation.folder) }

  /// All that is being written or sent, in the order of its numbers.
  ///
  /// A folder that the history does not know is a draft: nothing that was written is ever out of
  /// sight. What has left and lies among the mail is there if `done` says so.
  func outgoing(done: Bool = true) throws(TriageFailure) -> [OutgoingItem] {
    let records = done ? try history.outgoing() : try history.unfinishedOutgoing()
    let known = Set(records.map(\.id))
    let folders: [OutgoingFolder]
    do throws(FileError) { folders = try outbox.all() } catch { throw TriageFailure(error) }
    var others: [OutgoingItem] = []
    for folder in folders where !known.contains(folder.id) {
      // The folder of a message that is done lies there when its sender was killed.
      if !done, try history.outgoing(folder.id) != nil { continue }
      others.append(OutgoingItem(folder, nil))
    }
    return (described(records) + others).sorted { $0.record.id < $1.record.id }
  }

  /// Notes that a person has seen what went wrong with messages.
  func noteSeen(_ items: [OutgoingItem]) {
    for item in items where !item.isSeen {
      // Where that cannot be written it is said once more.
      if let attempt = item.record.firstAttempt {
        try? outbox.folder(item.record.id).write(seen: attempt)
      }
    }
  }

  /// Records with what their folders and the mail say of them.
  func described(_ records: [OutgoingRecord]) -> [OutgoingItem] {
    var items = records.map { OutgoingItem(outbox.folder($0.id), $0) }
    let groups = try? groups(of: records.map(\.id))
    let discarded = discardedDrafts(records)
    for index in items.indices {
      let record = items[index].record
      if record.state != .draft { items[index].group = groups?[record.id] }
      items[index].isDiscarded = discarded.contains(record.message)
    }
    return items
  }

  /// The drafts whose copy in the mail was thrown away.
  private func discardedDrafts(_ records: [OutgoingRecord]) -> Set<MessageID> {
    let filed = records.filter { $0.state == .draft && $0.isFiled }.map(\.message)
    guard !filed.isEmpty, let found = try? store.metadata(of: filed) else { return [] }
    return Set(found.filter { $0.tags.contains("deleted") }.map(\.id))
  }

  /// The message of a number.
  func outgoing(_ id: String) throws(TriageFailure) -> OutgoingItem {
    guard let number = Int64(id), number.description == id else {
      throw TriageFailure(.noSuchOutgoing, id)
    }
    return try outgoing(OutgoingID(number))
  }

  /// The message of a number.
  func outgoing(_ id: OutgoingID) throws(TriageFailure) -> OutgoingItem {
    if let record = try history.outgoing(id) { return described([record])[0] }
    let folders: [OutgoingFolder]
    do throws(FileError) { folders = try outbox.all() } catch { throw TriageFailure(error) }
    guard let folder = folders.first(where: { $0.id == id }) else {
      throw TriageFailure(.noSuchOutgoing, id.description)
    }
    return OutgoingItem(folder, nil)
  }

  /// Whom messages go to, each once.
  func recipients(of messages: [OutgoingID]) throws(TriageFailure) -> [String] {
    var recipients: [String] = []
    for id in messages {
      for person in try outgoing(id).people where !recipients.contains(person.address) {
        recipients.append(person.address)
      }
    }
    return recipients
  }

  /// The groups in which messages were made to leave last, of those that stand.
  func groups(of ids: [OutgoingID]) throws(TriageFailure) -> [OutgoingID: StepID] {
    try history.departures(of: ids).reduce(into: [:]) { groups, message in
      let held = message.history.claims.last { !$0.external && $0.stands && $0.wanted == .held }
      groups[message.record.id] = held?.step
    }
  }
}

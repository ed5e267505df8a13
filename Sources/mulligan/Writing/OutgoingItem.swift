import Journal
import Outbox
import TriageCore

/// A message that is being written or sent, as it is listed: what the history knows of it, and its
/// text.
struct OutgoingItem {
  let record: OutgoingRecord
  /// The text as its writer has it, with the names of what is attached; empty if it is not there.
  let text: String
  /// What the text says; `nil` if it is none that could be sent.
  private let draft: DraftText?
  private let parts: [OutgoingFacts.Part]

  /// Reads what a folder holds of a message; of one that the history does not know, it says itself
  /// what it is.
  init(_ folder: OutgoingFolder, _ record: OutgoingRecord?) {
    let facts = (try? folder.facts()) ?? nil
    let nothing = OutgoingFacts(message: MessageID(""), kind: .new, account: "")
    let text = (try? folder.draft()) ?? ""
    self.init(record ?? OutgoingRecord(folder.id, facts ?? nothing), text, facts, in: folder)
  }

  /// Reads a message that has just been saved.
  init(_ folder: OutgoingFolder, _ facts: OutgoingFacts, isFiled: Bool) {
    var record = OutgoingRecord(folder.id, facts)
    record.isFiled = isFiled
    self.init(record, (try? folder.draft()) ?? "", facts, in: folder)
  }

  private init(
    _ record: OutgoingRecord,
    _ text: String,
    _ facts: OutgoingFacts?,
    in folder: OutgoingFolder
  ) {
    self.record = record
    parts = facts?.attachments ?? []
    draft = try? DraftText(text)
    let lines = parts.map { "Attach: \(folder.file(of: $0))\n" }
    // The block ends with its first empty line.
    let end = text.hasPrefix("\n") ? text.startIndex : text.firstRange(of: "\n\n")?.lowerBound
    guard let end, !lines.isEmpty else {
      self.text = text
      return
    }
    let block = text[..<end]
    let rest = block.isEmpty ? text[end...] : text[end...].dropFirst()
    self.text = block + (block.isEmpty ? "" : "\n") + lines.joined() + rest
  }

  /// How many people get it.
  var recipients: Int { draft.map { $0.to.count + $0.cc.count + $0.bcc.count } ?? 0 }

  /// The subject; empty if there is none.
  var subject: String { draft?.subject ?? "" }

  /// The object of `--json`.
  var json: JSONLine {
    var line = JSONLine(type: "outgoing")
    line.add("id", .number(record.id.number))
    line.add("state", .string(record.state.rawValue))
    line.add("message", .string(record.message.text))
    line.add("kind", .string(record.kind.rawValue))
    line.add("account", .string(record.account))
    line.add("from", .string(draft?.from?.text ?? ""))
    line.add("subject", .string(subject))
    line.add("recipients", .int(recipients))
    line.add("answers", .ids(record.answers))
    line.add("filed", .bool(record.isFiled))
    return line
  }
}

extension Mailbox {
  /// The folders of what is being written, beside the history.
  var outbox: OutboxFolders { OutboxFolders(beside: journalLocation.folder) }

  /// All that is being written or sent, in the order of its numbers.
  ///
  /// A folder that the history does not know is a draft: nothing that was written is ever out of
  /// sight.
  func outgoing() throws(TriageFailure) -> [OutgoingItem] {
    let records = try history.outgoing()
    do throws(FileError) {
      let folders = try outbox.all()
      let known = Set(records.map(\.id))
      let others = folders.filter { !known.contains($0.id) }.map { OutgoingItem($0, nil) }
      let items = records.map { OutgoingItem(outbox.folder($0.id), $0) } + others
      return items.sorted { $0.record.id < $1.record.id }
    } catch {
      throw TriageFailure(error)
    }
  }
}

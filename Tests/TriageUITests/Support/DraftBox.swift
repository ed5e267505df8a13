import TestSupport
import TriageCore
import TriageEngine

/// Messages of one's own in memory, as the engine keeps them in folders.
final class DraftBox: DraftKeeping {
  /// The history in which they are held.
  let history: InMemoryHistory
  /// The messages that are being written, by their numbers.
  var drafts: [OutgoingID: Draft] = [:]
  /// What is listed of those that wait or have left.
  var rows: [OutboxRow] = []
  /// The text of a message that is begun.
  var firstText = "From: Robin <robin@example.org>\nTo:\nSubject:\n\n"
  /// Whom one's own mail went to.
  var people: [NamedAddress] = []
  /// The headers of messages that say how their list can be left.
  var heads: [MessageID: String] = [:]
  /// What was begun.
  private(set) var begun: [NewDraft] = []
  /// The keys of others, by address.
  var keys: [String: SealKeys.Match] = [:]
  /// The writer's own key.
  var ownKey = SealKeys.Match.none
  /// Whether that wants its passphrase.
  var isLocked = false
  /// In how many seconds what is held leaves, and how often it was tried.
  var rest = 20
  var attempts = 0
  /// Why nothing can be saved.
  var savingFails: TriageFailure?
  /// For whom messages were begun.
  private(set) var writers: [DraftWriter] = []
  /// What a person has decided, in words.
  private(set) var decisions: [String] = []

  init(_ history: InMemoryHistory) { self.history = history }

  func answer(
    _ request: DraftRequest,
    for id: RequestID,
    control: ChangeControl
  ) throws(TriageFailure) -> DraftReply? {
    switch request {
    case .begin(let message, let writer):
      writers.append(writer)
      return .draft(begin(message))
    case .open(let id): return .draft(try draft(id))
    case .find(let message):
      guard let draft = drafts.values.first(where: { $0.facts.message == message }) else {
        throw TriageFailure(.notADraft)
      }
      return .draft(draft)
    case .save(let edit): return .draft(try save(edit))
    case .file(let id, _, _):
      guard try draft(id).version > 0 else {
        drafts[id] = nil
        return .filed(false)
      }
      return .filed(true)
    case .leaving: return .leaving(leaving)
    case .people: return .people(people)
    case .outbox:
      for index in rows.indices { rows[index].isSeen = true }
      return .outbox(rows.inOrder)
    case .ways(let message):
      return .ways(UnsubscribeMethod.all(in: Array((heads[message] ?? "").utf8)))
    case .release(let id):
      decisions.append("release \(id)")
      rows.removeAll { $0.id == id }
      return .outbox(rows.inOrder)
    case .declareSent(let id, _):
      decisions.append("sent \(id)")
      rows.removeAll { $0.id == id }
      return .outbox(rows.inOrder)
    case .keys(let id): return .keys(keys(of: try draft(id)))
    case .seal(let id, version: _, asks: let asks):
      guard asks || !isLocked else { throw TriageFailure(.keyLocked) }
      decisions.append("seal \(id)")
      return .sealed
    case .unseal: return .sealed
    }
  }

  func prepare(
    _ message: OutgoingID,
    version: Int64,
    control: ChangeControl
  ) throws(TriageFailure) {
    decisions.append("prepare \(message)")
    let draft = try draft(message)
    guard history.departures(of: [message]).isEmpty else { return }
    var record = OutgoingRecord(message, draft.facts)
    record.version = draft.version
    history.put(record)
  }

  func recipients(of messages: [OutgoingID]) throws(TriageFailure) -> [String] {
    var recipients: [String] = []
    for id in messages {
      let text = try? DraftText(try draft(id).text)
      recipients += (text?.to ?? []).map(\.address)
    }
    return recipients
  }

  /// What is held, by the group that stands, and what went wrong.
  private var leaving: [OutboxRow] {
    let held = history.departures(of: drafts.keys.sorted()).filter { $0.record.state == .held }
    return rows.filter { $0.state == .unknown || $0.isRefused }
      + held.map { known in
        let subject = (try? DraftText(drafts[known.record.id]?.text ?? ""))?.subject ?? ""
        var row = OutboxRow(known.record, to: [], subject)
        row.group = known.history.claims.last { $0.stands && $0.wanted == .held }?.step
        (row.seconds, row.attempts) = (rest, attempts)
        row.until = Screenplay.now + Timestamp(rest)
        return row
      }
  }

  private func keys(of draft: Draft) -> SealKeys {
    guard let text = try? DraftText(draft.text) else { return SealKeys() }
    let hidden = Set(text.bcc.map(\.address))
    return SealKeys(
      (text.to + text.cc + text.bcc).map { person in
        let match = keys[person.address] ?? .none
        return SealKeys.Recipient(
          person.address,
          isHidden: hidden.contains(person.address),
          match
        )
      },
      signer: ownKey,
      own: ownKey
    )
  }

  /// Puts something attached into a message.
  func attach(_ name: String, _ type: String, bytes: Int, to id: OutgoingID) {
    let part = OutgoingFacts.Part(file: "parts/1", name: name, type: type)
    drafts[id]?.facts.attachments.append(part)
    drafts[id]?.sizes.append(bytes)
  }

  /// Says that what a message answers was encrypted.
  func seal(_ id: OutgoingID, _ wish: SealWish) {
    drafts[id]?.facts.sealing = OutgoingFacts.Sealing(wish, key: "A", answersEncrypted: true)
  }

  /// Begins a message as an answer would be, in a thread of so many messages.
  func add(_ text: String, answering thread: [MessageID] = []) -> OutgoingID {
    let draft = begin(.new)
    drafts[draft.id]?.text = text
    drafts[draft.id]?.thread = thread
    if !thread.isEmpty { drafts[draft.id]?.facts.kind = .reply }
    return draft.id
  }

  /// Adds a message that waits or has left.
  func list(
    _ state: OutgoingState,
    _ subject: String,
    to recipients: Int = 1,
    in seconds: Int? = nil,
    _ reason: String = ""
  ) {
    let id = OutgoingID(Int64(100 + rows.count))
    let message = MessageID("o\(id)@example.org")
    var record = OutgoingRecord(id, OutgoingFacts(message: message, kind: .new, account: "home"))
    record.state = state
    record.reason = reason
    let people = ["Ann", "Olga Petrova", "Eve"].prefix(recipients)
    var row = OutboxRow(record, to: people.map { NamedAddress(name: $0, "x@example.org") }, subject)
    row.seconds = seconds
    row.until = seconds.map { Screenplay.now + Timestamp($0) }
    rows.append(row)
  }

  private func begin(_ message: NewDraft) -> Draft {
    begun.append(message)
    let id = OutgoingID(Int64(drafts.count + 1))
    let facts = OutgoingFacts(
      message: MessageID("d\(id)@example.org"),
      kind: .new,
      account: "home"
    )
    let draft = Draft(id, facts, .draft, version: 0, text: firstText)
    drafts[id] = draft
    return draft
  }

  private func draft(_ id: OutgoingID) throws(TriageFailure) -> Draft {
    guard var draft = drafts[id] else { throw TriageFailure(.noSuchOutgoing, id.description) }
    draft.state = history.departures(of: [id]).first?.record.state ?? .draft
    return draft
  }

  private func save(_ edit: DraftEdit) throws(TriageFailure) -> Draft {
    if let savingFails { throw savingFails }
    var draft = try draft(edit.id)
    guard draft.facts.message == edit.message else {
      throw TriageFailure(.noSuchOutgoing, edit.id.description)
    }
    guard draft.state == .draft else {
      throw TriageFailure(.notInState, edit.id.description, draft.state.rawValue)
    }
    guard draft.version == edit.version else {
      throw TriageFailure(.draftChanged, edit.id.description)
    }
    guard
      draft.text != edit.text || edit.parts.map({ $0 != draft.facts.attachments }) == true
        || edit.sealing != draft.facts.sealing
    else { return draft }
    draft.facts.sealing = edit.sealing ?? draft.facts.sealing
    draft.text = edit.text
    draft.facts.attachments = edit.parts ?? draft.facts.attachments
    draft.version += 1
    drafts[edit.id] = draft
    if var record = history.departures(of: [edit.id]).first?.record {
      record.version = draft.version
      history.put(record)
    }
    return draft
  }
}

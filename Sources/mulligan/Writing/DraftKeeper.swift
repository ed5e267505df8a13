import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

/// Keeps the messages that a screen's person writes, in their folders beside the history.
final class DraftKeeper: DraftKeeping {
  let mailbox: Mailbox
  let environment: ProcessEnvironment
  /// The settings that the request is answered by.
  private(set) var settings: Settings {
    didSet { if settings.reading != oldValue.reading { words = [:] } }
  }
  /// Where GnuPG is waited for.
  private weak var lane: (any SealingLane)?
  /// The words of first texts, by the language that was asked for.
  private var words: [String: Wording] = [:]

  init(
    _ mailbox: Mailbox,
    environment: ProcessEnvironment,
    lane: (any SealingLane)? = nil
  ) {
    self.mailbox = mailbox
    self.lane = lane
    self.environment = environment
    settings = mailbox.settings
  }

  /// Takes the settings in force, for all of the request that follows.
  func renewSettings() { settings = mailbox.settings }

  func answer(
    _ request: DraftRequest,
    for id: RequestID,
    control: ChangeControl
  ) throws(TriageFailure) -> DraftReply? {
    renewSettings()
    guard let job = try job(for: request) else { return try answer(request, control) }
    guard let lane else { throw TriageFailure(.noAnswer) }
    lane.append(job, for: id)
    return nil
  }

  private func answer(
    _ request: DraftRequest,
    _ control: ChangeControl
  ) throws(TriageFailure) -> DraftReply {
    switch request {
    case .begin(let message, let writer): .draft(try begin(message, for: writer))
    case .open(let id): .draft(try draft(of: id))
    case .find(let message): .draft(try draft(of: message))
    case .save(let edit): .draft(try save(edit, control))
    case .file(let id, _, let context): .filed(try file(id, context, control))
    case .leaving: .leaving(try leaving())
    case .people: .people(try correspondents())
    case .outbox: .outbox(try rows())
    case .release(let id): .outbox(try release(id))
    case .declareSent(let id, let context): .outbox(try declareSent(id, context))
    case .ways(let message): .ways(UnsubscribeMethod.all(in: try metadata(of: message)))
    case .keys, .seal, .unseal: throw TriageFailure(.internalError)
    }
  }

  var history: StepJournal { get throws(TriageFailure) { try mailbox.history } }
  private var mostMebibytes: Int { settings.config.compose.maxMebibytes }

  func shell(_ language: String? = nil, _ clock: LocalClock = .now) -> Shell {
    let key = language ?? ""
    var chosen =
      words[key] ?? Language.chosen(by: settings, environment, in: language).words
    words[key] = chosen
    chosen.clock = clock
    return Shell(
      environment: environment,
      words: chosen,
      printer: Printer(words: chosen),
      settings: settings
    )
  }

  /// Does what may be refused for a person's eyes; here only the kind of failure is told.
  func failing<Value>(_ body: () throws -> Value) throws(TriageFailure) -> Value {
    do { return try body() } catch let failure as TriageFailure {
      throw failure
    } catch let refusal as Refusal {
      throw TriageFailure(refusal.code)
    } catch {
      throw TriageFailure(.internalError, "\(error)")
    }
  }

  func inFolder<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(TriageFailure) -> Value {
    do throws(FileError) { return try body() } catch { throw TriageFailure(error) }
  }
}

// MARK: - Beginning and opening

extension DraftKeeper {
  private func begin(
    _ wanted: NewDraft,
    for writer: DraftWriter
  ) throws(TriageFailure) -> Draft {
    let shell = shell(writer.language, writer.zone.clock(now: .now))
    let folder = try failing {
      var templates = MessageTemplates(shell: shell, own: try OwnAddresses(shell, mailbox))
      templates.preferred = writer.account
      var message: NewMessage
      switch wanted {
      case .new: message = try templates.new()
      case .reply(let id, let scope):
        message = try templates.reply(to: try original(id, templates), scope)
      case .forward(let id):
        let form = settings.config.compose.forward
        message = try templates.forward(try original(id, templates), form)
      case .unsubscribe(let id, let uri):
        let list = try mailbox.reader(shell).original(try metadata(of: id))
        message = try templates.leaving(list, by: uri)
      }
      // A program reads what leaves a list.
      if wanted.isWritten { _ = message.sign(environment) }
      let plain = try ReadyMessage(message, "", shell.words.clock, mostMebibytes)
      let ready = try seal(&message, plain)
      return try MessageMaker(shell: shell, mailbox: mailbox).begin(ready).0
    }
    return try draft(of: folder.id)
  }

  private func original(_ id: MessageID, _ templates: MessageTemplates) throws -> ReadOriginal {
    try templates.read(
      try metadata(of: id),
      by: mailbox.reader(templates.shell),
      opening: mailbox.sealRequest(.quiet, for: id)
    )
  }

  private func metadata(of id: MessageID) throws(TriageFailure) -> MessageMetadata {
    guard let metadata = try mailbox.answered(id) else { throw TriageFailure(.nothingFound) }
    return metadata
  }

  private func draft(of message: MessageID) throws(TriageFailure) -> Draft {
    guard let record = try history.outgoing(message: message) else {
      return try draft(of: adopt(message))
    }
    guard record.state != .sent else { throw TriageFailure(.notADraft) }
    return try draft(of: record.id)
  }

  /// The message with all that belongs to it.
  private func draft(of id: OutgoingID) throws(TriageFailure) -> Draft {
    let folder = mailbox.outbox.folder(id)
    let (facts, text, sizes) = try content(of: folder)
    let record = try history.outgoing(id)
    // Whoever writes on knows why it is here.
    if let record, record.isRefused { mailbox.noteSeen([OutgoingItem(folder, record)]) }
    var draft = Draft(
      id,
      facts,
      record?.state ?? .draft,
      version: record?.version ?? 0,
      text: text
    )
    draft.sizes = sizes
    let account = settings.config.accounts.first { $0.name == facts.account }
    draft.encryptsWhenPossible = account?.encrypts == .whenPossible
    let answered = try mailbox.store.metadata(of: facts.answers)
    for thread in Set(answered.map(\.thread)) {
      draft.thread += try mailbox.store.thread(thread).map(\.id)
    }
    draft.people = people(of: answered)
    return draft
  }

  /// Whom else the messages name that are answered.
  private func people(of messages: [MessageMetadata]) -> [NamedAddress] {
    let reader = mailbox.reader(shell())
    var people: [NamedAddress] = []
    for message in messages.prefix(5) {
      guard let original = try? reader.original(message) else { continue }
      people += original.from + original.replyTo.addresses + original.to + original.cc
    }
    var seen: Set<String> = []
    return people.filter { seen.insert($0.address.asciiLowercased).inserted }
  }

  func content(
    of folder: OutgoingFolder
  ) throws(TriageFailure) -> (facts: OutgoingFacts, text: String, sizes: [Int]) {
    // What lies there encrypted is opened on another thread.
    guard let draft = try mailbox.vault.read(folder, .known) else {
      throw TriageFailure(.noSuchOutgoing, folder.id.description)
    }
    if draft.facts.isForeign == true { throw TriageFailure(.notADraft) }
    return (draft.facts, draft.text, draft.sizes)
  }
}

// MARK: - Saving

extension DraftKeeper {
  /// Keeps a text; the same one, saved once more, is no other version.
  private func save(
    _ edit: DraftEdit,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Draft {
    let folder = mailbox.outbox.folder(edit.id)
    let known = try content(of: folder)
    var (facts, text) = (known.facts, known.text)
    let record = try history.outgoing(edit.id)
    guard facts.message == edit.message else {
      throw TriageFailure(.noSuchOutgoing, edit.id.description)
    }
    if let state = record?.state, state != .draft {
      throw TriageFailure(.notInState, edit.id.description, state.rawValue)
    }
    let parts = try checked(edit.parts) ?? facts.attachments
    let before = (text: text, parts: facts.attachments, sealing: facts.sealing)
    let sealing = edit.sealing ?? facts.sealing
    if let sealing, sealing.wish.encrypts, sealing.key == nil {
      // It could not be kept as it must be.
      throw TriageFailure(.missingKey, "", "none")
    }
    let isSame = edit.text == text && parts == facts.attachments && sealing == facts.sealing
    if isSame, Self.named(in: text).isEmpty {
      try closeCopies(of: folder, facts, control)
      return try draft(of: edit.id)
    }
    guard (record?.version ?? 0) == edit.version else {
      throw TriageFailure(.draftChanged, edit.id.description)
    }
    facts.attachments = parts
    facts.sealing = sealing
    text = edit.text
    let problem = attachNamed(
      in: &text,
      edit.attachesFiles,
      &facts,
      known.sizes.reduce(0, +),
      folder
    )
    facts.account = account(of: text) ?? facts.account
    if (text, facts.attachments, facts.sealing) != before {
      if record == nil { try add(facts, in: folder, control) }
      try write(text, facts, in: folder)
    }
    try closeCopies(of: folder, facts, control)
    var draft = try draft(of: edit.id)
    draft.problem = problem
    return draft
  }

  /// Writes a version: the history knows of it before it is there.
  private func write(
    _ text: String,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    let history = try history
    try mailbox.vault.write(text, facts, in: folder) { () throws(TriageFailure) in
      try history.noteEdit(of: folder.id, account: facts.account)
    }
  }

  /// Parts of the message's own folder, and no other files.
  private func checked(
    _ parts: [OutgoingFacts.Part]?
  ) throws(TriageFailure) -> [OutgoingFacts.Part]? {
    guard let parts else { return nil }
    guard parts.allSatisfy({ $0.file.hasPrefix("parts/") && Int($0.file.dropFirst(6)) != nil })
    else { throw TriageFailure(.internalError) }
    return parts
  }

  /// Copies the files that a text names, and takes their names out of it.
  ///
  /// - Returns: Why one of them cannot be attached: then all names stay.
  private func attachNamed(
    in text: inout String,
    _ areHere: Bool,
    _ facts: inout OutgoingFacts,
    _ bytes: Int,
    _ folder: OutgoingFolder
  ) -> AttachError? {
    let named = Self.named(in: text)
    guard let first = named.first else { return nil }
    guard areHere else { return .elsewhere(first) }
    let types = MediaTypes(environment)
    var parts = facts.attachments
    do throws(AttachError) {
      let paths = try AttachedFiles.checked(
        named.map(environment.expanded),
        maxMebibytes: mostMebibytes
      )
      try AttachedFiles.check(paths, bytes, maxMebibytes: mostMebibytes)
      for path in paths { parts.append(try attach(path, types, facts, in: folder)) }
    } catch {
      return error
    }
    facts.attachments = parts
    text = DraftText.withoutAttachments(text)
    return nil
  }

  private func attach(
    _ path: String,
    _ types: MediaTypes,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(AttachError) -> OutgoingFacts.Part {
    // What was detached may be attached again: its file stays.
    let number = DraftVault.freeNumber(in: folder)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    do throws(TriageFailure) {
      let file = try mailbox.vault.attach(path, as: number, facts, in: folder)
      return OutgoingFacts.Part(file: file, name: name, type: types.type(of: name))
    } catch {
      throw .unreadable(path, reason: error.arguments.joined(separator: " "))
    }
  }

  /// The files that a text names to be attached.
  private static func named(in text: String) -> [String] {
    (try? DraftText(text))?.attachments ?? []
  }

  /// The account whose address a text is from.
  private func account(of text: String) -> String? {
    guard let from = (try? DraftText(text))?.from else { return nil }
    let own = try? OwnAddresses(shell(), mailbox)
    return own?.own(from.address)?.account.name
  }
}

import Screen
import TriageCore
import UndoKit

/// A message of one's own before it leaves: exactly what will leave is shown.
struct ComposePane: Pane {
  /// What is done when all that was written is durable.
  enum Next: Hashable, Sendable {
    case leave
    case send(archives: Bool)
    case discard
  }

  var page: ComposePage?
  /// What its writer has made of the message; the engine keeps the present one.
  var versions = UndoHistory(ComposePage.Version(text: "", parts: []), limit: 100)
  private(set) var cursor = 0
  private(set) var top = 0
  /// Whether it had been written before it was opened.
  private var isReopened = false
  /// What the editor is started for as soon as the message is there.
  var startsEditor: Bool
  var beginTicket: Ticket<BeginQuestion>?
  var draftTicket: Ticket<DraftQuestion>?
  /// The file of the editor whose text is on its way to the engine.
  private(set) var working: WorkingDraft?
  /// What is to be known of how the text was written.
  private var doubt: Sentence?
  var next: Next?
  /// The change that lets the message leave, or brings it back.
  var sending: Int?
  /// The message that waited to leave when it was opened.
  var held: OutgoingID?
  /// The message is being put among the drafts of the mail, to be thrown away there.
  var discardTicket: Ticket<FileDraftQuestion>?
  /// What is being saved.
  var asked: ComposePage.Version?
  /// What could not be saved: it is tried again when there is something else, or a key needs it.
  var unsaved: ComposePage.Version?
  private var confirmed: Set<ComposeWarning> = []
  var seals = ComposeSealing()
  /// Whether it has just told the other pages that it shows the message.
  var hasJustOpened = false

  var context: KeyContext { .compose }

  /// Begins a message, and writes it in the editor unless nothing is lacking.
  init(beginning message: NewDraft, _ shared: inout Shared) {
    startsEditor = message.isWritten
    beginTicket = shared.ask(BeginQuestion(message: message, writer: shared.writer))
  }

  /// Opens a message that is being written.
  init(opening request: DraftRequest, inEditor: Bool, _ shared: inout Shared) {
    startsEditor = inEditor
    isReopened = true
    draftTicket = shared.ask(DraftQuestion(request: request))
  }

  /// Opens a message only to throw it away; one that waits to leave is taken back first.
  init(discarding id: OutgoingID, _ shared: inout Shared) {
    self.init(opening: .open(id), inEditor: false, &shared)
    next = .discard
  }

  static let behaviors: [ScreenCommand: Behavior<ComposePane>] =
    moving.merging(writing) { first, _ in first }.merging(sealing) { first, _ in first }

  private static let writing: [ScreenCommand: Behavior<ComposePane>] = [
    .open: Behavior(unless: Self.reasonNotToEdit) { pane, _, shared in pane.openLine(&shared) },
    .back: Behavior { pane, _, shared in pane.leave(&shared) },
    .goBack: Behavior { pane, _, shared in pane.leave(&shared) },
    .cancel: Behavior { pane, _, shared in pane.leave(&shared) },
    .undo: Behavior(unless: Self.reasonNotToUndo) { pane, _, shared in
      pane.versions.undo()
      pane.changed(shared)
    },
    .redo: Behavior(unless: Self.reasonNotToRedo) { pane, _, shared in
      pane.versions.redo()
      pane.changed(shared)
    },
    .send: Behavior(unless: Self.reasonNotToSend) { pane, _, shared in
      pane.send(archives: false, &shared)
    },
    .sendAndArchive: Behavior(unless: Self.reasonNotToArchive) { pane, _, shared in
      pane.send(archives: true, &shared)
    },
    .editText: Behavior(unless: Self.reasonNotToEdit) { pane, _, shared in
      pane.startEditor(&shared)
    },
    .editTo: edit(.to), .editCc: edit(.cc), .editBcc: edit(.bcc),
    .editSubject: edit(.subject), .editFrom: edit(.from),
    .attach: Behavior(unless: Self.reasonNotToAttach) { _, _, shared in
      shared.prompt(AttachTopic(), shared.typed[.place].last ?? "~/")
    },
    .detach: Behavior(unless: Self.reasonNotToDetach) { pane, _, shared in
      pane.detach(shared)
    },
    .saveDraft: Behavior { pane, _, shared in
      pane.unsaved = nil
      pane.leave(&shared)
    },
    .discard: Behavior(unless: Self.reasonNotToEdit) { pane, _, _ in
      (pane.unsaved, pane.next) = (nil, .discard)
    },
    .nextUnread: .idle(because: Self.reasonNotToAct),
    .previousUnread: .idle(because: Self.reasonNotToAct),
    .nextHit: .idle(because: Self.reasonNotToAct),
    .previousHit: .idle(because: Self.reasonNotToAct),
    .toggleUnread: .idle(because: Self.reasonNotToAct),
    .toggleStar: .idle(because: Self.reasonNotToAct),
  ]

  private static func edit(_ field: DraftText.Field) -> Behavior<ComposePane> {
    Behavior(unless: Self.reasonNotToEditFields) { pane, _, shared in pane.edit(field, &shared) }
  }

  // MARK: What can be done

  func reasonNotToAct(_ shared: Shared) -> Sentence? { Sentence("status.not-in-compose") }

  private func reasonNotToEdit(_ shared: Shared) -> Sentence? {
    page == nil || sending != nil ? Sentence("status.not-read-yet") : nil
  }

  func reasonNotToEditFields(_ shared: Shared) -> Sentence? {
    reasonNotToEdit(shared) ?? (page?.content == nil ? page?.obstacle : nil)
  }

  private func reasonNotToAttach(_ shared: Shared) -> Sentence? {
    if let reason = reasonNotToEditFields(shared) { return reason }
    return shared.config.engine.isEmpty ? nil : Sentence("status.attach-elsewhere")
  }

  private func reasonNotToDetach(_ shared: Shared) -> Sentence? {
    if let reason = reasonNotToEdit(shared) { return reason }
    return versions.current.parts.isEmpty && namedFile == nil
      ? Sentence("status.nothing-attached") : nil
  }

  private func reasonNotToSend(_ shared: Shared) -> Sentence? {
    reasonNotToEdit(shared) ?? page?.obstacle ?? reasonNotToSendClear(shared)
  }

  private func reasonNotToArchive(_ shared: Shared) -> Sentence? {
    if let reason = reasonNotToSend(shared) { return reason }
    return page?.draft.thread.isEmpty == false ? nil : Sentence("status.nothing-answered")
  }

  private func reasonNotToUndo(_ shared: Shared) -> Sentence? {
    if versions.canUndo { return nil }
    return isReopened ? Sentence("status.compose.unchanged") : .failure(UndoRedo.undo.nothing)
  }

  private func reasonNotToRedo(_ shared: Shared) -> Sentence? {
    versions.canRedo ? nil : .failure(UndoRedo.redo.nothing)
  }

  func undoProvider(_ words: Wording?) -> (any UndoProvider)? { ComposeUndo(versions, words) }

  // MARK: Changing

  /// Begins a change of the field or the part under the cursor, else of the text.
  private mutating func openLine(_ shared: inout Shared) {
    guard let page, page.lines.indices.contains(cursor) else { return }
    if case .field(let field) = page.lines[cursor] {
      edit(field, &shared)
    } else {
      startEditor(&shared)
    }
  }

  private func edit(_ field: DraftText.Field, _ shared: inout Shared) {
    shared.mailbox.writing.people = people(for: field, shared)
    shared.prompt(FieldTopic(field: field), page?.content?.value(of: field) ?? "")
  }

  /// Whom the message may go to, or from which account it may be.
  ///
  /// First those who get most of one's own mail, then who has to do with the thread, then who writes at all.
  private func people(for field: DraftText.Field, _ shared: Shared) -> [NamedAddress] {
    if field == .from {
      let accounts = shared.config.accounts.flatMap { account in
        [account.address] + account.others.map { NamedAddress(name: account.address.name, $0) }
      }
      return accounts.isEmpty ? [page?.content?.from].compactMap(\.self) : accounts
    }
    return shared.mailbox.writing.correspondents.joined(page?.draft.people ?? [])
      .joined(shared.mailbox.names.addresses.compactMap { NamedAddress.first(in: $0) })
  }

  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool {
    var version = versions.current
    if let topic = topic as? FieldTopic {
      version.text = DraftText.text(version.text, setting: topic.field, to: text.onOneLine)
      version.name = Sentence("name.edit-field", .sentence(topic.field.title))
    } else if topic is AttachTopic {
      version.text = DraftText.text(version.text, attaching: text.onOneLine)
      version.name = Sentence("name.attach")
    } else {
      return false
    }
    push(version, shared)
    return true
  }

  /// Takes what is under the cursor away from the message, else what was attached last.
  private mutating func detach(_ shared: Shared) {
    var version = versions.current
    var index: Int?
    if let page, page.lines.indices.contains(cursor), case .part(let part) = page.lines[cursor] {
      index = part
    }
    if let namedFile, index == nil {
      version.text = DraftText.withoutAttachments(version.text)
      version.name = Sentence("name.detach", .text(namedFile))
    } else {
      let part = version.parts.remove(at: index ?? version.parts.count - 1)
      version.name = Sentence("name.detach", .text(part.name ?? part.type))
    }
    push(version, shared)
  }

  /// A file that the text names and that is not attached.
  private var namedFile: String? { page?.content?.attachments.first }

  /// Shows another version, if it is one; returns whether it is.
  @discardableResult
  mutating func push(_ version: ComposePage.Version, _ shared: Shared) -> Bool {
    let now = versions.current
    guard version.text != now.text || version.parts != now.parts || version.seal != now.seal
    else { return false }
    versions.push(version)
    changed(shared)
    return true
  }

  /// Shows the present version; it is saved when its turn comes.
  private mutating func changed(_ shared: Shared) {
    unsaved = nil
    page?.draft.problem = nil
    lay(shared)
  }

  mutating func lay(_ shared: Shared) {
    guard let draft = page?.draft else { return }
    page = ComposePage(draft, versions.current, doubt: doubt, keys: seals.keys, shared)
    go(to: cursor, shared)
  }

  /// Puts the cursor on a line that there is, and that on the screen.
  mutating func go(to index: Int, _ shared: Shared) {
    let (count, height) = (page?.lines.count ?? 0, shared.contentHeight)
    cursor = max(0, min(index, count - 1))
    top = max(0, min(top, cursor, count - height))
    if cursor >= top + height { top = cursor - height + 1 }
  }

  // MARK: The editor

  mutating func startEditor(_ shared: inout Shared) {
    guard let draft = page?.draft else { return }
    if let reason = reasonNotToEditEncrypted(shared) {
      return shared.report(reason, isError: true, about: .key)
    }
    var edited = WorkingDraft(
      draft.id,
      draft.facts.message,
      version: draft.version,
      text: versions.current.text,
      isSecret: versions.current.seal.encrypts
    )
    edited.file = working?.file
    shared.send(.edit(edited))
  }

  /// Takes what the editor has left.
  mutating func edited(_ edited: EditedDraft, _ shared: inout Shared) {
    guard edited.draft.id == page?.draft.id else { return }
    unsaved = nil
    // Where another screen edits the message there is no file that is ours.
    if edited.draft.file != nil { working = edited.draft }
    doubt = edited.isDoubtful ? edited.problem : nil
    confirmed = []
    if let problem = edited.problem {
      shared.report(problem, isError: true)
    } else {
      explainEncryption(&shared)
    }
    var version = versions.current
    version.text = edited.draft.text
    version.name = Sentence("name.edit-text")
    if !push(version, shared) { lay(shared) }
  }

  // MARK: Leaving and sending

  /// Leaves when all is saved; if that was not possible, a second time leaves at once.
  private mutating func leave(_ shared: inout Shared) {
    guard page == nil || unsaved == versions.current else { return next = .leave }
    if let working { shared.send(.releaseWorkingFile(working)) }
    shared.close()
  }

  /// Lets the message leave, when its warnings have been seen.
  private mutating func send(archives: Bool, _ shared: inout Shared) {
    guard let page else { return }
    let unseen = page.warnings.filter { !confirmed.contains($0) }
    guard let first = unseen.first else {
      (unsaved, next) = (nil, .send(archives: archives))
      return
    }
    confirmed.formUnion(unseen)
    if let row = page.lines.firstIndex(of: .warning(first)) { go(to: row, shared) }
    let command = archives ? ScreenCommand.sendAndArchive : .send
    let key = shared.keymap.key(for: .command(command), in: .compose) ?? ""
    shared.report(
      Sentence("status.send-anyway", .sentence(first.sentence), .keys(key)),
      isError: true,
      about: .key
    )
  }

  var isSaved: Bool {
    guard let draft = page?.draft else { return false }
    let now = versions.current
    // What is named is attached, unless it is known why it cannot be.
    return draft.text == now.text && draft.facts.attachments == now.parts
      && (namedFile == nil || draft.problem != nil)
      && draft.facts.sealing?.wish ?? SealWish() == now.seal
  }

  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive else { return }
    if page == nil, let id = beginTicket?.id ?? draftTicket?.id {
      shared.timers.want(.loading, for: .number(Int(id)), after: .milliseconds(300))
    }
    if let sending, let id = page?.draft.id ?? held, !shared.changes.has(sending) {
      // Its engine died over it, or it was taken back: how far the message has come is asked.
      self.sending = nil
      draftTicket = shared.ask(DraftQuestion(request: .open(id)))
    }
    guard let page, draftTicket == nil, discardTicket == nil, sending == nil, !seals.isBusy,
      unsaved != versions.current
    else { return }
    guard isSaved else { return save(page.draft, &shared) }
    if let working {
      shared.send(.dropWorkingFile(working))
      self.working = nil
    }
    wantKeys(&shared)
    guard let next else { return }
    if case .send = next, !isReadyToLeave(page.draft, &shared) { return }
    self.next = nil
    switch next {
    case .leave:
      shared.file(page.draft)
      shared.close()
    case .send(let archives):
      let sent = SentDraft(
        id: page.draft.id,
        version: page.draft.version,
        subject: page.content?.subject ?? "",
        archived: archives ? page.draft.thread : [],
        answered: shared.threadAnswered(by: page.draft)
      )
      sending = shared.ask(for: .send(sent))
    case .discard:
      discardTicket = shared.ask(FileDraftQuestion(page.draft, shared.settings.context))
    }
  }

  private mutating func save(_ draft: Draft, _ shared: inout Shared) {
    let edit = DraftEdit(
      draft.id,
      draft.facts.message,
      version: draft.version,
      text: versions.current.text,
      parts: versions.current.parts,
      sealing: wantedSealing,
      attachesFiles: shared.config.engine.isEmpty
    )
    asked = versions.current
    draftTicket = shared.ask(DraftQuestion(request: .save(edit)))
  }
}

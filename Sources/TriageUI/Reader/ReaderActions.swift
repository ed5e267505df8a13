import TriageCore

// What a person does with the thread being read: actions on its mail, and its parts and links.

extension ReaderPane {
  func reasonNotToAct(_ shared: Shared) -> Sentence? { nil }

  /// Gives a mark to the messages that an action would be about, or takes it away.
  mutating func toggle(_ mark: ToggledMark, _ shared: inout Shared) {
    act(.fixed(toggledAction(mark)), count: nil, &shared)
  }

  /// What the key of a mark would do now.
  func toggledAction(_ mark: ToggledMark) -> FixedAction {
    let messages = messages(in: scope(of: .fixed(mark.action), isTurned: isTurned))
    return mark.action(on: MarkCounts(messages.map(\.tags)), of: messages.count)
  }

  /// Selects in the list what that has of the sender or list of the message being read.
  func selectSource(_ kind: MailSourceKind, _ shared: inout Shared) {
    guard let message = shownMessage else {
      return shared.report(Sentence("status.not-read-yet"), isError: true, about: .key)
    }
    shared.notify(.selectSource(kind, of: message))
  }

  /// The tags that all messages have which a change of tags would be about.
  var commonTags: Set<MailTag> {
    let messages = messages(in: scope(of: .changeTags(TagEdit()), isTurned: isTurned))
    return messages.dropFirst().reduce(messages.first?.tags ?? []) { $0.intersection($1.tags) }
  }

  func actedTags(isAboutThread: Bool, count: Int?) -> [Set<MailTag>]? {
    let messages = messages(in: scope(isAboutThread: isAboutThread, isTurned: isTurned))
    return messages.isEmpty ? nil : messages.map(\.tags)
  }

  /// Does an action on what it is about; one that is repeated is about the same as before.
  mutating func act(_ action: MailAction, count: Int?, _ shared: inout Shared) {
    let isTurned = isTurned != (shared.changes.isRepeating && shared.changes.isLastTurned)
    let scope = scope(of: action, isTurned: isTurned)
    var messages: [MessageID]
    var areDrafts = false
    switch meant(by: action, in: scope, shared) {
    case .mail(let mail): messages = mail
    case .drafts(let drafts): (messages, areDrafts) = (drafts, true)
    case .none: return shared.report(.notForDrafts(action), isError: true, about: .key)
    }
    guard !messages.isEmpty else {
      return shared.report(Sentence("status.not-read-yet"), isError: true, about: .key)
    }
    shared.changes.last = action
    shared.changes.isLastTurned = isTurned
    var subject = subject(messages, scope, shared)
    subject.areDrafts = areDrafts
    shared.ask(for: action, on: messages, subject)
    self.isTurned = false
    // What is left of a thread is read on.
    thread.selected = []
    guard scope == .message, subject.isPartial, action.advances, shared.config.list.advance else {
      return
    }
    thread.go(to: thread.cursor + 1)
    thread.settle(height: shared.contentHeight)
  }

  /// What an action changes: of a thread the mail, unless it is read from the list of drafts and thrown
  /// away, which the mail that they answer is not then.
  func meant(by action: MailAction, in scope: ActionScope, _ shared: Shared) -> MeantMessages {
    let drafts = drafts(shared)
    let messages = messageIDs(in: scope)
    let isDiscard =
      shared.mailbox.shown.view == SavedView.drafts.query && action == .fixed(.delete)
      && scope == .thread
    if isDiscard, !drafts.isEmpty { return .drafts(messages.filter(drafts.contains)) }
    return MeantMessages(
      of: action,
      on: messages,
      drafts: drafts,
      areChosen: scope != .thread
    )
  }

  /// What of the thread is being written; until it has come, by what its row says.
  private func drafts(_ shared: Shared) -> Set<MessageID> {
    guard thread.messages.isEmpty else {
      return Set(thread.messages.filter(\.tags.areOfDraft).map(\.id))
    }
    let current = shared.mailbox.current
    return current?.thread == thread.thread ? current?.row?.drafts ?? [] : []
  }

  /// Goes back to the message at which was done what was undone: the list's anchor may be another one of
  /// the thread.
  mutating func changed(_ change: PendingChange, _ result: ChangeResult, _ shared: Shared) {
    let made = result.target.flatMap { shared.changes.readMessages[$0.id] }
    guard change.isUndoRedo, let message = made,
      let index = thread.messages.firstIndex(where: { $0.id == message }), index != thread.cursor
    else { return }
    thread.go(to: index)
    thread.settle(height: shared.contentHeight)
  }

  /// Reads on the message of which nothing was changed, if the person has gone on no further.
  mutating func unmarked(_ change: PendingChange, _ shared: Shared) {
    guard let message = change.subject.read,
      let index = thread.messages.firstIndex(where: { $0.id == message }),
      thread.cursor == index + 1
    else { return }
    thread.go(to: index)
    thread.settle(height: shared.contentHeight)
  }

  private func subject(
    _ messages: [MessageID],
    _ scope: ActionScope,
    _ shared: Shared
  ) -> ActionSubject {
    let row = shared.mailbox.current.flatMap { $0.thread == thread.thread ? $0.row : nil }
    return ActionSubject(
      query: shared.mailbox.shown.query,
      threads: [thread.thread],
      chosen: scope == .thread ? [] : Set(messages),
      isPartial: messages.count < thread.messages.count,
      anchor: anchor(messages, row?.matched ?? Array(thread.matched))
        ?? row?.matched.first ?? rowMessages.first,
      read: thread.current?.id
    )
  }

  /// The first of the messages that the list finds: undo can go there.
  private func anchor(_ messages: [MessageID], _ matched: [MessageID]) -> MessageID? {
    messages.first { matched.contains($0) }
  }

  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool {
    switch topic {
    case is FindTopic: find(text, &shared)
    case let topic as SaveTopic:
      shared.start(topic.part, of: topic.message, .save(path: text))
    case let topic as PipeTopic: pipe(topic.message, to: text, &shared)
    default:
      guard case .file(let actions)? = topic as? PlanTopic else { return false }
      save(actions, in: text, &shared)
    }
    return true
  }

  /// Writes actions to a file, with what the first of them is about.
  private mutating func save(_ actions: [MailAction], in file: String, _ shared: inout Shared) {
    guard let first = actions.first(where: \.isAboutThread) ?? actions.first else { return }
    switch meant(by: first, in: scope(of: first, isTurned: isTurned), shared) {
    case .mail(let messages): shared.save(actions, messages, in: file)
    case .drafts, .none: shared.report(.notForDrafts(first), isError: true, about: .key)
    }
    isTurned = false
  }

  // MARK: Marks

  /// Shows the messages as they will be.
  mutating func mark(_ change: PendingChange, _ shared: Shared) {
    guard case .act(let action, let messages) = change.request,
      change.subject.threads.contains(thread.thread) || change.isAutomatic
    else { return }
    let edit = action.edit(under: shared.config.actions.effects)
    let acted = Set(messages)
    for index in thread.messages.indices where acted.contains(thread.messages[index].id) {
      thread.messages[index].tags = edit.applied(to: thread.messages[index].tags)
    }
  }
}

// MARK: Parts and links

/// What is done with a part.
enum PartPurpose: Hashable, Sendable {
  case save
  case open
}

/// What is done with a link.
enum LinkPurpose: Hashable, Sendable {
  case open
  case copy
}

/// The path to save a part as, or an existing folder for it.
struct SaveTopic: PromptTopic {
  let part: PartInfo
  let message: MessageID

  var question: Sentence { Sentence("prompt.save") }
  var kind: TypedKind { .place }
  var words: CompletedWords { .places }
}

/// The program to give a message to.
struct PipeTopic: PromptTopic {
  let message: MessageID

  var question: Sentence { Sentence("prompt.pipe") }
  var kind: TypedKind { .program }
}

extension ReaderPane {
  static let parts: [ScreenCommand: Behavior<ReaderPane>] = [
    .selectSender: Behavior { pane, _, shared in pane.selectSource(.sender, &shared) },
    .selectList: Behavior { pane, _, shared in pane.selectSource(.list, &shared) },
    .makeRule: Behavior { pane, _, shared in
      guard let message = pane.shownMessage else {
        return shared.report(Sentence("status.not-read-yet"), isError: true, about: .key)
      }
      shared.open(RulesPane(like: message, &shared))
    },
    .unsubscribe: Behavior { pane, _, shared in
      guard let message = pane.shownMessage else {
        return shared.report(Sentence("status.not-read-yet"), isError: true, about: .key)
      }
      shared.open(UnsubscribePane(message))
    },
    .links: Behavior(unless: Self.reasonWithoutLinks) { pane, _, shared in
      pane.chooseLink(.open, &shared)
    },
    .copyLink: Behavior(unless: Self.reasonWithoutLinks) { pane, _, shared in
      pane.chooseLink(.copy, &shared)
    },
    .copy: Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      let message = pane.thread.current
      shared.open(CopyPane(pane.thread.thread, message, pane.thread.currentText?.content))
    },
    .parts: Behavior(unless: Self.reasonWithoutAnyPart) { pane, _, shared in
      if let content = pane.thread.currentText?.content { shared.open(PartsPane(content)) }
    },
    .savePart: Behavior(unless: Self.reasonWithoutParts) { pane, _, shared in
      pane.choosePart(.save, &shared)
    },
    .saveAllParts: Behavior(unless: Self.reasonWithoutParts) { pane, _, shared in
      guard let content = pane.thread.currentText?.content else { return }
      shared.save(content.parts.filter(\.isAttachment), of: content.id)
    },
    .openPart: Behavior(unless: Self.reasonWithoutParts) { pane, _, shared in
      pane.choosePart(.open, &shared)
    },
    .openHTML: Behavior(unless: Self.reasonWithoutPage) { pane, _, shared in
      guard let content = pane.thread.currentText?.content, let page = content.page else { return }
      shared.start(page, of: content.id, .browse)
    },
    .pipe: Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      if let message = pane.thread.current { shared.prompt(PipeTopic(message: message.id)) }
    },
  ]

  private func reasonWithoutLinks(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    guard let content = thread.currentText?.content else { return Sentence("status.not-read-yet") }
    return content.links.isEmpty ? Sentence("status.no-links") : nil
  }

  private func reasonWithoutAnyPart(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    guard let content = thread.currentText?.content else { return Sentence("status.not-read-yet") }
    return content.parts.isEmpty ? Sentence("status.no-parts") : nil
  }

  private func reasonWithoutParts(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    guard let content = thread.currentText?.content else { return Sentence("status.not-read-yet") }
    if content.parts.contains(where: \.isAttachment) { return nil }
    return keysToAttachments(shared).map { Sentence("status.no-attachments.others", .keys($0)) }
      ?? Sentence("status.no-attachments")
  }

  /// The keys that go to the nearest message of the thread with attachments, if another one has some.
  private func keysToAttachments(_ shared: Shared) -> String? {
    let steps = thread.messages.indices.filter { thread.messages[$0].tags.contains(.attachment) }
      .map { $0 - thread.cursor }.filter { $0 != 0 }
    guard let step = steps.min(by: { abs($0) < abs($1) }),
      let key = shared.keymap.key(
        for: .command(step > 0 ? .nextMessage : .previousMessage),
        in: .message
      )
    else { return nil }
    return abs(step) == 1 ? key : "\(abs(step)) \(key)"
  }

  private func reasonWithoutPage(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    guard let content = thread.currentText?.content else { return Sentence("status.not-read-yet") }
    return content.page == nil ? Sentence("status.no-html") : nil
  }

  /// Lists the links to open; copies the only one there is, or lists them.
  private func chooseLink(_ purpose: LinkPurpose, _ shared: inout Shared) {
    guard let content = thread.currentText?.content else { return }
    let links = content.links
    if purpose == .copy, links.count == 1 { return shared.use(links[0], purpose) }
    shared.choose(from: .links(links, omitted: content.omittedLinks, purpose))
  }

  /// Takes the only attachment there is, or lists them.
  private func choosePart(_ purpose: PartPurpose, _ shared: inout Shared) {
    guard let text = thread.currentText?.content else { return }
    let parts = text.parts.filter(\.isAttachment)
    if parts.count == 1 { return shared.use(parts[0], of: text.id, purpose) }
    shared.choose(from: .parts(parts, of: text.id, purpose))
  }

  private func pipe(_ message: MessageID, to typed: String, _ shared: inout Shared) {
    guard let words = ShellWords.split(typed) else {
      return shared.report(Sentence("error.open-quote"), isError: true, about: .key)
    }
    let file = PartInfo(
      number: 0,
      type: "message/rfc822",
      filename: nil,
      size: 0,
      isAttachment: false
    )
    shared.start(file, of: message, .pipe(words))
  }
}

extension MessageContent {
  /// The part that shows the message as a page: of the text, else an attached one.
  fileprivate var page: PartInfo? {
    let pages = parts.filter { $0.type == "text/html" }
    return pages.first { !$0.isAttachment } ?? pages.first
  }
}

extension Shared {
  /// Opens a link, or gives its target to the terminal's clipboard.
  mutating func use(_ link: ContentLink, _ purpose: LinkPurpose) {
    switch purpose {
    case .open: send(.openLink(link))
    case .copy: copy(line: link.target)
    }
  }

  /// Opens a part, or asks for the folder to save it in.
  mutating func use(_ part: PartInfo, of message: MessageID, _ purpose: PartPurpose) {
    switch purpose {
    case .open: start(part, of: message, .open)
    case .save:
      let folder = proposedFolder
      let name = AttachmentName.safe(part.filename, type: part.type, part: part.number)
      prompt(
        SaveTopic(part: part, message: message),
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      )
    }
  }
}

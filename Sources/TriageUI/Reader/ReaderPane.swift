import Screen
import TriageCore

/// The thread being read, over the list.
struct ReaderPane: Pane {
  var thread: OpenThread
  private var rowTicket: Ticket<RowsQuestion>?
  private var messagesTicket: Ticket<ThreadQuestion>?
  private(set) var textTicket: Ticket<MessageQuestion>?
  private var unlockTicket: Ticket<UnlockQuestion>?
  /// The messages of the row that was opened: what an action is about until the thread has come.
  private(set) var rowMessages: [MessageID] = []
  /// Whether the next action is about the other of the two: the thread, or the message.
  var isTurned = false
  /// Whether a question was opened while that was so.
  var isAskedTurned = false
  /// How long the cursor has been where it is.
  var stay: Stay?

  var context: KeyContext { .message }

  /// Opens the thread under the list's cursor.
  init(_ current: CurrentThread, at entry: OpenThread.Entry, _ shared: inout Shared) {
    thread = OpenThread(
      current.thread,
      entry: entry,
      columns: shared.layout.content.columns,
      filter: shared.config.reading.html.arguments
    )
    thread.textLayout.unlockKey = shared.keymap.key(for: .command(.open), in: .message)
    if let row = current.row {
      put(row, shared)
      askForOnlyText(of: row, &shared)
    } else {
      // What matches is to be known before the messages are there.
      let shown = shared.mailbox.shown
      rowTicket = shared.ask(
        RowsQuestion(threads: [current.thread], query: MailQuery(shown.query), sort: shown.sort)
      )
    }
    messagesTicket = shared.ask(ThreadQuestion(thread: current.thread))
  }

  private mutating func put(_ row: ThreadRow, _ shared: Shared) {
    thread.matched = Set(row.matched)
    rowMessages = shared.config.list.threadActions == .matched ? row.matched : row.messages
  }

  /// Asks for the text of a thread's only message at once: it is read while the thread is looked up.
  private mutating func askForOnlyText(of row: ThreadRow, _ shared: inout Shared) {
    guard row.messages.count == 1, shared.requests.isAlive else { return }
    let (only, options) = (row.messages[0], options(for: row.messages[0], shared))
    textTicket = shared.ask(MessageQuestion(message: only, options: options))
  }

  static let behaviors: [ScreenCommand: Behavior<ReaderPane>] =
    moving.merging(reading) { first, _ in first }.merging(parts) { first, _ in first }
    .merging(answering) { first, _ in first }

  private static let reading: [ScreenCommand: Behavior<ReaderPane>] = [
    .back: Behavior { pane, _, shared in if !pane.leaveSource() { pane.leave(&shared) } },
    .goBack: Behavior { pane, _, shared in pane.leave(&shared) },
    .cancel: Behavior { pane, _, shared in pane.cancel(&shared) },
    .find: Behavior(unless: Self.reasonWithoutMessages) { _, _, shared in
      shared.prompt(FindTopic())
    },
    .nextHit: Behavior(unless: Self.reasonNotToFind) { pane, _, shared in
      pane.findNext(.forward, &shared)
    },
    .previousHit: Behavior(unless: Self.reasonNotToFind) { pane, _, shared in
      pane.findNext(.backward, &shared)
    },
    .select: Behavior { pane, _, _ in
      pane.isTurned = false
      pane.thread.toggleSelection()
    },
    .wholeThread: Behavior(unless: Self.reasonNotToTurn) { pane, _, _ in pane.isTurned.toggle() },
    .toggleUnread: Behavior { pane, _, shared in
      pane.toggle(.unread, &shared)
    },
    .toggleStar: Behavior { pane, _, shared in
      pane.toggle(.star, &shared)
    },
    .quickTags: Behavior { pane, _, shared in shared.chooseTag(common: pane.commonTags) },
    .savePlan: Behavior { _, _, shared in shared.askForPlan() },
    .toggleHeaders: Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      pane.lay(&shared) { $0.showsAllHeaders.toggle() }
      if pane.thread.textLayout.showsAllHeaders { pane.thread.go(to: pane.thread.cursor) }
    },
    .toggleRaw: Behavior(unless: Self.reasonWithoutMessages) { pane, _, _ in
      pane.askOtherwise { $0.raw.toggle() }
    },
    .nextAlternative: Behavior(unless: Self.reasonWithoutAlternative) { pane, _, _ in
      let content = pane.thread.currentText?.content
      pane.askOtherwise { $0.showNext(after: content) }
    },
    .foldQuotes: Behavior(unless: Self.reasonWithoutMessages) { pane, count, shared in
      pane.foldQuotes(from: count, &shared)
    },
    .foldAll: Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      pane.foldAll(&shared)
    },
    .scrollLeft: Behavior(unless: Self.reasonWithoutMessages) { pane, count, _ in
      pane.thread.scrollSideways(by: -8 * (count ?? 1))
    },
    .scrollRight: Behavior(unless: Self.reasonWithoutMessages) { pane, count, _ in
      pane.thread.scrollSideways(by: 8 * (count ?? 1))
    },
  ]

  func reasonWithoutMessages(_ shared: Shared) -> Sentence? {
    thread.messages.isEmpty ? Sentence("status.not-read-yet") : nil
  }

  private func reasonWithoutAlternative(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    guard let content = thread.currentText?.content else { return Sentence("status.not-read-yet") }
    let isOnly = content.alternatives.isEmpty && content.copies == 1
    return isOnly ? Sentence("status.no-alternative") : nil
  }

  /// Gives up what the next action was to be about, or else the search, or else leaves.
  private mutating func cancel(_ shared: inout Shared) {
    if isTurned {
      isTurned = false
    } else if !thread.selected.isEmpty {
      thread.selected = []
    } else if thread.find != nil {
      thread.find = nil
    } else {
      leave(&shared)
    }
  }

  // MARK: The text

  /// Lays the texts out in another way.
  mutating func lay(_ shared: inout Shared, _ change: (inout TextLayout) -> Void) {
    var layout = thread.textLayout
    change(&layout)
    thread.lay(out: layout)
    thread.settle(height: shared.contentHeight)
  }

  /// Asks for the message under the cursor in another way; until it comes nothing is shown.
  mutating func askOtherwise(_ change: (inout MessageOptions) -> Void) {
    guard let id = thread.current?.id else { return }
    var options = thread.options[id] ?? MessageOptions()
    change(&options)
    thread.options[id] = options
    thread.texts[id] = nil
    thread.go(to: thread.cursor)
    // The answer to an earlier question is not wanted any more.
    if textTicket?.question.message == id { textTicket = nil }
  }

  private mutating func foldQuotes(from level: Int?, _ shared: inout Shared) {
    let wanted = level.map { QuoteFolding.from(level: max(1, $0)) }
    let folding = wanted ?? thread.textLayout.quotes.next
    let lines = thread.layout.count
    lay(&shared) { $0.quotes = folding }
    guard thread.layout.count != lines else {
      return shared.report(Sentence("status.quotes.same"), about: .thread(thread.thread))
    }
    let sentence =
      switch folding {
      case .none: Sentence("status.quotes.none")
      case .from(level: 1): Sentence("status.quotes.long")
      case .from(let level): Sentence("status.quotes.from", .number(level))
      }
    shared.report(sentence, about: .thread(thread.thread))
  }

  /// Unfolds all messages; folds them if none is folded.
  private mutating func foldAll(_ shared: inout Shared) {
    let isFolding = thread.messages.allSatisfy { thread.unfolded.contains($0.id) }
    thread.change { $0.unfolded = isFolding ? [] : Set($0.messages.map(\.id)) }
    thread.settle(height: shared.contentHeight)
    let key = isFolding ? "status.all-folded" : "status.all-unfolded"
    shared.report(Sentence(key), about: .thread(thread.thread))
  }

  // MARK: What happens

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .resized:
      let (columns, current) = (shared.layout.content.columns, thread.cursor)
      if thread.textLayout.columns != columns { lay(&shared) { $0.columns = columns } }
      thread.settle(height: shared.contentHeight)
      thread.keep(current, height: shared.contentHeight)
    case .configured(let old):
      if old.reading.html != shared.config.reading.html {
        thread.read(with: shared.config.reading.html.arguments)
      }
      if old.reading.images != shared.config.reading.images
        || old.sealed.options != shared.config.sealed.options
      {
        thread.change { $0.texts = [:] }
      }
    case .refresh, .engineRestarted: readMessages(&shared)
    case .refreshByHand:
      thread.forgetFailures()
      thread.retrySeals()
      readMessages(&shared)
    case .indexChanged: readMessages(&shared)
    case .changed(let change, let result, _):
      changed(change, result, shared)
      readMessages(&shared)
    case .sealed(let message), .rewritten(let message): thread.outdated.insert(message)
    case .filled(let content, let options): fill(content, options, &shared)
    case .sealsForgotten: thread.forgetSealed()
    case .marked(let change): mark(change, shared)
    case .unmarked(let change): unmarked(change, shared)
    case .advanced(let threads, let toNext):
      guard threads.contains(thread.thread) else { return }
      shared.close()
      if toNext { shared.openThread() }
    case .threadLeft(thread.thread, let step): left(for: step, &shared)
    case .endRound: endRound(&shared)
    case .due(.layout): layMore(&shared)
    case .due(.reading): markRead(&shared)
    case .listReplaced: shared.close()
    default: break
    }
  }

  /// Makes further rows; called when nothing else is to do.
  private mutating func layMore(_ shared: inout Shared) {
    guard let message = thread.unfinishedText else { return }
    thread.change { $0.texts[message]?.layMore() }
    thread.land(height: shared.contentHeight)
    thread.settle(height: shared.contentHeight)
  }

  /// Keeps within the lines, asks for what is shown and lacks, and sets the timers.
  mutating func settle(_ shared: inout Shared) {
    endTurn(shared)
    let height = shared.contentHeight
    let missing = thread.missingText(height: height)
    if let missing, textTicket == nil, shared.requests.isAlive {
      var options = options(for: missing, shared)
      options.leadsOthers = thread.lacksText(besides: missing, height: height)
      textTicket = shared.ask(MessageQuestion(message: missing, options: options))
    }
    if let missing {
      shared.timers.want(.loading, for: .text(missing.text), after: .milliseconds(300))
    } else if thread.messages.isEmpty, thread.failure == nil {
      shared.timers.want(.loading, for: .text(thread.thread.text), after: .milliseconds(300))
    }
    if let count = thread.unfinishedText.flatMap({ thread.texts[$0]?.count }) {
      shared.timers.want(.layout, for: .number(count), after: .zero)
    }
    if let counted = thread.countHits() {
      shared.timers.want(.finding, for: .number(counted), after: .zero)
    }
    noteStay()
    wantMarkingRead(&shared)
  }

  /// Has a person asked for the passphrase that a message wants; what else it opens in the thread is
  /// tried after that, and asks nobody.
  mutating func unlock(_ message: MessageID, _ shared: inout Shared) {
    guard unlockTicket == nil, shared.requests.isAlive else { return }
    // What is seen is tried first.
    let cursor = thread.cursor
    let nearest = thread.messages.indices.sorted { abs($0 - cursor) < abs($1 - cursor) }
    let others = nearest.map { thread.messages[$0].id }.filter {
      $0 != message && thread.isLocked($0)
    }
    let question = UnlockQuestion(
      message: message,
      options: options(for: message, shared),
      others: others
    )
    unlockTicket = shared.askWithTerminal(question)
  }

  // MARK: Answers

  var shownThread: ThreadID? { thread.thread }
  var shownMessage: MessageID? { thread.current?.id }

  /// Undo leaves the thread open that it is about.
  func showsMail(of result: ChangeResult) -> Bool {
    guard let anchor = result.target?.context.anchor else { return false }
    return thread.messages.contains { $0.id == anchor }
  }

  var awaited: [RequestID] {
    [rowTicket?.id, messagesTicket?.id, textTicket?.id, unlockTicket?.id].compactMap(\.self)
  }

  /// What waits for a person's passphrase is no reading that other keys should wait for.
  func isReading(_ shared: Shared) -> Bool {
    shared.requests.isAlive && (messagesTicket != nil || textTicket != nil)
  }

  var sealedMessages: [MessageID] { thread.sealedMessages }

  private mutating func readMessages(_ shared: inout Shared) {
    guard thread.failure == nil, messagesTicket == nil, shared.requests.isAlive else { return }
    messagesTicket = shared.ask(ThreadQuestion(thread: thread.thread))
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&rowTicket) {
      if case .answer(let rows) = answered, let row = rows.first { put(row, shared) }
    } else if let answered = arrival.redeem(&messagesTicket) {
      if case .answer(let messages) = answered {
        receive(messages, &shared)
      } else {
        thread.failure = answered.failure
      }
    } else if let ticket = textTicket, let answered = arrival.redeem(&textTicket) {
      receive(answered, of: ticket.question.message, &shared)
    } else if let ticket = unlockTicket, let answered = arrival.redeem(&unlockTicket) {
      // If nothing came of it, what is there stays.
      guard case .answer(let content) = answered else { return }
      receive(answered, of: ticket.question.message, &shared)
      shared.reportUnasked(content)
    }
  }

  private mutating func receive(_ messages: [MessageMetadata], _ shared: inout Shared) {
    let messages = messages.withoutDiscarded(but: thread.matched)
    let isFirst = thread.messages.isEmpty
    let current = thread.current?.id
    thread.messages = messages
    thread.selected.formIntersection(messages.map(\.id))
    thread.failure = messages.isEmpty ? TriageFailure(.nothingFound) : nil
    if isFirst {
      thread.unfoldWhatIsNew()
    } else {
      thread.cursor = messages.firstIndex { $0.id == current } ?? 0
    }
    thread.settle(height: shared.contentHeight)
  }

  mutating func receive(
    _ answered: Answered<MessageContent>,
    of message: MessageID,
    _ shared: inout Shared
  ) {
    let text: ReadingText
    switch answered {
    case .answer(var content):
      // Parts are read from the first message of the id.
      if thread.options[message]?.copy ?? 0 > 0 { content.parts = [] }
      text = ReadingText(content, thread.textLayout)
    case .failure(let failure): text = ReadingText(.failure(failure), thread.textLayout)
    case .lost:
      // It may be what the engine died of: it is read again when a person says so.
      let key = Sentence.Argument.keys(shared.keymap.key(for: .command(.refresh)) ?? "")
      text = ReadingText(Sentence("reading.gone-wrong", key), thread.textLayout)
    }
    thread.put(text, of: message, height: shared.contentHeight)
    thread.settle(height: shared.contentHeight)
    findFurther(&shared)
  }

  // MARK: The mouse

  /// A click on a message's header line folds or unfolds it.
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let line) = target, let position = thread.layout.position(of: line) else {
      return
    }
    thread.cursor = position.message
    thread.goneTo = nil
    if button == .left {
      if position.line == 0 { thread.toggleFold() } else { clickSeal(position, &shared) }
    }
    thread.settle(height: shared.contentHeight)
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    thread.top += lines
    thread.goneTo = nil
    thread.settle(height: shared.contentHeight)
  }
}

extension Shared {
  /// Opens the thread under the list's cursor, where its reading begins unless it is said where.
  mutating func openThread(at entry: OpenThread.Entry? = nil) {
    guard let current = mailbox.current else { return }
    open(ReaderPane(current, at: entry ?? readingStart, &self))
  }
}

import Screen
import TriageCore
import UndoKit

/// The list of threads: the region that everything begins in.
struct ListPane: Pane {
  /// The list that is shown.
  var list: ThreadList
  /// The lists that were visited, each as it was when it was left; the present one is `list`.
  var visits: UndoHistory<ThreadList>
  /// What the lists were that have been shown, by their queries.
  var shownLists: [String: ListName]
  /// Actions that wait for the rows of what they are about.
  var collecting: [CollectedAction] = []
  /// What each change that is under way has marked.
  var marks: [Int: ListMarks] = [:]
  /// Marks to be taken back in lists that are not shown now.
  var staleMarks: [ListMarks] = []
  var tickets = ListTickets()
  /// The message that is to be read again once the cursor is on its thread.
  var rereading: MessageID?
  /// The query of mail that the view hid, to be read as soon as its thread is known.
  var offered: String?
  /// The round that goes through the list, if one does.
  var round: Round?
  /// Whether one is to begin as soon as all threads are known.
  var awaitsRound = false
  /// The threads that the cursor was on when views were left.
  var leftThreads: [String: ThreadID] = [:]
  /// Whether all threads were opened or closed by hand, by the views.
  var openedViews: [String: Bool] = [:]

  var context: KeyContext { .list }

  init(query: String, title: ListTitle, beginsRound: Bool = false) {
    awaitsRound = beginsRound
    list = ThreadList(query: query, title: title)
    list.awaitsSettings = true
    visits = UndoHistory(list, limit: 100)
    shownLists = [query: list.name]
  }

  static let behaviors: [ScreenCommand: Behavior<ListPane>] =
    moving.merging(acting) { first, _ in first }.merging(treeing) { first, _ in first }
    .merging(answering) { first, _ in first }

  /// All but moving the cursor, which is in `ListMoving.swift`.
  private static let acting: [ScreenCommand: Behavior<ListPane>] = [
    .open: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in pane.open(&shared) },
    .back: Behavior { pane, _, shared in pane.back(&shared) },
    .goBack: Behavior(unless: Self.reasonNotToGoBack) { pane, _, shared in pane.goBack(&shared) },
    .goForward: Behavior(unless: Self.reasonNotToGoForward) { pane, _, shared in
      pane.goForward(&shared)
    },
    .cancel: Behavior { pane, _, shared in pane.cancel(&shared) },
    .sort: Behavior { pane, _, shared in
      shared.choose(from: .orders(pane.tickets.sortedList?.sort ?? pane.list.sort))
    },
    .saveView: Behavior(unless: Self.reasonNotToSaveView) { pane, _, shared in
      shared.prompt(SaveViewTopic(view: pane.savedView(shared)))
    },
    .find: Behavior(unless: Self.reasonNotToAct) { _, _, shared in
      shared.prompt(ListTopic.find)
    },
    .limit: Behavior { pane, _, shared in
      shared.prompt(ListTopic.limit, pane.list.limit ?? "")
    },
    .nextHit: Behavior(unless: Self.reasonNotToSeekHit) { pane, count, shared in
      pane.seekHit(count ?? 1, &shared)
    },
    .previousHit: Behavior(unless: Self.reasonNotToSeekHit) { pane, count, shared in
      pane.seekHit(-(count ?? 1), &shared)
    },
    .select: Behavior(unless: Self.reasonNotToAct) { pane, count, shared in
      pane.toggleSelection(count ?? 1, goesOn: false, shared)
    },
    .selectAndNext: Behavior(unless: Self.reasonNotToAct) { pane, count, shared in
      pane.toggleSelection(count ?? 1, goesOn: true, shared)
    },
    .selectRange: Behavior(unless: Self.reasonNotToAct) { pane, _, _ in pane.selectRange() },
    .selectAll: Behavior(unless: Self.reasonNotToAct) { pane, _, _ in pane.selectAll() },
    .selectMatching: Behavior(unless: Self.reasonNotToAct) { _, _, shared in
      shared.prompt(ListTopic.selectMatching)
    },
    .selectSender: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      pane.select(.sender, &shared)
    },
    .selectList: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      pane.select(.list, &shared)
    },
    .makeRule: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      if let message = pane.list.sourceMessage { shared.open(RulesPane(like: message, &shared)) }
    },
    .unsubscribe: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      if let message = pane.list.sourceMessage { shared.open(UnsubscribePane(message)) }
    },
    .clearSelection: Behavior(unless: Self.reasonWithoutSelection) { pane, _, _ in
      pane.list.clearSelection()
    },
    .toggleUnread: Behavior(unless: Self.reasonNotToAct) { pane, count, shared in
      pane.act(.toggle(.unread), count: count, &shared)
    },
    .toggleStar: Behavior(unless: Self.reasonNotToAct) { pane, count, shared in
      pane.act(.toggle(.star), count: count, &shared)
    },
    .quickTags: Behavior(unless: Self.reasonNotToAct) { pane, count, shared in
      shared.chooseTag(common: pane.commonTags(count: count), count: count)
    },
    .copy: Behavior(unless: Self.reasonWithoutRow) { pane, _, shared in
      if let thread = pane.list.current { shared.open(CopyPane(thread)) }
    },
    .savePlan: Behavior(unless: Self.reasonNotToAct) { _, _, shared in shared.askForPlan() },
  ]

  // MARK: What can be done

  func reasonWithoutRow(_ shared: Shared) -> Sentence? {
    list.current == nil ? Sentence("status.no-row") : nil
  }

  func awaitsFirstRow(_ shared: Shared) -> Bool {
    shared.requests.isAlive && list.phase == .loading && list.current == nil
  }

  func reasonNotToAct(_ shared: Shared) -> Sentence? {
    if list.selectedCount > 0 { return nil }
    return list.isOnRest ? reasonOnRest(shared) : reasonWithoutRow(shared)
  }

  private func reasonNotToGoBack(_ shared: Shared) -> Sentence? {
    visits.canUndo ? nil : Sentence("status.no-way-back")
  }

  private func reasonNotToGoForward(_ shared: Shared) -> Sentence? {
    visits.canRedo ? nil : Sentence("status.no-way-forward")
  }

  private func reasonNotToSeekHit(_ shared: Shared) -> Sentence? {
    shared.typed[.search].last == nil && list.find == nil
      ? Sentence("status.no-search") : reasonNotToAct(shared)
  }

  private func reasonWithoutSelection(_ shared: Shared) -> Sentence? {
    list.hasSelection ? nil : Sentence("status.nothing-selected")
  }

  // MARK: What happens

  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool {
    if let topic = topic as? ListTopic {
      answer(topic, with: text, &shared)
      return true
    }
    guard case .file(let actions)? = topic as? PlanTopic else { return false }
    collect(.plan(actions, file: text), actingRows, &shared)
    return true
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .started: enter(&shared)
    case .entered: entered(&shared)
    case .resized: list.fit(height: shared.listHeight)
    case .refresh, .engineRestarted: refreshOrLoad(&shared)
    case .refreshByHand:
      // What is struck through goes with the answer, as the numbers do.
      list.acted = []
      list.trees.forgetActed()
      refresh(&shared)
    case .indexChanged(let revision): if revision != list.revision { refresh(&shared) }
    case .marked(let change): mark(change, &shared)
    case .unmarked(let change): unmark(change, shared)
    case .changed(let change, let result, let returns):
      changed(change, result, returns: returns, &shared)
    case .collectingCancelled: cancelCollecting()
    case .show(let query): show(query: query, &shared)
    case .showOffer(let query): showOffer(query, &shared)
    case .showView(let view): show(view, &shared)
    case .sort(let order): sort(order, &shared)
    case .sorting(let id, let done, let total):
      if tickets.sorted?.id == id { tickets.sortProgress = (done, total) }
      if tickets.sources?.id == id { tickets.sourceProgress = (done, total) }
    case .goForward: goForward(&shared)
    case .beginRound: beginRound(&shared)
    case .endRound: endRound(&shared)
    case .selectSource(let kind, let message): select(kind, of: message, &shared)
    case .leaveThread(let thread, let step): leave(thread, step, &shared)
    case .engineStopped: engineStopped()
    case .peopleWanted:
      shared.mailbox.people = Set(list.rows.values.flatMap(\.authors)).sorted()
    case .rowsGivenUp: giveUpRows(shared)
    case .configured(let old):
      list.title = shared.title(ofQuery: list.view)
      if list.sort == old.list.sort { sort(shared.config.list.sort, &shared) }
      // What asks an engine that sleeps also lets it look at the index as often as is wanted now.
      if old.list.woken != shared.config.list.woken || old.refresh != shared.config.refresh {
        refreshOrLoad(&shared)
      }
    case .due, .historyChanged, .listReplaced, .edited, .advanced, .threadLeft, .scrollPreview,
      .sealed, .filled, .sealsForgotten, .sidebarFocused, .partShown, .folderListed, .decided,
      .draftOpened, .rulesAdded,
      .quitting, .rewritten:
      break
    }
    publish(&shared)
  }

  /// Lets other panes know what is shown.
  func publish(_ shared: inout Shared) {
    shared.mailbox.shown = ShownList(
      query: list.query,
      view: list.view,
      sort: list.sort,
      isLoading: list.phase != .ready,
      revision: list.revision,
      known: list.liveCount,
      hasMore: list.next != nil,
      isSearched: isLimitedByHand(shared)
        || !shared.views.contains { $0.query == list.view },
      canGoForward: visits.canRedo,
      hasNext: shared.isListCovered && list.live(1, from: list.cursor) != nil,
      isInRound: round != nil
    )
    shared.mailbox.current = list.current.map { thread in
      CurrentThread(
        thread: thread,
        row: list.rows[thread],
        message: list.currentMessage?.id,
        isStruck: list.struck.contains(thread)
      )
    }
  }

  mutating func settle(_ shared: inout Shared) {
    list.stretchRange()
    runCollected(&shared)
    findFurther(&shared)
    if awaitsRound { beginRound(&shared) }
    readWhatIsShown(&shared)
    if list.phase == .loading, let id = (tickets.page ?? tickets.sorted)?.id {
      shared.timers.want(.loading, for: .number(Int(id)), after: .milliseconds(300))
    }
    publish(&shared)
  }

  // MARK: The mouse

  /// The first click goes to a row, the second opens it.
  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    switch target {
    case .item(let index):
      click(ListPosition(thread: index, line: 0), button, &shared)
    case .child(let line, let index):
      click(ListPosition(thread: index, line: line), button, &shared)
    case .mark(let index):
      list.cursorPosition = ListPosition(thread: index, line: 0)
      if button == .left { shared.perform(.command(.select)) }
    case .childMark(let line, let index):
      list.cursorPosition = ListPosition(thread: index, line: line)
      if button == .left { shared.perform(.command(.select)) }
    case .fold(let index): fold(index, button, &shared)
    case .ground: break
    }
    publish(&shared)
  }

  /// The cursor stays on its row until that leaves the screen.
  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    list.scrollWindow(by: lines, height: shared.listHeight)
    list.scroll(height: shared.listHeight)
  }

  // MARK: What is said of it

  func statusText(_ shared: Shared, _ words: Wording) -> DisplayText? {
    (sortProgress(shared) ?? findProgress(shared) ?? sourceProgress).map(words.text)
  }

  func hintSentences(_ shared: Shared) -> [Sentence] {
    let count = Sentence.Argument.number(list.selectedCount)
    if list.range != nil { return [Sentence("status.selected.range", count)] }
    if let source = list.onlySource { return [sentence(ofAll: source, shared)] }
    if list.selectsRest, list.next != nil { return [Sentence("status.selected.so-far", count)] }
    return list.selectedCount > 0 ? [Sentence("status.selected", count)] : []
  }

  /// How much of a sender or list is selected, as far as that leaves room for what keys do with it.
  private func sentence(ofAll source: SelectedSource, _ shared: Shared) -> Sentence {
    shared.layout.content.columns < 110
      ? Sentence("status.sources.short", .number(source.messages), .text(source.shortName))
      : .selected(source)
  }

  var lastingHints: [ScreenCommand] {
    list.current == nil && leadsBack ? [.back] : []
  }

  /// Whether there is something that going back undoes before it leaves the program.
  private var leadsBack: Bool { visits.canUndo || list.limit != nil }

  func hints(_ shared: Shared) -> [ActionID] {
    let mail = [FixedAction.archive, .delete].map { ActionID.mail(.fixed($0)) }
    let readAndArchive = ActionID.mail(.fixed(.markReadAndArchive))
    if list.hasSelection {
      return mail + [.command(.cancel), .command(.quickTags), .asking(.move), readAndArchive]
        + [.undo, .help].map(ActionID.command)
    }
    let further: [ScreenCommand] = [
      .quickTags, .select, .history, .limit, .toggleStar, .nextUnread, .palette, .toggleSidebar,
      .menuBar, .help,
    ]
    guard list.current != nil else {
      let further: [ScreenCommand] = [.search, .history, .toggleSidebar, .refresh]
      let ways = leadsBack ? [.back] + further : further + [.back]
      return (ways + [.palette, .menuBar, .help]).map(ActionID.command)
    }
    // Who looks for something goes on with that.
    let seeking: [ScreenCommand] =
      list.find != nil || list.hits != nil ? [.nextHit, .previousHit] : []
    let waking: [ActionID] = isAsleep ? [.asking(.snooze)] : []
    return (seeking + [.open]).map(ActionID.command) + waking + mail
      + [.command(.undo), .command(.search), readAndArchive] + further.map(ActionID.command)
  }

  /// Whether the row under the cursor sleeps.
  private var isAsleep: Bool { list.currentRow?.tags.wakeTime != nil }

  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    if action == .command(.open), listedDraft != nil { return .title(of: .command(.editDraft)) }
    if action == .asking(.snooze), isAsleep { return shared.snoozeTitle }
    if action == .mail(.fixed(.delete)), discardsDraft {
      return Sentence("action.discard-draft.title")
    }
    guard list.hasSelection else { return scopedTitle(of: action) }
    guard action == .command(.cancel) else { return nil }
    if list.range != nil { return Sentence("status.keys.end-range") }
    // Of what was selected as a sender's or a list's, only the last is taken back.
    return .title(of: .command(list.sources.last?.isAdded == true ? .cancel : .clearSelection))
  }

  /// Of what takes mail away in a tree a hint says whether that is the thread or the message.
  private func scopedTitle(of action: ActionID) -> Sentence? {
    guard case .mail(.fixed(let action)) = action, let thread = list.current,
      list.trees.shown(thread) != nil
    else { return nil }
    return (list.currentMessage == nil ? ActionScope.thread : .message).title(of: action)
  }

  func position(_ shared: Shared) -> PanePosition? {
    guard list.current != nil else { return nil }
    let counted = shared.counts(of: list.query)?.total
    let total = counted ?? list.liveCount
    guard total > 0 || list.next != nil else { return nil }
    return PanePosition(
      number: list.liveNumber.map { min($0, total) },
      total: total,
      below: list.rowInTree,
      hasMore: list.next != nil && counted == nil
    )
  }
}

/// What the list asks for on its prompt.
enum ListTopic: PromptTopic {
  /// What narrows the list.
  case limit
  /// Which of its rows are selected.
  case selectMatching
  /// What its rows are to say.
  case find

  var question: Sentence {
    switch self {
    case .limit: Sentence("prompt.limit")
    case .selectMatching: Sentence("prompt.select-matching")
    case .find: Sentence("prompt.find")
    }
  }
  var kind: TypedKind { self == .find ? .find : .search }
  var triedQuery: TriedQuery? { self == .find ? nil : .withinView }
  var words: CompletedWords { self == .find ? .none : .query }
  var acceptsBlank: Bool { self == .limit }
}

extension ThreadList.Phase {
  var isFailed: Bool {
    if case .failed = self { true } else { false }
  }
}

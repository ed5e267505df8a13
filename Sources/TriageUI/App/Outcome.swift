import TriageCore

/// What a pane wants from outside itself, in the order in which it said so.
struct Outcome: Sendable {
  /// Something that only the app can do, because it is about other panes.
  enum Step: Sendable {
    /// Puts a pane on top.
    case open(any Pane)
    /// Takes the pane away.
    case close
    /// Does what a key or a menu item stands for, in the pane that is on top then.
    case perform(ActionID, count: Int?)
    /// Does what was chosen in the pane, which closes; if that cannot be done now, the pane stays and it is said why.
    case choose(ActionID)
    /// Lets keys act in the list again, or what lies over it.
    case focusList
    case focusSidebar
    /// Gives the text typed into a prompt to the pane that asked.
    case answer(any PromptTopic, String)
    /// Tells every pane what a change has come to.
    case changed(PendingChange, ChangeResult)
    /// Tells every pane.
    case notify(Notice)
  }

  var effects: [Effect] = []
  var steps: [Step] = []
}

extension Shared {
  /// Has something done outside the state.
  mutating func send(_ effect: Effect) { outcome.effects.append(effect) }

  /// Opens a pane over the others.
  mutating func open(_ pane: any Pane) { outcome.steps.append(.open(pane)) }

  /// Closes the pane that is being called.
  mutating func close() { outcome.steps.append(.close) }

  /// Does what a key stands for, when the pane that is being called has returned.
  mutating func perform(_ action: ActionID, count: Int? = nil) {
    outcome.steps.append(.perform(action, count: count))
  }

  /// Closes the pane that is being called and does what was chosen in it, unless that cannot be done now.
  mutating func choose(_ action: ActionID) { outcome.steps.append(.choose(action)) }

  /// Lets keys act in the list, or in what lies over it.
  mutating func focusList() { outcome.steps.append(.focusList) }

  /// Lets keys act in the sidebar.
  mutating func focusSidebar() { outcome.steps.append(.focusSidebar) }

  /// Gives the text of a prompt to the pane that asked for it.
  mutating func answer(_ topic: any PromptTopic, with text: String) {
    outcome.steps.append(.answer(topic, text))
  }

  /// Tells every pane, when the pane that is being called has returned.
  mutating func notify(_ notice: Notice) { outcome.steps.append(.notify(notice)) }
}

/// Something that happened and concerns every pane.
enum Notice: Sendable {
  /// The screen begins: what is to be shown first is asked for.
  case started
  /// A message of one's own is another one now under the id that it had.
  case rewritten(MessageID)
  /// A message of one's own is open on a page: one that is open on another page is closed there.
  case draftOpened(OutgoingID)
  /// The program is being left: what is asked of the engine now is done before it ends.
  case quitting
  /// What came of showing a part as text by a program.
  case partShown(RequestID, PartShown)
  /// The names in a folder that a prompt has asked for.
  case folderListed(FolderListing)
  /// Rules were added to the file of their plan.
  case rulesAdded(RulesEdit)
  /// A timer that a pane has set has gone off.
  case due(ScreenTimer)
  /// What holds in the list that was entered is known: the list can be read.
  case entered
  /// The index is another one, as the engine has noticed.
  case indexChanged(IndexRevision)
  /// Of so many messages so many have been looked at, to sort a list that was asked for.
  case sorting(RequestID, done: Int, total: Int)
  /// What is sealed in a message is known: its text is read again.
  case sealed(MessageID)
  /// The same, with the text that was to be read with these options.
  case filled(MessageContent, MessageOptions)
  /// What was unlocked is forgotten: texts that were sealed are dropped.
  case sealsForgotten
  /// The list is to be put into an order.
  case sort(SortOrder)
  /// The window has another size, or its regions have.
  case resized
  /// The configuration was read again; it was this one before.
  case configured(from: Config)
  /// The index may be another one: what is shown is read again.
  case refresh
  /// The person asks for everything again, what failed included.
  case refreshByHand
  /// A change was asked for: what it is about is shown as it will be.
  case marked(PendingChange)
  /// Nothing came of a change: its marks are taken back.
  case unmarked(PendingChange)
  /// A change has come to something; after an undo the list goes back to where that was done, unless
  /// what it is about is shown already.
  case changed(PendingChange, ChangeResult, returns: UndoReturn)
  /// The list has gone on from threads that were acted on; whether to one further down.
  case advanced(past: [ThreadID], toNext: Bool)
  /// The thread that is being read is to be left for another one of the list.
  case leaveThread(ThreadID, ThreadStep)
  /// The list has gone to the thread that is read instead of this one.
  case threadLeft(ThreadID, ThreadStep)
  /// The text beside the list is to be scrolled by so many lines.
  case scrollPreview(Int)
  /// Keys that waited for rows are given up.
  case rowsGivenUp
  /// Actions that wait for rows are given up.
  case collectingCancelled
  /// The history is another one.
  case historyChanged
  /// No engine answers any more.
  case engineStopped
  /// Another engine has been started.
  case engineRestarted
  /// Mail is to be shown that a query finds.
  case show(query: String)
  /// Open what an undo has changed and the list does not show.
  case showOffer(query: String)
  /// A view is to be shown.
  case showView(SavedView)
  /// Keys act in the sidebar now.
  case sidebarFocused
  /// A prompt completes the names of people: those of the list are to be shared.
  case peopleWanted
  /// What the list has of the sender, or the list, of a message is to be selected.
  case selectSource(MailSourceKind, of: MessageID)
  /// The list that was left by going back is to be shown again.
  case goForward
  /// A round through the list is to begin.
  case beginRound
  /// A round through the list ends, if there is one.
  case endRound
  /// The list shows other mail: what lies over it goes.
  case listReplaced
  /// The editor of a message has ended.
  case edited(EditedDraft)
  /// A person has answered what was asked about a message in the outbox.
  case decided(OutboxDecision)
}

/// Which thread of the list is read next.
enum ThreadStep: Hashable, Sendable {
  /// So many rows on, or back, past those that are struck through.
  case rows(Int)
  /// So many unread messages on, or back, in this thread and others.
  case unread(Int)
}

/// Where an undo leads from what is shown.
enum UndoReturn: Hashable, Sendable {
  /// Nowhere: what it is about is shown, or it is no undo.
  case nowhere
  /// To the row in its list.
  case toRow
  /// The same; what was done in a thread is gone back to there, for a thread is being read.
  case toThread
}

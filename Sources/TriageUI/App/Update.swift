import Screen
import TriageCore

/// Takes an event into the state and returns what is to be done: the only function that changes it.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  if event.isFromPerson { state.shared.status.isNew = false }
  let before = state.shared.status
  state.handle(event)
  state.settle()
  while state.handleHeldKey() {
    state.runSteps()
    state.settle()
  }
  state.dropStaleStatus(before, after: event)
  state.placeStatus(before, after: event)
  state.setTimers()
  defer { state.shared.outcome.effects = [] }
  return state.shared.outcome.effects
}

extension State {
  fileprivate mutating func handle(_ event: Event) {
    switch event {
    case .started: start()
    case .terminal(let event): handle(event)
    case .pointer(let event): handle(event)
    case .engine(let message): handle(message)
    case .engineRestarted(let reason): engineRestarted(reason)
    case .engineStopped(let reason): engineStopped(reason)
    case .due(let timer): handle(timer)
    case .notify(let sentence, let isError):
      shared.report(sentence, isError: isError, about: subjectOfReading)
    case .entered(let settings): entered(settings)
    case .polled(let end): polled(end)
    case .configured(let reconfiguration): configured(reconfiguration)
    case .shaken: shaken()
    case .partShown(let request, let shown): notify(.partShown(request, shown))
    case .partsSaved(let folder): shared.remember(folder, .savedFolder)
    case .lettered(let letters): shared.tagLetters = letters
    case .folderListed(let listing): notify(.folderListed(listing))
    case .rulesAdded(let edit, let sentence, let isError):
      shared.report(sentence, isError: isError, about: .key)
      notify(.rulesAdded(edit))
    case .edited(let draft): notify(.edited(draft))
    case .compose(let id):
      shared.open(ComposePane(opening: .open(id), inEditor: true, &shared))
    case .leftovers(let drafts): shared.recover(drafts)
    }
    runSteps()
  }

  /// Lets every pane keep within its bounds and ask for what it lacks; gives up what nobody awaits;
  /// sets the timers.
  fileprivate mutating func settle() {
    shared.viewOverList = layers.dropFirst(Region.allCases.count).map(\.pane.context)
      .last(where: \.includesGlobal)
    shared.isAsking = hasQuestion
    updateUndoState()
    shared.watchNewMail()
    shared.askWhetherSent()
    for id in layers.map(\.id) { call(id) { $0.settle(&$1) } }
    let awaited = layers.flatMap(\.pane.awaited) + shared.changes.awaited + shared.mailbox.awaited
    for id in shared.requests.cancel(keeping: Set(awaited)) {
      shared.send(.send(EngineRequest(id: shared.requests.newID(), .cancel(id))))
    }
    leaveSealed()
  }

  private mutating func start() {
    // The rows first: they are what is waited for.
    notify(.started)
    shared.readHead()
    shared.readLeaving()
    shared.settleOpenSteps()
    shared.wakeDue()
    shared.readNames()
  }

  private mutating func handle(_ event: TerminalEvent) {
    switch event {
    case .resize(let size):
      shared.size = size
      notify(.resized)
    case .key(let chord): handle(chord)
    case .paste(let pasted): paste(pasted.text)
    case .resumed:
      shared.send(.redraw)
      shared.wakeDue()
      notify(.refresh)
    case .hangup, .signal: quit()
    case .background(let background):
      shared.settings.background = background
      shared.settings.updateLook()
    case .mouse: break
    }
  }

  /// Takes what holds in the list that was entered.
  private mutating func entered(_ settings: ViewSettings) {
    shared.settings.view = settings
    shared.settings.updateLook()
    notify(.resized)
    notify(.entered)
  }

  /// Leaves: what is being written is finished, what waits is dropped.
  mutating func quit() {
    notify(.quitting)
    shared.changes.isQuitting = true
    shared.send(.quit)
  }

  /// Asks what to take back, with a ring as its haptic.
  private mutating func shaken() {
    guard shared.config.mouse.shake, size.isEnough, topLayer.pane.context != .dialog else { return }
    openUndoDialog()
    if topLayer.pane.context == .dialog { shared.send(.ring) }
  }
}

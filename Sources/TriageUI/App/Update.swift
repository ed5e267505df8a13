import Screen
import TriageCore

/// Takes an event into the state and says what is to be done: the only place where state changes.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  var effects: [Effect]
  if event.isFromPerson { state.status.isNew = false }
  let said = state.status
  switch event {
  case .started: effects = state.start()
  case .terminal(let event): effects = state.take(event)
  case .pointer(let event): effects = state.take(event)
  case .engine(let message): effects = state.take(message)
  case .engineRestarted(let reason): effects = state.engineRestarted(reason)
  case .engineStopped(let reason): effects = state.engineStopped(reason)
  case .due(let timer): effects = state.take(timer)
  case .told(let sentence, let isError):
    state.say(sentence, isError: isError, about: state.subjectOfReading)
    effects = []
  case .entered(let settings): effects = state.entered(settings)
  case .polled(let end): effects = state.polled(end)
  case .configured(let reconfiguration): effects = state.take(reconfiguration)
  case .shaken: effects = state.shaken()
  case .lettered(let letters):
    state.tagLetters = letters
    effects = []
  }
  state.list.stretchRange()
  effects += state.gatherRows()
  effects += state.readWhatIsShown()
  effects += state.readHistory()
  effects += state.readExamples()
  effects += state.tryQuery()
  state.followHistory()
  state.dropStaleStatus(said, after: event)
  effects += state.setTimers()
  return effects
}

extension State {
  mutating func start() -> [Effect] {
    // The rows first: they are what is waited for.
    enterList() + [
      request(.head, for: .head), request(.settle, for: .settle), request(.names, for: .names),
    ]
  }

  fileprivate mutating func take(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .resize(let size):
      resize(to: size)
      return []
    case .key(let chord): return take(chord)
    case .paste(let pasted):
      paste(pasted.text)
      return []
    case .resumed: return [.redraw] + refresh()
    case .hangup, .signal: return quit()
    case .background(let background):
      take(background)
      return []
    case .mouse: return []
    }
  }

  /// Puts pasted text into the field, if there is one: keys that were pasted do nothing.
  private mutating func paste(_ text: String) {
    guard prompt != nil, dialog == nil, menu == nil else {
      return say(Sentence("status.paste-dropped"), isError: true, about: .key)
    }
    prompt?.completion = nil
    prompt?.entry = 0
    if prompt?.field.paste(text) == false {
      say(Sentence("status.paste-cut", .number(TextField.limit)), isError: true, about: .key)
    }
  }

  private mutating func resize(to size: ScreenSize) {
    self.size = size
    settleRegions()
  }

  /// Leaves: what is being written is finished, what waits is dropped.
  mutating func quit() -> [Effect] {
    isQuitting = true
    return [.quit]
  }

  // Sending

  /// A request that only reads: asked again once if its engine dies.
  mutating func request(_ body: EngineRequest.Body, for purpose: ReadRequest.Purpose) -> Effect {
    let id = newRequestID()
    engine.reads[id] = ReadRequest(purpose: purpose, body: body)
    return .send(EngineRequest(id: id, body))
  }

  mutating func newRequestID() -> RequestID {
    defer { nextRequest &+= 1 }
    return nextRequest
  }

  /// Returns whether an answer of this kind is waited for.
  func isWaiting(for isPurpose: (ReadRequest.Purpose) -> Bool) -> Bool {
    engine.reads.values.contains { isPurpose($0.purpose) }
  }
}

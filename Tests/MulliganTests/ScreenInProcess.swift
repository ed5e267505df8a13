import Foundation
import Journal
import MailIndex
import MailText
import Maildir
import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore
import TriageEngine
import TriageUI

@testable import mulligan

/// The real `update`, `view` and engine over a real mailbox, in one process and without a terminal.
final class ScreenInProcess {
  private(set) var state: State
  private let engine: TriageEngine
  private let words: Wording
  private let clock: LocalClock
  private let scope = ViewScope(ViewSettings(.standard))
  private let settings: Settings?
  /// What is done at leisure.
  private var alarms: Set<ScreenTimer> = []

  init(
    _ location: IndexLocation,
    stateFolder: String,
    words: Wording,
    size: ScreenSize,
    query: String = "tag:inbox",
    settings: Settings? = nil,
    now: Timestamp
  ) throws {
    let index = try NotmuchIndex(at: location, now: { now })
    let journal = try StepJournal.open(
      JournalLocation(state: stateFolder, lockFolder: location.indexFolder)
    )
    engine = TriageEngine(
      store: index,
      history: journal,
      files: MaildirFiles(root: index.settings.mailRoot),
      lock: IndexLockProbe(lockFile: location.lockFile),
      settings: EngineSettings(
        synchronizesFlags: index.settings.synchronizesFlags,
        now: { now }
      )
    )
    engine.listLookup = ListMemory(stateFolder)
    self.words = words
    self.settings = settings
    clock = .utc(now: now)
    state = State(
      size: size,
      query: query,
      title: .named(key: "view.inbox"),
      context: StepContext(origin: .screen, session: "picture", host: "here", pid: 1),
      config: settings?.config ?? .standard,
      lexicon: Lexicon(words)
    )
    take(.started)
  }

  /// What the screen shows now.
  var frame: Frame { view(state, words, clock: clock).frame }

  /// The rows of the screen as text.
  var rows: [String] {
    frame.textScreen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Types text, a character a key.
  func type(_ text: String) {
    for character in text { take(.terminal(.key(KeyChord(character)))) }
  }

  /// Hears from the engine what other programs have done.
  func hear() {
    take(.terminal(.resumed))
  }

  /// Lets so much time pass that nothing is left to be done at leisure.
  func rest() {
    while let timer = alarms.popFirst() { take(.due(timer)) }
  }

  /// Compares the screen with its file in `fixtures/screens`; `RECORD=1` writes the file anew.
  func expectRecorded(
    _ name: String,
    withHints: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = RecordedScreen.snapshot(of: frame, withHints: withHints)
    #expect(
      try text == RecordedScreen.recorded(text, named: name),
      "\(name) is not as recorded; RECORD=1 renews it, if this is meant:\n\(text)",
      sourceLocation: sourceLocation
    )
  }

  /// Presses keys in the notation of the configuration.
  func press(_ keys: String...) throws {
    for key in keys {
      guard let chord = KeyChord(key) else { throw NotAKey(name: key) }
      take(.terminal(.key(chord)))
    }
  }

  private func take(_ event: Event) {
    var events = [event]
    while !events.isEmpty {
      var requests: [EngineRequest] = []
      for effect in update(&state, events.removeFirst()) {
        switch effect {
        case .send(let request): requests.append(request)
        case .enter(let effects): events.append(.entered(scope.enter(effects)))
        case .keep(let settings): scope.keep(settings)
        case .addRules(let rules): events += settings.map { [$0.add(rules)] } ?? []
        case .takeBackRules(let edit): events.append(edit.takenBack)
        case .wake(let timer, let time) where [.counting, .outlook].contains(timer):
          if time == nil { alarms.remove(timer) } else { alarms.insert(timer) }
        default: break
        }
      }
      if requests.isEmpty { continue }
      let pipe = QueuePipe(requests)
      EngineService(engine: engine, transport: pipe, text: pipe).run()
      events += pipe.said.map(Event.engine)
    }
  }
}

struct NotAKey: Error {
  var name: String
}

/// Requests that are there already, and what is said to them.
private final class QueuePipe: EngineTransport, TextRendering {
  private var requests: [EngineRequest]
  private var unanswered: Set<RequestID> = []
  private(set) var said: [EngineMessage] = []

  init(_ requests: [EngineRequest]) {
    self.requests = requests
  }

  func next(waiting time: Duration) -> EngineInput {
    if let request = requests.first {
      requests.removeFirst()
      if case .cancel = request.body { return .request(request) }
      unanswered.insert(request.id)
      return .request(request)
    }
    if time == .zero { return .nothing }
    // An end now would cancel a change that waits for the lock.
    if unanswered.isEmpty { return .ended }
    pause(for: time)
    return .nothing
  }

  func send(_ message: EngineMessage) {
    if case .reply(let id, _) = message { unanswered.remove(id) }
    said.append(message)
  }

  func unlock(
    _ message: MessageSource,
    options: MessageOptions,
    others: [MessageSource],
    for request: RequestID
  ) {
    render(message, options: options, for: request)
  }

  func cancel(_ request: RequestID) {}

  func leave(_ messages: [MessageID], keeping time: Duration) {}

  func forgetUnlocked() {}

  func retrySeals() {}

  func render(_ message: MessageSource, options: MessageOptions, for request: RequestID) {
    let content = MessageReader().content(of: message.id, files: message.files, options: options)
    send(.reply(request, .message(content)))
  }

  func send(part: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {
    _ = try? MessageReader().readPart(part.number, files: files) { bytes in
      send(.reply(request, .partBytes(PartBytes(bytes))))
      return true
    }
    send(.reply(request, .partEnd))
  }

  func send(page: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {
    let bytes = (try? MessageReader().readPage(page, files: files)) ?? []
    bytes.withUnsafeBytes { send(.reply(request, .partBytes(PartBytes($0)))) }
    send(.reply(request, .partEnd))
  }
}

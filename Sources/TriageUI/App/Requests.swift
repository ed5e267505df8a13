import TriageCore

/// A question to the engine that knows the type of its answer.
protocol Question: Hashable, Sendable {
  associatedtype Answer: Sendable
  /// What goes over the wire.
  var body: EngineRequest.Body { get }
  /// Whether the next engine is asked again, once, if one dies over it.
  static var isAskedAgain: Bool { get }
  /// Whether nobody waits for the answer, so that the screen counts as idle.
  static var isAside: Bool { get }
  /// The answer in a reply; `nil` if the reply is of another kind.
  func answer(in reply: EngineReply) -> Answer?
}

extension Question {
  static var isAskedAgain: Bool { true }
  static var isAside: Bool { false }
}

/// What whoever asks keeps, to know the answer by.
struct Ticket<Asked: Question>: Hashable, Sendable {
  let id: RequestID
  let question: Asked
}

/// What came of a question.
enum Answered<Answer: Sendable>: Sendable {
  case answer(Answer)
  case failure(TriageFailure)
  /// The engine died over it and is not asked again.
  case lost

  /// Why there is no answer; `nil` if there is one.
  var failure: TriageFailure? {
    switch self {
    case .answer: nil
    case .failure(let failure): failure
    case .lost: TriageFailure(.internalError)
    }
  }
}

/// The reply to a request, on its way to the pane that awaits it.
struct Arrival: Sendable {
  enum Content: Sendable {
    case reply(EngineReply)
    case lost
  }

  let id: RequestID
  let content: Content

  /// The answer, if it is the one to this ticket, which is used up.
  func redeem<Asked: Question>(_ ticket: inout Ticket<Asked>?) -> Answered<Asked.Answer>? {
    guard let held = ticket, held.id == id else { return nil }
    ticket = nil
    return answer(to: held)
  }

  /// The answer, if it is the one to a ticket.
  func answer<Asked: Question>(to ticket: Ticket<Asked>) -> Answered<Asked.Answer>? {
    guard ticket.id == id else { return nil }
    switch content {
    case .lost: return .lost
    case .reply(.failed(let failure)): return .failure(failure)
    case .reply(let reply):
      return ticket.question.answer(in: reply).map { .answer($0) }
        ?? .failure(TriageFailure(.internalError))
    }
  }
}

/// How the engine is, and what it has been asked.
struct Requests: Sendable {
  /// A request that no engine has answered.
  struct Outstanding: Sendable {
    let body: EngineRequest.Body
    let isAskedAgain: Bool
    let isAside: Bool
    /// Whether an engine has died over it already.
    var wasRepeated = false
  }

  /// Whether requests can be sent.
  var isAlive = true
  private(set) var outstanding: [RequestID: Outstanding] = [:]
  /// The messages that are shown with something sealed in them, and those whose text is on its way.
  private var (shown, awaited): (Set<MessageID>, Set<MessageID>) = ([], [])
  /// The messages that the engine has not been told to be left: it keeps what it has opened of them.
  var visited: Set<MessageID> { shown.union(awaited) }
  /// Requests that nobody awaits any more; the engine answers them nevertheless.
  private(set) var cancelled: Set<RequestID> = []
  private var next: RequestID = 1

  /// Whether nothing is asked for that somebody waits for.
  var isEmpty: Bool { outstanding.values.allSatisfy(\.isAside) }
  /// Whether the engine has not yet answered something that was given up.
  var isCancelling: Bool { !cancelled.isEmpty }

  mutating func newID() -> RequestID {
    defer { next &+= 1 }
    return next
  }

  mutating func add<Asked: Question>(_ id: RequestID, _ question: Asked) {
    outstanding[id] = Outstanding(
      body: question.body,
      isAskedAgain: Asked.isAskedAgain,
      isAside: Asked.isAside
    )
  }

  /// Notes that these messages are shown with something sealed in them.
  ///
  /// - Returns: Those that were visited, and are neither shown nor awaited any more.
  mutating func visit(shown: Set<MessageID>) -> Set<MessageID> {
    let before = visited
    self.shown = shown
    awaited = Set(outstanding.values.compactMap(\.body.visited))
    return before.subtracting(visited)
  }

  /// Notes that nothing is sealed in the text of a message: the engine keeps nothing of it.
  mutating func note(unsealed message: MessageID) { awaited.remove(message) }

  /// Notes that a request is answered; returns whether anybody waits for that.
  mutating func close(_ id: RequestID) -> Bool {
    cancelled.remove(id)
    return outstanding.removeValue(forKey: id) != nil
  }

  /// Gives up what nobody awaits; returns the requests that the engine is told of.
  mutating func cancel(keeping awaited: Set<RequestID>) -> [RequestID] {
    let unwanted = outstanding.keys.filter { !awaited.contains($0) }.sorted()
    for id in unwanted {
      outstanding[id] = nil
      cancelled.insert(id)
    }
    return unwanted
  }

  /// Starts over with another engine: returns what it is asked again, and what is lost.
  mutating func restart() -> (again: [EngineRequest], lost: [RequestID]) {
    cancelled = []
    var again: [EngineRequest] = []
    var lost: [RequestID] = []
    for (id, request) in outstanding.sorted(by: { $0.key < $1.key }) {
      if request.isAskedAgain, !request.wasRepeated {
        outstanding[id]?.wasRepeated = true
        again.append(EngineRequest(id: id, request.body))
      } else {
        outstanding[id] = nil
        lost.append(id)
      }
    }
    return (again, lost)
  }

  /// Gives everything up: there is no engine.
  mutating func stop() {
    isAlive = false
    outstanding = [:]
    cancelled = []
  }
}

extension EngineRequest.Body {
  /// The message whose text is asked for.
  fileprivate var visited: MessageID? {
    switch self {
    case .message(let message, _), .unlock(let message, _, others: _): message
    case .list, .rows, .thread, .trees, .names, .counts, .sources, .habits, .threadCounts, .part,
      .page:
      nil
    case .change, .wake, .settle, .cancel, .history, .head, .step, .newestStep: nil
    case .left, .forgetUnlocked, .retrySeals, .draft, .send: nil
    }
  }
}

extension Shared {
  /// Asks the engine something.
  mutating func ask<Asked: Question>(_ question: Asked) -> Ticket<Asked> {
    ask(question) { .send($0) }
  }

  /// Asks the engine something that asks a person in turn: the terminal is lent for that.
  mutating func askWithTerminal<Asked: Question>(_ question: Asked) -> Ticket<Asked> {
    ask(question) { .lendTerminal($0) }
  }

  private mutating func ask<Asked: Question>(
    _ question: Asked,
    by effect: (EngineRequest) -> Effect
  ) -> Ticket<Asked> {
    let id = requests.newID()
    requests.add(id, question)
    send(effect(EngineRequest(id: id, question.body)))
    return Ticket(id: id, question: question)
  }
}

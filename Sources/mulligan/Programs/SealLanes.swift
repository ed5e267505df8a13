import ChildProcesses
import EngineLink
import Foundation
import MailText
import Synchronization
import TriageCore
import TriageEngine

/// The two threads of the engine on which GnuPG is called.
///
/// One asks nobody, the other does when a person has pressed a key. Neither holds up texts or the
/// index.
final class SealLanes: Sendable {
  private struct Quiet: Sendable {
    var message: MessageSource
    var options: MessageOptions
  }

  private struct Question: Sendable {
    var first: Quiet
    var others: [MessageSource]
    var request: RequestID
  }

  private struct State {
    /// The messages that are shown; others need not be tried any more.
    var shown: Set<MessageID> = []
    /// Those of them that are tried, or were.
    var tried: Set<MessageID> = []
    /// Those that were tried since they were rendered last.
    var known: Set<MessageID> = []
    /// Questions that were given up before they were asked.
    var cancelled: Set<RequestID> = []
    var asked: RequestID?
  }

  /// What the engine's readers share.
  let tools: SealTools
  private let server: ScreenServer
  /// `nil` only wakes the lane.
  private let quiet: WorkQueue<Quiet?>
  private let questions: WorkQueue<Question>
  private let stops: WorkQueue<RequestID>
  /// The questions that have come to an end.
  private let answered: WorkQueue<RequestID>
  private let state = Mutex(State())

  init(_ server: ScreenServer, environment: ProcessEnvironment) throws(LinkError) {
    self.server = server
    quiet = try WorkQueue()
    questions = try WorkQueue()
    stops = try WorkQueue()
    answered = try WorkQueue()
    let agent = AgentLauncher(environment.variables)
    tools = SealTools(gnupg: GnuPG(of: environment) { agent.launch() })
    BackgroundThread.start { [self] in runQuiet(environment.variables) }
    BackgroundThread.start { [self] in runAsking(environment.variables) }
  }

  /// A message is shown.
  func enter(_ message: MessageSource) {
    let isNew = state.withLock { $0.shown.insert(message.id).inserted }
    if isNew { tools.memory.enter(files: message.files) }
  }

  /// Tries what is sealed in a message without a question, when its turn has come.
  func tryQuietly(_ message: MessageSource, _ options: MessageOptions) {
    let (isNew, isKnown) = state.withLock { state in
      (state.tried.insert(message.id).inserted, state.known.remove(message.id) != nil)
    }
    if isNew { return quiet.append(Quiet(message: message, options: options)) }
    // It was rendered while it was being tried, and may have been answered after the word of that.
    if isKnown { try? server.send(.sealed(message.id)) }
  }

  func unlock(
    _ message: MessageSource,
    _ options: MessageOptions,
    _ others: [MessageSource],
    _ request: RequestID
  ) {
    let first = Quiet(message: message, options: options)
    questions.append(Question(first: first, others: others, request: request))
  }

  /// Ends a question; what is no question of ours is left alone.
  func cancel(_ request: RequestID) {
    let isAsked = state.withLock { state in
      if state.asked == request { return true }
      state.cancelled.insert(request)
      return false
    }
    if isAsked { stops.append(request) }
  }

  func leave(_ messages: [MessageSource], keeping time: Duration) {
    state.withLock { state in
      for message in messages {
        state.shown.remove(message.id)
        state.tried.remove(message.id)
        state.known.remove(message.id)
      }
    }
    tools.memory.leave(files: messages.flatMap(\.files), keeping: time)
    // The quiet lane sees to what has had its time.
    quiet.append(nil)
  }

  func forget() {
    tools.memory.forgetAll()
    state.withLock { ($0.tried, $0.known) = ([], []) }
  }

  /// A person wants to know again what was locked or had no answer.
  func retry() {
    tools.memory.endRest()
    tools.memory.forgetLocked()
    state.withLock { ($0.tried, $0.known) = ([], []) }
  }

  /// Gives up what a person is asked, so that no program goes on asking for an engine that ends.
  func close() {
    guard let asked = state.withLock({ $0.asked }) else { return }
    stops.append(asked)
    while let ended = answered.popFirst(within: .seconds(1)), ended != asked {}
  }
}

// MARK: - The threads

extension SealLanes {
  private func runQuiet(_ environment: [String: String]) {
    let reader = MessageReader.ofProgram(environment: environment, seals: tools)
    while true {
      let job = quiet.popFirst(within: tools.memory.untilExpiry)
      tools.memory.expire()
      guard let job = job ?? nil, state.withLock({ $0.shown.contains(job.message.id) }) else {
        continue
      }
      _ = content(of: job, .quiet, by: reader)
      state.withLock { _ = $0.known.insert(job.message.id) }
      try? server.send(.sealed(job.message.id))
    }
  }

  private func runAsking(_ environment: [String: String]) {
    let reader = MessageReader.ofProgram(environment: environment, seals: tools)
    while let question = questions.popFirst(within: nil) {
      guard begin(question.request) else {
        server.answer(.reply(question.request, .failed(TriageFailure(.cancelled))))
        continue
      }
      tools.memory.endRest()
      let attempt = SealAttempt.asking(cancel: stops.readFD)
      let content = content(of: question.first, attempt, by: reader)
      state.withLock { $0.asked = nil }
      answered.append(question.request)
      server.answer(.reply(question.request, .message(content)))
      // An answer to another request may be on its way that does not know of it yet.
      try? server.send(.sealed(question.first.message.id))
      // One question opens what else that key opens.
      let isOpen = content.seals.contains { $0.state == .open }
      if isOpen {
        tools.memory.forgetLocked()
        state.withLock { ($0.tried, $0.known) = ([], []) }
        tryAgain(question.others, question.first.options)
      }
    }
  }

  /// Whether a question is still wanted; from now on it can be cancelled.
  private func begin(_ request: RequestID) -> Bool {
    while stops.popFirst() != nil {}
    while answered.popFirst() != nil {}
    return state.withLock { state in
      if state.cancelled.contains(request) { return false }
      // Numbers of requests are not used twice.
      state.cancelled = []
      state.asked = request
      return true
    }
  }

  private func tryAgain(_ messages: [MessageSource], _ options: MessageOptions) {
    for message in messages {
      enter(message)
      state.withLock { _ = $0.tried.insert(message.id) }
      quiet.append(Quiet(message: message, options: options))
    }
  }

  private func content(
    of job: Quiet,
    _ attempt: SealAttempt,
    by reader: MessageReader
  ) -> MessageContent {
    let keys = job.message.sessionKeys
    return reader.content(
      of: job.message.id,
      files: job.message.files,
      options: job.options,
      opening: SealRequest(attempt) { keys }
    )
  }
}

/// Starts gpg-agent, if none runs, without the limits that this process has set itself: the agent
/// outlives it.
private final class AgentLauncher: Sendable {
  private let environment: [String: String]
  private let wasLaunched = Mutex(false)

  private static let script = """
    ulimit -S -d "$(ulimit -H -d)"; ulimit -S -c "$(ulimit -H -c)"
    exec gpgconf --launch gpg-agent
    """

  init(_ environment: [String: String]) { self.environment = environment }

  func launch() {
    let isFirst = wasLaunched.withLock { was in
      defer { was = true }
      return !was
    }
    guard isFirst else { return }
    let launch = ChildLaunch(["/bin/sh", "-c", Self.script], environment: environment)
    // Without it gpg starts one itself, or says that there is none.
    _ = try? ChildRun(of: launch, input: [], limits: ChildLimits(time: .seconds(5), output: 4096))
  }
}

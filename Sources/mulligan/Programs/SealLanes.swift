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
  private struct Text: Sendable {
    var message: MessageSource
    var options: MessageOptions
  }

  private struct Quiet: Sendable {
    var text: Text
    var attempt: SealVisits.Attempt
  }

  private enum Work: Sendable {
    case open(Text, others: [MessageSource])
    case seal(SealingJob)
  }

  private struct Question: Sendable {
    var work: Work
    var request: RequestID
  }

  private struct State {
    var visits = SealVisits()
    var rush = TextRush()
    /// The questions that wait for their turn.
    var waiting: Set<RequestID> = []
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
  /// Something has come that may end a rush of texts.
  private let settled: WorkQueue<Void>
  private let state = Mutex(State())
  /// Held while a text is sent, or what is known of its seals: that is told of texts that are there.
  private let telling = Mutex(())

  init(_ server: ScreenServer, environment: ProcessEnvironment) throws(LinkError) {
    self.server = server
    quiet = try WorkQueue()
    questions = try WorkQueue()
    stops = try WorkQueue()
    answered = try WorkQueue()
    settled = try WorkQueue()
    let agent = AgentLauncher(environment.variables)
    tools = SealTools(gnupg: GnuPG(of: environment) { agent.launch() }, keepsOnlyShown: true)
    BackgroundThread.start { [self] in runQuiet(environment.variables) }
    BackgroundThread.start { [self] in runAsking(environment.variables) }
  }

  /// A text is asked for.
  func ask(_ request: RequestID, of message: MessageID) {
    state.withLock { state in
      state.visits.ask(request, of: message)
      state.rush.ask(at: .now)
    }
  }

  /// Whether a text is still wanted.
  func isWanted(_ request: RequestID, of message: MessageID) -> Bool {
    state.withLock { $0.visits.isWanted(request, of: message) }
  }

  /// Sends a text.
  ///
  /// What is sealed in it is tried without a question when its turn has come, which may be while the
  /// text is still being encoded; what comes of that is told after it.
  func send(
    _ content: MessageContent,
    of message: MessageSource,
    _ options: MessageOptions,
    for request: RequestID
  ) {
    telling.withLock { _ in
      let outcome = note(content, of: message, options, for: request)
      server.answer(.reply(request, .message(content)))
      // It was rendered while it was being tried, and may be answered after the word of that.
      if outcome == .outdated { try? server.send(.sealed(message.id)) }
    }
  }

  private func note(
    _ content: MessageContent,
    of message: MessageSource,
    _ options: MessageOptions,
    for request: RequestID
  ) -> SealVisits.Outcome {
    let outcome = state.withLock { state in
      state.rush.send(leadsOthers: options.leadsOthers, at: .now)
      let outcome = state.visits.send(
        request,
        of: message.id,
        isSealed: !content.seals.isEmpty,
        isPending: content.seals.contains(where: \.isPending)
      )
      // With the lock, so that it cannot be left in between.
      if outcome != .unwanted, !content.seals.isEmpty {
        tools.memory.enter(message.id, files: message.files)
      }
      return outcome
    }
    if !options.leadsOthers { settled.append(()) }
    if case .untried(let attempt) = outcome {
      quiet.append(Quiet(text: Text(message: message, options: options), attempt: attempt))
    }
    return outcome
  }

  func unlock(
    _ message: MessageSource,
    _ options: MessageOptions,
    _ others: [MessageSource],
    _ request: RequestID
  ) {
    let first = Text(message: message, options: options)
    state.withLock { state in
      state.waiting.insert(request)
      state.visits.ask(request, of: message.id)
      tools.memory.enter(message.id, files: message.files)
    }
    questions.append(Question(work: .open(first, others: others), request: request))
  }

  /// Has a message of one's own sealed or opened.
  func append(_ job: SealingJob, for request: RequestID) {
    state.withLock { state in _ = state.waiting.insert(request) }
    questions.append(Question(work: .seal(job), request: request))
  }

  /// Ends a question or gives up a text; what is neither is left alone.
  func cancel(_ request: RequestID) {
    let isAsked = state.withLock { state in
      state.waiting.remove(request)
      state.visits.cancel(request)
      return state.asked == request
    }
    if isAsked { stops.append(request) }
  }

  func leave(_ messages: [MessageID], keeping time: Duration) {
    state.withLock { state in
      for message in messages { state.visits.leave(message) }
      tools.memory.leave(messages, keeping: time)
    }
    // The quiet lane sees to what has had its time.
    quiet.append(nil)
  }

  func forget() {
    tools.memory.forgetAll()
    state.withLock { $0.visits.retry() }
  }

  /// A person wants to know again what was locked or had no answer.
  func retry() {
    tools.memory.endRest()
    tools.memory.forgetLocked()
    state.withLock { $0.visits.retry() }
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
      guard let job = job ?? nil else { continue }
      let message = job.text.message.id
      letTextsPass()
      if state.withLock({ $0.visits.isCurrent(job.attempt, for: message) }) {
        let content = content(of: job.text, .quiet, by: reader)
        note(job, content)
        tools.memory.giveBack(rendered: content)
      } else {
        note(job, nil)
      }
    }
  }

  /// A try has come to its end: whoever wants to know is told, and gets the text if that is short.
  private func note(_ job: Quiet, _ content: MessageContent?) {
    let message = job.text.message.id
    telling.withLock { _ in
      let isWanted = state.withLock { $0.visits.note(tried: message, in: job.attempt) }
      guard isWanted else { return }
      guard let content, content.isShort else {
        try? server.send(.sealed(message))
        return
      }
      try? server.send(.filled(content, job.text.options))
    }
  }

  /// Waits while the screen fills: GnuPG would take the processor from it.
  private func letTextsPass() {
    let end = ContinuousClock.now + TextRush.longest
    while let rest = state.withLock({ $0.rush.rest(at: .now) }), .now < end {
      _ = settled.popFirst(within: min(rest, end - .now))
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
      switch question.work {
      case .open(let first, let others):
        let content = content(of: first, attempt, by: reader)
        end(first, question.request, content)
        // One question opens what else that key opens.
        guard content.seals.contains(where: { $0.state == .open }) else { continue }
        tools.memory.forgetLocked()
        state.withLock { $0.visits.retry() }
        tryAgain(others, first.options)
      case .seal(let job):
        let reply = job.reply(asking: attempt)
        noteEnd(of: question.request)
        server.answer(.reply(question.request, reply))
      }
    }
  }

  private func noteEnd(of request: RequestID) {
    state.withLock { $0.asked = nil }
    answered.append(request)
  }

  /// Whether a question is still wanted; from now on it can be cancelled.
  private func begin(_ request: RequestID) -> Bool {
    while stops.popFirst() != nil {}
    while answered.popFirst() != nil {}
    return state.withLock { state in
      guard state.waiting.remove(request) != nil else { return false }
      state.asked = request
      return true
    }
  }

  private func end(_ first: Text, _ request: RequestID, _ content: MessageContent) {
    let message = first.message
    noteEnd(of: request)
    send(content, of: message, first.options, for: request)
    // An answer to another request may be on its way that does not know of it yet.
    try? server.send(.sealed(message.id))
  }

  private func tryAgain(_ messages: [MessageSource], _ options: MessageOptions) {
    for message in messages {
      // One that was left meanwhile is tried when it is shown again.
      guard let attempt = state.withLock({ $0.visits.tryAgain(message.id) }) else { continue }
      quiet.append(Quiet(text: Text(message: message, options: options), attempt: attempt))
    }
  }

  private func content(
    of text: Text,
    _ attempt: SealAttempt,
    by reader: MessageReader
  ) -> MessageContent {
    let keys = text.message.sessionKeys
    return reader.content(
      of: text.message.id,
      files: text.message.files,
      options: text.options,
      opening: SealRequest(attempt) { keys }
    )
  }
}

extension MessageContent {
  /// Whether it costs a screen little, even one that does not show it any more.
  fileprivate var isShort: Bool {
    lines.count <= 1_000 && lines.reduce(0) { $0 + $1.text.utf8.count } <= 1 << 16
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

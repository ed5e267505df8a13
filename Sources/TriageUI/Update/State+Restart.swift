import TriageCore

extension State {
  /// Goes on with another engine: reads are asked for again, a change never is.
  mutating func engineRestarted(_ reason: Sentence?) -> [Effect] {
    engine.isAlive = true
    say(
      reason.map { Sentence("status.engine-restarted", .sentence($0)) }
        ?? Sentence("status.engine-started"),
      isError: reason != nil
    )
    let reads = engine.reads.sorted { $0.key < $1.key }.map(\.value)
    engine.reads = [:]
    let hadFailed = list.phase.isFailed
    var effects = loseChange()
    for read in reads { effects += askAgain(read) }
    if hadFailed || list.phase == .ready { effects += refresh() }
    return effects + runNext()
  }

  /// Asks once more for what an engine died over; what two died over is not there.
  private mutating func askAgain(_ read: ReadRequest) -> [Effect] {
    guard !read.wasRepeated else {
      return takeFailure(TriageFailure(.internalError), of: read.purpose)
    }
    let id = newRequestID()
    engine.reads[id] = ReadRequest(purpose: read.purpose, body: read.body, wasRepeated: true)
    return [.send(EngineRequest(id: id, read.body))]
  }

  /// A change under way when the engine died may have been made: what it left open is settled, and
  /// only then the history is asked.
  private mutating func loseChange() -> [Effect] {
    guard let pending = changes.running?.pending else { return [] }
    changes.running = nil
    changes.progress = nil
    changes.lost = pending
    return [request(.settle, for: .settle)]
  }

  /// Takes what was settled: it is told, or asked after if a change of ours may be among it.
  mutating func takeSettled(_ steps: [SettledStep]) -> [Effect] {
    guard changes.lost != nil else {
      tell(steps)
      return []
    }
    return [request(.newestStep(session: context.session), for: .fate)]
  }

  /// Says what became of the change whose engine died.
  mutating func takeFate(_ step: StepSummary?) -> [Effect] {
    guard let pending = changes.lost else { return [] }
    changes.lost = nil
    let known = changes.newestStep?.number ?? 0
    if let step, step.id.number > known {
      changes.newestStep = step.id
      say(Sentence(fateKey(step), .sentence(.title(step.name ?? .nameless(step.kind)))))
    } else {
      restore(pending)
      say(Sentence("status.fate.void"), isError: true)
    }
    return [request(.head, for: .head)] + refresh() + runNext()
  }

  private func fateKey(_ step: StepSummary) -> String {
    step.progress == .intent ? "status.fate.open" : "status.fate.complete"
  }

  /// Shows what is there, without an engine.
  mutating func engineStopped(_ reason: Sentence?) -> [Effect] {
    engine.isAlive = false
    engine.reads = [:]
    for pending in changes.waiting.reversed() { restore(pending) }
    changes.waiting = []
    changes.gathering = []
    say(stopped(reason), isError: true)
    list.refreshed = nil
    if list.phase == .loading { list.phase = .failed(TriageFailure(.internalError)) }
    return []
  }

  private func stopped(_ reason: Sentence?) -> Sentence {
    let key = Sentence.Argument.text(keymap.key(for: .command(.refresh)) ?? "")
    guard let reason else { return Sentence("status.engine-missing", key) }
    return Sentence("status.engine-stopped", .sentence(reason), key)
  }
}

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
    if case .message(let id) = read.purpose {
      // It may be what the engine died of: it is read again when a person says so.
      let key = Sentence.Argument.text(keymap.key(for: .command(.refresh)) ?? "")
      refuse(id, Sentence("reading.gone-wrong", key))
      return []
    }
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
    changes.lost = ChangeState.Lost(pending: pending)
    return [request(.settle, for: .settle)]
  }

  /// Takes what was settled: it is told, or asked after if a change of ours may be among it.
  mutating func takeSettled(_ steps: [SettledStep]) -> [Effect] {
    guard changes.lost != nil else {
      tell(steps)
      return []
    }
    changes.lost?.settled = steps
    return [request(.newestStep(session: context.session), for: .fate)]
  }

  /// Says what became of the change whose engine died, and of what others had left open.
  mutating func takeFate(_ step: StepSummary?) -> [Effect] {
    guard let lost = changes.lost else { return [] }
    changes.lost = nil
    let known = changes.newestStep?.number ?? 0
    let made = step.flatMap { $0.id.number > known ? $0 : nil }
    let fate: Sentence
    if let made {
      changes.newestStep = made.id
      fate = Sentence(fateKey(made), .sentence(.title(made.name ?? .nameless(made.kind))))
    } else {
      restore(lost.pending)
      fate = Sentence("status.fate.void")
    }
    say(telling(others(in: lost, made: made), before: fate), isError: made == nil)
    return [request(.head, for: .head)] + refresh() + runNext()
  }

  /// What was settled beside the change whose engine died, which is told of as such.
  ///
  /// If it has come to nothing, it is the last one void that was named as it would have been.
  private func others(in lost: ChangeState.Lost, made: StepSummary?) -> [SettledStep] {
    var others = lost.settled
    let own = others.lastIndex { step in
      made.map { $0.id == step.step } ?? (!step.complete && isNamed(step, as: lost.pending.wish))
    }
    if let own { others.remove(at: own) }
    return others
  }

  private func isNamed(_ step: SettledStep, as wish: ChangeState.Wish) -> Bool {
    guard step.kind == wish.kind else { return false }
    return wish.isTurn || step.name.map { Sentence.title($0) } == title(of: wish)
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

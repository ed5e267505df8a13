import TriageCore

/// The engine process's loop on its index thread: answers reads, does one change at a time.
package final class EngineService {
  let engine: TriageEngine
  private let transport: any EngineTransport
  private let text: any TextRendering
  /// Who counts threads beside all else; `nil` has them counted here.
  private let counter: (any ThreadCounting)?
  /// Who keeps messages that are being written; `nil` where nobody writes.
  private let drafts: (any DraftKeeping)?
  /// How often it is checked whether others have changed something; `nil` for never.
  private let checkInterval: () -> Duration?
  private var waiting: [EngineRequest] = []
  private var cancelled: Set<RequestID> = []
  private var current: RequestID?
  private var hasEnded = false
  /// Whether the running change waits for the index's lock.
  private var waitsForLock = false
  private var lastReport: Report?
  private var alarm = WakeAlarm()
  private var rest: Rest

  /// What the screen knows of index and history.
  private struct Report: Equatable {
    var revision: IndexRevision
    var counter: Int64
  }

  /// Makes the service of one screen.
  package init(
    engine: TriageEngine,
    transport: any EngineTransport,
    text: any TextRendering,
    counter: (any ThreadCounting)? = nil,
    drafts: (any DraftKeeping)? = nil,
    looksEvery interval: @autoclosure @escaping () -> Duration? = .seconds(1),
    rest: Rest = Rest {}
  ) {
    self.rest = rest
    checkInterval = interval
    self.engine = engine
    self.transport = transport
    self.text = text
    self.counter = counter
    self.drafts = drafts
  }

  /// Serves until the input ends; changes that have come are finished or voided then, and nobody
  /// reads what was only asked.
  package func run() {
    reportIfChanged()
    var last = ContinuousClock.now
    var lastAlarm = last
    while !hasEnded || !waiting.isEmpty {
      // Mail wakes at its time, however seldom others' changes are looked for.
      let alarmInterval = min(interval, alarm.interval(engine))
      let next = min(last + interval, lastAlarm + alarmInterval)
      if waiting.isEmpty { receive(waiting: max(.zero, next - .now)) }
      // However much is asked, others' changes are seen in time.
      if last + interval <= .now, !hasEnded {
        if checkInterval() != nil {
          reportIfChanged()
          rest.noteLook()
        }
        last = .now
      }
      if lastAlarm + alarmInterval <= .now, !hasEnded {
        if alarm.goesOff(engine) { transport.send(.due) }
        lastAlarm = .now
      }
      serveNext()
    }
  }

  /// Receives what has come, and serves the first request that waits, if there is one.
  package func serveNext() {
    receiveAll()
    if !waiting.isEmpty { serve(waiting.removeFirst()) }
  }

  private var interval: Duration { checkInterval() ?? .seconds(3600) }

  /// Receives all that has come, so that what is cancelled by a later request is not begun.
  private func receiveAll() {
    while !hasEnded, receive(waiting: .zero) {}
    if hasEnded { waiting.removeAll(where: \.isRead) }
  }

  /// Receives one request, if there is one: cancels count at once, all else queues.
  ///
  /// A read that has not begun is dropped; what has been answered already is left.
  @discardableResult
  private func receive(waiting time: Duration) -> Bool {
    switch transport.next(waiting: time) {
    case .nothing: return false
    case .ended: hasEnded = true
    case .request(let request):
      if case .cancel(let id) = request.body {
        cancel(id)
      } else {
        waiting.append(request)
      }
    }
    return true
  }

  private func cancel(_ id: RequestID) {
    text.cancel(id)
    if id == current { cancelled.insert(id) }
    guard let index = waiting.firstIndex(where: { $0.id == id }) else {
      counter?.cancel(id)
      return
    }
    if waiting[index].isRead {
      waiting.remove(at: index)
      transport.send(.reply(id, .failed(TriageFailure(.cancelled))))
    } else {
      cancelled.insert(id)
    }
  }

  private func serve(_ request: EngineRequest) {
    rest.end()
    do {
      let answer = try request.isBrief ? answer(request.body, for: request.id) : sorted(request)
      guard let reply = answer else { return }
      transport.send(.reply(request.id, reply))
      // The screen asks for this when it has come up.
      if case .settle = request.body { engine.upkeep() }
    } catch {
      transport.send(.reply(request.id, .failed(error)))
    }
  }

  /// Does what is asked; returns `nil` if the answer comes from another thread, or there is none.
  private func answer(
    _ request: EngineRequest.Body,
    for id: RequestID
  ) throws(TriageFailure) -> EngineReply? {
    switch request {
    case .change(let change):
      return .changed(perform(change, id))
    case .wake(let change):
      alarm.note(change.effects)
      return .woken(perform(change, id, lockTimeout: .zero))
    case .draft(let request):
      guard let drafts else { throw TriageFailure(.internalError) }
      return try drafts.answer(request, for: id, control: control(of: id)).map { .draft($0) }
    case .send(let message, let version, let change):
      try drafts?.prepare(message, version: version, control: control(of: id))
      return .changed(perform(change, id))
    case .settle:
      return .settled(try engine.settle(control: control(of: id)), try engine.history.head())
    case .cancel:
      return nil
    case .message(let message, let options):
      text.render(try engine.source(of: message), options: options, for: id)
      return nil
    case .unlock(let message, let options, let others):
      let sources = others.compactMap { try? engine.source(of: $0) }
      text.unlock(try engine.source(of: message), options: options, others: sources, for: id)
      return nil
    case .left(let messages, let seconds):
      text.leave(messages, keeping: .seconds(seconds))
      return nil
    case .forgetUnlocked:
      text.forgetUnlocked()
      return .forgotten
    case .retrySeals:
      text.retrySeals()
      return nil
    case .part(let message, let part, let seals):
      text.send(part: part, files: try engine.files(of: message), seals, for: id)
      return nil
    case .page(let message, let part, let seals):
      text.send(page: part, files: try engine.files(of: message), seals, for: id)
      return nil
    case .list(let query, let sort, let skip, let limit, let rows, let wokenFirst):
      return try engine.list(query, sort, skip, limit, rows, wokenFirst: wokenFirst) { _, _ in true
      }
    case .rows(let threads, let query, let sort):
      return .rows(try engine.store.rows(threads, of: query, sort: sort.dates))
    case .thread(let thread):
      return .thread(try engine.store.thread(thread))
    case .trees(let threads, let query, let limit):
      return .trees(try engine.store.trees(threads, of: query, limit: limit))
    case .sources(let query, let kind, let message):
      return .sources(try sources(of: query, kind, like: message, for: id))
    case .habits(let request):
      return .habits(try habits(request, for: id))
    case .counts(let query):
      return try engine.counts(query)
    case .threadCounts(let query):
      if let counter {
        counter.count(query, for: id)
        return nil
      }
      return .threadCounts(try engine.store.countThreads(query) { true })
    case .names:
      return .names(try engine.names())
    case .history(let filter):
      return .history(try engine.history.steps(filter))
    case .head:
      return .head(try engine.history.head())
    case .step(let step, let limit):
      return .step(try engine.detail(of: step, limit))
    case .newestStep(let session):
      let newest = HistoryFilter(limit: 1, session: session)
      return .newestStep(try engine.history.steps(newest).first)
    }
  }

  /// Answers with a page of a list that all threads of it may have to be read for.
  ///
  /// What is asked meanwhile is served between two slices of that. A change goes first: nothing is
  /// answered then, and the list is read when its turn comes again.
  private func sorted(_ request: EngineRequest) throws(TriageFailure) -> EngineReply? {
    guard case .list(let query, let sort, let skip, let limit, let rows, let first) = request.body
    else {
      return try answer(request.body, for: request.id)
    }
    current = request.id
    defer {
      current = nil
      cancelled.remove(request.id)
    }
    var isOvertaken = false
    var nextReport = ContinuousClock.now + .milliseconds(300)
    do throws(TriageFailure) {
      return try engine.list(query, sort, skip, limit, rows, wokenFirst: first) { done, total in
        serveWaitingReads(waiting: .zero)
        // What is found to have nothing to wake disturbs no list.
        isOvertaken = wakes() || waiting.contains { !$0.isRead }
        if nextReport <= .now {
          nextReport = .now + .milliseconds(100)
          transport.send(.sorting(request.id, done: done, total: total))
        }
        return !isOvertaken && !hasEnded && !cancelled.contains(request.id)
      }
    } catch {
      guard isOvertaken, !cancelled.contains(request.id) else { throw error }
      waiting.append(request)
      return nil
    }
  }

  /// Finds what is from the same sender or list; what is asked meanwhile is served, and the rest can be
  /// given up.
  private func sources(
    of query: MailQuery,
    _ kind: MailSourceKind,
    like message: MessageID,
    for id: RequestID
  ) throws(TriageFailure) -> SourceMatches? {
    try servingReads(id) { (goesOn) throws(TriageFailure) in
      try engine.messages(of: query, like: message, by: kind, goesOn: goesOn)
    }
  }

  /// Finds rules from habits, or dismisses one.
  private func habits(
    _ request: HabitRequest,
    for id: RequestID
  ) throws(TriageFailure) -> [Suggestion] {
    switch request {
    case .dismiss(let suggestion, let isDismissed):
      try engine.history.dismiss([suggestion], isDismissed)
      return []
    case .all(let effects):
      return try servingReads(id) { (goesOn) throws(TriageFailure) in
        try engine.suggestions(effects, goesOn: goesOn)
      }
    case .like(let message, let effects):
      let found = try servingReads(id) { (goesOn) throws(TriageFailure) in
        try engine.suggestion(like: message, effects, goesOn: goesOn)
      }
      return [found].compactMap(\.self)
    }
  }

  /// Does something that looks at much mail: what is asked meanwhile is served, and it is said how far
  /// it is.
  private func servingReads<Found>(
    _ id: RequestID,
    _ body: (_ goesOn: (_ done: Int, _ total: Int) -> Bool) throws(TriageFailure) -> Found
  ) throws(TriageFailure) -> Found {
    let outer = current
    current = id
    defer {
      current = outer
      cancelled.remove(id)
    }
    var nextReport = ContinuousClock.now + .milliseconds(300)
    return try body { done, total in
      serveWaitingReads(waiting: .zero)
      if nextReport <= .now {
        nextReport = .now + .milliseconds(100)
        transport.send(.sorting(id, done: done, total: total))
      }
      return !hasEnded && !cancelled.contains(id)
    }
  }

  /// Brings back what is due while a list is being read; returns whether there was anything.
  private func wakes() -> Bool {
    let wakings = waiting.filter(\.isWaking)
    waiting.removeAll(where: \.isWaking)
    var hasWoken = false
    for request in wakings {
      guard case .wake(let change) = request.body else { continue }
      alarm.note(change.effects)
      let result = perform(change, request.id, lockTimeout: .zero)
      transport.send(.reply(request.id, .woken(result)))
      hasWoken = hasWoken || result.step != nil
    }
    return hasWoken
  }

  private func perform(
    _ change: ChangeRequest,
    _ id: RequestID,
    lockTimeout: Duration? = nil
  ) -> ChangeResult {
    let outer = current
    current = id
    defer {
      current = outer
      cancelled.remove(id)
    }
    var control = control(of: id)
    control.lockTimeout = lockTimeout
    var result = engine.change(change, control: control)
    if change.dryRun { result.nameRecipients(by: drafts) }
    reportIfChanged()
    return result
  }

  /// A change is watched from here: reads are served between its slices, other changes wait.
  ///
  /// When the screen has gone, a change that waits for the lock is dropped, and one that is being
  /// written is finished.
  private func control(of id: RequestID) -> ChangeControl {
    waitsForLock = true
    var control = ChangeControl(
      isCancelled: { [self] in cancelled.contains(id) || (hasEnded && waitsForLock) },
      progress: { [self] in transport.send(.progress(id, $0)) },
      serveReads: { [self] in serveWaitingReads(waiting: .zero) },
      pause: { [self] in
        waitsForLock = true
        serveWaitingReads(waiting: $0)
      }
    )
    control.didOpen = { [self] in waitsForLock = false }
    #if DEBUG
      control.reached = engine.settings.reached
    #endif
    return control
  }

  private func serveWaitingReads(waiting time: Duration) {
    receive(waiting: time)
    receiveAll()
    let reads = waiting.filter(\.isBrief)
    waiting.removeAll(where: \.isBrief)
    reads.forEach(serve)
  }

  /// Reports to the screen that index or history are not what they were, whoever changed them.
  private func reportIfChanged() {
    guard let revision = try? engine.store.revision() else { return }
    // A history that cannot be used never changes.
    let report = Report(revision: revision, counter: (try? engine.history.changeCounter()) ?? 0)
    guard report != lastReport else { return }
    if report.revision != lastReport?.revision { alarm.indexChanged() }
    lastReport = report
    transport.send(.changed(revision, (try? engine.history.head()) ?? HistoryHead()))
  }
}

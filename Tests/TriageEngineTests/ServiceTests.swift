import Maildir
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// What the engine process does with what has come while it was busy.
@Suite(.bothHistories) struct ServiceTests {
  @Test func `a read that a later request cancels is not begun`() throws {
    let bench = try EngineBench(messages: 3)
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, .counts(MailQuery("*")))),
      .request(EngineRequest(id: 2, .counts(MailQuery("tag:a")))),
      .request(EngineRequest(id: 3, .cancel(1))),
      .request(EngineRequest(id: 4, .cancel(2))),
      .request(EngineRequest(id: 5, .counts(MailQuery("tag:ab")))),
      .nothing,
      .ended,
    ])
    transport.serve(bench)
    #expect(transport.answers[1]?.failure?.code == .cancelled)
    #expect(transport.answers[2]?.failure?.code == .cancelled)
    #expect(transport.answers[5].map { $0.failure == nil } == true)
  }

  /// So many questions for the counts of all mail, with a pause after each.
  private static func counts(_ number: Int) -> [EngineInput] {
    (0..<number).flatMap { id -> [EngineInput] in
      [.request(EngineRequest(id: RequestID(id), .counts(MailQuery("*")))), .nothing]
    }
  }

  @Test func `what others change is told of, however much is asked`() throws {
    let bench = try EngineBench(messages: 3)
    let transport = ScriptedTransport(Self.counts(200) + [.ended])
    transport.onAnswer = { if $0 == 10 { try? bench.mail.tag("+other", "--", "*") } }
    transport.serve(bench, looksEvery: .milliseconds(1))
    #expect(transport.revisions.count == 2)
  }

  @Test func `memory is given back once after a while in which nothing is asked`() throws {
    let bench = try EngineBench(messages: 3)
    let counts = EngineInput.request(EngineRequest(id: 1, .counts(MailQuery("*"))))
    let rests = [EngineInput](repeating: .nothing, count: 20)
    var script = [counts]
    script += rests
    script += [counts, counts]
    script += rests
    script.append(.ended)
    let transport = ScriptedTransport(script)
    var answered: [Int] = []
    let rest = Rest { answered.append(transport.order.count) }
    transport.serve(bench.engine, looksEvery: .zero, rest: rest)
    #expect(answered == [1, 3])
  }

  @Test func `behind a history that cannot be used mail is read and news is reported`() throws {
    let bench = try EngineBench(messages: 3)
    let engine = bench.engineWithoutHistory(because: TriageFailure(.journalDamaged, "/history"))
    let archive = ChangeRequest(
      .perform([Command([.fixed(.archive)], on: .query("*", limit: nil))], name: nil),
      context: bench.context
    )
    let asked: [EngineInput] = [.request(EngineRequest(id: 300, .change(archive))), .nothing]
    let transport = ScriptedTransport(asked + Self.counts(200) + [.ended])
    transport.onAnswer = { if $0 == 10 { try? bench.mail.tag("+other", "--", "*") } }
    transport.serve(engine, looksEvery: .milliseconds(1))
    let result = try #require(transport.answers[300]?.result)
    #expect(result.failure?.code == .journalDamaged)
    #expect(try bench.mail.count("tag:inbox") == 3)
    #expect(transport.answers[5].map { $0.failure == nil } == true)
    #expect(transport.revisions.count == 2)
  }

  @Test func `E27: threads are counted aside, and a count is given up there too`() throws {
    let bench = try EngineBench(messages: 3)
    let counter = NotedCounter()
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, .threadCounts(MailQuery("*")))),
      .nothing,
      .request(EngineRequest(id: 2, .counts(MailQuery("*")))),
      .nothing,
      .request(EngineRequest(id: 3, .cancel(1))),
      .ended,
    ])
    transport.counter = counter
    transport.serve(bench)
    #expect(counter.noted == ["count * for 1", "cancel 1"])
    #expect(transport.answers.keys.sorted() == [2])
  }

  @Test func `E27: where nobody counts aside the engine counts itself`() throws {
    let bench = try EngineBench(messages: 3)
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, .threadCounts(MailQuery("*")))), .nothing, .ended,
    ])
    transport.serve(bench)
    guard case .threadCounts(let counted)? = transport.answers[1] else {
      Issue.record("\(transport.answers)")
      return
    }
    let threads = try bench.mail.notmuch("count", "--output=threads", "*").lines.first
    #expect(threads == String(counted.counts.total))
    #expect(transport.revisions.first == counted.revision)
  }

  @Test func `what a limit leaves out of a step is counted`() throws {
    let bench = try EngineBench(messages: 5)
    let star = bench.act(.fixed(.star), on: "*")
    bench.act(.fixed(.unstar), on: "*")
    let group = try #require(star.step)
    let revert = try #require(bench.turn(.revert, group).step)
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, .step(group, limit: 2))),
      .nothing,
      .request(EngineRequest(id: 2, .step(group, limit: 5))),
      .nothing,
      .request(EngineRequest(id: 3, .step(revert, limit: 2))),
      .nothing,
      .ended,
    ])
    transport.serve(bench)
    let details = transport.answers.compactMapValues { $0.step }
    #expect(details[1]?.changes.count == 2 && details[1]?.omittedChanges == 3)
    #expect(details[2]?.changes.count == 5 && details[2]?.omittedChanges == 0)
    #expect(details[3]?.left.count == 2 && details[3]?.omittedLeft == 3)
  }

  @Test func `E24: while a list is sorted reads are answered, and it can be given up`() throws {
    let bench = Self.engine(over: Self.mail(3))
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, Self.bySender)),
      .nothing,
      .request(EngineRequest(id: 2, .counts(MailQuery("*")))),
      .nothing,
      .request(EngineRequest(id: 3, .cancel(1))),
      .nothing,
      .ended,
    ])
    transport.serve(bench, looksEvery: .seconds(60))
    #expect(transport.order == [2, 1])
    #expect(transport.answers[1]?.failure?.code == .cancelled)
  }

  @Test func `E24: a change goes before a list that is being sorted`() throws {
    let bench = Self.engine(over: Self.mail(3))
    let archive = ChangeRequest(
      .perform([Command([.fixed(.archive)], on: .query("*", limit: nil))], name: nil),
      context: StepContext(origin: .screen, session: "s", host: "h", pid: 1)
    )
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, Self.bySender)),
      .nothing,
      .request(EngineRequest(id: 2, .change(archive))),
      .nothing, .nothing, .nothing, .nothing, .nothing, .nothing, .nothing, .nothing, .nothing,
      .ended,
    ])
    transport.serve(bench, looksEvery: .seconds(60))
    #expect(transport.order == [2, 1])
    #expect(transport.answers[1]?.page?.entries.count == 3)
  }

  @Test func `L8 what finds nothing to wake disturbs no list that is being sorted`() throws {
    let mail = Self.mail(3)
    let engine = Self.engine(over: mail)
    let wake = ChangeRequest(
      .wake,
      context: StepContext(origin: .screen, session: "s", host: "h", pid: 1)
    )
    func order() -> [RequestID] {
      let transport = ScriptedTransport([
        .request(EngineRequest(id: 1, Self.bySender)), .nothing,
        .request(EngineRequest(id: 2, .wake(wake))), .nothing,
        .request(EngineRequest(id: 3, .counts(MailQuery("*")))), .ended,
      ])
      transport.serve(engine, looksEvery: .seconds(60))
      return transport.order
    }
    // The screen has gone before the list was sorted: it is not begun anew.
    #expect(order() == [2, 1])
    mail.deliver([
      MessageMetadata(
        id: "s@x",
        thread: ThreadID("s"),
        date: 1,
        from: "a@x",
        subject: "Letter",
        tags: [WakeTime.asleep],
        files: []
      )
    ])
    #expect(order() == [2])
    #expect(try mail.count("tag:woken", .messages) == 1)
  }

  @Test func `E24: the pages of a sorted list are read once, until the index is another one`()
    throws
  {
    let mail = Self.mail(5)
    let engine = Self.engine(over: mail)
    var slices = 0
    func page(_ skip: Int) throws -> ListPage {
      try engine.page(of: "*", .sender, skip: skip, limit: 2) { _, total in
        #expect(total == 5)
        slices += 1
        return true
      }
    }
    let first = try page(0)
    #expect(first.entries.count == 2 && first.next == 2 && slices == 5)
    #expect(try page(2).entries.count == 2)
    #expect(try page(4).next == nil)
    #expect(slices == 5)
    mail.deliver([])
    // A list that is being shown goes on; one that begins anew is read anew.
    #expect(try page(4).entries.count == 1 && slices == 5)
    #expect(try page(0) != first && slices == 10)
  }

  private static func mail(_ count: Int) -> InMemoryMail {
    InMemoryMail(
      (0..<count).map { number in
        MessageMetadata(
          id: MessageID("m\(number)@x"),
          thread: ThreadID("t\(number)"),
          date: 1_000 + Timestamp(number),
          from: "Author \(number * 7 % 10) <a@x>",
          subject: "Letter",
          tags: ["inbox"],
          files: []
        )
      }
    )
  }

  private static func engine(over mail: InMemoryMail) -> TriageEngine {
    TriageEngine(
      store: mail,
      history: InMemoryHistory(),
      files: MaildirFiles(root: "/nowhere"),
      lock: mail,
      settings: EngineSettings(synchronizesFlags: false, now: { 1_790_000_000 })
    )
  }

  private static let bySender = EngineRequest.Body.list(
    "*",
    sort: .sender,
    skip: 0,
    limit: 10,
    rows: 0,
    wokenFirst: false
  )

  @Test func `for a screen that has gone nothing is read, but what it asked to change is done`()
    throws
  {
    let bench = try EngineBench(messages: 3)
    let archive = ChangeRequest(
      .perform([Command([.fixed(.archive)], on: .query("*", limit: nil))], name: nil),
      context: bench.context
    )
    let transport = ScriptedTransport([
      .request(EngineRequest(id: 1, .counts(MailQuery("*")))),
      .request(EngineRequest(id: 2, .change(archive))),
      .request(EngineRequest(id: 3, .counts(MailQuery("*")))),
      .ended,
    ])
    transport.serve(bench)
    #expect(transport.answers.keys.sorted() == [2])
    #expect(try !bench.mail.dump().contains("+inbox"))
  }
}

extension EngineReply {
  fileprivate var failure: TriageFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }

  fileprivate var result: ChangeResult? {
    if case .changed(let result) = self { result } else { nil }
  }

  fileprivate var page: ListPage? {
    if case .list(let page, _) = self { page } else { nil }
  }

  fileprivate var step: StepDetail? {
    if case .step(let detail) = self { detail } else { nil }
  }
}

/// A pipe on which everything has come already, up to the next pause.
private final class ScriptedTransport: EngineTransport, TextRendering {
  private var inputs: ArraySlice<EngineInput>
  private(set) var answers: [RequestID: EngineReply] = [:]
  /// The requests in the order in which they were answered.
  private(set) var order: [RequestID] = []
  /// The states of the index it was told of.
  private(set) var revisions: [IndexRevision] = []
  var onAnswer: (RequestID) -> Void = { _ in }
  var counter: (any ThreadCounting)?

  init(_ inputs: [EngineInput]) { self.inputs = inputs[...] }

  func serve(_ bench: EngineBench, looksEvery pace: Duration = .seconds(60)) {
    serve(bench.engine, looksEvery: pace)
  }

  func serve(_ engine: TriageEngine, looksEvery pace: Duration, rest: Rest = Rest {}) {
    EngineService(
      engine: engine,
      transport: self,
      text: self,
      counter: counter,
      looksEvery: pace,
      rest: rest
    ).run()
  }

  func next(waiting time: Duration) -> EngineInput { inputs.popFirst() ?? .nothing }

  func send(_ message: EngineMessage) {
    switch message {
    case .reply(let id, let reply):
      answers[id] = reply
      order.append(id)
      onAnswer(id)
    case .changed(let revision, _): revisions.append(revision)
    case .progress, .sorting, .counting, .sealed, .filled, .due: break
    }
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

  func render(_ message: MessageSource, options: MessageOptions, for request: RequestID) {}

  func send(page: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {}

  func send(part: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {}
}

/// Notes what it is asked for, and answers nothing.
private final class NotedCounter: ThreadCounting {
  private(set) var noted: [String] = []

  func count(_ query: MailQuery, for request: RequestID) {
    noted.append("count \(query.text) for \(request)")
  }

  func cancel(_ request: RequestID) { noted.append("cancel \(request)") }
}

import Foundation
import Maildir
import TestSupport
import TriageCore
import TriageEngine

/// Mail and a history in memory, and the real engine over them.
final class Mailbox {
  private let mail = InMemoryMail()
  private let history = InMemoryHistory()
  private let folders: TemporaryFolders?
  private let engine: TriageEngine
  private let pipe: InProcessPipe
  private let service: EngineService
  /// Messages of one's own.
  let drafts: DraftBox
  private var threadCount = 0
  /// The dates of the oldest message and of the newest.
  private var dates: ClosedRange<Timestamp>?
  /// Requests for changes, as they came.
  private(set) var changes: [ChangeRequest] = []

  /// Makes a mailbox without mail; its folders are real, without them no mail has a file.
  init(folders: TemporaryFolders? = nil) {
    self.folders = folders
    drafts = DraftBox(history)
    engine = TriageEngine(
      store: mail,
      history: history,
      files: MaildirFiles(root: folders?.root ?? "/nowhere"),
      lock: mail,
      settings: EngineSettings(synchronizesFlags: false, now: { Screenplay.now - 60 })
    )
    pipe = InProcessPipe()
    service = EngineService(
      engine: engine,
      transport: pipe,
      text: pipe,
      drafts: drafts,
      looksEvery: nil
    )
  }

  /// Adds a thread: older than all others, newer than them, or of this date.
  func add(
    _ subject: String,
    from authors: [String] = ["Ann"],
    tags: [Set<MailTag>] = [[.inbox, .unread]],
    date: Timestamp? = nil,
    text: [ContentLine] = [ContentLine(.text, "Hello.")],
    depths: [Int] = [],
    subjects: [Int: String] = [:],
    isNewest: Bool = false
  ) {
    threadCount += 1
    let id = ThreadID("t\(threadCount)")
    let start = date ?? newDate(isNewest, count: tags.count)
    let messages = tags.enumerated().map { index, tags in
      var metadata = MessageMetadata(
        id: MessageID("\(id)m\(index + 1)@example.org"),
        thread: id,
        date: start + Timestamp(index) * 60,
        from: Self.field(authors[index % authors.count], "a\(index)@example.org"),
        subject: subjects[index] ?? subject,
        tags: tags,
        files: folders?.deliver("\(id)m\(index + 1)") ?? []
      )
      metadata.depth = depths.indices.contains(index) ? depths[index] : 0
      return metadata
    }
    mail.deliver(messages)
    let end = start + Timestamp(tags.count - 1) * 60
    dates = min(start, dates?.lowerBound ?? start)...max(end, dates?.upperBound ?? end)
    for message in messages {
      pipe.texts[message.id] = MessageContent(
        id: message.id,
        headers: [HeaderField(name: "Subject", value: subject, isShort: true)],
        lines: text
      )
    }
  }

  /// An author as a field names them, with an address unless they have one.
  private static func field(_ author: String, _ address: String) -> String {
    author.contains("<") ? author : "\(author) <\(address)>"
  }

  /// The lists that messages are from.
  func setLists(_ lists: [MessageID: String]) { engine.listLookup = KnownLists(lists) }

  /// Who gets the messages of a thread.
  func setRecipients(_ people: [String], of thread: Int) {
    for message in messages(of: thread) { mail.recipients[message.id] = people }
  }

  /// The date of a thread of so many messages that lies beyond all others.
  private func newDate(_ isNewest: Bool, count: Int) -> Timestamp {
    guard let dates else { return Screenplay.now - 3600 }
    return isNewest ? dates.upperBound + 60 : dates.lowerBound - 60 * Timestamp(count)
  }

  /// Changes every text.
  func changeTexts(_ change: (inout MessageContent) -> Void) {
    pipe.texts = pipe.texts.mapValues { text in
      var text = text
      change(&text)
      return text
    }
  }

  /// notmuch's saved queries.
  var queries: [(name: String, query: String)] {
    get { mail.saved }
    set { mail.saved = newValue }
  }

  /// Why the index cannot be opened for writing.
  var openingFails: TriageFailure? {
    get { mail.openingFails }
    set { mail.openingFails = newValue }
  }

  /// The messages of a thread, counted from 0, oldest first.
  func messages(of thread: Int) -> [MessageMetadata] {
    let id = ThreadID("t\(thread + 1)")
    return mail.content.inOrder(.oldestFirst) { $0.thread == id }
  }

  /// The tags of every message, for whole comparisons.
  var dump: [MessageID: Set<MailTag>] {
    Dictionary(uniqueKeysWithValues: mail.all.map { ($0.id, $0.tags) })
  }

  /// The files of every message.
  var files: [MessageID: [String]] {
    Dictionary(uniqueKeysWithValues: mail.all.map { ($0.id, $0.files) })
  }

  /// What the engine says when index or history are not what they were.
  var news: EngineMessage { .changed(mail.content.revision, history.head()) }

  /// The step that was made last.
  var newestStep: StepID? { history.steps(HistoryFilter(limit: 1)).first?.id }

  /// Whether the history has a step that has not been finished.
  var hasOpenSteps: Bool { !history.openSteps().isEmpty }
}

extension Mailbox {
  /// Lets the engine serve a request, and returns what it says.
  func serve(_ request: EngineRequest) -> [EngineMessage] {
    if case .change(let change) = request.body, !change.dryRun { changes.append(change) }
    pipe.requests.append(request)
    service.serveNext()
    defer { pipe.messages = [] }
    return pipe.messages
  }

  /// Does an action as the shell would.
  @discardableResult
  func actFromShell(
    _ action: FixedAction,
    on threads: Int...,
    name: ActionName? = nil
  ) -> StepID? {
    act(action, on: threads, as: Self.shell, name: name)
  }

  /// Does an action as another screen would, in the list of a query.
  func actFromScreen(_ action: FixedAction, on thread: Int, view: String) {
    var context = StepContext(origin: .screen, session: "another", host: "h", pid: 9)
    (context.view, context.anchor) = (view, messages(of: thread).first?.id)
    act(action, on: [thread], as: context)
  }

  /// Undoes as the shell would.
  func undoFromShell() { perform(ChangeRequest(.undo(UndoRequest()), context: Self.shell)) }

  private static let shell = StepContext(origin: .shell, session: "shell", host: "h", pid: 9)

  @discardableResult
  private func act(
    _ action: FixedAction,
    on threads: [Int],
    as context: StepContext,
    name: ActionName? = nil
  ) -> StepID? {
    let ids = threads.flatMap(messages).map(\.id)
    let command = Command([.fixed(action)], on: .messages(ids))
    return perform(ChangeRequest(.perform([command], name: name), context: context))
  }

  @discardableResult
  private func perform(_ request: ChangeRequest) -> StepID? {
    engine.change(request, control: ChangeControl(pause: { _ in })).step
  }

  /// Leaves a step open, as a process does that dies right after it has committed the tags.
  func reopen(_ step: StepID) { history.reopen(step) }

  /// Records a change as a process does that dies before it has committed the tags.
  func record(_ request: ChangeRequest) {
    let before = mail.content
    if let step = perform(request) { reopen(step) }
    mail.content = before
  }
}

extension Mailbox {
  /// Adds a message to a thread behind the screen's back.
  func deliver(to thread: Int, tags: Set<MailTag>) {
    guard var message = messages(of: thread).last else { return }
    message.id = MessageID("\(message.thread)late@example.org")
    message.date = message.date.map { $0 + 1 }
    message.tags = tags
    mail.deliver([message])
  }

  /// Deletes the first messages of a thread behind the screen's back.
  func remove(_ count: Int, of thread: Int) {
    for message in messages(of: thread).prefix(count) { mail.remove(message.id) }
  }

  /// Gives a thread another subject behind the screen's back.
  func rename(_ thread: Int, to subject: String) {
    change(thread) { $0.subject = subject }
  }

  /// Changes the tags of all messages of a thread behind the screen's back.
  func retag(_ thread: Int, _ change: (inout Set<MailTag>) -> Void) {
    self.change(thread) { change(&$0.tags) }
  }

  /// Changes something that concerns no message.
  func touch() { mail.deliver([]) }

  /// Changes one message of a thread behind the screen's back.
  func change(_ thread: Int, _ number: Int, _ change: (inout MessageMetadata) -> Void) {
    var message = messages(of: thread)[number]
    change(&message)
    mail.deliver([message])
  }

  private func change(_ thread: Int, _ change: (inout MessageMetadata) -> Void) {
    mail.deliver(
      messages(of: thread).map { message in
        var message = message
        change(&message)
        return message
      }
    )
  }
}

/// Maildir folders for the time of a test.
final class TemporaryFolders {
  let root: String
  private let inbox: MailFolder

  /// Makes folders; mail is delivered into the first one.
  init(_ folders: [MailFolder]) throws {
    root = "\(temporaryFolder)/folders-\(UUID().uuidString)"
    inbox = folders[0]
    for folder in folders {
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(folder)/\(part)",
          withIntermediateDirectories: true
        )
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Makes an empty file for a message.
  func deliver(_ name: String) -> [String] {
    let file = "\(root)/\(inbox)/cur/\(name):2,"
    return FileManager.default.createFile(atPath: file, contents: nil) ? [file] : []
  }
}

/// Lists of messages that need no file.
private final class KnownLists: ListLookup {
  private let lists: [MessageID: String]

  init(_ lists: [MessageID: String]) { self.lists = lists }

  func known(_ message: MessageID) -> String?? { .some(lists[message]) }
  func lists(of messages: [(id: MessageID, files: [String])]) -> [String?] {
    messages.map { lists[$0.id] }
  }
}

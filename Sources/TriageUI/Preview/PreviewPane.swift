import Screen
import TriageCore

/// The text beside the list: the message at which reading would begin.
struct PreviewPane: Pane {
  /// The thread that is shown, as far as it has been read.
  private struct Shown: Sendable {
    let thread: ThreadID
    /// The message under the cursor, if it is on one.
    var wanted: MessageID?
    /// Where reading begins without that.
    let start: OpenThread.Entry
    /// What the list's query matches of the thread, once its row is known.
    var matched: [MessageID] = []
    /// How many messages the thread's row had when they were asked for.
    var size: Int?
    /// The thread's messages; empty until they have been read.
    var messages: [MessageMetadata] = []
    /// The one that is shown; `nil` until the thread has been read.
    var message: MessageMetadata?
    /// `nil` until the text has been read.
    var text: ReadingText?
    /// Whether more is known of the message's seals than the text shows.
    var isOutdated = false
    var failure: TriageFailure?
    /// The first line shown.
    var top = 0

    /// Whether the text has not come, or was laid out for another width.
    func lacksText(for columns: Int) -> Bool {
      guard let text, !isOutdated else { return true }
      return text.content?.columns.map { $0 != columns } ?? false
    }

    /// Goes to the message under the cursor; returns whether all is known of the thread for that.
    mutating func choose(_ message: MessageID?, _ row: ThreadRow?) -> Bool {
      let isMatchKnown = start != .firstMatch || row == nil || !matched.isEmpty
      if message == wanted, isMatchKnown { return true }
      wanted = message
      matched = row?.matched ?? matched
      chooseMessage()
      return message == nil || self.message?.id == message
    }

    /// Shows the message that is wanted, or the one that a thread is known by.
    mutating func chooseMessage() {
      let entry = wanted.map(OpenThread.Entry.message) ?? start
      let chosen = messages.start(at: entry, matched: matched.contains).map { messages[$0] }
      if chosen?.id != message?.id { (text, top, failure) = (nil, 0, nil) }
      message = chosen
    }
  }

  private var shown: Shown?
  private var threadTicket: Ticket<ThreadQuestion>?
  private var textTicket: Ticket<MessageQuestion>?

  /// It never has the focus: the list scrolls it.
  var context: KeyContext { .list }
  static let behaviors: [ScreenCommand: Behavior<PreviewPane>] = [:]

  var awaited: [RequestID] { [threadTicket?.id, textTicket?.id].compactMap(\.self) }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .scrollPreview(let lines): scroll(by: lines, &shared)
    case .configured(let old):
      if old.reading.html != shared.config.reading.html
        || old.sealed.options != shared.config.sealed.options
      {
        shown?.text = nil
      }
    case .resized:
      let columns = shared.layout.preview.columns
      if columns > 0 { shown?.text?.lay(out: TextLayout(columns: columns)) }
      scroll(by: 0, &shared)
    case .sealed(let message), .rewritten(let message):
      if shown?.message?.id == message { shown?.isOutdated = true }
    case .filled(let content, let options): fill(content, options, shared)
    case .sealsForgotten: if !sealedMessages.isEmpty { shown?.text = nil }
    case .refresh, .engineRestarted: shown?.failure = nil
    case .refreshByHand:
      shown?.failure = nil
      if shown?.text?.content?.mayOpenNow == true { shown?.isOutdated = true }
    default: break
    }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    let height = shared.layout.preview.rows
    guard let top = shown?.top, let count = shown?.text?.count else { return }
    if top + lines + height > count { shown?.text?.layMore() }
    let last = max(0, (shown?.text?.count ?? 0) + 1 - height)
    shown?.top = max(0, min(top + lines, last))
  }

  /// Asks for what is shown and lacks: one thing at a time, so that moving never waits.
  mutating func settle(_ shared: inout Shared) {
    if shared.isListCovered { return }
    defer { shared.mailbox.previewed = shown?.message }
    let current = shared.mailbox.current
    guard !shared.layout.preview.isEmpty, let thread = current?.thread else {
      shown = nil
      (threadTicket, textTicket) = (nil, nil)
      return
    }
    guard threadTicket == nil, textTicket == nil, shared.requests.isAlive else { return }
    guard shown?.thread == thread, shown?.choose(current?.message, current?.row) ?? false else {
      shown = Shown(
        thread: thread,
        wanted: current?.message,
        start: shared.startOfThread,
        matched: current?.row?.matched ?? [],
        size: current?.row?.messages.count
      )
      threadTicket = shared.ask(ThreadQuestion(thread: thread))
      return
    }
    if let size = current?.row?.messages.count, size != shown?.size {
      let isGrown = shown?.size != nil
      shown?.size = size
      if isGrown {
        threadTicket = shared.ask(ThreadQuestion(thread: thread))
        return
      }
    }
    let options = options(shared)
    guard let shown, let message = shown.message, shown.failure == nil,
      shown.lacksText(for: options.columns)
    else { return }
    textTicket = shared.ask(MessageQuestion(message: message.id, options: options))
  }

  private func options(_ shared: Shared) -> MessageOptions {
    MessageOptions(
      columns: TextLayout(columns: shared.layout.preview.columns).measure,
      filter: shared.config.reading.html.arguments,
      seals: shared.config.sealed.options
    )
  }

  /// Takes a text that the engine sends by itself, if it is still the one that would be asked for.
  private mutating func fill(
    _ content: MessageContent,
    _ options: MessageOptions,
    _ shared: Shared
  ) {
    guard shown?.message?.id == content.id else { return }
    guard shown?.text != nil, textTicket == nil, self.options(shared).isSame(as: options) else {
      shown?.isOutdated = true
      return
    }
    put(ReadingText(content, TextLayout(columns: shared.layout.preview.columns)))
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let ticket = threadTicket, let answered = arrival.redeem(&threadTicket) {
      guard shown?.thread == ticket.question.thread else { return }
      guard case .answer(let messages) = answered else {
        shown?.failure = answered.failure
        return
      }
      receive(messages)
    } else if let ticket = textTicket, let answered = arrival.redeem(&textTicket) {
      guard shown?.message?.id == ticket.question.message else { return }
      guard case .answer(let content) = answered else {
        shown?.failure = answered.failure
        return
      }
      put(ReadingText(content, TextLayout(columns: shared.layout.preview.columns)))
    }
  }

  /// Takes the message's text; what stands on top stays there.
  private mutating func put(_ text: ReadingText) {
    var text = text
    if let old = shown?.text, let top = shown?.top, top > 0, let anchor = old.anchor(at: top),
      let row = text.row(of: old.anchor(anchor, in: text))
    {
      shown?.top = row
    }
    shown?.text = text
    shown?.isOutdated = false
  }

  var sealedMessages: [MessageID] {
    guard let content = shown?.text?.content, !content.seals.isEmpty else { return [] }
    return [content.id]
  }

  private mutating func receive(_ messages: [MessageMetadata]) {
    let matched = Set(shown?.matched ?? [])
    shown?.messages = messages.withoutDiscarded(but: matched)
    shown?.chooseMessage()
    let isFound = shown?.message != nil
    shown?.failure = isFound ? nil : TriageFailure(.nothingFound)
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.addTarget(.ground, layout.preview)
    guard let shown, shown.thread == painter.shared.mailbox.current?.thread else { return }
    painter.within(layout.preview) { painter, area in
      if let failure = shown.failure {
        return painter.drawNote([.failure(failure)], area, placesCursor: false)
      }
      guard let message = shown.message else { return }
      painter.drawHeading(of: message.opened(shown.text?.content), area)
      guard let text = shown.text else { return }
      var room = area
      _ = room.removeTop(rows: 1)
      painter.drawText(text, from: shown.top, room)
    }
  }
}

extension Painter {
  fileprivate mutating func drawHeading(of message: MessageMetadata, _ area: Rect) {
    let date = words.headerDate(message.date)
    let columns = area.columns - date.width - 2
    canvas.draw(words.display(message.from), row: 0, columns: columns, style: look[.heading])
    canvas.draw(date, row: 0, column: area.columns - date.width, style: look[.faint])
  }
}

import Screen
import TriageCore

extension State {
  /// Opens the thread under the cursor; in a thread, folds or unfolds the message.
  mutating func open() -> [Effect] {
    guard reading == nil else {
      toggleFold()
      return []
    }
    guard let thread = list.current else { return [] }
    reading = ReadingState(
      thread,
      matched: list.rows[thread]?.matched ?? [],
      isFromSearch: isListSearched,
      columns: layout.content.columns,
      filter: config.reading.html.arguments
    )
    return [request(.thread(thread), for: .thread(thread))]
  }

  /// Whether the list shows something else than a view as it is saved: then one looks for what
  /// matched.
  private var isListSearched: Bool {
    isLimitedByHand || !views.contains { $0.query == list.view }
  }

  private mutating func toggleFold() {
    guard let id = reading?.current?.id else { return }
    if reading?.unfolded.remove(id) == nil { reading?.unfolded.insert(id) }
    settleReading()
  }

  /// Keeps the window of the thread being read within its lines.
  mutating func settleReading() {
    let height = contentHeight
    reading?.settle(height: height)
  }

  mutating func refreshThread() -> [Effect] {
    guard let thread = reading?.thread, reading?.failure == nil,
      !isWaiting(for: { $0 == .thread(thread) })
    else { return [] }
    return [request(.thread(thread), for: .thread(thread))]
  }

  mutating func take(_ messages: [MessageFacts], of thread: ThreadID) {
    guard var reading, reading.thread == thread else { return }
    let isFirst = reading.messages.isEmpty
    let place = reading.current?.id
    reading.messages = messages
    reading.failure = messages.isEmpty ? TriageFailure(.nothingFound) : nil
    if isFirst {
      reading.unfoldWhatIsNew()
    } else {
      reading.cursor = messages.firstIndex { $0.id == place } ?? 0
    }
    reading.settle(height: contentHeight)
    self.reading = reading
  }

  mutating func take(_ content: MessageContent) {
    guard let reading, reading.messages.contains(where: { $0.id == content.id }) else { return }
    setText(ReadingText(content, reading.textLayout), of: content.id)
    findOn()
  }

  mutating func setText(_ text: ReadingText, of message: MessageID) {
    reading?.put(text, of: message)
    settleReading()
  }

  /// Says in a message's place that it could not be read.
  mutating func refuse(_ message: MessageID, _ failure: Sentence) {
    guard let layout = reading?.textLayout else { return }
    setText(ReadingText(failure, layout), of: message)
  }

  /// Lays the texts out in another way.
  mutating func layReading(_ change: (inout TextLayout) -> Void) {
    guard var layout = reading?.textLayout else { return }
    change(&layout)
    reading?.lay(out: layout)
    settleReading()
  }

  /// The message whose rows are not all made.
  var unfinishedText: MessageID? {
    reading?.messages.first {
      reading?.unfolded.contains($0.id) ?? false && reading?.texts[$0.id]?.isLaidOut == false
    }?.id
  }

  /// Makes further rows; called when nothing else is to do.
  mutating func layMore() {
    guard let message = unfinishedText else { return }
    reading?.change { $0.texts[message]?.layMore() }
    settleReading()
  }

  /// The next unfolded message on the screen that lacks its text, or has it for another width: the
  /// one under the cursor, those below it, then those above, from the nearest on.
  var missingText: MessageID? {
    guard let reading else { return nil }
    if let next = reading.find?.next, reading.texts[next] == nil { return next }
    let shown = reading.layout.messages(in: reading.top..<reading.top + contentHeight)
    let below = shown.filter { $0 >= reading.cursor }
    let above = shown.filter { $0 < reading.cursor }.reversed()
    return (below + above).map { reading.messages[$0].id }.first { id in
      reading.unfolded.contains(id) && reading.lacksText(of: id)
    }
  }

  /// Asks for the text that is missing.
  mutating func readMessage() -> [Effect] {
    guard let missing = missingText, !isWaiting(for: { $0 == .message(missing) }) else { return [] }
    guard let options = reading?.options(for: missing) else { return [] }
    return [request(.message(missing, options), for: .message(missing))]
  }
}

extension ReadingState {
  /// Unfolds what is unread or was looked for, or else the newest message, and goes to the first
  /// one that was looked for, or else that is unread.
  fileprivate mutating func unfoldWhatIsNew() {
    let open = messages.filter { $0.tags.contains(.unread) || matched.contains($0.id) }
    unfolded = Set(open.isEmpty ? messages.suffix(1).map(\.id) : open.map(\.id))
    let sought = isFromSearch ? messages.firstIndex { matched.contains($0.id) } : nil
    let unread = messages.firstIndex { $0.tags.contains(.unread) }
    cursor = sought ?? unread ?? max(0, messages.count - 1)
    top = layout.firstLine(of: cursor)
    followsCursor = true
  }
}

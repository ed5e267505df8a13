import Screen
import TriageCore

/// A thread being read: its messages, those whose text has come, and what is unfolded.
struct OpenThread: Sendable {
  /// Where reading begins.
  enum Entry: Hashable, Sendable {
    /// At what a person came for: the first unread message, or else the newest.
    case whatIsNew
    /// At the first unread message that the list's query matches, else at the first that it matches, or
    /// else as above.
    case firstMatch
    /// At an unread message, counted from the first, or back from the last; or else at the newest.
    case unread(Int)
    /// At the message that was chosen.
    case message(MessageID)
  }

  /// What of a message is in the window.
  enum Landing: Hashable, Sendable {
    /// It stands on top, from its header line on, as far as the last page allows.
    case header
    /// Its last page.
    case end
    /// The thread's last page: whatever comes above it, its last line stays the window's.
    case bottom
    /// What the window has been moved to within it.
    case page
  }

  let thread: ThreadID
  /// In the order of the answers, with their depths.
  var messages: [MessageMetadata] = []
  /// The texts that have come, laid out for the window.
  var texts: [MessageID: ReadingText] = [:]
  /// How a message is asked for that is not to be shown as usual.
  var options: [MessageID: MessageOptions] = [:]
  var unfolded: Set<MessageID> = []
  /// Messages that the next action is about, if any are selected.
  var selected: Set<MessageID> = []
  /// Messages that the list's query matches: unfolded at first.
  var matched: Set<MessageID> = []
  /// The message to begin at.
  let entry: Entry
  /// How texts are laid out.
  var textLayout: TextLayout
  /// The program that makes text of pages; empty for our own way.
  private var filter: [String]
  /// Messages of whose seals more is known than their texts show.
  var outdated: Set<MessageID> = []
  /// The message under the cursor.
  var cursor = 0
  /// The first line shown.
  var top = 0
  /// The message that was gone to, if nothing else was scrolled since: while the cursor is on it,
  /// that stays there, whatever texts come above it.
  var goneTo: MessageID?
  /// What of the message that was gone to is shown.
  var landing = Landing.header
  /// How far lines that keep their ends are scrolled sideways.
  var left = 0
  var find: FindState?
  var failure: TriageFailure?

  init(_ thread: ThreadID, entry: Entry, columns: Int, filter: [String]) {
    self.thread = thread
    self.entry = entry
    self.filter = filter
    textLayout = TextLayout(columns: columns)
  }

  /// The message under the cursor.
  var current: MessageMetadata? { messages.indices.contains(cursor) ? messages[cursor] : nil }

  /// The text of the message under the cursor, if it has come.
  var currentText: ReadingText? { current.flatMap { texts[$0.id] } }

  /// Where each message's lines are.
  var layout: ThreadLayout {
    ThreadLayout(messages.map { unfolded.contains($0.id) ? (texts[$0.id]?.count ?? 1) : 0 })
  }

  /// How a message is to be rendered.
  func options(for message: MessageID) -> MessageOptions {
    var options = options[message] ?? MessageOptions()
    options.columns = textLayout.measure
    options.filter = filter
    return options
  }

  /// Whether the text of a message has not come, or was laid out for another width: then it is shown
  /// until the new one is there.
  func lacksText(of message: MessageID) -> Bool {
    guard let text = texts[message], !outdated.contains(message) else { return true }
    return text.content?.columns.map { $0 != textLayout.measure } ?? false
  }

  /// Lays the texts out in another way.
  mutating func lay(out layout: TextLayout) {
    find?.counted = [:]
    change { thread in
      thread.textLayout = layout
      for id in thread.texts.keys { thread.texts[id]?.lay(out: layout) }
    }
  }

  /// Gives pages to another program from now on: those that are there, too.
  mutating func read(with filter: [String]) {
    guard filter != self.filter else { return }
    self.filter = filter
    let texts = texts.filter { $0.value.content?.columns == nil }
    change { $0.texts = texts }
  }

  /// Lets what could not be read be asked for again.
  mutating func forgetFailures() {
    failure = nil
    texts = texts.filter { !$0.value.isFailure }
  }

  /// Takes a message's text; the message that was gone to stays where it is.
  mutating func put(_ text: ReadingText, of message: MessageID, height: Int) {
    outdated.remove(message)
    let old = texts[message]
    change(following: { $0 == message ? old?.anchor($1, in: text) : $1 }) {
      $0.texts[message] = text
    }
    find?.counted[message] = nil
    land(height: height)
  }

  /// Shows again what is to be seen of the message that was gone to.
  mutating func land(height: Int) {
    guard let goneTo, goneTo == current?.id else { return }
    let start = layout.firstLine(of: cursor)
    switch landing {
    case .header: top = start
    case .end: top = max(start, layout.firstLine(of: cursor + 1) - height)
    case .bottom: top = max(0, layout.count - height)
    case .page: break
    }
  }

  /// Whether any of the messages is unfolded and has no text yet: they will be longer.
  private func lacksText(in shown: Range<Int>) -> Bool {
    messages[shown].contains { unfolded.contains($0.id) && texts[$0.id] == nil }
  }

  /// Keeps the window full of lines, and the cursor on a message of the window.
  mutating func settle(height: Int) {
    let layout = layout
    top = max(0, min(top, layout.count - 1))
    if !lacksText(in: layout.messages(in: top..<top + height)) {
      top = max(0, min(top, layout.count - height))
    }
    let window = top..<top + height
    if isFound(in: window) || isRead(in: window) { return }
    cursor = layout.message(in: window, preferring: cursor)
  }

  /// Whether the window has been moved within the message under the cursor.
  private func isRead(in window: Range<Int>) -> Bool {
    guard let goneTo, goneTo == current?.id, landing != .header else { return false }
    return layout.messages(in: window).contains(cursor)
  }

  /// Whether the window shows what was found last in the message under the cursor.
  private func isFound(in window: Range<Int>) -> Bool {
    guard let hit = find?.hit, hit.message == current?.id, unfolded.contains(hit.message),
      let row = texts[hit.message]?.row(of: hit.clusters, in: hit.unit)
    else { return false }
    return window.contains(layout.firstLine(of: cursor) + 1 + row)
  }

  /// Changes messages' rows; what stands on top of the window stays there.
  ///
  /// - Parameters:
  ///   - follow: Where what stood there is in the message's new rows, if they are of another text.
  ///   - change: The change.
  mutating func change(
    following follow: (MessageID, ReadingText.Anchor) -> ReadingText.Anchor? = { $1 },
    _ change: (inout OpenThread) -> Void
  ) {
    guard var line = layout.position(of: top) else { return change(&self) }
    let message = messages[line.message].id
    let anchor = line.line > 0 ? texts[message]?.anchor(at: line.line - 1) : nil
    change(&self)
    if let anchor = anchor.flatMap({ follow(message, $0) }),
      let row = texts[message]?.row(of: anchor)
    {
      line.line = row + 1
    }
    let end = layout.firstLine(of: line.message + 1) - 1
    top = max(0, min(layout.firstLine(of: line.message) + line.line, end))
  }
}

// MARK: Selecting and scrolling sideways

extension OpenThread {
  /// Selects the message under the cursor, or no longer.
  mutating func toggleSelection() {
    guard let id = current?.id else { return }
    if selected.remove(id) == nil { selected.insert(id) }
  }

  /// Scrolls lines that keep their ends, no further than the longest that is known.
  mutating func scrollSideways(by columns: Int) {
    let widest = texts.values.lazy.flatMap(\.rows).filter(\.isFixed).map(\.width).max() ?? 0
    left = max(0, min(left + columns, widest - 1))
  }

  /// The message whose rows are not all made.
  var unfinishedText: MessageID? {
    messages.first { unfolded.contains($0.id) && texts[$0.id]?.isLaidOut == false }?.id
  }

  /// The next unfolded message on the screen that lacks its text, or has it for another width: the
  /// one under the cursor, those below it, then those above, from the nearest on.
  func missingText(height: Int) -> MessageID? {
    if let next = find?.next, texts[next] == nil { return next }
    let next = missingTexts(height: height).first
    // What is looked for is counted in all of them.
    return next ?? (find == nil ? nil : messages.first { texts[$0.id] == nil }?.id)
  }

  /// Whether the screen lacks another text than that of a message, as far as is known before that has
  /// come.
  func lacksText(besides message: MessageID, height: Int) -> Bool {
    missingTexts(height: height).contains { $0 != message }
  }

  private func missingTexts(height: Int) -> [MessageID] {
    let shown = layout.messages(in: top..<top + height)
    let below = shown.filter { $0 >= cursor }
    let above = shown.filter { $0 < cursor }.reversed()
    return (below + above).map { messages[$0].id }.filter {
      unfolded.contains($0) && lacksText(of: $0)
    }
  }
}

extension ReadingText.Row {
  fileprivate var width: Int {
    if case .text(let text) = content { text.width } else { 0 }
  }
}

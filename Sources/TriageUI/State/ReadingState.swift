import TriageCore

/// A thread being read: its messages, those whose text has come, and what is unfolded.
struct ReadingState: Sendable {
  let thread: ThreadID
  /// Oldest first.
  var messages: [MessageFacts] = []
  /// The texts that have come, laid out for the window.
  var texts: [MessageID: ReadingText] = [:]
  var unfolded: Set<MessageID> = []
  /// Messages that the list's query matches: unfolded at first.
  let matched: Set<MessageID>
  /// The message under the cursor.
  var cursor = 0
  /// The first line shown.
  var top = 0
  var failure: TriageFailure?

  init(_ thread: ThreadID, matched: [MessageID]) {
    self.thread = thread
    self.matched = Set(matched)
  }

  /// The message under the cursor.
  var current: MessageFacts? { messages.indices.contains(cursor) ? messages[cursor] : nil }

  /// Where each message's lines are.
  var layout: ReadingLayout {
    ReadingLayout(messages.map { unfolded.contains($0.id) ? (texts[$0.id]?.count ?? 1) : 0 })
  }

  /// Lays the texts out for another width.
  mutating func wrap(columns: Int) {
    for id in texts.keys { texts[id]?.wrap(columns: columns) }
  }

  /// Lets what could not be read be asked for again.
  mutating func forgetFailures() {
    failure = nil
    texts = texts.filter { !$0.value.isFailure }
  }

  /// Keeps the window within the lines, and the cursor on a message of the window.
  mutating func settle(height: Int) {
    let layout = layout
    top = max(0, min(top, layout.count - 1))
    cursor = layout.message(in: top..<top + height, preferring: cursor)
  }
}

/// The places of a thread's messages among its lines: each has a header line and what is unfolded.
struct ReadingLayout: Hashable, Sendable {
  /// The first line of each message, and the line after the last.
  private let starts: [Int]

  /// Makes a layout of the numbers of lines below the header lines.
  init(_ counts: [Int]) {
    starts = counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + 1 + $1) }
  }

  /// All lines.
  var count: Int { starts.last ?? 0 }

  /// The header line of a message.
  func firstLine(of message: Int) -> Int {
    starts.indices.contains(message) ? starts[message] : count
  }

  /// The message a line belongs to, and the line's place in it: 0 is the header line.
  func place(of line: Int) -> (message: Int, line: Int)? {
    guard line >= 0, line < count else { return nil }
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= line { low = middle } else { high = middle }
    }
    return (low, line - starts[low])
  }

  /// The messages that have a line in the window.
  func messages(in window: Range<Int>) -> Range<Int> {
    let shown = window.clamped(to: 0..<max(0, count))
    guard let first = place(of: shown.lowerBound), let last = place(of: shown.upperBound - 1),
      !shown.isEmpty
    else { return 0..<0 }
    return first.message..<last.message + 1
  }

  /// The message the cursor is on: the one it was on while that begins in the window, else the
  /// first that does, else the one that fills it.
  func message(in window: Range<Int>, preferring message: Int) -> Int {
    if starts.indices.contains(message), window.contains(starts[message]) { return message }
    let shown = messages(in: window)
    return shown.first { window.contains(starts[$0]) } ?? shown.first ?? 0
  }
}

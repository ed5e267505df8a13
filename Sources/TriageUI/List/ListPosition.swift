import TriageCore

/// A row of the list: that of a thread, or one below it while the thread is open.
struct ListPosition: Hashable, Comparable, Sendable {
  /// The thread's index in the order of the list.
  var thread: Int
  /// 0 is the thread's own row; its messages follow, and then how many more there are.
  var line: Int

  static func < (left: ListPosition, right: ListPosition) -> Bool {
    (left.thread, left.line) < (right.thread, right.line)
  }
}

// Rows are never counted from the beginning of the list, whose threads may not have been read: they
// are walked along from the cursor or the window.

extension ThreadList {
  var cursorPosition: ListPosition {
    get { ListPosition(thread: cursor, line: cursorLine) }
    set {
      cursor = newValue.thread
      cursorLine = newValue.line
    }
  }

  /// The first row of the window.
  var topPosition: ListPosition {
    get { ListPosition(thread: top, line: topLine) }
    set {
      top = newValue.thread
      topLine = newValue.line
    }
  }

  /// The last row that is known of the list.
  private var lastPosition: ListPosition {
    let last = max(0, order.count - 1)
    return ListPosition(thread: last, line: lastLine(of: last))
  }

  /// The last row of a thread.
  func lastLine(of index: Int) -> Int {
    guard !trees.isEmpty, order.indices.contains(index) else { return 0 }
    return trees.shown(order[index])?.rowCount ?? 0
  }

  /// Returns the position so many rows further down, or up, but in the list.
  func position(_ start: ListPosition, movedBy rows: Int) -> ListPosition {
    guard !trees.isEmpty else {
      return ListPosition(thread: max(0, min(start.thread + rows, order.count - 1)), line: 0)
    }
    var position = start
    var rest = rows
    while rest > 0 {
      let below = lastLine(of: position.thread) - position.line
      guard rest > below, position.thread + 1 < order.count else {
        position.line += min(rest, below)
        return position
      }
      rest -= below + 1
      position = ListPosition(thread: position.thread + 1, line: 0)
    }
    while rest < 0 {
      guard -rest > position.line, position.thread > 0 else {
        position.line = max(0, position.line + rest)
        return position
      }
      rest += position.line + 1
      let thread = position.thread - 1
      position = ListPosition(thread: thread, line: lastLine(of: thread))
    }
    return position
  }

  /// The rows from one on, as many as there are of so many.
  func positions(from start: ListPosition, count: Int) -> [ListPosition] {
    guard order.indices.contains(start.thread) else { return [] }
    var positions: [ListPosition] = []
    var (thread, line) = (start.thread, start.line)
    while positions.count < count, thread < order.count {
      positions.append(ListPosition(thread: thread, line: line))
      if line < lastLine(of: thread) { line += 1 } else { (thread, line) = (thread + 1, 0) }
    }
    return positions
  }

  /// The row of the window that the cursor is on.
  private var screenRow: Int {
    if cursor < top { return 0 }
    if trees.isEmpty { return cursor - top }
    let between = (top..<cursor).reduce(0) { $0 + 1 + lastLine(of: $1) }
    return max(0, between - topLine + cursorLine)
  }

  // MARK: Counting

  /// The number of the cursor's thread, from 1 on, among those that are not struck through; `nil` if
  /// it is none of them.
  var liveNumber: Int? {
    guard let current, !struck.contains(current) else { return nil }
    return struck.isEmpty ? cursor + 1 : order.prefix(cursor + 1).count { !struck.contains($0) }
  }

  /// The index of a thread with such a number, or of the nearest.
  func index(ofLive number: Int) -> Int {
    if struck.isEmpty { return number - 1 }
    return live(number, from: -1) ?? 0
  }

  /// Where the cursor is among the messages of an open thread.
  var rowInTree: PanePosition.Row? {
    guard cursorLine > 0, let thread = current, let opened = trees.shown(thread) else { return nil }
    let total = opened.messages.count + opened.omitted
    return PanePosition.Row(number: cursorLine, total: total)
  }

  // MARK: Moving

  mutating func moveCursor(by rows: Int) {
    cursorPosition = position(cursorPosition, movedBy: rows)
  }

  /// Moves the cursor and the window, whose last page stays full.
  mutating func page(by rows: Int, _ height: Int) {
    moveCursor(by: rows)
    topPosition = position(topPosition, movedBy: rows)
    fillLastPage(height: height)
  }

  /// Leaves no gap below the last row while there are rows above the window.
  mutating func fillLastPage(height: Int) {
    topPosition = min(topPosition, position(lastPosition, movedBy: 1 - height))
  }

  /// Fills a window of another height, with the cursor in it.
  mutating func fit(height: Int) {
    guard height > 0 else { return }
    if !order.isEmpty { fillLastPage(height: height) }
    scroll(height: height)
  }

  /// Moves the window so that the cursor is in it.
  mutating func showCursor(height: Int) {
    cursor = max(0, min(cursor, order.count - 1))
    cursorLine = min(cursorLine, lastLine(of: cursor))
    if cursorPosition < topPosition { topPosition = cursorPosition }
    let lowest = position(topPosition, movedBy: height - 1)
    if cursorPosition > lowest { topPosition = position(cursorPosition, movedBy: 1 - height) }
    top = max(0, min(top, order.count - 1))
    topLine = min(topLine, lastLine(of: top))
  }

  /// Moves the window; the cursor stays on its row until that leaves it.
  mutating func scrollWindow(by lines: Int, height: Int) {
    topPosition = position(topPosition, movedBy: lines)
    fillLastPage(height: height)
    let lowest = position(topPosition, movedBy: height - 1)
    cursorPosition = max(topPosition, min(cursorPosition, lowest))
  }

  /// Changes what threads have below them; the cursor stays on its thread, or message, and that on
  /// its row of the screen.
  mutating func keepScreenRow(_ change: (inout ThreadList) -> Void) {
    let row = screenRow
    change(&self)
    cursorLine = min(cursorLine, lastLine(of: cursor))
    topPosition = position(cursorPosition, movedBy: -row)
  }

  // MARK: What is there

  /// The message in a row; `nil` in the rows of threads, and where it is said how many more there are.
  func message(at position: ListPosition) -> TreeMessage? {
    guard position.line > 0, order.indices.contains(position.thread) else { return nil }
    return trees.shown(order[position.thread])?.message(at: position.line)
  }

  /// The message under the cursor, if it is on one.
  var currentMessage: TreeMessage? { message(at: cursorPosition) }

  /// Whether the cursor is where it is said how many more messages a thread has.
  var isOnRest: Bool { cursorLine > 0 && currentMessage == nil }

  /// Whether a row is struck through, or is none that anything can be done with.
  func isDone(_ position: ListPosition) -> Bool {
    if struck.contains(order[position.thread]) { return true }
    if position.line == 0 { return false }
    return message(at: position).map { trees.struck.contains($0.id) } ?? true
  }

  /// The rows of the unread messages of a thread, if that is open.
  func unreadMessages(of index: Int) -> [ListPosition] {
    guard order.indices.contains(index), let shown = trees.shown(order[index]) else { return [] }
    return shown.messages.indices.map { $0 + 1 }
      .filter { shown.message(at: $0)?.tags.contains(.unread) ?? false }
      .map { ListPosition(thread: index, line: $0) }
  }
}

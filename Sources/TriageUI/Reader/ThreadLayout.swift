/// Where a thread's messages are among its lines: each has a header line and what is unfolded.
struct ThreadLayout: Hashable, Sendable {
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

  /// The message a line belongs to, and the line's number in it: 0 is the header line.
  func position(of line: Int) -> (message: Int, line: Int)? {
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
    guard let first = position(of: shown.lowerBound), let last = position(of: shown.upperBound - 1),
      !shown.isEmpty
    else { return 0..<0 }
    return first.message..<last.message + 1
  }

  /// The message the cursor is on: the one it was on while that begins in the window, or its text
  /// is on top of it in more than the blank line that ends it; else the first that begins in the
  /// window, else the one that fills it.
  func message(in window: Range<Int>, preferring message: Int) -> Int {
    if starts.indices.contains(message), window.contains(starts[message]) { return message }
    if let top = position(of: window.lowerBound), top.message == message,
      firstLine(of: message + 1) > window.lowerBound + 1
    {
      return message
    }
    let shown = messages(in: window)
    return shown.first { window.contains(starts[$0]) } ?? shown.first ?? 0
  }
}

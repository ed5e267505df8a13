import TriageCore

/// Which lines of a message's text lie in which seals.
///
/// The frame is drawn in the two columns before the text, which no text of a mail reaches: whatever
/// it says, a line without the frame is not sealed.
struct SealFrames: Sendable {
  /// The seals around the lines from one on, the outermost first.
  private struct Run {
    var start: Int
    var seals: [Int]
  }

  /// The lines from the beginning to the end of a seal that lies in no other.
  private(set) var outermost: [Range<Int>] = []
  private var runs: [Run] = []

  init() {}

  init(_ content: MessageContent) {
    guard !content.seals.isEmpty else { return }
    var open: [Int] = []
    var start = 0
    for (number, line) in content.lines.enumerated() {
      switch line.kind.sealEdge {
      case .begin(let seal) where content.seals.indices.contains(seal):
        if open.isEmpty { start = number }
        open.append(seal)
        runs.append(Run(start: number, seals: open))
      case .end where !open.isEmpty:
        open.removeLast()
        runs.append(Run(start: number + 1, seals: open))
        if open.isEmpty { outermost.append(start..<number + 1) }
      case .begin, .end, nil: break
      }
    }
  }

  /// The seals around a line, the outermost first.
  func seals(around line: Int) -> [Int] {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].start <= line { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? [] : runs[low - 1].seals
  }

  /// Where a line is in another text of the same message, in which more is open.
  func line(_ line: Int, in other: SealFrames) -> Int {
    guard outermost.count == other.outermost.count,
      let last = outermost.lastIndex(where: { $0.upperBound <= line })
    else { return line }
    return other.outermost[last].upperBound + line - outermost[last].upperBound
  }
}

/// One of the two columns of a frame.
struct SealMark: Hashable, Sendable {
  /// Where of the frame it is.
  enum Glyph: String, Hashable, Sendable {
    case begin = "┌"
    case inside = "│"
    case end = "└"
  }

  var glyph: Glyph
  var look: ReadingText.Look
}

extension MessageContent {
  /// The frame beside a row of a line: the outermost seal's, then that of the innermost one.
  func marks(
    _ seals: [Int],
    _ line: ContentLine?,
    isFirst: Bool
  ) -> [SealMark] {
    guard let outer = seals.first, let inner = seals.last else { return [] }
    let glyph: SealMark.Glyph =
      switch line?.kind.sealEdge {
      case .begin where isFirst: .begin
      case .end: .end
      case .begin, nil: .inside
      }
    let last = SealMark(glyph: glyph, look: self.seals[inner].look)
    return outer == inner ? [last] : [SealMark(glyph: .inside, look: self.seals[outer].look), last]
  }
}

extension Seal {
  /// How its frame is drawn: as good only what is so beyond doubt, and all of it.
  var look: ReadingText.Look {
    switch worst?.verdict {
    case .bad: .sealBad
    case .good where isOpen && isWhole && integrity != false: .sealGood
    case .unknownKey, .revokedKey, .expiredKey, .expiredSignature, .error, .untrusted,
      .otherSender, .good, nil:
      .seal
    }
  }
}

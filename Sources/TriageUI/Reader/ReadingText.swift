import Screen
import TriageCore

/// A message's text, broken to the rows of a region; or why there is none.
///
/// The first rows are made at once, the others as they are asked for: a message may have a hundred
/// thousand lines.
struct ReadingText: Sendable {
  /// How a row is drawn.
  enum Look: Hashable, Sendable {
    case plain
    case quote
    case heading
    case faint
    case added
    case removed
    case hunk
    case error
    case seal
    case sealGood
    case sealBad
  }

  /// What a row was made of; stays the same whatever the layout.
  enum Unit: Hashable, Sendable {
    case header(Int)
    case notice(Int)
    case attachments
    case line(Int)
    /// Lines that are folded away.
    case folded(Range<Int>)
    case gap
    /// The blank row that a message ends with.
    case end
    case failure
  }

  /// A row of the region.
  struct Row: Hashable, Sendable {
    /// What is drawn.
    enum Content: Hashable, Sendable {
      case text(DisplayText)
      /// What needs the catalog's words; cut at the region's edge, never broken.
      case sentence(Sentence)
      /// A horizontal line.
      case rule
      /// Where a seal begins or ends: ours, whatever the mail says.
      case seal(SealLine)
    }

    var unit: Unit
    /// What stands before the content and is no part of it: quote marks, a header's name.
    var lead = DisplayText.empty
    var content: Content
    var look = Look.plain
    /// Whether it keeps its line ends and is scrolled sideways instead.
    var isFixed = false
    /// What of the text leads somewhere.
    var links: [LinkedText] = []
    /// The colours that a program has given the text.
    var spans: [ColoredText.Span] = []
    /// The frame of the seals that it lies in, from the left.
    var marks: [SealMark] = []
  }

  /// `nil` if the message could not be read.
  let content: MessageContent?
  private let links: LinkIndex?
  /// Which lines lie in which seals.
  let frames: SealFrames
  private(set) var layout: TextLayout
  private(set) var rows: [Row] = []
  private var units: [Unit] = []
  /// The first row of each unit that rows have been made of.
  private var starts: [Int] = []

  /// Lays out the text of a message that could be read.
  init(_ content: MessageContent, _ layout: TextLayout) {
    self.content = content
    links = content.links.isEmpty ? nil : LinkIndex(content)
    frames = SealFrames(content)
    self.layout = layout
    lay(out: layout)
  }

  /// Says why there is no text.
  init(_ failure: Sentence, _ layout: TextLayout) {
    content = nil
    links = nil
    frames = SealFrames()
    self.layout = layout
    rows = [Row(unit: .failure, content: .sentence(failure), look: .error)]
  }

  /// The rows that have been made.
  var count: Int { rows.count }
  var isFailure: Bool { content == nil }
  /// Whether all rows have been made.
  var isLaidOut: Bool { laid == units.count }
  /// The units that rows have been made of.
  private var laid: Int { starts.count }

  /// How many units are laid out in one go.
  static let step = 1_000

  /// Lays the text out anew.
  mutating func lay(out layout: TextLayout) {
    self.layout = layout
    guard let content else { return }
    units = content.units(layout)
    rows = []
    starts = []
    layMore()
  }

  /// Makes further rows.
  mutating func layMore() {
    guard let content else { return }
    var layout = layout
    layout.hasFrames = !frames.outermost.isEmpty
    let end = min(laid + Self.step, units.count)
    for unit in units[laid..<end] {
      starts.append(rows.count)
      rows += content.framed(content.rows(of: unit, layout, links), frames)
    }
  }

  /// How much of the text has been seen with so many rows, up to 100.
  ///
  /// It is the same however many rows have been made of the rest. The blank row at the end need not
  /// be seen.
  func percent(ofRows seen: Int) -> Int {
    if isLaidOut, seen >= count - 1 { return 100 }
    // The last unit of which a row was seen, by halving: a text may have a hundred thousand.
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < seen { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let (start, end) = (starts[low - 1], low < starts.count ? starts[low] : count)
    let part = Double(min(seen, end) - start) / Double(max(1, end - start))
    return min(99, Int((Double(low - 1) + part) * 100 / Double(units.count)))
  }

  /// What a row shows, whatever the layout: a row of a unit, counted from the unit's first.
  struct Anchor {
    var unit: Unit
    var row: Int
  }

  /// What shows the same in a text of the message in which more is open.
  func anchor(_ anchor: Anchor, in other: ReadingText) -> Anchor {
    guard case .line(let line) = anchor.unit else { return anchor }
    return Anchor(unit: .line(frames.line(line, in: other.frames)), row: anchor.row)
  }

  /// What a row shows; `nil` if it has not been made.
  func anchor(at row: Int) -> Anchor? {
    guard rows.indices.contains(row) else { return nil }
    let unit = rows[row].unit
    return Anchor(unit: unit, row: rows[..<row].reversed().prefix { $0.unit == unit }.count)
  }

  /// The row that shows what another layout had there; `nil` if none does.
  mutating func row(of anchor: Anchor) -> Int? {
    guard let first = index(of: anchor.unit) else { return nil }
    let count = rows[first...].prefix { $0.unit == anchor.unit }.count
    return first + min(anchor.row, count - 1)
  }

  /// Makes rows until those of a unit are there, and returns the first one's index.
  mutating func index(of unit: Unit) -> Int? {
    guard let index = units.firstIndex(of: unit) else { return nil }
    while laid <= index { layMore() }
    return rows.firstIndex { $0.unit == unit }
  }
}

extension MessageContent {
  /// What is shown, in order.
  fileprivate func units(_ layout: TextLayout) -> [ReadingText.Unit] {
    // What was cut is said first: the headers may be what is too long.
    var units = notices.indices.filter { notices[$0].isWarning }.map { ReadingText.Unit.notice($0) }
    let fields = headers.indices.filter { layout.showsAllHeaders || headers[$0].isShort }
    units += fields.map { .header($0) }
    units += notices.indices.filter { !notices[$0].isWarning }.map { .notice($0) }
    if parts.contains(where: \.isAttachment) { units.append(.attachments) }
    if !units.isEmpty { units.append(.gap) }
    var line = 0
    while line < lines.count {
      let fold = foldedLines(from: line, layout.quotes)
      units += fold.isFolded ? [.folded(fold.lines)] : fold.lines.map { .line($0) }
      line = fold.lines.upperBound
    }
    units.append(.end)
    return units
  }

  /// The quotation that begins at a line, and whether it is folded away; else the line.
  private func foldedLines(
    from line: Int,
    _ folding: QuoteFolding
  ) -> (lines: Range<Int>, isFolded: Bool) {
    let level: Int
    switch folding {
    case .none: return (line..<line + 1, false)
    case .from(level: let wanted): level = wanted
    }
    guard let end = endOfQuote(from: line, level: level) else { return (line..<line + 1, false) }
    return (line..<end, end - line >= QuoteFolding.least)
  }

  /// The line after a quotation of at least this level; `nil` if none begins here.
  private func endOfQuote(from line: Int, level: Int) -> Int? {
    let end = lines[line...].firstIndex { ($0.quoteLevel ?? 0) < level } ?? lines.count
    return end == line ? nil : end
  }
}

extension ContentLine {
  /// How deep it is quoted; `nil` if it is not.
  fileprivate var quoteLevel: Int? {
    if case .quote(let level) = kind { level } else { nil }
  }
}

extension ContentNotice {
  /// Whether something is wrong with the message, or was cut of it.
  fileprivate var isWarning: Bool {
    switch self {
    case .alternativeShown, .shownBy: false
    case .fileMissing, .notAFile, .fileUnreadable, .notMail, .headersCut, .bodyCut, .partsCut,
      .depthCut, .charsetGuessed, .charsetRefused, .encrypted, .signatureNotChecked, .copies,
      .subjectDiffers, .filterFailed, .pictureFailed:
      true
    }
  }
}

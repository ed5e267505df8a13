import Screen
import TriageCore

extension Painter {
  /// Draws a message's text in any region, from one of its rows on.
  mutating func drawText(_ text: ReadingText, from top: Int = 0, _ area: Rect, left: Int = 0) {
    for (index, row) in text.rows.dropFirst(top).prefix(area.rows).enumerated() {
      drawRow(row, area.row(at: index), left: left)
    }
  }

  /// Draws a row of a message's text; `nil` is one that has not come.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - line: Where it goes; nothing is drawn outside.
  ///   - left: How far rows that keep their line ends are scrolled sideways.
  ///   - hits: What a search has found in it.
  mutating func drawRow(
    _ row: ReadingText.Row?,
    _ line: Rect,
    left: Int = 0,
    hits: [TextHit] = []
  ) {
    var area = line
    _ = area.removeLeading(columns: row.map { margin(of: $0, in: line) } ?? TextLayout.margin)
    guard let row else {
      guard shared.timers.isDue(.loading) else { return }
      let (text, style) = (words.text(Sentence("status.loading")), look[.faint])
      canvas.within(area) { canvas in _ = canvas.draw(text, row: 0, style: style) }
      return
    }
    drawFrame(row.marks, line)
    let content = display(row.content)
    let hidden = row.isFixed ? left : 0
    let look = look
    canvas.within(area) { canvas in
      if case .rule = row.content { return canvas.drawRule(row: 0, style: look[.rule]) }
      canvas.draw(row.lead, row: 0, style: look[row.look.part])
      let start = row.lead.width
      canvas.draw(
        content.dropFirst(columns: hidden),
        row: 0,
        column: start,
        style: look[row.look.part]
      )
      for link in row.links(in: content) {
        let (from, to) = (link.columns.lowerBound - hidden, link.columns.upperBound - hidden)
        guard to > max(0, from) else { continue }
        canvas.link(row: 0, columns: start + max(0, from)..<start + to, to: link.link)
      }
      for span in row.spans {
        let (from, to) = (
          max(0, span.columns.lowerBound - hidden), span.columns.upperBound - hidden
        )
        guard to > from else { continue }
        canvas.overlay(
          Rect(row: 0, column: start + from, columns: to - from, rows: 1),
          style: span.style
        )
      }
      for hit in hits {
        let found = content.columns(ofClusters: hit.clusters)
        let (from, to) = (max(0, found.lowerBound - hidden), found.upperBound - hidden)
        guard to > from else { continue }
        canvas.overlay(
          Rect(row: 0, column: start + from, columns: to - from, rows: 1),
          style: look[hit.isCurrent ? .hitHere : .hit]
        )
      }
    }
  }

  /// The columns left of a row: none as far as a line of text would be cut.
  private func margin(of row: ReadingText.Row, in line: Rect) -> Int {
    guard case .text(let text) = row.content, row.marks.isEmpty, !row.isFixed else {
      return TextLayout.margin
    }
    return max(0, min(TextLayout.margin, line.columns - row.lead.width - text.width))
  }

  /// Draws the frame of seals in the margin, where no text comes.
  private mutating func drawFrame(_ marks: [SealMark], _ line: Rect) {
    for (column, mark) in marks.prefix(TextLayout.margin).enumerated() {
      canvas.draw(
        DisplayText(mark.glyph.rawValue),
        row: line.row,
        column: line.column + column,
        style: look[mark.look.part]
      )
    }
  }

  func display(_ content: ReadingText.Row.Content) -> DisplayText {
    switch content {
    case .text(let text): words.shown(text)
    case .sentence(let sentence): words.text(withKey(sentence))
    case .seal(let line): Sentence.onScreen(line).map(words.text) ?? .empty
    case .rule: .empty
    }
  }

  /// What form of a text, or which of several, is shown, with the key that shows the next one where there
  /// is such a key.
  private func withKey(_ sentence: Sentence) -> Sentence {
    guard ["notice.alternative-shown", "notice.copies"].contains(sentence.key),
      let key = shared.keymap.key(for: .command(.nextAlternative), in: viewContext)
    else { return sentence }
    return Sentence("\(sentence.key).key", arguments: sentence.arguments + [.keys(key)])
  }
}

extension ReadingText.Row {
  /// The links of the row as it is shown: where characters stand for others, none.
  fileprivate func links(in shown: DisplayText) -> [LinkedText] {
    guard !links.isEmpty, case .text(let text) = content, shown.width == text.width else {
      return []
    }
    return links
  }
}

/// What a search has found in a row.
struct TextHit: Hashable {
  /// Where in the row's text.
  var clusters: Range<Int>
  /// Whether it is the one that was gone to.
  var isCurrent: Bool
}

extension ReadingText.Look {
  fileprivate var part: ThemePart {
    switch self {
    case .plain: .text
    case .quote: .quote
    case .faint: .faint
    case .heading: .heading
    case .added: .added
    case .removed: .removed
    case .hunk: .hunk
    case .error: .error
    case .seal: .seal
    case .sealGood: .sealGood
    case .sealBad: .sealBad
    }
  }
}

package import Screen
package import TriageCore

extension Wording {
  /// Returns a message as it is printed: its short headers, an empty line, and its text as the
  /// screen shows it, with nothing folded away.
  ///
  /// `columns` is the width of the paper; `nil` breaks no line.
  package func paper(_ content: MessageContent, columns: Int?) -> [DisplayText] {
    var layout = TextLayout(columns: columns ?? .max)
    layout.quotes = .none
    layout.showsWholeKeys = true
    if columns == nil { layout.widest = .max }
    var text = ReadingText(content, layout)
    while !text.isLaidOut { text.layMore() }
    let headers = text.rows.filter(\.isHeader).map { display($0, layout) }
    let body = text.rows.filter { !$0.isHeader }.drop { $0.unit == .gap }.dropLast()
    return headers + [.empty] + body.map { guarded(display($0, layout), $0) }
  }

  /// Mail cannot make a line that looks like one of a seal, or like a field inside one: it gets a blank in
  /// front.
  private func guarded(_ line: DisplayText, _ row: ReadingText.Row) -> DisplayText {
    if case .seal = row.content { return line }
    let name = line.text.prefix { $0 != "=" }
    let rest = line.text.dropFirst(name.count)
    let isField =
      Self.sealedFields.contains(String(name).asciiLowercased) && rest.first == "="
      && rest.dropFirst().first?.isWhitespace != false
    return isField || line.text.hasPrefix("===") ? DisplayText(" ") + line : line
  }

  private static let sealedFields: Set = ["subject", "from", "to", "date"]

  /// The width that tables are laid out for on paper of some columns.
  package static func measure(ofPaper columns: Int) -> Int {
    TextLayout(columns: columns).measure
  }

  private func display(_ row: ReadingText.Row, _ layout: TextLayout) -> DisplayText {
    switch row.content {
    case .text(let text): shown(row.lead + text)
    case .sentence(let sentence): row.lead + text(sentence)
    case .seal(let line): text(.onPaper(line))
    case .rule: shown(DisplayText(String(repeating: "─", count: min(layout.measure, 40))))
    }
  }
}

extension ReadingText.Row {
  fileprivate var isHeader: Bool {
    if case .header = unit { true } else { false }
  }
}

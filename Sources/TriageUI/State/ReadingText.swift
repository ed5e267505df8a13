import Screen
import TriageCore

/// A message's text, broken to the window's width; or why there is none.
struct ReadingText: Sendable {
  /// How a line of the text is drawn.
  enum Look: Hashable, Sendable {
    case plain
    case quote
    case heading
    case faint
  }

  /// A line of the screen.
  enum Line: Hashable, Sendable {
    case text(DisplayText, Look)
    /// What needs the catalog's words; cut at the window's edge, never broken.
    case sentence(Sentence, Look)
    /// A horizontal line.
    case rule
    case failure(TriageFailure)
  }

  private let content: MessageContent?
  private(set) var lines: [Line] = []

  /// Makes the text of a message that could be read.
  init(_ content: MessageContent, columns: Int) {
    self.content = content
    wrap(columns: columns)
  }

  /// Says why there is no text.
  init(_ failure: TriageFailure) {
    content = nil
    lines = [.failure(failure)]
  }

  var count: Int { lines.count }
  var isFailure: Bool { content == nil }

  /// Breaks the text to a width.
  mutating func wrap(columns: Int) {
    guard let content else { return }
    let width = max(1, columns - ReadingText.margin)
    lines = content.headers.filter(\.isShort).flatMap { Self.header($0, columns: width) }
    lines += content.notices.map { .sentence(.notice($0), .faint) }
    if !lines.isEmpty { lines.append(.text(.empty, .plain)) }
    lines += content.lines.flatMap { Self.rows(of: $0, columns: width) }
    lines.append(.text(.empty, .plain))
  }

  /// Columns left of the text.
  static let margin = 2

  private static func header(_ field: HeaderField, columns: Int) -> [Line] {
    let name = DisplayText("\(field.name): ")
    return rows(DisplayText(field.value, as: .address), after: name, .faint, columns: columns)
  }

  private static func rows(of line: ContentLine, columns: Int) -> [Line] {
    let text = DisplayText(line.text, as: .bodyLine)
    let lead = DisplayText(line.lead, as: .bodyLine)
    switch line.kind {
    case .text: return rows(text, after: lead, .plain, columns: columns)
    case .heading: return rows(text, after: lead, .heading, columns: columns)
    case .quote(let level):
      let marks = DisplayText(String(repeating: "> ", count: max(1, min(level, 12))), as: .bodyLine)
      return rows(text, after: marks + lead, .quote, columns: columns, repeatsLead: true)
    case .signature, .hidden, .patchHeader:
      return rows(text, after: lead, .faint, columns: columns)
    case .preformatted, .patchHunk, .patchAdded, .patchRemoved: return [.text(text, .plain)]
    case .rule: return [.rule]
    case .header(let name):
      return rows(text, after: DisplayText("\(name): "), .faint, columns: columns)
    case .label(let label, part: _):
      return [.sentence(Sentence("label.\(label.rawValue)", .text(line.text)), .faint)]
    case .detail(let detail):
      return [.sentence(Sentence("detail.\(detail.rawValue)", .text(line.text)), .plain)]
    case .footnote(let number):
      return rows(text, after: DisplayText("[\(number)] "), .faint, columns: columns)
    }
  }

  /// Breaks a text; what stands before the first row is repeated, or left blank, before the others.
  private static func rows(
    _ text: DisplayText,
    after lead: DisplayText,
    _ look: Look,
    columns: Int,
    repeatsLead: Bool = false
  ) -> [Line] {
    let lead = lead.prefix(columns: columns / 2)
    let indent = repeatsLead ? lead : DisplayText.empty.padded(toColumns: lead.width)
    return text.wrapped(toColumns: columns - lead.width).enumerated().map { place, row in
      .text((place == 0 ? lead : indent) + row, look)
    }
  }
}

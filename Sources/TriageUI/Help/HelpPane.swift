import Screen
import TriageCore

/// The help: what the keys do where it was asked for, over everything else.
struct HelpPane: Pane {
  /// What it is about.
  let subject: KeyContext
  /// The commands whose keys do nothing there.
  private let idle: Set<ScreenCommand>
  /// What is called otherwise there.
  private let titles: [ActionID: Sentence]
  /// The line under the cursor, among those that can be chosen.
  private(set) var cursor = 0
  private var top = 0
  /// What was looked for.
  private(set) var sought = ""

  var context: KeyContext { .help }

  init(
    about subject: KeyContext,
    without idle: Set<ScreenCommand> = [],
    called titles: [ActionID: Sentence] = [:]
  ) {
    (self.subject, self.idle, self.titles) = (subject, idle, titles)
  }

  static let behaviors: [ScreenCommand: Behavior<HelpPane>] = [
    .next: move { _ in 1 },
    .previous: move { _ in -1 },
    .pageDown: turn { $0.contentHeight },
    .halfPageDown: turn { $0.contentHeight / 2 },
    .pageUp: turn { -$0.contentHeight },
    .halfPageUp: turn { -$0.contentHeight / 2 },
    .top: Behavior { pane, _, shared in pane.go(to: 0, shared) },
    .bottom: Behavior { pane, _, shared in pane.go(to: .max, shared) },
    .back: Behavior { _, _, shared in shared.close() },
    .cancel: Behavior { _, _, shared in shared.close() },
    .help: Behavior { _, _, shared in shared.close() },
    .open: Behavior { pane, _, shared in pane.choose(pane.cursor, &shared) },
    .find: Behavior { _, _, shared in shared.prompt(HelpTopic()) },
    .nextHit: Behavior(unless: Self.reasonNotToFind) { pane, _, shared in pane.find(1, &shared) },
    .previousHit: Behavior(unless: Self.reasonNotToFind) { pane, _, shared in
      pane.find(-1, &shared)
    },
  ]

  private static func move(
    _ lines: @escaping @Sendable (Shared) -> Int
  ) -> Behavior<HelpPane> {
    Behavior { pane, count, shared in pane.scroll(by: lines(shared) * (count ?? 1), &shared) }
  }

  private static func turn(
    _ lines: @escaping @Sendable (Shared) -> Int
  ) -> Behavior<HelpPane> {
    Behavior { pane, count, shared in pane.turn(by: lines(shared) * (count ?? 1), shared) }
  }

  private func reasonNotToFind(_ shared: Shared) -> Sentence? {
    sought.isEmpty ? Sentence("status.nothing-sought") : nil
  }

  func text(_ shared: Shared) -> HelpText {
    HelpText(about: subject, without: idle, called: titles, shared.keymap)
  }

  // MARK: Moving

  /// Goes so many rows on; pages are as long as the window, whatever lines are in them.
  mutating func scroll(by lines: Int, _ shared: inout Shared) { go(to: cursor + lines, shared) }

  /// Shows what comes so many lines on, with the cursor on its first row; where there is no more, the cursor goes
  /// to the last row, or the first.
  private mutating func turn(by lines: Int, _ shared: Shared) {
    let text = text(shared)
    let most = max(0, text.lines.count - shared.contentHeight)
    let wanted = max(0, min(top + lines, most))
    guard wanted != top else { return go(to: lines > 0 ? .max : 0, shared) }
    top = wanted
    cursor = text.rows.firstIndex { $0 >= top } ?? text.rows.count - 1
  }

  /// Puts the cursor on a row and shows it, with the heading above the first ones.
  private mutating func go(to index: Int, _ shared: Shared) {
    let text = text(shared)
    let height = shared.contentHeight
    cursor = max(0, min(index, text.rows.count - 1))
    guard let line = text.rows.isEmpty ? nil : text.rows[cursor] else { return }
    let isLast = cursor == text.rows.count - 1
    let bottom = isLast ? text.lines.count - 1 : line
    if cursor == 0 { top = 0 }
    if line < top { top = line }
    if bottom >= top + height { top = bottom - height + 1 }
    top = max(0, min(top, text.lines.count - height))
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    if case .resized = notice { go(to: cursor, shared) }
  }

  // MARK: Choosing and finding

  /// Does what a row is about, as its key would.
  private func choose(_ index: Int, _ shared: inout Shared) {
    let text = text(shared)
    guard text.rows.indices.contains(index), let action = text.lines[text.rows[index]].action else {
      return
    }
    shared.close()
    // Whoever chooses Help has read it.
    if action != .command(.help) { shared.perform(action) }
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target, button == .left { choose(index, &shared) }
  }

  mutating func answer(
    _ topic: any PromptTopic,
    with text: String,
    _ shared: inout Shared
  ) -> Bool {
    guard topic is HelpTopic else { return false }
    sought = text
    find(1, &shared)
    return true
  }

  /// Goes to the next row that says what is looked for, or the one before, round and round.
  private mutating func find(_ step: Int, _ shared: inout Shared) {
    let text = text(shared)
    let found = text.rows.indices.filter { isHit(text.lines[text.rows[$0]], shared) }
    let next =
      step > 0
      ? found.first { $0 > cursor } ?? found.first : found.last { $0 < cursor } ?? found.last
    guard let next else {
      return shared.report(Sentence("status.not-in-help", .text(sought)), about: .key)
    }
    go(to: next, shared)
  }

  /// Whether a line says what is looked for: in its title, its keys, the action's id, or of a sign.
  func isHit(_ line: HelpText.Line, _ shared: Shared) -> Bool {
    guard !sought.isEmpty else { return false }
    let wanted = sought.lowercased()
    if let sign = line.sign {
      return shared.settings.lexicon.texts(sign).contains { $0.lowercased().contains(wanted) }
    }
    guard case .action(let action, let keys, let title) = line else { return false }
    let lexicon = shared.settings.lexicon
    let texts = lexicon.texts(title) + [action.id]
    let chords = keys.flatMap { $0.split(separator: " ").map(String.init) }
    let names = chords.flatMap { lexicon.texts(.keys($0)) }
    return chords.contains(sought) || names.contains { $0.lowercased() == wanted }
      || texts.contains { $0.lowercased().contains(wanted) }
  }

  // MARK: What is said of it

  func coversContent(_ shared: Shared) -> Bool { true }

  var lastingHints: [ScreenCommand] { [.back] }

  func hints(_ shared: Shared) -> [ActionID] {
    [.back, .open, .find].map(ActionID.command)
  }

  func position(_ shared: Shared) -> PanePosition? {
    PanePosition(number: cursor + 1, total: text(shared).rows.count)
  }

  func hintSentences(_ shared: Shared) -> [Sentence] {
    let end = top + shared.contentHeight
    let below = text(shared).rows.count { $0 >= end }
    return below > 0 ? [Sentence("status.more-below", .number(below))] : []
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, from: top, $1) }
  }
}

/// What is looked for in the help.
struct HelpTopic: PromptTopic {
  var question: Sentence { Sentence("prompt.find") }
  var kind: TypedKind { .find }
}

extension Painter {
  fileprivate mutating func draw(_ pane: HelpPane, from top: Int, _ area: Rect) {
    let text = pane.text(shared)
    let keys = text.lines.map { $0.keys(words).width }.max() ?? 0
    let titles = min(3 + keys, area.columns * 9 / 20) + 2
    for (row, line) in text.lines.dropFirst(top).prefix(area.rows).enumerated() {
      draw(line, area.row(at: row), titles: titles, isHit: pane.isHit(line, shared))
      guard let index = text.rows.firstIndex(of: top + row) else { continue }
      addTarget(.item(index), area.row(at: row))
      guard index == pane.cursor else { continue }
      canvas.highlight(area.row(at: row), style: look[.cursor])
      canvas.placeCursor(row: area.row + row, column: area.column)
    }
  }

  private mutating func draw(_ line: HelpText.Line, _ area: Rect, titles: Int, isHit: Bool) {
    switch line {
    case .blank: break
    case .heading(let sentence):
      canvas.draw(words.text(sentence), row: area.row, column: 1, style: look[.heading])
    case .sign(let sentence):
      let style = isHit ? look[.hit] : look[.faint]
      canvas.draw(words.text(sentence), row: area.row, column: 1, style: style)
    case .note(let sentence):
      canvas.draw(words.text(sentence), row: area.row, column: 1, style: look[.faint])
    case .action(_, _, let title):
      canvas.draw(
        line.keys(words),
        row: area.row,
        column: 3,
        columns: titles - 5,
        style: look[.key]
      )
      let style = isHit ? look[.hit] : .plain
      canvas.draw(words.text(title), row: area.row, column: titles, style: style)
    }
  }
}

extension HelpText.Line {
  /// The keys as they are shown; empty where there are none.
  fileprivate func keys(_ words: Wording) -> DisplayText {
    guard case .action(_, let keys, _) = self else { return .empty }
    return .joined(keys.map(words.keys), separator: "  ")
  }
}

extension Pane {
  /// What the help calls here as hints and menus do: drafts are opened and thrown away by keys that
  /// read and delete other mail, and what sleeps is woken by the one that puts away.
  func helpTitles(_ shared: Shared) -> [ActionID: Sentence] {
    let actions: [ActionID] = [.command(.open), .mail(.fixed(.delete)), .asking(.snooze)]
    return actions.reduce(into: [:]) { $0[$1] = hintTitle(of: $1, shared) }
  }
}

import Screen
import TriageCore

/// The help: what the keys do, over everything else.
struct HelpPane: Pane {
  private var top = 0

  var context: KeyContext { .help }

  static let behaviors: [ScreenCommand: Behavior<HelpPane>] = [
    .next: scroll { _ in 1 },
    .previous: scroll { _ in -1 },
    .pageDown: scroll { $0.contentHeight },
    .halfPageDown: scroll { $0.contentHeight },
    .pageUp: scroll { -$0.contentHeight },
    .halfPageUp: scroll { -$0.contentHeight },
    .top: scroll { -HelpText($0.keymap).lines.count },
    .bottom: scroll { HelpText($0.keymap).lines.count },
    .back: Behavior { _, _, shared in shared.close() },
    .cancel: Behavior { _, _, shared in shared.close() },
    .help: Behavior { _, _, shared in shared.close() },
    .open: Behavior { _, _, shared in shared.close() },
  ]

  private static func scroll(
    _ lines: @escaping @Sendable (Shared) -> Int
  ) -> Behavior<HelpPane> {
    Behavior { pane, _, shared in pane.scroll(by: lines(shared), &shared) }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    let last = HelpText(shared.keymap).lines.count - shared.contentHeight
    top = max(0, min(top + lines, last))
  }

  func coversContent(_ shared: Shared) -> Bool { true }

  func hints(_ shared: Shared) -> [ActionID] { [.command(.back)] }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.drawHelp(from: top, $1) }
  }
}

extension Painter {
  fileprivate mutating func drawHelp(from top: Int, _ area: Rect) {
    canvas.placeCursor(row: area.row, column: area.column)
    let lines = HelpText(shared.keymap).lines
    for (row, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      switch line {
      case .blank: break
      case .heading(let sentence):
        canvas.draw(words.text(sentence), row: area.row + row, column: 1, style: look[.heading])
      case .keys(let keys, let title):
        canvas.draw(
          words.display(keys),
          row: area.row + row,
          column: 3,
          columns: 18,
          style: look[.key]
        )
        canvas.draw(words.text(title), row: area.row + row, column: 22)
      }
    }
  }
}

/// What the keys do, made from the keymap.
struct HelpText {
  enum Line: Hashable {
    case heading(Sentence)
    case keys(String, title: Sentence)
    case blank
  }

  let lines: [Line]

  init(_ keymap: Keymap) {
    let views = KeyContext.allCases.filter { $0.includesGlobal && $0 != .global }
    let parts = (views + [.global]).map { HelpText.lines(of: $0, keymap) }
    lines = Array(parts.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  private static func lines(of context: KeyContext, _ keymap: Keymap) -> [Line] {
    var order: [ActionID] = []
    var keys: [ActionID: [String]] = [:]
    for binding in keymap.bindings where binding.context == context {
      if keys[binding.action] == nil { order.append(binding.action) }
      keys[binding.action, default: []].append(binding.notation)
    }
    guard !order.isEmpty else { return [] }
    let heading = Line.heading(Sentence("menu.keys.\(context.rawValue)"))
    return [heading]
      + order.map { .keys(keys[$0, default: []].joined(separator: "  "), title: .title(of: $0)) }
  }
}

import Screen
package import TriageCore
import UndoKit

/// Draws the state: the same state, words and clock give the same picture.
package func view(_ state: State, _ words: Wording, clock: LocalClock) -> Picture {
  var words = words
  words.clock = clock
  var painter = Painter(state, words)
  if state.size.isEnough {
    painter.draw(state)
  } else {
    painter.drawTooSmall()
  }
  let text = painter.look[.text]
  if text != .plain { painter.canvas.underlay(style: text) }
  let title = state.shared.config.terminal.title ? state.title : nil
  return Picture(
    frame: painter.canvas.frame,
    title: title.map { words.title($0, columns: 100) },
    targets: painter.targets
  )
}

/// What panes draw with: the canvas, the words, the look, and what they share.
struct Painter {
  private let state: State
  /// What all panes share; not read out of the state each time, which would copy it.
  let shared: Shared
  let words: Wording
  let look: Look
  /// Whose undo is in charge, with its titles.
  let undo: any UndoProvider
  var canvas: Canvas
  private(set) var targets: [(area: Rect, target: PointerTarget)] = []
  /// The layer of the pane that is being drawn, and whether keys act in it.
  fileprivate(set) var layer = 0
  fileprivate(set) var hasFocus = false

  init(_ state: State, _ words: Wording) {
    self.state = state
    shared = state.shared
    self.words = words
    look = state.shared.settings.look
    undo = state.responders(words).provider ?? MailUndo(state.shared.mailbox.head, words)
    canvas = Canvas(size: state.size, repertoire: words.isUTF8 ? .unicode : .ascii)
  }

  /// What the menu bar says at its right.
  var viewTitle: ViewTitle? { state.title }
  /// The context of the view that menus are about.
  var viewContext: KeyContext { state.viewLayer.pane.context }

  /// Why an action can do nothing when the pane that is being drawn has closed.
  func reasonDisabled(_ action: ActionID) -> Sentence? {
    state.reasonDisabled(action, ignoring: layer)
  }

  /// Why an action can do nothing in a pane, whatever lies over it.
  func reasonDisabled(_ action: ActionID, in pane: any Pane) -> Sentence? {
    state.reasonDisabled(action, in: pane)
  }

  /// Why an action on mail would change nothing.
  func reasonWithoutEffect(_ action: ActionID) -> Sentence? { state.reasonWithoutEffect(action) }

  /// Whether what an action switches on is on.
  func isOn(_ action: ActionID) -> Bool { state.isOn(action) }

  /// Draws within a region, in its own coordinates.
  mutating func within(_ area: Rect, _ draw: (inout Painter, Rect) -> Void) {
    let outer = canvas.enter(area)
    draw(&self, canvas.bounds)
    canvas.leave(to: outer)
  }

  /// Notes what a part of the present region is, for the mouse.
  mutating func addTarget(_ target: PaneTarget, _ area: Rect) {
    addTarget(.pane(layer, target), area)
  }

  mutating func addTarget(_ target: PointerTarget, _ area: Rect) {
    let whole = Rect(
      row: canvas.area.row + area.row,
      column: canvas.area.column + area.column,
      columns: area.columns,
      rows: area.rows
    )
    targets.append((whole, target))
  }
}

// MARK: The stack

extension Painter {
  /// Draws the regions or what covers them, then the lines around, then the questions over all.
  fileprivate mutating func draw(_ state: State) {
    let layout = shared.layout
    let regions = State.Region.allCases.count
    let views = state.layers.dropFirst(regions).filter(\.pane.context.includesGlobal)
    let questions = state.layers.dropFirst(regions).filter { !$0.pane.context.includesGlobal }
    if !layout.sidebar.isEmpty {
      draw(state.layers[State.Region.sidebar.rawValue], state, layout)
      drawRule(rightOf: layout.sidebar)
    }
    // What a question covers is not drawn: nothing of it can be clicked.
    if !questions.contains(where: { $0.pane.coversContent(shared) }) {
      if let view = views.last {
        draw(view, state, layout)
      } else {
        drawListAndPreview(state, layout)
      }
    }
    drawPromptLine(layout.prompt, state)
    if !layout.bar.isEmpty { drawMenuBar(layout.bar, open: nil) }
    // The help lies over a question as a page of its own.
    let first = questions.lastIndex { $0.pane.context == .help } ?? questions.startIndex
    for question in questions[first...] { draw(question, state, layout) }
    drawHalfTypedKeys(over: layout.content, state)
    // A long sentence lies over whatever is above it.
    drawStatus(layout.status, state)
  }

  private mutating func draw(_ layer: State.Layer, _ state: State, _ layout: Layout) {
    self.layer = layer.id
    hasFocus = layer.id == state.viewLayer.id || layer.id == state.topLayer.id
    layer.pane.draw(&self, layout)
  }

  private mutating func drawListAndPreview(_ state: State, _ layout: Layout) {
    if !layout.preview.isEmpty {
      draw(state.layers[State.Region.preview.rawValue], state, layout)
      if layout.preview.row == layout.list.row {
        drawRule(rightOf: layout.list)
      } else {
        let line = Rect(
          row: layout.list.endRow,
          column: layout.list.column,
          columns: layout.list.columns,
          rows: 1
        )
        let style = look[.rule]
        canvas.within(line) { $0.drawRule(row: 0, style: style) }
      }
    }
    draw(state.layers[State.Region.list.rawValue], state, layout)
  }

  private mutating func drawRule(rightOf area: Rect) {
    let line = Rect(row: area.row, column: area.endColumn, columns: 1, rows: area.rows)
    let style = look[.rule]
    canvas.within(line) { $0.drawRule(column: 0, style: style) }
  }

  fileprivate mutating func drawTooSmall() {
    let needed = ScreenSize.smallest
    let text = words.text(
      Sentence(
        "status.too-small",
        .text(String(needed.columns)),
        .text(String(needed.rows))
      )
    )
    for (row, line) in text.wrapped(toColumns: canvas.columns).enumerated() {
      canvas.draw(line, row: row)
    }
    canvas.placeCursor(row: 0, column: 0)
  }
}

// MARK: What several panes draw

extension Painter {
  /// Draws paragraphs in the middle of an empty region.
  mutating func drawNote(
    _ sentences: [Sentence],
    _ area: Rect,
    style: CellStyle = .plain,
    placesCursor: Bool = true
  ) {
    let room = area.inset(rows: min(2, area.rows / 4), columns: 2)
    let lines = sentences.flatMap { words.text($0).wrapped(toColumns: room.columns) + [.empty] }
    for (row, line) in lines.enumerated() where row < room.rows {
      canvas.draw(line, row: room.row + row, column: room.column, style: style)
    }
    if placesCursor { canvas.placeCursor(row: room.row, column: room.column) }
  }

  /// Says that something is coming, if it has been so for a while.
  mutating func drawLoading(_ area: Rect) {
    let isSaid = shared.timers.isDue(.loading)
    drawNote(isSaid ? [Sentence("status.loading")] : [], area, style: look[.faint])
  }

  /// What is called the title of an action now: of undo, redo and repeat, what they would take or do.
  func title(of action: ActionID, in context: KeyContext) -> DisplayText {
    switch action {
    case .command(.undo): words.display(undo.undoMenuItemTitle)
    case .command(.redo): words.display(undo.redoMenuItemTitle)
    case .command where !action.changesMail: words.text(shared.title(of: action, in: context))
    default:
      words.text(
        state.viewLayer.pane.hintTitle(of: action, shared) ?? shared.title(of: action, in: context)
      )
    }
  }
}

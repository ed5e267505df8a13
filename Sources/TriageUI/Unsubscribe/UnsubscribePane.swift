import Screen
package import TriageCore

/// The ways in which the list of a message can be left: one of them is chosen, and only then is a
/// message begun, or asked whether a page is to be opened.
struct UnsubscribePane: ChoicePane {
  private let message: MessageID
  /// What the message's header names; `nil` until it has been read.
  private(set) var methods: [UnsubscribeMethod]?
  var cursor = 0
  private var ticket: Ticket<UnsubscribeQuestion>?

  var context: KeyContext { .picker }
  var closesOnClickOutside: Bool { true }
  var awaited: [RequestID] { [ticket?.id].compactMap(\.self) }

  /// Lists how the list that a message came by can be left.
  init(_ message: MessageID) { self.message = message }

  var choiceCount: Int { methods?.count ?? 0 }

  static let behaviors = choosing

  /// A digit moves to the way of that number: nothing is begun by one key.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    guard let number = Int(chord.description), methods?.indices.contains(number - 1) == true else {
      return false
    }
    cursor = number - 1
    return true
  }

  // MARK: Reading

  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive, methods == nil, ticket == nil else { return }
    ticket = shared.ask(UnsubscribeQuestion(message: message))
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    guard let answered = arrival.redeem(&ticket) else { return }
    guard case .answer(let methods) = answered else {
      shared.close()
      return shared.report(answered.failure ?? TriageFailure(.internalError), about: .key)
    }
    self.methods = methods
    // A message can be taken back while it is held, a page cannot.
    cursor =
      methods.firstIndex { $0.kind == .mailto } ?? methods.firstIndex { $0.kind != .refused } ?? 0
    guard methods.isEmpty else { return }
    shared.close()
    shared.report(Sentence("unsubscribe.none"), isError: true, about: .key)
  }

  // MARK: Choosing

  mutating func choose(_ index: Int, _ shared: inout Shared) {
    guard let methods, methods.indices.contains(index) else { return }
    cursor = index
    let method = methods[index]
    switch method.kind {
    case .refused: return shared.report(.method(method), isError: true, about: .key)
    case .mailto: shared.write(.unsubscribe(message, uri: method.uri))
    case .page, .oneClick: shared.open(DialogPane(.page(method)))
    }
    shared.close()
  }

  // MARK: Drawing

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, $1) }
  }
}

/// How the list of a message can be left.
struct UnsubscribeQuestion: Question {
  var message: MessageID

  var body: EngineRequest.Body { .draft(.ways(message)) }

  func answer(in reply: EngineReply) -> [UnsubscribeMethod]? {
    if case .draft(.ways(let methods)) = reply { methods } else { nil }
  }
}

extension UnsubscribeMethod {
  /// The page as a link of a text would be; it has no number there.
  var link: ContentLink {
    ContentLink(number: 0, text: uri, target: uri, host: host ?? "", isMisleading: false)
  }
}

extension Sentence {
  /// A way to leave a list: what it is, and where it leads.
  package static func method(_ method: UnsubscribeMethod) -> Sentence {
    guard let refusal = method.refusal else {
      let key = "unsubscribe.method.\(method.kind.rawValue)"
      return Sentence(key, .text(method.host ?? ""), .text(method.uri))
    }
    return Sentence(
      "unsubscribe.method.refused",
      .sentence(Sentence("unsubscribe.reason.\(refusal.rawValue)")),
      .text(method.uri)
    )
  }
}

extension Painter {
  /// Draws the ways over the lower part of the text, a row each.
  fileprivate mutating func draw(_ pane: UnsubscribePane, _ area: Rect) {
    let methods = pane.methods ?? []
    let count = max(1, min(methods.count, area.rows - 2))
    let top = max(0, min(pane.cursor - count / 2, methods.count - count))
    var box = area
    box = box.removeBottom(rows: count + 2)
    canvas.fill(box)
    canvas.within(box) { $0.drawBox(title: words.text(.title(of: .command(.unsubscribe)))) }
    guard pane.methods != nil else {
      let line = box.row(at: 1).inset(columns: 2)
      let text = words.text(Sentence("status.loading"))
      canvas.draw(
        text,
        row: line.row,
        column: line.column,
        columns: line.columns,
        style: look[.faint]
      )
      return canvas.placeCursor(row: line.row, column: line.column)
    }
    for row in 0..<min(count, methods.count) {
      let index = top + row
      let line = box.row(at: row + 1).inset(columns: 1)
      canvas.draw(
        words.display("\(index + 1)  ") + words.text(.method(methods[index])),
        row: line.row,
        column: line.column + 1,
        columns: line.columns - 2,
        style: methods[index].kind == .refused ? look[.faint] : .plain
      )
      addTarget(.item(index), line)
      guard index == pane.cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      canvas.placeCursor(row: line.row, column: line.column)
    }
  }
}

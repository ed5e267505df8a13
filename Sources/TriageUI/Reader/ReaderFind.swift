import Screen
import TriageCore

/// What to look for in the texts of a thread.
struct FindTopic: PromptTopic {
  var question: Sentence { Sentence("prompt.find") }
  var kind: TypedKind { .find }
}

extension ReaderPane {
  func reasonNotToFind(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    if thread.find != nil { return nil }
    guard thread.entry == .firstMatch else { return Sentence("status.nothing-sought") }
    return thread.matched.count > 1 ? nil : Sentence("status.no-other-match")
  }

  /// Looks for a text in the thread, from what is shown on.
  mutating func find(_ text: String, _ shared: inout Shared) {
    thread.find = FindState(text)
    seek(from: thread.position, .forward, &shared)
  }

  /// Goes to the next hit of what was looked for, or to the one before; as long as nothing was looked
  /// for here, to the next message that the list was searched for.
  mutating func findNext(_ direction: FindState.Direction, _ shared: inout Shared) {
    guard thread.find != nil else { return goToMatch(direction, &shared) }
    guard let hit = thread.find?.hit else { return seek(from: thread.position, direction, &shared) }
    let message = thread.messages.firstIndex { $0.id == hit.message } ?? thread.cursor
    let cluster = direction == .forward ? hit.clusters.upperBound : hit.clusters.lowerBound
    seek(from: (message, hit.unit, cluster), direction, &shared)
  }

  /// Goes to the next message that matches the search that the thread was opened from, from the end on
  /// from the other one.
  private mutating func goToMatch(_ direction: FindState.Direction, _ shared: inout Shared) {
    let matching = thread.messages.indices.filter {
      thread.matched.contains(thread.messages[$0].id)
    }
    let isForward = direction == .forward
    let next =
      isForward
      ? matching.first { $0 > thread.cursor } : matching.last { $0 < thread.cursor }
    guard let index = next ?? (isForward ? matching.first : matching.last) else { return }
    thread.go(to: index)
    thread.settle(height: shared.contentHeight)
    if next == nil { shared.reportWrap(isForward: isForward) }
  }

  /// Looks on when a text has come that was waited for.
  mutating func findFurther(_ shared: inout Shared) {
    guard let find = thread.find, let direction = find.waiting,
      let next = find.next, thread.texts[next] != nil,
      let message = thread.messages.firstIndex(where: { $0.id == next })
    else { return }
    seek(from: (message, nil, 0), direction, &shared)
  }

  /// Looks through the texts, one message after the other, and from the end of the thread on from its
  /// other end; a text that has not come is waited for.
  private mutating func seek(
    from start: (message: Int, unit: ReadingText.Unit?, cluster: Int),
    _ direction: FindState.Direction,
    isWrapped: Bool = false,
    _ shared: inout Shared
  ) {
    guard var find = thread.find else { return }
    (find.next, find.waiting) = (nil, nil)
    var index = start.message
    var from = start.unit.map { (unit: $0, cluster: start.cluster) }
    var found: FindState.Hit?
    while found == nil, thread.messages.indices.contains(index) {
      let id = thread.messages[index].id
      guard let text = thread.texts[id] else {
        (find.next, find.waiting) = (id, direction)
        break
      }
      found = text.find(find.pattern, from: from, direction).map {
        FindState.Hit(message: id, unit: $0.unit, clusters: $0.clusters)
      }
      from = nil
      index += direction == .forward ? 1 : -1
    }
    // The only hit is found again: nothing was gone on to.
    let isElsewhere = found != find.hit
    find.hit = found ?? find.hit
    thread.find = find
    if let found { thread.show(found, height: shared.contentHeight) }
    if found == nil, find.next == nil {
      guard isWrapped else {
        let other = direction == .forward ? 0 : thread.messages.count - 1
        return seek(from: (other, nil, 0), direction, isWrapped: true, &shared)
      }
      shared.report(Sentence("status.no-hit", .text(find.pattern.text)), about: .key)
    }
    if found != nil { shared.report(nil) }
    if found != nil, isWrapped, isElsewhere { shared.reportWrap(isForward: direction == .forward) }
    thread.settle(height: shared.contentHeight)
  }
}

extension OpenThread {
  /// The message and the unit on top of the window.
  fileprivate var position: (message: Int, unit: ReadingText.Unit?, cluster: Int) {
    guard let position = layout.position(of: top), position.line > 0,
      let text = texts[messages[position.message].id], text.rows.indices.contains(position.line - 1)
    else { return (layout.position(of: top)?.message ?? cursor, nil, 0) }
    return (position.message, text.rows[position.line - 1].unit, 0)
  }

  /// Unfolds what hides a hit and brings it into the window.
  fileprivate mutating func show(_ hit: FindState.Hit, height: Int) {
    guard let index = messages.firstIndex(where: { $0.id == hit.message }),
      var text = texts[hit.message]
    else { return }
    unfolded.insert(hit.message)
    if text.index(of: hit.unit) == nil {
      var layout = text.layout
      layout.quotes = .none
      text.lay(out: layout)
      _ = text.index(of: hit.unit)
    }
    texts[hit.message] = text
    let row = text.row(of: hit.clusters, in: hit.unit) ?? 0
    let line = layout.firstLine(of: index) + 1 + row
    if !(top..<top + height).contains(line) { top = max(0, line - height / 3) }
    cursor = index
    goneTo = nil
  }

  /// What is to be marked in a row of a message; `display` says how what a row has is shown: a
  /// sentence has the text somewhere in it.
  func hits(
    in message: MessageID,
    row: Int,
    display: (ReadingText.Row.Content) -> DisplayText
  ) -> [TextHit] {
    guard let find, let text = texts[message], text.rows.indices.contains(row) else { return [] }
    let unit = text.rows[row].unit
    let ranges = text.ranges(of: find.pattern, in: unit)
    guard !ranges.isEmpty, let (span, start) = text.shown(in: row, display) else { return [] }
    return ranges.filter { $0.overlaps(span) }.map { range in
      let shown = range.clamped(to: span)
      let first = start + shown.lowerBound - span.lowerBound
      return TextHit(
        clusters: first..<first + shown.count,
        isCurrent: find.hit == FindState.Hit(message: message, unit: unit, clusters: range)
      )
    }
  }
}

extension ReadingText {
  /// What of its unit's text a row shows, and where in the row that begins.
  fileprivate func shown(
    in row: Int,
    _ display: (Row.Content) -> DisplayText
  ) -> (span: Range<Int>, start: Int)? {
    let unit = rows[row].unit
    guard case .sentence = rows[row].content else {
      return spans(of: unit).first { $0.row == row }.map { ($0.clusters, 0) }
    }
    guard let text = content?.text(of: unit),
      let range = display(rows[row].content).ranges(of: text).first
    else { return nil }
    return (0..<text.clusterCount, range.lowerBound)
  }
}

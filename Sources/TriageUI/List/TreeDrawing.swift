import Screen
import TriageCore

// The rows below an open thread's own, and the signs in the columns before a row's fields.

extension Painter {
  /// Where the sign stands that says whether a thread is open.
  private static let foldColumn = 3

  /// What is selected, in part or whole, or struck through.
  mutating func drawMark(at position: ListPosition, in list: ThreadList, _ line: Rect) {
    let thread = list.order[position.thread]
    if list.isSelected(position) || position.line == 0 && list.isWhollySelected(thread) {
      canvas.draw("+", row: line.row, style: look[.selected])
    } else if position.line == 0, list.trees.selected[thread] != nil {
      canvas.draw("~", row: line.row, style: look[.selected])
    } else if list.isDone(position), position.line == 0 || list.message(at: position) != nil {
      canvas.draw("-", row: line.row, style: look[.text])
    } else if position.line == 0, list.rows[thread]?.tags.contains(WakeTime.woken) ?? false {
      canvas.draw("^", row: line.row, style: look[.text])
    }
  }

  /// The sign of a thread with several messages, where some threads are open.
  mutating func drawFold(of thread: ThreadID, in list: ThreadList, _ line: Rect) {
    let isOpen = list.trees.isOpen(thread)
    guard isOpen || list.trees.opensAll, list.rows[thread].map({ $0.messages.count > 1 }) ?? false
    else { return }
    let sign: DisplayText = isOpen ? "▾" : "▸"
    canvas.draw(sign, row: line.row, column: Self.foldColumn, style: look[.faint])
  }

  mutating func addTargets(at position: ListPosition, _ line: Rect) {
    let mark = Rect(row: line.row, columns: 1, rows: 1)
    let (index, below) = (position.thread, position.line)
    addTarget(below == 0 ? .item(index) : .child(below, of: index), line)
    addTarget(below == 0 ? .mark(index) : .childMark(below, of: index), mark)
    guard below == 0 else { return }
    let fold = Rect(row: line.row, column: Self.foldColumn, columns: 1, rows: 1)
    addTarget(.fold(index), fold)
  }

  /// A message of an open thread, or how many more it has.
  mutating func drawTreeRow(
    at position: ListPosition,
    in list: ThreadList,
    _ line: Rect,
    _ columns: RowColumns
  ) {
    let thread = list.order[position.thread]
    guard let opened = list.trees.shown(thread) else { return }
    let room = columns.treeRoom(in: line.columns)
    guard let message = opened.message(at: position.line) else {
      let rest = words.text(Sentence("status.tree.more", .number(opened.omitted)))
      return draw(words.display("└ ") + rest, line, room, look[.faint])
    }
    let plain = message.isMatched ? CellStyle.plain : look[.faint]
    let isUnread = message.tags.contains(.unread)
    let base = isUnread ? plain.overlaid(with: look[.unread]) : plain
    let style = list.isDone(position) ? base.overlaid(with: look[.struck]) : base
    if isUnread { canvas.draw("N", row: line.row, column: 1, style: base) }
    if message.tags.contains(.flagged) {
      canvas.draw("*", row: line.row, column: 2, style: base.overlaid(with: look[.star]))
    }
    for (column, room) in columns.fields where column == .date {
      draw(dateText(message.date, message.tags, line, columns), line, room, style)
    }
    let tags = tagPieces(message.tags, columns)
    let sleeping = message.tags.wakeTime != nil
    let end = drawTags(tags, sleeping: sleeping, line, columns, style)
    let start = drawBranch(opened.branch(at: position.line, in: line.columns), line, room)
    drawWords(
      of: message,
      opened.changedSubject(at: position.line, of: list.rows[thread]),
      line,
      start..<max(start, min(room.upperBound, end)),
      columns,
      style
    )
  }

  /// Draws the stems of a row; returns the column behind them.
  private mutating func drawBranch(_ branch: String, _ line: Rect, _ room: Range<Int>) -> Int {
    canvas.draw(
      DisplayText(branch),
      row: line.row,
      column: room.lowerBound,
      columns: room.count,
      style: look[.faint]
    )
  }

  /// Draws tags where rows have them; returns the column that other words end before.
  private mutating func drawTags(
    _ tags: [(text: DisplayText, style: CellStyle)],
    sleeping: Bool,
    _ line: Rect,
    _ columns: RowColumns,
    _ style: CellStyle
  ) -> Int {
    guard columns.hasTagsAtEnd else {
      for (column, room) in columns.fields where column == .tags { draw(tags, line, room, style) }
      return line.columns
    }
    guard !tags.isEmpty else { return line.columns }
    let width = width(of: tags, sleeping: sleeping, in: columns)
    draw(tags, line, line.columns - width..<line.columns, style)
    return line.columns - width - 2
  }

  /// Who wrote a message, and its subject if that has changed.
  private mutating func drawWords(
    of message: TreeMessage,
    _ subject: String?,
    _ line: Rect,
    _ room: Range<Int>,
    _ columns: RowColumns,
    _ style: CellStyle
  ) {
    let attachment: DisplayText = message.tags.contains(.attachment) ? " @" : .empty
    let author = words.display(message.author)
    // The subject begins where those of threads do, if the author leaves it there.
    let share = subject == nil ? room.count : max(12, room.count / 2)
    let most = max(0, min(share, room.count) - attachment.width)
    let name = author.truncated(toColumns: most)
    draw(name + attachment, line, room, style)
    guard let subject else { return }
    let usual = columns.fields.first { $0.column == .subject }?.room.lowerBound ?? 0
    let start = max(usual, room.lowerBound + name.width + attachment.width + 2)
    draw(self.subject(subject), line, start..<max(start, room.upperBound), style)
  }
}

extension RowColumns {
  /// Where the tree goes: from the authors or the subject on, to the next other field.
  func treeRoom(in columns: Int) -> Range<Int> {
    let isText = { (column: ListColumn) in column == .authors || column == .subject }
    guard let first = fields.firstIndex(where: { isText($0.column) }) else {
      return min(start, columns)..<columns
    }
    let next = fields[first...].first { $0.column == .date || $0.column == .tags }
    let begin = min(fields[first].room.lowerBound, columns)
    return begin..<max(begin, next.map { $0.room.lowerBound - 1 } ?? columns)
  }
}

extension OpenedThread {
  /// The lines that lead to the message of a row; at most a fifth of the columns, and of what lies
  /// deeper how deep it lies, with the branches next to it.
  func branch(at line: Int, in columns: Int) -> String {
    let most = max(4, columns / 10)
    let depth = messages[line - 1].depth
    let stems = stems(at: line, atMost: most + 1)
    guard stems.count > most else { return Self.branch(stems) }
    let mark = "\(depth)…"
    let shown = max(1, most - (mark.count + 1) / 2)
    return mark + (mark.count.isMultiple(of: 2) ? "" : " ") + Self.branch(stems.suffix(shown))
  }

  private static func branch(_ stems: some BidirectionalCollection<Bool>) -> String {
    stems.dropLast().map { $0 ? "│ " : "  " }.joined() + (stems.last ?? false ? "├ " : "└ ")
  }
}

extension DisplayText {
  /// Returns the rows of a text broken to a width: after a blank where there is one, else between
  /// clusters.
  ///
  /// Rows are made as they are asked for. An empty text has one empty row; blanks at a break are
  /// dropped.
  package func wrapped(toColumns columns: Int) -> WrappedRows {
    WrappedRows(self, columns: max(1, columns))
  }
}

/// The rows of a text broken to a width.
package struct WrappedRows: Sequence, IteratorProtocol, Sendable {
  private let text: DisplayText
  private let columns: Int
  private var index: String.Index
  private var isDone = false

  init(_ text: DisplayText, columns: Int) {
    self.text = text
    self.columns = columns
    index = text.text.startIndex
  }

  /// Returns the next row, or `nil` after the last.
  package mutating func next() -> DisplayText? {
    guard !isDone else { return nil }
    let start = index
    let end = endOfRow()
    skipBlanks()
    isDone = index == text.text.endIndex
    let row = DisplayText(safe: String(text.text[start..<end]), layout: text.layout)
    return row.balanced()
  }

  /// Moves the index behind the row and returns where its text ends.
  private mutating func endOfRow() -> String.Index {
    let characters = text.text
    var used = 0
    var end = index
    var breakPoint: String.Index?
    while end < characters.endIndex {
      let character = characters[end]
      let width = character.isIsolate ? 0 : Int(ClusterWidth(character).columns)
      if character == " " { breakPoint = end }
      if used + width > columns {
        end = breakPoint ?? (end == index ? characters.index(after: end) : end)
        break
      }
      used += width
      end = characters.index(after: end)
    }
    index = end
    return end
  }

  private mutating func skipBlanks() {
    let characters = text.text
    guard index < characters.endIndex, characters[index] == " " else { return }
    while index < characters.endIndex, characters[index] == " " {
      index = characters.index(after: index)
    }
  }
}

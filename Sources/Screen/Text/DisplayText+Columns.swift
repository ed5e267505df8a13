/// One grapheme cluster of a clean text, as it goes into cells.
struct DisplayCluster {
  /// What is drawn: most clusters are one code point.
  enum Glyph {
    case scalar(Unicode.Scalar)
    case cluster(Character)
  }

  var glyph: Glyph
  var width: ClusterWidth
  /// Its bytes of UTF-8.
  var byteCount: Int

  var columns: Int { Int(width.columns) }

  /// Whether a line may be broken after this.
  var isBlank: Bool {
    if case .scalar(" ") = glyph { true } else { false }
  }
}

/// Walks the clusters of a clean text; isolates come as clusters of no columns.
struct DisplayClusters: Sequence, IteratorProtocol {
  private let layout: DisplayText.Layout
  private var scalars: String.UnicodeScalarView.Iterator
  private var characters: String.Iterator

  init(_ text: DisplayText) {
    layout = text.layout
    scalars = text.text.unicodeScalars.makeIterator()
    characters = text.text.makeIterator()
  }

  mutating func next() -> DisplayCluster? {
    switch layout {
    case .bytes:
      scalars.next().map { DisplayCluster(glyph: .scalar($0), width: .one, byteCount: 1) }
    case .scalars: scalars.next().map(single)
    case .clusters: characters.next().map(cluster)
    }
  }

  private func single(_ scalar: Unicode.Scalar) -> DisplayCluster {
    let width = scalar.isASCII ? .one : ClusterWidth(scalar)
    return DisplayCluster(glyph: .scalar(scalar), width: width, byteCount: UTF8.width(scalar))
  }

  private func cluster(_ character: Character) -> DisplayCluster {
    let scalars = character.unicodeScalars
    let first = scalars[scalars.startIndex]
    guard scalars.count == 1 else {
      return DisplayCluster(
        glyph: .cluster(character),
        width: ClusterWidth(character),
        byteCount: character.utf8.count
      )
    }
    guard first.isIsolate else { return single(first) }
    return DisplayCluster(
      glyph: .scalar(first),
      width: ClusterWidth(columns: 0),
      byteCount: UTF8.width(first)
    )
  }
}

extension DisplayText {
  /// Returns as much of the text as fits; a text that is cut ends in an ellipsis.
  package func truncated(toColumns columns: Int) -> DisplayText {
    guard width > columns else { return self }
    guard columns > 0 else { return .empty }
    return prefix(columns: columns - 1) + DisplayText(safe: "…", width: 1, layout: .scalars)
  }

  /// Returns the longest beginning that fits, cut between clusters.
  package func prefix(columns: Int) -> DisplayText {
    width <= columns ? self : split(atColumns: max(0, columns)).head
  }

  /// Returns the text without what lies in its first columns.
  ///
  /// A cluster that is partly dropped leaves blanks for the rest of it, so that rows scrolled
  /// sideways stay aligned.
  package func dropFirst(columns: Int) -> DisplayText {
    guard columns > 0 else { return self }
    guard columns < width else { return .empty }
    var offset = 0
    var used = 0
    for cluster in DisplayClusters(self) where used < columns {
      offset += cluster.byteCount
      used += cluster.columns
    }
    let blanks = String(repeating: " ", count: used - columns)
    return DisplayText(safe: blanks, width: used - columns, layout: .bytes)
      + slice(from: offset, width: width - used)
  }

  /// Returns the text followed by blanks up to a number of columns, cut if it is longer.
  package func padded(toColumns columns: Int) -> DisplayText {
    guard width < columns else { return truncated(toColumns: columns) }
    let blanks = columns - width
    return DisplayText(
      safe: text + String(repeating: " ", count: blanks),
      width: columns,
      layout: layout
    )
  }

  /// Returns the longest beginning that fits, and the rest.
  func split(atColumns columns: Int) -> (head: DisplayText, tail: DisplayText) {
    if layout == .bytes {
      return split(atByte: min(columns, width), columns: min(columns, width))
    }
    var offset = 0
    var used = 0
    for cluster in DisplayClusters(self) {
      guard used + cluster.columns <= columns else { break }
      offset += cluster.byteCount
      used += cluster.columns
    }
    return split(atByte: offset, columns: used)
  }

  func split(atByte offset: Int, columns: Int) -> (head: DisplayText, tail: DisplayText) {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    let head = DisplayText(safe: String(text[..<index]), width: columns, layout: layout)
    return (head.balanced(), slice(from: offset, width: width - columns))
  }

  private func slice(from offset: Int, width: Int) -> DisplayText {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return DisplayText(safe: String(text[index...]), width: width, layout: layout)
      .balanced()
  }

  /// Returns a piece of a text with isolates it begins closed, and without ends of others.
  func balanced() -> DisplayText {
    guard layout == .clusters, text.unicodeScalars.contains(where: \.isIsolate) else { return self }
    var open = 0
    var balanced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value == 0x2069 {
        guard open > 0 else { continue }
        open -= 1
      } else if scalar.isIsolate {
        open += 1
      }
      balanced.append(scalar)
    }
    balanced.append(contentsOf: repeatElement("\u{2069}", count: open))
    return DisplayText(safe: String(balanced), width: width, layout: layout)
  }
}

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
  /// The column of the text that the last row begins with.
  package private(set) var column = 0
  private var nextColumn = 0

  init(_ text: DisplayText, columns: Int) {
    self.text = text
    self.columns = columns
    index = text.text.startIndex
  }

  /// Returns the next row, or `nil` after the last.
  package mutating func next() -> DisplayText? {
    guard !isDone else { return nil }
    let start = index
    // Most lines fit, whose width is known.
    if start == text.text.startIndex, text.width <= columns {
      (index, isDone, nextColumn) = (text.text.endIndex, true, text.width)
      return text.balanced()
    }
    let end = endOfRow()
    let blanks = skipBlanks()
    isDone = index == text.text.endIndex
    let row = DisplayText(safe: String(text.text[start..<end]), layout: text.layout)
    column = nextColumn
    nextColumn += row.width + blanks
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

  /// Moves the index over blanks, and returns how many there are.
  private mutating func skipBlanks() -> Int {
    let characters = text.text
    var count = 0
    while index < characters.endIndex, characters[index] == " " {
      index = characters.index(after: index)
      count += 1
    }
    return count
  }
}

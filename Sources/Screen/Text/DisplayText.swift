/// Text that may be drawn or printed: nothing in it acts on a terminal.
///
/// Only the sanitizer makes it. Its `text` holds no byte below 0x20, no DEL and no C1 control; no
/// control of direction but the balanced isolates a catalog's sentence puts round its arguments.
package struct DisplayText: Hashable, Sendable {
  /// How the text divides into cells, from the quickest to the general case.
  enum Layout: UInt8, Sendable {
    /// One byte a cell.
    case bytes
    /// One code point a cluster.
    case scalars
    /// Grapheme clusters.
    case clusters
  }

  /// The text for paper: what a batch verb prints.
  package let text: String
  /// The columns the text takes.
  package let width: Int
  let layout: Layout

  /// Text without a character.
  package static let empty = DisplayText(safe: "", width: 0, layout: .bytes)

  /// Wraps text that is already clean, and measures it.
  init(safe text: String, layout: Layout) {
    let width =
      switch layout {
      case .bytes: text.utf8.count
      case .scalars: text.unicodeScalars.reduce(0) { $0 + Int(ClusterWidth($1).columns) }
      case .clusters: text.reduce(0) { $0 + ($1.isIsolate ? 0 : Int(ClusterWidth($1).columns)) }
      }
    self.init(safe: text, width: width, layout: layout)
  }

  init(safe text: String, width: Int, layout: Layout) {
    self.text = text
    self.width = width
    self.layout = layout
  }

  /// Says whether there is nothing to draw.
  package var isEmpty: Bool { width == 0 }

  package static func == (left: DisplayText, right: DisplayText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension DisplayText: CustomStringConvertible {
  /// The text for paper.
  package var description: String { text }
}

extension DisplayText: ExpressibleByStringLiteral {
  /// Cleans a literal as a one-line field.
  package init(stringLiteral value: String) { self.init(value) }
}

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

  /// The text as a batch verb prints it.
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

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { width == 0 }

  package static func == (left: DisplayText, right: DisplayText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension DisplayText {
  /// The text without the isolates that keep parts of two directions apart on a screen: for other
  /// programs.
  package var withoutIsolates: String {
    guard layout == .clusters else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isIsolate }))
  }
}

extension DisplayText: CustomStringConvertible {
  /// The text as it is printed.
  package var description: String { text }
}

extension DisplayText: ExpressibleByStringLiteral {
  /// Cleans a literal as a one-line field.
  package init(stringLiteral value: String) { self.init(value) }
}

/// What a text is, which decides how its controls are shown.
package enum TextKind: Sendable {
  /// A one-line field, such as a subject: tabs and line separators are one blank, line ends are
  /// pictures, characters without width are dropped.
  case field
  /// An address or a host: like a field, but what has no width is marked, for it can deceive.
  case address
  /// The value of a header: like an address, but emoji and letters that are joined stay whole in
  /// words that have no `@`.
  case header
  /// One line of a body, without its line end: tabs reach to the next multiple of eight.
  case bodyLine
}

extension DisplayText {
  /// The bytes a one-line field keeps.
  package static let fieldBytes = 1024

  /// Cleans text from outside.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - kind: What the text is.
  ///   - maxBytes: The most bytes of UTF-8 kept; a longer text is cut between clusters and ends in
  ///     an ellipsis. `nil` keeps all of a body's line and `fieldBytes` of anything else.
  package init(_ text: String, as kind: TextKind = .field, maxBytes: Int? = nil) {
    let limit = maxBytes ?? (kind == .bodyLine ? Int.max : DisplayText.fieldBytes)
    if text.utf8.count <= limit, text.isPrintableASCII {
      self.init(safe: text, width: text.utf8.count, layout: .bytes)
      return
    }
    var sanitizer = Sanitizer(kind: kind, maxBytes: limit)
    sanitizer.append(text)
    self = sanitizer.finish()
  }

  /// Cleans bytes from outside; what is not UTF-8 becomes U+FFFD.
  package init(
    bytes: some Collection<UInt8>,
    as kind: TextKind = .field,
    maxBytes: Int? = nil
  ) {
    self.init(String(decoding: bytes, as: UTF8.self), as: kind, maxBytes: maxBytes)
  }

  /// A stretch of a sentence, by where its characters come from.
  package enum Segment: Hashable, Sendable {
    /// The catalog's words, with the isolates it puts round arguments.
    case literal(String)
    /// Text from outside.
    case argument(String)
  }

  /// Cleans a sentence: its arguments as fields, its words too but for the isolates, which stay
  /// and are balanced.
  ///
  /// - Parameters:
  ///   - segments: The sentence in reading order.
  ///   - argumentBytes: The most bytes kept of each argument.
  package init(sentence segments: [Segment], argumentBytes: Int = DisplayText.fieldBytes) {
    var sanitizer = Sanitizer(kind: .field, maxBytes: .max)
    for segment in segments {
      switch segment {
      case .literal(let words): sanitizer.append(words, keepsIsolates: true)
      case .argument(let text):
        sanitizer.append(DisplayText(text, maxBytes: argumentBytes).text)
      }
    }
    self = sanitizer.finish()
  }

  /// Returns texts one after another with a separator between them.
  package static func joined(_ parts: [DisplayText], separator: DisplayText = .empty)
    -> DisplayText
  {
    let text = parts.lazy.map(\.text).joined(separator: separator.text)
    let used = parts + repeatElement(separator, count: max(0, parts.count - 1))
    return DisplayText(safe: text, joining: used)
  }

  /// Returns two texts one after the other.
  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(safe: left.text + right.text, joining: [left, right])
  }

  private init(safe text: String, joining parts: [DisplayText]) {
    let layout = parts.map(\.layout).max { $0.rawValue < $1.rawValue } ?? .bytes
    // Where one text ends and the next begins, two clusters may have become one.
    if layout == .clusters {
      self.init(safe: text, layout: layout)
    } else {
      self.init(safe: text, width: parts.reduce(0) { $0 + $1.width }, layout: layout)
    }
  }
}

extension String {
  /// Whether every byte is printable ASCII.
  fileprivate var isPrintableASCII: Bool {
    let quick = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(true) { $0 && ($1 &- 0x20) < 0x5F }
    }
    return quick ?? utf8.allSatisfy { ($0 &- 0x20) < 0x5F }
  }
}

extension DisplayText {
  /// The text where only ASCII can be shown: pictures of controls as `^[`, frames and the
  /// interface's own signs as their nearest likeness, `?` for any other character.
  package var ascii: DisplayText {
    guard layout != .bytes else { return self }
    var plain = ""
    for cluster in DisplayClusters(self) where cluster.columns > 0 {
      switch cluster.glyph {
      case .scalar(let scalar): plain += scalar.asciiLikeness
      case .cluster: plain += "?"
      }
    }
    return DisplayText(safe: plain, width: plain.utf8.count, layout: .bytes)
  }
}

extension Unicode.Scalar {
  /// What stands for a code point in ASCII.
  var asciiLikeness: String {
    switch value {
    case 0..<0x7F: String(self)
    case 0x2400..<0x2420: "^" + String(UnicodeScalar(UInt8(value - 0x2400) + 0x40))
    case 0x2421: "^?"
    case 0x2500, 0x2501, 0x2550: "-"
    case 0x2502, 0x2503, 0x2551: "|"
    case 0x2504..<0x2580: "+"
    case 0x25B8: ">"
    case 0x25BE: "v"
    case 0xA0: " "
    case 0xB7: "-"
    case 0xD7: "x"
    case 0x2018, 0x2019, 0x201A: "'"
    case 0xAB, 0xBB, 0x201C, 0x201D, 0x201E: "\""
    case 0x2026: "~"
    default: "?"
    }
  }
}

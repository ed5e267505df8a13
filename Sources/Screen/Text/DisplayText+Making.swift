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
  /// Says whether every byte is printable ASCII.
  fileprivate var isPrintableASCII: Bool {
    let quick = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.reduce(true) { $0 && ($1 &- 0x20) < 0x5F }
    }
    return quick ?? utf8.allSatisfy { ($0 &- 0x20) < 0x5F }
  }
}

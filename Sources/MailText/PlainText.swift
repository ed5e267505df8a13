import TriageCore

/// Tells quotes, signatures and prose apart in a plain text.
struct PlainText {
  /// Deeper quotes are shown as this deep.
  static let deepestQuote = 99

  private var builder: ContentBuilder
  private var isInSignature = false

  private init(_ builder: ContentBuilder) { self.builder = builder }

  /// Adds the lines of a text.
  static func add(_ text: [UInt8], to builder: inout ContentBuilder) {
    var reader = PlainText(builder)
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) {
        reader.take(UnsafeBufferPointer(rebasing: bytes[range]))
        if reader.builder.isFull { break }
      }
    }
    builder = reader.builder
  }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    let quote = QuoteMarks(line)
    let text = String(decoding: line[quote.end...], as: UTF8.self)
    if quote.level > 0 {
      builder.add(.quote(level: min(quote.level, Self.deepestQuote)), text)
    } else {
      isInSignature = isInSignature || text == "-- "
      builder.add(isInSignature ? .signature : .text, text)
    }
  }
}

/// The quote marks at the beginning of a line.
struct QuoteMarks {
  private(set) var level = 0
  /// Where the quoted text begins.
  private(set) var end = 0

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: ">") {
        level += 1
        index += 1
        end = index
      } else if line[index] == 0x20, level > 0, index == end, index + 1 < line.count,
        line[index + 1] == UInt8(ascii: ">")
      {
        index += 1
      } else {
        break
      }
    }
    if level > 0, end < line.count, line[end] == 0x20 { end += 1 }
  }
}

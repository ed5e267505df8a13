import TriageCore

/// Shows text as it is, line for line.
enum RawText {
  /// Adds the lines of bytes in an unknown character set.
  static func add(_ bytes: [UInt8], isWhole: Bool, to builder: inout ContentBuilder) {
    let decoder = TextDecoder(bytes, declared: nil)
    builder.note(decoder.notice)
    decoder.text.withUnsafeBufferPointer { text in
      for range in LineRanges(text) where !builder.isFull {
        builder.add(.preformatted, String(decoding: text[range], as: UTF8.self))
      }
    }
    if !isWhole { builder.note(.bodyCut) }
  }
}

/// Joins the lines that `format=flowed` (RFC 3676) has broken.
struct FlowedText {
  private let deletesSpace: Bool
  private var result: [UInt8] = []
  private var level = 0
  private var isOpen = false

  private init(deletesSpace: Bool) { self.deletesSpace = deletesSpace }

  /// Returns a text with a line for each paragraph, quote marks as in a text that is not flowed.
  static func unfold(_ text: [UInt8], deletesSpace: Bool) -> [UInt8] {
    var flow = FlowedText(deletesSpace: deletesSpace)
    flow.result.reserveCapacity(text.count)
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) { flow.take(UnsafeBufferPointer(rebasing: bytes[range])) }
    }
    if flow.isOpen { flow.result.append(0x0a) }
    return flow.result
  }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    let quote = QuoteMarks(line)
    // A blank before the text is stuffing; after quote marks it is already gone.
    let isStuffed = quote.level == 0 && line.first == 0x20
    var text = line[(isStuffed ? 1 : quote.end)...]
    let isMark = text.elementsEqual([0x2d, 0x2d, 0x20])
    let flows = text.last == 0x20 && !isMark
    if flows, deletesSpace { text = text.dropLast() }
    if isOpen, quote.level != level || isMark {
      result.append(0x0a)
      isOpen = false
    }
    if !isOpen { begin(quote.level, isLiteral: isStuffed && text.first == UInt8(ascii: ">")) }
    result.append(contentsOf: text)
    level = quote.level
    isOpen = flows
    if !flows { result.append(0x0a) }
  }

  private mutating func begin(_ level: Int, isLiteral: Bool) {
    result.append(
      contentsOf: repeatElement(UInt8(ascii: ">"), count: min(level, PlainText.deepestQuote))
    )
    // A blank keeps a stuffed ">" from becoming a quote mark.
    if level > 0 || isLiteral { result.append(0x20) }
  }
}

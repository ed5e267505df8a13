import Glibc

/// Removes from a page what costs much and gives a reader nothing, before it is parsed, and decodes
/// its character references.
enum HTMLPrefilter {
  /// Inline data longer than this is cut off.
  private static let longestData = 128

  /// Returns a page without comments and the content of `data:` addresses, and no longer than
  /// `limit`; its bytes are valid UTF-8 without zero bytes.
  static func clean(_ page: [UInt8], limit: Int) -> (page: [UInt8], isWhole: Bool) {
    var result: [UInt8] = []
    result.reserveCapacity(min(page.count, limit))
    page.withUnsafeBufferPointer { bytes in
      var index = 0
      var tag = HTMLTagCounter()
      // Style sheets have neither comments of this kind nor references.
      var sheetEnd = 0
      while index < bytes.count, result.count < limit {
        let byte = bytes[index]
        if byte == UInt8(ascii: "<"), index >= sheetEnd,
          let end = commentEnd(bytes, at: index) ?? conditionEnd(bytes, at: index)
        {
          index = end
        } else if byte | 0x20 == UInt8(ascii: "d"), let end = dataEnd(bytes, at: index) {
          result.append(contentsOf: "data:".utf8)
          index = end
        } else if tag.isInText, let end = textEnd(bytes, at: index) {
          if index < sheetEnd {
            result.append(contentsOf: bytes[index..<end])
            index = end
          } else {
            index = addText(bytes, index..<end, to: &result)
          }
        } else if byte == UInt8(ascii: "&"), tag.isInValue {
          let (start, isAdmitted) = (result.count, tag.admits(byte))
          let end = HTMLReferences.decode(bytes, at: index, inAttribute: true, to: &result)
          if !isAdmitted { result.removeLast(result.count - start) }
          if isAdmitted, end == nil { result.append(byte) }
          index = end ?? index + 1
        } else {
          if index >= sheetEnd, tag.isInText { sheetEnd = Self.sheetEnd(bytes, at: index) ?? 0 }
          if tag.admits(byte) { result.append(byte) }
          index += 1
        }
      }
    }
    let isWhole = result.count < limit
    return (repaired(result), isWhole)
  }

  /// Where a comment ends that begins here.
  ///
  /// Comments for Outlook (`<!--[if mso]>`) go with the others; what they enclose for all but
  /// Outlook (`<!--[if !mso]><!-->`) stays, as the comment ends there.
  private static func commentEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard index + 3 < bytes.count, bytes[index + 1] == 0x21, bytes[index + 2] == 0x2d,
      bytes[index + 3] == 0x2d
    else { return nil }
    // A comment may be as short as `<!-->`.
    var from = index + 2
    while from < bytes.count, let base = bytes.baseAddress,
      let close = memchr(base + from, Int32(UInt8(ascii: ">")), bytes.count - from)
    {
      let end = UnsafeRawPointer(close) - UnsafeRawPointer(base)
      if end - 2 >= index + 2, bytes[end - 1] == 0x2d, bytes[end - 2] == 0x2d { return end + 1 }
      from = end + 1
    }
    return bytes.count
  }

  /// Adds text with its references decoded; returns where it ended.
  private static func addText(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    to result: inout [UInt8]
  ) -> Int {
    var from = range.lowerBound
    while from < range.upperBound, let base = bytes.baseAddress,
      let found = memchr(base + from, Int32(UInt8(ascii: "&")), range.upperBound - from)
    {
      let mark = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      result.append(contentsOf: bytes[from..<mark])
      let end = HTMLReferences.decode(bytes, at: mark, inAttribute: false, to: &result)
      if end == nil { result.append(UInt8(ascii: "&")) }
      from = end ?? mark + 1
    }
    guard from < range.upperBound else { return from }
    result.append(contentsOf: bytes[from..<range.upperBound])
    return range.upperBound
  }

  /// Where the content ends of a style element whose tag begins here.
  private static func sheetEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard bytes.spells("<style", at: index), index + 6 < bytes.count,
      bytes[index + 6] <= 0x20 || bytes[index + 6] == UInt8(ascii: ">")
    else { return nil }
    var from = index + 6
    while from < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + from, Int32(UInt8(ascii: "<")), bytes.count - from)
    {
      let tag = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if bytes.spells("</style", at: tag) { return tag }
      from = tag + 1
    }
    return bytes.count
  }

  /// Where text ends that can be kept as it is; `nil` if there is none of it here.
  private static func textEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let tag = memchr(base + index, 0x3c, bytes.count - index)
    var end = tag.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count
    // Style sheets have data addresses, too.
    var from = index + 4
    while from < end, let colon = memchr(base + from, 0x3a, end - from) {
      from = UnsafeRawPointer(colon) - UnsafeRawPointer(base) + 1
      guard bytes.spells("data:", at: from - 5) else { continue }
      end = from - 5
    }
    // A short `data:` that stays must not be found again.
    return end > index ? end : nil
  }

  /// Where a mark of Word's ends that begins here: `<![if !supportLists]>`.
  private static func conditionEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let beginning = bytes[index...].prefix(8).map { $0 | 0x20 }
    guard
      beginning.starts(with: [0x3c, 0x21, 0x7b, 0x69, 0x66])
        || beginning.starts(with: [0x3c, 0x21, 0x7b, 0x65, 0x6e, 0x64, 0x69, 0x66])
    else { return nil }
    return bytes[index...].prefix(200).firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
  }

  /// Where the data of a long `data:` address ends that begins here.
  private static func dataEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard bytes.spells("data:", at: index) else { return nil }
    var end = index + 5
    while end < bytes.count, !endsData(bytes[end]) { end += 1 }
    return end - index > longestData ? end : nil
  }

  /// Blanks, quotes and brackets.
  private static func endsData(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22, 0x27, 0x29, 0x3c, 0x3e: true
    default: false
    }
  }

  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let hasZero = bytes.contains(0)
    let isValid = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    if isValid, !hasZero { return bytes }
    let text = String(decoding: bytes, as: UTF8.self)
    return Array((hasZero ? text.replacing("\0", with: "\u{fffd}") : text).utf8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text in lower case stands here, in any case.
  fileprivate func spells(_ text: StaticString, at index: Int) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return self[index...].prefix(text.count).elementsEqual(text) {
      $0 == $1 || (0x41...0x5a).contains($0) && $0 | 0x20 == $1
    }
  }
}

/// Counts the attributes of each tag as the parser will see them, and admits only so many.
///
/// The parser compares every attribute of a tag with all those before it.
struct HTMLTagCounter {
  private enum State {
    case text
    /// Behind a `<`.
    case opening
    /// In a tag, between attributes.
    case between
    case name
    /// Behind a `=`.
    case equals
    case bareValue
    case value(quote: UInt8)
  }

  /// Attributes beyond these are dropped.
  private static let most = 100

  private var state = State.text
  private var count = 0

  /// Whether the next byte is text unless it opens a tag.
  var isInText: Bool {
    if case .text = state { true } else { false }
  }

  /// Whether the next byte may belong to the value of an attribute.
  var isInValue: Bool {
    switch state {
    case .equals, .bareValue, .value: true
    case .text, .opening, .between, .name: false
    }
  }

  /// Reads the next byte and returns whether the parser may see it.
  mutating func admits(_ byte: UInt8) -> Bool {
    let isEnd = byte == UInt8(ascii: ">")
    let isBlank = byte <= 0x20
    switch state {
    case .text: state = byte == UInt8(ascii: "<") ? .opening : .text
    case .opening: open(byte)
    case .between:
      if isEnd { return close() }
      if !isBlank, byte != UInt8(ascii: "/") {
        count += 1
        state = .name
      }
    case .name:
      if isEnd { return close() }
      if byte == UInt8(ascii: "=") { state = .equals } else if isBlank { state = .between }
    case .equals:
      if isEnd { return close() }
      if !isBlank { state = byte == 0x22 || byte == 0x27 ? .value(quote: byte) : .bareValue }
    case .bareValue:
      if isEnd { return close() }
      if isBlank { state = .between }
    case .value(let quote): if byte == quote { state = .between }
    }
    return count <= Self.most
  }

  private mutating func open(_ byte: UInt8) {
    let isLetter = (0x41...0x5a).contains(byte & 0xdf)
    // The tag's own name counts as one.
    (state, count) = isLetter ? (.name, 1) : (byte == UInt8(ascii: "<") ? .opening : .text, 0)
  }

  private mutating func close() -> Bool {
    (state, count) = (.text, 0)
    return true
  }
}

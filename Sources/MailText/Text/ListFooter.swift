/// Finds what a mailing list program puts below every message.
enum ListFooter {
  /// How many lines from the end are looked at.
  private static let reach = 14
  private static let words = [
    "mailing list", "unsubscribe", "listinfo", "to post to this", "lists.", "/options/", "abmelden",
  ]

  /// Returns where the footer begins: a line of nothing but strokes, then a word of lists.
  static func start(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var starts: [Int] = []
    var end = text.count
    while end > 0, starts.count < reach {
      var start = end - 1
      while start > 0, text[start - 1] != 0x0a { start -= 1 }
      // A footer has short lines; a long one ends the search.
      guard end - start < 400 else { break }
      starts.append(start)
      end = start
    }
    for start in starts where isStroke(text[start...]) {
      let footer = String(decoding: text[start...], as: UTF8.self).lowercased()
      if words.contains(where: footer.contains) { return start }
    }
    return text.count
  }

  private static func isStroke(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let line = rest.prefix { $0 != 0x0a }
    guard line.count >= 20, let first = line.first, [0x5f, 0x2d, 0x3d].contains(first) else {
      return false
    }
    return line.allSatisfy { $0 == first }
  }
}

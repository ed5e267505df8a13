/// Finds addresses in plain text.
enum LinkFinder {
  /// More of them in one line are not looked for.
  private static let most = 50

  /// Returns the addresses in a line that may be opened, in their order.
  static func links(in line: String) -> [LinkTarget] {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    var found: [LinkTarget] = []
    var rest = line[...]
    while found.count < most, let colon = rest.firstIndex(of: ":") {
      defer { rest = rest[rest.index(after: colon)...] }
      guard let start = scheme(before: colon, in: line) else { continue }
      let end = end(of: rest[colon...])
      if let target = LinkTarget(String(line[start..<end])) {
        found.append(target)
        if end > colon { rest = line[line.index(before: end)...] }
      }
    }
    return found
  }

  /// Where the scheme begins whose colon this is.
  private static func scheme(before colon: String.Index, in line: String) -> String.Index? {
    let word = line[..<colon].reversed().prefix { $0.isASCII && $0.isLetter }
    guard word.count < 7 else { return nil }
    let start = line.index(colon, offsetBy: -word.count)
    let name = line[start..<colon].lowercased()
    if name == "mailto" { return start }
    guard name == "http" || name == "https", line[colon...].hasPrefix("://") else { return nil }
    return start
  }

  private static func end(of text: Substring) -> String.Index {
    var end = text.firstIndex { $0.isWhitespace || "<>\"`{}|^".contains($0) } ?? text.endIndex
    while end > text.startIndex {
      let last = text.index(before: end)
      guard ".,;:!?'*_)]".contains(text[last]) else { break }
      // A bracket that was opened inside belongs to the address.
      if text[last] == ")", text[..<end].contains("(") { break }
      end = last
    }
    return end
  }
}

/// Finds addresses in plain text.
enum LinkFinder {
  /// More of them in one line are not looked for.
  private static let most = 50

  /// Returns the addresses in a line that may be opened, in their order.
  static func links(in line: String) -> [LinkTarget] {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let text = Array(line.unicodeScalars)
    var found: [LinkTarget] = []
    var from = 0
    while found.count < most, let colon = text[from...].firstIndex(of: ":") {
      from = colon + 1
      guard let start = scheme(before: colon, in: text) else { continue }
      let end = end(from: colon, in: text)
      var address = String.UnicodeScalarView()
      address.append(contentsOf: text[start..<end])
      guard let target = LinkTarget(String(address)) else { continue }
      found.append(target)
      from = max(from, end)
    }
    return found
  }

  /// Where the scheme begins whose colon this is.
  private static func scheme(before colon: Int, in text: [Unicode.Scalar]) -> Int? {
    var start = colon
    while start > 0, colon - start < 7, text[start - 1].isLetter { start -= 1 }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: text[start..<colon])
    switch String(name).lowercased() {
    case "mailto": return start
    case "http", "https": return text[colon...].starts(with: "://".unicodeScalars) ? start : nil
    default: return nil
    }
  }

  private static func end(from colon: Int, in text: [Unicode.Scalar]) -> Int {
    var end = text[colon...].firstIndex(where: \.endsAddress) ?? text.count
    while end > colon, ".,;:!?'*_)]".unicodeScalars.contains(text[end - 1]) {
      // A bracket that was opened inside belongs to the address.
      let open = text[colon..<end].count { $0 == "(" }
      if text[end - 1] == ")", open >= text[colon..<end].count(where: { $0 == ")" }) { break }
      end -= 1
    }
    return end
  }
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

  /// Blanks and controls, brackets and quotes, the punctuation of other scripts.
  fileprivate var endsAddress: Bool {
    switch value {
    case 0...0x20, 0x22, 0x3c, 0x3e, 0x5e, 0x60, 0x7b...0x7d, 0x7f...0xa0, 0x2000...0x206f,
      0x3000...0x303f, 0xff00...0xff0f, 0xff1a...0xff20, 0xff3b...0xff65:
      true
    default: false
    }
  }
}

import CGMime

/// An address that may be opened: http, https or mailto, and nothing else.
struct LinkTarget: Hashable {
  /// The address in one piece, without blanks and control characters.
  let address: String
  /// Where it really leads: the host, or the mail address, in ASCII.
  let host: String

  /// Longer addresses are no links.
  private static let longest = 8 << 10

  /// Reads an address; one without scheme is relative to `base`, if there is one.
  init?(_ text: String, base: LinkTarget? = nil) {
    guard text.utf8.count <= Self.longest, var address = Self.cleaned(text) else { return nil }
    if let base, Self.isRelative(address) { address = base.resolved(address) }
    if address.hasPrefix("//") { address = "https:" + address }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "http", "https": host = Self.webHost(address)
    case "mailto": host = String(address.dropFirst(7).prefix { $0 != "?" })
    default: return nil
    }
    guard !host.isEmpty else { return nil }
    self.address = address
  }

  /// Does what browsers do: drops line ends and tabs, writes blanks and controls as percent signs.
  private static func cleaned(_ text: String) -> String? {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0a, 0x0d: continue
      case 0x20: result += result.isEmpty ? "" : "%20"
      case 0..<0x20, 0x7f...0x9f: return nil
      default: result.unicodeScalars.append(scalar)
      }
    }
    while result.hasSuffix("%20") { result.removeLast(3) }
    return result
  }

  private static func webHost(_ address: String) -> String {
    let rest = address.drop { $0 != ":" }.dropFirst()
    guard rest.hasPrefix("//") else { return "" }
    let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
    // What stands before the last @ is a name, however much it looks like a host.
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return ascii(String(host).lowercased())
  }

  /// Writes a host as the name system knows it.
  private static func ascii(_ host: String) -> String {
    guard host.utf8.contains(where: { $0 >= 0x80 }) else { return host }
    let mailbox = internet_address_mailbox_new(nil, "x@\(host)")
    defer { g_object_unref(mailbox) }
    guard let text = internet_address_mailbox_get_idn_addr(cgmime_mailbox(mailbox)) else {
      return host
    }
    return String(String(cString: text).dropFirst(2))
  }
}

// MARK: - Relative addresses

extension LinkTarget {
  /// Makes a base of an address, which must be http or https.
  init?(base text: String) {
    guard let target = LinkTarget(text), !target.address.hasPrefix("mailto:") else { return nil }
    self = target
  }

  private static func isRelative(_ address: String) -> Bool {
    let scheme = address.prefix { $0 != ":" }
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return !isScheme || scheme.endIndex == address.endIndex
  }

  /// Returns an address that is relative to this one.
  private func resolved(_ reference: String) -> String {
    let whole = address.prefix { $0 != "#" }
    let path = whole.prefix { $0 != "?" }
    guard let slashes = path.firstRange(of: "//") else { return reference }
    let root = path[slashes.upperBound...].firstIndex(of: "/") ?? path.endIndex
    switch reference.first {
    case nil, "#": return whole + reference
    case "?": return path + reference
    case _ where reference.hasPrefix("//"): return path[..<slashes.lowerBound] + reference
    default: break
    }
    let end = reference.firstIndex { "?#".contains($0) } ?? reference.endIndex
    let folder = path[root...].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var steps = reference[..<end].split(omittingEmptySubsequences: false) { "/\\".contains($0) }
    if steps.first == "" { steps.removeFirst() } else { steps = folder.dropFirst() + steps }
    return path[..<root] + "/" + Self.walked(steps) + reference[end...]
  }

  /// Joins the steps of a path without `.` and `..`.
  private static func walked(_ steps: [Substring]) -> String {
    var result: [Substring] = []
    var isOpen = false
    for step in steps {
      let name = step.lowercased().replacing("%2e", with: ".")
      isOpen = name == "." || name == ".."
      if name == ".." { _ = result.popLast() }
      if !isOpen { result.append(step) }
    }
    return result.joined(separator: "/") + (isOpen && !result.isEmpty ? "/" : "")
  }
}

extension LinkTarget {
  /// Whether words that look like an address name another host than this one.
  func isContradicted(by words: String) -> Bool {
    if let named = Self.hostNamed(in: words) { return isOther(named) }
    // Among other words only what can be nothing else is taken for an address.
    return words.split(whereSeparator: \.isWhitespace).prefix(50).contains { word in
      let word = word.lowercased().trimmingPunctuation
      let isAddress = word.contains("://") || word.hasPrefix("www.") || word.contains("@")
      return isAddress && Self.hostNamed(in: word).map(isOther) ?? false
    }
  }

  private func isOther(_ named: String) -> Bool {
    let ours = Self.withoutWWW(host)
    let theirs = Self.withoutWWW(named)
    return ours != theirs && !ours.hasSuffix("." + theirs)
  }

  /// The host that a text names, if the text is nothing but an address.
  private static func hostNamed(in words: String) -> String? {
    let text = words.lowercased().filter { !$0.isWhitespace || $0 == " " }
    guard !text.contains(" "), text.utf8.count < 300 else { return nil }
    if text.hasPrefix("http") || text.hasPrefix("mailto:") { return LinkTarget(text)?.host }
    if text.contains("@") { return text }
    let host = text.prefix { !"/?#:".contains($0) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1,
      last.allSatisfy(\.isLetter), !labels.contains("")
    else { return nil }
    return ascii(String(host))
  }

  private static func withoutWWW(_ host: String) -> Substring {
    host.hasPrefix("www.") ? host.dropFirst(4) : host[...]
  }
}

extension String {
  /// The text without the marks of a sentence at its ends.
  fileprivate var trimmingPunctuation: String {
    let marks: Set<Character> = [
      ".", ",", ";", ":", "!", "?", "(", ")", "[", "]", "<", ">", "\"", "'", "“", "”", "«", "»",
    ]
    return String(drop(while: marks.contains).reversed().drop(while: marks.contains).reversed())
  }
}

/// Finds addresses in plain text.
enum LinkFinder {
  /// How many in one line are looked at: each may go on to the line's end.
  private static let most = 50

  /// Returns the addresses in a line that may be opened, in their order.
  static func links(in line: String) -> [LinkTarget] {
    guard line.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let text = Array(line.unicodeScalars)
    var found: [LinkTarget] = []
    var (from, tried) = (0, 0)
    while tried < most, let colon = text[from...].firstIndex(of: ":") {
      from = colon + 1
      guard let start = scheme(before: colon, in: text) else { continue }
      tried += 1
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
    // A bracket that was opened inside belongs to the address.
    var unopened = text[colon..<end].reduce(0) { $0 + ($1 == ")" ? 1 : $1 == "(" ? -1 : 0) }
    while end > colon, ".,;:!?'*_)]".unicodeScalars.contains(text[end - 1]) {
      if text[end - 1] == ")" {
        if unopened <= 0 { break }
        unopened -= 1
      }
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

/// A way to leave a mailing list that a message names in `List-Unsubscribe` (RFC 2369, RFC 8058).
///
/// Nothing here opens, asks for or resolves anything.
package struct UnsubscribeMethod: Hashable, Sendable, Codable {
  /// What kind of way it is; the raw value is JSON's `kind`.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A message to an address.
    case mailto
    /// A page whose server says that it needs no more than being asked. It wants a signature over both
    /// fields checked before, which needs the network, so it is opened like any page.
    case oneClick = "one-click"
    /// A page.
    case page
    /// None that is used.
    case refused
  }

  /// Why one is not used; the raw value is the end of the catalog's key.
  package enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// It would be asked for without encryption.
    case insecure
    /// The host is a number, which nobody can tell whose it is.
    case number
    /// The name before the host looks like one.
    case userName = "user-name"
    /// It is neither a page nor an address.
    case scheme
    /// It is none that can be read.
    case malformed
  }

  /// What kind of way it is.
  package let kind: Kind
  /// The link as the message has it.
  package let uri: String
  /// Where it leads, in ASCII and lower case; `nil` if that is not known.
  package let host: String?
  /// Why it is not used, if it is refused.
  package let refusal: Refusal?

  /// The most ways that are shown.
  private static let limit = 20

  /// Returns the ways that the beginning of a mail file names, in its order.
  package static func all(in head: [UInt8]) -> [UnsubscribeMethod] {
    guard let value = MailSource.field("list-unsubscribe", in: head) else { return [] }
    let post = MailSource.field("list-unsubscribe-post", in: head)
      .map { String(decoding: $0, as: UTF8.self) }
    let words = post.map(MailSource.lowered)?.filter { !$0.isWhitespace }
    let isOneClick = words == "list-unsubscribe=one-click"
    return links(in: String(decoding: value, as: UTF8.self)).prefix(limit)
      .map { UnsubscribeMethod($0, isOneClick: isOneClick) }
  }

  /// Returns what stands in `<…>`, without the blanks of folding.
  ///
  /// Without brackets, these are the links of a field that has nothing else.
  package static func links(in value: String) -> [String] {
    guard !value.contains("<") else {
      return withoutComments(value).split(separator: "<").compactMap { part in
        part.firstIndex(of: ">").map { end in part[..<end].filter { $0 != " " && $0 != "\t" } }
      }
    }
    var links: [String] = []
    for word in value.split(whereSeparator: \.isWhitespace) {
      // A comma may belong to a link, unless another one follows.
      for piece in word.split(separator: ",") {
        if isLink(piece) {
          links.append(String(piece))
        } else if piece.startIndex > word.startIndex, !links.isEmpty {
          links[links.count - 1] += "," + piece
        } else {
          return []
        }
      }
    }
    return links
  }

  /// The text without what stands in parentheses outside `<…>`; one that is not closed is no comment.
  private static func withoutComments(_ value: String) -> String {
    var kept = ""
    var (rest, isLink, mayClose) = (value[...], false, true)
    while let letter = rest.first {
      if letter == "(", !isLink, mayClose {
        if let end = endOfComment(rest) {
          rest = rest[end...]
          continue
        }
        // Looking on from each would take the square of the time.
        mayClose = false
      }
      if letter == "<" || letter == ">" { isLink = letter == "<" }
      kept.append(letter)
      rest.removeFirst()
    }
    return kept
  }

  /// Where the comment ends that a text begins with; `nil` if it does not.
  private static func endOfComment(_ text: Substring) -> String.Index? {
    var (depth, isQuoted) = (0, false)
    for index in text.indices {
      defer { isQuoted = !isQuoted && text[index] == "\\" }
      if isQuoted { continue }
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text.index(after: index) }
    }
    return nil
  }

  private static func isLink(_ text: Substring) -> Bool {
    let text = MailSource.lowered(String(text.prefix(8)))
    return ["mailto:", "https://", "http://"].contains { text.hasPrefix($0) }
  }

  private init(_ uri: String, isOneClick: Bool) {
    self.uri = uri
    let scheme = MailSource.lowered(String(uri.prefix { $0 != ":" }))
    let read: Result<(Kind, String), Refusal> =
      switch scheme {
      case "mailto": Self.mailHost(uri).map { .success((.mailto, $0)) } ?? .failure(.malformed)
      case "https": Self.pageHost(uri).map { (isOneClick ? .oneClick : .page, $0) }
      case "http": .failure(.insecure)
      default: .failure(uri.contains(":") ? .scheme : .malformed)
      }
    switch read {
    case .success((let kind, let host)): (self.kind, self.host, refusal) = (kind, host, nil)
    case .failure(let reason): (kind, host, refusal) = (.refused, nil, reason)
    }
  }

  /// The domain that a message would go to; `nil` if it could not be written.
  private static func mailHost(_ uri: String) -> String? {
    guard let link = try? MailtoURI(uri), link.to.count == 1, link.cc.isEmpty, link.bcc.isEmpty,
      let address = link.to.first, address.isValid
    else { return nil }
    return address.address.split(separator: "@").last.flatMap { ASCIIHost.name(String($0)) }
  }

  /// The host of a page.
  private static func pageHost(_ uri: String) -> Result<String, Refusal> {
    let rest = uri.dropFirst("https:".count)
    guard rest.hasPrefix("//") else { return .failure(.malformed) }
    // Programs differ over whether it begins the path or belongs to a user's name.
    guard !rest.contains("\\") else { return .failure(.malformed) }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { return .failure(.userName) }
    guard !authority.hasPrefix("[") else { return .failure(.number) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    let isText = !uri.unicodeScalars.contains(where: \.isControl)
    guard isText, parts.count <= 2, parts.dropFirst().allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let host = parts.first.flatMap({ ASCIIHost.name(String($0)) })
    else { return .failure(.malformed) }
    return ASCIIHost.isNumber(host) ? .failure(.number) : .success(host)
  }
}

extension UnsubscribeMethod.Refusal: Error {}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// Names of hosts as they are looked up: in ASCII, other letters in Punycode (RFC 3492), so that no
/// letter is taken for another one.
enum ASCIIHost {
  /// Returns a host's name in ASCII and lower case; `nil` if it is none.
  static func name(_ host: String) -> String? {
    let labels = MailSource.lowered(host).split(separator: ".", omittingEmptySubsequences: false)
    let whole = labels.last == "" ? labels.dropLast() : labels[...]
    let names = whole.compactMap { label($0) }
    return names.count == whole.count && !names.isEmpty ? names.joined(separator: ".") : nil
  }

  /// Whether a name could be read as a number, as addresses of the Internet Protocol are.
  static func isNumber(_ host: String) -> Bool {
    guard let last = host.split(separator: ".").last else { return false }
    return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
  }

  private static func label(_ label: Substring) -> String? {
    guard !label.isEmpty else { return nil }
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      let isName = label.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 95
      }
      return isName && label.utf8.count <= 63 ? String(label) : nil
    }
    let scalars = label.lowercased().unicodeScalars
    guard
      scalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
      })
    else { return nil }
    return "xn--" + encoded(Array(scalars))
  }

  /// Punycode of a label.
  private static func encoded(_ scalars: [Unicode.Scalar]) -> String {
    var output = String(String.UnicodeScalarView(scalars.filter(\.isASCII)))
    var (handled, next, delta, bias) = (output.count, UInt32(128), 0, 72)
    let basic = handled
    if basic > 0 { output += "-" }
    while handled < scalars.count {
      let least = scalars.map(\.value).filter { $0 >= next }.min() ?? next
      delta += Int(least - next) * (handled + 1)
      next = least
      for scalar in scalars {
        if scalar.value < next { delta += 1 }
        guard scalar.value == next else { continue }
        output += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  /// A number in digits whose weights depend on the bias.
  private static func digits(of number: Int, _ bias: Int) -> String {
    var (rest, text, position) = (number, "", 36)
    while true {
      let threshold = position <= bias ? 1 : min(26, position - bias)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
  }

  private static func digit(_ value: Int) -> String {
    String(UnicodeScalar(UInt8(value < 26 ? 97 + value : 22 + value)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var (delta, bias) = (isFirst ? delta / 700 : delta / 2, 0)
    delta += delta / count
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}

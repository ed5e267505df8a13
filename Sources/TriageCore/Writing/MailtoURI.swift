/// What a `mailto:` link (RFC 6068) asks a message to be.
///
/// Links come from pages and other programs: only harmless fields count, and what is none of them is
/// named, so that it can be shown.
package struct MailtoURI: Hashable, Sendable {
  /// To whom it goes.
  package private(set) var to: [NamedAddress] = []
  /// Who gets a copy.
  package private(set) var cc: [NamedAddress] = []
  /// Who gets a copy that the others do not know of.
  package private(set) var bcc: [NamedAddress] = []
  /// The subject.
  package private(set) var subject: String?
  /// The text, its lines ending in line feeds.
  package private(set) var body: String?
  /// The message it answers.
  package private(set) var inReplyTo: MessageID?
  /// The messages before it.
  package private(set) var references: [MessageID]?
  /// The fields that it sets and that do not count, as they are called there.
  package private(set) var dropped: [String] = []

  /// Reads a link.
  ///
  /// - Throws: What is wrong with it.
  package init(_ text: String) throws(WritingError) {
    let scheme = "mailto:"
    guard text.asciiLowercased.hasPrefix(scheme) else { throw .notMailto(text) }
    let rest = text.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    let parts = rest.split(
      separator: UInt8(ascii: "?"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    try set("to", parts[0])
    guard parts.count > 1 else { return }
    for pair in parts[1].split(separator: UInt8(ascii: "&")) {
      let sides = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      try set(Self.decoded(sides[0]), sides.count > 1 ? sides[1] : pair.suffix(0))
    }
  }

  private mutating func set(_ name: String, _ encoded: Substring.UTF8View) throws(WritingError) {
    let value = Self.decoded(encoded)
    switch name.asciiLowercased {
    case "to": to += try addresses(value, name)
    case "cc": cc += try addresses(value, name)
    case "bcc": bcc += try addresses(value, name)
    case "subject": subject = try line(value, name)
    case "in-reply-to": inReplyTo = try MessageTemplate.ids(in: line(value, name)).first
    case "references": references = try MessageTemplate.ids(in: line(value, name))
    case "body": body = Self.lines(value)
    default: dropped.append(name.onOneLine)
    }
  }

  private func addresses(_ value: String, _ name: String) throws(WritingError) -> [NamedAddress] {
    let value = try line(value, name)
    do { return try NamedAddress.list(value) } catch { throw .badAddress(error.text) }
  }

  private func line(_ value: String, _ name: String) throws(WritingError) -> String {
    try value.asHeader(name)
  }

  /// The text with line feeds at the ends of its lines and no other controls but tabs.
  private static func lines(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.replacing("\r\n", with: "\n").unicodeScalars {
      let isKept = scalar == "\n" || scalar == "\t" || !scalar.isControl
      text.append(isKept ? scalar : scalar == "\r" ? "\n" : " ")
    }
    if let last = text.last, last != "\n" { text.append("\n") }
    return String(text)
  }

  /// Undoes percent-encoding; a sign that begins none stands for itself.
  package static func decoded(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexadecimal),
        let low = rest.dropFirst().first.flatMap(hexadecimal)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Why a message cannot be written as was asked.
package enum WritingError: Error, Hashable, Sendable {
  /// The text is no mailbox that mail can be sent to.
  case badAddress(String)
  /// The field of this name would hold control characters.
  case badHeader(String)
  /// The text is no `mailto:` link.
  case notMailto(String)
  /// The line of a message that makes it none that could be sent, counted from 1.
  case badMessage(line: Int)
}

extension String {
  /// The text as the value of a field.
  ///
  /// - Throws: `.badHeader` if it has control characters: what would become two fields is refused, not
  ///   mended.
  package func asHeader(_ name: String) throws(WritingError) -> String {
    guard !unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) else {
      throw .badHeader(name.onOneLine)
    }
    return replacing("\t", with: " ").onOneLine
  }
}

/// Where a message comes from, as senders and lists are compared: whole, and without case.
package enum MailSource {
  /// Returns the address of the first mailbox of a `From` field, in lower case; `nil` if there is none.
  ///
  /// `from` is the field, decoded; what follows that mailbox is not looked at, and an address that
  /// nobody could write to is one nevertheless.
  package static func sender(_ from: String) -> String? {
    guard let address = NamedAddress.first(in: from)?.address ?? looseAddress(in: from),
      address.contains("@")
    else { return nil }
    return lowered(address)
  }

  /// What stands in the first brackets of a field that is none, else before its first comma, as far as
  /// that is one word.
  private static func looseAddress(in from: String) -> String? {
    let inBrackets = from.firstIndex(of: "<").flatMap { start -> Substring? in
      let rest = from[from.index(after: start)...]
      return rest.firstIndex(of: ">").map { rest[..<$0] }
    }
    let text = inBrackets ?? from.prefix { $0 != "," }
    let words = text.split { $0.isWhitespace }
    let isWord = words.count == 1 && !text.unicodeScalars.contains(where: \.isControl)
    return isWord ? words.first.map(String.init) : nil
  }

  /// Returns the identifier in the first bytes of a mail file: what the last `<…>` of `List-Id` holds,
  /// else its whole value; `nil` without such a field, or if it is empty.
  ///
  /// Of several fields the first counts.
  package static func list(_ head: [UInt8]) -> String? {
    guard let value = field("list-id", in: head) else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    guard let end = text.lastIndex(of: ">"),
      let start = text[..<end].lastIndex(of: "<")
    else { return trimmed(text[...]) }
    return trimmed(text[text.index(after: start)..<end])
  }

  /// Returns the identifier of a list as a person names it: as it is compared.
  package static func list(named text: String) -> String {
    list(Array("List-Id: \(text.filter { $0 != "\n" })".utf8)) ?? ""
  }

  private static func trimmed(_ text: Substring) -> String? {
    let start = text.drop { $0.isWhitespace }
    let blanks = start.reversed().prefix { $0.isWhitespace }.count
    let value = start.dropLast(blanks)
    return value.isEmpty ? nil : lowered(String(value))
  }

  /// Returns a text with its ASCII letters in lower case: no other letter of an address is the same as
  /// another one.
  package static func lowered(_ text: String) -> String {
    String(decoding: text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// The first field of a name, unfolded, with the bytes of its encoded words.
  static func field(_ name: String, in head: [UInt8]) -> [UInt8]? {
    rawField(name, in: head).map(EncodedWords.asciiDecoded)
  }

  /// The first field of a name, unfolded.
  ///
  /// The name is in lower case. What stands behind the field is not looked at: this is asked of every
  /// message of a mailbox.
  private static func rawField(_ name: String, in head: [UInt8]) -> [UInt8]? {
    let name = Array(name.utf8)
    var value: [UInt8]?
    var start = head.startIndex
    while start < head.endIndex {
      let end = head[start...].firstIndex(of: UInt8(ascii: "\n")) ?? head.endIndex
      let hasReturn = end > start && head[end - 1] == UInt8(ascii: "\r")
      let line = head[start..<(hasReturn ? end - 1 : end)]
      guard let first = line.first else { return value }
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        value?.append(contentsOf: line)
      } else if value != nil {
        return value
      } else if line.isField(name) {
        value = Array(line.dropFirst(name.count + 1))
      }
      start = end + 1
    }
    return value
  }
}

/// Reads the senders of many messages: a field that many of them have once.
package struct SenderReader: Sendable {
  private var known: [String: String?] = [:]

  /// Makes a reader that has read nothing.
  package init() {}

  /// Returns what `MailSource.sender` does.
  package mutating func sender(_ from: String) -> String? {
    if let known = known[from] { return known }
    let sender = MailSource.sender(from)
    known[from] = .some(sender)
    return sender
  }
}

extension ArraySlice<UInt8> {
  /// Whether the line begins with the name of a field, in whatever letters, and a colon.
  fileprivate func isField(_ name: [UInt8]) -> Bool {
    guard count > name.count, self[startIndex + name.count] == UInt8(ascii: ":") else {
      return false
    }
    return zip(self, name).allSatisfy { byte, letter in
      byte == letter || ((65...90).contains(byte) && byte + 32 == letter)
    }
  }
}

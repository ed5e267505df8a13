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
  package static func list(_ head: some BidirectionalCollection<UInt8>) -> String? {
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

  /// The first field of a name, unfolded.
  static func field(_ name: String, in head: some BidirectionalCollection<UInt8>)
    -> [UInt8]?
  {
    var value: [UInt8]?
    for line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let first = line.first else { return value }
      let isFolded = first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
      if value != nil, !isFolded { return value }
      if isFolded {
        value?.append(contentsOf: line)
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")),
        lowered(String(decoding: line[..<colon], as: UTF8.self)) == name
      {
        value = Array(line[line.index(after: colon)...])
      }
    }
    return value
  }
}

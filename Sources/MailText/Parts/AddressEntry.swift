import CGMime
import Glibc
import TriageCore

/// One entry of an address field: a mailbox, a group, or text that is neither.
///
/// GMime drops what it cannot read. So we part the field into entries ourselves, and read those that
/// GMime drops or cuts.
struct AddressEntry {
  /// The entry as it is shown; empty beyond the entries that were asked for.
  private(set) var text = ""
  /// The mailboxes in it.
  private(set) var mailboxes: [NamedAddress] = []
  private(set) var isGroup = false
  /// Whether GMime has read all of it.
  private(set) var isStrict = true

  /// Returns the entries of a field, the first of them with their texts.
  static func all(in field: RawField, shown: Int = 0) -> [AddressEntry] {
    entries(in: EncodedWords.prepared(field.value[...]), shown: shown)
  }

  private static func entries(in value: [UInt8], shown: Int) -> [AddressEntry] {
    var parser = AddressSplitter(value)
    let pieces = parser.pieces()
    let read = withList(value) { list -> [AddressEntry]? in
      guard list.count == pieces.count, zip(list, pieces).allSatisfy({ $1.isWhole(in: $0, value) })
      else { return nil }
      return list.enumerated().map { AddressEntry($1, isShown: $0 < shown) }
    }
    if let read { return read }
    return pieces.reduce(into: []) { entries, piece in
      entries += Self.entries(of: piece, in: value, isShown: entries.count < shown)
    }
  }

  /// Reads one piece alone.
  private static func entries(
    of piece: AddressSplitter.Piece,
    in value: [UInt8],
    isShown: Bool
  ) -> [AddressEntry] {
    let bytes = Array(value[piece.range])
    let read = withList(bytes) { list in
      list.count == 1 && piece.isWhole(in: list[0], value)
        ? AddressEntry(list[0], isShown: isShown) : nil
    }
    if let read { return [read] }
    let text = HeaderText.decode(bytes[...]).onOneLine
    if piece.isWord, text.contains("@"), !text.contains("=?") {
      // The whole entry was encoded, against the rules.
      let inside = entries(in: Array(text.utf8), shown: isShown ? .max : 0).map(\.loose)
      if !inside.isEmpty { return inside }
    }
    var entry = AddressEntry()
    entry.isStrict = false
    if let members = piece.members {
      entry.isGroup = true
      let inside = members.flatMap { entries(of: $0, in: value, isShown: isShown) }
      entry.mailboxes = inside.flatMap(\.mailboxes)
      let name = HeaderText.decode(value[piece.range].prefix { $0 != UInt8(ascii: ":") })
      entry.text = "\(name.onOneLine): \(inside.map(\.text).joined(separator: ", "));"
    } else {
      entry.mailboxes = LooseMailbox.all(in: bytes)
      entry.text =
        text.cut(toBytes: HeaderText.shownSubject)
        + entry.mailboxes.compactMap(\.asciiDomain).map { " (\($0))" }.joined()
    }
    return [entry]
  }

  private var loose: AddressEntry {
    var entry = self
    entry.isStrict = false
    return entry
  }

  private typealias Address = UnsafeMutablePointer<InternetAddress>

  /// Calls the closure with the addresses that GMime reads; none of them may be kept.
  private static func withList<Result>(_ value: [UInt8], _ body: ([Address]) -> Result?) -> Result?
  {
    (value + [0]).withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let list = internet_address_list_parse(nil, start) else { return body([]) }
      defer { g_object_unref(list) }
      return body(addresses(of: list))
    }
  }

  fileprivate static func addresses(
    of list: UnsafeMutablePointer<InternetAddressList>
  ) -> [UnsafeMutablePointer<InternetAddress>] {
    (0..<internet_address_list_length(list)).compactMap {
      internet_address_list_get_address(list, $0)
    }
  }
}

extension AddressEntry {
  /// Takes what GMime has read.
  private init(_ address: UnsafeMutablePointer<InternetAddress>, isShown: Bool) {
    if isShown { text = HeaderText.display(address) }
    isGroup = cgmime_group(address) != nil
    collect(address)
  }

  /// Adds the mailboxes in their order; groups lie at most as deep as reading allows.
  private mutating func collect(_ address: UnsafeMutablePointer<InternetAddress>) {
    if let group = cgmime_group(address) {
      guard let members = internet_address_group_get_members(group) else { return }
      for member in Self.addresses(of: members) { collect(member) }
    } else if let mailbox = cgmime_mailbox(address),
      let text = internet_address_mailbox_get_addr(mailbox)
    {
      let name = internet_address_get_name(address).map { String(cString: $0) } ?? ""
      mailboxes.append(NamedAddress(name: name, String(cString: text)))
    }
  }
}

/// Parts an address field into entries, at commas and semicolons.
private struct AddressSplitter {
  struct Piece {
    var range = 0..<0
    /// The signs "@" in it, without quotes and comments.
    var signs = 0
    /// The texts in angle brackets.
    var angles = 0
    /// The members of a group.
    var members: [Piece]?
    /// Whether it is an encoded word, and nothing else.
    var isWord = false
  }

  private let bytes: [UInt8]
  private var index = 0
  private var piece = Piece()
  private var start = 0
  /// The group that is being read, and its members so far.
  private var group: (start: Int, members: [Piece])?
  private var result: [Piece] = []
  /// Where nothing more is closed.
  private var lastQuote = Int.max
  private var comments: [Int: Int] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var open: [Int] = []
    for (index, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") {
      if byte == UInt8(ascii: "(") {
        open.append(index)
      } else if let start = open.popLast() {
        comments[start] = index
      }
    }
  }

  mutating func pieces() -> [Piece] {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""): index = endOfQuotes() ?? index
      case UInt8(ascii: "("): index = comments[index] ?? index
      case UInt8(ascii: "<"): passAngle()
      case UInt8(ascii: "@"): piece.signs += 1
      case UInt8(ascii: ":") where group == nil && piece.signs == 0 && piece.angles == 0 && isName:
        group = (start, [])
        (piece, start) = (Piece(), index + 1)
      case UInt8(ascii: ","): endPiece()
      case UInt8(ascii: ";"):
        endPiece()
        endGroup(at: index + 1)
      default: break
      }
      index += 1
    }
    index = min(index, bytes.count)
    endPiece()
    endGroup(at: bytes.count)
    return result
  }

  /// Whether what stands before a colon is the name of a group.
  private var isName: Bool {
    let name = String(decoding: bytes[start..<index], as: UTF8.self).filter { !$0.isWhitespace }
    return !name.isEmpty && name.lowercased() != "mailto"
  }

  /// Where the text in quotes ends that begins here; `nil` if it does not.
  private mutating func endOfQuotes() -> Int? {
    guard index < lastQuote else { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    if end < bytes.count { return end }
    lastQuote = index
    return nil
  }

  /// Passes over an address in brackets; a bracket that another one follows is text.
  private mutating func passAngle() {
    let rest = bytes[(index + 1)...]
    guard let end = rest.firstIndex(where: { $0 == 0x3C || $0 == 0x3E }), bytes[end] == 0x3E else {
      return
    }
    piece.angles += 1
    piece.signs += rest[..<end].count { $0 == UInt8(ascii: "@") }
    index = end
  }

  private mutating func endPiece() {
    defer { (piece, start) = (Piece(), index + 1) }
    let content = bytes[start..<index]
    guard let first = content.firstIndex(where: { $0 > 0x20 }),
      let last = content.lastIndex(where: { $0 > 0x20 })
    else { return }
    piece.range = first..<(last + 1)
    piece.isWord =
      bytes[piece.range].starts(with: "=?".utf8)
      && bytes[piece.range].suffix(2).elementsEqual("?=".utf8)
      && bytes[piece.range].count { $0 == UInt8(ascii: "?") } == 4
    if group == nil { result.append(piece) } else { group?.members.append(piece) }
  }

  private mutating func endGroup(at end: Int) {
    guard let group else { return }
    result.append(Piece(range: group.start..<end, members: group.members))
    self.group = nil
  }
}

extension AddressSplitter.Piece {
  /// Whether GMime has read all of a piece, as one address.
  func isWhole(in address: UnsafeMutablePointer<InternetAddress>, _ value: [UInt8]) -> Bool {
    if let members {
      guard let group = cgmime_group(address) else { return false }
      guard let list = internet_address_group_get_members(group) else { return members.isEmpty }
      let read = AddressEntry.addresses(of: list)
      return read.count == members.count
        && zip(members, read).allSatisfy { $0.isWhole(in: $1, value) }
    }
    guard let mailbox = cgmime_mailbox(address),
      let text = internet_address_mailbox_get_addr(mailbox)
    else { return false }
    let found = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    guard !found.starts(with: "=?".utf8), found.contains(UInt8(ascii: "@")) == (signs > 0) else {
      return false
    }
    guard signs > 1 else { return true }
    // More than one sign: in the name, or GMime has cut the address at the second.
    return angles == 1 && value[range].firstRange(of: found + [UInt8(ascii: "@")]) == nil
  }
}

/// Finds the addresses in an entry that breaks the rules.
private enum LooseMailbox {
  /// Returns those in angle brackets, or else the words with an "@".
  static func all(in entry: [UInt8]) -> [NamedAddress] {
    var mailboxes: [NamedAddress] = []
    var rest = entry[...]
    while let open = rest.firstIndex(of: 0x3C) {
      let inside = rest[(open + 1)...].prefix { $0 != 0x3C && $0 != 0x3E }
      if let address = address(HeaderText.decode(inside)) {
        let name = HeaderText.decode(rest[..<open]).onOneLine
        mailboxes.append(NamedAddress(name: unquoted(name), address))
      }
      rest = rest[inside.endIndex...].drop { $0 == 0x3E }
    }
    if !mailboxes.isEmpty { return mailboxes }
    let words = entry.split { $0 <= 0x20 || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")") }
    return words.compactMap {
      address(String(decoding: $0, as: UTF8.self)).map { NamedAddress($0) }
    }
  }

  /// The address in a text, without marks around it; `nil` if there is none.
  private static func address(_ text: String) -> String? {
    let marks = "<>[](){}\"',;: \t\r\n"
    var rest = text.onOneLine.drop { marks.contains($0) }
    while let last = rest.last, marks.contains(last), !rest.hasDomainLiteral { rest.removeLast() }
    if rest.lowercased().hasPrefix("mailto:") {
      rest = rest.dropFirst("mailto:".count).prefix { $0 != "?" }
    }
    guard let sign = rest.lastIndex(of: "@"), sign > rest.startIndex,
      sign < rest.indices.last ?? sign
    else { return nil }
    return String(rest)
  }

  private static func unquoted(_ name: String) -> String {
    guard name.count > 1, name.first == "\"", name.last == "\"" else { return name }
    return String(name.dropFirst().dropLast())
  }
}

extension Substring {
  fileprivate var hasDomainLiteral: Bool { hasSuffix("]") && contains("@[") }
}

extension NamedAddress {
  /// The domain in ASCII, if the address has it in other letters.
  fileprivate var asciiDomain: String? {
    guard let ascii = try? HeaderWriter.ascii(self), ascii != address else { return nil }
    return ascii.split(separator: "@").last.map(String.init)
  }
}

package import TriageCore

/// A message that another program has made and that is to leave as it is.
///
/// It is changed in four ways only: its lines end in line feeds, blind copies are not named in what leaves,
/// and it gets a date and an id if it has none. One that was resent goes to those whom its newest block of
/// `Resent-` fields names (RFC 5322 3.6.6).
package struct ForeignMessage: Hashable, Sendable {
  /// Who writes.
  package private(set) var from = NamedAddress("")
  /// Whom it goes to.
  package private(set) var to: [NamedAddress] = []
  /// Who gets a copy.
  package private(set) var cc: [NamedAddress] = []
  /// Who gets a copy that the others do not know of.
  package private(set) var bcc: [NamedAddress] = []
  /// Its subject, decoded.
  package private(set) var subject = ""
  /// Its Message-ID.
  package private(set) var id = MessageID("")
  /// The messages from which text of it was decrypted, as a template of ours says; that never leaves.
  package private(set) var decrypted: [MessageID] = []
  /// The message as it leaves.
  package private(set) var wire: [UInt8] = []
  /// The message with its blind copies named.
  package private(set) var own: [UInt8] = []

  /// What a line may have (RFC 5322).
  private static let longest = 998

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - bytes: The message as it came.
  ///   - date: When it is sent, if it does not say so.
  ///   - offset: How many seconds local time is ahead of UTC then.
  /// - Throws: `.badMessage` with the first line that is wrong; `.badAddress`.
  package init(_ bytes: [UInt8], date: Timestamp, offset: Int64) throws(WritingError) {
    GMimeLibrary.started
    let lines = try Self.lines(bytes)
    let end = lines.firstIndex(where: \.isEmpty) ?? lines.count
    let fields = try Self.fields(lines[..<end])
    try read(fields)
    var added: [UInt8] = []
    if !fields.contains(where: { $0.name == "date" }) {
      added += Array("Date: \(MessageComposer.date(date, offset: offset))\n".utf8)
    }
    if !fields.contains(where: { $0.name == "message-id" }) {
      id = try MessageComposer.freshID(for: from)
      added += Array("Message-ID: <\(id.text)>\n".utf8)
    }
    let body = lines[end...].flatMap { $0 + [0x0A] }
    func message(_ fields: [Field]) -> [UInt8] {
      added + fields.flatMap { $0.lines.flatMap { $0 + [0x0A] } } + body
    }
    let kept = fields.filter { $0.name != Self.decryptedField }
    own = message(kept)
    wire = message(kept.filter { !HeaderField.blindCopies.contains($0.name) })
  }

  /// A field of the header.
  private struct Field {
    /// Where it begins, counted from 1.
    let number: Int
    /// Its name in small letters.
    let name: String
    /// Its lines as they came.
    var lines: [ArraySlice<UInt8>]

    /// Its value in one line, as it came otherwise.
    var value: String {
      let text = String(decoding: Array(lines.joined(separator: [0x20])), as: UTF8.self)
      return String(text.drop { $0 != ":" }.dropFirst()).onOneLine
    }

    var decoded: String { HeaderText.decode(Array(value.utf8)[...]) }
  }

  /// The lines, each without its end.
  private static func lines(_ bytes: [UInt8]) throws(WritingError) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for index in lines.indices {
      if lines[index].last == 0x0D { lines[index].removeLast() }
      guard lines[index].count <= longest, !lines[index].contains(0) else {
        throw .badMessage(line: index + 1)
      }
    }
    return lines
  }

  private static func fields(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) throws(WritingError) -> [Field] {
    var fields: [Field] = []
    for (index, line) in lines.enumerated() {
      if line.first == 0x20 || line.first == 0x09 {
        guard !fields.isEmpty, line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
          throw .badMessage(line: index + 1)
        }
        fields[fields.count - 1].lines.append(line)
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let name = String(validating: line[..<colon], as: UTF8.self),
        OutgoingMail.OtherField.isName(name), !line.contains(0x0D)
      else { throw .badMessage(line: index + 1) }
      fields.append(Field(number: index + 1, name: name.asciiLowercased, lines: [line]))
    }
    return fields
  }

  private mutating func read(_ fields: [Field]) throws(WritingError) {
    var seen: Set<String> = []
    for field in fields {
      if Self.single.contains(field.name), !seen.insert(field.name).inserted {
        throw .badMessage(line: field.number)
      }
      switch field.name {
      case "subject": subject = field.decoded.onOneLine
      case "message-id":
        guard let only = MessageTemplate.ids(in: field.value).only, only.isWritable else {
          throw .badMessage(line: field.number)
        }
        id = only
      case Self.decryptedField: decrypted += MessageTemplate.ids(in: field.value)
      default: break
      }
    }
    // Nobody says for another program who has written.
    guard seen.contains("from") else { throw .badMessage(line: 1) }
    let resent = try Self.newestBlock(of: fields)
    try readPeople(resent.isEmpty ? fields : resent, prefix: resent.isEmpty ? "" : Self.resent)
  }

  /// Takes who writes and who gets it from the fields whose names begin so.
  private mutating func readPeople(_ fields: [Field], prefix: String) throws(WritingError) {
    for field in fields {
      switch field.name.dropFirst(prefix.count) {
      case "from":
        guard let only = try Self.addresses(field).only else {
          throw .badMessage(line: field.number)
        }
        from = only
      case "to": to += try Self.addresses(field)
      case "cc": cc += try Self.addresses(field)
      case "bcc": bcc += try Self.addresses(field)
      default: break
      }
    }
  }

  private static let resent = "resent-"
  private static let decryptedField = MessageTemplate.decryptedField.asciiLowercased

  /// The fields of the last who has resent the message: they stand together, above those of earlier ones.
  private static func newestBlock(of fields: [Field]) throws(WritingError) -> [Field] {
    let run = fields.drop { !$0.name.hasPrefix(resent) }.prefix { $0.name.hasPrefix(resent) }
    var blocks: [[Field]] = []
    for field in run {
      // Each has a name once.
      if blocks.last?.contains(where: { $0.name == field.name }) ?? true { blocks.append([]) }
      blocks[blocks.count - 1].append(field)
    }
    // Without it, blocks that stand together cannot be told apart.
    for block in blocks where !block.contains(where: { $0.name == "resent-from" }) {
      throw .badMessage(line: block[0].number)
    }
    return blocks.first ?? []
  }

  /// The fields of which a message has one.
  private static let single: Set = ["from", "message-id", "date"]

  private static func addresses(_ field: Field) throws(WritingError) -> [NamedAddress] {
    do throws(AddressError) {
      return try NamedAddress.list(field.value).map { mailbox in
        let name = HeaderText.decode(Array(mailbox.name.utf8)[...])
        return NamedAddress(name: name, mailbox.address)
      }
    } catch {
      throw .badAddress(error.text)
    }
  }
}

extension Array {
  /// The only element; `nil` if there are none or several.
  fileprivate var only: Element? { count == 1 ? first : nil }
}

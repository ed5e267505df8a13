/// A message as its writer has left it in an editor: a block of fields, an empty line, the text.
package struct DraftText: Hashable, Sendable {
  /// Who writes; `nil` if the block does not say so.
  package private(set) var from: NamedAddress?
  /// To whom it goes.
  package private(set) var to: [NamedAddress] = []
  /// Who gets a copy.
  package private(set) var cc: [NamedAddress] = []
  /// Who gets a copy that the others do not know of.
  package private(set) var bcc: [NamedAddress] = []
  /// Where answers are to go, if not to who writes.
  package private(set) var replyTo: [NamedAddress] = []
  /// The subject.
  package private(set) var subject = ""
  /// The messages it answers.
  package private(set) var inReplyTo: [MessageID] = []
  /// The messages before it, the oldest first.
  package private(set) var references: [MessageID] = []
  /// The files that are to be attached, as they are written.
  package private(set) var attachments: [String] = []
  /// Fields that mean nothing to us, in their order.
  package private(set) var others: [OutgoingMail.OtherField] = []
  /// The names of typed fields that are left out: making the message sets them.
  package private(set) var dropped: [String] = []
  /// The text, its lines ending in line feeds.
  package private(set) var body = ""

  /// Makes a text without any field.
  package init(body: String) {
    self.body = body.isEmpty || body.hasSuffix("\n") ? body : body + "\n"
  }

  /// Reads a text; nothing in it is guessed.
  ///
  /// - Throws: The first line of the block that is none of a field, and why.
  package init(_ text: String) throws(DraftError) {
    let text = text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
    let (lines, rest) = Self.parted(text)
    let end = lines.count
    var seen: Set<String> = []
    var number = 0
    while number < end {
      let first = number
      var value = lines[number]
      number += 1
      var unfolded = String(value)
      while number < end, lines[number].hasPrefix(" ") || lines[number].hasPrefix("\t") {
        value = lines[number].drop { $0 == " " || $0 == "\t" }
        unfolded += " " + value
        number += 1
      }
      do throws(DraftError.Reason) {
        try set(unfolded, &seen)
      } catch {
        throw DraftError(line: first + 1, reason: error)
      }
    }
    body = String(rest)
    if !body.isEmpty, !body.hasSuffix("\n") { body += "\n" }
  }

  /// The lines before the first empty one, and what follows that.
  private static func parted(_ text: String) -> (block: [Substring], rest: Substring) {
    var block: [Substring] = []
    var rest = text[...]
    while true {
      let end = rest.utf8.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end]
      rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : ""
      if line.isEmpty { return (block, rest) }
      block.append(line)
    }
  }

  /// Takes a field, given in one line.
  private mutating func set(
    _ line: String,
    _ seen: inout Set<String>
  ) throws(DraftError.Reason) {
    guard let colon = line.firstIndex(of: ":") else { throw .noField }
    let name = String(line[..<colon])
    guard OutgoingMail.OtherField.isName(name) else { throw .noField }
    let value: String
    do { value = try String(line[line.index(after: colon)...]).asHeader(name) } catch {
      throw .control(name)
    }
    let key = name.asciiLowercased
    guard
      ["attach", "to", "cc", "bcc"].contains(key) || seen.insert(key).inserted
        || !Self.single.contains(key)
    else { throw .doubled(name) }
    try set(key, name, value)
  }

  /// The fields of which a message has one.
  private static let single: Set = [
    "from", "reply-to", "subject", "in-reply-to", "references",
  ]

  private mutating func set(
    _ key: String,
    _ name: String,
    _ value: String
  ) throws(DraftError.Reason) {
    switch key {
    case "from":
      let list = try Self.addresses(value)
      guard list.count <= 1 else { throw .address(value) }
      from = list.first
    case "to": to += try Self.addresses(value)
    case "cc": cc += try Self.addresses(value)
    case "bcc": bcc += try Self.addresses(value)
    case "reply-to": replyTo = try Self.addresses(value)
    case "subject": subject = value
    case "in-reply-to": inReplyTo = MessageTemplate.ids(in: value)
    case "references": references = MessageTemplate.ids(in: value)
    case "attach": if !value.isEmpty { attachments.append(value) }
    case _ where Self.isMade(key): if !dropped.contains(name) { dropped.append(name) }
    default: others.append(OutgoingMail.OtherField(name, value))
    }
  }

  /// True for a field that making the message sets.
  private static func isMade(_ key: String) -> Bool {
    ["date", "message-id", "mime-version"].contains(key) || key.hasPrefix("content-")
  }

  private static func addresses(_ text: String) throws(DraftError.Reason) -> [NamedAddress] {
    do { return try NamedAddress.list(text) } catch { throw .address(error.text) }
  }
}

/// Why a text is no message that could be sent.
package struct DraftError: Error, Hashable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// What is wrong with it.
  package var reason: Reason

  /// What may be wrong with a line of the block.
  package enum Reason: Error, Hashable, Sendable {
    /// It is no field.
    case noField
    /// The value of the field of this name has control characters.
    case control(String)
    /// The field of this name stands there already.
    case doubled(String)
    /// The text is no address.
    case address(String)
  }

  /// Names a line and what is wrong with it.
  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

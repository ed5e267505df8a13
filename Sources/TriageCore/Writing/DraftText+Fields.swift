// Changing a field of a message without touching what else its writer has written.

extension DraftText {
  /// The fields that a person fills in one by one, in the order in which they stand.
  package enum Field: String, CaseIterable, Hashable, Sendable {
    case from = "From"
    case to = "To"
    case cc = "Cc"
    case bcc = "Bcc"
    case subject = "Subject"
  }

  /// What a field says, on one line.
  package func value(of field: Field) -> String {
    switch field {
    case .from: from?.text ?? ""
    case .to: Self.line(to)
    case .cc: Self.line(cc)
    case .bcc: Self.line(bcc)
    case .subject: subject
    }
  }

  /// The fields that leave beside those and the ids of other messages.
  package var further: [OutgoingMail.OtherField] {
    let answers = OutgoingMail.OtherField("Reply-To", Self.line(replyTo))
    return (replyTo.isEmpty ? [] : [answers]) + others
  }

  private static func line(_ addresses: [NamedAddress]) -> String {
    addresses.map(\.text).joined(separator: ", ")
  }

  /// Returns a text in which a field says something else; all other lines stay as they are.
  ///
  /// - Parameters:
  ///   - text: The text, whose block can be read.
  ///   - field: The field.
  ///   - value: What it says, on one line; a copy to nobody has no field.
  /// - Returns: The text.
  package static func text(_ text: String, setting field: Field, to value: String) -> String {
    var (block, rest) = split(text)
    let old = block.firstIndex { isNamed($0, field.rawValue) }
    block.removeAll { isNamed($0, field.rawValue) }
    let isWanted = !value.isEmpty || field == .to || field == .subject
    if isWanted {
      let line = value.isEmpty ? "\(field.rawValue):" : "\(field.rawValue): \(value)"
      block.insert([line[...]], at: min(old ?? index(of: field, in: block), block.count))
    }
    return joined(block, rest)
  }

  /// Returns a text without the lines that quote another one.
  package static func withoutQuotes(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(">") }.joined(separator: "\n")
  }

  /// Returns a text, with its block, without the lines below that which quote another one.
  package static func withoutQuotes(inBodyOf text: String) -> String {
    let (block, rest) = split(text)
    return joined(block, rest.filter { !$0.hasPrefix(">") })
  }

  /// Returns a text without the fields that name files to attach.
  package static func withoutAttachments(_ text: String) -> String {
    let (block, rest) = split(text)
    return joined(block.filter { !isNamed($0, "attach") }, rest)
  }

  /// Returns a text with one more field that names a file to attach.
  package static func text(_ text: String, attaching file: String) -> String {
    let (block, rest) = split(text)
    return joined(block + [["Attach: \(file)"[...]]], rest)
  }

  /// Behind the last of the fields that stand before it.
  private static func index(of field: Field, in block: [[Substring]]) -> Int {
    let earlier = Field.allCases.prefix { $0 != field }
    let last = block.lastIndex { lines in earlier.contains { isNamed(lines, $0.rawValue) } }
    return last.map { $0 + 1 } ?? 0
  }

  /// The fields of the block, each with its further lines; what follows, with its empty line.
  private static func split(_ text: String) -> (block: [[Substring]], rest: [Substring]) {
    let lines = text.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex { $0.isEmpty } ?? lines.count
    var block: [[Substring]] = []
    for line in lines[..<end] {
      if line.hasPrefix(" ") || line.hasPrefix("\t"), !block.isEmpty {
        block[block.count - 1].append(line)
      } else {
        block.append([line])
      }
    }
    return (block, Array(lines[end...]))
  }

  private static func joined(_ block: [[Substring]], _ rest: [Substring]) -> String {
    (block.flatMap(\.self) + rest).joined(separator: "\n")
  }

  private static func isNamed(_ lines: [Substring], _ name: String) -> Bool {
    guard let line = lines.first, let colon = line.firstIndex(of: ":") else { return false }
    return String(line[..<colon]).asciiLowercased == name.asciiLowercased
  }
}

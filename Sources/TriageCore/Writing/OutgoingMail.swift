/// A message as it is to leave.
package struct OutgoingMail: Hashable, Sendable {
  /// Its Message-ID, which it keeps from its first draft on.
  package var id: MessageID
  /// When it was sent.
  package var date: Timestamp
  /// How many seconds local time is ahead of UTC then.
  package var offset: Int64
  /// Who writes.
  package var from: NamedAddress
  /// To whom it goes.
  package var to: [NamedAddress] = []
  /// Who gets a copy.
  package var cc: [NamedAddress] = []
  /// Who gets a copy that the others do not know of.
  package var bcc: [NamedAddress] = []
  /// Where answers are to go, if not to who writes.
  package var replyTo: [NamedAddress] = []
  /// The subject.
  package var subject = ""
  /// The messages it answers.
  package var inReplyTo: [MessageID] = []
  /// The messages before it, the oldest first.
  package var references: [MessageID] = []
  /// Further fields, in their order.
  package var others: [OtherField] = []
  /// The text, its lines ending in line feeds.
  package var text = ""
  /// How the lines of the text are broken.
  package var format = TextFormat.fixed
  /// What is attached, in its order.
  package var attachments: [Attachment] = []

  /// A field that means nothing to us.
  package struct OtherField: Hashable, Sendable, Codable {
    /// What it is called.
    package var name: String
    /// What it says, on one line.
    package var value: String

    /// Makes a field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// Whether a field may be called so (RFC 5322).
    package static func isName(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.count < 100
        && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }
  }

  /// Something attached.
  package struct Attachment: Hashable, Sendable {
    /// What it is called; `nil` for a message.
    package var name: String?
    /// Its MIME type: `application/pdf`; of a message `message/rfc822`.
    package var type: String
    /// What is in it, as it is.
    package var content: Content
    /// What it said of itself where it comes from: `Content-Type` with its parameters, and others.
    package var fields: [OtherField]

    /// Where the bytes of an attachment are.
    package enum Content: Hashable, Sendable {
      case bytes([UInt8])
      /// In the file of this absolute name.
      case file(String)
    }

    /// Makes an attachment.
    package init(
      name: String?,
      type: String,
      _ content: Content,
      fields: [OtherField] = []
    ) {
      self.name = name
      self.type = type
      self.content = content
      self.fields = fields
    }
  }

  /// Makes a message without recipients and text.
  package init(id: MessageID, date: Timestamp, offset: Int64, from: NamedAddress) {
    self.id = id
    self.date = date
    self.offset = offset
    self.from = from
  }
}

extension OutgoingMail {
  /// Makes a message of what its writer has left, without what is attached.
  ///
  /// - Parameters:
  ///   - draft: What the writer has left.
  ///   - id: Its Message-ID.
  ///   - sender: Who writes, if the draft does not say so.
  ///   - date: When it was sent, or saved.
  ///   - offset: How many seconds local time is ahead of UTC then.
  package init(
    _ draft: DraftText,
    _ id: MessageID,
    from sender: NamedAddress,
    date: Timestamp,
    offset: Int64
  ) {
    self.init(id: id, date: date, offset: offset, from: draft.from ?? sender)
    to = draft.to
    cc = draft.cc
    bcc = draft.bcc
    replyTo = draft.replyTo
    subject = draft.subject
    // The id of a message that has come may be anything; an answer goes without it.
    inReplyTo = draft.inReplyTo.filter(\.isWritable)
    references = draft.references.filter(\.isWritable)
    others = draft.others
    text = draft.body
  }
}

extension MessageID {
  /// Whether it may stand in a header, in one line.
  package var isWritable: Bool {
    (1..<900).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>".utf8.contains($0) }
  }
}

/// How the lines of a text are broken.
package enum TextFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// As they were written.
  case fixed
  /// So that who reads can break them otherwise (RFC 3676).
  case flowed
}

/// Breaks the lines of a text so that who reads can join them again (RFC 3676).
package enum FlowingText {
  /// No line is made longer than this.
  private static let columns = 72

  /// Returns a text with its long lines broken at blanks.
  ///
  /// Lines that quote, and what has no blank in it, stay whole; `-- ` stays what it is.
  package static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line == "-- " ? "-- " : broken(withoutTrailingBlanks(line))
    }.joined(separator: "\n")
  }

  private static func broken(_ line: Substring) -> String {
    if line.hasPrefix(">") { return String(line) }
    var lines: [String] = []
    var rest = line
    while isLong(rest), let end = breakIndex(in: rest) {
      lines.append(stuffed(rest[..<end]))
      rest = rest[end...]
    }
    return (lines + [stuffed(rest)]).joined(separator: "\n")
  }

  /// Counts no further than it must: a line may be a million characters long.
  private static func isLong(_ line: Substring) -> Bool {
    line.index(line.startIndex, offsetBy: columns + 1, limitedBy: line.endIndex) != nil
  }

  /// Behind the last blank that fits, else behind the first; a blank must not begin the next line.
  private static func breakIndex(in line: Substring) -> Substring.Index? {
    let limit = line.index(line.startIndex, offsetBy: columns)
    var best: Substring.Index?
    var index = line.firstIndex { $0 != " " } ?? line.endIndex
    while index < line.endIndex {
      let next = line.index(after: index)
      let isBreak = line[index] == " " && next < line.endIndex && line[next] != " "
      if isBreak {
        if next > limit, best != nil { return best }
        best = next
        if next > limit { return best }
      }
      index = next
    }
    return best
  }

  /// What would look like a quote or an envelope gets a blank that goes again.
  private static func stuffed(_ line: Substring) -> String {
    let isMeant = line.hasPrefix(" ") || line.hasPrefix("From ") || line.hasPrefix(">")
    return isMeant ? " \(line)" : String(line)
  }

  private static func withoutTrailingBlanks(_ line: Substring) -> Substring {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}

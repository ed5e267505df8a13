/// A message as it is before its writer has seen it.
package struct MessageTemplate: Hashable, Sendable, Codable {
  /// What it is to the message it was made from.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case new
    case reply
    case forward
  }

  /// What it is to the message it was made from.
  package var kind: Kind
  /// The name of the account it is written from.
  package var account: String
  /// In whose name it is written.
  package var from: NamedAddress
  /// To whom it goes.
  package var to: [NamedAddress]
  /// Who gets a copy.
  package var cc: [NamedAddress]
  /// Who gets a copy that the others do not know of.
  package var bcc: [NamedAddress]
  /// The subject, on one line.
  package var subject: String
  /// The id of the message it answers, without its brackets.
  package var inReplyTo: MessageID?
  /// The ids of the messages before it, the oldest first.
  package var references: [MessageID]
  /// The text, its lines ending in line feeds.
  package var body: String
  /// The messages that it answers, or forwards.
  package var answers: [MessageID]
  /// The absolute names of files to attach.
  package var attachments: [String]

  /// Makes an empty message.
  package init(_ kind: Kind, from own: OwnAddresses.Own) {
    self.kind = kind
    account = own.account.name
    from = own.mailbox
    to = []
    cc = []
    bcc = []
    subject = ""
    references = []
    body = ""
    answers = []
    attachments = []
  }
}

extension MessageTemplate {
  /// Makes an answer, without its text.
  ///
  /// - Parameters:
  ///   - original: What is answered.
  ///   - addressing: Whom it goes to.
  ///   - own: In whose name it is written.
  package init(
    answering original: OriginalMessage,
    _ addressing: ReplyAddressing,
    from own: OwnAddresses.Own
  ) {
    self.init(.reply, from: own)
    to = addressing.to
    cc = addressing.cc
    subject = original.subject.map(Self.answering) ?? ""
    inReplyTo = original.id
    references = original.references + [original.id]
    answers = [original.id]
  }

  /// Makes a message that forwards another one, without its text.
  package init(forwarding original: OriginalMessage, from own: OwnAddresses.Own) {
    self.init(.forward, from: own)
    subject = Self.forwarding(original.subject ?? "")
    answers = [original.id]
  }

  /// The subject of an answer to a message with this one.
  package static func answering(_ subject: String) -> String { Self.subject(subject, after: "Re:") }

  /// The subject of a message that forwards one with this one.
  package static func forwarding(_ subject: String) -> String {
    Self.subject(subject, after: "Fwd:")
  }

  /// The subject with a mark before it, but no second one.
  private static func subject(_ subject: String, after mark: String) -> String {
    let isMarked = subject.asciiLowercased.hasPrefix(mark.asciiLowercased)
    return isMarked ? subject : "\(mark) \(subject)".onOneLine
  }

  /// Sets what a link of a page or another program asks for.
  package mutating func fill(from link: MailtoURI) {
    to += link.to
    cc += link.cc
    bcc += link.bcc
    if let subject = link.subject { self.subject = subject }
    if let body = link.body { self.body = body }
    inReplyTo = link.inReplyTo ?? inReplyTo
    if let references = link.references { self.references = references }
  }

  /// Returns the ids in a field, without their brackets; what is in none is no id.
  package static func ids(in field: String) -> [MessageID] {
    field.split(separator: "<", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
      guard let end = piece.firstIndex(of: ">") else { return nil }
      let id = String(piece[..<end].filter { !$0.isWhitespace }).onOneLine
      return id.isEmpty ? nil : MessageID(id)
    }
  }
}

extension MessageTemplate {
  /// The field that names the messages from which text of a printed template was decrypted.
  package static let decryptedField = "Mulligan-Decrypted"

  /// The message as it is printed, with the messages named from which text of it was decrypted.
  package func text(decryptedFrom messages: [MessageID]) -> String {
    let ids = messages.map { "<\($0.text.onOneLine)>" }
    let field = Self.field(Self.decryptedField, ids, separator: "")
    return ids.isEmpty ? text : field + "\n" + text
  }

  /// The message as a text editor has it: a block of fields, an empty line, the text.
  package var text: String {
    var lines = [Self.field("From", [from.text])]
    lines.append(Self.field("To", to.map(\.text)))
    if !cc.isEmpty { lines.append(Self.field("Cc", cc.map(\.text))) }
    if !bcc.isEmpty { lines.append(Self.field("Bcc", bcc.map(\.text))) }
    lines.append(subject.isEmpty ? "Subject:" : "Subject: \(subject)")
    if let inReplyTo { lines.append("In-Reply-To: <\(inReplyTo.text.onOneLine)>") }
    if !references.isEmpty {
      let ids = references.map { "<\($0.text.onOneLine)>" }
      lines.append(Self.field("References", ids, separator: ""))
    }
    lines += attachments.map { "Attach: \($0)" }
    return lines.joined(separator: "\n") + "\n\n" + body
  }

  /// A field of several values, folded where a line would become long.
  private static func field(
    _ name: String,
    _ values: [String],
    separator: String = ","
  ) -> String {
    var text = "\(name):"
    var width = text.count
    for (index, value) in values.enumerated() {
      let piece = value + (index + 1 < values.count ? separator : "")
      let length = piece.count
      if index > 0, width + 1 + length > 76 {
        text += "\n "
        width = 1
      } else {
        text += " "
        width += 1
      }
      text += piece
      width += length
    }
    return text
  }
}

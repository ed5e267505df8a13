package import TriageCore

extension MessageReader: OriginalReading {
  /// Reads what an answer must know of a message, from the first of its files that can be read.
  package func original(
    _ metadata: MessageMetadata
  ) throws(MessageFileError) -> OriginalMessage {
    try original(metadata, SealOptions(), opening: nil)
  }

  /// The same; what stands inside its seals counts, if they are to be opened.
  package func original(
    _ metadata: MessageMetadata,
    _ options: SealOptions,
    opening request: SealRequest?
  ) throws(MessageFileError) -> OriginalMessage {
    try firstReadable(of: metadata.files) { (file, source) throws(MessageFileError) in
      let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: self.limits)
      var original = OriginalMessage(id: metadata.id, date: metadata.date)
      guard var tree = PartTree(parsing: buffer) else { return original }
      let opener = request.flatMap { self.opener(of: file, options, $0) }
      guard let opener, let inside = tree.open(by: opener, limits: self.limits) else {
        original.read(AnswerFields(of: tree[0]))
        return original
      }
      let outer = AnswerFields(of: tree[0])
      original.read(AnswerFields(of: inside.answered(tree[0])))
      original.date = inside.date ?? original.date
      if inside.areEncrypted, inside.isProtected("subject") {
        original.sealedSubject = original.subject
        original.subject = outer.subject
      }
      return original
    }
  }
}

extension OriginalMessage {
  /// Takes what the header of the message says.
  fileprivate mutating func read(_ fields: AnswerFields) {
    from = fields.mailboxes("from").addresses
    // An answer must not go to oneself instead: no such text is an address, and that is said.
    if from.isEmpty { from = fields.unreadable("from") }
    to = fields.mailboxes("to").addresses
    cc = fields.mailboxes("cc").addresses
    bcc = fields.mailboxes("bcc").addresses
    replyTo = fields.mailboxes("reply-to")
    references = MessageTemplate.ids(in: fields.text("references"))
    subject = fields.subject
    // Each server on the way may have added one of the last.
    deliveredTo =
      [fields.text("envelope-to"), fields.text("x-original-to"), fields.joined("delivered-to")]
    received = fields.joined("received")
    list = fields.postingAddress
  }
}

/// The fields of a header as an answer reads them: whole, however long they are.
struct AnswerFields {
  private let fields: [String: [RawField]]

  init(of message: PartNode) {
    fields = Dictionary(grouping: message.fields) { $0.name.lowercased() }
  }

  var subject: String? { all("subject").first?.onOneLine }

  /// The text of the first field of that name, on one line.
  func text(_ name: String) -> String { all(name).first?.onOneLine ?? "" }

  /// The texts of all fields of that name, one behind the other on one line.
  func joined(_ name: String) -> String { all(name).map(\.onOneLine).joined(separator: " ") }

  /// The texts of all fields of that name, decoded.
  func all(_ name: String) -> [String] { (fields[name] ?? []).map(HeaderText.whole) }

  /// The mailboxes of all fields of that name.
  func mailboxes(_ name: String) -> OriginalMessage.ReplyTo {
    let entries = (fields[name] ?? []).flatMap { AddressEntry.all(in: $0) }
    let addresses = entries.flatMap(\.mailboxes)
    let hasGroups = entries.contains(where: \.isGroup)
    return OriginalMessage.ReplyTo(
      addresses: addresses,
      isOneMailbox: !hasGroups && addresses.count == 1,
      isEmptyGroup: hasGroups && addresses.isEmpty
    )
  }

  /// The texts of an address field that names nobody mail could go to.
  func unreadable(_ name: String) -> [NamedAddress] {
    (fields[name] ?? []).flatMap { AddressEntry.all(in: $0, shown: HeaderText.namedAddresses) }
      .filter { !$0.isGroup }.map { NamedAddress($0.text) }
  }

  /// The first address that `List-Post` (RFC 2369) gives; `NO` is none.
  var postingAddress: NamedAddress? {
    let value = all("list-post").first?.onOneLine ?? ""
    return UnsubscribeMethod.links(in: value).lazy.compactMap { try? MailtoURI($0).to.first }.first
  }
}

extension HeaderText {
  /// Returns a whole value, unfolded and decoded.
  fileprivate static func whole(_ field: RawField) -> String { decode(field.value[...]) }
}

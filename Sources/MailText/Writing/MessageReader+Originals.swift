import CGMime
package import TriageCore

extension MessageReader: OriginalReading {
  /// Reads what an answer must know of a message, from the first of its files that can be read.
  package func original(
    _ metadata: MessageMetadata
  ) throws(MessageFileError) -> OriginalMessage {
    try firstReadable(of: metadata.files) { (file, source) throws(MessageFileError) in
      let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: self.limits)
      var original = OriginalMessage(id: metadata.id, date: metadata.date)
      if let message = PartTree(parsing: buffer)?.nodes.first {
        original.read(AnswerFields(of: message))
      }
      // The subject that the lists show.
      if original.subject != nil { original.subject = metadata.subject.onOneLine }
      return original
    }
  }
}

extension OriginalMessage {
  /// Takes what the header of the message says.
  fileprivate mutating func read(_ fields: AnswerFields) {
    from = fields.mailboxes("from").addresses
    to = fields.mailboxes("to").addresses
    cc = fields.mailboxes("cc").addresses
    bcc = fields.mailboxes("bcc").addresses
    replyTo = fields.mailboxes("reply-to")
    references = MessageTemplate.ids(in: fields.text("references"))
    subject = fields.all("subject").first
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

  /// The text of the first field of that name, on one line.
  func text(_ name: String) -> String { all(name).first?.onOneLine ?? "" }

  /// The texts of all fields of that name, one behind the other on one line.
  func joined(_ name: String) -> String { all(name).map(\.onOneLine).joined(separator: " ") }

  /// The texts of all fields of that name, decoded.
  func all(_ name: String) -> [String] { (fields[name] ?? []).map(HeaderText.whole) }

  /// The mailboxes of all fields of that name.
  func mailboxes(_ name: String) -> OriginalMessage.ReplyTo {
    let lists = (fields[name] ?? []).map(HeaderText.mailboxes)
    return OriginalMessage.ReplyTo(
      addresses: lists.flatMap(\.addresses),
      isOneMailbox: lists.allSatisfy { !$0.hasGroups } && lists.flatMap(\.addresses).count == 1,
      isEmptyGroup: lists.contains(where: \.hasGroups) && lists.allSatisfy(\.addresses.isEmpty)
    )
  }

  /// The first address that `List-Post` (RFC 2369) gives; `NO` is none.
  var postingAddress: NamedAddress? {
    let links = MessageTemplate.ids(in: text("list-post"))
    return links.lazy.compactMap { try? MailtoURI($0.text).to.first }.first
  }
}

extension HeaderText {
  /// Returns a whole value, unfolded and decoded.
  fileprivate static func whole(_ field: RawField) -> String { decode(field.value[...]) }

  /// The mailboxes of a field.
  fileprivate struct Mailboxes {
    var addresses: [NamedAddress] = []
    var hasGroups = false
  }

  /// Returns all mailboxes of an address field, those of groups among them.
  fileprivate static func mailboxes(_ field: RawField) -> Mailboxes {
    (EncodedWords.prepared(field.value[...]) + [0]).withUnsafeBytes { bytes in
      let value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let list = internet_address_list_parse(nil, value) else { return Mailboxes() }
      defer { g_object_unref(list) }
      var result = Mailboxes()
      collect(list, into: &result)
      return result
    }
  }

  /// Adds the mailboxes of a list in their order; groups lie at most as deep as reading allows.
  private static func collect(
    _ list: UnsafeMutablePointer<InternetAddressList>,
    into result: inout Mailboxes
  ) {
    for index in 0..<internet_address_list_length(list) {
      guard let address = internet_address_list_get_address(list, index) else { continue }
      if let group = cgmime_group(address) {
        result.hasGroups = true
        if let members = internet_address_group_get_members(group) {
          collect(members, into: &result)
        }
      } else if let mailbox = cgmime_mailbox(address),
        let text = internet_address_mailbox_get_addr(mailbox)
      {
        let name = internet_address_get_name(address).map { String(cString: $0) } ?? ""
        result.addresses.append(NamedAddress(name: name, String(cString: text)))
      }
    }
  }
}

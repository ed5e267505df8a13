package import TriageCore

/// A draft that another program has made, as it can be written on here.
package struct ForeignDraft: Hashable, Sendable {
  /// Whose it is, and whom it goes to.
  package var original: OriginalMessage
  /// The messages that it answers.
  package var inReplyTo: [MessageID]
  /// The text, its lines ending in line feeds; `nil` if there is only a page.
  package var text: String?
  /// What else is in it, in its order.
  package var parts: [Part]
  /// Whether a formatted version of the text is left behind.
  package var losesForm: Bool
  /// Whether it names files that it wants attached: they never are.
  package var namesFiles: Bool

  /// Something attached: notmuch's number of the part, what it is called, and its type.
  package struct Part: Hashable, Sendable {
    /// Its number.
    package var number: Int
    /// What it is called; `nil` if it does not say so.
    package var name: String?
    /// Its MIME type.
    package var type: String
    /// What it says of itself.
    package var fields: [OutgoingMail.OtherField]
  }
}

extension MessageReader {
  /// Reads a draft from the first of its files that can be read.
  ///
  /// - Returns: `nil` if something in it is signed or encrypted, or too large: it would not stay what it is.
  package func draft(
    _ metadata: MessageMetadata
  ) throws(MessageFileError) -> ForeignDraft? {
    let original = try original(metadata)
    return try firstReadable(of: metadata.files) {
      (file, source) throws(MessageFileError) -> ForeignDraft? in
      let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: limits)
      guard buffer.cuts.isEmpty, let tree = PartTree(parsing: buffer), let root = tree.nodes.first
      else { return nil }
      var content = DraftContent(tree)
      guard let body = tree.body else {
        return ForeignDraft(original, AnswerFields(of: root), content)
      }
      content.read(body)
      return content.isSealed ? nil : ForeignDraft(original, AnswerFields(of: root), content)
    }
  }
}

extension MessageReader {
  /// Reads what a part says of itself, from the first of a message's files that can be read: its fields of
  /// content, in one line each, but for how it is encoded.
  package func contentFields(
    of part: Int,
    _ metadata: MessageMetadata
  ) throws(MessageFileError) -> [OutgoingMail.OtherField] {
    try firstReadable(of: metadata.files) { (file, source) throws(MessageFileError) in
      let buffer = try MessageBuffer.read(source, sizeHint: file.size, limits: self.limits)
      return PartTree.contentFields(of: part, in: buffer)
    }
  }
}

extension PartTree {
  /// What a part says of itself.
  fileprivate static func contentFields(
    of part: Int,
    in buffer: MessageBuffer
  ) -> [OutgoingMail.OtherField] {
    let fields = withObject(part, in: buffer) { Self.fields(of: $0) } ?? []
    return fields.map { field in
      // Parameters have their own ways to be encoded.
      let isRead = !["content-type", "content-disposition"].contains(field.name.asciiLowercased)
      let value =
        isRead
        ? HeaderText.decode(field.value[...]) : String(decoding: field.value, as: UTF8.self)
      return OutgoingMail.OtherField(field.name, value.onOneLine)
    }.filter(\.isOfPart)
  }
}

extension ForeignDraft {
  fileprivate init(_ original: OriginalMessage, _ fields: AnswerFields, _ content: DraftContent) {
    self.original = original
    inReplyTo = MessageTemplate.ids(in: fields.text("in-reply-to"))
    text = content.isPage ? nil : content.text.endingInLineFeed
    parts = content.parts
    losesForm = content.losesForm
    namesFiles = !fields.all("attach").isEmpty
  }
}

/// What is found in the parts of a draft.
private struct DraftContent {
  private let tree: PartTree
  private(set) var text = ""
  private(set) var parts: [ForeignDraft.Part] = []
  private(set) var losesForm = false
  private(set) var isSealed = false
  /// Whether the text is to be taken from a page.
  private(set) var isPage = false
  private var hasText = false

  init(_ tree: PartTree) { self.tree = tree }

  /// Takes a part: the first that is plain text is the text, all else stays as it is.
  mutating func read(_ node: PartNode) {
    switch (node.form, node.type) {
    case (.multipart, "multipart/signed"), (.multipart, "multipart/encrypted"),
      (_, "application/pkcs7-mime"), (_, "application/x-pkcs7-mime"):
      isSealed = true
    case (.multipart, "multipart/alternative"): readAlternatives(of: node)
    case (.multipart, _): for child in node.children { read(tree[child]) }
    case (.leaf, "text/plain") where !hasText && !node.isSentAsAttachment: take(node)
    case (.leaf, "text/html") where !hasText && !node.isSentAsAttachment:
      (hasText, isPage, losesForm) = (true, true, true)
    case (.leaf, _), (.message, _):
      parts.append(
        ForeignDraft.Part(
          number: node.number,
          name: node.filename,
          type: node.type,
          fields: PartTree.contentFields(of: node.number, in: tree.buffers[0])
        )
      )
    }
  }

  /// Of several versions of the text the plain one is written on; files that stand beside another stay.
  private mutating func readAlternatives(of node: PartNode) {
    let children = node.children.map { tree[$0] }
    guard let plain = children.first(where: { $0.type == "text/plain" }), !hasText else {
      for child in children.suffix(1) { read(child) }
      losesForm = losesForm || children.count > 1
      return
    }
    take(plain)
    for child in children where child.number != plain.number {
      losesForm = true
      guard child.form == .multipart else { continue }
      let files = child.children.map { tree[$0] }.filter { !$0.isText }
      for file in files { read(file) }
    }
  }

  private mutating func take(_ node: PartNode) {
    let content = tree.decoded(node, limit: MessageLimits().bodyBytes)
    let decoder = TextDecoder(content.bytes, declared: node.parameters["charset"])
    let read =
      node.flows ? FlowedText.unfold(decoder.text, deletesSpace: node.deletesSpace) : decoder.text
    text = String(decoding: read, as: UTF8.self)
    hasText = true
  }
}

extension String {
  /// The text, its last line ended.
  fileprivate var endingInLineFeed: String { isEmpty || hasSuffix("\n") ? self : self + "\n" }
}

import TriageCore

// Several files of one Message-ID: copies of one message, or different messages.

extension MessageReader {
  /// Returns the files of each different message, those that say the same together, in their order.
  ///
  /// Files that cannot be read are left out, unless none can.
  package func messages(in files: [String]) -> [[String]] {
    guard files.count > 1 else { return [files] }
    var messages: [(copy: MessageCopy, files: [String])] = []
    for file in files {
      guard let copy = try? copy(in: file) else { continue }
      if let index = messages.firstIndex(where: { $0.copy.saysTheSame(as: copy) }) {
        messages[index].files.append(file)
      } else {
        messages.append((copy, [file]))
      }
    }
    return messages.isEmpty ? [files] : messages.map(\.files)
  }

  private func copy(in file: String) throws(MessageFileError) -> MessageCopy {
    try firstReadable(of: [file]) { (file, source) throws(MessageFileError) in
      let body = try source.beginning(self.limits.bodyBytes).body
      return MessageCopy(body: body.hashValue) { self.unsealedContent(of: file) }
    }
  }

  /// The content of a file with nothing that is sealed in it opened.
  private func unsealedContent(of file: FileSource) -> MessageContent? {
    MessageReader(limits: limits).content(
      ofOne: MessageID(""),
      files: [file.path],
      options: MessageOptions(),
      opening: SealRequest(.known)
    )
  }
}

/// What one file of a message says.
private final class MessageCopy {
  /// The hash of what stands behind the header.
  private let body: Int
  private let read: () -> MessageContent?
  private lazy var content = read()

  init(body: Int, _ read: @escaping () -> MessageContent?) {
    self.body = body
    self.read = read
  }

  /// Whether a reader of one has read the other: the text is the same, and the attachments.
  func saysTheSame(as other: MessageCopy) -> Bool {
    if body == other.body { return true }
    guard let content, let others = other.content, !content.notices.contains(.encrypted),
      !others.notices.contains(.encrypted)
    else { return false }
    return content.words == others.words && content.attachments == others.attachments
  }
}

extension MessageContent {
  /// The lines of the text that are not blank, without what is blank at their ends.
  fileprivate var words: [[Substring]] {
    lines.map { $0.text.split(whereSeparator: \.isWhitespace) }.filter { !$0.isEmpty }
  }

  fileprivate var attachments: [[String]] {
    parts.filter(\.isAttachment).map { [$0.type, $0.filename ?? "", String($0.size)] }
  }
}

extension [UInt8] {
  /// What stands behind the first empty line.
  fileprivate var body: ArraySlice<UInt8> {
    var start = startIndex
    while let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = self[start..<end]
      start = end + 1
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return self[start...] }
    }
    return []
  }
}

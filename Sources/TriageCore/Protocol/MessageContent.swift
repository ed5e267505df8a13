/// How a message is to be rendered.
package struct MessageOptions: Hashable, Sendable, Codable {
  /// Show the file as it is.
  package var raw: Bool
  /// Which alternative of a `multipart/alternative` to show: 0 the preferred one, 1 the next.
  package var alternative: Int

  /// Makes options.
  package init(raw: Bool = false, alternative: Int = 0) {
    self.raw = raw
    self.alternative = alternative
  }
}

/// A message as text: not yet wrapped to any width, not yet sanitised.
package struct MessageContent: Hashable, Sendable, Codable {
  package var id: MessageID
  /// The header fields to show, decoded, in order: short ones first.
  package var headers: [HeaderField]
  package var lines: [ContentLine]
  package var parts: [PartInfo]
  /// The MIME type the text was made from; `nil` if there was none.
  package var bodyType: String?
  /// What was cut or guessed; shown before the text.
  package var notices: [ContentNotice]

  /// Makes a content.
  package init(
    id: MessageID,
    headers: [HeaderField],
    lines: [ContentLine],
    parts: [PartInfo] = [],
    bodyType: String? = nil,
    notices: [ContentNotice] = []
  ) {
    self.id = id
    self.headers = headers
    self.lines = lines
    self.parts = parts
    self.bodyType = bodyType
    self.notices = notices
  }
}

/// One decoded header field.
package struct HeaderField: Hashable, Sendable, Codable {
  package var name: String
  package var value: String
  /// Whether the short form of the headers has it.
  package var isShort: Bool

  /// Makes a field.
  package init(name: String, value: String, isShort: Bool) {
    self.name = name
    self.value = value
    self.isShort = isShort
  }
}

/// A paragraph or line of a message's text.
package struct ContentLine: Hashable, Sendable, Codable {
  /// What a line is, which decides how it is drawn.
  package enum Kind: Hashable, Sendable, Codable {
    case text
    case quote(level: Int)
    case signature
    case heading
    /// Shown as it is, never wrapped.
    case preformatted
    case patchAdded
    case patchRemoved
    case patchHunk
    case patchHeader
    /// The beginning of a part, a forwarded message and the like.
    case label
    case hidden
  }

  package var kind: Kind
  package var text: String

  /// Makes a line.
  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// One part of a message's structure.
package struct PartInfo: Hashable, Sendable, Codable {
  /// notmuch's number of the part.
  package var number: Int
  package var type: String
  package var filename: String?
  /// Decoded bytes.
  package var size: Int
  package var isAttachment: Bool

  /// Makes the record of one part.
  package init(number: Int, type: String, filename: String?, size: Int, isAttachment: Bool) {
    self.number = number
    self.type = type
    self.filename = filename
    self.size = size
    self.isAttachment = isAttachment
  }
}

/// What a reader should know of how the text was made: catalog key `notice.<raw value>`.
package enum ContentNotice: Hashable, Sendable, Codable {
  case fileMissing
  case headersCut
  case bodyCut
  case partsCut
  case depthCut
  case charsetGuessed(String)
  case encrypted
  case signatureNotChecked
  case alternativeShown(String)
}

/// Turns a message's file into text.
///
/// Calls are made on one thread.
package protocol MessageReading: AnyObject {
  /// Returns the readable text of a message from the first of its files that can be read.
  func content(of message: MessageID, files: [String], options: MessageOptions) -> MessageContent
}

/// One part: a leaf, a container of parts, or a message.
struct PartNode {
  enum Form {
    case leaf
    case multipart
    /// The whole message, or one inside it.
    case message
  }

  var number: Int
  var parent: Int?
  var depth: Int
  var form: Form
  var children: [Int] = []
  /// In lower case: `text/plain`.
  var type: String
  /// The parameters of the type, names in lower case.
  var parameters: [String: String] = [:]
  var disposition: String?
  var filename: String?
  var otherFilename: String?
  var contentID: String?
  var encoding = TransferEncoding.none
  /// Where the encoded content of a leaf lies in the buffer.
  var content = 0..<0
  /// Whether it is a message that is encoded as a whole: it is read as a leaf is.
  var isEncodedMessage = false
  /// A multipart that seems to be encoded as a whole, with its header.
  var encodedText: [UInt8]?
  /// Whether its header names no type that is one, and it was taken for plain text.
  var isUntyped = false
  /// The bytes of a message inside the message when it is written out; 0 where that takes too long.
  var writtenSize = 0
  /// The fields of a message in their order.
  var fields: [RawField] = []
  /// The fields of a message that are about its content: GMime counts them to that.
  var contentFields: [RawField] = []
  /// The text of a container that has no parts.
  var strayText: String?
  /// The header fields that stand inside a signed or encrypted part, if it says that it has some.
  var protectedFields: [RawField] = []
  /// Which of the tree's buffers it is read from, and its number among the parts of that.
  var layer = 0
  var origin = 0
  /// The seal whose container it is, by its index.
  var seal: Int?

  var isText: Bool { type.hasPrefix("text/") }
  var isSentAsAttachment: Bool { disposition == "attachment" }
  /// Whether its lines are broken so that they can be joined again (RFC 3676).
  var flows: Bool { parameters["format"]?.lowercased() == "flowed" }
  var deletesSpace: Bool { parameters["delsp"]?.lowercased() == "yes" }

  /// Where the content of a `message/external-body` is, as it says itself.
  var externalLocation: String? {
    let words = ["url", "site", "directory", "name", "server"].compactMap { parameters[$0] }
    let way = parameters["access-type"].map { [$0] } ?? []
    return words.isEmpty && way.isEmpty ? nil : (way + words).joined(separator: " ")
  }
}

/// A header field as it stands in the file.
struct RawField {
  var name: String
  /// The value with its folds, without its zero byte.
  var value: [UInt8]

  /// Whether this is the field of that name, given in lower case.
  func isNamed(_ wanted: String) -> Bool { name.lowercased() == wanted }
}

/// How a leaf's bytes were made fit for transport.
enum TransferEncoding: Hashable {
  /// As they are; uuencode counts as this, for decoding it has hurt others.
  case none
  case base64
  case quotedPrintable
}

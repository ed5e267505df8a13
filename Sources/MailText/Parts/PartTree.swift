/// The structure of a message as values, numbered as notmuch numbers it.
struct PartTree {
  /// The parts in the order of their numbers: a part's number is its index, the message's own is 0.
  var nodes: [PartNode] = []

  /// The part that holds the message's text; `nil` in a message without a body.
  var body: PartNode? { nodes.first?.children.first.map { nodes[$0] } }

  subscript(_ number: Int) -> PartNode { nodes[number] }
}

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
  /// The fields of a message in their order.
  var fields: [RawField] = []
  /// The text of a container that has no parts.
  var strayText: String?
  /// The subject that stands inside a signed or encrypted part.
  var protectedSubject: RawField?

  var isText: Bool { type.hasPrefix("text/") }
  var isSentAsAttachment: Bool { disposition == "attachment" }

  /// Where the content of a `message/external-body` is said to lie.
  var externalPlace: String? {
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

import CGMime
import Glibc

/// The structure of a message as values, numbered as notmuch numbers it.
struct PartTree {
  /// The parts in the order of their numbers: a part's number is its index, the message's own is 0.
  var nodes: [PartNode] = []
  /// What the parts are read from: the message first, then what was opened of it.
  var buffers: [MessageBuffer] = []
  /// The way to each of them through what was opened: "3/" for what part 3 of the message held.
  var ways = [""]
  /// What is sealed, in the order of the containers.
  var seals: [TreeSeal] = []

  /// The part that holds the message's text; `nil` in a message without a body.
  var body: PartNode? { nodes.first?.children.first.map { nodes[$0] } }

  subscript(_ number: Int) -> PartNode { nodes[number] }

  /// The way to a part, whatever else of the message is open.
  func path(of node: PartNode) -> String { ways[node.layer] + String(node.origin) }
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

/// GMime as a whole.
enum GMimeLibrary {
  /// Starts it, once for the process: to be read before anything of it is called.
  static let started: Void = g_mime_init()
}

extension PartTree {
  /// Lets GMime parse a message and copies out what it found.
  ///
  /// - Returns: `nil` if this is no mail.
  init?(parsing buffer: MessageBuffer) {
    guard let nodes = Self.withMessage(in: buffer, { Self.nodes(of: $0) }) else { return nil }
    self.nodes = nodes
    buffers = [buffer]
  }

  /// Returns the decoded content of a leaf, at most `limit` bytes of it, and whether that is all.
  func decoded(_ node: PartNode, limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
    buffers[node.layer].decoded(node, limit: limit)
  }

  /// Calls the closure with the object of a part; nothing of it may be kept.
  ///
  /// - Returns: `nil` if there is no such part.
  static func withObject<Result>(
    _ number: Int,
    in buffer: MessageBuffer,
    _ body: (UnsafeMutablePointer<GMimeObject>) -> Result
  ) -> Result? {
    withMessage(in: buffer) { message in
      var found: UnsafeMutablePointer<GMimeObject>?
      walk(message) { visited, part in
        if visited == number { found = part.object }
        return visited < number
      }
      return found.map(body)
    } ?? nil
  }

  /// Calls the closure with the message in a buffer; nothing of it may be kept.
  static func withMessage<Result>(
    in buffer: MessageBuffer,
    _ body: (UnsafeMutablePointer<GMimeMessage>) -> Result
  ) -> Result? {
    // The array borrows the buffer's memory: it is freed without it, and after the stream.
    let array = g_byte_array_new_take(
      buffer.memory.assumingMemoryBound(to: guint8.self),
      gsize(buffer.count)
    )
    defer { g_byte_array_free(array, 0) }
    let stream = cgmime_stream_over(array)
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    guard let message = g_mime_parser_construct_message(parser, nil) else { return nil }
    defer { g_object_unref(message) }
    return body(message)
  }

  /// A part that has been met but not numbered yet.
  private struct Waiting {
    var object: UnsafeMutablePointer<GMimeObject>
    var parent: Int
    var depth: Int
  }

  /// How many bytes are written out to learn how large the messages inside a message are: of those
  /// that lie in each other the inner ones are written again and again.
  private static let measuredBytes = 128 << 20

  private static func nodes(of message: UnsafeMutablePointer<GMimeMessage>) -> [PartNode] {
    var nodes = [messageNode(message)]
    var measured = 0
    walk(message) { number, part in
      var made = node(part.object, number: number, parent: part.parent, depth: part.depth)
      if made.form == .message, measured < measuredBytes {
        made.writtenSize = writtenSize(of: part.object)
        measured += made.writtenSize
      }
      nodes.append(made)
      nodes[part.parent].children.append(number)
      return true
    }
    return nodes
  }

  /// Visits the parts in the order of their numbers until the closure has enough.
  ///
  /// That is depth first, and done without recursion.
  private static func walk(
    _ message: UnsafeMutablePointer<GMimeMessage>,
    _ visit: (Int, Waiting) -> Bool
  ) {
    guard let body = g_mime_message_get_mime_part(message) else { return }
    var waiting = [Waiting(object: body, parent: 0, depth: 0)]
    var number = 0
    while let next = waiting.popLast() {
      number += 1
      guard visit(number, next) else { return }
      for child in children(of: next.object).reversed() {
        waiting.append(Waiting(object: child, parent: number, depth: next.depth + 1))
      }
    }
  }

  /// Gives the text of a container, or of the message inside a part, to the closure.
  ///
  /// - Returns: `nil` if there is no such part.
  static func written<Result>(
    _ number: Int,
    of message: UnsafeMutablePointer<GMimeMessage>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    var found: UnsafeMutablePointer<GMimeObject>?
    walk(message) { visited, part in
      if visited == number { found = part.object }
      return visited < number
    }
    guard let found else { return nil }
    let inner = cgmime_message_part(found).flatMap { g_mime_message_part_get_message($0) }
    let stream = g_mime_stream_mem_new()
    defer { g_object_unref(stream) }
    g_mime_object_write_to_stream(inner.map { cgmime_object($0) } ?? found, nil, stream)
    guard let array = cgmime_bytes(stream) else { return nil }
    return body(UnsafeRawBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
  }

  /// How many bytes `written` gives of the message inside a part.
  private static func writtenSize(of object: UnsafeMutablePointer<GMimeObject>) -> Int {
    guard let part = cgmime_message_part(object),
      let message = g_mime_message_part_get_message(part)
    else { return 0 }
    let nowhere = g_mime_stream_null_new()
    defer { g_object_unref(nowhere) }
    // What GMime says it has written is one too many behind a CR at the end.
    g_mime_object_write_to_stream(cgmime_object(message), nil, nowhere)
    return max(0, Int(g_mime_stream_tell(nowhere)))
  }

  /// Returns the parts directly inside an object, or the body of the message inside it.
  private static func children(
    of object: UnsafeMutablePointer<GMimeObject>
  ) -> [UnsafeMutablePointer<GMimeObject>] {
    if let multipart = cgmime_multipart(object) {
      return (0..<g_mime_multipart_get_count(multipart)).compactMap {
        g_mime_multipart_get_part(multipart, $0)
      }
    }
    guard let part = cgmime_message_part(object),
      let message = g_mime_message_part_get_message(part)
    else { return [] }
    return g_mime_message_get_mime_part(message).map { [$0] } ?? []
  }

  private static func node(
    _ object: UnsafeMutablePointer<GMimeObject>,
    number: Int,
    parent: Int?,
    depth: Int
  ) -> PartNode {
    var node = PartNode(number: number, parent: parent, depth: depth, form: .leaf, type: "")
    node.origin = number
    if let part = cgmime_message_part(object) {
      node.form = .message
      if let message = g_mime_message_part_get_message(part) {
        node.fields = fields(of: cgmime_object(message))
      }
    }
    describe(object, in: &node)
    if let multipart = cgmime_multipart(object) {
      node.form = .multipart
      if g_mime_multipart_get_count(multipart) == 0 {
        node.strayText = g_mime_multipart_get_prologue(multipart).map { String(cString: $0) }
      }
    }
    if let part = cgmime_part(object) { describe(part, in: &node) }
    return node
  }

  private static func messageNode(_ message: UnsafeMutablePointer<GMimeMessage>) -> PartNode {
    var node = PartNode(number: 0, parent: nil, depth: 0, form: .message, type: "message/rfc822")
    node.fields = fields(of: cgmime_object(message))
    node.contentFields = fields(of: g_mime_message_get_mime_part(message)).filter {
      $0.name.lowercased().hasPrefix("content-")
    }
    return node
  }
}

// MARK: - One object

extension PartTree {
  private static func describe(
    _ object: UnsafeMutablePointer<GMimeObject>,
    in node: inout PartNode
  ) {
    if let type = g_mime_object_get_content_type(object) {
      node.type = text(taking: g_mime_content_type_get_mime_type(type))?.lowercased() ?? ""
      node.parameters = parameters(g_mime_content_type_get_parameters(type))
    }
    node.disposition = text(g_mime_object_get_disposition(object))?.lowercased()
    node.contentID = text(g_mime_object_get_content_id(object))
    let names = filenames(of: object) + (node.parameters["name"].map { [$0] } ?? [])
    node.filename = names.first { !$0.isEmpty }
    node.otherFilename = names.first { !$0.isEmpty && $0 != node.filename }
    if node.parameters["protected-headers"] != nil || node.parameters["hp"] != nil {
      node.protectedFields = fields(of: object)
    }
  }

  /// Returns what the disposition calls the part: it may do so more than once.
  private static func filenames(of object: UnsafeMutablePointer<GMimeObject>) -> [String] {
    guard let disposition = g_mime_object_get_content_disposition(object),
      let list = g_mime_content_disposition_get_parameters(disposition)
    else { return [] }
    return (0..<g_mime_param_list_length(list)).compactMap { index in
      let parameter = g_mime_param_list_get_parameter_at(list, index)
      guard text(g_mime_param_get_name(parameter))?.lowercased() == "filename" else { return nil }
      return text(g_mime_param_get_value(parameter))
    }
  }

  private static func describe(_ part: UnsafeMutablePointer<GMimePart>, in node: inout PartNode) {
    switch g_mime_part_get_content_encoding(part) {
    case GMIME_CONTENT_ENCODING_BASE64: node.encoding = .base64
    case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE: node.encoding = .quotedPrintable
    default: node.encoding = .none
    }
    guard let stream = g_mime_part_get_content(part)?.pointee.stream else { return }
    let (start, end) = (stream.pointee.bound_start, stream.pointee.bound_end)
    if start >= 0, end >= start { node.content = Int(start)..<Int(end) }
  }

  private static func parameters(
    _ list: UnsafeMutablePointer<GMimeParamList>?
  ) -> [String: String] {
    var values: [String: String] = [:]
    for index in 0..<g_mime_param_list_length(list) {
      let parameter = g_mime_param_list_get_parameter_at(list, index)
      guard let name = text(g_mime_param_get_name(parameter))?.lowercased(), values[name] == nil
      else { continue }
      values[name] = text(g_mime_param_get_value(parameter))
    }
    return values
  }

  private static func fields(of object: UnsafeMutablePointer<GMimeObject>?) -> [RawField] {
    guard let list = g_mime_object_get_header_list(object) else { return [] }
    return (0..<g_mime_header_list_get_count(list)).compactMap { index in
      let header = g_mime_header_list_get_header_at(list, index)
      guard let name = text(g_mime_header_get_name(header)),
        let value = g_mime_header_get_raw_value(header)
      else { return nil }
      let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
      return RawField(name: name, value: Array(bytes))
    }
  }

  /// Copies a string that stays GMime's.
  private static func text(_ string: UnsafePointer<CChar>?) -> String? {
    string.map { String(cString: $0) }
  }

  /// Copies a string that is ours to free.
  private static func text(taking string: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(string) }
    return string.map { String(cString: $0) }
  }
}

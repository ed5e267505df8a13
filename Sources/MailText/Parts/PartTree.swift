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

/// GMime as a whole.
enum GMimeLibrary {
  /// Starts it, once for the process: to be read before anything of it is called.
  static let started: Void = g_mime_init()
}

extension PartTree {
  /// Lets GMime parse a message and copies out what it found, and what was encoded as a whole in it.
  ///
  /// - Returns: `nil` if this is no mail.
  init?(parsing buffer: MessageBuffer, limits: MessageLimits = MessageLimits()) {
    var room = Self.measuredBytes
    self.init(parsing: buffer, measuring: &room)
    if nodes.contains(where: \.mayBeEncoded) {
      self = EncodedParts.opened(in: self, limits: limits, measuring: room)
    }
    nameUntyped()
    showOnlyTexts()
  }

  /// Makes a tree of one buffer.
  init?(parsing buffer: MessageBuffer, measuring room: inout Int) {
    let nodes = Self.withMessage(in: buffer) { Self.nodes(of: $0, measuring: &room) }
    guard let nodes else { return nil }
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

  private static func nodes(
    of message: UnsafeMutablePointer<GMimeMessage>,
    measuring room: inout Int
  ) -> [PartNode] {
    var nodes = [messageNode(message)]
    // Within a part that is kept with its text none is.
    var keptDepth = Int.max
    walk(message) { number, part in
      var made = node(part.object, number: number, parent: part.parent, depth: part.depth)
      if part.depth <= keptDepth { keptDepth = .max }
      if made.form == .message, room > 0 {
        made.writtenSize = writtenSize(of: part.object)
        room -= made.writtenSize
      } else if made.form == .multipart, made.mayBeEncoded, keptDepth == .max, room > 0 {
        made.encodedText = written(part.object) { Array($0) }
        room -= made.encodedText?.count ?? 0
        keptDepth = part.depth
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
    return written(inner.map { cgmime_object($0) } ?? found, body)
  }

  private static func written<Result>(
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let stream = g_mime_stream_mem_new()
    defer { g_object_unref(stream) }
    g_mime_object_write_to_stream(object, nil, stream)
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
      if let name = g_mime_object_get_header(object, "Content-Transfer-Encoding") {
        node.encoding = encoding(g_mime_content_encoding_from_string(name))
      }
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
      let parameters = ParameterText.content(
        of: object,
        known: g_mime_content_type_get_parameters(type)
      )
      node.parameters = Dictionary(parameters.map { ($0.name, $0.value) }) { first, _ in first }
    }
    if let parameters = parametersWithoutType(of: object, node.type) {
      (node.type, node.parameters, node.isUntyped) = ("text/plain", parameters, true)
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

  /// Returns the parameters beside a type that is none (RFC 2045, 5.2): GMime takes it for one of
  /// bytes; `nil` if the part has a type.
  private static func parametersWithoutType(
    of object: UnsafeMutablePointer<GMimeObject>,
    _ type: String
  ) -> [String: String]? {
    guard type == bytesType || type.hasPrefix("/") else { return nil }
    let values = fields(of: object).filter { $0.isNamed("content-type") }
      .map { String(decoding: $0.value, as: UTF8.self) }
    guard let value = values.first, !values.contains(where: { $0.lowercased().contains(bytesType) })
    else { return nil }
    let words = value.prefix { $0 != ";" }
    let rest = words.contains("=") ? ";" + value : String(value.dropFirst(words.count))
    guard let parsed = g_mime_content_type_parse(nil, "text/plain" + rest) else { return [:] }
    defer { g_object_unref(parsed) }
    return parameters(g_mime_content_type_get_parameters(parsed))
  }

  /// The type of a part that is a file of whatever bytes.
  static let bytesType = "application/octet-stream"

  /// Returns what the disposition calls the part: it may do so more than once.
  private static func filenames(of object: UnsafeMutablePointer<GMimeObject>) -> [String] {
    guard let disposition = g_mime_object_get_content_disposition(object) else { return [] }
    let known = g_mime_content_disposition_get_parameters(disposition)
    return ParameterText.disposition(of: object, known: known)
      .filter { $0.name == "filename" }.map(\.value)
  }

  private static func describe(_ part: UnsafeMutablePointer<GMimePart>, in node: inout PartNode) {
    node.encoding = encoding(g_mime_part_get_content_encoding(part))
    guard let stream = g_mime_part_get_content(part)?.pointee.stream else { return }
    let (start, end) = (stream.pointee.bound_start, stream.pointee.bound_end)
    if start >= 0, end >= start { node.content = Int(start)..<Int(end) }
  }

  private static func encoding(_ encoding: GMimeContentEncoding) -> TransferEncoding {
    switch encoding {
    case GMIME_CONTENT_ENCODING_BASE64: .base64
    case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE: .quotedPrintable
    default: .none
    }
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

  static func fields(of object: UnsafeMutablePointer<GMimeObject>?) -> [RawField] {
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

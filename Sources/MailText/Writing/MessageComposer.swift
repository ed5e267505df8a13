import CGMime
import Glibc
package import TriageCore

/// Makes the bytes of a message from values that have been checked.
package enum MessageComposer {
  /// Makes a message whose lines end in line feeds, none longer than 998 bytes.
  ///
  /// - Parameters:
  ///   - mail: The message.
  ///   - includesBcc: Whether blind copies are named: in one's own copy, never in what is sent.
  /// - Returns: Its bytes.
  /// - Throws: What cannot be sent so: an address, or a value that would become two fields.
  package static func bytes(
    of mail: OutgoingMail,
    includesBcc: Bool
  ) throws(WritingError) -> [UInt8] {
    let header = try header(of: mail, includesBcc: includesBcc)
    let stream = g_mime_stream_mem_new()
    defer { g_object_unref(stream) }
    _ = write(bodyOf: mail, to: stream)
    guard let array = stream.flatMap({ cgmime_bytes($0) }) else { return header }
    return header
      + UnsafeRawBufferPointer(start: array.pointee.data, count: Int(array.pointee.len))
  }

  /// Writes a message to a file; what is attached is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - mail: The message.
  ///   - includesBcc: Whether blind copies are named.
  ///   - descriptor: Where to; it stays the caller's.
  /// - Returns: 0, or the system's error that reading or writing has met.
  /// - Throws: What cannot be sent so.
  package static func write(
    _ mail: OutgoingMail,
    includesBcc: Bool,
    to descriptor: Int32
  ) throws(WritingError) -> Int32 {
    let header = try header(of: mail, includesBcc: includesBcc)
    let stream = g_mime_stream_fs_new(descriptor)
    defer { g_object_unref(stream) }
    stream.map { cgmime_leave_open($0) }
    let written = header.withUnsafeBytes { bytes in
      g_mime_stream_write(
        stream,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        bytes.count
      )
    }
    return written == header.count ? write(bodyOf: mail, to: stream) : errno
  }

  static func header(
    of mail: OutgoingMail,
    includesBcc: Bool
  ) throws(WritingError) -> [UInt8] {
    try fields(of: mail, includesBcc: includesBcc) + Array("MIME-Version: 1.0\n".utf8)
  }

  /// The fields that say something of the message, not of how it is made.
  static func fields(
    of mail: OutgoingMail,
    includesBcc: Bool
  ) throws(WritingError) -> [UInt8] {
    GMimeLibrary.started
    var header = HeaderWriter()
    header.add("Date", text: date(mail.date, offset: mail.offset))
    try header.add("From", [mail.from])
    try header.add("Reply-To", mail.replyTo)
    try header.add("To", mail.to)
    try header.add("Cc", mail.cc)
    if includesBcc { try header.add("Bcc", mail.bcc) }
    header.add("Subject", text: try mail.subject.asHeader("Subject"))
    header.add("Message-ID", ids: try checked([mail.id]))
    header.add("In-Reply-To", ids: try checked(mail.inReplyTo))
    header.add("References", ids: try checked(mail.references))
    for field in mail.others {
      guard OutgoingMail.OtherField.isName(field.name) else { throw .badHeader(field.name) }
      header.add(field.name, text: try field.value.asHeader(field.name))
    }
    return header.bytes
  }

  /// Makes the Message-ID of a message from somebody: nobody can guess it, and its right part is the
  /// domain that the message is from.
  ///
  /// - Throws: `.badAddress` for a sender that is none.
  package static func freshID(for sender: NamedAddress) throws(WritingError) -> MessageID {
    GMimeLibrary.started
    let address = try HeaderWriter.ascii(sender)
    // The index knows an id that is longer than a term by its hash only.
    let domain = address.split(separator: "@").last.flatMap { $0.count < 180 ? $0 : nil } ?? "local"
    let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    return MessageID("\(words.joined(separator: "."))@\(domain)")
  }

  /// The envelope's recipients, each once, in ASCII.
  package static func recipients(of mail: OutgoingMail) throws(WritingError) -> [String] {
    GMimeLibrary.started
    var seen: Set<String> = []
    var recipients: [String] = []
    for mailbox in mail.to + mail.cc + mail.bcc {
      let address = try HeaderWriter.ascii(mailbox)
      if seen.insert(address).inserted { recipients.append(address) }
    }
    return recipients
  }

  private static func checked(_ ids: [MessageID]) throws(WritingError) -> [MessageID] {
    guard ids.allSatisfy(\.isWritable) else { throw .badHeader("Message-ID") }
    return ids
  }

  static func date(_ time: Timestamp, offset: Int64) -> String {
    let zone = g_time_zone_new_offset(gint32(clamping: offset))
    defer { g_time_zone_unref(zone) }
    guard let utc = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(utc) }
    guard let local = g_date_time_to_timezone(utc, zone) else { return "" }
    defer { g_date_time_unref(local) }
    guard let text = g_mime_utils_header_format_date(local) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

// MARK: - Parts

extension MessageComposer {
  /// Writes the fields of the body and the body; 0 or the system's error.
  private static func write(
    bodyOf mail: OutgoingMail,
    to stream: UnsafeMutablePointer<GMimeStream>?
  ) -> Int32 {
    guard let body = body(of: mail, nil) else { return errno }
    defer { g_object_unref(body) }
    return write(body, to: stream)
  }

  /// The text, with what is attached.
  ///
  /// `nil` for a file that cannot be read: `errno` says why.
  static func body(
    of mail: OutgoingMail,
    _ wish: SealWish?
  ) -> UnsafeMutablePointer<GMimeObject>? {
    let survives = wish.map { $0.signs && !$0.encrypts } ?? false
    let text = textPart(mail, survives: survives)
    guard !mail.attachments.isEmpty else { return text }
    defer { g_object_unref(text) }
    let multipart = g_mime_multipart_new_with_subtype("mixed")
    g_mime_multipart_add(multipart, text)
    for attachment in mail.attachments {
      guard let part = self.part(attachment, survives: survives) else {
        g_object_unref(multipart)
        return nil
      }
      g_mime_multipart_add(multipart, part)
      if let leaf = cgmime_part(part),
        g_mime_part_get_content_encoding(leaf) == GMIME_CONTENT_ENCODING_8BIT
      {
        let object = multipart.flatMap { cgmime_multipart_object($0) }
        g_mime_object_set_header(object, "Content-Transfer-Encoding", "8bit", nil)
      }
      g_object_unref(part)
    }
    return multipart.map { cgmime_multipart_object($0) }
  }

  static func write(
    _ object: UnsafeMutablePointer<GMimeObject>?,
    to stream: UnsafeMutablePointer<GMimeStream>?
  ) -> Int32 {
    errno = 0
    let isWritten =
      g_mime_object_write_to_stream(object, nil, stream) >= 0 && g_mime_stream_flush(stream) == 0
    return isWritten ? 0 : max(errno, EIO)
  }

  /// `survives` is whether relays must find nothing to change: a signature covers it.
  private static func textPart(
    _ mail: OutgoingMail,
    survives: Bool
  ) -> UnsafeMutablePointer<GMimeObject>? {
    let text = mail.format == .flowed ? FlowingText.text(mail.text) : mail.text
    let bytes = Array(text.utf8)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    let part =
      survives
      ? memory(QuotedPrintable.encode(bytes)).flatMap {
        self.part("text/plain", $0, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, isEncoded: true)
      }
      : memory(bytes).flatMap { self.part("text/plain", $0, textEncoding(bytes)) }
    g_mime_object_set_content_type_parameter(part, "charset", isASCII ? "us-ascii" : "utf-8")
    if mail.format == .flowed {
      g_mime_object_set_content_type_parameter(part, "format", "flowed")
    }
    return part
  }

  /// Makes the part of something attached.
  ///
  /// Files are base64; a message inside must not be encoded, and is left as it is but for its blind copies.
  /// Where it could not stay so, it is a file.
  ///
  /// `nil` for a file that cannot be read: `errno` says why.
  private static func part(
    _ attachment: OutgoingMail.Attachment,
    survives: Bool
  ) -> UnsafeMutablePointer<GMimeObject>? {
    guard let stream = stream(attachment.content) else { return nil }
    guard attachment.type.asciiLowercased == "message/rfc822" else {
      let part = self.part(attachment.type, stream, GMIME_CONTENT_ENCODING_BASE64)
      describe(part, attachment, stream)
      return part
    }
    defer { g_object_unref(stream) }
    guard let bytes = bytes(of: stream) else { return nil }
    let message = BlindCopies.removed(from: bytes)
    // Relays may change what is not encoded: under a signature it is a file, too.
    let isMessage = !survives && PlainTransport.carries(message)
    let encoding =
      !isMessage
      ? GMIME_CONTENT_ENCODING_BASE64
      : message.allSatisfy { $0 < 0x80 }
        ? GMIME_CONTENT_ENCODING_7BIT : GMIME_CONTENT_ENCODING_8BIT
    let type = isMessage ? attachment.type : "application/octet-stream"
    let part = memory(message).flatMap { self.part(type, $0, encoding) }
    g_mime_object_set_disposition(part, isMessage ? "inline" : "attachment")
    name(part, attachment.name ?? (isMessage ? nil : "message.eml"))
    if isMessage { set(attachment.fields, of: part) }
    return part
  }

  private static func stream(
    _ content: OutgoingMail.Attachment.Content
  ) -> UnsafeMutablePointer<GMimeStream>? {
    switch content {
    case .bytes(let bytes): return memory(bytes)
    case .file(let path):
      let file = path.withFileName { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
      return file < 0 ? nil : g_mime_stream_fs_new(file)
    }
  }

  private static func memory(_ bytes: [UInt8]) -> UnsafeMutablePointer<GMimeStream>? {
    bytes.withUnsafeBytes { content in
      g_mime_stream_mem_new_with_buffer(
        content.baseAddress?.assumingMemoryBound(to: CChar.self),
        content.count
      )
    }
  }

  private static func bytes(of stream: UnsafeMutablePointer<GMimeStream>) -> [UInt8]? {
    let copy = g_mime_stream_mem_new()
    defer { g_object_unref(copy) }
    guard g_mime_stream_write_to_stream(stream, copy) >= 0 else { return nil }
    guard let array = copy.flatMap({ cgmime_bytes($0) }), let data = array.pointee.data else {
      return []
    }
    return Array(UnsafeBufferPointer(start: data, count: Int(array.pointee.len)))
  }

  /// Makes a part; the stream becomes its own, encoded already or not.
  private static func part(
    _ type: String,
    _ stream: UnsafeMutablePointer<GMimeStream>,
    _ encoding: GMimeContentEncoding,
    isEncoded: Bool = false
  ) -> UnsafeMutablePointer<GMimeObject>? {
    let words = type.split(separator: "/", maxSplits: 1).map(String.init)
    let leaf = g_mime_part_new_with_type(
      words.first ?? "application",
      words.count > 1 ? words[1] : "octet-stream"
    )
    let content = g_mime_data_wrapper_new_with_stream(
      stream,
      isEncoded ? encoding : GMIME_CONTENT_ENCODING_DEFAULT
    )
    defer {
      g_object_unref(stream)
      g_object_unref(content)
    }
    g_mime_part_set_content(leaf, content)
    g_mime_part_set_content_encoding(leaf, encoding)
    return leaf.map { cgmime_part_object($0) }
  }

  /// As it is if that may be, else whichever is shorter.
  private static func textEncoding(_ bytes: [UInt8]) -> GMimeContentEncoding {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x0D }
    if isPlain, lines.allSatisfy({ $0.count <= 990 }) { return GMIME_CONTENT_ENCODING_7BIT }
    let quoted = bytes.reduce(0) { $0 + ($1 < 0x80 && $1 != 0x3D ? 1 : 3) }
    return quoted <= bytes.count * 4 / 3
      ? GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE : GMIME_CONTENT_ENCODING_BASE64
  }
}

import CGMime
import TriageCore

// What is said of something attached.

extension MessageComposer {
  /// Says of a file what it is: as it said so before, else by its bytes.
  static func describe(
    _ part: UnsafeMutablePointer<GMimeObject>?,
    _ attachment: OutgoingMail.Attachment,
    _ stream: UnsafeMutablePointer<GMimeStream>
  ) {
    g_mime_object_set_disposition(part, "attachment")
    name(part, attachment.name ?? "message.eml")
    set(attachment.fields, of: part)
    let isDescribed = attachment.fields.contains { $0.name.asciiLowercased == "content-type" }
    guard !isDescribed, attachment.type.asciiLowercased.hasPrefix("text/") else { return }
    // Without one it would be ASCII.
    let charset = TextCharset.name(of: stream) ?? "unknown-8bit"
    g_mime_object_set_content_type_parameter(part, "charset", charset)
  }

  static func name(_ part: UnsafeMutablePointer<GMimeObject>?, _ name: String?) {
    guard let name, let leaf = part.flatMap({ cgmime_part($0) }) else { return }
    g_mime_part_set_filename(leaf, name.onOneLine)
  }

  /// Sets fields of a part, but none that says how it is encoded, or that it is a container.
  static func set(
    _ fields: [OutgoingMail.OtherField],
    of part: UnsafeMutablePointer<GMimeObject>?
  ) {
    for field in fields where field.isOfPart {
      g_mime_object_set_header(part, field.name, field.value.onOneLine, "utf-8")
    }
  }
}

extension OutgoingMail.OtherField {
  /// Whether it says of a part what is in it, however that is encoded.
  var isOfPart: Bool {
    let (name, value) = (name.asciiLowercased, value.asciiLowercased.drop { $0 == " " })
    guard name.hasPrefix("content-"), Self.isName(name) else { return false }
    return switch name {
    case "content-transfer-encoding", "content-length": false
    case "content-type": !value.hasPrefix("multipart/") && !value.hasPrefix("message/")
    default: true
    }
  }
}

/// In which charset a text is written.
enum TextCharset {
  /// Returns the name of the charset of all that a stream has, by its bytes, and begins it anew; `nil` for
  /// what is neither UTF-8 nor UTF-16.
  static func name(of stream: UnsafeMutablePointer<GMimeStream>) -> String? {
    defer { g_mime_stream_reset(stream) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (rest, isFirst, isASCII) = ([UInt8](), true, true)
    while true {
      let count = buffer.withUnsafeMutableBytes { room in
        g_mime_stream_read(
          stream,
          room.baseAddress?.assumingMemoryBound(to: CChar.self),
          room.count
        )
      }
      guard count > 0 else { return rest.isEmpty ? isASCII ? "us-ascii" : "utf-8" : nil }
      let bytes = rest + buffer[..<count]
      if isFirst, isUTF16(bytes) { return "utf-16" }
      isFirst = false
      let whole = bytes[..<end(of: bytes)]
      rest = Array(bytes[whole.endIndex...])
      guard !whole.contains(0), String(validating: whole, as: UTF8.self) != nil else { return nil }
      isASCII = isASCII && bytes.allSatisfy { $0 < 0x80 }
    }
  }

  /// The mark of the order of bytes says so; that of UTF-32 begins alike.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFF, 0xFE, 0, 0])
  }

  /// Where the last character begins that the bytes do not have to its end.
  private static func end(of bytes: [UInt8]) -> Int {
    guard let last = bytes.indices.suffix(3).last(where: { bytes[$0] >= 0xC0 }) else {
      return bytes.count
    }
    let length = bytes[last] < 0xE0 ? 2 : bytes[last] < 0xF0 ? 3 : 4
    return last + length > bytes.count ? last : bytes.count
  }
}

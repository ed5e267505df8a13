import CGMime
import Glibc

/// Reads the header fields that decide what a part is made of, with GMime's own eyes.
enum ContentField {
  /// What a header makes of the body that follows it.
  struct Kind {
    var isMultipart = false
    var isDigest = false
    var isMessage = false
    var boundaries: [[UInt8]] = []
  }

  private static let names = ["content-type", "content-transfer-encoding"].map { Array($0.utf8) }
  private static let addressed = ["sender", "from", "reply-to", "to", "cc", "bcc"]
    .map { Array($0.utf8) }

  /// Whether a header line begins a field of interest.
  static func isOne(_ line: UnsafeRawBufferPointer) -> Bool { begins(line, with: names) }

  /// Whether a header line begins a field whose addresses GMime reads.
  static func isAddresses(_ line: UnsafeRawBufferPointer) -> Bool { begins(line, with: addressed) }

  private static func begins(_ line: UnsafeRawBufferPointer, with names: [[UInt8]]) -> Bool {
    names.contains { name in
      guard line.count > name.count else { return false }
      for (index, byte) in name.enumerated() where line[index] | 0x20 != byte { return false }
      return line[name.count...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
    }
  }

  /// Weighs all the fields of one header: of repeated types each counts, as GMime may heed any.
  static func kind(of fields: [[UInt8]], inDigest: Bool) -> Kind {
    var kind = Kind()
    var hasType = false
    var isEncoded: Bool?
    for field in fields {
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = Array(field[(colon + 1)...] + [0])
      if field[9] | 0x20 == UInt8(ascii: "y") {
        hasType = true
        weigh(type: value, into: &kind)
      } else {
        isEncoded = isEncoded ?? hidesStructure(value)
      }
    }
    if !hasType, inDigest { kind.isMessage = true }
    if isEncoded ?? false { kind.isMessage = false }
    return kind
  }

  private static func weigh(type value: [UInt8], into kind: inout Kind) {
    let type = value.withUnsafeBytes { bytes in
      g_mime_content_type_parse(nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    guard let type else { return }
    defer { g_object_unref(type) }
    if g_mime_content_type_is_type(type, "multipart", "*") != 0 {
      kind.isMultipart = true
      kind.isDigest = g_mime_content_type_is_type(type, "multipart", "digest") != 0
      if let boundary = g_mime_content_type_get_parameter(type, "boundary") {
        kind.boundaries.append(
          Array(UnsafeRawBufferPointer(start: boundary, count: strlen(boundary)))
        )
      }
    } else if g_mime_content_type_is_type(type, "message", "*") != 0 {
      let subtype = g_mime_content_type_get_media_subtype(type).map { String(cString: $0) } ?? ""
      kind.isMessage = ["rfc822", "rfc2822", "global", "news"].contains(subtype.lowercased())
    }
  }

  /// Whether a transfer encoding keeps GMime from looking into a message inside a message.
  private static func hidesStructure(_ value: [UInt8]) -> Bool {
    let encoding = value.withUnsafeBytes { bytes in
      g_mime_content_encoding_from_string(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      )
    }
    return switch encoding {
    case GMIME_CONTENT_ENCODING_BASE64, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
      GMIME_CONTENT_ENCODING_UUENCODE:
      true
    default: false
    }
  }
}

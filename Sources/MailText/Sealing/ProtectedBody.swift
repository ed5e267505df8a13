import CGMime
import Glibc
import TriageCore

extension MessageComposer {
  /// The body of a message whose header fields are sealed with it (RFC 9788), its own fields first.
  ///
  /// - Returns: The bytes, and 0 or the system's error that reading what is attached has met.
  static func protectedBody(of mail: OutgoingMail, _ wish: SealWish) -> ([UInt8], Int32) {
    GMimeLibrary.started
    errno = 0
    guard let body = body(of: mail, wish) else { return ([], max(errno, EIO)) }
    defer { g_object_unref(body) }
    g_mime_object_set_content_type_parameter(body, "hp", wish.encrypts ? "cipher" : "clear")
    // What came before that standard knows them by this.
    g_mime_object_set_content_type_parameter(body, "protected-headers", "v1")
    let stream = g_mime_stream_mem_new()
    defer { g_object_unref(stream) }
    let code = write(body, to: stream)
    guard let array = stream.flatMap({ cgmime_bytes($0) }), let data = array.pointee.data else {
      return ([], code)
    }
    return (Array(UnsafeBufferPointer(start: data, count: Int(array.pointee.len))), code)
  }
}

/// Quoted-printable text that no relay has a reason to change (RFC 2045, RFC 3676).
enum QuotedPrintable {
  /// What a line may be long, with the mark of its break.
  private static let longest = 76

  /// Encodes text whose lines end in line feeds.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + bytes.count / 16)
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { encoded.append(0x0A) }
      append(line, to: &encoded)
    }
    return encoded
  }

  private static func append(_ line: ArraySlice<UInt8>, to encoded: inout [UInt8]) {
    var columns = 0
    for index in line.indices {
      var piece = piece(of: line, at: index, beginsLine: columns == 0)
      if columns + piece.count > longest - (index + 1 == line.endIndex ? 0 : 1) {
        encoded += [0x3D, 0x0A]
        columns = 0
        piece = self.piece(of: line, at: index, beginsLine: true)
      }
      encoded += piece
      columns += piece.count
    }
  }

  private static func piece(
    of line: ArraySlice<UInt8>,
    at index: Int,
    beginsLine: Bool
  ) -> [UInt8] {
    let byte = line[index]
    let isBlank = byte == 0x20 || byte == 0x09
    guard isBlank ? index + 1 < line.endIndex : (0x21...0x7E).contains(byte) && byte != 0x3D else {
      return escaped(byte)
    }
    // Some programs put a mark before the one, and to the other the message ends with a dot alone.
    let isTouched = beginsLine && (line[index...].starts(with: "From ".utf8) || byte == 0x2E)
    return isTouched ? escaped(byte) : [byte]
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

import Glibc
package import TriageCore

/// The subject and the sender that a mail file names, decoded as on the message's page.
///
/// The index has what GMime made of them when the mail came, which lacks text behind padded words.
package struct ListedHeader: Hashable, Sendable {
  /// The first `Subject`; `nil` without one.
  package private(set) var subject: String?
  /// The entries of the first `From`; `nil` without one.
  package private(set) var from: String?
  /// Whether a field has encoded words or bytes beyond ASCII: others are in the index as they are.
  package private(set) var isEncoded = false

  /// Reads the beginning of a mail file.
  package init(head: [UInt8]) {
    self.init(head.withUnsafeBytes { Fields(in: $0) })
  }

  fileprivate init(_ fields: Fields) {
    GMimeLibrary.started
    isEncoded = [fields.subject, fields.from].contains { value in
      value?.contains { $0 > 0x7F } == true || value?.firstRange(of: [0x3D, 0x3F]) != nil
    }
    subject = fields.subject.map { HeaderText.decode(RawField(name: "Subject", value: $0)) }
    from = fields.from.map { value in
      let field = RawField(name: "From", value: value)
      let named = HeaderText.addresses(field).named
      return named.isEmpty ? HeaderText.decode(field) : named.joined(separator: ", ")
    }
  }
}

/// The raw values of both fields.
private struct Fields {
  private(set) var subject: [UInt8]?
  private(set) var from: [UInt8]?
  /// Whether more of the file would change nothing.
  private(set) var isWhole = false

  init(in head: UnsafeRawBufferPointer) {
    var start = 0
    while start < head.count, !isWhole {
      var end = Self.lineEnd(in: head, from: start)
      if end == start || (end == start + 1 && head[start] == 0x0D) {
        isWhole = true
        return
      }
      // A field goes on while lines begin with blanks.
      while end + 1 < head.count, head[end + 1] == 0x20 || head[end + 1] == 0x09 {
        end = Self.lineEnd(in: head, from: end + 1)
      }
      let field = UnsafeRawBufferPointer(rebasing: head[start..<end])
      subject = subject ?? Self.value(of: field, "subject")
      from = from ?? Self.value(of: field, "from")
      isWhole = subject != nil && from != nil && end + 1 < head.count
      start = end + 1
    }
  }

  private static func lineEnd(in head: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = head.baseAddress, let found = memchr(base + start, 0x0A, head.count - start)
    else { return head.count }
    return found - UnsafeMutableRawPointer(mutating: base)
  }

  /// The value of a field if it has that name; a zero byte is what the reader makes of it.
  private static func value(of field: UnsafeRawBufferPointer, _ name: String) -> [UInt8]? {
    let count = name.utf8.count
    guard zip(field, name.utf8).allSatisfy({ $0 | 0x20 == $1 }), field.count > count else {
      return nil
    }
    let rest = field[count...].drop { $0 == 0x20 || $0 == 0x09 }
    return rest.first == UInt8(ascii: ":") ? rest.dropFirst().map { $0 == 0 ? 0x1A : $0 } : nil
  }
}

extension MessageReader {
  /// Returns what the header of the first readable file names.
  package func listedHeader(of files: [String]) throws(MessageFileError) -> ListedHeader {
    try firstReadable(of: files) { (_, source) throws(MessageFileError) in
      // Most headers name both within the first bytes.
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { room.deallocate() }
      var count = 0
      while true {
        let next = room[count..<(count == 0 ? 1 << 13 : room.count)]
        let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: next))
        count += got
        let fields = Fields(in: UnsafeRawBufferPointer(rebasing: room[..<count]))
        if got == 0 || fields.isWhole || count == room.count { return ListedHeader(fields) }
      }
    }
  }
}

import CGMime
import TriageCore

/// Chooses and orders the header fields of a message.
enum HeaderFields {
  private static let short = ["from", "to", "cc", "bcc", "subject", "date"]
  private static let addressed: Set = [
    "from", "sender", "reply-to", "to", "cc", "bcc", "mail-followup-to", "resent-from", "resent-to",
    "resent-cc", "resent-bcc", "resent-sender",
  ]
  /// How many fields, and bytes of them, the full form has.
  private static let shownFields = 500
  private static let shownBytes = 256 << 10

  /// Returns the fields to show, how many are left out, and whether all those shown are whole.
  static func all(
    of node: PartNode
  ) -> (fields: [HeaderField], omitted: Int, areWhole: Bool) {
    var made = shortFields(of: node)
    var seen = Set(made.map { $0.field.name.lowercased() })
    var bytes = 0
    let fields = node.fields + node.contentFields
    for (index, field) in fields.enumerated() {
      // A short field counts once: the first one wins, its doubles follow among the others.
      if seen.remove(field.name.lowercased()) != nil { continue }
      guard index < shownFields, bytes < shownBytes else {
        let omitted = fields[index...].count { !seen.contains($0.name.lowercased()) }
        return (made.map(\.field), omitted, made.allSatisfy(\.isWhole))
      }
      made.append(make(field, isShort: false))
      bytes += made[made.count - 1].field.value.utf8.count
    }
    return (made.map(\.field), 0, made.allSatisfy(\.isWhole))
  }

  /// Returns the fields of the short form in its order.
  static func short(of node: PartNode) -> [HeaderField] { shortFields(of: node).map(\.field) }

  /// Returns the subject of a message; `nil` if it has none, or an empty one.
  static func subject(of node: PartNode) -> String? {
    let subject = node.fields.first { $0.isNamed("subject") }.map(HeaderText.decode)
    return subject?.isEmpty == false ? subject : nil
  }

  /// Returns fields that are shown beside those that replace them.
  static func outside(_ fields: [RawField]) -> [HeaderField] {
    fields.map { make($0, isShort: true).field }
  }

  /// A field, and whether it holds the whole value; mailboxes left out are counted in it.
  private typealias Made = (field: HeaderField, isWhole: Bool)

  private static func shortFields(of node: PartNode) -> [Made] {
    var fields = short.compactMap { name in
      node.fields.first { $0.isNamed(name) }.map { make($0, isShort: true) }
    }
    // An answer that would go elsewhere than to the sender is worth a line.
    if let reply = node.fields.first(where: { $0.isNamed("reply-to") }) {
      let made = make(reply, isShort: true)
      let first = fields.first?.field
      let from = first?.name.lowercased() == "from" ? first?.addresses : []
      if made.field.addresses != from { fields.append(made) }
    }
    return fields
  }

  private static func make(_ field: RawField, isShort: Bool) -> Made {
    var made = HeaderField(
      name: field.name.cut(toBytes: 100),
      value: "",
      isShort: isShort
    )
    if addressed.contains(field.name.lowercased()) {
      (made.addresses, made.omitted) = HeaderText.addresses(field)
      made.value = made.addresses.joined(separator: ", ")
    }
    guard made.addresses.isEmpty else { return (made, true) }
    let decoded = HeaderText.decodeShown(field)
    made.value = decoded.text
    return (made, decoded.isWhole)
  }
}

/// Reads header fields that stand in the text of a part.
enum HeaderLines {
  /// Fields beyond these are not looked at.
  private static let most = 500

  /// Returns a message that consists of these fields.
  static func node(from text: [UInt8]) -> PartNode {
    var node = PartNode(number: 0, parent: nil, depth: 0, form: .message, type: "message/rfc822")
    text.withUnsafeBufferPointer { bytes in
      for range in LineRanges(bytes) {
        let line = bytes[range]
        guard let first = line.first, node.fields.count < most else { return }
        if first == 0x20 || first == 0x09, !node.fields.isEmpty {
          node.fields[node.fields.count - 1].value += [0x0a] + line
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
          let name = String(decoding: line[..<colon], as: UTF8.self)
          let value = line[line.index(after: colon)...].filter { $0 != 0 }
          node.fields.append(RawField(name: name, value: value))
        }
      }
    }
    return node
  }
}

/// Turns header values into text.
enum HeaderText {
  /// How many bytes of a value are shown, and of a subject.
  private static let shown = 8 << 10
  static let shownSubject = 1 << 10
  /// How many mailboxes of a field are named.
  static let namedAddresses = 50

  /// Returns a value unfolded and with its encoded words decoded, cut to what is shown.
  static func decode(_ field: RawField) -> String { decodeShown(field).text }

  /// The same, and whether it is the whole value.
  static func decodeShown(_ field: RawField) -> (text: String, isWhole: Bool) {
    // Encoded words may be longer than what they say; beyond this many bytes nobody looks.
    let limit = field.isNamed("subject") ? shownSubject : shown
    let read = field.value.prefix(limit * 16)
    let text = decode(read)
    return (text.cut(toBytes: limit), read.count == field.value.count && text.utf8.count <= limit)
  }

  /// Returns a raw value unfolded and decoded, all of it.
  static func decode(_ raw: ArraySlice<UInt8>) -> String {
    (EncodedWords.prepared(raw) + [0]).withUnsafeBytes { bytes in
      let value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let unfolded = g_mime_utils_header_unfold(value) else { return "" }
      defer { g_free(unfolded) }
      guard let decoded = g_mime_utils_header_decode_text(nil, unfolded) else { return "" }
      defer { g_free(decoded) }
      return String(cString: decoded)
    }
  }

  /// Returns the moment that a date field names; `nil` if it names none.
  static func date(_ field: RawField) -> Timestamp? {
    guard let date = g_mime_utils_header_decode_date(decode(field)) else { return nil }
    defer { g_date_time_unref(date) }
    return Timestamp(clamping: g_date_time_to_unix(date))
  }

  /// Returns an address field: its first entries by name, the others counted.
  static func addresses(_ field: RawField) -> (named: [String], omitted: Int) {
    let entries = AddressEntry.all(in: field, shown: namedAddresses)
    var named: [String] = []
    var bytes = 0
    for entry in entries.prefix(namedAddresses) {
      // What does not fit is counted, rather than cut where the text is shown.
      bytes += entry.text.utf8.count + ", ".utf8.count
      guard bytes <= shown || named.isEmpty else { break }
      named.append(entry.text)
    }
    return (named, entries.count - named.count)
  }

  /// The mailbox of an address field that has just one and no group.
  static func onlyMailbox(of field: RawField) -> NamedAddress? {
    let entries = AddressEntry.all(in: field)
    guard entries.count == 1, entries[0].isStrict, !entries[0].isGroup else { return nil }
    return entries[0].mailboxes.first
  }

  static func display(_ address: UnsafeMutablePointer<InternetAddress>) -> String {
    guard let text = internet_address_to_string(address, nil, 0) else { return "" }
    defer { g_free(text) }
    let name = String(cString: text)
    guard let mailbox = cgmime_mailbox(address) else { return name.cut(toBytes: shownSubject) }
    return withAddress(of: mailbox, name)
  }

  /// Shows an address of another script as it was written, and beside it what the name system makes
  /// of it: letters that only look alike come out different there.
  private static func withAddress(
    of mailbox: UnsafeMutablePointer<InternetAddressMailbox>,
    _ text: String
  ) -> String {
    guard let raw = internet_address_mailbox_get_addr(mailbox),
      let idn = internet_address_mailbox_get_idn_addr(mailbox)
    else { return text.cut(toBytes: shownSubject) }
    let (written, ascii) = (String(cString: raw), String(cString: idn))
    let domain = ascii.split(separator: "@").last ?? ""
    // However long the name is, the address stays.
    let name = text.hasSuffix(ascii + ">") ? text.dropLast(ascii.count + 2) : ""
    let shown = String(name).cut(toBytes: shownSubject)
    let address = shown.isEmpty ? written : "\(shown)<\(written)>"
    return written == ascii ? address : "\(address) (\(domain))"
  }
}

extension EncodedWords {
  /// Returns a header value whose words GMime 3.2.13 reads as texts are read.
  ///
  /// GMime knows other charsets, and loses text behind padding. So neighbouring words become one, in
  /// UTF-8 and `Q`.
  static func prepared(_ value: ArraySlice<UInt8>) -> [UInt8] {
    replaced(in: value) { runs in
      var word = Array("=?utf-8?Q?".utf8)
      for byte in runs.flatMap({ TextDecoder($0.bytes, declared: $0.charset, isWord: true).text }) {
        switch byte {
        case 0: break
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: word.append(byte)
        default: word += [0x3d, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      return word + [0x3f, 0x3d]
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

import CGMime

/// Turns header values into text.
enum HeaderText {
  /// How many bytes of a value are shown, and of a subject.
  private static let shown = 8 << 10
  private static let shownSubject = 1 << 10
  /// How many mailboxes of a field are named.
  static let namedAddresses = 50

  /// Returns a value unfolded and with its encoded words decoded, cut to what is shown.
  static func decode(_ field: RawField) -> String {
    // Encoded words may be longer than what they say; beyond this many bytes nobody looks.
    let limit = field.isNamed("subject") ? shownSubject : shown
    return decode(field.value.prefix(limit * 16)).cut(toBytes: limit)
  }

  private static func decode(_ raw: ArraySlice<UInt8>) -> String {
    (EncodedWords.prepared(raw) + [0]).withUnsafeBytes { bytes in
      let value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let unfolded = g_mime_utils_header_unfold(value) else { return "" }
      defer { g_free(unfolded) }
      guard let decoded = g_mime_utils_header_decode_text(nil, unfolded) else { return "" }
      defer { g_free(decoded) }
      return String(cString: decoded)
    }
  }

  /// Returns an address field: its first mailboxes by name, the others counted.
  static func addresses(_ field: RawField) -> (named: [String], omitted: Int) {
    (EncodedWords.prepared(field.value[...]) + [0]).withUnsafeBytes { bytes in
      let value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let list = internet_address_list_parse(nil, value) else { return ([], 0) }
      defer { g_object_unref(list) }
      let count = Int(internet_address_list_length(list))
      let named = (0..<min(count, namedAddresses)).compactMap { index in
        internet_address_list_get_address(list, Int32(index)).map(display)
      }
      return (named, count - named.count)
    }
  }

  private static func display(_ address: UnsafeMutablePointer<InternetAddress>) -> String {
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

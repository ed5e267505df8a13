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
    (raw + [0]).withUnsafeBytes { bytes in
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
    (field.value + [0]).withUnsafeBytes { bytes in
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
    let name = String(cString: text).cut(toBytes: shownSubject)
    guard let mailbox = cgmime_mailbox(address), let ascii = asciiDomain(mailbox) else {
      return name
    }
    return "\(name) (\(ascii))"
  }

  /// Returns the domain as it stands in the name system, if that is not what is shown.
  private static func asciiDomain(_ mailbox: UnsafeMutablePointer<InternetAddressMailbox>)
    -> String?
  {
    guard let raw = internet_address_mailbox_get_addr(mailbox),
      let idn = internet_address_mailbox_get_idn_addr(mailbox)
    else { return nil }
    let (shown, ascii) = (String(cString: raw), String(cString: idn))
    guard shown != ascii, let at = ascii.lastIndex(of: "@") else { return nil }
    return String(ascii[ascii.index(after: at)...])
  }
}

import CGMime
import TriageCore

/// Who a message says that it is from, if it says so beyond doubt.
enum Sender {
  /// The one mailbox of the one From field; `nil` if there are several of either, or if the name
  /// beside the address is another address.
  static func address(in fields: [RawField]) -> MailAddress? {
    let from = fields.filter { $0.isNamed("from") }
    guard from.count == 1, let mailbox = HeaderText.onlyMailbox(of: from[0]),
      let address = MailAddress(mailbox.address.withASCIIDomain)
    else { return nil }
    return names(another: address, in: mailbox.name) ? nil : address
  }

  /// Whether a name holds an address that is not this one, as a reader sees it.
  private static func names(another address: MailAddress, in name: String) -> Bool {
    let words = name.undisguised.split { $0.isWhitespace || "<>()\"',;:[]".contains($0) }
    return words.contains { word in
      guard let sign = word.firstIndex(of: "@"), word[sign...].contains("."),
        let other = MailAddress(String(word).withASCIIDomain)
      else { return false }
      return other != address
    }
  }
}

extension String {
  /// The address with its domain as the name system has it: its forms in other letters are one.
  var withASCIIDomain: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }), let sign = lastIndex(of: "@") else { return self }
    // Letters of either case are one in a domain, and are not where its name stands.
    let lower = self[...sign] + self[index(after: sign)...].lowercased()
    let address = internet_address_mailbox_new(nil, String(lower))
    defer { g_object_unref(address) }
    guard let box = address.flatMap(cgmime_mailbox),
      let text = internet_address_mailbox_get_idn_addr(box)
    else { return self }
    return String(cString: text)
  }

  /// The text with plain letters for those that look like them, without what is not seen, and without
  /// blanks beside an `@`.
  fileprivate var undisguised: String {
    guard let made = g_utf8_normalize(self, -1, G_NORMALIZE_ALL_COMPOSE) else { return self }
    defer { g_free(made) }
    var text = ""
    for scalar in String(cString: made).unicodeScalars {
      let properties = scalar.properties
      let isSeen = !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .format
      guard isSeen else { continue }
      // The name system takes it for a full stop.
      let letter = scalar == "\u{3002}" ? "." : Character(scalar)
      if letter == "@" { while text.last?.isWhitespace == true { text.removeLast() } }
      if letter.isWhitespace, text.last == "@" { continue }
      text.append(letter)
    }
    return text
  }
}

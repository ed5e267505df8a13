import CGMime
import TriageCore

/// Writes the fields of a header in ASCII, folded.
///
/// GMime would make ISO 8859-1 of what fits in it; whoever writes gets the UTF-8 that everybody reads.
struct HeaderWriter {
  private(set) var bytes: [UInt8] = []
  /// Where a line is folded.
  private static let columns = 76
  /// What a line may have at all (RFC 5322).
  private static let longest = 990

  /// Adds a field whose value is text.
  mutating func add(_ name: String, text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let isPlain =
      text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !text.contains("=?")
      && words.allSatisfy { $0.utf8.count < Self.longest - name.utf8.count }
    guard !isPlain else { return add(name, pieces: words.map(String.init)) }
    add(name, pieces: EncodedWord.words(of: text))
  }

  /// Adds a field of mailboxes; none if there is nobody.
  ///
  /// - Throws: `.badAddress` for one that no letter can be sent to.
  mutating func add(_ name: String, _ mailboxes: [NamedAddress]) throws(WritingError) {
    guard !mailboxes.isEmpty else { return }
    var pieces: [String] = []
    for (index, mailbox) in mailboxes.enumerated() {
      var words = try Self.words(of: mailbox)
      if index + 1 < mailboxes.count { words[words.count - 1] += "," }
      pieces += words
    }
    add(name, pieces: pieces)
  }

  /// Adds a field of ids; none if there is no id.
  mutating func add(_ name: String, ids: [MessageID]) {
    guard !ids.isEmpty else { return }
    add(name, pieces: ids.map { "<\($0.text)>" })
  }

  /// Adds a field, a fold before each piece that would make its line long.
  private mutating func add(_ name: String, pieces: [String]) {
    var line = "\(name):"
    for piece in pieces {
      // A line of blanks only would end the header.
      if line.utf8.count + 1 + piece.utf8.count > Self.columns, !piece.isEmpty,
        line.utf8.contains(where: { $0 != 0x20 }), line != "\(name):"
      {
        bytes += Array(line.utf8) + [0x0A]
        line = ""
      }
      line += " " + piece
    }
    bytes += Array(line.utf8) + [0x0A]
  }

  /// A mailbox as the words of a field.
  private static func words(of mailbox: NamedAddress) throws(WritingError) -> [String] {
    let address = try ascii(mailbox)
    guard !mailbox.name.isEmpty else { return [address] }
    let name: [String]
    let text = NamedAddress(name: mailbox.name, "x").text.dropLast(" <x>".count)
    let plain = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains("=?"),
      plain.allSatisfy({ $0.utf8.count < longest / 2 })
    {
      name = plain
    } else {
      name = EncodedWord.words(of: mailbox.name)
    }
    return name + ["<\(address)>"]
  }

  /// An address whose domain is in ASCII: that of another script is put in the form of the name
  /// system.
  static func ascii(_ mailbox: NamedAddress) throws(WritingError) -> String {
    guard mailbox.isValid else { throw .badAddress(mailbox.address) }
    guard !mailbox.address.utf8.allSatisfy({ $0 < 0x80 }) else { return mailbox.address }
    let address = internet_address_mailbox_new(nil, mailbox.address)
    defer { g_object_unref(address) }
    guard let address, let box = cgmime_mailbox(address),
      let text = internet_address_mailbox_get_idn_addr(box).map({ String(cString: $0) }),
      text.utf8.allSatisfy({ $0 < 0x80 }), NamedAddress(text).isValid
    else { throw .badAddress(mailbox.address) }
    return text
  }
}

/// Encoded words (RFC 2047) in UTF-8.
enum EncodedWord {
  /// What a word may be long, with its marks: it fits behind the name of a field.
  private static let longest = 64
  private static let (begin, end) = ("=?utf-8?", "?=")

  /// Returns the words of a text: in the shorter of the two encodings, none with half a character.
  static func words(of text: String) -> [String] {
    let room = longest - begin.utf8.count - 2 - end.utf8.count
    let (quoted, base64) = (quoted(text, room), base64(text, room))
    let isQuoted =
      quoted.reduce(0) { $0 + $1.utf8.count } <= base64.reduce(0) { $0 + $1.utf8.count }
    return (isQuoted ? quoted : base64).map { begin + (isQuoted ? "Q?" : "B?") + $0 + end }
  }

  private static func quoted(_ text: String, _ room: Int) -> [String] {
    var words = [""]
    for scalar in text.unicodeScalars {
      let piece = quoted(scalar)
      if words[words.count - 1].utf8.count + piece.utf8.count > room { words.append("") }
      words[words.count - 1] += piece
    }
    return words
  }

  /// The characters that may stand for themselves in every field.
  private static func quoted(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": return "_"
    case "a"..."z", "A"..."Z", "0"..."9", "!", "*", "+", "-", "/": return String(scalar)
    default:
      return String(scalar).utf8.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return "=" + (digits.count < 2 ? "0" : "") + digits
      }.joined()
    }
  }

  private static func base64(_ text: String, _ room: Int) -> [String] {
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if (words[words.count - 1].count + bytes.count + 2) / 3 * 4 > room { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { bytes in
      guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}

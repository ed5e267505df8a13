import TriageCore

/// The name of a file in a Maildir, taken apart.
///
/// ```
/// /mail/lists/cur/1700000000.M1P2.host,U=3:2,FS
/// └─ maildir ┘ └┬┘ └────── unique ────────┘  └┴─ letters
///             subfolder
/// ```
///
/// Names are bytes: nothing of a name but its letters is ever changed.
struct MaildirName: Equatable {
  /// The folders of a Maildir whose files have names with letters.
  enum Subfolder: String, CaseIterable {
    case cur
    case new
  }

  var maildir: String
  var subfolder: Subfolder
  var unique: String
  /// What stands after `:2,`; `nil` if the name has no such mark.
  var letters: String?

  /// Takes an absolute name apart; `nil` if the file is not in a `cur` or `new` folder.
  init?(_ path: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: Self.slash) else { return nil }
    let folder = bytes[..<slash]
    guard let above = folder.lastIndex(of: Self.slash),
      let name = String(folder[folder.index(after: above)...]),
      let subfolder = Subfolder(rawValue: name)
    else { return nil }
    self.subfolder = subfolder
    maildir = String(decoding: folder[..<above], as: UTF8.self)
    (unique, letters) = Self.split(bytes[bytes.index(after: slash)...])
  }

  private static let slash = UInt8(ascii: "/")
  private static let mark = Array(":2,".utf8)

  /// Returns the parts of a base name before and after the first `:2,`.
  static func split(_ name: some Collection<UInt8>) -> (unique: String, letters: String?) {
    let bytes = Array(name)
    guard let start = firstMark(in: bytes) else {
      return (String(decoding: bytes, as: UTF8.self), nil)
    }
    return (
      String(decoding: bytes[..<start], as: UTF8.self),
      String(decoding: bytes[(start + mark.count)...], as: UTF8.self)
    )
  }

  private static func firstMark(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...bytes.count - mark.count).first { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
  }

  /// The absolute name.
  var path: String {
    "\(maildir)/\(subfolder.rawValue)/\(unique)" + (letters.map { ":2,\($0)" } ?? "")
  }

  /// Whether the name is one that every program reads the same: letters in the order of ASCII, each
  /// once, and no `:2,` in the path before.
  var isRegular: Bool {
    let letters = Array((letters ?? "").utf8)
    return letters.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      && zip(letters, letters.dropFirst()).allSatisfy { $0 < $1 }
      && Self.firstMark(in: Array(maildir.utf8)) == nil
  }

  /// What the letters say of the tags that stand in names.
  var flags: [MailTag: Bool] {
    let letters = Set((letters ?? "").utf8)
    return FlagTag.letters.reduce(into: [:]) { flags, item in
      guard let letter = item.value.asciiValue else { return }
      flags[item.key] = letters.contains(letter) != (item.key == .unread)
    }
  }

  /// Returns the name with the letters of some tags set to the tags' values; all others stay.
  ///
  /// A file whose letters change moves to `cur`.
  func following(_ flags: [MailTag: Bool]) -> MaildirName {
    var wanted = Set((letters ?? "").utf8)
    for (tag, isSet) in flags {
      guard let letter = FlagTag.letters[tag]?.asciiValue else { continue }
      // The letter S says "seen": it stands for the absence of its tag.
      if isSet != (tag == .unread) { wanted.insert(letter) } else { wanted.remove(letter) }
    }
    guard wanted != Set((letters ?? "").utf8) else { return self }
    var name = self
    name.letters = String(decoding: wanted.sorted(), as: UTF8.self)
    name.subfolder = .cur
    return name
  }
}

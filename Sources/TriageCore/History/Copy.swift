/// The base name of a mail file before `:2,`; two names are the same if their bytes are.
package struct FileName: ByteText {
  /// The name as the file system has it.
  package let text: String

  /// Wraps a name as the file system has it.
  package init(_ text: String) {
    self.text = text
  }

  /// The name without the number that mbsync adds to it and changes: what stands before `,U=`.
  package var unnumbered: FileName {
    let bytes = Array(text.utf8)
    let mark = Array(",U=".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: mark) }
    return start.map { FileName(String(decoding: bytes[..<$0], as: UTF8.self)) } ?? self
  }
}

/// Where a copy of a message lies: neither `cur` or `new` nor the letters are part of it.
package struct CopyLocation: Hashable, Sendable, Codable {
  /// The Maildir folder.
  package var folder: MailFolder
  /// The base name before `:2,`.
  package var name: FileName

  /// Makes a location.
  package init(_ folder: MailFolder, _ name: FileName) {
    self.folder = folder
    self.name = name
  }
}

/// Tells one copy of a message from its other ones; counted from 1 for each message.
package struct CopyNumber: Hashable, Comparable, Sendable, Codable {
  /// The number itself.
  package var number: Int64

  /// Makes a number.
  package init(_ number: Int64) {
    self.number = number
  }

  package static func < (left: CopyNumber, right: CopyNumber) -> Bool {
    left.number < right.number
  }
}

/// What an action says about one copy: found in one folder, wanted in another; of other steps, from
/// where to where it was moved.
package struct MoveClaim: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// Which copy of the message.
  package var copy: CopyNumber
  /// Where the copy was.
  package var found: CopyLocation
  /// Where the copy is to be: under a fresh name if the folder is another.
  package var wanted: CopyLocation

  /// Makes a claim.
  package init(
    _ message: MessageID,
    _ copy: CopyNumber,
    found: CopyLocation,
    wanted: CopyLocation
  ) {
    self.message = message
    self.copy = copy
    self.found = found
    self.wanted = wanted
  }

  /// Returns whether the claim changes anything: only effects are written.
  package var isEffect: Bool { found.folder != wanted.folder }
}

/// A copy that the history knows.
package struct KnownCopy: Hashable, Sendable {
  /// Which copy of its message.
  package var number: CopyNumber
  /// Where the last finished step of this machine about it left it; without a name if none did.
  package var location: CopyLocation
  /// All claims about it.
  package var history: CopyHistory
  /// The SHA-256 of its file, by which it is known on other machines; `nil` unless it was needed.
  package var content: [UInt8]?

  /// Makes a copy.
  package init(
    _ number: CopyNumber,
    at location: CopyLocation,
    _ history: CopyHistory,
    content: [UInt8]? = nil
  ) {
    self.number = number
    self.location = location
    self.history = history
    self.content = content
  }
}

/// The copies of one message: those that the history knows, and those that are there now.
package struct MessageCopies: Hashable, Sendable {
  /// The copies that the history knows.
  package var known: [KnownCopy]
  /// Where the files of the message lie now; files outside Maildir folders are left out.
  package var present: [CopyLocation]
  /// The SHA-256 of those of them that were looked into.
  package var contents: [CopyLocation: [UInt8]] = [:]

  /// Makes a view of a message's copies.
  package init(known: [KnownCopy] = [], present: [CopyLocation] = []) {
    self.known = known
    self.present = present
  }

  /// Returns where each known copy lies now; a copy that is not found is left out.
  ///
  /// A copy is found by its base name, whatever its number, else by what is in it, else as the message's only copy in the
  /// folder it was left in.
  package var locations: [CopyNumber: CopyLocation] {
    var (locations, free) = named
    for copy in known where locations[copy.number] == nil {
      guard let content = copy.content,
        let location = present.first(where: { free.contains($0) && contents[$0] == content })
      else { continue }
      locations[copy.number] = location
      free.remove(location)
    }
    for copy in known where locations[copy.number] == nil && !copy.location.name.text.isEmpty {
      let neighbours = present.filter { $0.folder == copy.location.folder }
      guard let location = neighbours.only, free.remove(location) != nil else { continue }
      locations[copy.number] = location
    }
    return locations
  }

  /// Whether a copy can only be found by what is in it.
  package var needContents: Bool {
    let found = named.locations
    return known.contains { $0.content != nil && found[$0.number] == nil }
  }

  /// Those that are found by their names, and what is left.
  private var named: (locations: [CopyNumber: CopyLocation], free: Set<CopyLocation>) {
    var locations: [CopyNumber: CopyLocation] = [:]
    var free = Set(present)
    for copy in known {
      var named = free.filter { $0.name == copy.location.name }
      if named.isEmpty {
        named = free.filter { $0.name.unnumbered == copy.location.name.unnumbered }
      }
      guard let location = named.contains(copy.location) ? copy.location : named.only else {
        continue
      }
      locations[copy.number] = location
      free.remove(location)
    }
    return (locations, free)
  }
}

extension Collection {
  /// The only element, if there is just one.
  fileprivate var only: Element? { count == 1 ? first : nil }
}

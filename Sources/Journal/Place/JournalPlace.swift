/// Where the journal of one index lies.
///
/// A journal belongs to a lock: its folder is named after the real path of the folder that holds
/// `flintlock`.
package struct JournalPlace: Hashable, Sendable {
  /// The folder that holds the journals of all indexes.
  package let root: String
  /// The real path of the folder that holds the index's lock.
  package let lockFolder: String

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - state: The folder for the state of programs, `$XDG_STATE_HOME`.
  ///   - lockFolder: The real path of the folder that holds `flintlock`.
  package init(state: String, lockFolder: String) {
    root = state + "/mulligan/journal"
    self.lockFolder = lockFolder
  }

  /// The folder of the journal and of the files beside it.
  package var folder: String { root + "/" + Self.name(of: lockFolder) }

  /// The journal itself.
  package var file: String { folder + "/journal.sqlite" }

  private static func name(of path: String) -> String {
    let digits = String(fnv1a(path), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Returns the 64-bit FNV-1a hash of a text's bytes.
///
/// It starts at the basis; another basis gives another, unrelated hash.
func fnv1a(_ text: String, basis: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

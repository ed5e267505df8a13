import GRDB
import Glibc
package import TriageCore

/// Where the journal of one index is kept.
///
/// A journal belongs to a lock: its folder is named after the real path of the folder that holds
/// `flintlock`.
package struct JournalLocation: Hashable, Sendable {
  /// The folder that holds the journals of all indexes.
  package let root: String
  /// The real path of the folder that holds the index's lock.
  package let lockFolder: String

  /// Makes a location.
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

extension JournalLocation {
  /// Returns the lock folders of other journals whose steps were made on the index with this id.
  ///
  /// The index was probably moved. Their journals can be mentioned; they are never used for this
  /// one. Journals that cannot be read are left out.
  package func others(of uuid: String) -> [String] {
    journalFiles(in: root)
      .filter { $0 != file }
      .compactMap { Self.lockFolder(of: $0, ifMadeOn: uuid) }
      .sorted()
  }

  private func journalFiles(in root: String) -> [String] {
    guard let directory = opendir(root) else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { field in
        // The name ends in NUL, inside the field.
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let file = "\(root)/\(name)/journal.sqlite"
      if !name.hasPrefix("."), FileStatus(file)?.isFile == true { files.append(file) }
    }
    return files
  }

  private static func lockFolder(of file: String, ifMadeOn uuid: String) -> String? {
    let connection = try? Connection(path: file, isReadOnly: true, busyTimeout: .zero)
    let folder = try? connection?.read { db in
      // What is asked for has been in journals from the first version on.
      guard [.current, .older].contains(try Schema.condition(db)) else { return nil as String? }
      return try String.fetchOne(
        db,
        sql: """
          SELECT folder FROM journal WHERE EXISTS
            (SELECT 1 FROM step WHERE uuid_before = ?1 OR uuid_after = ?1)
          """,
        arguments: [uuid]
      )
    }
    return folder ?? nil
  }
}

extension JournalLocation {
  /// Moves the journal aside with the files that belong to it, so that an empty one can be made.
  ///
  /// Nothing is deleted. The journal is still whole where it is moved to.
  ///
  /// - Returns: The folder that has the files now, `nil` if there were none.
  package func reset() throws(TriageFailure) -> String? {
    // The journal itself last: a log that is left behind would be mistaken for a new journal's.
    let present = ["-shm", "-wal", ""].filter { FileStatus(file + $0) != nil }
    guard !present.isEmpty else { return nil }
    let aside = try makeFolderAside()
    for suffix in present {
      guard rename(file + suffix, aside + "/journal.sqlite" + suffix) == 0 || errno == ENOENT else {
        throw TriageFailure(.journalUnwritable, file + suffix, String(cString: strerror(errno)))
      }
    }
    return aside
  }

  /// Makes the first of `aside-1`, `aside-2` … that is not there: nothing can be overwritten in it.
  private func makeFolderAside() throws(TriageFailure) -> String {
    for number in 1... {
      let path = folder + "/aside-\(number)"
      if mkdir(path, 0o700) == 0 {
        chmod(path, 0o700)
        return path
      }
      guard errno == EEXIST else {
        throw TriageFailure(.journalUnwritable, path, String(cString: strerror(errno)))
      }
    }
    preconditionViolation("JournalLocation.reset()", "no number is left")
  }
}

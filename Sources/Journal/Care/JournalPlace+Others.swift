import GRDB
import Glibc

extension JournalPlace {
  /// Returns the lock folders of other journals whose steps were made on the index with this id.
  ///
  /// The index was probably moved. Their journals can be mentioned; they are never used for this
  /// one. Journals that cannot be read are passed over.
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

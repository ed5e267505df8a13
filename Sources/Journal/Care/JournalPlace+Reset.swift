import Glibc
package import TriageCore

extension JournalPlace {
  /// Moves the journal aside with the files that belong to it, so that an empty one can be made.
  ///
  /// Nothing is deleted. The journal is still whole where it is moved to.
  ///
  /// - Returns: The folder that has the files now, `nil` if there were none.
  package func reset() throws(JournalError) -> String? {
    // The journal itself last: a log that is left behind would be taken for a new journal's.
    let present = ["-shm", "-wal", ""].filter { FileStatus(file + $0) != nil }
    guard !present.isEmpty else { return nil }
    let aside = try makeFolderAside()
    for suffix in present {
      guard rename(file + suffix, aside + "/journal.sqlite" + suffix) == 0 || errno == ENOENT else {
        throw .unwritable(path: file + suffix, detail: String(cString: strerror(errno)))
      }
    }
    return aside
  }

  /// Makes the first of `aside-1`, `aside-2` … that is not there: nothing can be overwritten in it.
  private func makeFolderAside() throws(JournalError) -> String {
    for number in 1... {
      let path = folder + "/aside-\(number)"
      if mkdir(path, 0o700) == 0 {
        chmod(path, 0o700)
        return path
      }
      guard errno == EEXIST else {
        throw .unwritable(path: path, detail: String(cString: strerror(errno)))
      }
    }
    misuse("JournalPlace.reset()", "no number is left")
  }
}

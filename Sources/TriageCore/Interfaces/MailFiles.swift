/// The mail's files, as the engine sees them: names that follow the tags, and folders.
package protocol MailFiles: AnyObject {
  /// Returns the name a file should have after its message's flag tags have become these.
  ///
  /// - Parameters:
  ///   - file: The absolute name now.
  ///   - flags: For each tag that was changed, whether the message has it now.
  /// - Returns: The wanted absolute name, the same one if nothing is to be done; `nil` if the file is
  ///   none that may be renamed (outside `cur` and `new`, odd letters).
  func wantedName(of file: String, flags: [MailTag: Bool]) -> String?

  /// Returns what a file's name says of the tags that stand in file names; `nil` if the file is none
  /// that may be renamed.
  func flags(of file: String) -> [MailTag: Bool]?

  /// Returns whether files may be renamed in this file's folder and its `cur`.
  func mayRename(_ file: String) -> Bool

  /// Renames without ever overwriting, and makes the change durable with `settle`.
  func rename(_ old: String, to new: String) throws(FileError)

  /// Makes renames in the folders of these files durable.
  func settle(_ files: [String]) throws(FileError)

  /// Returns where a file that is not at its indexed place has gone: the same part before `,U=` and
  /// `:2,` in its Maildir's `cur` or `new`; `nil` if it is found nowhere or more than once.
  func find(_ file: String) -> String?

  /// Returns whether the file exists.
  func exists(_ file: String) -> Bool

  /// Returns where a file lies; `nil` if it is in no Maildir folder below the mail root, or its name
  /// is none that every program reads the same.
  func location(of file: String) -> CopyLocation?

  /// Returns the SHA-256 of what is in a file: 32 bytes; `nil` if it cannot be read.
  func digest(of file: String) -> [UInt8]?

  /// Returns a base name that no file has had.
  func freshName() -> FileName

  /// Returns whether files can be moved into a folder, and out of it.
  func condition(of folder: MailFolder) -> FolderCondition

  /// Returns all Maildir folders below the mail root, in the order of bytes.
  func folders() -> [MailFolder]

  /// Moves a file into another folder's `cur`, keeping its letters but for these flags.
  ///
  /// Nothing is overwritten: should the name be taken, the file gets a longer one. A file on another
  /// file system is copied and its original stays. `settle` makes the change durable.
  func move(
    _ file: String,
    to location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> MovedFile

  /// Returns where an earlier `move` of the same file has put it; `nil` if it has not.
  func moved(_ file: String, to location: CopyLocation, flags: [MailTag: Bool]) -> String?

  /// Makes a folder a Maildir folder if it is none yet; it must lie below the mail root.
  func makeFolder(_ folder: MailFolder) throws(FileError)

  /// Puts a durable copy of a file into a folder's `cur`, under a name that says what these tags are.
  ///
  /// Nothing is overwritten. `settle` makes its name durable.
  ///
  /// - Returns: The absolute name.
  func place(
    copyOf file: String,
    at location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> String

  /// Returns the absolute name of a file that `place` has put there; `nil` if it has not.
  func placed(at location: CopyLocation) -> String?

  /// Removes a file of which there is another; harmless if it is gone.
  func remove(_ file: String) throws(FileError)

  /// Removes what a `place` that was cut off has left.
  func clearPlace(_ location: CopyLocation)

  /// Removes what a move between file systems leaves behind: the original of a file that lies at its
  /// new place, whole, and what was copied only in part.
  func tidy(_ location: CopyLocation, movedTo new: CopyLocation) throws(FileError)
}

/// Whether files can be moved into and out of a folder.
package enum FolderCondition: Hashable, Sendable {
  case ready
  /// There is no such Maildir folder below the mail root.
  case missing
  /// Its path is longer than the index can hold.
  case tooLong
  /// Its `cur`, `new` or `tmp` cannot be written; the path of the folder.
  case notWritable(String)
}

/// A file that was moved into another folder.
package struct MovedFile: Hashable, Sendable {
  /// Its absolute name now.
  package var path: String
  /// Whether it is a copy, and the original is still there.
  package var isCopy: Bool

  /// Makes the record of one move.
  package init(path: String, isCopy: Bool) {
    self.path = path
    self.isCopy = isCopy
  }
}

/// Asks whether the index's write lock is free, and who holds it.
package protocol WriteLockProbe: AnyObject {
  /// Returns whether the lock is free now.
  func isFree() throws(TriageFailure) -> Bool
  /// Returns the program that holds the lock, if it can be told.
  func holder() -> LockHolder?
}

/// A program that has the index open for writing.
package struct LockHolder: Hashable, Sendable, Codable {
  /// The program and its first argument: `notmuch new`.
  package var program: String
  /// Its process.
  package var pid: Int32

  /// Makes a holder.
  package init(program: String, pid: Int32) {
    self.program = program
    self.pid = pid
  }
}

/// What cannot be done to a file.
package enum FileError: Error, Hashable, Sendable, Codable {
  case missing(String)
  case exists(String)
  case notWritable(String)
  case diskFull(String)
  case failed(String, errno: Int32)
}

/// The tags that stand in Maildir file names, with their letters.
package enum FlagTag {
  /// notmuch's mapping; `unread` is the absence of `S`.
  package static let letters: [MailTag: Character] = [
    "draft": "D", "flagged": "F", "passed": "P", "replied": "R", "unread": "S",
  ]
}

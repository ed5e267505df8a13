import CLinux
import Glibc
package import TriageCore

extension MaildirFiles {
  package func location(of file: String) -> CopyLocation? {
    guard let name = MaildirName(file), name.isRegular, let folder = tree.folder(at: name.maildir)
    else { return nil }
    return CopyLocation(folder, FileName(name.unique))
  }

  package func freshName() -> FileName { names.next() }

  package func condition(of folder: MailFolder) -> FolderCondition { tree.condition(of: folder) }

  package func folders() -> [MailFolder] { tree.all() }

  package func move(
    _ file: String,
    to location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> MovedFile {
    guard let name = MaildirName(file) else { throw .missing(file) }
    // The folder may have gone, or become a way out, since the move was planned.
    guard tree.condition(of: location.folder) == .ready else {
      throw .notWritable(tree.path(of: location.folder))
    }
    let wanted = target(of: name, at: location, flags)
    for path in spellings(of: wanted) {
      switch carry(file, to: path, by: location.name) {
      case (0, let isCopy): return MovedFile(path: path, isCopy: isCopy)
      case (EEXIST, _): continue
      case (let error, _): throw failure(error, file, path)
      }
    }
    throw .exists(wanted.path)
  }

  package func moved(
    _ file: String,
    to location: CopyLocation,
    flags: [MailTag: Bool]
  ) -> String? {
    guard let name = MaildirName(file) else { return nil }
    let wanted = target(of: name, at: location, flags)
    let found = spellings(of: wanted).prefix { exists($0) }
    return found.last ?? find(wanted.path)
  }

  package func tidy(_ location: CopyLocation, movedTo new: CopyLocation) throws(FileError) {
    let folder = tree.path(of: new.folder)
    "\(folder)/tmp/\(new.name)".withFileName { _ = unlink($0) }
    guard device(of: folder) != device(of: tree.path(of: location.folder)),
      let original = find("\(tree.path(of: location.folder))/cur/\(location.name)"),
      let copy = find("\(folder)/cur/\(new.name)"), FileCopy.areEqual(original, copy)
    else { return }
    guard original.withFileName({ unlink($0) }) == 0 || errno == ENOENT else {
      throw failure(errno, original, original)
    }
    try settle([original])
  }

  /// The name a file gets in another folder: its letters stay but for these flags.
  private func target(
    of name: MaildirName,
    at location: CopyLocation,
    _ flags: [MailTag: Bool]
  ) -> MaildirName {
    var wanted = name.following(flags)
    wanted.maildir = tree.path(of: location.folder)
    wanted.subfolder = .cur
    wanted.unique = location.name.text
    wanted.letters = wanted.letters ?? ""
    return wanted
  }

  /// A name, and what the file is called instead if another file has it.
  private func spellings(of name: MaildirName) -> [String] {
    (0..<10).map { number in
      var name = name
      if number > 0 { name.unique += "_\(number)" }
      return name.path
    }
  }

  /// Gives a file a name in another folder; 0 or an error, and whether it is a copy.
  private func carry(_ file: String, to path: String, by name: FileName) -> (Int32, Bool) {
    let error = renameWithoutReplacing(file, to: path)
    guard error == EXDEV, let folder = MaildirName(path)?.maildir else { return (error, false) }
    if exists(path) { return (FileCopy.areEqual(file, path) ? 0 : EEXIST, true) }
    let temporary = "\(folder)/tmp/\(name)"
    let copying = FileCopy.make(of: file, in: temporary)
    guard copying == 0 else { return (copying, true) }
    let result = renameWithoutReplacing(temporary, to: path)
    if result != 0 { temporary.withFileName { _ = unlink($0) } }
    return (result, true)
  }

  private func device(of path: String) -> dev_t? {
    var information = stat()
    return path.withFileName { stat($0, &information) } == 0 ? information.st_dev : nil
  }
}

import TriageCore

/// What the files of one message have to do: be named after its tags, lie where they were moved to.
struct FileSteps {
  private let write: TagWrite
  private let state: MessageState
  private let files: any MailFiles
  private let synchronizesFlags: Bool
  /// For each tag that was written and stands in file names, whether the message has it.
  private let flags: [MailTag: Bool]
  /// What the index must learn.
  private(set) var renamed: [Renamed] = []
  /// Why a file could not follow.
  private(set) var reason: SkipReason?
  /// What keeps files from following for now, such as a full disk: it is tried again later.
  private(set) var failure: FileError?

  init(
    _ write: TagWrite,
    _ state: MessageState,
    _ files: any MailFiles,
    flags synchronizesFlags: Bool
  ) {
    self.write = write
    self.state = state
    self.files = files
    self.synchronizesFlags = synchronizesFlags
    flags = Dictionary(
      uniqueKeysWithValues: (synchronizesFlags ? write.flagTags : []).map {
        ($0, state.tags.contains($0))
      }
    )
  }

  /// Returns these steps, done up to a failure.
  consuming func run() -> FileSteps {
    var moves = movesByFile
    for file in state.files where failure == nil {
      guard let move = moves.removeValue(forKey: file) else {
        follow(file)
        continue
      }
      do { try follow(file, move) } catch { leave(error, because: error.reason, always: true) }
    }
    return self
  }

  private mutating func leave(
    _ error: FileError,
    because new: SkipReason,
    always: Bool = false
  ) {
    if error.mayPass {
      failure = error
    } else if always || reason == nil {
      reason = new
    }
  }

  /// Whether a file has been moved already.
  var haveBegun: Bool {
    state.files.contains { file in
      guard let location = files.location(of: file) else { return false }
      return write.moves.contains { move in
        location == move.wanted
          || (location == move.found && files.moved(file, to: move.wanted, flags: [:]) != nil)
      }
    }
  }

  /// Which file each move is about; a copy that is nowhere is noted as gone.
  private var movesByFile: [String: MoveClaim] {
    mutating get {
      var byFile: [String: MoveClaim] = [:]
      let locations = state.files.map { (file: $0, location: files.location(of: $0)) }
      let present = locations.compactMap(\.location)
      for move in write.moves {
        let copy = KnownCopy(move.copy, at: move.found, CopyHistory())
        let found = MessageCopies(known: [copy], present: present).locations[move.copy]
        let location = present.contains(move.wanted) ? move.wanted : found
        if let file = locations.first(where: { location != nil && $0.location == location })?.file {
          byFile[file] = move
        } else {
          reason = .gone
        }
      }
      return byFile
    }
  }

  /// Renames one file if its letters do not agree; finds it first if another program has moved it.
  private mutating func follow(_ file: String) {
    guard !flags.isEmpty else { return }
    guard let path = files.exists(file) ? file : files.find(file) else {
      reason = reason ?? .flagsNotWritten
      return
    }
    let wanted = files.wantedName(of: path, flags: flags) ?? path
    if wanted != path {
      do { try files.rename(path, to: wanted) } catch {
        return leave(error, because: .flagsNotWritten)
      }
    }
    if wanted != file { note(file, foundAt: path, isNow: wanted) }
  }

  /// Moves one file to its folder, unless that has happened already.
  private mutating func follow(_ file: String, _ move: MoveClaim) throws(FileError) {
    if files.location(of: file)?.folder == move.wanted.folder {
      follow(file)
      renamed.append(Renamed(message: write.message, old: file, new: file, original: move))
    } else if let path = files.exists(file) ? file : files.find(file) {
      let new = try files.move(path, to: move.wanted, flags: flags)
      note(file, foundAt: path, isNow: new.path, original: new.isCopy ? move : nil)
    } else if let path = files.moved(file, to: move.wanted, flags: flags) {
      if files.condition(of: move.wanted.folder) == .tooLong {
        // Moved there before such folders were refused: the index could never learn of it.
        try files.rename(path, to: file)
        throw .notWritable(path)
      }
      let new = files.wantedName(of: path, flags: flags) ?? path
      if new != path { try files.rename(path, to: new) }
      note(file, foundAt: path, isNow: new, original: move)
    } else {
      throw .missing(file)
    }
  }

  private mutating func note(
    _ old: String,
    foundAt path: String,
    isNow new: String,
    original: MoveClaim? = nil
  ) {
    renamed.append(
      Renamed(
        message: write.message,
        old: old,
        new: new,
        theirs: theirChanges(of: old, foundAt: path),
        original: original
      )
    )
  }

  /// What another program has said by renaming a file that the index knows by its old name.
  ///
  /// `notmuch new` would take it over when it found the new name; when we tell the index the name,
  /// it no longer does. Letters that a step of ours sets are ours.
  private func theirChanges(of file: String, foundAt path: String) -> [MailTag: Bool] {
    guard path != file, synchronizesFlags, let before = files.flags(of: file),
      let after = files.flags(of: path)
    else { return [:] }
    return after.filter { tag, value in flags[tag] == nil && before[tag] != value }
  }
}

/// A file that the index must learn the new name of.
struct Renamed {
  let message: MessageID
  let old: String
  /// The name now; the old one if the index knows it already.
  let new: String
  /// Tags that another program has changed by renaming the file.
  var theirs: [MailTag: Bool] = [:]
  /// The move, if an original may be left of it on another file system.
  var original: MoveClaim?

  var write: TagWrite {
    TagWrite(
      message: message,
      add: theirs.filter(\.value).keys.sorted(),
      remove: theirs.filter { !$0.value }.keys.sorted()
    )
  }
}

extension FileError {
  /// Whether the same may succeed later: the next writer tries it again.
  fileprivate var mayPass: Bool {
    switch self {
    case .diskFull, .failed: true
    case .missing, .exists, .notWritable: false
    }
  }

  /// Why a file was left where it is.
  fileprivate var reason: SkipReason {
    switch self {
    case .missing: .gone
    case .exists, .notWritable, .diskFull, .failed: .folderMissing
    }
  }
}

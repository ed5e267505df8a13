import TriageCore

/// What a plan of one message means for its files.
struct FileDuty {
  /// Whether files are renamed or moved.
  var follows = false
  /// A file that would have to be renamed in a folder that cannot be written.
  var unwritable: String?
  /// The copies that cannot be moved, and why.
  var blocked: [CopyNumber: TriageFailure] = [:]

  /// Why an action cannot be done as a whole.
  var refusal: TriageFailure? {
    blocked.values.first ?? unwritable.map { TriageFailure(.notWritable, $0) }
  }

  /// Why a tag may not be written, or a copy not moved.
  func obstacle(to subject: ClaimSubject) -> Outcome? {
    switch subject {
    case .tag(let tag): unwritable != nil && FlagTag.letters[tag] != nil ? .folderMissing : nil
    case .copy(let copy): blocked[copy] == nil ? nil : .folderMissing
    case .departure: nil
    }
  }
}

/// Finds out what plans mean for files; it looks at each folder once, so it is for one plan.
final class FileDuties {
  private let files: any MailFiles
  private let synchronizesFlags: Bool
  private var failures: [MailFolder: TriageFailure?] = [:]
  /// Whether files are renamed or moved for any message so far.
  private(set) var anyFollows = false

  init(_ engine: TriageEngine) {
    files = engine.files
    synchronizesFlags = engine.settings.synchronizesFlags
  }

  /// Where the files of a message lie.
  func locations(of state: MessageState?) -> [CopyLocation] {
    (state?.files ?? []).compactMap(files.location)
  }

  /// Finds the copies of a message that the history knows among its files.
  func copies(_ known: [KnownCopy], of state: MessageState?) -> MessageCopies {
    var copies = MessageCopies(known: known, present: locations(of: state))
    guard copies.needContents else { return copies }
    for file in state?.files ?? [] {
      guard let location = files.location(of: file) else { continue }
      copies.contents[location] = files.digest(of: file)
    }
    return copies
  }

  /// Finds out what a plan of one message means for its files.
  func duty(of plan: StepPlan, _ state: MessageState?) -> FileDuty {
    let duty = look(at: plan, state)
    anyFollows = anyFollows || duty.follows
    return duty
  }

  private func look(at plan: StepPlan, _ state: MessageState?) -> FileDuty {
    var duty = FileDuty()
    guard let state else { return duty }
    for move in plan.moved {
      duty.follows = true
      duty.blocked[move.copy] = failure(of: move, state)
    }
    let flags = flags(plan.written)
    guard synchronizesFlags, !flags.isEmpty else { return duty }
    for file in state.files {
      guard let wanted = files.wantedName(of: file, flags: flags), wanted != file else { continue }
      // Where a file that is not at its place has gone is found out when it is its turn.
      if files.exists(file), !files.mayRename(file) { duty.unwritable = file }
      duty.follows = true
    }
    return duty
  }

  private func flags(_ claims: [Claim]) -> [MailTag: Bool] {
    claims.reduce(into: [:]) { flags, claim in
      if FlagTag.letters[claim.pair.tag] != nil { flags[claim.pair.tag] = claim.wanted }
    }
  }

  private func failure(of move: MoveClaim, _ state: MessageState) -> TriageFailure? {
    if let failure = failure(of: move.wanted.folder) { return failure }
    let file = state.files.first { files.location(of: $0) == move.found }
    guard let file, files.exists(file), !files.mayRename(file) else { return nil }
    return TriageFailure(.notWritable, file)
  }

  /// Why files cannot be moved into a folder.
  func failure(of folder: MailFolder) -> TriageFailure? {
    if let known = failures[folder] { return known }
    let failure: TriageFailure? =
      switch files.condition(of: folder) {
      case .ready: nil
      case .missing: TriageFailure(.noSuchFolder, folder.text)
      case .tooLong: TriageFailure(.folderTooLong, folder.text, "\(MailFolder.longest)")
      case .notWritable(let path): TriageFailure(.notWritable, path, folder.text)
      }
    failures[folder] = failure
    return failure
  }

  /// Why files that leave a folder could not be moved back into it.
  func failureOfReturning(to folder: MailFolder) -> TriageFailure? {
    guard let failure = failure(of: folder) else { return nil }
    return failure.code == .noSuchFolder ? TriageFailure(.noWayBack, folder.text) : failure
  }

  /// Why files cannot be moved into a folder, which is made if there is none.
  func failureOfMaking(_ folder: MailFolder) -> TriageFailure? {
    guard files.condition(of: folder) == .missing else { return failure(of: folder) }
    // Why it cannot be made is that it is still none.
    try? files.makeFolder(folder)
    failures[folder] = nil
    return failure(of: folder)
  }

  func freshName() -> FileName { files.freshName() }
}

extension TagWrite {
  /// The tags of the write that stand in file names.
  var flagTags: [MailTag] {
    (add + remove).filter { FlagTag.letters[$0] != nil }
  }
}

import TriageCore

/// Whether a message's files must be renamed when some of its tags are written.
enum FileDuty {
  case none
  case follow
  /// A file would have to be renamed in a folder that cannot be written.
  case refused(String)
}

extension TriageEngine {
  /// Finds out what writing some tags of a message means for its files.
  func fileDuty(of claims: some Sequence<Claim>, _ state: MessageState?) -> FileDuty {
    guard settings.synchronizesFlags, let state else { return .none }
    let flags = claims.reduce(into: [MailTag: Bool]()) { flags, claim in
      if FlagTag.letters[claim.pair.tag] != nil { flags[claim.pair.tag] = claim.wanted }
    }
    guard !flags.isEmpty else { return .none }
    var duty = FileDuty.none
    for file in state.files {
      guard let wanted = files.wantedName(of: file, flags: flags), wanted != file else { continue }
      // Where a file that is not at its place has gone is found out when it is its turn.
      if files.exists(file), !files.mayRename(file) { return .refused(file) }
      duty = .follow
    }
    return duty
  }
}

extension TagWrite {
  /// The tags of the write that stand in file names.
  var flagTags: [MailTag] {
    (add + remove).filter { FlagTag.letters[$0] != nil }
  }
}

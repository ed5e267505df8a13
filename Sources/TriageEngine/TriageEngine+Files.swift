import TriageCore

/// Files renamed under one hold of the lock: about half a second.
private let filesPerHold = 500

extension TriageEngine {
  /// Lets the file names of a tagged step follow its tags, then marks the step done.
  ///
  /// Harmless to repeat: names are computed afresh from the tags in the index. If a hold fails, the
  /// row stays `tagged` and the next writer goes on.
  ///
  /// Returns the messages whose names could not follow.
  func finishFiles(
    of step: StepID,
    _ control: ChangeControl
  ) throws(TriageFailure) -> [MessageID] {
    var cursor: Int64?
    var failed: [MessageID] = []
    repeat {
      let writer = try openWriter(control)
      defer { writer.abandon() }
      let row = try recording { () throws(JournalError) in try history.step(step) }
      guard row?.progress == .tagged else { return failed }
      let place = cursor
      let page = try recording { () throws(JournalError) in
        try history.writes(of: step, from: place, limit: filesPerHold)
      }
      failed += try renameFiles(of: page.writes, with: writer)
      cursor = page.next
      control.serveReads()
    } while cursor != nil
    _ = try recording { () throws(JournalError) in
      try history.advance(step, from: .tagged, to: .done, revisionAfter: nil)
    }
    return failed
  }

  /// Renames the files of some messages, and commits their new paths, under one hold.
  private func renameFiles(
    of writes: [TagWrite],
    with writer: any MailWriter
  ) throws(TriageFailure) -> [MessageID] {
    let writes = writes.filter { !$0.flagTags.isEmpty }
    let states = try reading { () throws(IndexError) in
      try writer.states(of: writes.map(\.message))
    }
    var moved: [(old: String, new: String)] = []
    var failed: [MessageID] = []
    for write in writes {
      guard let state = states[write.message] else { continue }
      let flags = Dictionary(
        uniqueKeysWithValues: write.flagTags.map { ($0, state.tags.contains($0)) }
      )
      for file in state.files {
        switch follow(file, flags) {
        case .unchanged: break
        case .moved(let new): moved.append((file, new))
        case .failed: failed.append(write.message)
        }
      }
    }
    try index(moved, with: writer)
    return failed.unique
  }

  private enum Following {
    case unchanged
    case moved(String)
    case failed
  }

  /// Renames one file if its letters do not agree; finds it first if another program has moved it.
  private func follow(_ file: String, _ flags: [MailTag: Bool]) -> Following {
    guard let place = files.exists(file) ? file : files.find(file) else { return .failed }
    guard let wanted = files.wantedName(of: place, flags: flags) else {
      return place == file ? .unchanged : .moved(place)
    }
    if wanted != place {
      do { try files.rename(place, to: wanted) } catch { return .failed }
    }
    return wanted == file ? .unchanged : .moved(wanted)
  }

  private func index(
    _ moved: [(old: String, new: String)],
    with writer: any MailWriter
  ) throws(TriageFailure) {
    guard !moved.isEmpty else { return }
    do { try files.settle(moved.map(\.new)) } catch { throw TriageFailure(error) }
    try reading { () throws(IndexError) in
      try writer.begin()
      for (old, new) in moved { try writer.renamed(old, to: new) }
      _ = try writer.end()
      try writer.close()
    }
  }
}

extension TagWrite {
  /// The tags of the write that stand in file names.
  fileprivate var flagTags: [MailTag] {
    (add + remove).filter { FlagTag.letters[$0] != nil }
  }
}

import TriageCore

/// Files renamed under one hold of the lock: about half a second.
private let filesPerHold = 500

/// What became of a step's file names.
struct Following {
  /// The messages whose names could not follow their tags, or not yet.
  var left: [MessageID] = []
  /// Whether the row says so: an open one is settled by the next writer.
  var isFinished = false
}

extension TriageEngine {
  /// Lets the file names of a tagged step follow its tags, then marks the step done.
  ///
  /// Harmless to repeat: names are computed afresh from the tags in the index. If a hold fails, or
  /// the person does not want to wait, the row stays `tagged` and the next writer goes on.
  func followNames(of step: StepID, _ control: ChangeControl) -> Following {
    var following = Following()
    var cursor: Int64?
    var revision: IndexRevision?
    do {
      repeat {
        try control.checkCancelled()
        let place = cursor
        guard let hold = try followSome(of: step, from: place, control) else {
          following.isFinished = true
          return following
        }
        following.left += hold.left
        revision = hold.revision ?? revision
        cursor = hold.next
        control.serveReads()
      } while cursor != nil
    } catch {
      following.left = (following.left + flagged(by: step, from: cursor)).unique
      return following
    }
    following.isFinished =
      (try? history.advance(step, from: .tagged, to: .done, revisionAfter: revision)) != nil
    if following.isFinished { control.reach(.done) }
    return following
  }

  /// The messages of a step whose files are named after their tags.
  func flagged(by step: StepID, from cursor: Int64? = nil) -> [MessageID] {
    let page = try? history.writes(of: step, from: cursor, limit: .max)
    return (page?.writes ?? []).filter { !$0.flagTags.isEmpty }.map(\.message)
  }

  /// What one hold of the lock came to.
  private struct Hold {
    var left: [MessageID] = []
    /// The index's state afterwards, if anything was written.
    var revision: IndexRevision?
    var next: Int64?
  }

  /// Renames some files and commits their new names, under one hold; `nil` if another process has
  /// finished the step.
  private func followSome(
    of step: StepID,
    from cursor: Int64?,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Hold? {
    let writer = try openWriter(control)
    defer { writer.abandon() }
    control.reach(.reopened)
    let row = try recording { () throws(JournalError) in try history.step(step) }
    guard row?.progress == .tagged else { return nil }
    guard settings.synchronizesFlags else { return Hold() }
    let page = try recording { () throws(JournalError) in
      try history.writes(of: step, from: cursor, limit: filesPerHold)
    }
    var hold = Hold(next: page.next)
    let renamed = try rename(page.writes, &hold.left, with: writer, control)
    hold.revision = try index(renamed, with: writer, control)
    return hold
  }

  /// Renames the files of some messages; returns what the index must learn.
  private func rename(
    _ writes: [TagWrite],
    _ left: inout [MessageID],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> [Renamed] {
    let writes = writes.filter { !$0.flagTags.isEmpty }
    let states = try reading { () throws(IndexError) in
      try writer.states(of: writes.map(\.message))
    }
    var slice = Slice(control, length: settings.slice)
    var renamed: [Renamed] = []
    for (place, write) in writes.enumerated() {
      guard let state = states[write.message] else { continue }
      let flags = Dictionary(
        uniqueKeysWithValues: write.flagTags.map { ($0, state.tags.contains($0)) }
      )
      for file in state.files {
        switch follow(file, flags) {
        case .unchanged: break
        case .moved(let new, let found):
          let theirs = theirChanges(of: file, foundAt: found, besides: flags)
          renamed.append(Renamed(message: write.message, old: file, new: new, theirs: theirs))
        case .failed: left.append(write.message)
        }
      }
      if place == 0 { control.reach(.renaming) }
      slice.pass(.writing(done: place + 1, total: writes.count))
    }
    left = left.unique
    control.reach(.renamed)
    return renamed
  }

  private enum Name {
    case unchanged
    /// It has another name than in the index; it was found at a place of the file system.
    case moved(String, from: String)
    case failed
  }

  /// Renames one file if its letters do not agree; finds it first if another program has moved it.
  private func follow(_ file: String, _ flags: [MailTag: Bool]) -> Name {
    guard let place = files.exists(file) ? file : files.find(file) else { return .failed }
    guard let wanted = files.wantedName(of: place, flags: flags) else {
      return place == file ? .unchanged : .moved(place, from: place)
    }
    if wanted != place {
      do { try files.rename(place, to: wanted) } catch { return .failed }
    }
    return wanted == file ? .unchanged : .moved(wanted, from: place)
  }

  /// What another program has said by renaming a file that the index knows by its old name.
  ///
  /// `notmuch new` would take it over when it found the new name; when we tell the index the name,
  /// it no longer does. Letters that a step of ours sets are ours.
  private func theirChanges(
    of file: String,
    foundAt place: String,
    besides ours: [MailTag: Bool]
  ) -> [MailTag: Bool] {
    guard place != file, let before = files.flags(of: file), let after = files.flags(of: place)
    else { return [:] }
    return after.filter { tag, value in ours[tag] == nil && before[tag] != value }
  }

  /// Makes the renames durable, then known to the index.
  private func index(
    _ renamed: [Renamed],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> IndexRevision? {
    guard !renamed.isEmpty else { return nil }
    do { try files.settle(renamed.flatMap { [$0.old, $0.new] }) } catch {
      throw TriageFailure(error)
    }
    var slice = Slice(control, length: settings.slice)
    try reading { () throws(IndexError) in try writer.begin() }
    for (place, file) in renamed.enumerated() {
      try reading { () throws(IndexError) in
        try writer.renamed(file.old, to: file.new)
        if !file.theirs.isEmpty { _ = try writer.write(file.write) }
      }
      slice.pass(.writing(done: place + 1, total: renamed.count))
    }
    control.reach(.indexed)
    let revision = try reading { () throws(IndexError) in
      let revision = try writer.end()
      try writer.close()
      return revision
    }
    control.reach(.followed)
    return revision
  }
}

/// A file that the index must learn the new name of.
private struct Renamed {
  let message: MessageID
  let old: String
  let new: String
  /// Tags that another program has changed by renaming the file.
  let theirs: [MailTag: Bool]

  var write: TagWrite {
    TagWrite(
      message: message,
      add: theirs.filter(\.value).keys.sorted(),
      remove: theirs.filter { !$0.value }.keys.sorted()
    )
  }
}

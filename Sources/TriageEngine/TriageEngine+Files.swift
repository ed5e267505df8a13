import TriageCore

/// Messages whose files are renamed under one hold of the lock: about half a second.
private let messagesPerHold = 500

/// What became of a step's files.
struct Following {
  /// The messages whose files could not follow, or not yet.
  var left: [Skip] = []
  /// Whether the row says so: an open one is settled by the next writer.
  var isFinished = false
  /// Whether another process has found that nothing had happened, and given the step up.
  var isVoid = false
}

extension TriageEngine {
  /// Lets the files of a tagged step follow: to the names that its tags ask for, and to the folders
  /// it moves them to; then marks the step done.
  ///
  /// Harmless to repeat: what is done already is found done. If a hold fails, or the person does not
  /// want to wait, the row stays `tagged` and the next writer goes on.
  ///
  /// `writer` is open for the first hold already, if there is one.
  func followFiles(
    of step: StepID,
    _ control: ChangeControl,
    with writer: (any MailWriter)? = nil
  ) -> Following {
    var following = Following()
    var cursor: Int64?
    var revision: IndexRevision?
    var held = writer
    do {
      repeat {
        if held == nil { try control.checkCancelled() }
        let place = cursor
        let writer = try held ?? openWriter(control)
        held = nil
        switch try followSome(of: step, from: place, with: writer, control) {
        case .finishedByOthers:
          following.isFinished = true
          return following
        case .void:
          following.isVoid = true
          return following
        case .done(let hold):
          following.left += hold.left
          revision = hold.revision ?? revision
          cursor = hold.next
        }
        control.serveReads()
      } while cursor != nil
    } catch {
      following.left += filesOpen(of: step, from: cursor)
      return following
    }
    following.isFinished =
      (try? history.advance(step, from: .tagged, to: .done, revisionAfter: revision)) != nil
    if following.isFinished { control.reach(.done) }
    return following
  }

  /// The messages of a step whose files have yet to follow.
  func filesOpen(of step: StepID, from cursor: Int64? = nil) -> [Skip] {
    let page = try? history.writes(of: step, from: cursor, limit: .max)
    return (page?.writes ?? []).filter(hasFiles).map {
      Skip(message: $0.message, reason: .flagsNotWritten)
    }
  }

  /// Returns whether files must follow what is written on a message.
  func hasFiles(_ write: TagWrite) -> Bool {
    !write.moves.isEmpty || (settings.synchronizesFlags && !write.flagTags.isEmpty)
  }

  /// What one hold of the lock came to.
  private struct Hold {
    var left: [Skip] = []
    /// The index's state afterwards, if anything was written.
    var revision: IndexRevision?
    var next: Int64?
  }

  private enum Turn {
    case done(Hold)
    case finishedByOthers
    case void
  }

  /// Renames some files and commits their new names, under one hold.
  private func followSome(
    of step: StepID,
    from cursor: Int64?,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Turn {
    defer { writer.abandon() }
    control.reach(.reopened)
    let row = try history.step(step)
    guard let row else { return .void }
    guard row.progress == .tagged else { return .finishedByOthers }
    let page = try history.writes(of: step, from: cursor, limit: messagesPerHold)
    var hold = Hold(next: page.next)
    let writes = page.writes.filter(hasFiles)
    let (renamed, failure) = try rename(writes, &hold.left, with: writer, control)
    hold.revision = try index(renamed, with: writer, control)
    if let failure { throw TriageFailure(failure) }
    return .done(hold)
  }

  /// Renames and moves the files of some messages, up to a failure that may pass; returns what the
  /// index must learn, and the failure.
  private func rename(
    _ writes: [TagWrite],
    _ left: inout [Skip],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> (renamed: [Renamed], failure: FileError?) {
    let states = try writer.states(of: writes.map(\.message))
    var slice = Slice(control, length: settings.slice)
    var renamed: [Renamed] = []
    for (place, write) in writes.enumerated() {
      guard let state = states[write.message] else { continue }
      let steps = FileSteps(write, state, files, flags: settings.synchronizesFlags).run()
      renamed += steps.renamed
      if let failure = steps.failure { return (renamed, failure) }
      if let reason = steps.reason { left.append(Skip(message: write.message, reason: reason)) }
      if place == 0 { control.reach(.renaming) }
      slice.pass(.writing(done: place + 1, total: writes.count))
    }
    control.reach(.renamed)
    return (renamed, nil)
  }

  /// Makes the renames durable, then known to the index; then nothing is left of files that had to be
  /// copied.
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
    try writer.begin()
    for (place, file) in renamed.enumerated() where file.old != file.new {
      try writer.renamed(file.old, to: file.new)
      if !file.theirs.isEmpty { _ = try writer.write(file.write) }
      slice.pass(.writing(done: place + 1, total: renamed.count))
    }
    control.reach(.indexed)
    let revision = try writer.end()
    try writer.close()
    control.reach(.followed)
    for move in renamed.compactMap(\.original) {
      do { try files.tidy(move.found, movedTo: move.wanted) } catch { throw TriageFailure(error) }
    }
    return revision
  }
}

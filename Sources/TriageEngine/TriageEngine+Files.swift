import TriageCore

/// Messages whose files are renamed while the lock is held once: about half a second.
private let messagesPerBatch = 500

/// What became of a step's files.
struct FileSyncResult {
  /// The messages whose files could not follow, or not yet.
  var left: [Skip] = []
  /// Whether the row says that the step is done: an open one is settled by the next writer.
  var isFinished = false
  /// Whether another process has found that nothing had happened, and given the step up.
  var isVoid = false
  /// The state of the index afterwards, if anything was written.
  fileprivate var revision: IndexRevision?
}

extension TriageEngine {
  /// 7, 8: lets the files of a tagged step follow: to the names that its tags ask for, and to the
  /// folders it moves them to; then marks the step done.
  ///
  /// Harmless to repeat: what is done already is found done. If a batch fails, or the person does not
  /// want to wait, the row stays `tagged` and the next writer goes on.
  ///
  /// `writer` is open for the first batch already, if there is one.
  func syncFiles(
    of step: StepID,
    _ control: ChangeControl,
    with writer: (any MailWriter)? = nil
  ) -> FileSyncResult {
    var result = FileSyncResult()
    var cursor: Int64?
    var open = writer
    do {
      repeat {
        if open == nil { try control.checkCancelled() }
        let writer = try open ?? openWriter(control)
        open = nil
        cursor = try syncBatch(of: step, from: cursor, &result, with: writer, control)
        if result.isFinished || result.isVoid { return result }
        control.serveReads()
      } while cursor != nil
    } catch {
      result.left += filesOpen(of: step, from: cursor)
      return result
    }
    let isDone = try? history.advance(
      step,
      from: .tagged,
      to: .done,
      revisionAfter: result.revision
    )
    result.isFinished = isDone != nil
    if result.isFinished { control.reach(.done) }
    return result
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

  /// Renames some files and commits their new names, and gives the lock back; returns where the next
  /// ones begin.
  private func syncBatch(
    of step: StepID,
    from cursor: Int64?,
    _ result: inout FileSyncResult,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Int64? {
    defer { writer.abandon() }
    control.reach(.reopened)
    guard let row = try history.step(step) else {
      result.isVoid = true
      return nil
    }
    guard row.progress == .tagged else {
      result.isFinished = true
      return nil
    }
    let page = try history.writes(of: step, from: cursor, limit: messagesPerBatch)
    let placed = try cursor == nil ? placedFiles(of: step, page.writes) : []
    let gone = try cursor == nil ? goneFiles(history.filings(of: step), writer) : []
    let writes = page.writes.filter(hasFiles)
    var batch = try rename(writes, with: writer, control)
    let mail = batch.renamed.flatMap { [$0.old, $0.new] }
    try settle(mail + placed.map(\.path), without: gone)
    try catchUp(&batch, writes, with: writer, control)
    let revision = try index(&batch, placed, gone, with: writer, control)
    if let failure = batch.failure { throw TriageFailure(failure) }
    result.left += batch.left
    result.revision = revision ?? result.revision
    return page.next
  }

  /// What became of the files of some messages.
  private struct FileBatch {
    /// What the index must learn.
    var renamed: [Renamed] = []
    /// The messages whose files could not follow.
    var left: [Skip] = []
    /// What keeps files from following for now.
    var failure: FileError?
  }

  /// Renames and moves the files of some messages, up to a failure that may pass.
  private func rename(
    _ writes: [TagWrite],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> FileBatch {
    let states = try writer.states(of: writes.map(\.message))
    var slice = Slice(control, length: settings.slice)
    var batch = FileBatch()
    for (index, write) in writes.enumerated() {
      guard let state = states[write.message] else { continue }
      let steps = FileSteps(write, state, files, flags: settings.synchronizesFlags).run()
      batch.renamed += steps.renamed
      if let failure = steps.failure {
        batch.failure = failure
        return batch
      }
      if let reason = steps.reason {
        batch.left.append(Skip(message: write.message, reason: reason))
      }
      if index == 0 { control.reach(.renaming) }
      slice.yieldUncancelled(.writing(done: index + 1, total: writes.count))
    }
    control.reach(.renamed)
    return batch
  }

  /// Removes files that go, and makes that and the names of others durable.
  private func settle(_ names: [String], without gone: [String] = []) throws(TriageFailure) {
    do {
      for file in gone { try files.remove(file) }
      try files.settle(names + gone)
    } catch {
      throw TriageFailure(error)
    }
  }

  /// Lets files follow again that another program has renamed since; a file that is nowhere is left.
  private func catchUp(
    _ batch: inout FileBatch,
    _ writes: [TagWrite],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    for _ in 0..<3 {
      let missing = batch.renamed.filter { !files.exists($0.new) }
      if missing.isEmpty { return }
      let messages = Set(missing.map(\.message))
      batch.renamed.removeAll { messages.contains($0.message) }
      batch.left.removeAll { messages.contains($0.message) }
      let again = try rename(
        writes.filter { messages.contains($0.message) },
        with: writer,
        control
      )
      try settle(again.renamed.flatMap { [$0.old, $0.new] })
      batch.renamed += again.renamed
      batch.left += again.left
      batch.failure = batch.failure ?? again.failure
    }
  }

  /// Makes the new names known to the index; then nothing is left of files that had to be copied.
  private func index(
    _ batch: inout FileBatch,
    _ placed: [PlacedFile],
    _ gone: [String],
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> IndexRevision? {
    let renamed = batch.renamed
    guard !renamed.isEmpty || !placed.isEmpty || !gone.isEmpty else { return nil }
    var slice = Slice(control, length: settings.slice)
    try writer.begin()
    for file in placed { try writer.add(file.path, file.write) }
    for file in gone { try writer.remove(file) }
    for (index, file) in renamed.enumerated() where file.old != file.new {
      do { try writer.renamed(file.old, to: file.new) } catch {
        guard !files.exists(file.new) else { throw error }
        // `notmuch new` finds it.
        batch.left.append(Skip(message: file.message, reason: .flagsNotWritten))
        continue
      }
      if !file.theirs.isEmpty { _ = try writer.write(file.write) }
      slice.yieldUncancelled(.writing(done: index + 1, total: renamed.count))
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

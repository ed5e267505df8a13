package import TriageCore

// Messages of one's own that become files of the mail. `README.md` beside this says how that follows
// the stages of a change.

/// A message of one's own that is to become a file of the mail.
package struct FilingRequest: Hashable, Sendable {
  /// The message's number.
  package var outgoing: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// The absolute name of the file that holds it, durable already.
  package var source: String
  /// The folder that it comes into; it is made if it is missing.
  package var folder: MailFolder
  /// The tags that it gets beside those that follow from what is in it.
  package var tags: Set<MailTag>
  /// The tags that it loses, if it has them.
  package var lostTags: Set<MailTag> = []
  /// What the file is to the message.
  package var role = Filing.Role.draft
  /// What the step is called.
  package var name: ActionName
  /// Where and for whom it is filed.
  package var context: StepContext

  /// Makes a request.
  package init(
    _ outgoing: OutgoingID,
    _ message: MessageID,
    copyOf source: String,
    to folder: MailFolder,
    tags: Set<MailTag>,
    name: ActionName,
    context: StepContext
  ) {
    self.outgoing = outgoing
    self.message = message
    self.source = source
    self.folder = folder
    self.tags = tags
    self.name = name
    self.context = context
  }
}

/// A file that has come into the mail, and what is written of its message when the index learns it.
struct PlacedFile {
  let path: String
  let write: TagWrite
}

extension TriageEngine {
  /// Files a message: a step of its own, which is on neither list.
  ///
  /// The index learns the file while the write lock is held, so that no other program finds it first
  /// and takes it for new mail.
  ///
  /// - Returns: What it came to. `.failed` means that nothing has changed, and `isUnfinished` that the
  ///   file is there and that the next writer lets the index learn it.
  package func file(_ request: FilingRequest, control: ChangeControl) -> ChangeResult {
    var settled: [SettledStep] = []
    var result: ChangeResult
    do {
      result = try perform(request, control, &settled)
    } catch {
      result = ChangeResult(kind: .failed, name: request.name, requested: 1, failure: error)
    }
    result.settled = settled
    if result.step != nil { upkeep() }
    if let head = try? history.head() { result.head = head }
    result.revision = try? store.revision()
    return result
  }

  private func perform(
    _ request: FilingRequest,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> ChangeResult {
    let writer = try openSettled(control, &settled)
    defer { writer.abandon() }
    control.reach(.settled)
    switch files.condition(of: request.folder) {
    case .ready, .missing: break
    case .notWritable(let path): throw TriageFailure(.notWritable, path, request.folder.text)
    case .tooLong:
      throw TriageFailure(.folderTooLong, request.folder.text, "\(MailFolder.longest)")
    }
    let location = CopyLocation(request.folder, files.freshName())
    let step = try record(request, at: location, with: writer, control)
    control.reach(.recorded)
    try place(request, at: location, for: step)
    control.reach(.renaming)
    let files = syncFiles(of: step, control, with: writer)
    var result = ChangeResult(
      kind: .done,
      step: step,
      name: request.name,
      requested: 1,
      changed: 1
    )
    result.isUnfinished = !files.isFinished
    return result
  }

  /// Makes the step durable: a file that comes, and what its message is tagged with.
  ///
  /// The row is past its commit point: what is done from here on is found by looking for the file.
  private func record(
    _ request: FilingRequest,
    at location: CopyLocation,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> StepID {
    let found = try writer.states(of: [request.message])[request.message]?.tags ?? []
    let lost = request.lostTags.intersection(found)
    let pairs = request.tags.union(lost).sorted().map { Pair(request.message, $0) }
    let known = try history.histories(of: pairs)
    var plan = StepPlan()
    plan.filings = [
      Filing(request.outgoing, request.message, at: location, role: request.role)
    ]
    for pair in pairs {
      let isFound = found.contains(pair.tag)
      if let external = known[pair]?.absorbed(now: isFound) {
        plan.externals.append(Claim(pair, found: external.found, wanted: external.wanted))
      }
      plan.claims.append(Claim(pair, found: isFound, wanted: !lost.contains(pair.tag)))
    }
    return try record(plan, request.name, request.context, with: writer, control)
  }

  private func record(
    _ plan: StepPlan,
    _ name: ActionName,
    _ context: StepContext,
    with writer: any MailWriter,
    _ control: ChangeControl
  ) throws(TriageFailure) -> StepID {
    var context = context
    context.origin = .automatic
    let draft = StepDraft(
      kind: .action,
      name: name,
      context: context,
      at: settings.now(),
      revisionBefore: try writer.revision()
    )
    let recorder = try history.begin(draft)
    defer { recorder.abandon() }
    try recorder.append(plan)
    try control.checkCancelled()
    control.reach(.planned)
    return try recorder.commit(as: .tagged)
  }

  /// Notes that the files which the mail has of a message, made by another program, are one's own drafts
  /// of it: a step of its own, on neither list, by which nothing of the mail changes.
  package func adopt(
    _ outgoing: OutgoingID,
    _ message: MessageID,
    name: ActionName,
    context: StepContext,
    control: ChangeControl
  ) -> ChangeResult {
    var settled: [SettledStep] = []
    do {
      let writer = try openSettled(control, &settled)
      defer { writer.abandon() }
      let found = try writer.states(of: [message])[message]?.files ?? []
      var result = ChangeResult(kind: .nothing, name: name, requested: 1)
      for location in found.compactMap(files.location) {
        var plan = StepPlan()
        plan.filings = [Filing(outgoing, message, at: location)]
        let step = try record(plan, name, context, with: writer, control)
        _ = syncFiles(of: step, control, with: writer)
        result = ChangeResult(kind: .done, step: step, name: name, requested: 1, changed: 1)
      }
      return result
    } catch {
      return ChangeResult(kind: .failed, name: name, requested: 1, failure: error)
    }
  }

  /// Removes a file of a message of one's own that has another one: a step of its own, on neither list.
  ///
  /// - Parameters:
  ///   - filing: The file, as it came.
  ///   - name: What the step is called.
  ///   - context: Where and for whom.
  ///   - control: How it is watched and given up.
  /// - Returns: What it came to; `.nothing` if the file is gone, or is the message's only one.
  package func drop(
    _ filing: Filing,
    name: ActionName,
    context: StepContext,
    control: ChangeControl
  ) -> ChangeResult {
    var settled: [SettledStep] = []
    var result: ChangeResult
    do {
      result = try perform(filing, name, context, control, &settled)
    } catch {
      result = ChangeResult(kind: .failed, name: name, requested: 1, failure: error)
    }
    result.settled = settled
    if let head = try? history.head() { result.head = head }
    result.revision = try? store.revision()
    return result
  }

  private func perform(
    _ filing: Filing,
    _ name: ActionName,
    _ context: StepContext,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> ChangeResult {
    let writer = try openSettled(control, &settled)
    defer { writer.abandon() }
    control.reach(.settled)
    var plan = StepPlan()
    plan.filings = [filing]
    plan.filings[0].comes = false
    let gone = try goneFiles(plan.filings, writer)
    guard !gone.isEmpty else { return ChangeResult(kind: .nothing, name: name, requested: 1) }
    let step = try record(plan, name, context, with: writer, control)
    control.reach(.recorded)
    let files = syncFiles(of: step, control, with: writer)
    var result = ChangeResult(kind: .done, step: step, name: name, requested: 1, changed: 1)
    result.isUnfinished = !files.isFinished
    return result
  }

  /// The files that go, as the index has them; never the last one of a message.
  func goneFiles(
    _ filings: [Filing],
    _ writer: any MailWriter
  ) throws(TriageFailure) -> [String] {
    let going = filings.filter { !$0.comes }
    guard !going.isEmpty else { return [] }
    let states = try writer.states(of: going.map(\.message))
    return going.flatMap { filing -> [String] in
      let files = states[filing.message]?.files ?? []
      let gone = files.filter { self.files.location(of: $0) == filing.location }
      return gone.count < files.count ? gone : []
    }
  }

  /// Lets the file come; if it cannot, the step has never been.
  private func place(
    _ request: FilingRequest,
    at location: CopyLocation,
    for step: StepID
  ) throws(TriageFailure) {
    let flags = Dictionary(
      uniqueKeysWithValues: FlagTag.letters.keys.map { ($0, request.tags.contains($0)) }
    )
    do {
      try files.makeFolder(request.folder)
      _ = try files.place(copyOf: request.source, at: location, flags: flags)
    } catch {
      files.clearPlace(location)
      _ = try? history.advance(step, from: .tagged, to: .void, revisionAfter: nil)
      throw TriageFailure(error)
    }
  }

  /// Decides what becomes of a row that names files: it is completed if they have come.
  func judge(_ filings: [Filing]) -> StepProgress {
    filings.forEach { files.clearPlace($0.location) }
    // What goes may be gone already.
    let isDone = filings.allSatisfy { !$0.comes || files.placed(at: $0.location) != nil }
    return isDone ? .tagged : .void
  }

  /// The files that have come in a step, with what is written of their messages.
  func placedFiles(
    of step: StepID,
    _ writes: [TagWrite]
  ) throws(TriageFailure) -> [PlacedFile] {
    try history.filings(of: step).filter(\.comes).compactMap { filing in
      guard let path = files.placed(at: filing.location) else { return nil }
      let write = writes.first { $0.message == filing.message }
      return PlacedFile(path: path, write: write ?? TagWrite(message: filing.message))
    }
  }
}

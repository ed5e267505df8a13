import Foundation
import MailText
import Maildir
import TriageCore
import TriageUI

/// Turns the parts that are asked for into files: kept where the person wants them, or private copies
/// for other programs.
///
/// The bytes come from the engine, which may be on another machine, in pieces.
final class AttachmentSaver {
  /// What comes of handling something.
  struct Progress {
    var events: [Event] = []
    /// What the engine is to be asked for.
    var requests: [EngineRequest] = []
  }

  private struct Job {
    let task: PartTask
    let file: NewFile
    /// The name that the file was to have.
    let wanted: String
    /// What shows the private copy.
    var viewer = PartViewer()

    var name: String { file.path.split(separator: "/").last.map { String($0) } ?? "" }
    var folder: String { String(file.path.dropLast(name.count)) }
  }

  /// What opens the private copies.
  let programs: ExternalPrograms
  private let environment: ProcessEnvironment
  private var jobs: [RequestID: Job] = [:]
  /// The parts that are saved together, by the request of the one that is being saved.
  private var batches: [RequestID: SaveBatch] = [:]
  private var copies: TemporaryFolder?
  /// Those of parts that came encrypted.
  private var opened: TemporaryFolder?

  init(programs: ExternalPrograms, environment: ProcessEnvironment) {
    self.programs = programs
    self.environment = environment
  }

  /// Begins to use a part.
  func begin(_ task: PartTask) throws(UserFacingError) -> Progress {
    switch task.goal {
    case .save(let typed):
      let (folder, name) = place(atHome(typed))
      _ = try make(folder)
      return try receive(task, in: folder, named: name)
    case .pipe, .browse: return try receive(task, in: privateFolder(for: task))
    case .open:
      let viewer = programs.viewer(of: task, asText: false)
      return try receive(task, in: privateFolder(for: task), for: viewer)
    case .text:
      let viewer = programs.viewer(of: task, asText: true)
      guard viewer.program != nil else {
        return Progress(events: [.partShown(task.request, .noProgram(viewer.note))])
      }
      do throws(UserFacingError) {
        return try receive(task, in: privateFolder(for: task), for: viewer)
      } catch {
        return Progress(events: [.partShown(task.request, .failed(error.sentence))])
      }
    }
  }

  /// Makes the file of a part; the engine is asked for what is in it.
  private func receive(
    _ task: PartTask,
    in folder: String,
    named given: String? = nil,
    for viewer: PartViewer = PartViewer()
  ) throws(UserFacingError) -> Progress {
    var name = given ?? name(for: task)
    if let ending = viewer.program?.ending, !name.hasSuffix(ending) { name += ending }
    do throws(FileError) {
      let file = try NewFile(in: folder, named: name) { AttachmentName.numbered(name, $0) }
      jobs[task.request] = Job(task: task, file: file, wanted: name, viewer: viewer)
      if task.goal == .browse {
        try file.write(SandboxedPage.beginning)
        return Progress(requests: [
          EngineRequest(id: task.request, .page(task.message, task.part, task.seals))
        ])
      }
    } catch {
      throw UserFacingError.notSaved(name, folder, error)
    }
    return Progress(requests: [
      EngineRequest(id: task.request, .part(task.message, task.part, task.seals))
    ])
  }

  /// The name of a part's file.
  private func name(for task: PartTask) -> String {
    let use: AttachmentName.Use
    switch task.goal {
    case .browse: return "message.html"
    case .save: use = .saving
    case .open, .pipe, .text: use = .programs
    }
    return AttachmentName.safe(task.filename, type: task.type, part: task.part.number, for: use)
  }

  /// The folder of a path and the name in it; no name if the path is a folder's, by its last sign or
  /// because it is there.
  private func place(_ path: String) -> (folder: String, name: String?) {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard !path.hasSuffix("/"), !isFolder, let slash = path.lastIndex(of: "/") else {
      return (path, nil)
    }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// A path as it is typed: `~` is the person's home.
  private func atHome(_ typed: String) -> String {
    FolderListing.path(typed, home: environment.home)
  }

  /// The names in a folder as it is typed.
  func names(in typed: String) -> FolderListing {
    FolderListing(reading: typed, home: environment.home)
  }

  /// The folder for copies that other programs get: what was encrypted comes on no disk.
  private func privateFolder(for task: PartTask) throws(UserFacingError) -> String {
    guard task.wasEncrypted else {
      return try privateFolder(&copies, in: environment.temporaryFolder)
    }
    guard let parent = environment.folderInMemory else {
      let name = task.filename ?? task.type
      throw UserFacingError(Sentence("error.no-private-memory", .text(name)))
    }
    return try privateFolder(&opened, in: parent)
  }

  private func privateFolder(
    _ folder: inout TemporaryFolder?,
    in parent: String
  ) throws(UserFacingError) -> String {
    if let folder { return folder.path }
    do throws(FileError) {
      let made = try TemporaryFolder(in: parent)
      folder = made
      return made.path
    } catch {
      throw UserFacingError(.temporaryFolder(parent, error))
    }
  }

  /// Handles a reply that belongs to a part that is being used; `nil` if it does not.
  func handle(_ reply: EngineReply, to request: RequestID) -> Progress? {
    guard let job = jobs[request] else { return nil }
    do throws(UserFacingError) {
      switch reply {
      case .partBytes(let piece):
        try write(piece.bytes, job)
        return Progress()
      case .partEnd:
        jobs[request] = nil
        return try finish(job)
      case .failed(let failure): throw UserFacingError(.failure(failure))
      // No other reply belongs to a part.
      case .list, .rows, .thread, .trees, .message, .forgotten, .counts, .sources, .habits,
        .threadCounts,
        .names, .changed, .woken, .history, .head, .step, .settled, .newestStep, .draft:
        return Progress()
      }
    } catch {
      jobs[request] = nil
      return ended(job, error)
    }
  }

  /// The engine has died: what it was sending will not come.
  func engineEnded() -> [Event] {
    let (jobs, batches) = (jobs, batches)
    (self.jobs, self.batches) = ([:], [:])
    return jobs.values.flatMap { job -> [Event] in
      let cause = FileError.failed(job.file.path, errno: EPIPE)
      let error = UserFacingError.notSaved(job.name, job.folder, cause)
      guard var batch = batches[job.task.request] else { return [event(of: job, error)] }
      batch.note(job.task, error)
      while let task = batch.next() { batch.note(task, error) }
      return batch.events
    }
  }

  private func write(_ bytes: [UInt8], _ job: Job) throws(UserFacingError) {
    do throws(FileError) {
      try job.file.write(job.task.goal == .browse ? SandboxedPage.escaped(bytes) : bytes)
    } catch {
      throw UserFacingError.notSaved(job.name, job.folder, error)
    }
  }

  private func finish(_ job: Job) throws(UserFacingError) -> Progress {
    do throws(FileError) {
      if job.task.goal == .browse { try job.file.write(SandboxedPage.end) }
      try job.file.finish()
    } catch {
      throw UserFacingError.notSaved(job.name, job.folder, error)
    }
    switch job.task.goal {
    case .save(let typed):
      if batches[job.task.request] != nil { return ended(job, nil) }
      // Where the next one may go, as the person writes it.
      let end = place(atHome(typed)).name == nil ? typed.endIndex : typed.lastIndex(of: "/")
      return Progress(events: [
        .partsSaved(folder: String(typed[..<(end ?? typed.endIndex)])),
        .notify(.saved(job.file.path, wasEncrypted: job.task.wasEncrypted), isError: false),
      ])
    case .open:
      return Progress(events: [try programs.open(job.file.path, job.task, job.viewer)])
    case .browse: return Progress(events: [try programs.browse(job.file.path)])
    case .pipe(let command):
      return Progress(events: [try programs.pipe(job.file.path, to: command)])
    case .text(let columns):
      try programs.show(job.file.path, job.task, job.viewer, columns: columns)
      return Progress()
    }
  }

  /// What is said of a part that is not used after all.
  private func event(of job: Job, _ error: UserFacingError) -> Event {
    if case .text = job.task.goal { return .partShown(job.task.request, .failed(error.sentence)) }
    return error.event
  }

  /// Writes a plan to a new file.
  func save(_ plan: Plan, to typed: String) throws(UserFacingError) -> Event {
    let path = atHome(typed)
    do throws(FileError) {
      try plan.write(to: path)
      return .notify(Sentence("status.saved", .text(path)), isError: false)
    } catch {
      if case .exists = error { throw UserFacingError(.failure(TriageFailure(.fileExists, path))) }
      throw UserFacingError(Sentence("error.plan-not-saved", .text(path), .text(error.reason)))
    }
  }

  /// Removes what was encrypted and has been opened by other programs: its message is shown no more.
  func forgetOpened() {
    opened?.remove()
    opened = nil
  }

  /// Removes what was made for other programs.
  func close() {
    jobs = [:]
    batches = [:]
    programs.close()
    for folder in [copies, opened] { folder?.remove() }
    (copies, opened) = (nil, nil)
  }
}

extension Sentence {
  fileprivate static func saved(_ path: String, wasEncrypted: Bool) -> Sentence {
    wasEncrypted
      ? Sentence("status.saved-unencrypted", .text(path)) : Sentence("status.saved", .text(path))
  }
}

// MARK: - Saving several

extension AttachmentSaver {
  /// Begins to save parts in one folder, one after the other; a folder that is not there is made.
  func begin(_ tasks: [PartTask], in typed: String) throws(UserFacingError) -> Progress {
    let folder = atHome(typed)
    return goOn(SaveBatch(tasks, in: folder, typed: typed, made: try make(folder)))
  }

  /// Makes a folder if there is none of the name, and those that it lies in.
  ///
  /// - Returns: Those that were made, the outermost first.
  private func make(_ folder: String) throws(UserFacingError) -> [String] {
    if mkdir(folder, 0o700) == 0 { return [folder] }
    var code = errno
    if code == ENOENT, let parent = Self.parent(of: folder) {
      let made = try make(parent)
      if mkdir(folder, 0o700) == 0 { return made + [folder] }
      code = errno
      made.reversed().forEach { rmdir($0) }
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return [] }
    let reason = String(cString: strerror(code == EEXIST ? ENOTDIR : code))
    throw UserFacingError(Sentence("error.folder-not-made", .text(folder), .text(reason)))
  }

  /// The folder that a path lies in; `nil` if it names none.
  private static func parent(of path: String) -> String? {
    let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
    guard let slash = trimmed.lastIndex(of: "/"), slash > trimmed.startIndex else { return nil }
    return String(trimmed[..<slash])
  }

  /// Begins with the next part of a batch for which a file can be made; at its end says what came of it.
  private func goOn(_ batch: SaveBatch) -> Progress {
    var batch = batch
    while let task = batch.next() {
      do throws(UserFacingError) {
        let progress = try receive(task, in: batch.folder)
        batches[task.request] = batch
        return progress
      } catch {
        batch.note(task, error)
      }
    }
    // A folder that nothing came into is none that was asked for.
    if batch.saved == 0 { batch.made.reversed().forEach { rmdir($0) } }
    return Progress(events: batch.events)
  }

  /// A part has been saved, or has not.
  private func ended(_ job: Job, _ error: UserFacingError?) -> Progress {
    guard var batch = batches.removeValue(forKey: job.task.request) else {
      return Progress(events: error.map { [event(of: job, $0)] } ?? [])
    }
    if let error {
      batch.note(job.task, error)
    } else {
      batch.noteSaved(job.task.filename, as: job.name)
    }
    return goOn(batch)
  }
}

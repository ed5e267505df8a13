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
  private struct Job {
    let task: PartTask
    let file: NewFile

    var name: String { file.path.split(separator: "/").last.map { String($0) } ?? "" }
    var folder: String { String(file.path.dropLast(name.count)) }
  }

  /// What opens the private copies.
  let programs: ExternalPrograms
  private let environment: ProcessEnvironment
  private var jobs: [RequestID: Job] = [:]
  private var copies: TemporaryFolder?

  init(programs: ExternalPrograms, environment: ProcessEnvironment) {
    self.programs = programs
    self.environment = environment
  }

  /// Begins to use a part; returns what the engine is to be asked for.
  func begin(_ task: PartTask) throws(UserFacingError) -> EngineRequest {
    let name =
      task.goal == .browse
      ? "message.html" : AttachmentName.safe(task.filename, type: task.type, part: task.part)
    let folder = try folder(for: task)
    do throws(FileError) {
      let file = try NewFile(in: folder, named: name) { AttachmentName.numbered(name, $0) }
      jobs[task.request] = Job(task: task, file: file)
      guard task.goal == .browse else {
        return EngineRequest(id: task.request, .part(task.message, task.part))
      }
      try file.write(SandboxedPage.beginning)
      return EngineRequest(id: task.request, .page(task.message, task.part))
    } catch {
      throw UserFacingError.notSaved(name, folder, error)
    }
  }

  private func folder(for task: PartTask) throws(UserFacingError) -> String {
    guard case .save(let typed) = task.goal else { return try privateFolder() }
    return atHome(typed)
  }

  /// A path as it is typed: `~` is the person's home.
  private func atHome(_ typed: String) -> String {
    typed == "~" || typed.hasPrefix("~/") ? environment.home + typed.dropFirst() : typed
  }

  private func privateFolder() throws(UserFacingError) -> String {
    if let copies { return copies.path }
    let parent = environment.temporaryFolder
    do throws(FileError) {
      let made = try TemporaryFolder(in: parent)
      copies = made
      return made.path
    } catch {
      throw UserFacingError(.temporaryFolder(parent, error))
    }
  }

  /// Handles a reply that belongs to a part that is being used; `nil` if it does not.
  func handle(_ reply: EngineReply, to request: RequestID) -> [Event]? {
    guard let job = jobs[request] else { return nil }
    do throws(UserFacingError) {
      switch reply {
      case .partBytes(let piece):
        try write(piece.bytes, job)
        return []
      case .partEnd:
        jobs[request] = nil
        return [try finish(job)]
      case .failed(let failure): throw UserFacingError(.failure(failure))
      default: return []
      }
    } catch {
      jobs[request] = nil
      return [error.event]
    }
  }

  /// The engine has died: what it was sending will not come.
  func engineEnded() -> [Event] {
    defer { jobs = [:] }
    return jobs.values.map { job in
      UserFacingError.notSaved(job.name, job.folder, .failed(job.file.path, errno: EPIPE)).event
    }
  }

  private func write(_ bytes: [UInt8], _ job: Job) throws(UserFacingError) {
    do throws(FileError) {
      try job.file.write(job.task.goal == .browse ? SandboxedPage.escaped(bytes) : bytes)
    } catch {
      throw UserFacingError.notSaved(job.name, job.folder, error)
    }
  }

  private func finish(_ job: Job) throws(UserFacingError) -> Event {
    do throws(FileError) {
      if job.task.goal == .browse { try job.file.write(SandboxedPage.end) }
      try job.file.finish()
    } catch {
      throw UserFacingError.notSaved(job.name, job.folder, error)
    }
    switch job.task.goal {
    case .save: return .notify(Sentence("status.saved", .text(job.file.path)), isError: false)
    case .open:
      return try programs.open(job.file.path, called: job.name)
    case .browse: return try programs.browse(job.file.path)
    case .pipe(let command): return try programs.pipe(job.file.path, to: command)
    }
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

  /// Removes what was made for other programs.
  func close() {
    jobs = [:]
    copies?.remove()
    copies = nil
  }
}

/// Why something was not done, in a sentence for the person.
struct UserFacingError: Error {
  let sentence: Sentence

  init(_ sentence: Sentence) {
    self.sentence = sentence
  }

  var event: Event { .notify(sentence, isError: true) }
}

extension UserFacingError {
  /// A file was not written.
  static func notSaved(
    _ name: String,
    _ folder: String,
    _ error: FileError
  ) -> UserFacingError {
    UserFacingError(Sentence("error.not-saved", .text(name), .text(folder), .text(error.reason)))
  }

  /// A program was not started.
  static func notStarted(_ name: String, _ code: Int32) -> UserFacingError {
    if code == ENOENT { return UserFacingError(Sentence("error.program-missing", .text(name))) }
    let reason = String(cString: strerror(code))
    return UserFacingError(Sentence("error.program-not-started", .text(name), .text(reason)))
  }
}

extension Sentence {
  /// Nothing can be made in the folder for temporary files.
  static func temporaryFolder(_ path: String, _ error: FileError) -> Sentence {
    Sentence("error.temporary-folder", .text(path), .text(error.reason))
  }
}

extension FileError {
  /// The system's words for it.
  var reason: String {
    let code: Int32 =
      switch self {
      case .missing: ENOENT
      case .exists: EEXIST
      case .notWritable: EACCES
      case .diskFull: ENOSPC
      case .failed(_, let errno): errno
      }
    return String(cString: strerror(code))
  }
}

import Foundation
import MailText
import Maildir
import TriageCore
import TriageUI

/// Turns the parts that are asked for into files: kept where the person wants them, or private copies
/// for other programs.
///
/// The bytes come from the engine, which may be on another machine, in pieces.
final class PartDesk {
  private struct Job {
    let task: PartTask
    let file: NewFile

    var name: String { file.path.split(separator: "/").last.map { String($0) } ?? "" }
    var place: String { String(file.path.dropLast(name.count)) }
  }

  /// What opens the private copies.
  let programs: ExternalPrograms
  private let surroundings: Surroundings
  private var jobs: [RequestID: Job] = [:]
  private var folder: PrivateFolder?

  init(programs: ExternalPrograms, surroundings: Surroundings) {
    self.programs = programs
    self.surroundings = surroundings
  }

  /// Begins to use a part; returns what the engine is to be asked for.
  func begin(_ task: PartTask) throws(Told) -> EngineRequest {
    let name = AttachmentName.safe(task.filename, type: task.type, part: task.part)
    let place = try place(of: task)
    do throws(FileError) {
      let file = try NewFile(in: place, named: name) { AttachmentName.numbered(name, $0) }
      jobs[task.request] = Job(task: task, file: file)
    } catch {
      throw Told.notSaved(name, place, error)
    }
    return EngineRequest(id: task.request, .part(task.message, task.part))
  }

  private func place(of task: PartTask) throws(Told) -> String {
    guard case .save(let typed) = task.goal else { return try privateFolder() }
    return atHome(typed)
  }

  /// A path as it is typed: `~` is the person's home.
  private func atHome(_ typed: String) -> String {
    typed == "~" || typed.hasPrefix("~/") ? surroundings.home + typed.dropFirst() : typed
  }

  private func privateFolder() throws(Told) -> String {
    if let folder { return folder.path }
    let parent = surroundings.temporaryFolder
    do throws(FileError) {
      let made = try PrivateFolder(in: parent)
      folder = made
      return made.path
    } catch {
      throw Told(.temporaryFolder(parent, error))
    }
  }

  /// Takes a reply if it belongs to a part that is being used; `nil` if it does not.
  func take(_ reply: EngineReply, to request: RequestID) -> [Event]? {
    guard let job = jobs[request] else { return nil }
    do throws(Told) {
      switch reply {
      case .partBytes(let piece):
        try write(piece.bytes, job)
        return []
      case .partEnd:
        jobs[request] = nil
        return [try finish(job)]
      case .failed(let failure): throw Told(.failure(failure))
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
      Told.notSaved(job.name, job.place, .failed(job.file.path, errno: EPIPE)).event
    }
  }

  private func write(_ bytes: [UInt8], _ job: Job) throws(Told) {
    do throws(FileError) {
      try job.file.write(bytes)
    } catch {
      throw Told.notSaved(job.name, job.place, error)
    }
  }

  private func finish(_ job: Job) throws(Told) -> Event {
    do throws(FileError) {
      try job.file.finish()
    } catch {
      throw Told.notSaved(job.name, job.place, error)
    }
    switch job.task.goal {
    case .save: return .notify(Sentence("status.saved", .text(job.file.path)), isError: false)
    case .open:
      return try programs.open(job.file.path, called: job.name)
    case .pipe(let command): return try programs.pipe(job.file.path, to: command)
    }
  }

  /// Writes a plan to a new file.
  func save(_ plan: Plan, to typed: String) throws(Told) -> Event {
    let path = atHome(typed)
    do throws(FileError) {
      try plan.write(to: path)
      return .notify(Sentence("status.saved", .text(path)), isError: false)
    } catch {
      if case .exists = error { throw Told(.failure(TriageFailure(.fileExists, path))) }
      throw Told(Sentence("error.plan-not-saved", .text(path), .text(error.reason)))
    }
  }

  /// Takes away what was made for other programs.
  func close() {
    jobs = [:]
    folder?.remove()
    folder = nil
  }
}

import CLinux
import Foundation
import MailText
import Maildir
import Screen
import TriageCore
import TriageUI

/// What the screen does with parts and links: saves them, shows them with other programs.
///
/// The bytes come from the engine, which may be on another machine, in pieces.
final class PartDesk {
  private struct Job {
    let task: PartTask
    let file: NewFile

    var name: String { file.path.split(separator: "/").last.map { String($0) } ?? "" }
    var place: String { String(file.path.dropLast(name.count)) }
  }

  /// A program that shows something beside the screen.
  private struct Opener {
    let name: String
    let program: StartedProgram
    let errors: Int32
    var words: [UInt8] = []
  }

  private let opener: [String]
  private let surroundings: Surroundings
  private let words: Wording
  private var jobs: [RequestID: Job] = [:]
  private var openers: [Int32: Opener] = [:]
  private var folder: PrivateFolder?
  /// Lends the terminal while something is done.
  var lend: (() -> Void) -> Void = { $0() }

  init(opener: [String], surroundings: Surroundings, words: Wording) {
    self.opener = opener
    self.surroundings = surroundings
    self.words = words
  }

  /// What to wait for: programs that end or complain.
  var descriptors: [Int32] { Array(openers.keys) }

  // Parts

  /// Begins to use a part; returns what the engine is to be asked for.
  func begin(_ task: PartTask) throws(Told) -> EngineRequest {
    let name = AttachmentName.safe(task.filename, type: task.type, part: task.part)
    let place = try place(of: task)
    do throws(FileError) {
      let file = try NewFile(in: place, named: name) { AttachmentName.numbered(name, $0) }
      jobs[task.request] = Job(task: task, file: file)
    } catch {
      throw Self.notSaved(name, place, error)
    }
    return EngineRequest(id: task.request, .part(task.message, task.part))
  }

  private func place(of task: PartTask) throws(Told) -> String {
    guard case .save(let typed) = task.goal else { return try privateFolder() }
    if typed == "~" || typed.hasPrefix("~/") { return surroundings.home + typed.dropFirst() }
    return typed
  }

  private func privateFolder() throws(Told) -> String {
    if let folder { return folder.path }
    let parent = surroundings.temporaryFolder
    guard let made = try? PrivateFolder(in: parent) else {
      throw Self.notSaved("mulligan-XXXXXX", parent, .failed(parent, errno: errno))
    }
    folder = made
    return made.path
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
      Self.notSaved(job.name, job.place, .failed(job.file.path, errno: EPIPE)).event
    }
  }

  private func write(_ bytes: [UInt8], _ job: Job) throws(Told) {
    do throws(FileError) {
      try job.file.write(bytes)
    } catch {
      throw Self.notSaved(job.name, job.place, error)
    }
  }

  private func finish(_ job: Job) throws(Told) -> Event {
    do throws(FileError) {
      try job.file.finish()
    } catch {
      throw Self.notSaved(job.name, job.place, error)
    }
    switch job.task.goal {
    case .save: return .told(Sentence("status.saved", .text(job.file.path)), isError: false)
    case .open:
      try show(job.file.path)
      let name = Sentence.Argument.text(job.name)
      return .told(Sentence("status.opened", .text(opener.first ?? ""), name), isError: false)
    case .pipe(let command): return try pipe(job.file.path, to: command)
    }
  }

  // Programs

  /// Shows a link with the opener.
  func open(_ link: ContentLink) throws(Told) -> Event {
    try show(link.target)
    return .told(
      Sentence("status.opened", .text(opener.first ?? ""), .text(link.host)),
      isError: false
    )
  }

  /// Gives the opener a name that begins with a slash, or an address that begins with its scheme:
  /// neither can be taken for an option.
  private func show(_ name: String) throws(Told) {
    var ends: [Int32] = [-1, -1]
    let null = Foundation.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0, clinux_pipe(&ends) == 0 else {
      throw Self.notStarted(opener.first ?? "", errno)
    }
    defer {
      close(null)
      close(ends[1])
    }
    do throws(StartedProgram.Failure) {
      let program = try StartedProgram(
        opener + [name],
        streams: (null, null, ends[1]),
        ownGroup: true
      )
      openers[ends[0]] = Opener(name: opener.first ?? "", program: program, errors: ends[0])
    } catch {
      close(ends[0])
      throw Self.notStarted(opener.first ?? "", error.code)
    }
  }

  /// Hears what openers complain of, and takes note of those that have ended.
  func hear(_ readable: [Int32]) -> [Event] {
    readable.compactMap { descriptor in
      guard var opener = openers[descriptor] else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        if opener.words.count < 1_024 { opener.words += bytes[0..<count] }
        openers[descriptor] = opener
        return nil
      }
      openers[descriptor] = nil
      close(descriptor)
      return end(of: opener)
    }
  }

  private func end(of opener: Opener) -> Event? {
    // It has closed its streams, so its end is near; it is not waited for if it goes on without.
    for _ in 0..<20 {
      if let end = opener.program.release() {
        if end == .exited(0) { return nil }
        let line = String(decoding: opener.words, as: UTF8.self).split(separator: "\n").first
        let sentence = Sentence(
          "error.program-failed",
          .text(opener.name),
          .text(end.text),
          .text(line.map { String($0) } ?? "")
        )
        return .told(sentence, isError: true)
      }
      usleep(5_000)
    }
    return nil
  }

  /// Gives a file to a program that has the terminal meanwhile.
  private func pipe(_ path: String, to command: [String]) throws(Told) -> Event {
    let input = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    defer { close(input) }
    var failure: StartedProgram.Failure?
    var end = StartedProgram.End.exited(0)
    let name = command.first ?? ""
    lend {
      do throws(StartedProgram.Failure) {
        let program = try StartedProgram(
          command,
          streams: (input, STDOUT_FILENO, STDERR_FILENO),
          ownGroup: false
        )
        end = program.reap()
        waitForEnter(after: name, end)
      } catch {
        failure = error
      }
    }
    if let failure { throw Self.notStarted(name, failure.code) }
    return .told(
      Sentence("status.piped", .text(name), .text(end.text)),
      isError: end != .exited(0)
    )
  }

  /// Leaves what the program has said on the terminal until the person has read it.
  private func waitForEnter(after name: String, _ end: StartedProgram.End) {
    let sentence = Sentence(
      "status.both",
      .sentence(Sentence("status.piped", .text(name), .text(end.text))),
      .sentence(Sentence("status.continue"))
    )
    let line = Array("\n\(words.text(sentence).text) ".utf8)
    _ = line.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {}
  }

  /// Takes away what was made for other programs.
  func close() {
    jobs = [:]
    folder?.remove()
    folder = nil
  }

  private func close(_ descriptor: Int32) { Foundation.close(descriptor) }
}

/// What is told instead of what was wanted.
struct Told: Error {
  let sentence: Sentence

  init(_ sentence: Sentence) {
    self.sentence = sentence
  }

  var event: Event { .told(sentence, isError: true) }
}

extension PartDesk {
  fileprivate static func notSaved(_ name: String, _ place: String, _ error: FileError) -> Told {
    Told(Sentence("error.not-saved", .text(name), .text(place), .text(error.reason)))
  }

  fileprivate static func notStarted(_ name: String, _ code: Int32) -> Told {
    if code == ENOENT { return Told(Sentence("error.program-missing", .text(name))) }
    let reason = String(cString: strerror(code))
    return Told(Sentence("error.program-not-started", .text(name), .text(reason)))
  }
}

extension FileError {
  /// The system's words for it.
  fileprivate var reason: String {
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

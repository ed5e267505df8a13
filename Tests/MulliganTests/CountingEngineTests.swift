import ChildProcesses
import EngineLink
import Foundation
import Synchronization
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// The process that counts threads: its answers, its end, and what becomes of one that does not behave.
@Suite(.serialized) struct CountingEngineTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(120, seed: 27)
    return mail
  }

  private func launch(_ mail: TemporaryMail) -> ChildLaunch {
    launch([Program.path] + CountingProgram.arguments, mail)
  }

  private func launch(_ arguments: [String], _ mail: TemporaryMail) -> ChildLaunch {
    ChildLaunch(
      arguments,
      environment: mail.environment,
      input: .pipe,
      output: .pipe,
      errors: .descriptor(STDERR_FILENO)
    )
  }

  /// A shell's script in the place of the process; it adds a line to a file as it starts.
  private func launch(_ mail: TemporaryMail, script: String) -> ChildLaunch {
    launch(["/bin/sh", "-c", "echo x >> '\(mail.folder)/starts'; \(script)"], mail)
  }

  private func starts(_ mail: TemporaryMail) -> Int {
    (try? String(contentsOfFile: "\(mail.folder)/starts", encoding: .utf8).lines.count) ?? 0
  }

  @Test func `E27: another process counts what notmuch counts, one query after the other`() throws {
    let mail = try mailbox()
    let answers = Answers()
    let counter = CountingEngine(launch(mail), answer: answers.note)
    let queries = ["tag:inbox", "tag:unread", "*"]
    for (number, query) in queries.enumerated() {
      counter.count(MailQuery(query), for: RequestID(number))
    }
    for (number, query) in queries.enumerated() {
      let counts = try #require(try answers.reply(to: RequestID(number)).counts)
      let threads = try mail.notmuch("count", "--output=threads", "--", query).lines.first
      #expect(threads == String(counts.total), "\(query)")
    }
    counter.count("tag:", for: 9)
    #expect(try answers.reply(to: 9).counts != nil || answers.reply(to: 9).code == .badQuery)
  }

  @Test func `E27: the process ends when it has nothing to count, and is started again`() throws {
    let mail = try mailbox()
    let answers = Answers()
    let script = "exec '\(Program.path)' \(CountingProgram.arguments.joined(separator: " "))"
    let counter = CountingEngine(launch(mail, script: script), answer: answers.note)
    counter.count("*", for: 1)
    #expect(try answers.reply(to: 1).counts != nil)
    try waitUntil("no process counts") { try Processes.counting(mail.folder).isEmpty }
    counter.count("*", for: 2)
    #expect(try answers.reply(to: 2).counts != nil)
    #expect(starts(mail) == 2)
  }

  @Test func `E27: one that dies over a count is started once more, then the count is given up`()
    throws
  {
    let mail = try mailbox()
    let answers = Answers()
    let counter = CountingEngine(launch(mail, script: "kill -9 $$"), answer: answers.note)
    counter.count("*", for: 1)
    #expect(try answers.reply(to: 1).code == .notCounted)
    #expect(starts(mail) == 2)
    // Nor does it go on for ever with others.
    for number in 2...9 { counter.count("*", for: RequestID(number)) }
    for number in 2...9 { #expect(try answers.reply(to: RequestID(number)).code == .notCounted) }
    #expect(starts(mail) == 3)
  }

  @Test func `E27: a count goes on in another process if the first was killed`() throws {
    let mail = try mailbox()
    let answers = Answers()
    let script =
      "[ -e '\(mail.folder)/second' ] || { touch '\(mail.folder)/second'; kill -9 $$; }; "
      + "exec '\(Program.path)' \(CountingProgram.arguments.joined(separator: " "))"
    let counter = CountingEngine(launch(mail, script: script), answer: answers.note)
    counter.count("*", for: 1)
    #expect(try answers.reply(to: 1).counts != nil)
    #expect(starts(mail) == 2)
  }

  @Test func `E27: one that hangs is ended, and the next count is another's`() throws {
    let mail = try mailbox()
    let answers = Answers()
    let limits = CountingEngine.Limits(silence: .milliseconds(50))
    let counter = CountingEngine(
      launch(mail, script: "exec sleep 1000"),
      limits: limits,
      answer: answers.note
    )
    counter.count("*", for: 1)
    #expect(try answers.reply(to: 1).code == .notCounted)
    try waitUntil("it is gone") { try Processes.counting(mail.folder).isEmpty }
  }

  @Test func `E27: a count that is cancelled is given up, and one that does not stop is ended`()
    throws
  {
    let mail = try mailbox()
    let answers = Answers()
    let limits = CountingEngine.Limits(cancelling: .milliseconds(20))
    let counter = CountingEngine(
      launch(mail, script: "exec sleep 1000"),
      limits: limits,
      answer: answers.note
    )
    counter.count("*", for: 1)
    counter.count("tag:a", for: 2)
    counter.cancel(2)
    #expect(try answers.reply(to: 2).code == .cancelled)
    counter.cancel(1)
    #expect(try answers.reply(to: 1).code == .cancelled)
  }

  @Test func `E27: what cannot be started, or is another program, counts nothing`() throws {
    let mail = try mailbox()
    for arguments in [["/no/mulligan"], ["/bin/echo", "Welcome to host"]] {
      let answers = Answers()
      let counter = CountingEngine(launch(arguments, mail), answer: answers.note)
      for number in 1...4 { counter.count("*", for: RequestID(number)) }
      for number in 1...4 {
        #expect(try answers.reply(to: RequestID(number)).code == .notCounted, "\(arguments)")
      }
    }
  }

  @Test func `E27: where the engine is on another host, only that one starts what counts`() throws {
    let mail = try mailbox()
    // What ssh does: a program whose standard streams are pipes, with an environment of its own.
    let folder = "\(mail.folder)/home/.config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = "echo $$ > '\(mail.folder)/remote'; exec '\(Program.path)' engine"
    try "[engine]\ncommand = [\"sh\", \"-c\", \"\(script)\"]\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(mail, columns: 120)
    let threads = try mail.notmuch("count", "--output=threads", "tag:inbox").lines.first
    let unread = MailQuery("tag:inbox").unread.text
    let unreadThreads = try mail.notmuch("count", "--output=threads", "--", unread).lines.first
    try screen.wait(for: "Inbox \(unreadThreads ?? "")/\(threads ?? "")")
    #expect(FileManager.default.fileExists(atPath: "\(mail.folder)/remote"))
  }

  // MARK: Orphans

  @Test func `E27: no process counts on after its engine was killed`() throws {
    let mail = try mailbox()
    let engine = try EngineProcess(
      starting: EngineProcess.launch(
        [Program.path, "engine"],
        environment: mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 },
        log: STDERR_FILENO
      ),
      as: greeting
    )
    // One that stands still can be met: nothing but its input tells it of the engine's end.
    var counting: Int32?
    var request: RequestID = 0
    try waitUntil("a process counts") {
      request += 1
      try engine.connection.send(EngineRequest(id: request, .threadCounts("*")))
      _ = engine.readable()
      counting = try Processes.children(of: engine.process).first
      return counting != nil
    }
    let process = try #require(counting)
    #expect(kill(process, SIGSTOP) == 0)
    _ = engine.kill()
    #expect(kill(process, SIGCONT) == 0)
    try waitUntil("it is gone") { processState(process).map { $0 == "Z" } ?? true }
  }

  @Test func `E27: the process ends with its input, whatever it is counting`() throws {
    let mail = try mailbox()
    let engine = try EngineProcess(starting: launch(mail), as: greeting)
    for number in 1...50 {
      try engine.connection.send(EngineRequest(id: RequestID(number), .threadCounts("*")))
    }
    engine.connection.finish()
    var isEnded = false
    try waitUntil("it has ended") {
      for case .ended(let end) in engine.readable() {
        isEnded = true
        #expect(end.status == .exited(0))
      }
      return isEnded
    }
  }

  @Test func `E27: it counts and does nothing else, after whoever presses a key`() throws {
    let mail = try mailbox()
    let engine = try EngineProcess(starting: launch(mail), as: greeting)
    try engine.connection.send(EngineRequest(id: 1, .head))
    var reply: EngineReply?
    try waitUntil("it has refused") {
      for case .message(.reply(1, let answer)) in engine.readable() { reply = answer }
      return reply != nil
    }
    #expect(reply?.code == .internalError)
    let stat = try String(contentsOfFile: "/proc/\(engine.process)/stat", encoding: .utf8)
    let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
    #expect(fields[16] == "5")
    _ = engine.kill()
  }
}

/// The replies that have come, from whatever thread.
private final class Answers: Sendable {
  private let replies = Mutex<[RequestID: EngineReply]>([:])

  func note(_ message: EngineMessage) {
    if case .reply(let id, let reply) = message { replies.withLock { $0[id] = reply } }
  }

  func reply(to id: RequestID) throws -> EngineReply {
    var found: EngineReply?
    try waitUntil("request \(id) is answered") {
      found = replies.withLock { $0[id] }
      return found != nil
    }
    return try #require(found)
  }
}

extension EngineReply {
  fileprivate var counts: ThreadCounts? {
    if case .threadCounts(let counted) = self { counted.counts } else { nil }
  }

  fileprivate var code: FailureCode? {
    if case .failed(let failure) = self { failure.code } else { nil }
  }
}

/// What runs on this machine.
private enum Processes {
  /// The processes that were started for a mailbox, by its folder in their environment.
  static func counting(_ folder: String) throws -> [Int32] {
    try all().filter { process in
      let variables = try? String(contentsOfFile: "/proc/\(process)/environ", encoding: .utf8)
      return variables?.contains(folder) == true
    }
  }

  static func children(of parent: Int32) throws -> [Int32] {
    try all().filter { process in
      let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return stat?.split(separator: ")").last?.split(separator: " ").dropFirst().first
        == Substring("\(parent)")
    }
  }

  private static func all() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
  }
}

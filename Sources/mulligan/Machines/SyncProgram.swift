import CLinux
import ChildProcesses
import EngineLink
import Foundation
import Journal
import MachineLink
import TriageCore
import TriageEngine
import TriageUI

/// Both ends of `sync`: the near one reaches another machine, the far one is reached.
struct SyncProgram {
  let shell: Shell
  let control: ChangeControl

  /// What a person has asked for.
  struct Request {
    /// The other machine, as ssh and muchsync know it.
    var host: String
    /// Whether nothing is to be written.
    var isDryRun = false
    /// Whether mail is carried.
    var carriesMail = true
  }

  private var config: SyncConfig { shell.config.sync }

  /// Syncs with another machine.
  func run(_ request: Request) throws(TriageFailure) -> SyncReport {
    let carrier = request.carriesMail ? self.carrier : nil
    // It answers while all else is opened.
    let id = carrier?.askID()
    let mailbox = try shell.mailbox()
    let store = try SyncSide(shell, mailbox).store(control)
    let lock = try SyncLock(beside: mailbox.journalLocation)
    let surroundings = self.surroundings(store, lock.nonce, id, mailbox)
    let reaching: ReachingProgram
    do throws(ChildStartError) {
      reaching = try ReachingProgram(config.command + [request.host] + config.remote)
    } catch {
      let words = "\(error.program): \(String(cString: strerror(error.errno)))"
      throw TriageFailure(.noPeer, request.host, "words", words)
    }
    let result = withExtendedLifetime(lock) {
      sync(request, store, over: reaching, carrier, surroundings)
    }
    // Its pipes are closed now.
    let complaint = reaching.end()
    do throws(TriageFailure) { return try result.get() } catch {
      let isUnexplained = error.code == .noPeer && error.arguments.count == 1
      guard isUnexplained, !complaint.isEmpty else { throw error }
      throw TriageFailure(.noPeer, request.host, "words", complaint)
    }
  }

  private func sync(
    _ request: Request,
    _ store: any SyncStore,
    over reaching: ReachingProgram,
    _ carrier: CarryingProgram?,
    _ surroundings: SyncSurroundings
  ) -> Result<SyncReport, TriageFailure> {
    let streams = reaching.releaseStreams()
    let session = SyncSession(
      near: DescriptorStream(input: streams.input, output: streams.output),
      store,
      with: request.host,
      surroundings
    )
    var carry: SyncSession.Carrier?
    if let carrier {
      // The compiler cannot make this closure inside another one.
      let host = request.host
      carry = { () throws(TriageFailure) in try carrier.carry(with: host) }
    }
    return Result { () throws(TriageFailure) in
      try request.isDryRun ? session.count() : session.run(carrying: carry)
    }
  }

  /// Answers whoever has reached this machine over standard input and output.
  func serve() throws(TriageFailure) -> SyncReport {
    let stream = try Self.standardStream()
    let id = carrier?.askID()
    let mailbox = try shell.mailbox()
    let store = try SyncSide(shell, mailbox).store(control)
    var lock: SyncLock?
    defer { withExtendedLifetime(lock) {} }
    let nonce = UniqueID.fresh()
    let session = SyncSession(far: stream, store, surroundings(store, nonce, id, mailbox))
    return try session.serve { greeting throws(TriageFailure) in
      guard SyncLock.nonce(beside: mailbox.journalLocation) != greeting.nonce else {
        throw TriageFailure(.sameMachine, greeting.machine.name)
      }
      lock = try SyncLock(beside: mailbox.journalLocation)
    }
  }

  /// Keeps standard input and output for frames: what a library prints goes to standard error instead.
  private static func standardStream() throws(TriageFailure) -> DescriptorStream {
    let (input, output) = (clinux_duplicate(STDIN_FILENO), clinux_duplicate(STDOUT_FILENO))
    guard input >= 0, output >= 0 else {
      throw TriageFailure(.internalError, String(cString: strerror(-min(input, output))))
    }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, STDIN_FILENO)
    close(nothing)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    return DescriptorStream(input: input, output: output)
  }

  // MARK: What a sync needs

  private var carrier: CarryingProgram? {
    config.muchsync.isEmpty ? nil : CarryingProgram(command: config.muchsync)
  }

  private func surroundings(
    _ store: any SyncStore,
    _ nonce: UniqueID,
    _ id: (() -> String)?,
    _ mailbox: Mailbox
  ) -> SyncSurroundings {
    var surroundings = SyncSurroundings(
      Opening(schema: UInt32(store.schema), version: version),
      nonce: nonce
    ) {
      Timestamp.now * 1000
    } startThread: { body in
      BackgroundThread.start(body)
    }
    if let id { surroundings.carrier = id }
    surroundings.poll = { () throws(TriageFailure) in try fetch(mailbox) }
    #if DEBUG
      surroundings.reached = { FailPoint.reached($0) }
    #endif
    return surroundings
  }

  /// How long the person's program may take to fetch mail.
  private static let longestFetch = Duration.seconds(3_600)

  /// Has the person's program fetch mail; a sync goes on without what it does not fetch.
  ///
  /// - Throws: `.locked` if another program has the index: theirs would wait for it without a word.
  private func fetch(_ mailbox: Mailbox) throws(TriageFailure) {
    let command = shell.config.poll.command
    guard let name = command.first else { return }
    try mailbox.engine.holdingLock(control) {}
    let end: PollEnd
    do throws(ChildStartError) {
      let child = try ChildProcess(ChildLaunch(command, errors: .memory))
      let ended = child.wait(atMost: Self.longestFetch)
      if ended == nil { _ = child.end(within: .seconds(2)) }
      let isOver = Array(String(cString: strerror(ETIMEDOUT)).utf8)
      let complaint = ended == nil ? isOver : child.readErrors()
      end = PollEnd(ended ?? .unknown, complaint: complaint)
    } catch {
      end = PollEnd(error)
    }
    guard !end.isSuccess else { return }
    let words = end.complaint.isEmpty ? end.status : end.complaint
    let sentence = Sentence("status.poll.failed", .text(name), .text(words))
    // Whoever reads no words has still asked for a sync.
    try? shell.printer.note(shell.words.text(sentence))
  }
}

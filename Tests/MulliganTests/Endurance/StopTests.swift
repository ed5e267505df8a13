import EngineLink
import Foundation
import TestSupport
import Testing
import TriageCore
import TriageEngine

@testable import mulligan

/// Ctrl-Z while mail is being changed: what stands still keeps no lock.
@Suite(.serialized) struct StopTests {
  private static let action = [
    "apply", "--yes", "mark-read", "star", "move:archive", "--", "mid:/^c/",
  ]

  #if DEBUG
    /// A verb that writes, what is done before it, and the points at which it is stopped.
    struct Case: CustomTestStringConvertible {
      var verb: [String]
      var before: [[String]] = []
      var dying: WritePoint?
      var points: [WritePoint]

      var testDescription: String { verb.joined(separator: " ") }
    }

    /// A write that settles nothing passes all points but one.
    private static let all = WritePoint.allCases.filter { $0 != .judged }

    private static let cases = [
      Case(verb: action, points: all),
      Case(
        verb: ["move", "archive", "--", "mid:/^c/"],
        points: [.planned, .tagged, .renamed, .done]
      ),
      Case(
        verb: ["undo"],
        before: [action],
        points: sweepsAreWhole ? all : [.locked, .begun, .committed, .renamed, .followed]
      ),
      Case(verb: ["redo"], before: [action, ["undo"]], points: [.begun, .renamed, .followed]),
      Case(
        verb: ["history", "revert", "1", "--yes"],
        before: [action],
        points: [.settled, .written, .indexed]
      ),
      Case(verb: ["history", "recover"], dying: .ended, points: [.locked, .judged]),
      Case(
        verb: ["history", "recover"],
        dying: .renaming,
        points: [.judged, .reopened, .indexed]
      ),
      Case(verb: ["history", "prune"], before: [action], points: [.locked]),
      Case(verb: ["history", "reset", "--yes"], before: [action], points: [.locked]),
    ]

    @Test(arguments: cases)
    func `a verb that is stopped anywhere leaves the index to others, and goes on`(
      stopped: Case
    ) throws {
      let free = try mailbox(stopped)
      #expect(try free.mulligan(stopped.verb).status == 0)
      let (wanted, history) = (try free.picture(), try free.mulligan("history").output.lines.count)
      for point in stopped.points {
        let mail = try mailbox(stopped)
        let program = try StoppableProgram(
          mail,
          stopped.verb,
          variables: ["FAILPOINT": "\(point.rawValue):suspend"]
        )
        var stops = 0
        while try program.waitUntilStopped() {
          stops += 1
          try mail.tagInTime("+other", "id:other@example.org")
          program.goOn()
        }
        #expect(stops > 0, "\(point)")
        #expect(program.status == 0, "\(point)")
        #expect(try mail.count("tag:other") == 1, "\(point)")
        // It has come to what it comes to when nobody stops it.
        try mail.tag("-other", "*")
        #expect(try mail.picture() == wanted, "\(point)")
        #expect(try mail.mulligan("history", "recover").output.hasPrefix("Nothing"), "\(point)")
        #expect(try mail.mulligan("history").output.lines.count == history, "\(point)")
      }
    }

    @Test(arguments: [WritePoint.begun, .renamed])
    func `the screen's engine that is stopped leaves the index to others, and goes on`(
      point: WritePoint
    ) throws {
      let mail = try mailbox(Case(verb: [], points: []))
      let line = try EngineProcess(
        starting: EngineProcess.launch(
          [Program.path, "engine"],
          environment: mail.environment.merging(
            ["XDG_STATE_HOME": mail.state, "FAILPOINT": "\(point.rawValue):suspend"]
          ) { $1 },
          log: 2
        ),
        as: greeting
      )
      let change = ChangeRequest(
        .perform([Command([.fixed(.star)], on: .query("mid:/^c/", limit: nil))], name: nil),
        context: ProcessEnvironment.current.context(.screen)
      )
      try line.connection.send(EngineRequest(id: 1, .change(change)))
      var result: ChangeResult?
      let end = ContinuousClock.now + .seconds(60)
      var wasStopped = false
      while result == nil, ContinuousClock.now < end {
        for case .message(.reply(1, .changed(let came))) in line.readable() { result = came }
        if line.isStopped {
          wasStopped = true
          try mail.tagInTime("+other", "id:other@example.org")
          kill(line.process, SIGCONT)
        }
        pause(for: .milliseconds(2))
      }
      #expect(wasStopped && result?.kind == .done, "\(String(describing: result))")
      #expect(try mail.count("tag:flagged") == 6 && mail.count("tag:other") == 1)
      _ = line.kill()
    }

    @Test func `who is told to go on before the lock is given back does not stop`() throws {
      let mail = try mailbox(Case(verb: [], points: []))
      let program = try StoppableProgram(mail, Self.action, variables: ["FAILPOINT": "begun:sleep"])
      try mail.waitUntilLocked()
      program.signal(SIGTSTP)
      program.goOn()
      #expect(try !program.waitUntilStopped())
      #expect(program.status == 0)
    }

    @Test func `a batch in the background that may not write to its terminal keeps no lock`() throws
    {
      let mail = try TemporaryMail()
      try mail.deliver((0..<60).map { SampleMessage("m\($0)@example.org") })
      let screen = try TmuxScreen(mail, shell: "sh", columns: 100)
      let program = "'\(Program.path)' tag --yes +x -- '*'"
      // Progress is written while the index is locked, since the write takes three seconds.
      try screen.type("stty tostop; FAILPOINT=begun:sleep \(program) &")
      try screen.wait("it stands still") { _ in
        try screen.processes().contains { $0.contains(" T ") && $0.contains("tag --yes") }
      }
      try mail.tagInTime("+other", "*")
      try screen.type("clear; fg; echo left with $?")
      try screen.wait(for: "left with 0")
      #expect(try mail.count("tag:x and tag:other") == 60)
    }

    private func mailbox(_ stopped: Case) throws -> TemporaryMail {
      let mail = try TemporaryMail(synchronizesFlags: true)
      try mail.makeMaildir("archive")
      try mail.deliver(
        (0..<6).map { SampleMessage("c\($0)@example.org", tags: ["inbox", "unread"]) }
          + [SampleMessage("other@example.org")]
      )
      try mail.notmuch("new")
      for verb in stopped.before { #expect(try mail.mulligan(verb).status == 0) }
      if let point = stopped.dying {
        _ = try mail.mulligan(Self.action, with: ["FAILPOINT": "\(point.rawValue):kill"])
      }
      return mail
    }
  #endif

  @Test func `who waits for the lock, or asks, stops at once and goes on`() throws {
    let mail = try TemporaryMail()
    try mail.deliver((0..<60).map { SampleMessage("m\($0)@example.org", tags: ["inbox"]) })
    let keeper = try LockKeeper(mail)
    let screen = try TmuxScreen(mail, shell: "sh", columns: 100)
    let program = "'\(Program.path)' tag +x -- '*'; echo ended with $?"
    try screen.type("clear; \(program)")
    try screen.wait(for: "Waiting for the index: \(keeper.name)")
    try screen.press("C-z")
    // The shell has the terminal again, though the lock is not free.
    try screen.wait(for: "ended with 148")
    keeper.release()
    try mail.tagInTime("+other", "*")
    try screen.type("clear; fg; echo left with $?")
    try screen.wait(for: "[y/N]")
    try screen.press("C-z")
    try screen.wait(for: "left with 148")
    try mail.tagInTime("+third", "*")
    try screen.type("clear; fg; echo answered with $?")
    try screen.wait("it runs") { $0.contains { $0.contains("tag +x") } }
    try screen.type("y")
    try screen.wait(for: "answered with 0")
    #expect(try mail.count("tag:x and tag:other and tag:third") == 60)
  }
}

/// The program, started so that it can be stopped as a terminal stops it.
private final class StoppableProgram {
  private let process: Int32
  /// What a shell sees; `nil` while it runs.
  private(set) var status: Int32?

  init(_ mail: TemporaryMail, _ arguments: [String], variables: [String: String]) throws {
    process = try SpawnedProgram.start(
      [Program.path] + arguments,
      environment: mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 }
        .merging(variables) { $1 },
      // The system stops nobody in a group that no shell looks after.
      ownGroup: true
    )
  }

  deinit {
    guard status == nil else { return }
    signal(SIGKILL)
    _ = SpawnedProgram.status(of: process)
  }

  /// Waits until it stands still; `false` if it has ended instead.
  func waitUntilStopped() throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      var state: Int32 = 0
      if waitpid(process, &state, WNOHANG | WUNTRACED) == process {
        if state & 0xFF == 0x7F { return true }
        status = state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + state & 0x7F
        return false
      }
      pause(for: .milliseconds(2))
    }
    throw NotShown(wish: "the program stops or ends", lines: [])
  }

  func goOn() { signal(SIGCONT) }

  func signal(_ number: Int32) { kill(process, number) }
}

extension EngineProcess {
  /// Whether the engine stands still.
  fileprivate var isStopped: Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state?.split(separator: ")").last?.hasPrefix(" T") == true
  }
}

extension TemporaryMail {
  /// Tags as another mail program does, which waits for the lock as long as it takes.
  fileprivate func tagInTime(_ change: String, _ query: String) throws {
    try run(["timeout", "-s", "KILL", "20", "notmuch", "tag", change, "--", query])
  }

  /// Waits until some program has the index open for writing.
  fileprivate func waitUntilLocked() throws {
    let lock = "\(root)/.notmuch/xapian/flintlock"
    let number = try FileManager.default.attributesOfItem(atPath: lock)[.systemFileNumber]
    for _ in 0..<10_000 {
      let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
      if locks.contains(":\(number ?? "") ") { return }
      pause(for: .milliseconds(2))
    }
    throw NotShown(wish: "the index is locked", lines: [])
  }
}

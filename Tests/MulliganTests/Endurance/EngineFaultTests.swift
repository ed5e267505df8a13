import EngineLink
import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// F9, F47: engines that die, hang, run out of memory or are none.
@Suite(.serialized) struct EngineFaultTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    return mail
  }

  private func engine(_ mail: TemporaryMail, under runner: [String] = []) throws -> EngineProcess {
    try EngineProcess(
      starting: EngineProcess.launch(
        runner + [Program.path, "engine"],
        environment: mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 },
        log: 2
      ),
      as: greeting
    )
  }

  /// Hears an engine until it has answered or ended.
  private func answer(of engine: EngineProcess) -> EngineProcess.Event? {
    var answer: EngineProcess.Event?
    _ = eventually {
      answer = engine.readable().first { event in
        switch event {
        case .message(.reply), .ended: true
        case .message, .ready: false
        }
      }
      return answer != nil
    }
    return answer
  }

  #if DEBUG
    private static let deaths = [
      ("settled:abort", "signal 6", false), ("recorded:exit", "exit code 1", false),
      ("written:kill", "signal 9", false), ("committed:kill", "finished", true),
      ("tagged:abort", "finished", true),
    ]

    @Test(arguments: deaths)
    func `F9 an engine that dies in a write is told of, and the screen says what became of it`(
      death: (point: String, said: String, isDone: Bool)
    ) throws {
      let mail = try mailbox()
      let before = try mail.picture()
      let screen = try TmuxScreen(mail, columns: 120, variables: ["FAILPOINT": death.point])
      try screen.wait(for: "A cottage")
      try screen.press("A")
      try screen.wait("what became of it is said") { lines in
        lines.contains { line in
          // That nothing changed takes the place of why the engine ended, perhaps at once.
          line.contains("engine stopped")
            && (line.contains(death.said)
              || !death.isDone && line.contains("before anything changed"))
        }
      }
      // The screen goes on, with an engine that reads.
      try screen.press("Enter")
      try screen.wait(for: "Ann")
      try screen.press("Q")
      try screen.wait(for: "left with 0")
      #expect(try mail.mulligan("history", "recover").status == 0)
      #expect(try mail.mulligan("undo").status == (death.isDone ? 0 : 1))
      #expect(try mail.picture() == before)
    }

    @Test(.enabled(if: sweepsAreWhole, "it takes half a minute of silence"))
    func `F9 an engine that hangs in a write is ended after thirty seconds`() throws {
      let mail = try mailbox()
      let before = try mail.picture()
      let screen = try TmuxScreen(mail, columns: 120, variables: ["FAILPOINT": "written:hang"])
      try screen.wait(for: "A cottage")
      try screen.press("A")
      try screen.wait("it is said that nothing was changed") { lines in
        lines.contains { $0.contains("engine stopped") }
      }
      try screen.press("Q")
      try screen.wait(for: "left with 0")
      #expect(try mail.picture() == before)
    }
  #endif

  @Test func `the engine refuses a terminal with 64`() throws {
    let screen = try TmuxScreen(try mailbox(), ["engine"])
    try screen.wait(for: "left with 64")
  }

  @Test func `F47 the engine limits its memory and leaves no core`() throws {
    let mail = try mailbox()
    let line = try engine(mail)
    try line.connection.send(EngineRequest(id: 1, .counts("*")))
    let event = try #require(answer(of: line))
    guard case .message(.reply(1, .counts(_, total: 5))) = event else {
      throw NotShown(wish: "a count", lines: ["\(event)"])
    }
    let limits = try String(contentsOfFile: "/proc/\(line.process)/limits", encoding: .utf8).lines
    let words = { (name: String) in
      limits.first { $0.hasPrefix(name) }?.split(separator: " ").map { String($0) } ?? []
    }
    #expect(words("Max data size").dropFirst(3).first == "1073741824")
    let core = words("Max core file size").dropFirst(4).prefix(2)
    #expect(core.first == (core.last == "0" ? "0" : "1"))
    _ = line.kill()
  }

  @Test func `F47 an engine that is out of memory ends alone or says so`() throws {
    let mail = try mailbox()
    // At 16,000 a library once tried for ever to start a thread.
    for kilobytes in [1_000, 8_000, 16_000, 32_000, 64_000] {
      let line = try engine(
        mail,
        under: ["bash", "-c", "ulimit -d \(kilobytes); exec \"$@\"", "low"]
      )
      try line.connection.send(EngineRequest(id: 1, .counts("*")))
      #expect(answer(of: line) != nil, "\(kilobytes)")
      _ = line.kill()
    }
    #expect(try mail.mulligan("count", "*").output == "5\n")
  }

  @Test func `F47 a verb that is short of memory says so and changes nothing`() throws {
    let mail = try mailbox()
    let before = try mail.picture()
    for kilobytes in [16_000, 32_000, 96_000] {
      let run = try mail.mulligan(
        ["tag", "--yes", "+x", "--", "*"],
        under: ["bash", "-c", "ulimit -d \(kilobytes); exec \"$@\"", "low"]
      )
      #expect(run.status == 1, "\(kilobytes): \(run)")
      #expect(run.errors.contains("96 MB of memory are needed"), "\(kilobytes): \(run)")
    }
    #expect(try mail.picture() == before)
  }

  @Test func `an answer that is too long is a failure, and a change is told all the same`() {
    let error = LinkError.frameTooLong(bytes: 1 << 30)
    guard case .failed = EngineReply.rows([]).shortened(because: error) else {
      Issue.record("no failure")
      return
    }
    var result = ChangeResult(kind: .partial, step: StepID(7), requested: 2, changed: 1)
    result.skipped = [Skip(message: "m@x", reason: .gone)]
    guard case .changed(let short) = EngineReply.changed(result).shortened(because: error) else {
      Issue.record("a change became a failure")
      return
    }
    #expect(short.step == StepID(7) && short.kind == .partial && short.skipped.isEmpty)
  }
}

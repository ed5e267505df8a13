import EngineLink
import Foundation
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// F2: processes killed at any time, while others write.
@Suite(.serialized, .bothHistories) struct KillStormTests {
  @Test func `F2 what was killed at random is whole or never was, and the stores stay sound`()
    throws
  {
    let mail = try mailbox()
    let before = try mail.picture()
    let others = try Others(mail)
    var random = SplitMix(7)
    var (complete, void) = (0, 0)
    // How long a whole run takes here and now says when to kill.
    let whole = try ContinuousClock().measure {
      try mail.mulligan("tag", "--lock-timeout", "60", "+whole", "-unread", "--", "*")
    }
    try mail.mulligan("undo", "--lock-timeout", "60")
    for round in 0..<(sweepsAreWhole ? 200 : 12) {
      let time = whole * Double.random(in: 0...1.3, using: &random)
      if round.isMultiple(of: 2) {
        let words = ["tag", "--lock-timeout", "60", "+r\(round)", "-unread", "--", "*"]
        let program = try mail.start(words)
        pause(for: time)
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
      } else {
        try killEngine(after: time, adding: "r\(round)", mail)
      }
      let recovery = try mail.mulligan("history", "recover", "--lock-timeout", "60")
      #expect(recovery.status == 0, "\(recovery)")
      let count = try mail.count("tag:r\(round)")
      #expect([0, 40].contains(count), "round \(round): \(count)")
      if count > 0 { complete += 1 } else { void += 1 }
    }
    try others.stop()
    let groups = try mail.mulligan("history", "--limit", "0").output.lines.count
    #expect(groups == complete + 2)
    if complete > 0 { #expect(try mail.mulligan("undo", "\(complete)").status == 0) }
    try mail.notmuch("tag", "-foreign", "--", "*")
    #expect(try mail.picture() == before)
    try mail.run(["xapian-check", "\(mail.root)/.notmuch/xapian"])
    let check = try mail.run(["sqlite3", mail.journal(), "PRAGMA integrity_check"])
    #expect(check == "ok\n")
    #expect(try mail.mulligan("history", "verify").status == 0)
    print("kill storm: \(complete) groups whole, \(void) void")
  }

  @Test func `L37 put away or woken and killed at random, mail sleeps or is awake, all of it`()
    throws
  {
    let mail = try mailbox()
    try mail.notmuch("tag", "+inbox", "--", "*")
    let before = try mail.picture()
    let snooze = ["apply", "--yes", "snooze:2026-11-23T08:00Z", "--", "*"]
    let evening = ["MULLIGAN_CLOCK": "2026-11-22T18:00:00Z"]
    let morning = ["MULLIGAN_CLOCK": "2026-11-23T08:00:00Z"]
    var random = SplitMix(37)
    // How long a whole run takes here and now says when to kill.
    let whole = try ContinuousClock().measure { try mail.mulligan(snooze, with: evening) }
    try mail.mulligan(["undo"], with: evening)
    var ends: [Bool: Int] = [:]
    for round in 0..<(sweepsAreWhole ? 200 : 12) {
      let wasAsleep = try mail.count("tag:snoozed") > 0
      let program = try mail.start(
        wasAsleep ? ["wake", "--yes"] : snooze,
        with: wasAsleep ? morning : evening
      )
      pause(for: whole * Double.random(in: 0...1.3, using: &random))
      kill(program.processIdentifier, SIGKILL)
      program.waitUntilExit()
      let recovery = try mail.mulligan("history", "recover")
      #expect(recovery.status == 0, "\(recovery)")
      let asleep = try mail.count("tag:snoozed and not tag:inbox and not tag:woken")
      let awake = try mail.count("tag:inbox and not tag:snoozed")
      #expect([0, 40].contains(asleep) && asleep + awake == 40, "round \(round): \(asleep)")
      ends[(asleep > 0) == wasAsleep, default: 0] += 1
    }
    while try mail.mulligan("undo", "--any").status == 0 {}
    #expect(try mail.picture() == before)
    #expect(try mail.mulligan("history", "verify").status == 0)
    print("kill storm: \(ends[false] ?? 0) put away or woken, \(ends[true] ?? 0) void")
  }

  /// Asks an engine for a change, and kills it after a time.
  private func killEngine(after time: Duration, adding tag: String, _ mail: TemporaryMail) throws {
    let engine = try EngineProcess(
      starting: EngineProcess.launch(
        [Program.path, "engine"],
        environment: mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 },
        log: 2
      ),
      as: greeting
    )
    let edit = TagEdit(add: [MailTag(tag)], remove: [.unread])
    let change = Change.perform(
      [Command([.changeTags(edit)], on: .query("*", limit: nil))],
      name: nil
    )
    let context = StepContext(origin: .screen, session: "storm", host: "here", pid: 1)
    try engine.connection.send(
      EngineRequest(id: 1, .change(ChangeRequest(change, context: context)))
    )
    // The request is sent when the engine has greeted.
    try waitUntil("the engine has greeted") {
      if case .ready? = engine.readable().first { true } else { false }
    }
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      _ = engine.readable()
      pause(for: .microseconds(500))
    }
    _ = engine.kill()
  }

  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: true)
    for number in 0..<40 {
      try mail.write(SampleMessage("r\(number)@example.org"), flags: "", name: "r\(number).test")
    }
    try mail.notmuch("new")
    try mail.shareHistoryIfAsked()
    return mail
  }
}

/// Programs that write all the time, until they are stopped.
private final class Others {
  private let program: Process
  private let stopFile: String

  init(_ mail: TemporaryMail) throws {
    stopFile = "\(mail.folder)/stop"
    let script = """
      while [ ! -e '\(stopFile)' ]; do
        notmuch tag +foreign id:r1@example.org; notmuch tag -foreign id:r1@example.org
        notmuch new --quiet; sleep 0.05
      done
      """
    program = mail.process(["bash", "-c", script])
    try program.run()
  }

  func stop() throws {
    try "".write(toFile: stopFile, atomically: false, encoding: .utf8)
    program.waitUntilExit()
  }
}

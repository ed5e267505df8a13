import Foundation
import Outbox
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// What is promised of sending as a whole, whatever else goes on.
@Suite(.serialized) struct SendPromiseTests {
  @Test
  func `W18: a state folder that was copied or put back from a backup sends nothing by itself`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    let mail = site.mail
    #expect(try site.send().status == 0)
    try site.endHolder()
    // It was about to leave when the backup was made.
    try mail.run([
      "sqlite3", try mail.journal(), "UPDATE outgoing SET held_seconds = 0",
    ])
    let copy = "\(mail.folder)/copy"
    try mail.run(["cp", "-a", mail.state, copy])
    try mail.run(["rm", "-rf", mail.state])
    try mail.run(["mv", copy, mail.state])
    for _ in 0..<2 { #expect(try mail.mulligan("outbox", "run", "--wait").status == 0) }
    let item = try #require(try site.outbox().first)
    #expect(item["state"] as? String == "held" && item["until"] is NSNull, "\(item)")
    #expect(site.delivered == [])
    // A person may say that it leaves, or that it does not.
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try site.states() == ["draft"])
    #expect(try mail.mulligan("redo", "--yes").status == 0)
    try site.endHolder()
    #expect(try mail.mulligan("outbox", "release", "1").status == 0)
    try waitUntil("it has left") {
      // A sender that was being killed may have kept the next one from starting.
      try mail.mulligan("outbox", "run").status == 0 && site.delivered.count == 1
    }
    try site.waitForSender()
  }

  @Test func `W19: what is released while the process that sends begins leaves at once`() throws {
    let isFull = ProcessInfo.processInfo.environment["MULLIGAN_FULL_SWEEP"] != nil
    for round in 1...(isFull ? 200 : 10) {
      let site = try SendSite(hold: 3_600)
      #expect(try site.send().status == 0)
      pause(for: .milliseconds(20 * (round % 10)))
      #expect(try site.mail.mulligan("outbox", "release", "1").status == 0)
      let released = ContinuousClock.now
      try waitUntil("it has left") { site.delivered.count == 1 }
      // Unseen it would wait for the sender's next look, a minute later.
      #expect(released.duration(to: .now) < .seconds(50), "round \(round)")
      try site.waitForSender()
    }
  }

  @Test func `W18: whatever the clock on the wall shows, a hold lasts as long as it does`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    try site.endHolder()
    let later = ["MULLIGAN_CLOCK": "2099-01-01T00:00:00Z"]
    #expect(try site.mail.mulligan(["outbox", "run"], with: later).status == 0)
    #expect(site.delivered == [])
    #expect(try site.states() == ["held"])
    #expect(try site.send("--hold", "1", text: "soon\n").status == 0)
    try site.endSender()
    let earlier = ["MULLIGAN_CLOCK": "1999-01-01T00:00:00Z"]
    try waitUntil("it has left") {
      // Whoever killed the sender may have come after the end of the hold.
      try site.mail.mulligan(["outbox", "run"], with: earlier).status == 0
        && site.delivered.contains { $0.hasSuffix("soon\n") }
    }
    #expect(site.delivered.count == 1)
    #expect(try site.mail.mulligan("outbox", "cancel", "1").status == 0)
  }

  @Test func `W18: a hold is counted by the clock that stands still while the machine sleeps`()
    throws
  {
    func monotonic() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    let before = monotonic()
    let now = Machine.now
    #expect((before...monotonic()).contains(now.awake))
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    #expect(now.boot == boot.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test
  func `W22: what was refused for good, then written anew and sent, is given back by one key`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    try site.exits(78, "no such user here")
    #expect(try site.send("--hold", "0", "--wait").status == 1)
    try site.exits(0)
    let script = try site.mail.file("editor", "printf 'More words.\\n' >> \"$1\"\n")
    let screen = try TmuxScreen(
      site.mail,
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try screen.wait(for: "Enter Open")
    try screen.press("g")
    try screen.press("o")
    try screen.wait(for: "no such user here")
    try screen.press("Enter")
    try screen.wait(for: "More words.")
    try waitUntil("it is saved") {
      try site.mail.mulligan("outbox", "show", "1").output.contains("More words.")
    }
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(try site.states() == ["held"])
    try screen.press("u")
    try screen.wait(for: "More words.")
    try waitUntil("it is a draft again") { try site.states() == ["draft"] }
    try site.waitForSender()
    #expect(site.delivered.count == 1, "only what was refused")
    #expect(
      try site.mail.mulligan("outbox", "show", "1").output.hasSuffix("my words\nMore words.\n")
    )
  }

  /// What may become of a screen on which a message was sent.
  enum Loss: CaseIterable {
    case quits
    case losesItsEngine
    case losesItsTerminal
    case isKilled
  }

  @Test(arguments: Loss.allCases)
  func `W19: whatever becomes of its screen, what is held leaves once, when it is due`(
    loss: Loss
  ) throws {
    let site = try SendSite(hold: 4)
    let script = try site.mail.file("editor", "printf 'More words.\\n' >> \"$1\"\n")
    let screen = try TmuxScreen(
      site.mail,
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "More words.")
    try screen.press("Y")
    try screen.wait(for: "leaves in")
    let begin = ContinuousClock.now
    try site.waitForHolder()
    #expect(site.delivered == [] && OutboxLock.isTaken(site.senderLock ?? ""))
    let processes = try ["engine", ""].map { try #require(try screen.process(of: $0)) }
    switch loss {
    case .quits:
      try screen.press("Q")
      try screen.wait(for: "will be sent in")
      try screen.press("Q")
      try screen.wait(for: "left with 0")
    case .losesItsEngine: kill(processes[0], SIGKILL)
    case .losesItsTerminal:
      try screen.close()
      try waitUntil("they have ended") { processes.allSatisfy { kill($0, 0) != 0 } }
    case .isKilled: for process in processes { kill(process, SIGKILL) }
    }
    try waitUntil("it has left") { !site.delivered.isEmpty }
    #expect(ContinuousClock.now - begin > .seconds(2), "not before it is due")
    try site.waitForSender()
    #expect(try site.states() == ["sent"] && site.mail.count("tag:sent") == 1)
    #expect(site.delivered.count == 1 && site.delivered[0].contains("More words."))
  }

  @Test func `W-S3: who waits for one message sleeps until it is due, or something changes`() throws
  {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    try site.waitForHolder()
    let sender = try #require(site.senderLock.flatMap(OutboxLock.holder))
    func wakeups() throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(sender)/status", encoding: .utf8)
      let line = status.lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return Int(line?.filter(\.isNumber) ?? "") ?? 0
    }
    // It has looked at what it was started for.
    var before = try wakeups()
    try waitUntil("it sleeps") {
      defer { before = (try? wakeups()) ?? 0 }
      pause(for: .seconds(1))
      return try wakeups() == before
    }
    pause(for: .seconds(3))
    #expect(try wakeups() == before)
    // A message that is due sooner wakes it, and so does what ends its work.
    #expect(try site.send("--hold", "1", text: "soon\n").status == 0)
    try waitUntil("it has left") { site.delivered.count == 1 }
    #expect(site.senderLock.flatMap(OutboxLock.holder) == sender)
    #expect(try site.mail.mulligan("outbox", "cancel", "1").status == 0)
    try site.waitForSender()
  }

  @Test func `W21: a delivery program is in no folder of the person's`() throws {
    let site = try SendSite()
    try site.exits(0, after: "pwd > \"$file.folder\"")
    let run = try site.send("--wait")
    #expect(run.status == 0, "\(run)")
    try site.waitForSender()
    #expect(try site.mail.run(["sh", "-c", "cat '\(site.mail.folder)'/sink/*.folder"]) == "/\n")
  }

  @Test(arguments: [(74, "perhaps sent"), (78, "not sent")] as [(Int32, String)])
  func `W23: a group says that its message has perhaps left, or has not`(
    exit: Int32,
    words: String
  ) throws {
    let site = try SendSite()
    try site.exits(exit)
    let query = "id:m3@example.org"
    let run = try site.mail.mulligan(
      ["reply", "--send", "--wait", "--archive", query],
      input: "Yes.\n"
    )
    #expect(run.status == (exit == 74 ? 3 : 1), "\(run)")
    try site.waitForSender()
    #expect(try site.mail.mulligan("history").output.contains("Archive (message \(words))"))
    // Undo takes the tags back, and leaves the message where it was found.
    let undone = try site.mail.mulligan("undo")
    #expect(undone.status == (exit == 74 ? 3 : 0), "\(undone)")
    #expect(try site.mail.count("tag:inbox and \(query)") == 1)
    #expect(try site.states() == [exit == 74 ? "unknown" : "draft"])
    try site.waitForSender()
    #expect(site.delivered.count == 1)
  }

  @Test func `W16: what has no subject is listed as such`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.mail.mulligan("compose", "--draft", input: "x\n").status == 0)
    #expect(try site.mail.mulligan("outbox").output.contains("(no subject)"))
  }

  @Test func `W24: while notmuch looks for new mail, what is filed is there once, and is not new`()
    throws
  {
    let site = try SendSite()
    let mail = site.mail
    let stop = "\(mail.folder)/stop"
    let loop = mail.process([
      "sh", "-c", "while [ ! -e '\(stop)' ]; do notmuch new --quiet; done",
    ])
    try loop.run()
    defer { loop.terminate() }
    let count = sweepsAreWhole ? 40 : 4
    for _ in 0..<count {
      let run = try site.send("--bcc", "eve@example.org", "--wait")
      #expect(run.status == 0, "\(run)")
      #expect(try mail.mulligan("compose", "--draft", "--subject", "Draft").status == 0)
    }
    try site.waitForSender()
    try waitUntil("all is filed") {
      try mail.mulligan("outbox", "run").status == 0 && mail.count("tag:sent") == count
    }
    _ = FileManager.default.createFile(atPath: stop, contents: nil)
    loop.waitUntilExit()
    try site.waitForSender()
    #expect(site.delivered.count == count && site.delivered.allSatisfy { !$0.contains("eve@") })
    let files = try mail.notmuch("search", "--output=files", "tag:sent").lines
    #expect(files.count == count)
    for file in files {
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Bcc: eve@example.org\n"))
    }
    #expect(try mail.notmuch("search", "--output=files", "tag:draft").lines.count == count)
    #expect(try mail.count("tag:new") == 0)
    #expect(try mail.count("tag:unread and (tag:sent or tag:draft)") == 0)
  }
}

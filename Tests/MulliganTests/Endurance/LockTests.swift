import ChildProcesses
import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// The index's write lock in the hands of others.
@Suite struct LockTests {
  @Test(arguments: [false, true])
  func `F5 the shell gives up after its time with 75 and the holder's name`(stopped: Bool) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "star", "--", "*")
    let before = try mail.picture()
    let keeper = try LockKeeper(mail)
    if stopped { keeper.stop() }
    for verb in [["apply", "archive"], ["undo"], ["history", "revert", "1", "--yes"]] {
      let query = verb[0] == "apply" ? ["--", "*"] : []
      let run = try mail.mulligan(verb + ["--lock-timeout", "0.4", "--json"] + query)
      #expect(run.status == 75 && run.errors.contains(keeper.name), "\(run)")
      #expect(run.errors.contains("nothing was changed"))
      #expect(run.objects.last?["error"] as? String == "locked")
      #expect(run.objects.last?["result"] as? String == "failed")
    }
    // What only reads never waits.
    #expect(try mail.mulligan("list").status == 0)
    #expect(try mail.mulligan("history", "show", "1").status == 0)
    #expect(try mail.mulligan("undo", "--dry-run").status == 0)
    keeper.release()
    #expect(try mail.picture() == before)
    #expect(try mail.mulligan("history").output.lines.count == 1)
  }

  @Test func `F5 the shell waits for a lock that comes free`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let keeper = try LockKeeper(mail)
    let screen = try TmuxScreen(mail, shell: "sh", columns: 120)
    try screen.type(
      "'\(Program.path)' apply archive --lock-timeout 1000 -- '*'; echo ended with $?"
    )
    try screen.wait(for: "Waiting for the index: \(keeper.name) is writing")
    keeper.release()
    try screen.wait(for: "ended with 0")
    #expect(try mail.count("tag:inbox") == 0)
  }

  @Test func `F7 a program that was started while writing does not keep the lock`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let writer = try mail.index().openForWriting()
    let child = try ChildProcess(ChildLaunch(["sleep", "1000"]))
    try writer.close()
    let clock = ContinuousClock()
    let time = try clock.measure { try mail.tag("+free", "*") }
    #expect(time < hangGuard)
    child.kill()
    #expect(try mail.count("tag:free") == 5)
  }

  @Test func `F5 the screen answers keys while the lock is held, and Esc gives up`() throws {
    let mail = try TemporaryMail()
    for number in 0..<12 {
      try mail.write(SampleMessage("s\(number)@example.org", subject: "Subject \(number)"))
    }
    try mail.notmuch("new")
    try mail.tag("+inbox", "*")
    let before = try mail.picture()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Subject 3")
    let keeper = try LockKeeper(mail)
    keeper.stop()
    try screen.press("a")
    try screen.wait(for: "Waiting for the index: \(keeper.name) is writing. Esc cancels.")
    // A key that waited for the lock would wait for ever.
    let held = try screen.keyDelays(30)
    #expect(try screen.lines().contains { $0.contains("Waiting for the index") })
    print("keys while the lock is held: \(held[15]) in the middle, \(held[29]) at most")
    try screen.press("Escape")
    try screen.wait(for: "Cancelled; nothing was changed")
    keeper.release()
    #expect(try mail.picture() == before)
    #expect(try mail.mulligan("history").output.isEmpty)
    try screen.press("a")
    try screen.wait(for: "Archived 1 thread")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

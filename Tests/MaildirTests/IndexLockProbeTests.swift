import Foundation
import MailIndex
import Maildir
import TestSupport
import Testing
import TriageCore

/// Looking at a lock that other programs really hold.
@Suite struct IndexLockProbeTests {
  private let mail: TemporaryMail
  private let probe: IndexLockProbe

  init() throws {
    mail = try TemporaryMail()
    try mail.deliver(SampleMessage("a@x", tags: ["inbox"]))
    probe = IndexLockProbe(lockFile: mail.location.lockFile)
  }

  @Test func `a free lock is free and has no holder`() throws {
    #expect(try probe.isFree())
    #expect(probe.holder() == nil)
    _ = try mail.index().revision()
    #expect(try probe.isFree())
  }

  @Test func `an index that was never written has a free lock`() throws {
    let nowhere = IndexLockProbe(lockFile: "\(mail.folder)/no/flintlock")
    #expect(try nowhere.isFree())
    #expect(nowhere.holder() == nil)
  }

  @Test func `our own writer holds the lock until it is closed`() throws {
    let writer = try mail.index().openForWriting()
    #expect(try !probe.isFree())
    #expect(probe.holder() == nil)
    try writer.close()
    // A program that another test is just starting has our descriptors, and so our locks, for an
    // instant.
    try waitUntil("the lock is free") { try probe.isFree() }
  }

  @Test func `another program that writes is named, not one that waits`() throws {
    // The batch's standard input stays open, so the program keeps the lock.
    let feed = Pipe()
    let holder = mail.process(["notmuch", "tag", "--batch"])
    holder.standardInput = feed
    try holder.run()
    try waitUntil("the lock is held") { try !probe.isFree() }
    let waiting = mail.process(["notmuch", "new"])
    try waiting.run()
    try waitUntil("another waits") { try mail.isLockWaitedFor() }
    let expected = LockHolder(program: "notmuch tag", pid: holder.processIdentifier)
    #expect(probe.holder() == expected)
    try feed.fileHandleForWriting.close()
    holder.waitUntilExit()
    waiting.waitUntilExit()
    try waitUntil("the lock is free") { try probe.isFree() }
  }
}

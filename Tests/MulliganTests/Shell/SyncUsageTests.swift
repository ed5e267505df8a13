import ChildProcesses
import Foundation
import Journal
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// What `sync` refuses before it reaches anything, and the programs and the lock that it uses.
@Suite struct SyncUsageTests {
  @Test(arguments: [
    ["sync"], ["sync", "laptop", "--list"], ["sync", "--list", "--forget", "laptop"],
    ["sync", "laptop", "--stdio"], ["sync", "--", "-oProxyCommand=true"], ["sync", ""],
    ["sync", "-oProxyCommand=true"], ["sync", "laptop", "--lock-timeout", "-1"],
    ["sync", "laptop", "desk"],
  ])
  func `a machine that a program would take for an option, and tasks at once, are refused`(
    arguments: [String]
  ) throws {
    let mail = try TemporaryMail()
    let program = try mail.program("ssh", "touch \"$0.ran\"")
    let config = try mail.file("config.toml", "[sync]\ncommand = [\"\(program)\"]\n")
    let run = try mail.mulligan(["--config", config] + arguments)
    #expect(run.status == 64, "\(run)")
    #expect(run.errors.hasPrefix("mulligan: error: "), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: program + ".ran"))
  }

  @Test func `wrong settings of a sync stop the sync only`() throws {
    let mail = try TemporaryMail()
    let config = try mail.file("config.toml", "[sync]\ncommand = []\n")
    let run = try mail.mulligan(["--config", config, "sync", "laptop"])
    #expect(run.status == 1 && run.errors.contains("config.toml:2:11"), "\(run)")
    #expect(try mail.mulligan(["--config", config, "count", "*"]).status == 0)
  }

  // MARK: Programs

  private func folder() throws -> TemporaryMail { try TemporaryMail() }

  @Test func `what reaches a machine has its last words kept`() throws {
    let program = try ReachingProgram(["sh", "-c", "echo first >&2; echo last >&2; exit 255"])
    #expect(program.end() == "last")
    #expect(throws: ChildStartError.self) { try ReachingProgram(["/no/such/program"]) }
  }

  @Test func `mail is carried with the machine's name, and without a new look there`() throws {
    let mail = try folder()
    let words = mail.root + "/told"
    let carrier = CarryingProgram(command: ["sh", "-c", "echo \"$@\" > '\(words)'", "muchsync"])
    try carrier.carry(with: "laptop")
    #expect(try String(contentsOfFile: words, encoding: .utf8) == "laptop --nonew\n")
  }

  @Test func `why no mail was carried is told`() {
    let broken = CarryingProgram(command: ["sh", "-c", "echo broken >&2; exit 2"])
    #expect(throws: TriageFailure(.carryFailed, "laptop", "sh", "broken")) {
      try broken.carry(with: "laptop")
    }
    let silent = CarryingProgram(command: ["sh", "-c", "exit 2"])
    #expect(throws: TriageFailure(.carryFailed, "laptop", "sh", "exit 2")) {
      try silent.carry(with: "laptop")
    }
    let missing = CarryingProgram(command: ["/no/such/program"])
    #expect(
      throws: TriageFailure(
        .carryFailed,
        "laptop",
        "/no/such/program",
        "No such file or directory"
      )
    ) { try missing.carry(with: "laptop") }
    #expect(missing.askID()() == "")
    #expect(CarryingProgram(command: ["echo", "-C", "x"]).askID()() == "--self")
  }

  // MARK: The lock

  @Test func `a history takes part in one sync at a time, which names itself`() throws {
    let mail = try folder()
    let location = JournalLocation(state: mail.root + "/state", lockFolder: mail.root)
    try FileManager.default.createDirectory(
      atPath: location.folder,
      withIntermediateDirectories: true
    )
    #expect(SyncLock.nonce(beside: location) == nil)
    var lock: SyncLock? = try SyncLock(beside: location)
    let nonce = try #require(lock?.nonce)
    #expect(SyncLock.nonce(beside: location) == nonce)
    #expect(throws: TriageFailure(.locked, "mulligan sync (\(getpid()))")) {
      try SyncLock(beside: location)
    }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(SyncLock.nonce(beside: location) == nil)
    let next = try SyncLock(beside: location)
    #expect(next.nonce != nonce && SyncLock.nonce(beside: location) == next.nonce)
  }

  // MARK: Words

  @Test func `what failed on another machine is told in its words`() {
    let failure = TriageFailure(.peerLocked, "desk", "locked", "notmuch (4711)")
    #expect(
      words.string(.failure(failure))
        == "On desk: The index is locked by notmuch (4711); nothing was changed"
    )
    // A release that has other words for it, or none, does no harm.
    for arguments in [["desk", "failed", "no-peer", "x", "evil"], ["desk", "evil", "y"], []] {
      var failure = TriageFailure(.noPeer)
      failure.arguments = arguments
      #expect(!words.string(.failure(failure)).isEmpty)
    }
  }
}

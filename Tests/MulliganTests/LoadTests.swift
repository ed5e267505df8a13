import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// Thousands of threads in one action, in a real terminal: keys are answered, and it can be stopped.
///
/// `MULLIGAN_LOAD_THREADS=10000` makes them as many as the promise says, and measures it.
@Suite(.serialized) struct LoadTests {
  private static let asked =
    ProcessInfo.processInfo.environment["MULLIGAN_LOAD_THREADS"].flatMap { Int($0) }
  private let count = Self.asked ?? 1500

  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<count).map {
        SampleMessage(
          "m\($0)@example.org",
          subject: "Thread \($0)",
          date: 1_787_000_000 - Int64($0) * 60,
          tags: ["inbox", "unread"]
        )
      }
    )
    return mail
  }

  private func selectAll(_ screen: TmuxScreen) throws {
    try screen.wait(for: "Thread 0")
    try screen.press("*")
    try screen.wait("all are selected") { lines in
      lines.last.map { $0.filter(\.isNumber).hasPrefix("\(count)") } ?? false
    }
  }

  /// Debug builds can stand still in the midst of a write; what is measured does not.
  private static var standsStill: Bool {
    #if DEBUG
      asked == nil
    #else
      false
    #endif
  }

  @Test func `keys are answered while all threads are archived, as one group`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let point = Self.standsStill ? ["FAILPOINT": "begun:stop"] : [:]
    let screen = try TmuxScreen(mail, variables: point)
    try selectAll(screen)
    try archive(screen)
    try answersKeysInTheWrite(screen, until: "Archived")
    var waits: [Duration] = []
    try waitUntil("all are archived") {
      waits += try screen.keyDelays(2)
      return try screen.lines().contains { $0.contains("Archived") }
    }
    let longest = waits.max() ?? .zero
    print("\(count) threads: \(waits.count) keys, longest wait \(longest)")
    if Self.asked != nil { #expect(longest < .seconds(1)) }
    #expect(try mail.count("tag:inbox") == 0)
    #expect(try mail.mulligan("history").output.lines.count == 1)
    try screen.press("u")
    try answersKeysInTheWrite(screen, until: "Undid")
    try screen.wait(for: "Undid Archive")
    #expect(try mail.dump() == before)
  }

  /// Archives what is selected, which is so much that it is asked about.
  private func archive(_ screen: TmuxScreen) throws {
    try screen.press("a")
    try screen.wait(for: "[ Archive ]")
    try screen.press("Enter")
  }

  /// Moves the cursor while the engine stands still in the midst of its write, then lets it go on.
  private func answersKeysInTheWrite(_ screen: TmuxScreen, until end: String) throws {
    guard Self.standsStill else { return }
    let engine = try #require(try screen.process(of: "engine"))
    try waitUntil("the engine stands still") { isStopped(engine) }
    _ = try screen.keyDelays(10)
    #expect(try !screen.lines().contains { $0.contains(end) })
    kill(engine, SIGCONT)
  }

  @Test func `stopped before the commit nothing has changed and no group is there`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let other = try mail.index().openForWriting()
    let screen = try TmuxScreen(mail, columns: 120)
    try selectAll(screen)
    try archive(screen)
    try screen.wait("who holds the lock is named") { lines in
      lines.contains { $0.contains("Waiting for the index") && $0.contains("Esc cancels") }
    }
    try screen.press("j", "k", "Escape")
    try screen.wait("it is cancelled") { lines in
      !lines.contains { $0.contains("Waiting") } && lines.contains { $0.contains("ancelled") }
    }
    other.abandon()
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("history").output.isEmpty)
    // What was selected is selected again.
    #expect(try screen.lines().last?.filter(\.isNumber).hasPrefix("\(count)") == true)
  }

  @Test func `Esc while it writes leaves nothing changed, or says that it is done`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try TmuxScreen(mail, columns: 120)
    try selectAll(screen)
    try archive(screen)
    try screen.wait("it is being written, or done") { lines in
      lines.contains { $0.contains("Esc cancels") || $0.contains("Archived") }
    }
    try screen.press("Escape")
    let lines = try screen.wait("it is told what came of it") { lines in
      lines.contains { $0.contains("Cancelled; nothing was changed") || $0.contains("Archived") }
    }
    if lines.contains(where: { $0.contains("Cancelled") }) {
      #expect(try mail.dump() == before)
      #expect(try mail.mulligan("history").output.isEmpty)
    } else {
      #expect(try mail.mulligan("history").output.lines.count == 1)
      #expect(try mail.mulligan("undo").status == 0)
      #expect(try mail.dump() == before)
    }
  }
}

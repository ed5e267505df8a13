import Foundation
import Journal
import MailIndex
import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// The history pane over the real engine: what it shows, and what can be done from it.
@Suite struct HistoryPaneTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let subjects = ["Meeting notes", "August invoice", "Build failed", "Picnic", "Seeds"]
    try mail.deliver(
      subjects.enumerated().map { place, subject in
        SampleMessage(
          "m\(place)@example.org",
          subject: subject,
          date: 1_787_000_000 - Int64(place) * 1000,
          tags: ["inbox", "unread"]
        )
      }
    )
    return mail
  }

  private func screen(
    _ mail: TemporaryMail,
    language: LanguageTag = "en"
  ) throws -> ScreenInProcess {
    try ScreenInProcess(
      mail.location,
      stateFolder: mail.state,
      words: Wording(Language.embedded.localizer(for: language), isUTF8: true),
      size: ScreenSize(columns: 98, rows: 20),
      now: Int64(Date().timeIntervalSince1970)
    )
  }

  @Test func `a key waits for a lock that comes free, as it does in the program`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    let other = mail.process(["sh", "-c", "sleep 1 | notmuch tag --batch"])
    try other.run()
    try waitUntil("the lock is held") { try mail.isLockHeld() }
    try screen.press("a")
    other.waitUntilExit()
    #expect(try mail.count("tag:inbox") == 4)
  }

  @Test func `it shows states, branches, and what undo and redo would take`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("a", "s", "u", "a", "a", "u", "g", "u")
    let rows = [
      ".   Undo Archive", "x   Archive", "*   Archive", ".   Undo Star", "├─x Star", "*   Archive",
    ]
    for (row, expected) in zip(screen.rows[1...], rows) {
      #expect(row.hasPrefix(expected.prefix(4)) && row.contains("  \(expected.dropFirst(4))  "))
    }
    #expect(screen.rows[2].hasSuffix("1 message  screen  #5  < Ctrl-R"))
    #expect(screen.rows[3].hasSuffix("1 message  screen  #4  < Ctrl-_"))
    try screen.press("q")
    #expect(screen.rows[0].contains("Inbox"))
  }

  @Test func `steps of one title are told apart by a message, as long as there is room`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("a", "a", "u", "g", "u")
    #expect(screen.rows[1].contains("Undo Archive  Ann"))
    #expect(screen.rows[1].contains(": August invoice"))
    #expect(screen.rows[2].contains("Archive  Ann"))
    #expect(screen.rows[2].contains(": August invoice"))
    #expect(screen.rows[3].contains(": Meeting notes"))
  }

  @Test func `Enter shows the changes by message and what taking them back would do`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("v", "j", "A", "g", "u", "Enter")
    #expect(screen.rows[2] == " Undo would change now: 2 of 2 messages")
    #expect(screen.rows[4].hasPrefix(" -inbox -unread  Ann"))
    #expect(screen.rows[4].hasSuffix(": Meeting notes"))
    #expect(screen.rows[5].hasSuffix(": August invoice"))
    try mail.tag("+inbox", "+unread", "--", "id:m0@example.org")
    screen.hear()
    try screen.press("q", "Enter")
    #expect(screen.rows[2] == " Undo would change now: 1 of 2 messages; 1 already so")
    try screen.press("q", "q")
    #expect(screen.rows[0].contains("Inbox"))
  }

  @Test func `any group is taken back and brought back after a question`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try screen(mail)
    try screen.press("a", "s", "g", "u", "j", "u")
    #expect(screen.rows.contains { $0.contains("Revert Archive ─") })
    #expect(screen.rows.contains { $0.contains("1 message would change") })
    try screen.press("Esc")
    #expect(try mail.count("tag:inbox") == 4)
    try screen.press("u", "Enter")
    #expect(try mail.count("tag:inbox") == 5)
    #expect(screen.rows[1].contains("Revert Archive"))
    try screen.press("u")
    #expect(screen.rows.contains { $0.contains("Already undone") })
    try screen.press("r", "Enter")
    #expect(try mail.count("tag:inbox") == 4)
    try screen.press("G", "R", "Enter")
    #expect(try mail.count("tag:inbox") == 4)
    #expect(try mail.count("tag:flagged") == 0)
    try screen.press("g", "g", "u")
    #expect(try mail.count("tag:flagged") == 1)
    try screen.press("q", "u", "u", "u", "u")
    #expect(try mail.dump() == before)
  }

  @Test func `a question names with counts what would be left`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("v", "j", "a", "k", "x", "s", "g", "u", "j")
    try mail.mulligan("apply", "mark-read-and-archive", "--", "id:m0@example.org")
    screen.hear()
    try screen.press("u")
    #expect(screen.rows.contains { $0.contains("1 of 2 messages would change; 1 kept by Mark as") })
    try screen.press("Enter")
    #expect(try mail.count("tag:inbox and id:m1@example.org") == 1)
    #expect(try mail.count("tag:inbox and id:m0@example.org") == 0)
    // The step that took it back says which message it left, and why.
    try screen.press("g", "g", "Enter")
    #expect(screen.rows[4].hasPrefix(" +inbox  ") && screen.rows[4].hasSuffix(": August invoice"))
    #expect(screen.rows[5].hasPrefix(" kept by #3  Ann"))
    #expect(screen.rows[5].hasSuffix(": Meeting notes"))
  }

  @Test(arguments: [
    ("archive", 1), ("star", 1), ("shell", 1), ("flagged", 1), ("tag:unread", 1), ("20", 3),
    ("nothing", 0),
  ])
  func `the pane is filtered by title, tag, origin and date`(text: String, count: Int) throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("a", "s")
    let run = try mail.mulligan("apply", "mark-read", "--", "id:m3@example.org")
    #expect(run.status == 0, "\(run)")
    try screen.press("g", "u", "/")
    screen.type(text)
    try screen.press("Enter")
    let steps = screen.rows[1...16].filter { $0.contains(" #") }
    #expect(steps.count == count, "\(screen.rows.joined(separator: "\n"))")
    try screen.press("Esc")
    #expect(screen.rows[1...16].filter { $0.contains(" #") }.count == 3)
  }

  @Test func `titles are filtered in the person's language and in English`() throws {
    let mail = try mailbox()
    let screen = try screen(mail, language: "ru")
    try screen.press("a", "s", "g", "u", "/")
    screen.type("архив")
    try screen.press("Enter")
    #expect(screen.rows[1...16].filter { $0.contains(" #") }.count == 1)
    try screen.press("/")
    screen.type("archive")
    try screen.press("Enter")
    #expect(screen.rows[1...16].filter { $0.contains(" #") }.count == 1)
  }

  @Test func `automatic and external steps are shown when they are asked for`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("a")
    try mail.tag("+inbox", "--", "id:m0@example.org")
    screen.hear()
    try screen.press("g", "g", "x", "a", "g", "u")
    let count = { screen.rows[1...16].filter { $0.contains(" #") }.count }
    let before = count()
    try screen.press("a")
    #expect(count() == before + 1)
    #expect(screen.rows.contains { $0.hasPrefix("e ") })
  }

  @Test func `ten thousand groups are read by pages`() throws {
    let mail = try mailbox()
    let screen = try screen(mail)
    try screen.press("a")
    let place = JournalLocation(state: mail.state, lockFolder: mail.location.indexFolder)
    let columns =
      "kind, progress, at, name, origin, background, session, host, pid, uuid_before, "
      + "revision_before, messages, listed"
    try mail.run([
      "sqlite3", place.file,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO step (\(columns), uid, clock, made, touched)
      SELECT \(columns), randomblob(16), clock + i, clock + i, clock + i FROM step, n WHERE id = 1;
      """,
    ])
    func work(of keys: [String]) throws -> Duration {
      let start = processorTime()
      for key in keys { try screen.press(key) }
      return processorTime() - start
    }
    let opening = try work(of: ["g", "u"])
    #expect(screen.rows[1].contains("#10001"))
    #expect(opening < .seconds(2), "\(opening)")
    try screen.press("G")
    #expect(screen.rows[16].hasSuffix("#1"))
    for key in ["k", "Ctrl-B", "g", "g", "j"] {
      let time = try work(of: [key])
      #expect(time < .seconds(1), "\(key) \(time)")
    }
  }
}

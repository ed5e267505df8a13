import Foundation
import TestSupport
import Testing
import TriageCore

/// The real program in a real terminal; serial, because each needs the machine's two cores.
@Suite(.serialized) struct ScreenTests {
  @Test func `A and u on the screen bring a mixed thread back byte for byte`() throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let before = try mail.dump()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("A")
    try screen.wait(for: "Marked 1 thread as read and archived")
    try screen.wait(for: "Undo Mark as Read and Archive")
    #expect(try mail.count("tag:inbox or tag:unread") == 0)
    try screen.press("M-e")
    let menu = try screen.wait(for: "Redo")
    #expect(menu.contains { $0.contains("Undo Mark as Read and Archive") })
    try screen.press("Escape")
    // Escape and a key right after it would be one key with Alt.
    try screen.wait("the menu is closed") { lines in !lines.contains { $0.contains("Redo") } }
    try screen.press("u")
    try screen.wait(for: "Undid Mark as Read and Archive")
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `screen and shell share one history`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("A")
    try screen.wait(for: "Marked 1 thread as read and archived")
    let after = try mail.dump()
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
    try screen.wait("the redo title follows") { lines in
      !lines.contains { $0.contains("u Undo Mark as Read and Archive") }
    }
    try screen.press("C-r")
    try screen.wait(for: "Redid Mark as Read and Archive")
    #expect(try mail.dump() == after)
    try mail.mulligan("apply", "star", "--", "*")
    try screen.wait(for: "Undo Star")
    try screen.press("u")
    try screen.wait(for: "Undid Star")
    #expect(try mail.dump() == after)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `whoever quits does not wait for what is only read`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    let engine = try #require(try screen.process(of: "engine"))
    // As one that is busy with a query for a long time.
    kill(engine, SIGSTOP)
    try screen.press("/", "z", "z", "z")
    try screen.wait(for: "zzz")
    try screen.press("Escape")
    try screen.wait("the field is closed") { lines in !lines.contains { $0.contains("zzz") } }
    try screen.press("Q")
    // Whoever waited would do so until the engine is given up, after ten seconds.
    try screen.wait(for: "left with 0", within: .seconds(10))
    try screen.wait("the engine has gone") { _ in kill(engine, 0) != 0 }
  }

  @Test func `E12: q leaves when it is pressed twice, and only at once`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("q")
    try screen.wait(for: "q once more leaves")
    try screen.wait("the sentence is gone after a while") { lines in
      !lines.contains { $0.contains("once more") }
    }
    try screen.press("q")
    try screen.wait(for: "q once more leaves")
    try screen.press("q")
    try screen.wait(for: "left with 0")
  }

  @Test func `with nothing to undo u says so`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("u")
    try screen.wait(for: "Nothing to undo")
  }

  @Test func `the engine's death is a notice and the screen goes on`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    let engine = try #require(try screen.process(of: "engine"))
    kill(engine, SIGKILL)
    try screen.wait(for: "engine")
    try screen.press("A")
    try screen.wait(for: "Marked 1 thread as read and archived")
    try screen.press("u")
    try screen.wait(for: "Undid Mark as Read and Archive")
    #expect(try mail.dump() == before)
  }

  @Test(arguments: ["TERM", "INT", "HUP"])
  func `a signal ends the screen and gives the terminal back`(name: String) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    let process = try #require(try screen.process(of: ""))
    let numbers = ["TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP]
    let number = try #require(numbers[name])
    kill(process, number)
    try screen.wait(for: "left with \(128 + number)")
    try screen.type("stty -a | grep -o '[-]*icanon'")
    let lines = try screen.wait(for: "icanon")
    #expect(!lines.contains("-icanon"))
  }

  @Test func `a small window says so, and a larger one shows the list again`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.resize(columns: 20, rows: 5)
    try screen.wait(for: "small")
    try screen.resize(columns: 40, rows: 10)
    try screen.wait(for: "A cottage")
  }

  @Test func `Ctrl-Z gives the terminal back and fg shows the list again`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("C-z")
    try screen.wait(for: "left with 148")
    try screen.type("clear; fg")
    try screen.wait(for: "A cottage")
  }

  @Test func `hostile subjects stay in their cells`() throws {
    let mail = try TemporaryMail()
    let subjects = [
      "=?utf-8?Q?=1B[2J=1B[31mred?=", "=?utf-8?Q?a=0Db?=", "=?utf-8?Q?x=E2=80=AEfdp.exe?=",
      String(repeating: "👨‍👩‍👧‍👦", count: 100), "=?utf-8?Q?=1B]0;title=07?=",
    ]
    try mail.deliver(
      subjects.enumerated().map { place, subject in
        SampleMessage("h\(place)@example.org", subject: subject, tags: ["inbox"])
      }
    )
    let screen = try TmuxScreen(mail, columns: 80, rows: 24)
    let lines = try screen.wait(for: "red")
    #expect(lines.contains { $0.contains("␛[2J") })
    #expect(lines.filter { $0.contains("Ann") }.count == 5, "\(lines.joined(separator: "\n"))")
    #expect(lines.last?.isEmpty == false, "the last line still has its hints")
  }

  @Test func `without a terminal that can show a screen a sentence says so`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail, variables: ["TERM": "dumb"])
    try screen.wait(for: "left with 64")
    let errors = try String(contentsOfFile: "\(mail.folder)/errors", encoding: .utf8)
    #expect(errors.contains("dumb") && !errors.contains("\u{1B}"), "\(errors)")
  }

  @Test func `with LANG=C the screen is in ASCII`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail, variables: ["LANG": "C", "LC_ALL": "C"])
    let lines = try screen.wait(for: "A cottage")
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `without an index the screen names what to do`() throws {
    let mail = try TemporaryMail()
    try FileManager.default.removeItem(atPath: "\(mail.root)/.notmuch")
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "notmuch setup")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

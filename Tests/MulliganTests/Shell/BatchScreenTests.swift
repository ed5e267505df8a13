import Foundation
import TestSupport
import Testing
import TriageCore

/// Batches and the screen, in a real terminal.
@Suite(.serialized) struct BatchScreenTests {
  @Test func `undo on the screen passes over a background group, and the screen names all three`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("m1@example.org", subject: "A cottage", tags: ["inbox"]))
    let before = try mail.dump()
    let screen = try TmuxScreen(mail, ["read", "*"], columns: 90)
    try screen.wait(for: "A cottage")
    try screen.press("s")
    try screen.wait(for: "u Undo Star")
    #expect(try mail.mulligan("tag", "--background", "+cron", "--", "*").status == 0)
    try screen.wait(for: "cron")
    // The key still means what this person has done.
    try screen.wait(for: "u Undo Star")
    try screen.press("a")
    try screen.wait(for: "u Undo Archive")
    try screen.press("g", "u")
    try screen.wait("the background group is named as one") { lines in
      lines.contains { $0.contains("Add Tag “cron”") && $0.contains("background") }
        && lines.contains { $0.contains("Archive") && $0.contains("< Ctrl-_") }
    }
    try screen.press("q", "u")
    try screen.wait(for: "Undid Archive")
    try screen.press("u")
    try screen.wait(for: "Undid Star")
    #expect(try mail.count("tag:cron") == 1)
    try screen.press("u")
    try screen.wait(for: "Nothing to undo")
    let any = try mail.mulligan("undo", "--any")
    #expect(any.output.hasPrefix("Undid Add Tag “cron”: 1 message"), "\(any)")
    try screen.wait("the tag goes") { !$0.contains { $0.contains("cron") } }
    try screen.press("g", "u")
    try screen.wait("all are undone") { lines in
      ["Archive", "Add Tag “cron”", "Star"].allSatisfy { title in
        lines.contains { $0.hasPrefix("x") && $0.contains(" \(title)") }
      }
    }
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  #if DEBUG
    @Test func `a long batch shows a bar, and Ctrl-C takes both away`() throws {
      let mail = try TemporaryMail()
      try mail.deliver((0..<400).map { SampleMessage("m\($0)@example.org") })
      let before = try mail.dump()
      let screen = try TmuxScreen(mail, shell: "sh", columns: 100)
      let tag = "'\(Program.path)' tag --yes +x -- '*'; echo ended with $?"
      // The write rests for three seconds in the midst of its work.
      try screen.type("FAILPOINT=begun:sleep \(tag)")
      try screen.wait("it writes") { _ in try mail.isLockHeld() }
      try screen.press("C-c")
      let stopped = try screen.wait("it is broken off") { $0.contains("ended with 130") }
      #expect(!stopped.contains { $0.contains("of 400") }, "\(stopped)")
      #expect(try mail.dump() == before)
      #expect(try mail.mulligan("history").output.isEmpty)

      let stream = "\(mail.folder)/stream"
      try screen.record(to: stream)
      try screen.type("clear; FAILPOINT=begun:sleep \(tag)")
      let done = try screen.wait("it is done") { $0.contains("ended with 0") }
      #expect(!done.contains { $0.contains("of 400") }, "\(done)")
      #expect(done[0].hasPrefix("Added “x” to 400 messages [#"), "\(done)")
      #expect(done.contains("Hint: mulligan undo"), "\(done)")
      let written = try String(contentsOfFile: stream, encoding: .utf8)
      #expect(written.contains(/\r\d+ of 400 messages \[#* *\]\u{1B}\[K/), "a bar on one line")

      // Who does not look on gets no bar and no hint.
      let errors = "\(mail.folder)/errors"
      try screen.type("clear; '\(Program.path)' undo 2>'\(errors)'; echo undone with $?")
      try screen.wait("it is undone") { $0.contains("undone with 0") }
      #expect(try String(contentsOfFile: errors, encoding: .utf8).isEmpty)
    }
  #endif

  @Test func `what is selected is saved as a plan that the shell runs later`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let screen = try TmuxScreen(mail, ["read", "*"], columns: 100)
    try screen.wait(for: "A cottage")
    try screen.press(":")
    try screen.typeRaw("save-plan")
    try screen.wait(for: "Save as Plan")
    try screen.press("Enter")
    try screen.wait(for: "Actions of the plan:")
    try screen.typeRaw("star add-tag:later")
    try screen.press("Enter")
    try screen.wait(for: "Save the plan as: ~/plan.toml")
    try screen.press("Enter")
    let file = "\(mail.folder)/home/plan.toml"
    try screen.wait("it is said where") { $0.contains { $0.contains("Saved as /") } }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("actions = [\"star\", \"add-tag:later\"]"), "\(text)")
    try screen.press(":")
    try screen.typeRaw("save-plan")
    try screen.press("Enter")
    try screen.wait(for: "Actions of the plan:")
    try screen.typeRaw("spam")
    try screen.press("Enter")
    try screen.wait(for: "Save the plan as:")
    try screen.press("Enter")
    try screen.wait("nothing is overwritten") { $0.contains { $0.contains("not overwritten") } }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try mail.mulligan("plan", "run", file).status == 0)
    #expect(try mail.count("tag:later and tag:flagged") == 5)
  }
}

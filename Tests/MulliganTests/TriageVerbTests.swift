import TestSupport
import Testing
import TriageCore

/// Going through mail one by one in a real terminal, begun from the shell.
@Suite struct TriageVerbTests {
  @Test func `L35 L36 mulligan triage goes through what a query finds, and takes all of it back`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(
      (1...3).map { SampleMessage("m\($0)@example.org", tags: ["inbox"]) }
        + [SampleMessage("other@example.org", tags: ["sent"])]
    )
    let before = try mail.dump()
    let screen = try TmuxScreen(mail, ["triage", "tag:inbox"], columns: 100, rows: 24)
    try screen.wait(for: "1 of 3")
    try screen.press("a")
    try screen.wait(for: "2 of 3")
    try screen.press("d")
    try screen.wait(for: "3 of 3")
    try screen.press("]")
    try screen.wait(for: "3 threads: 1 archived, 1 deleted, 1 left")
    #expect(try mail.count("tag:inbox") == 1)
    try screen.press("A")
    try screen.wait(for: "would change")
    try screen.press("Enter")
    try screen.wait(for: "3 threads: 3 left")
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

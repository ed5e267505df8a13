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

  @Test func `L36 what was answered in a round is said at its end, and taken back with the rest`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    let mail = site.mail
    try mail.deliver(
      SampleMessage("l1@example.org", subject: "Lunch?", tags: ["inbox"]),
      SampleMessage("l2@example.org", subject: "Dinner?", tags: ["inbox"])
    )
    let before = try mail.dump()
    let editor = try mail.file("editor", "sed -i '0,/^$/s//\\nMy words./' \"$1\"\n")
    let screen = try TmuxScreen(
      mail,
      ["triage", "id:l1@example.org or id:l2@example.org"],
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(editor)"]
    )
    try screen.wait(for: "1 of 2")
    try screen.press("r")
    try screen.wait(for: "My words.")
    try screen.press("Y")
    try screen.wait(for: "leaves in")
    try screen.wait(for: "2 of 2")
    try screen.press("a")
    try screen.wait(for: "2 threads: 1 answered, 1 archived")
    #expect(try site.states() == ["held"])
    try screen.press("A")
    try screen.wait(for: "would change")
    try screen.press("Enter")
    try screen.wait(for: "2 threads: 2 left")
    try waitUntil("it is a draft again") { try site.states() == ["draft"] }
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

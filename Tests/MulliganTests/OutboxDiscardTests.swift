import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// `outbox discard`, and answers that the shell refuses.
@Suite struct OutboxDiscardTests {
  @Test func `W16: what waits is a draft first, then thrown away; undo brings the draft back`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    let look = try site.mail.mulligan("outbox", "discard", "--dry-run", "1")
    #expect(look.status == 0 && look.output.contains("Zebra"), "\(look)")
    #expect(try site.states() == ["held"])
    let run = try site.mail.mulligan("outbox", "discard", "1")
    #expect(run.status == 0 && run.output.contains("Discarded 1 draft"), "\(run)")
    #expect(try site.mail.mulligan("outbox").output == "")
    let all = try site.mail.mulligan("outbox", "list", "--all").output
    #expect(all.contains("discarded  ann@example.org"), "\(all)")
    #expect(try site.states() == ["discarded"])
    #expect(try site.mail.count("tag:draft and tag:deleted") == 1)
    #expect(try site.mail.mulligan("undo").output.contains("Undid Discard Draft"))
    #expect(try site.mail.count("tag:draft and not tag:deleted") == 1)
    #expect(try site.states() == ["draft"])
    #expect(site.delivered == [])
  }

  @Test func `W22: what was refused is thrown away, and what has perhaps left is not`() throws {
    let site = try SendSite()
    try site.exits(64, "no such user here")
    #expect(try site.send("--wait").status == 1)
    try site.exits(1)
    #expect(try site.send("--wait").status == 3)
    try site.waitForSender()
    #expect(try site.states() == ["draft", "unknown"])
    let both = try site.mail.mulligan("outbox", "discard", "--json", "1", "2")
    #expect(both.status != 0 && both.objects.last?["error"] as? String == "not-in-state", "\(both)")
    #expect(try site.mail.count("tag:draft") == 0, "nothing was done")
    let run = try site.mail.mulligan("outbox", "discard", "--json", "1")
    #expect(run.status == 0, "\(run)")
    #expect(run.objects.last?["verb"] as? String == "discard", "\(run)")
    #expect(try site.mail.count("tag:draft and tag:deleted") == 1)
  }

  @Test func `W17: an answer without a word is not sent unless that is confirmed`() throws {
    let site = try SendSite(hold: 3_000)
    for input in ["", " \n\n"] {
      let run = try site.mail.mulligan("reply", "--send", "id:m3@example.org", input: input)
      #expect(run.status == 4 && run.errors.contains("the answer says nothing"), "\(run)")
      #expect(run.errors.contains("--edit"), "\(run)")
    }
    #expect(try site.states() == [])
    let run = try site.mail.mulligan("reply", "--send", "--yes", "id:m3@example.org", input: "")
    #expect(run.status == 0, "\(run)")
    #expect(try site.states() == ["held"])
  }

  @Test(arguments: ["--draft", "--send"])
  func `W7: a file that is not there is named, and nothing is made`(goal: String) throws {
    let site = try SendSite(hold: 3_000)
    let file = "\(site.mail.folder)/nowhere.pdf"
    let words = ["reply", goal, "--attach", file, "id:m3@example.org"]
    let run = try site.mail.mulligan(words, input: "Yes.\n")
    #expect(run.status == 1 && run.errors.contains(file), "\(run)")
    #expect(try site.states() == [])
    #expect(try site.mail.count("tag:draft") == 0)
  }
}

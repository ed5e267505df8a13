import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// `outbox discard`, and answers that the shell refuses.
@Suite struct OutboxDiscardTests {
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

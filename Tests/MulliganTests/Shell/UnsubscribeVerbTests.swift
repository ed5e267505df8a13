import TestSupport
import Testing
import TriageCore

/// `unsubscribe`: what is said of a message, and that nothing else is done.
@Suite struct UnsubscribeVerbTests {
  @Test func `L28 the ways of one message are listed, and nothing is changed or sent`() throws {
    let mail = try TemporaryMail()
    let header =
      "List-Unsubscribe: <mailto:leave@lists.example.org>,\n <http://example.org/>\n"
    try mail.deliver(
      SampleMessage("a@example.org", headers: header, tags: ["inbox"]),
      SampleMessage("b@example.org", tags: ["inbox"])
    )
    let before = try mail.dump()
    let run = try mail.mulligan("unsubscribe", "id:a@example.org")
    #expect(run.status == 0, "\(run)")
    #expect(
      run.output == """
        Message to lists.example.org: mailto:leave@lists.example.org
        Refused, not encrypted: http://example.org/

        """
    )
    let lines = try mail.mulligan("unsubscribe", "--json", "id:a@example.org").objects
    #expect(lines.map { $0["kind"] as? String } == ["mailto", "refused"])
    #expect(lines.map { $0["host"] as? String } == ["lists.example.org", nil])
    #expect(lines.map { $0["reason"] as? String } == [nil, "insecure"])
    let none = try mail.mulligan("unsubscribe", "id:b@example.org")
    #expect(none.status == 1 && none.output == "", "\(none)")
    #expect(none.errors.contains("No way to unsubscribe is given"), "\(none)")
    let several = try mail.mulligan("unsubscribe", "*")
    #expect(several.status == 64 && several.errors.contains("finds 2 messages"), "\(several)")
    #expect(several.errors.contains("mulligan list --output messages -- '*'"), "\(several)")
    #expect(try mail.mulligan("unsubscribe", "tag:none").status == 1)
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("history", "--json").output == "")
  }
}

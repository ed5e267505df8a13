import Foundation
import TestSupport
import Testing
import TriageCore

/// Leaving a mailing list on the real screen, through writing.
@Suite struct UnsubscribeScreenTests {
  private func site(hold: Int, _ ways: String) throws -> SendSite {
    let site = try SendSite(
      hold: hold,
      settings: "[[account]]\nname = \"work\"\naddress = \"robin@work.example\"\n"
    )
    try site.mail.deliver(
      SampleMessage(
        "news@example.org",
        from: "Garden News <news@example.org>",
        subject: "August in the garden",
        headers: "List-Unsubscribe: \(ways)\n",
        tags: ["inbox"]
      )
    )
    return site
  }

  @Test func `L29 the message that leaves a list is what its link says, held and taken back by u`()
    throws
  {
    let link = "<mailto:leave@lists.example.org?subject=leave%20garden&body=please%0Ago>"
    let site = try site(hold: 3_000, link)
    let before = try site.mail.dump()
    let screen = try TmuxScreen(
      site.mail,
      ["read", "id:news@example.org"],
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "false"]
    )
    try screen.wait(for: "August in the garden")
    try screen.press("w", "u")
    try screen.wait(for: "Message to lists.example.org")
    #expect(try site.states() == [])
    try screen.press("Enter")
    try screen.wait(for: "leave garden")
    #expect(try site.states() != ["held"])
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(try site.states() == ["held"])
    let message = try site.mail.mulligan("outbox", "show", "1")
    #expect(message.output.contains("To: leave@lists.example.org"), "\(message)")
    // It is left by the address that the list writes to, not by the first of one's own.
    #expect(message.output.contains("From: Robin Tester <robin@example.org>"), "\(message)")
    #expect(message.output.contains("please\ngo"), "\(message)")
    try screen.press("u")
    try waitUntil("it is a draft again") { try site.states() == ["draft"] }
    #expect(try site.mail.dump() == before)
    #expect(site.delivered == [])
  }

  @Test func `L30 the opener gets the page as one argument, when the question is answered`() throws
  {
    let page = "https://garden.example.org/u?a=-d%20@f&b=$(x)"
    let site = try site(hold: 0, "<\(page)>")
    let opener = try site.mail.file("opener", "printf '%s|' \"$@\" > \(site.mail.folder)/opened\n")
    let config = "\(site.mail.folder)/home/.config/mulligan/config.toml"
    let old = try String(contentsOfFile: config, encoding: .utf8)
    let reading = "[reading]\nopener = [\"sh\", \"\(opener)\"]\n"
    try (reading + old).write(toFile: config, atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(
      site.mail,
      ["read", "id:news@example.org"],
      columns: 100,
      rows: 30
    )
    try screen.wait(for: "August in the garden")
    try screen.press("w", "u")
    try screen.wait(for: "Page of garden.example.org")
    try screen.press("Enter")
    try screen.wait(for: "Open a page of garden.example.org?")
    #expect(!FileManager.default.fileExists(atPath: "\(site.mail.folder)/opened"))
    try screen.press("y")
    try waitUntil("it is opened") {
      try FileManager.default.fileExists(atPath: "\(site.mail.folder)/opened")
        && String(contentsOfFile: "\(site.mail.folder)/opened", encoding: .utf8) == "\(page)|"
    }
    #expect(try site.states() == [])
  }
}

import Foundation
import TestSupport
import Testing

@testable import mulligan

/// What is being written and sent, looked at and decided about on the screen.
@Suite struct OutboxScreenTests {
  private func open(
    _ site: SendSite,
    editor: String = "printf '\\nMore words.\\n' >> \"$1\"\n"
  ) throws -> TmuxScreen {
    let script = try site.mail.file("editor-\(UUID().uuidString)", editor)
    let screen = try TmuxScreen(
      site.mail,
      ["read", "tag:inbox"],
      columns: 100,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"]
    )
    try screen.wait(for: "Enter Open")
    return screen
  }

  private func openOutbox(_ site: SendSite) throws -> TmuxScreen {
    let screen = try open(site)
    try screen.press("g")
    try screen.press("o")
    return screen
  }

  @Test func `W16: the outbox lists what waits, and lets it leave at once`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    let screen = try openOutbox(site)
    try screen.wait("the message is listed") { rows in
      rows.contains { $0.contains("leaves at") && $0.contains("ann@example.org  Zebra") }
    }
    try screen.press("n")
    try waitUntil("it has left") { site.delivered.count == 1 }
    try screen.wait(for: "Nothing is being written or sent")
  }

  @Test func `W17: what leaves is taken back in the outbox, the newest by undo`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send("--subject", "First").status == 0)
    #expect(try site.send("--subject", "Second").status == 0)
    let screen = try openOutbox(site)
    try screen.wait(for: "First")
    try screen.press("g")
    try screen.press("g")
    // The one that leaves first is the older: undo would take the other.
    try screen.wait("the older one is on top") { $0.dropFirst().first?.contains("First") == true }
    try screen.press("u")
    try screen.wait(for: "Taken back")
    try waitUntil("it is a draft") { try site.states() == ["draft", "held"] }
    try screen.wait("the other one is on top") { $0.dropFirst().first?.contains("Second") == true }
    let undone = try site.mail.mulligan("undo", "--yes")
    #expect(undone.output.contains("Undid Cancel Sending"), "\(undone)")
    try waitUntil("both wait") { try site.states() == ["held", "held"] }
    try screen.wait(for: "Undo Send")
    try screen.wait("both are seen to wait") { $0.count { $0.contains("leaves at") } == 2 }
    try screen.press("g")
    try screen.press("g")
    try screen.wait("one is on top") { $0.dropFirst().first?.contains("leaves at") == true }
    let cursor = try #require(try screen.lines().dropFirst().first).contains("Second") ? [] : ["j"]
    for key in cursor { try screen.press(key) }
    try screen.press("u")
    try screen.wait(for: "Undid Send")
    // Its page is opened, as by any undo of a sending.
    try screen.wait(for: "Subject   Second")
    try waitUntil("it is a draft") { try site.states() == ["held", "draft"] }
    #expect(site.delivered == [])
  }

  @Test func `W17: a message that is held is taken back before it is edited`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    let screen = try openOutbox(site)
    try screen.wait(for: "Zebra")
    try screen.press("e")
    try screen.wait(for: "More words.")
    #expect(try site.states() == ["draft"])
    try screen.press("y")
    try screen.wait("it waits again, with more words") { rows in
      rows.contains { $0.contains("leaves at") && $0.contains("Zebra") }
    }
    try screen.press("n")
    try waitUntil("it has left") { site.delivered.first?.contains("More words.") == true }
    #expect(site.delivered.count == 1)
  }

  @Test func `W19: what has perhaps left leaves again, or counts as sent, if a person says so`()
    throws
  {
    let site = try SendSite()
    try site.exits(1)
    #expect(try site.send("--wait", "--subject", "First").status == 3)
    #expect(try site.send("--wait", "--subject", "Second").status == 3)
    try site.exits(0)
    try site.waitForSender()
    let count = site.delivered.count
    let screen = try openOutbox(site)
    try screen.wait("both are listed") { $0.count { $0.contains("perhaps sent") } == 2 }
    try screen.press("r")
    try screen.wait(for: "perhaps left already")
    try screen.press("Escape")
    try screen.wait("it is not asked any more") { rows in
      !rows.contains { $0.contains("perhaps left already") }
    }
    #expect(try site.states() == ["unknown", "unknown"])
    try screen.press("r")
    try screen.wait(for: "perhaps left already")
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == count + 1 }
    try screen.wait("one is left") { rows in
      rows.count { $0.contains("ann@example.org") } == 1 && rows[1].contains("perhaps sent")
    }
    try screen.press("s")
    try screen.wait(for: "for good?")
    try screen.press("y")
    try screen.wait(for: "Nothing is being written or sent")
    try site.waitForSender()
    #expect(site.delivered.count == count + 1)
    #expect(try site.states() == ["sent", "sent"])
    #expect(try site.mail.count("tag:sent") == 2)
  }

  @Test func `W22: why a message was not sent is said, and it can be written anew`() throws {
    let site = try SendSite()
    try site.exits(64, "no such user here")
    #expect(try site.send("--wait").status == 1)
    let screen = try openOutbox(site)
    try screen.wait(for: "not sent")
    try screen.wait(for: "no such user here")
    try screen.press("r")
    try screen.wait(for: "There is no doubt whether this message was sent")
    try screen.press("Enter")
    try screen.wait(for: "More words.")
  }

  @Test func `W4: a draft that is thrown away is found among the mail, and an undo brings it back`()
    throws
  {
    let site = try SendSite()
    let screen = try open(site)
    try screen.press("r")
    try screen.wait(for: "More words.")
    try screen.press("x")
    try screen.wait(for: "Undo Discard Draft")
    try screen.wait(for: "Enter Open")
    try waitUntil("it is among the mail") { try site.mail.count("tag:draft and tag:deleted") == 1 }
    try screen.press("g")
    try screen.press("o")
    try screen.wait(for: "Nothing is being written or sent")
    try screen.press("u")
    try screen.wait(for: "Undid Discard Draft")
    try screen.wait(for: "Re:")
    #expect(try site.mail.count("tag:draft and tag:deleted") == 0)
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("g")
    try screen.press("d")
    try screen.wait(for: "Drafts 1")
  }

  @Test func `W16: what waits is thrown away in the outbox, and undo brings back a draft`() throws {
    let site = try SendSite(hold: 3_000)
    #expect(try site.send().status == 0)
    let screen = try openOutbox(site)
    try screen.wait(for: "leaves at")
    try screen.press("d")
    try screen.wait(for: "Nothing is being written or sent")
    try screen.wait(for: "Undo Discard Draft")
    #expect(try site.states() == ["discarded"])
    #expect(try site.mail.count("tag:draft and tag:deleted") == 1)
    try screen.press("u")
    try screen.wait(for: "Undid Discard Draft")
    try screen.wait(for: "draft  ann@example.org  Zebra")
    #expect(site.delivered == [])
  }

  @Test func `W4: nothing is left of a message in which nothing was written`() throws {
    let site = try SendSite()
    let screen = try open(site, editor: "true\n")
    try screen.press("m")
    try screen.wait(for: "There is no subject")
    try screen.press("x")
    try screen.wait(for: "Discarded the draft")
    #expect(try site.states() == [])
    #expect(try site.mail.count("tag:draft") == 0)
  }
}

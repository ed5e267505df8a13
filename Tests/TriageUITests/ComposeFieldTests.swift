import Screen
import Testing
import TriageCore

@testable import TriageUI

/// The fields of a message on its page: whom they complete, and what they refuse.
@Suite struct ComposeFieldTests {
  @Test func `W14: Tab puts names with addresses, goes through several, and begins the next one`()
    throws
  {
    let box = Mailbox.sample
    box.drafts.people = [
      NamedAddress("grace@example.org"), NamedAddress(name: "Ward, Graham", "ward@example.org"),
    ]
    box.add("Hello", from: ["Grace Okafor <grace@example.org>"])
    let id = box.drafts.add("From: robin@example.org\nTo:\nSubject: x\n\nHello.\n")
    var play = try Screenplay(box)
    play.take(.compose(id))
    let field = { (play: Screenplay) in play.state.prompt?.field.text }
    play.press("t")
    play.type("gra")
    play.press("Tab")
    let list = "Grace Okafor <grace@example.org>, \"Ward, Graham\" <ward@example.org>"
    #expect(play.status.hasPrefix(list.prefix(50)), "\(play.status)")
    play.press("Tab")
    #expect(field(play) == "Grace Okafor <grace@example.org>")
    play.press("Tab")
    #expect(field(play) == "\"Ward, Graham\" <ward@example.org>")
    // Behind an address that is whole the next one begins.
    play.press("Ctrl-U")
    play.type("gracE")
    play.press("Tab Tab")
    #expect(field(play) == "Grace Okafor <grace@example.org>, ")
    #expect(play.status.hasPrefix("\"Ward, Graham\" <ward@example.org>"), "\(play.status)")
    play.type("ward")
    play.press("Tab")
    #expect(field(play) == list)
    play.press("Tab Enter")
    #expect(play.state.prompt == nil)
    let text = box.drafts.drafts[id]?.text ?? ""
    #expect(text.contains("\nTo: \(list)\n"), "\(text)")
  }

  @Test func `W12: From completes only addresses of one's own`() throws {
    let box = Mailbox.sample
    box.drafts.people = [NamedAddress("rita@example.org")]
    let id = box.drafts.add("From: Robin <robin@example.org>\nTo:\nSubject: x\n\nHello.\n")
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("f Ctrl-U")
    play.type("r")
    play.press("Tab")
    #expect(play.state.prompt?.field.text == "Robin <robin@example.org>", "\(play.rows)")
  }
}

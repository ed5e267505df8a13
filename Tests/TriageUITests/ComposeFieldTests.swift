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

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func `W7: a field says what is no address, that it is as it was, and what to write`(
    size: ScreenSize
  ) throws {
    let box = Mailbox.sample
    let id = box.drafts.add("From: robin@example.org\nTo:\nSubject: x\n\nHello.\n")
    var play = try Screenplay(box, size: size)
    play.take(.compose(id))
    play.press("t")
    play.type("grace")
    play.press("Enter")
    let said = play.rows.joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
    #expect(said.contains("To: “grace” is not an address"), "\(play.rows.joined())")
    #expect(said.contains("nothing was changed"), "\(play.rows.joined())")
    #expect(!said.contains("sent"), "\(play.rows.joined())")
    #expect(play.state.prompt?.field.text == "grace")
    play.press("Esc f Ctrl-U")
    play.type("a@example.org, b@example.org")
    play.press("Enter")
    #expect(play.rows.joined().contains("A message has one sender"), "\(play.rows.joined())")
  }
}

import Foundation
import Testing
import TriageCore

@testable import MailText

/// The bad-input list's texts and headers: what is in them comes out as it is, for the screen to make
/// safe, and nothing of it acts before.
@Suite struct BadTextTests {
  private func content(_ name: String) -> MessageContent {
    Mail.content(Fixtures.file("hostile/\(name).eml"))
  }

  private func body(_ name: String) -> String {
    content(name).lines.map(\.text).joined(separator: "\n")
  }

  @Test(arguments: [
    ("text-03-clipboard", "Look: \u{1b}]52;c;cm0gLXJmIH4K\u{7} nothing."),
    ("text-06-c1-utf8", "\u{9b}31mred \u{9d}0;title\u{9c}"),
    ("text-09-carriage-return", "a\rb\nxxxxx\u{8}\u{8}\u{8}\u{8}\u{8}y"),
    ("text-11-zero", "one\0two\nthree"),
    ("text-18-separators", "a\tb\u{85}c\u{2028}d\u{2029}e\u{c}f\u{b}g"),
    ("text-06-c1-latin1", "\u{9b}31mred \u{9d}0;title\u{9c} café"),
    ("mime-47-qp", "café au lait =ZZ =3 "),
  ])
  func `a text with controls arrives whole`(name: String, text: String) {
    #expect(body(name) == text)
  }

  @Test func `an encoded line end makes no header`() {
    let content = content("text-10-folded-header")
    #expect(content.header("bcc") == nil)
    #expect(content.header("subject")?.value.contains("Bcc: victim@example.org") == true)
  }

  @Test func `a zero byte in a header hides nothing behind it`() {
    let content = content("text-11-zero")
    #expect(content.header("subject")?.value == "before\u{1a}after")
    #expect(content.header("x-zero")?.value == "a\u{1a}b")
  }

  @Test func `bad sequences become marks in a text that is UTF-8 otherwise`() {
    let text = body("text-19-bad-utf8")
    #expect(text.hasPrefix("ok éééééé\n\u{fffd}"))
    #expect(text.hasSuffix("\nend \u{fffd}"))
  }

  @Test func `the true address is shown beside any name`() {
    #expect(content("text-15-name-is-address").header("from")?.value.contains("<mallory@") == true)
    #expect(
      content("text-14-homograph").header("from")?.value
        == "Bank <service@\u{430}pple.example.org> (xn--pple-43d.example.org)"
    )
    #expect(
      content("text-13-zero-width-address").header("from")?.value.contains("ser\u{200b}vice")
        == true
    )
  }

  @Test func `an answer that would go elsewhere is in the short headers`() throws {
    let reply = try #require(content("text-15-name-is-address").header("reply-to"))
    #expect(reply.isShort && reply.value == "\"robin@example.org\" <drop@example.net>")
    let same = try MailFile("From: A <a@example.org>\nReply-To: A <a@example.org>\n\nx\n")
    #expect(same.content().header("reply-to")?.isShort == false)
  }

  @Test func `of doubled fields the first is short and all are there`() {
    let fields = content("head-30-doubled").headers
    #expect(fields.filter(\.isShort).map(\.value).contains("first"))
    #expect(fields.filter { $0.name == "Subject" }.map(\.value) == ["first", "second"])
    #expect(fields.filter { $0.name == "Subject" }.map(\.isShort) == [true, false])
  }

  @Test func `groups, routes, quotes and comments are read`() throws {
    let content = content("head-35-groups")
    let addresses = try #require(content.header("to")).addresses
    #expect(addresses.count == 5)
    #expect(addresses[0].hasPrefix("Friends: ann@example.org"))
    #expect(content.header("cc")?.addresses == ["dora@example.org"])
  }

  @Test func `a subject inside the signature that differs is told`() {
    #expect(content("head-38-protected").notices.contains(.subjectDiffers("Pay the invoice")))
  }

  @Test func `nothing is believed of what a header says about itself`() {
    let content = content("head-39-forged")
    #expect(content.notices == [])
    #expect(content.headers.filter(\.isShort).map(\.name) == ["From", "To", "Subject", "Date"])
  }

  @Test func `what is no mail is shown as it is`() {
    #expect(content("head-29-no-header").notices == [.notMail])
    #expect(body("head-29-no-header") == "Just a text\nwithout any header")
    #expect(content("head-29-empty").notices == [.notMail])
    #expect(body("head-29-utf16").hasPrefix("From: Mallory <mallory@example.org>"))
  }

  @Test func `mail in odd containers is read`() {
    #expect(body("head-29-gzip") == "Unpacked text")
    #expect(body("head-29-mbox") == "body\nFrom here on it is still the body")
    #expect(body("head-29-crlf") == "one\ntwo")
    #expect(body("head-29-blank-first").contains("A text after two empty lines"))
  }
}

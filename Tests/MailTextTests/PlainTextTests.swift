import Testing
import TriageCore

@testable import MailText

@Suite struct PlainTextTests {
  @Test func `quote marks are counted however they are spaced`() throws {
    let lines = try Mail.lines("> a\n>> b\n> > c\n>>> >d\n>no blank\n> \n >not one\n")
    #expect(
      lines == [
        ContentLine(.quote(level: 1), "a"),
        ContentLine(.quote(level: 2), "b"),
        ContentLine(.quote(level: 2), "c"),
        ContentLine(.quote(level: 4), "d"),
        ContentLine(.quote(level: 1), "no blank"),
        ContentLine(.quote(level: 1), ""),
        ContentLine(.text, " >not one"),
      ]
    )
  }

  @Test func `ten thousand quote marks are shown as ninety-nine`() throws {
    let lines = try Mail.lines(String(repeating: ">", count: 10_000) + " x\n")
    #expect(lines == [ContentLine(.quote(level: 99), "x")])
  }

  @Test func `a signature begins at its mark and not elsewhere`() throws {
    let lines = try Mail.lines("--\n-- x\ntext\n-- \nAnn\n> quoted\nafter\n")
    #expect(
      lines.map(\.kind) == [
        .text, .text, .text, .signature, .signature, .quote(level: 1), .signature,
      ]
    )
  }

  @Test func `the footer of a mailing list is no text`() throws {
    let footer = """
      _______________________________________________
      garden mailing list
      https://lists.example.org/listinfo/garden
      """
    let lines = try Mail.lines("Hello\n\n" + footer)
    #expect(lines.map(\.kind) == [.text, .text, .signature, .signature, .signature])
    let drawing = try Mail.lines("Hello\n____________________________\na table\n")
    #expect(drawing.allSatisfy { $0.kind == .text })
  }

  @Test func `flowed lines are joined, with and without DelSp`() throws {
    let text = "One \ntwo \nthree.\n\n> a \n> b\n>> c \n> d\n stuffed\n >mark\n-- \nAnn \nB\n"
    let flowed = try Mail.lines(text, type: "text/plain; format=flowed")
    #expect(
      flowed.map(\.text) == [
        "One two three.", "", "a b", "c ", "d", "stuffed", " >mark", "-- ", "Ann B",
      ]
    )
    let deleted = try Mail.lines("Don \nau.\n", type: "text/plain; format=flowed; delsp=yes")
    #expect(deleted.map(\.text) == ["Donau."])
  }

  @Test func `a patch is told from the text around it by the counts of its hunks`() {
    let lines = Mail.content(Fixtures.file("structure/patch.eml")).lines
    let kinds = lines.map { "\($0.kind)" }
    #expect(kinds.count { $0 == "patchHeader" } == 4)
    #expect(lines.filter { $0.kind == .patchHunk }.map(\.text) == ["@@ -1,5 +1,5 @@ int lid"])
    #expect(
      lines.filter { $0.kind == .patchRemoved }.map(\.text) == [
        "-int open = 1;", "--- not a header but a removed line",
      ]
    )
    #expect(
      lines.filter { $0.kind == .patchAdded }.map(\.text) == ["+int open = 0;", "+++ nor this"]
    )
    #expect(lines.last?.kind == .signature)
    #expect(lines.contains(ContentLine(.preformatted, " lid.c | 4 ++--")))
  }

  @Test func `git's version below a patch is its signature, even where a hunk lacks lines`() throws
  {
    let head = "diff --git a/f b/f\n--- a/f\n+++ b/f\n"
    for hunk in ["@@ -1,9 +1,9 @@\n one\n-two\n", "@@@ -1,2 -1,2 +1,2 @@@\n--two\n"] {
      let lines = try Mail.lines(head + hunk + "-- \n2.47.0\n\nBye\n")
      #expect(lines.filter { $0.kind == .signature }.map(\.text).contains("2.47.0"), "\(lines)")
    }
    let removed = try Mail.lines(head + "@@ -1,2 +1,1 @@\n-- \n 2.47.0\n")
    #expect(removed.filter { $0.kind == .patchRemoved }.map(\.text) == ["-- "])
  }

  @Test func `text with dashes and at-signs is no patch`() throws {
    let lines = try Mail.lines("--- a heading\ntext\n@@ -1 +1 @@\n+ plus\n- minus\n")
    #expect(lines.allSatisfy { $0.kind == .text })
  }

  @Test func `inline OpenPGP is named and never looks checked`() {
    let content = Mail.content(Fixtures.file("structure/inline-pgp.eml"))
    #expect(content.notices == [.signatureNotChecked])
    #expect(content.lines.contains(ContentLine(.text, "Signed inline.")))
    let encrypted = Mail.content(Fixtures.file("hostile/mime-56-efail.eml"))
    #expect(encrypted.notices.contains(.encrypted))
  }

  @Test(arguments: [
    ("see http://example.org/a.", "http://example.org/a"),
    ("(https://example.org/a_(b))", "https://example.org/a_(b)"),
    ("<mailto:a@example.org>", "mailto:a@example.org"),
    ("「https://example.org/あ」です", "https://example.org/あ"),
    ("HTTP://EXAMPLE.ORG/x, and", "HTTP://EXAMPLE.ORG/x"),
  ])
  func `addresses in a text become links`(text: String, target: String) {
    #expect(LinkFinder.links(in: text).map(\.address) == [target])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "xhttp://example.org", "http:/x",
    "data:text/html,x",
    "https://", "ftp://example.org",
  ])
  func `other schemes are no links`(text: String) {
    #expect(LinkFinder.links(in: text).isEmpty)
  }
}

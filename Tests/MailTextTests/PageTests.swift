import Foundation
import Testing
import TriageCore

@testable import MailText

/// HTML becomes text.
@Suite struct PageTests {
  @Test func `headings, paragraphs, lists, quotes, rules and code keep their shape`() throws {
    let lines = try Mail.lines(
      """
      <h1>Title</h1><p>One\n two&nbsp;three<br>four</p>
      <ul><li>a<ul><li>b</li></ul></li><li>c<br>d</li></ul><ol start=3><li>x</li></ol>
      <blockquote><p>q</p><blockquote>qq</blockquote></blockquote><hr>
      <pre>  code
        more</pre><dl><dt>t<dd>d</dl>
      """,
      type: "text/html"
    )
    #expect(
      lines == [
        ContentLine(.heading, "Title"), ContentLine(.text, ""),
        ContentLine(.text, "One two three"), ContentLine(.text, "four"), ContentLine(.text, ""),
        ContentLine(.text, "a", lead: "• "), ContentLine(.text, "b", lead: "  • "),
        ContentLine(.text, "c", lead: "• "), ContentLine(.text, "d", lead: "  "),
        ContentLine(.text, ""), ContentLine(.text, "x", lead: "3. "), ContentLine(.text, ""),
        ContentLine(.quote(level: 1), "q"), ContentLine(.quote(level: 2), ""),
        ContentLine(.quote(level: 2), "qq"), ContentLine(.text, ""), ContentLine(.rule, ""),
        ContentLine(.text, ""), ContentLine(.preformatted, "  code"),
        ContentLine(.preformatted, "  more"), ContentLine(.text, ""), ContentLine(.text, "t"),
        ContentLine(.text, "d", lead: "    "),
      ]
    )
  }

  @Test func `links are numbered, the same target once, and listed below`() throws {
    let content = try MailFile(
      "Content-Type: text/html\n\n<a href='https://a.example.org/x'>one</a> "
        + "<a href=https://b.example.org>two</a> <a href='https://a.example.org/x'>again</a> "
        + "<a href='https://c.example.org'>https://c.example.org/</a>\n"
    ).content()
    #expect(content.lines.first?.text == "one[1] two[2] again[1] https://c.example.org/")
    #expect(content.lines.suffix(3).map(\.kind) == [.footnote(1), .footnote(2), .footnote(3)])
    #expect(content.links.map(\.text) == ["one", "two", "https://c.example.org/"])
    #expect(content.links.map(\.host) == ["a.example.org", "b.example.org", "c.example.org"])
  }

  @Test func `E17: a link that says another host than it leads to is marked`() {
    let content = Mail.content(Fixtures.file("hostile/html-60-unlike.eml"))
    #expect(
      content.lines.prefix(7).map(\.text) == [
        "https://bank.example.org/[1 evil.example.net]", "bank[2]",
        "www.bank.example.org[3 evil.example.net]", "books[4]", "minus", "space[5]",
        "bank.example.org[6]",
      ]
    )
    #expect(content.links.map(\.isMisleading) == [true, false, true, false, false, false])
    #expect(content.links[1].host == "evil.example.net")
    #expect(content.links[3].host == "xn--bcher-kva.example.org")
    #expect(content.links[4].target == "https://sp%20ace.example.org/a%20b")
  }

  @Test func `only http, https and mailto are links`() {
    let content = Mail.content(Fixtures.file("hostile/html-59-schemes.eml"))
    #expect(content.links.map(\.target) == ["https://ok.example.org/", "mailto:a@example.org"])
    #expect(content.lines.first?.text == "file cid js js2 data vb ftp ssh ok[1] mail[2]")
  }

  @Test func `what a page hides is set apart`() {
    let lines = Mail.content(Fixtures.file("hostile/html-62-hidden.eml")).lines
    let hidden = lines.filter { $0.kind == .hidden }.map(\.text)
    let names = ["one", "two", "three", "four", "five", "six", "seven"]
    #expect(hidden == names.map { "secret \($0)" })
    #expect(
      lines.filter { $0.kind != .hidden && !$0.text.isEmpty }.map(\.text) == [
        "seen", "shown", "plain",
      ]
    )
  }

  @Test func `a comment in a style sheet hides nothing, and no rule behind it is lost`() throws {
    let sheet = "<style>/* .seen { display: none } */ .gone/* here */ { display: none }</style>"
    let page = try Mail.page("\(sheet)<p class=seen>seen<p class=gone>gone")
    #expect(page.filter { !$0.isEmpty } == ["seen"])
  }

  @Test func `small tables fit, wider ones are squeezed, the widest become records`() throws {
    let table = """
      <table border=1><tr><th>Name<th>What it is<th>Sum</tr>
      <tr><td>Kettle<td>A vessel for boiling water in<td align=right>12.50</tr>
      <tr><td>Lid<td>Its cover<td>3.00</tr></table>
      """
    #expect(
      try Mail.page(table) == [
        "Name    What it is                       Sum",
        "------  -----------------------------  -----",
        "Kettle  A vessel for boiling water in  12.50",
        "Lid     Its cover                       3.00",
      ]
    )
    #expect(
      try Mail.page(table, columns: 36) == [
        "Name    What it is               Sum", "------  ---------------------  -----",
        "Kettle  A vessel for boiling   12.50", "        water in",
        "Lid     Its cover               3.00",
      ]
    )
    #expect(
      try Mail.page(table, columns: 20) == [
        "Name: Kettle", "  What it is: A vessel for boiling water in", "  Sum: 12.50", "",
        "Name: Lid", "  What it is: Its cover", "  Sum: 3.00",
      ]
    )
  }

  @Test func `a heading of two lines names a column in one`() throws {
    let page = try Mail.page(
      "<table border=1><tr><th>What<br>it is<th>Sum</tr><tr><td>Kettles-and-lids<td>12.50</table>",
      columns: 20
    )
    #expect(page == ["What it is: Kettles-and-lids", "  Sum: 12.50"])
  }

  @Test func `wide characters count twice in tables`() throws {
    let page = try Mail.page("<table border=1><tr><td>漢字<td>a<tr><td>abcd<td>b</table>")
    #expect(page == ["漢字  a", "abcd  b"])
  }

  @Test func `cells that span rows and columns keep the others in place`() throws {
    let page = try Mail.page(
      "<table border=1><tr><td rowspan=2>a<td>b<td>c<tr><td>d<td>e<tr><td colspan=2>f<td>g</table>"
    )
    #expect(page == ["a  b  c", "   d  e", "f     g"])
  }

  @Test func `tables of a layout are read cell by cell`() throws {
    let long = String(repeating: "word ", count: 30)
    let page = try Mail.page(
      "<table><tr><td><table><tr><td><h1>Head</h1></table><tr><td>\(long)<td>\(long)</table>"
    )
    let paragraph = long.trimmingCharacters(in: .whitespaces)
    #expect(page == ["Head", "", paragraph, "", paragraph])
  }

  @Test func `pictures are their descriptions, and beacons are nothing`() throws {
    let page = try Mail.page(
      "<img alt='A  cat'><img width=1 height=1 alt=x><img src=y><img height=2 alt=z>"
        + "<a href=https://a.example.org><img></a> <a href=https://b.example.org><img alt=Home></a>"
    )
    #expect(page == ["[A cat]a.example.org[1] Home[2]", ""])
  }

  @Test func `pictures that came with the page are named where they stand`() throws {
    let mail = try MailFile(
      """
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html

      <p>before<img src="cid:a@x"><p>after <img src="CID:a@x" alt="our cat"><img src="cid:none">
      --b
      Content-Type: image/png; name="cat.png"
      Content-ID: <a@x>

      x
      --b--
      """
    )
    #expect(
      mail.content().lines == [
        ContentLine(.text, "before"), ContentLine(.label(.image, part: 3), "cat.png"),
        ContentLine(.text, ""), ContentLine(.text, "after"),
        ContentLine(.label(.image, part: 3), "our cat"),
      ]
    )
  }

  @Test func `line ends count where a style says so`() throws {
    let page = try Mail.page("<div style='white-space: pre-wrap'>a\n  b\n\nc</div><p>d\ne")
    #expect(page == ["a", "  b", "", "c", "", "d e"])
  }

  @Test func `what is struck out is marked, and quotations are quoted`() throws {
    let page = try Mail.page("<p><s>£60</s> <b>£30</b> <del>a b </del>c <q>d</q>")
    #expect(page == ["~~£60~~ £30 ~~a b~~ c “d”"])
  }

  @Test func `remote things and inline data are only left out`() {
    let remote = Mail.content(Fixtures.file("hostile/html-58-remote.eml"))
    #expect(remote.lines.map(\.text) == ["[picture]", "", "Only text."])
    #expect(remote.links.isEmpty)
    let external = Mail.content(Fixtures.file("hostile/html-58-entities.eml"))
    #expect(!external.lines.contains { $0.text.contains("root:") })
  }

  @Test func `controls written as entities stay for the screen to show`() {
    let lines = Mail.content(Fixtures.file("hostile/html-61-controls.eml")).lines
    #expect(lines.contains { $0.text.contains("\u{9d}31m \u{202e}abc") })
    #expect(lines.contains { $0.text == "deep" })
  }

  @Test func `broken markup gives its text`() throws {
    let text = Mail.content(Fixtures.file("hostile/html-63-broken.eml")).lines.map(\.text)
      .joined(separator: " ")
    for word in ["one", "two", "three", "four", "five", "six", "seven[1]", "eight[2]"] {
      #expect(text.contains(word))
    }
    #expect(!text.contains("eleven"))
  }

  @Test func `zero bytes and bad bytes do not end a page`() throws {
    let mail = try MailFile(
      bytes: Array("Content-Type: text/html; charset=utf-8\n\n<p>a".utf8) + [0, 0xff]
        + Array("b</p>é<p>c".utf8)
    )
    #expect(mail.content().lines.map(\.text) == ["a\u{fffd}\u{fffd}b", "", "é", "", "c"])
  }

  @Test func `a page without a charset is read in the one it names itself`() throws {
    let head = "Content-Type: text/html\n\n<meta charset=\"koi8-r\"><p>"
    let mail = try MailFile(bytes: Array(head.utf8) + [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])
    #expect(mail.content().lines.map(\.text) == ["Привет"])
  }
}

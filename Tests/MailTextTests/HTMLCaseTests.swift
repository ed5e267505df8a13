import Testing
import TriageCore

@testable import MailText

/// Pages of the world's mail that hide, refer and nest in ways of their own.
@Suite struct HTMLCaseTests {
  private static func content(_ name: String) -> MessageContent {
    Mail.content(Fixtures.files("cases/reading").first { $0.hasSuffix("/\(name).eml") } ?? name)
  }

  /// What a page shows in one line, and what it hides.
  private static func seen(_ lines: [ContentLine]) -> (shown: String, hidden: String) {
    func text(_ isHidden: Bool) -> String {
      lines.filter { ($0.kind == .hidden) == isHidden && !$0.text.isEmpty }.map(\.text)
        .joined(separator: " ")
    }
    return (text(false), text(true))
  }

  private static func isShown(_ page: String) throws -> Bool {
    let seen = try seen(Mail.lines(page, type: "text/html; charset=utf-8"))
    #expect((seen.shown + seen.hidden).contains("text"), "\(page)")
    return seen.shown.contains("text")
  }

  private func expect(shown: [String], hidden: [String]) throws {
    for page in shown { #expect(try Self.isShown(page), "shown: \(page)") }
    for page in hidden { #expect(try !Self.isShown(page), "hidden: \(page)") }
  }
}

// MARK: - Hidden or not

extension HTMLCaseTests {
  @Test func `what only Word hides is read`() throws {
    let button = Self.content("R3-mso-hide-button")
    #expect(button.lines.contains { $0.text == "Track the parcel[1]" })
    #expect(button.links.map(\.target) == ["https://shop.example.com/track?parcel=7"])
    #expect(button.lines.allSatisfy { $0.kind != .hidden })
    let table = Self.seen(Self.content("R3-mso-hide-table").lines)
    #expect(table.shown.contains("4711 will be at the door"))
    #expect(table.hidden == "")
    try expect(
      shown: [
        "<p style='MSO-HIDE: ALL !important'>text",
        "<style>.a{mso-hide:all}</style><p class=a>text",
        "<span style=mso-hide:all;color:red>text</span>",
      ],
      hidden: [
        "<p style='mso-hide:all;display:none'>text", "<p style='display:none;mso-hide:all'>text",
        "<style>.a{display:none;mso-hide:all}</style><p class=a>text",
      ]
    )
  }

  @Test(arguments: ["then-font-shorthand", "then-class", "then-keyword"])
  func `a size inside size 0 is read, however it is written`(name: String) {
    let content = Self.content("R4-size-0-\(name)")
    let seen = Self.seen(content.lines)
    #expect(seen.hidden == "")
    #expect(seen.shown.contains("Dear Kim,"))
    #expect(seen.shown.contains("Please write if you can come."))
    let links = name == "then-keyword" ? [] : ["https://shop.example.com/hall"]
    #expect(content.links.map(\.target) == links)
  }

  @Test func `a link of size 0 is one if its words are seen`() throws {
    let content = try MailFile(
      "Content-Type: text/html\n\n<td style=font-size:0><a href=https://a.example.org/>b"
        + "<b style='font:small x'>seen</b></a><a href=https://b.example.org/>c</a><table><tr><td>d"
    ).content()
    #expect(content.links.map(\.target) == ["https://a.example.org/"])
    #expect(content.lines.contains { $0.text == "seen[1]" })
  }

  @Test func `sizes are what they compute to`() throws {
    let pica = Self.seen(Self.content("R4-unit-pica").lines)
    #expect(pica.hidden == "")
    #expect(pica.shown.hasSuffix("Please write if you can come."))
    let shown = [
      "font:bold 15px Arial", "font:italic small-caps 700 1.2rem/1.5 'A B',serif", "font:caption",
      "font-size:calc(10px + 1vw)", "font-size:clamp(12px,2vw,20px)", "font-size:max(0px,14px)",
      "font-size:xx-small", "font-size:initial", "font-size:1pc", "font-size:.4cm",
      "font-size:4mm", "font-size:.2in", "font-size:16q", "font-size:1vw", "font-size:2vmin",
      "font-size:1rem", "font-size:var(--copy)", "font-size:14", "font:15px/ 20px Arial",
      "FONT-SIZE : Medium !IMPORTANT", "font-size:0;font-size:12pt", "font:15px/21px a;font-size:x",
      "font-size:12px;font-size:-1px", "font-size:/* small */12px",
    ]
    let hidden = [
      "font-size:inherit", "font-size:1em", "font-size:200%", "font-size:larger",
      "font-size:2ex", "font-size:3ch", "font-size:unset", "font:bold 0/0 a",
      "font-size:12px;font:0/0 a",
      "font-size:calc(1px - 1px)", "font-size:min(0px,14px)", "font-size:nonsense", "font:15px",
      "font-size:1px", "font-size:0.5pt", "font-weight:bold", "font:700 Arial", "color:red",
    ]
    func inside(_ style: String) -> String {
      "<div style='font-size:0'><p style=\"\(style)\">text</p></div>"
    }
    try expect(shown: shown.map(inside), hidden: hidden.map(inside))
    try expect(
      shown: [
        "<p style=font-size:1em>text", "<p style=font-size:9ex>text", "<p style=font-size:2ch>text",
        "<p style=font-size:80%>text", "<p style=font-size:smaller>text",
        "<div style=font-size:0><font size=1>text</font></div>",
        "<div style=font-size:0><font size=' 3px'>text</font></div>",
        "<div style=font-size:0><font size=-1>text</font></div>",
        "<div style=font-size:0><button>text</button></div>",
        "<style>p{font:14px a}</style><div style=font-size:0><p>text</p></div>",
        "<style><!-- .a{font-size:14px} --></style><div style=font-size:0><p class=a>text</p></div>",
        "<style>@import url('a;b'); .a{font-size:14px}</style><p style=font-size:0><b class=a>text",
      ],
      hidden: [
        "<p style=font-size:0>text", "<p style=font-size:.05em>text", "<p style=font-size:1%>text",
        "<p style=font-size:0px><b><i>text", "<style>.a{font:0/0 a}</style><p class=a>text",
        "<div style=font-size:0><font color=red>text</font></div>",
        "<font size=4><span style=font-size:0>text</span></font>",
      ]
    )
  }

  @Test(
    arguments: [
      "print-only-rule", "compound-selector", "element-and-class", "later-rule-shows",
      "shown-on-wide-screens", "visible-inside-hidden", "cell-of-max-width-0",
    ]
  )
  func `a rule that does not apply or is overruled hides nothing`(name: String) {
    let seen = Self.seen(Self.content("R5-\(name)").lines)
    #expect(seen.shown == "The meeting is on Tuesday at nine.")
    #expect(seen.hidden == "")
  }

  @Test func `a rule hides what its selector names`() throws {
    func page(_ selector: String) -> String {
      "<style>\(selector){display:none}</style><p id=i class='a b' lang=en title='x y'>text</p>"
    }
    let shown = [
      ".a.c", "div.a", "#j", "#i.c", "div", ".A", "a", "[hidden]", "[lang=de]", "[class=a]",
      "[title~=z]", "p[class^=b]", ".a:hover", ".a::before", ".a:before", ".a:not(.b)",
      ".a:checked",
      ".c .a", "div > p", "p + .a", "#i &", ".x,.y", "",
    ]
    let hidden = [
      ".a", "p.a", ".b.a", "p", "P", "*", "#i", "p#i.a", "#i.a.b", "[lang]", "[lang=en]",
      "*[class~=\"b\"]", "p[class^='a']", "[class$=b]", "[title*=' ']", "[lang|=en]", ".x,.a",
      "\n.a ",
      "/* c */.a", ".\\61 ,.a",
    ]
    try expect(shown: shown.map(page), hidden: hidden.map(page))
  }

  @Test func `rules for other devices do not count`() throws {
    func page(_ query: String) -> String {
      "<style>@media \(query){.a{display:none}}</style><p class=a>text"
    }
    func sheet(_ media: String) -> String {
      "<style media='\(media)'>.a{display:none}</style><p class=a>text"
    }
    let shown = [
      "print", "only screen and (max-width:600px)", "(max-device-width:480px)", "speech, print",
      "not screen", "screen and (-webkit-min-device-pixel-ratio:0)", "(prefers-color-scheme:dark)",
      "(orientation:portrait)", "(width<600px)", "(unheard: of)", "not all", "(max-width:37.5em)",
      "handheld", "screen and(max-width:600px)", "(400px <= width <= 700px)", "(min-width:100rem)",
    ]
    let hidden = [
      "screen", "all", "only screen and (min-width:600px)", "(min-width:30em)", "print, screen",
      "not print", "(width >= 600px)", "(600px<=width)", "(prefers-color-scheme:light)",
      "screen and (min-width:480px) and (max-width:4000px)", "not (max-width:600px)",
      "(max-width:600px) or (min-width:601px)", "SCREEN",
    ]
    try expect(
      shown: shown.map(page) + shown.map(sheet)
        + [
          "<style>@supports (display:grid){.a{display:none}}</style><p class=a>text",
          "<style>@font-face{.a{display:none}}</style><p class=a>text",
          "<style>@media screen{@media print{.a{display:none}}}</style><p class=a>text",
        ],
      hidden: hidden.map(page) + hidden.map(sheet)
        + [
          "<style media>.a{display:none}</style><p class=a>text",
          "<style>@media print{.b{display:block}} .a{display:none}</style><p class=a>text",
          "<style>@media screen{@media all{.a{display:none}}}</style><p class=a>text",
        ]
    )
  }

  @Test func `the rule wins that the cascade lets win`() throws {
    func page(_ sheet: String, _ style: String = "") -> String {
      "<style>\(sheet)</style><p id=i class=a style='\(style)'>text"
    }
    try expect(
      shown: [
        page(".a{display:none}.a{display:block}"), page("#i{display:block}.a{display:none}"),
        page("p.a{display:block}.a{display:none}"), page(".a{display:none}", "display:block"),
        page(".a{display:none}p{display:block!important}"), page(".a{display:none;display:inline}"),
        page(".a{display:none!important}", "display:block !important"),
        page(".a{display:none}@media screen{.a{display:block}}"),
        page(".a{display:none}.b .a{display:block}"),
        page(".a{display:none}.a:not(.c){display:block}"),
        page(".a{display:none}@supports (color:red){.a{display:block}}"),
        page(".a{visibility:hidden}.a{visibility:visible}"), page(".a{opacity:0}", "opacity:1"),
        page(".a{display:none ! important}p.a{display:block!important}"),
        page(".a{max-height:0;overflow:hidden}.a{max-height:none}"),
        page(".a{height:0;overflow:hidden}#i{overflow:visible}"),
        "<p hidden style=display:block>text", "<style>p{display:block}</style><p hidden>text",
      ],
      hidden: [
        page(".a{display:block}.a{display:none}"), page("#i{display:none}.a{display:block}"),
        page(".a{display:none!important}", "display:block"),
        page(".a{display:none!important}#i{display:block}"), page(".a{display:none;display:}"),
        page(".a{display:block}", "display:none"),
        page(".a{display:none}@media print{.a{display:block}}"),
        page(".a{display:none}.a:hover{display:block}"),
        page(".a{visibility:hidden;visibility:foo}"),
        page(".a{display:block}", "display:none;color:red"), "<p hidden>text",
        page("p{max-height:0}.a{overflow:hidden}"), page(".a{display:none}", "opacity:1"),
        "<style>p{color:red}</style><p hidden>text",
      ]
    )
  }

  @Test func `boxes hide what they have no room for, if they cannot grow`() throws {
    func page(_ style: String) -> String { "<div style='\(style)'>text</div>" }
    try expect(
      shown: [
        page("height:0"), page("height:0;min-height:20px;overflow:hidden"),
        page("max-height:0;overflow:visible"), page("height:0;overflow:hidden;padding-bottom:56%"),
        page("display:table-cell;height:0;overflow:hidden"), page("height:0%;overflow:hidden"),
        page("opacity:0.1"), page("max-width:0;min-width:100%;overflow:hidden"),
        "<table><tr><td style='height:0;overflow:hidden'>text",
        "<table><tr style='height:0;overflow:hidden'><td>text",
        "<table style='max-height:0;overflow:hidden'><tr><td>text",
        "<span style='max-height:0;overflow:hidden'>text</span>",
        page("display:inline;height:0;overflow:hidden"),
        "<div style=visibility:hidden><b style=visibility:initial>text</b></div>",
        "<div style='visibility:collapse'><p>a<p style='visibility : Visible'>text</div>",
      ],
      hidden: [
        page("height:0;overflow:hidden"), page("max-height:0px;overflow:hidden"),
        page("max-width:0;overflow:hidden"), page("height:0;min-height:0;overflow:hidden"),
        page("height:calc(2px - 2px);overflow:hidden"), page("opacity:0"), page("opacity:.0"),
        page("height:0;padding:0 5px;overflow:hidden"), page("visibility:hidden"),
        "<table><tr><td style='display:block;max-height:0;overflow:hidden'>text",
        "<div style=display:none><p style='display:block;visibility:visible'>text</div>",
        "<div style=opacity:0><p style=opacity:1>text</div>",
        "<span style='display:block;max-height:0;overflow:hidden'>text</span>",
        "<div style=visibility:hidden><p style=visibility:inherit>text</div>",
      ]
    )
  }

  @Test func `a sheet that would take too long hides nothing`() throws {
    let sheet = (0..<9000).map { "p[a\($0)]{display:none}" }.joined()
    let page =
      "<style>\(sheet)p{display:none}</style>" + String(repeating: "<p>", count: 9000) + "text"
    #expect(try Self.isShown(page))
  }
}

// MARK: - References, links, heads

extension HTMLCaseTests {
  @Test(
    arguments: [
      ("of-windows-1252", "It’s open – from 9 – 12, “sharp”… for €3"),
      ("without-semicolon", "Salt and © 2024 AT&T café! x < y > z"),
      ("of-html5", "✓ done, a@b, $5 (x) ★★ ☎"),
    ]
  )
  func `character references are those of HTML`(name: String, text: String) {
    #expect(Self.seen(Self.content("R13-references-\(name)").lines).shown == text)
  }

  @Test func `references are read in texts, and in values as links need it`() throws {
    let texts = [
      ("&notit; &notin; &notinva; &amp;copy; &ampcopy;", "¬it; ∉ ∉ &copy; &copy;"),
      ("&#x80;&#128;&#130&#x99x", "€€‚™x"), ("&#0;&#xd800;&#x110000;&#99999999999;", "����"),
      ("&#; &#x; & &; &nosuch; &nosuch", "&#; &#x; & &; &nosuch; &nosuch"),
      ("&lt;b&gt;&lt;b&#62;&#60b>&LT;i&GT", "<b><b><b><i>"),
      ("&nvlt;&fjlig;&Tab;&NewLine;x", "<⃒fj x"),
      ("&CounterClockwiseContourIntegral;&Aacute&AElig", "∳ÁÆ"),
      ("&eacute&#233&#xe9g", "ééég"),
      ("a&#38;#169;b &amp;#169;", "a&#169;b &#169;"),
      ("<img alt='&check; It&#146;s &copy 5&eacute;&ampx'>", "[✓ It’s © 5é&ampx]"),
      ("<img alt=&star;&#32;&copy>", "[☆ ©]"), ("<img alt='&quot;&apos;&gt;&lt;'>", "[\"'><]"),
      ("<p title='&copy=1'>a<script>&copy</script>", "a"),
    ]
    for (page, text) in texts {
      let lines = try Mail.lines(page, type: "text/html; charset=utf-8")
      let shown = Self.seen(lines).shown
      #expect(shown == text, "\(page)")
    }
    let links = [
      ("?a=1&copy=2&amp;reg=3", "?a=1&copy=2&reg=3"), ("?a&copy;b", "?a©b"),
      ("?a&notit", "?a&notit"),
      ("?a=1&lt", "?a=1<"), ("?x&#x3d;1&#38;y", "?x=1&y"), ("?q=&commat;", "?q=@"),
    ]
    for (address, target) in links {
      let content = try MailFile(
        "Content-Type: text/html; charset=utf-8\n\n<a href='https://a.example.org/\(address)'>b</a>"
      ).content()
      #expect(content.links.map(\.target) == ["https://a.example.org/" + target])
    }
  }

  @Test func `references are read whatever the transfer encoding and charset`() throws {
    let mails = [
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>It&=\n#146;s &che=\nck;",
      "Content-Type: text/html; charset=us-ascii\nContent-Transfer-Encoding: base64\n\n"
        + "PHA+SXQmIzE0NjtzICZjaGVjazs=",
      "Content-Type: text/html; charset=utf-16le\nContent-Transfer-Encoding: base64\n\n"
        + "PABwAD4ASQB0ACYAIwAxADQANgA7AHMAIAAmAGMAaABlAGMAawA7AA==",
    ]
    for mail in mails { #expect(try MailFile(mail).content().lines.map(\.text) == ["It’s ✓"]) }
  }

  @Test func `the names are those of the standard`() {
    let table = HTMLReferences.entities.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
      .split(whereSeparator: \.isWhitespace)
    let names = table.map { $0.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    #expect(names.count == 2125)
    #expect(zip(table, names).count { $0.dropFirst($1.count).first == ":" } == 106)
    for name in names {
      var result: [UInt8] = []
      let end = Array("&\(name);".utf8).withUnsafeBufferPointer {
        HTMLReferences.decode($0, at: 0, inAttribute: true, to: &result)
      }
      #expect(end == name.utf8.count + 2 && !result.isEmpty, "\(name)")
    }
  }

  @Test func `links are relative to the page's base`() throws {
    let content = Self.content("R20-base-href")
    let both = ["https://shop.example.com/spring/offer?id=1", "https://shop.example.com/terms"]
    #expect(content.links.map(\.target) == both)
    func targets(_ base: String, _ links: [String]) throws -> [String] {
      let page = links.map { "<a href='\($0)'>a</a>" }.joined()
      return try MailFile("Content-Type: text/html\n\n<base target=x><base href='\(base)'>\(page)")
        .content().links.map(\.target)
    }
    #expect(
      try targets(
        "http://a.example.org/b/c?q#f",
        [
          "../d", "../../../e/./f", "//x.example.org/y", "#top", "?r=1", "", "g/..", ".",
          "%2e%2E/h",
        ]
          + ["i?j=../k", "mailto:k@example.org", "javascript:x", "HTTP://x.example.org/../a"]
      ) == [
        "http://a.example.org/d", "http://a.example.org/e/f", "http://x.example.org/y",
        "http://a.example.org/b/c?q#top", "http://a.example.org/b/c?r=1",
        "http://a.example.org/b/c?q", "http://a.example.org/b/", "http://a.example.org/h",
        "http://a.example.org/b/i?j=../k", "mailto:k@example.org", "HTTP://x.example.org/../a",
      ]
    )
    #expect(
      try targets("//a.example.org", ["b", "/"]) == [
        "https://a.example.org/b", "https://a.example.org/",
      ]
    )
    for base in ["", "b/c", "file:///b/", "mailto:a@example.org", "x-msg://1/", "javascript:x"] {
      #expect(try targets(base, ["d", "/e", "#f"]) == [])
    }
    let two = "<base href=https://a.example.org/><base href=https://b.example.org/><a href=c>c</a>"
    #expect(
      try MailFile("Content-Type: text/html\n\n\(two)").content().links.map(\.host) == [
        "a.example.org"
      ]
    )
  }

  @Test func `a picture's address may have percent signs`() throws {
    let label = { (content: MessageContent) in
      content.lines.first { if case .label = $0.kind { true } else { false } }?.text
    }
    #expect(label(Self.content("R20-cid-percent")) == "tree.png")
    let ids = [
      ("a%zz@x", "a%zz@x"), ("a+b%2B@x", "a+b+@x"), ("a%40b@x", "a%40b@x"), ("%C3%A9@x", "é@x"),
    ]
    for (address, id) in ids {
      let mail = try MailFile(
        """
        Content-Type: multipart/related; boundary=b

        --b
        Content-Type: text/html

        <img src="cid:\(address)">
        --b
        Content-Type: image/png; name=a.png
        Content-ID: <\(id)>

        x
        --b--
        """
      )
      #expect(label(mail.content()) == "a.png", "\(id)")
    }
  }

  @Test func `any other tag ends a head`() throws {
    let lines = Self.content("R23-head-not-closed-section").lines
    #expect(lines.map(\.text) == ["The meeting is on Tuesday at nine."])
    let tags = [
      "section", "article", "main", "header", "nav", "center", "blink", "o:p", "x-y", "b", "w:sdt",
    ]
    for tag in tags {
      #expect(
        try Mail.page(
          "<html><head><title>News</title><meta name=a><\(tag)>one</\(tag)> two<p>three"
        )
        .joined(separator: " ").split(separator: " ") == ["one", "two", "three"],
        "\(tag)"
      )
    }
    #expect(
      try Mail.page("<head><title>News</title><style>a{}</style><script>b</script></head>c") == [
        "c"
      ]
    )
    #expect(try Mail.page("<head><title>News</title>\n<style>a{}</style>c") == ["c"])
  }
}

import TestSupport
import Testing
import TriageCore

/// How the list of a message can be left, as its header says.
@Suite struct UnsubscribeTests {
  private func methods(_ header: String, post: String = "") -> [UnsubscribeMethod] {
    UnsubscribeMethod.all(in: Array("Subject: x\nList-Unsubscribe: \(header)\n\(post)\nText".utf8))
  }

  @Test func `L28 each way is named with its kind and its host`() {
    let found = methods(
      "<mailto:leave@Lists.Example.org?subject=leave>,\n <https://Example.org:8443/u?id=1>",
      post: "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n"
    )
    #expect(found.map(\.kind) == [.mailto, .oneClick])
    #expect(found.map(\.host) == ["lists.example.org", "example.org"])
    #expect(methods("<https://example.org/u>").map(\.kind) == [.page])
    #expect(methods("no link at all").isEmpty && UnsubscribeMethod.all(in: []).isEmpty)
  }

  @Test(arguments: ["One-Click2", "One-Click, other", "xList-Unsubscribe=One-Click", ""])
  func `L28 a page needs no more than being asked only where the field says just that`(
    value: String
  ) {
    let post = "List-Unsubscribe-Post: List-Unsubscribe=\(value)\n"
    #expect(methods("<https://example.org/u>", post: post).map(\.kind) == [.page])
    let folded = "List-Unsubscribe-Post:\n LIST-Unsubscribe=one-CLICK \n"
    #expect(methods("<https://example.org/u>", post: folded).map(\.kind) == [.oneClick])
  }

  @Test(arguments: [
    ("(write to <mailto:evil@x.org>) <https://example.org/u>", ["https://example.org/u"]),
    ("<https://example.org/u> (or (<https://evil.test/> ) here)", ["https://example.org/u"]),
    ("(a \\) <https://evil.test/>) <https://b.org/>", ["https://b.org/"]),
    ("<https://example.org/(u)?a=(b>", ["https://example.org/(u)?a=(b"]),
    ("(not closed <https://example.org/u>", ["https://example.org/u"]),
    ("(<https://evil.test/>)", []),
  ])
  func `L28 a link in a comment is no way to leave`(value: String, links: [String]) {
    #expect(UnsubscribeMethod.links(in: value) == links)
    let odd = String(repeating: "(", count: 500_000) + value
    #expect(UnsubscribeMethod.links(in: odd).count <= 3)
  }

  @Test(arguments: [
    ("https://good.org\\@evil.test/u", "malformed"), ("https://good.org/\\@x", "malformed"),
    ("https://good.org\\", "malformed"), ("https:\\\\good.org/u", "malformed"),
    ("http://example.org/u", "insecure"), ("https://192.0.2.1/u", "number"),
    ("https://0x7f.1/", "number"), ("https://[2001:db8::1]/u", "number"),
    ("https://2130706433/", "number"), ("https://example.org@evil.test/", "user-name"),
    ("https://user:pass@evil.test/", "user-name"), ("ftp://example.org/", "scheme"),
    ("javascript:alert(1)", "scheme"), ("file:///etc/passwd", "scheme"), ("-d @f", "malformed"),
    ("https:example.org", "malformed"), ("https://", "malformed"), ("", "malformed"),
    ("https://exa%0Ample.org/", "malformed"), ("https://example.org:80x/", "malformed"),
    ("mailto:", "malformed"), ("mailto:a@x.org?cc=b@x.org", "malformed"),
    ("mailto:a@x.org?subject=x%0D%0ABcc:%20b@x.org", "malformed"),
    ("mailto:a@x.org,b@x.org", "malformed"),
    ("https://exam ple\u{202E}.org/", "malformed"),
    ("https://example.org/\u{1B}]0;x\u{7}", "malformed"),
  ])
  func `L30 what is not safe to be opened is refused, with the reason`(link: String, reason: String)
  {
    let found = methods("<\(link)>")
    #expect(found.map(\.kind) == [.refused], "\(found)")
    #expect(found.first?.refusal?.rawValue == reason, "\(found)")
  }

  @Test(arguments: [
    ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
    ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
    ("аррӏе.com", "xn--80ak6aa92e.com"), ("example.org.", "example.org"),
  ])
  func `L28 a host is told in ASCII, so that no letter is taken for another`(
    host: String,
    name: String
  ) {
    #expect(methods("<https://\(host)/>").first?.host == name)
  }

  @Test
  func `L28 a header of a megabyte, or with line ends inside, is read in time and starts nothing`()
  {
    let long = "<https://long.example/\(String(repeating: "a", count: 1_000_000))>"
    let clock = ContinuousClock()
    let time = clock.measure { _ = methods("\(long), <mailto:leave@x.example>") }
    #expect(time < .seconds(5))
    for odd in ["<https://x.example/\r\nBcc: a@b>", "<mailto:a@b?subject=x\r\n y>", "<-d @f>"] {
      for method in methods(odd) {
        #expect(!"\(method)".contains("\r") && !"\(method)".contains("\n"), "\(odd)")
      }
    }
  }

  @Test func `L28 of very many ways twenty are shown`() {
    let many = (0..<500).map { "<https://h\($0).example/>" }.joined(separator: ", ")
    #expect(methods(many).count == 20)
    #expect(methods(String(repeating: "x", count: 1 << 20)).isEmpty)
  }
}

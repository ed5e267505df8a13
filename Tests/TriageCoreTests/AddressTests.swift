import TestSupport
import Testing
import TriageCore

/// What a person, a link or another program may write where addresses are expected.
@Suite struct AddressTests {
  @Test(arguments: [
    ("ann@example.org", ["ann@example.org"]),
    (" Ann <ann@example.org> ,, bob@example.org; ", ["Ann <ann@example.org>", "bob@example.org"]),
    ("\"Ward, Robin\" <r@example.org>", ["\"Ward, Robin\" <r@example.org>"]),
    ("Ward\\ <r@example.org>", ["\"Ward\\\\\" <r@example.org>"]),
    ("\"a \\\"b\\\" c\" <x@y.org>", ["\"a \\\"b\\\" c\" <x@y.org>"]),
    ("ann@example.org (Ann P)", ["Ann P <ann@example.org>"]),
    ("(x (y) z) Ann <ann@example.org> (w)", ["Ann <ann@example.org>"]),
    ("Friends: a@b.org, C <c@d.org>; e@f.org", ["a@b.org", "C <c@d.org>", "e@f.org"]),
    ("undisclosed-recipients:;", []),
    ("Jürgen Ö <j@bücher.example>", ["Jürgen Ö <j@bücher.example>"]),
    ("-x@y", ["-x@y"]), ("\"odd one\"@y.org", ["\"odd one\"@y.org"]),
    ("dot..dot.@docomo.example", ["dot..dot.@docomo.example"]),
    ("a@[192.0.2.1]", ["a@[192.0.2.1]"]),
    ("a+b=c@x.org", ["a+b=c@x.org"]), ("", []),
  ])
  func `W7: mailboxes are read as a person writes them, and written so that they are read again`(
    text: String,
    mailboxes: [String]
  ) throws {
    let list = try NamedAddress.list(text)
    #expect(list.map(\.text) == mailboxes)
    #expect(try NamedAddress.list(list.map(\.text).joined(separator: ", ")) == list)
  }

  @Test(arguments: [
    "a@b\r\nBcc: x@y.org", "<a@b", "a@", "a@b@c", "@b", "a", "a b@c.org", "Ann ann@example.org",
    "<a@b> c", "Ann <a@b> <c@d>", "\"a@b.org", "(a@b.org", "a@b..org", "a@-b.org", "a@b.org.",
    "jürgen@example.org", "a@b c", "a@b,c@d@e", "<>", "a@[x", "\"\u{1}\" <a@b>", "a\u{202e}b@c.org",
    "x <a@b\u{0}>", "a@b.org, <", "Ann", "a@b\u{2028}c", "a:b:c@d.org",
    "a@\(String(repeating: "b", count: 600))",
  ])
  func `W7: what is no address is named, and nobody is dropped`(text: String) {
    #expect(throws: AddressError.self) { try NamedAddress.list(text) }
  }

  @Test func `W7: the wrong one of many is named alone`() {
    #expect(throws: AddressError("bad@@x")) {
      try NamedAddress.list("a@b.org, bad@@x, c@d.org")
    }
  }

  /// Whatever looked back from each mark would take hours.
  @Test(arguments: [";", ",", "(", "\"", "<", ":", "a:", "\\", " ", "(\\"])
  func `a list of a million marks is read in a time that grows with it`(mark: String) {
    let begun = processorTime()
    for start in ["", "a@b"] {
      let text = start + String(repeating: mark, count: 1_000_000 / mark.count)
      let list = try? NamedAddress.list(text)
      #expect(list == nil || (list?.count ?? 0) <= 1)
    }
    #expect(processorTime() - begun < .seconds(120))
  }

  @Test func `names are read again as they were, whatever they are`() throws {
    var random = SplitMix(19)
    let letters = Array("ab ,;:<>@()[]\\\".é漢-'?= ".unicodeScalars)
    for _ in 0..<3_000 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        if let letter = letters.randomElement(using: &random) { name.append(letter) }
      }
      let address = NamedAddress(name: String(name), "a@example.org")
      #expect(try NamedAddress.list(address.text) == [address], "\(address)")
    }
  }
}

/// What links ask for.
@Suite struct MailtoTests {
  @Test func `only harmless fields of a link count, and the others are named`() throws {
    let link = try MailtoURI(
      "mailto:a@b.org,%22C%2C%20D%22%20%3Cc@d.org%3E?To=e@f.org&cc=g%40h.org&bcc=i@j.org"
        + "&subject=Caf%C3%A9+1&body=one%0D%0Atwo%0Athree&attach=/etc/passwd&From=x@y.org"
        + "&in-reply-to=%3Cm@n%3E&references=%3Ck@l%3E%20%3Cm@n%3E#end"
    )
    #expect(link.to.map(\.text) == ["a@b.org", "\"C, D\" <c@d.org>", "e@f.org"])
    #expect(link.cc.map(\.text) == ["g@h.org"])
    #expect(link.bcc.map(\.text) == ["i@j.org"])
    #expect(link.subject == "Café+1")
    #expect(link.body == "one\ntwo\nthree\n")
    #expect(link.inReplyTo == MessageID("m@n"))
    #expect(link.references == [MessageID("k@l"), MessageID("m@n")])
    #expect(link.dropped == ["attach", "From"])
  }

  @Test(arguments: [
    ("mailto:a@b.org?subject=x%0ABcc:y@z.org", WritingError.badHeader("subject")),
    ("mailto:a@b.org%0D%0ABcc:y@z.org", .badHeader("to")),
    ("mailto:?in-reply-to=%00", .badHeader("in-reply-to")),
    ("mailto:a@@b.org", .badAddress("a@@b.org")), ("http://a@b.org", .notMailto("http://a@b.org")),
    ("mailto:%FF@b.org", .badAddress("\u{FFFD}@b.org")),
  ])
  func `a link that would make another field is refused`(text: String, error: WritingError) {
    #expect(throws: error) { try MailtoURI(text) }
  }

  @Test func `a sign that encodes nothing stands for itself, and a link may be empty`() throws {
    #expect(try MailtoURI("MAILTO:?subject=100%&body").subject == "100%")
    #expect(try MailtoURI("mailto:").to == [])
    #expect(try MailtoURI("mailto:?body=a%1b%5b31mb%09c").body == "a [31mb\tc\n")
  }
}

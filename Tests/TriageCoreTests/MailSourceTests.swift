import Testing
import TriageCore

/// Where mail comes from: the sender and the list, exactly.
@Suite struct MailSourceTests {
  @Test(arguments: [
    ("Ann <Ann@Example.ORG>", "ann@example.org"), ("ann@example.org", "ann@example.org"),
    ("", nil), ("Ann", nil), ("\"ci x.org\" <e@y>", "e@y"),
    ("a@x.org, b@x.org", "a@x.org"), ("Ünal <Ünal@x.org>", "Ünal@x.org"),
    (String(repeating: "a", count: 600) + "@x.org", String(repeating: "a", count: 600) + "@x.org"),
    ("\"A, B\" <a@x.org>, <b@", "a@x.org"), ("a@x.org, Ann <", "a@x.org"),
    ("Ann [x] @ home <ann@x.org>", "ann@x.org"), ("two words@x.org", nil), ("<>", nil),
    ("undisclosed: ;", nil), ("<a@x.org\u{1B}>", nil),
  ])
  func `L16 a sender is the whole first address, in lower case`(from: String, sender: String?) {
    #expect(MailSource.sender(from) == sender, "\(from)")
  }

  @Test(arguments: [
    ("List-Id: Weekly <News.Example.org>\n\n", "news.example.org"),
    ("LIST-ID: news.example.org\r\n\r\n", "news.example.org"),
    ("Subject: x\nList-Id: A\n list <a.\n\tb>\n\n", "a.b"),
    ("List-Id: <>\n\n", nil), ("List-Id:\n\n", nil), ("Subject: x\n\nList-Id: <a>\n", nil),
    ("List-Id: <a>\nList-Id: <b>\n\n", "a"), ("List-Id: one <a> two <b>\n\n", "b"),
    ("List-Idx: <a>\n\n", nil), ("LIST-ID: <ANN.X.ORG>\n\n", "ann.x.org"),
  ])
  func `L17 a list is what the last brackets of the first List-Id hold`(head: String, list: String?)
  {
    let found = MailSource.list(Array(head.utf8))?.filter { $0 != "\t" }
    #expect(found == list?.filter { $0 != "\t" }, "\(head)")
  }
}

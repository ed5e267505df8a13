import Testing

@testable import Screen

@Suite("What is drawn of text from outside")
struct SanitizerTests {
  @Test(arguments: [
    ("\u{1B}[2J \u{1B}[31mhi", "␛[2J ␛[31mhi"),
    ("\u{1B}]0;title\u{07}", "␛]0;title␇"),
    ("a\u{7F}b", "a␡b"),
    ("a\u{9B}31m", "a\\x9b31m"),
    ("a\u{9D}", "a\\x9d"),
    ("tab\there", "tab here"),
    ("next\u{85}line", "next line"),
    ("one\u{2028}two\u{2029}three", "one two three"),
    ("evil\r\nBcc: you", "evil␍␊Bcc: you"),
    ("form\u{0C}feed", "form␌feed"),
    ("cut\u{0}here", "cut␀here"),
    ("in\u{202E}gpj.exe", "in<RLO>gpj.exe"),
    ("a\u{2068}b\u{2069}c", "a<FSI>b<PDI>c"),
    ("soft\u{AD}hy\u{200B}phen\u{FEFF}", "softhyphen"),
    ("\u{FFF9}x\u{E0001}", "x"),
    ("a\u{3164}b", "a b"),
    ("a\u{1160}b", "a b"),
    ("\u{301}x", "\u{25CC}\u{301}x"),
    ("\u{1161}", "\u{115F}\u{1161}"),
    ("a\u{FE0F}\u{200D}b", "ab"),
    ("1\u{FE0F}", "1"),
    ("\u{FFFE}", "\u{FFFD}"),
  ])
  func `controls, marks of direction and what cannot be seen do not act`(
    text: String,
    shown: String
  ) {
    #expect(DisplayText(text).text == shown)
  }

  @Test(arguments: [
    "1\u{FE0F}\u{20E3}", "❤\u{FE0F}", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "🇩🇪", "👍🏽",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "می\u{200C}خواهم", "क्\u{200D}ष",
    "e\u{301}", "한글", "\u{1112}\u{1161}\u{11AB}",
  ])
  func `clusters that the width table knows are kept`(text: String) {
    #expect(DisplayText(text).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(arguments: [
    ("ann\u{200B}@example.org", "ann<200B>@example.org"),
    ("a\u{AD}nn@example.org", "a<AD>nn@example.org"),
    ("a\u{3164}@example.org", "a<3164>@example.org"),
    ("👨\u{200D}👩", "👨<200D>👩"),
  ])
  func `an address marks what cannot be seen`(text: String, shown: String) {
    #expect(DisplayText(text, as: .address).text == shown)
  }

  @Test(arguments: [
    "👨\u{200D}👩 family", "👍🏽 ❤\u{FE0F} <ann@example.org>", "می\u{200C}خواهم",
    "👨\u{200D}👩<ann@example.org>",
  ])
  func `E21: names in a header keep their clusters`(text: String) {
    #expect(DisplayText(text, as: .header).text == text)
  }

  @Test(arguments: [
    ("👨\u{200D}👩@example.org", "👨<200D>👩@example.org"),
    ("Ann <a❤\u{FE0F}@b.org>", "Ann <a❤<FE0F>@b.org>"),
    ("ann@👨\u{200D}👩.org", "ann@👨<200D>👩.org"),
    ("Pay\u{200B}Pal", "Pay<200B>Pal"),
  ])
  func `E21: addresses in a header mark what cannot be seen, and so do names`(
    text: String,
    shown: String
  ) {
    #expect(DisplayText(text, as: .header).text == shown)
  }

  @Test func `a word of a header that is longer than any address is not trusted`() {
    let far = String(repeating: "x", count: 400)
    let text = "\(far)👨\u{200D}👩\(far)@example.org"
    #expect(DisplayText(text, as: .header, maxBytes: 2_000).text.contains("<200D>"))
  }

  @Test(arguments: [
    ("\ta\tbc", "        a       bc"),
    ("1234567\tx", "1234567 x"),
    ("12345678\tx", "12345678        x"),
    ("日本\tx", "日本    x"),
    ("lone\rreturn", "lone␍return"),
    ("\u{301}\t\u{301}", "\u{25CC}\u{301}       \u{25CC}\u{301}"),
  ])
  func `a tab in a body reaches the next multiple of eight`(text: String, shown: String) {
    #expect(DisplayText(text, as: .bodyLine).text == shown)
  }

  @Test
  func `a cluster keeps eight marks of ten thousand`() {
    let text = DisplayText("a" + String(repeating: "\u{301}", count: 10_000) + "b")
    #expect(text.text.unicodeScalars.count == 10)
    #expect(text.width == 2)
  }

  @Test(arguments: ["👨\u{200D}", "👍🏽🏽🏽", "\u{1100}", "क\u{94D}", "\u{600}", "\u{93E}", "🇩"])
  func `no cluster grows without bounds`(piece: String) {
    let text = DisplayText("x" + String(repeating: piece, count: 10_000), maxBytes: .max)
    #expect(text.text.allSatisfy { $0.unicodeScalars.count <= 18 })
  }

  @Test
  func `bytes that are not UTF-8 become replacement characters`() {
    #expect(DisplayText(bytes: [0x61, 0x9B, 0x62]).text == "a\u{FFFD}b")
    #expect(DisplayText(bytes: [0xC0, 0xAF]).text == "\u{FFFD}\u{FFFD}")
    #expect(DisplayText(bytes: [0xED, 0xA0, 0x80]).text.allSatisfy { $0 == "\u{FFFD}" })
    #expect(DisplayText(bytes: [0xE2, 0x82]).text == "\u{FFFD}")
  }

  @Test(arguments: ["x", "é", "日", "👨\u{200D}👩\u{200D}👧", "e\u{301}\u{302}"], [4, 10, 64, 1024])
  func `a long field is cut by bytes between clusters`(piece: String, limit: Int) {
    let whole = String(repeating: piece, count: 2000)
    let shown = DisplayText(whole, maxBytes: limit).text
    #expect(shown.utf8.count <= limit)
    #expect(shown.last == "…")
    #expect(whole.hasPrefix(shown.dropLast()))
    #expect(shown.dropLast().allSatisfy { String($0) == piece })
  }

  @Test
  func `a sentence keeps the catalog's isolates and closes them`() {
    let text = DisplayText(sentence: [
      .literal("Moved \u{2068}"), .argument("\u{202E}in\u{2069}\n"),
      .literal("\u{2069} to \u{2067}"),
    ])
    #expect(text.text == "Moved \u{2068}<RLO>in<PDI>␊\u{2069} to \u{2067}\u{2069}")
    #expect(text.width == "Moved <RLO>in<PDI>␊ to ".count)
  }

  @Test
  func `ASCII shows controls with a caret and letters it lacks as question marks`() {
    #expect(DisplayText("\u{1B}[2J\u{7F} Zoë 日本 ❤\u{FE0F}").ascii.text == "^[[2J^? Zo? ?? ?")
    #expect(DisplayText("40×10 · “x”…").ascii.text == "40x10 - \"x\"~")
    #expect(DisplayText("«x\u{A0}„y“» ‚z‘").ascii.text == "\"x \"y\"\" 'z'")
  }
}

import Foundation
import Testing
import TriageCore

@testable import MailText

/// Charsets as mail uses them: in texts, words, names and file names alike.
@Suite struct CharsetCaseTests {
  private static func lines(_ content: MessageContent) -> [String] { content.lines.map(\.text) }

  @Test func `ISO-2022-JP has the signs that Windows adds to it`() {
    let digits = Mail.content(Fixtures.sample("reading/R1-japanese-circled-digits.eml"))
    #expect(digits.header("subject")?.value == "①遠足のご案内")
    #expect(Self.lines(digits).contains("① 集合は駅前、九時です。"))
    let short = Mail.content(Fixtures.sample("reading/R1-japanese-short.eml"))
    #expect(short.header("subject")?.value == "Ⅲ期")
    #expect(Self.lines(short) == ["③資料", "④予定"])
    let names = Mail.content(Fixtures.sample("reading/R1-japanese-names.eml"))
    #expect(names.header("from")?.value == "髙田花子 <ann@example.org>")
    #expect(names.header("subject")?.value == "名簿")
    #expect(Self.lines(names) == ["髙田さん、山﨑さん、おはようございます。"])
    for content in [digits, short, names] { #expect(content.notices == []) }
  }

  /// Bytes in a charset, and the text they are.
  struct Sample: CustomTestStringConvertible {
    let charset: String
    let bytes: [UInt8]
    let text: String
    var testDescription: String { "\(charset) \(text)" }

    init(_ charset: String, _ bytes: [UInt8], _ text: String) {
      (self.charset, self.bytes, self.text) = (charset, bytes, text)
    }

    var base64: String { Data(bytes).base64EncodedString() }
    var hex: String { bytes.map { String(format: "=%02X", $0) }.joined() }
    var percent: String { bytes.map { String(format: "%%%02X", $0) }.joined() }
  }

  static let samples = [
    Sample("ISO-2022-JP", Array("\u{1b}$B-!-j-5|b\u{1b}(B".utf8), "①㈱Ⅰ髙"),
    Sample("iso-2022-jp", Array("\u{1b}$@0!\u{1b}(I1\u{1b}(B\u{1b}$B!A\u{1b}(B".utf8), "亜ｱ〜"),
    Sample("CP50220", Array("\u{1b}$Byu\u{1b}(B-!".utf8), "﨑-!"),
    Sample("euc-jp", [0xad, 0xa1, 0xfc, 0xe2, 0xf9, 0xac, 0xa4, 0xa2], "①髙彅あ"),
    Sample("Shift_JIS", [0x87, 0x82, 0x37], "№7"),
    Sample("windows-31j", [0xed, 0x95, 0xfb, 0xfc], "﨑髙"),
    Sample("gb2312", [0xa2, 0xe3, 0x80, 0xc4, 0xe3], "€€你"),
    Sample("gbk", [0x80, 0x31], "€1"),
    Sample("big5", [0xa3, 0xe1, 0xa7, 0x41, 0x88, 0x62], "€你Ê̄"),
    Sample("Big5-HKSCS", [0xfa, 0x40], "𠕇"),
    Sample("euc-kr", [0xbc, 0x84, 0xb6, 0xf3], "펲라"),
    Sample("ks_c_5601-1987", [0x94, 0xee, 0xb4, 0xd4], "뷁님"),
    Sample("tis-620", [0x93, 0xa1, 0x94], "“ก”"),
    Sample("iso-8859-11", [0x93, 0xa1, 0x94], "“ก”"),
    Sample("latin1", [0x80, 0x92, 0xe9], "€’é"),
    Sample("iso-8859-9", [0x93, 0xfd, 0x94], "“ı”"),
    Sample("us-ascii", [0x93, 0x61, 0x94], "“a”"),
    Sample("iso-8859-2", [0x84, 0xbe, 0x94], "„ľ”"),
    Sample("ms936", [0xc4, 0xe3], "你"),
    Sample("win1251", [0xcf, 0xf0], "Пр"),
    Sample("koi8-r", [0xf0, 0xd2], "Пр"),
    Sample("windows-1255", [0xf7, 0xf4, 0xe4], "קפה"),
    Sample("utf-8", [0x47, 0x72, 0xfc, 0xdf, 0x65], "Grüße"),
    Sample("x-unknown", Array("Grüße".utf8), "Grüße"),
  ]

  @Test(arguments: samples)
  func `a charset is the same in texts, words, parameters and file names`(sample: Sample) throws {
    let (charset, text) = (sample.charset, sample.text)
    let mail = try MailFile(
      """
      Subject: =?\(charset)?B?\(sample.base64)?= - =?\(charset.uppercased())?q?\(sample.hex)?=
      From: =?\(charset)*en?Q?\(sample.hex)?= <ann@example.org>
      To: b@example.org (=?\(charset)?B?\(sample.base64)?=)
      Cc: "=?\(charset)?B?\(sample.base64)?=" <c@example.org>
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain; charset="\(charset)"
      Content-Transfer-Encoding: base64

      \(sample.base64)
      --b
      Content-Type: text/plain; charset=\(charset)
      Content-Transfer-Encoding: quoted-printable

      \(sample.hex)
      --b
      Content-Type: text/html; charset=\(charset)
      Content-Transfer-Encoding: base64

      \(Data(Array("<p>".utf8) + sample.bytes).base64EncodedString())
      --b
      Content-Type: application/x-a; name="=?\(charset)?B?\(sample.base64)?= 1"

      x
      --b
      Content-Type: application/x-b
      Content-Disposition: attachment;
       filename*=\(charset)''\(sample.percent)%202

      x
      --b
      Content-Type: application/x-c; name=plain
      Content-Disposition: attachment; size=1;
       filename*0*=\(charset)'en'\(sample.percent.dropLast(3));
       filename*1*=\(sample.percent.suffix(3));
       filename*2=" 3"

      x
      --b
      Content-Type: application/x-d
      Content-Disposition: attachment; filename*0="=?\(charset)?Q?";
       filename*1="\(sample.hex)?="

      x
      --b--
      """
    )
    let content = mail.content()
    #expect(content.header("subject")?.value == "\(text) - \(text)")
    #expect(content.header("from")?.value == "\(text) <ann@example.org>")
    #expect(content.header("to")?.value == "\(text) <b@example.org>")
    #expect(content.header("cc")?.value == "\(text) <c@example.org>")
    let texts = content.lines.filter { $0.kind == .text }.map(\.text)
    #expect(texts.filter { $0 == text }.count == 3)
    let names = content.parts.compactMap(\.filename)
    #expect(names == ["\(text) 1", "\(text) 2", "\(text) 3", text])
    #expect(content.parts.first { $0.type == "application/x-c" }?.otherFilename == "plain")
  }

  @Test func `header words are read as the text is`() {
    for (file, text) in [
      ("gb2312-euro", "报名费€20"), ("shift-jis-number-sign", "№7 ①日目の予定"),
      ("korean-name", "펲라 뷁님"), ("latin1-quotes", "Ann’s “garden” – €5"),
    ] {
      let content = Mail.content(Fixtures.sample("reading/R2-\(file).eml"))
      #expect(content.header("subject")?.value == text)
      #expect(Self.lines(content).first == text)
      let from = file.hasPrefix("shift") ? "Ann" : text
      #expect(content.header("from")?.value == "\(from) <ann@example.org>")
      #expect(content.notices == [])
    }
  }

  @Test func `charsets have many names`() {
    let content = Mail.content(Fixtures.sample("reading/R14-charset-names.eml"))
    let china = "你好，世界"
    let latin = "Füße “kurz” – café"
    #expect(
      Self.lines(content).filter { !$0.isEmpty } == [
        "こんにちは世界", china, china, china, "안녕 세계", "안녕 세계", "안녕 세계", "こんにちは", "こんにちは",
        "こんにちは", "Привет", "Привет", "Привет", "Привет", "žluťoučký", "Türkçe ğış", "10 €",
        "Füße und Hände", "Füße und Hände", "สวัสดี", "你好", "你好", "שלום", "שלום", latin, latin,
        "Привет",
      ]
    )
    #expect(content.notices == [])
    let word = Mail.content(Fixtures.sample("reading/R14-word-csISO2022JP.eml"))
    #expect(word.header("subject")?.value == "世界のみなさん")
  }

  @Test func `every label of WHATWG and IANA stands for its set, however it is written`() throws {
    let table = try String(
      contentsOfFile: Fixtures.sample("reading/R14-labels.tsv"),
      encoding: .utf8
    )
    let rows = table.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(rows.count > 500)
    for row in rows {
      let (label, converter) = (row[0], row[1])
      let other = label.uppercased().replacingOccurrences(of: "-", with: "_")
      #expect(Charset(label)?.converter == converter, "\(label)")
      #expect(Charset(other)?.converter == converter, "\(other)")
      // Nothing hides behind a label: letters and marks of ASCII are themselves.
      guard !converter.hasPrefix("UTF-16"), !converter.hasPrefix("UTF-32") else { continue }
      let plain = Array("<a href=\"x\">Az09</a>".utf8)
      #expect(Charset(label)?.convert(plain)?.text == plain, "\(label)")
    }
  }

  @Test(arguments: [
    "iso-8859-9223372036854775807", "iso-8859-92233720368547758071987", "cp", "x", "cs",
    String(repeating: "x", count: 100_000),
  ])
  func `names that only look like a charset's are none`(name: String) {
    #expect(Charset(name) == nil)
  }

  @Test func `words that are cut inside a group of base64 are joined`() throws {
    for cut in ["6", "9"] {
      let content = Mail.content(Fixtures.sample("reading/R15-base64-words-cut-after-\(cut).eml"))
      #expect(content.header("subject")?.value == "Schöne Grüße aus dem Süden")
    }
  }

  @Test(arguments: [
    ("utf-8", "Schöne Grüße aus dem Süden", String.Encoding.utf8),
    ("iso-8859-1", "Schöne Grüße aus dem Süden", .isoLatin1),
    ("koi8-r", "Привет из сада, пишите", String.Encoding(rawValue: 0x8000_0A02)),
    ("iso-2022-jp", "世界のみなさん、こんにちは", .iso2022JP),
  ])
  func `any cut of base64 is joined`(charset: String, text: String, encoding: String.Encoding)
    throws
  {
    let bytes =
      try text.data(using: encoding)
      ?? Program.run("iconv", ["-t", charset], input: Data(text.utf8))
    let payload = bytes.base64EncodedString()
    for cut in 1..<payload.count {
      for second in [cut + 1, cut + 7] where second < payload.count {
        let pieces = [
          payload.prefix(cut), payload.prefix(second).dropFirst(cut), payload.dropFirst(second),
        ]
        let words = pieces.map { "=?\(charset)?B?\($0)?=" }.joined(separator: "\n ")
        let mail = try MailFile("Subject: \(words)\nFrom: \(words) <ann@example.org>\n\nx\n")
        #expect(mail.content().header("subject")?.value == text, "\(cut) \(second)")
        let from = mail.content().header("from")?.value
        #expect(from?.replacingOccurrences(of: "\"", with: "") == "\(text) <ann@example.org>")
      }
    }
  }

  @Test func `whole words are read one by one, padded or not`() throws {
    let padded = Mail.content(Fixtures.sample("reading/R24-subject-of-two-padded-words.eml"))
    #expect(padded.header("subject")?.value == "Gärtnertreffen im Mai")
    for words in [
      "=?utf-8?B?SGVsbG8=?= =?utf-8?B?V29ybGQ=?=", "=?utf-8?B?SGVsbG8?= =?utf-8?B?V29ybGQ?=",
      "=?utf-8?B?SGVsbG8?= =?us-ascii?B?V29ybGQ=?=", "=?utf-8?B?SGVsbG8=?= =?UTF-8?Q?World?=",
      "=?utf-8?B?SGVsbG8?==?utf-8?B?V29ybGQ=?=", "=?utf-8?B?SGVsbG9Xb3JsZ?= =?utf-8?B?A==?=",
    ] {
      let mail = try MailFile("Subject: \(words)\n\nx\n")
      #expect(mail.content().header("subject")?.value == "HelloWorld", "\(words)")
    }
  }
}

extension Fixtures {
  /// A file of `fixtures/cases`.
  static func sample(_ name: String) -> String {
    files("cases").first { $0.hasSuffix("/" + name) } ?? name
  }
}

import Foundation
import Testing
import TriageCore

@testable import MailText

@Suite struct CharsetTests {
  /// The header `X-Text` of each of these mails says what its first line must be.
  @Test(arguments: Fixtures.files("mail/charsets"))
  func `a text reads the same in every character set`(path: String) {
    let content = Mail.content(path)
    #expect(content.lines.first?.text == content.header("x-text")?.value)
    #expect(content.lines.dropFirst().first?.text == "Second line.")
    let name = (path as NSString).lastPathComponent
    let isGuess = ["none-latin1.eml", "wrong-utf8.eml"].contains(name)
    #expect(content.notices == (isGuess ? [.charsetGuessed("windows-1252")] : []), "\(name)")
  }

  @Test(arguments: [
    "utf-7", "UTF-7", "unicode-1-1-utf-7", "../../etc/passwd", "x;id", "", " ", "utf-8//TRANSLIT",
    "iso-8859-99", "cp99999", "imap-utf-7", "cp65000", "csUnicode11UTF7", "ebcdic-us", "IBM037",
  ])
  func `character sets that are not on the list are none`(name: String) {
    #expect(Charset(name) == nil)
  }

  @Test func `what is refused is said and read as latin-1`() {
    let content = Mail.content(Fixtures.file("hostile/mime-49-charset-0.eml"))
    #expect(content.lines.map(\.text) == ["café plain"])
    #expect(content.notices == [.charsetRefused("../../etc", "iso-8859-1")])
    let disguise = Mail.content(Fixtures.file("hostile/mime-49-charset-2.eml"))
    #expect(disguise.lines.map(\.text) == ["+ADw-script+AD4-alert+ADw-/script+AD4-"])
  }

  @Test func `encoded words in a refused character set say nothing of their own`() {
    let subject = Mail.content(Fixtures.file("hostile/head-34-words.eml")).header("subject")
    #expect(subject?.value.contains("<script>") == false)
    #expect(subject?.value.contains("+ADw-script+AD4-") == true)
  }

  @Test func `padded encoded words beside each other lose nothing`() throws {
    let mail = try MailFile(
      "Subject: =?utf-8?B?SGVsbG8=?= =?utf-8?B?V29ybGQ=?=\n =?utf-8?B?IQ==?= plain\n"
        + "From: =?utf-8?B?SGVsbG8=?= =?utf-8?B?V29ybGQ=?= <a@example.org>\n\nx\n"
    )
    #expect(mail.content().header("subject")?.value == "HelloWorld! plain")
    #expect(mail.content().header("from")?.value == "HelloWorld <a@example.org>")
  }

  @Test func `words that are cut inside a character are put together`() throws {
    let mail = try MailFile(
      "Subject: =?utf-8?B?Y2Fmww==?= x =?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=\n\nx\n"
    )
    #expect(mail.content().header("subject")?.value.hasSuffix("x café") == true)
  }

  @Test func `base64 goes on behind padding`() {
    let content = Mail.content(Fixtures.file("hostile/mime-48-garbage.eml"))
    #expect(content.lines.first?.text == "Helloworld")
  }

  @Test func `no sequence is broken where buffers meet`() throws {
    // 30,000 times three bytes: pieces of 64 KiB end inside characters.
    let text = String(repeating: "€", count: 30_000)
    let mail = try MailFile(
      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        + Data(text.utf8).base64EncodedString(options: [.lineLength76Characters])
    )
    #expect(mail.content().lines.map(\.text) == [text])
    let other = try MailFile(
      bytes: Array("Content-Type: text/plain; charset=euc-kr\n\n".utf8)
        + Array(repeating: [0xb0, 0xa1], count: 40_001).flatMap { $0 }
    )
    #expect(other.content().lines.map(\.text) == [String(repeating: "가", count: 40_001)])
  }
}

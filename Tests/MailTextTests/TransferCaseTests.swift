import Foundation
import Testing
import TriageCore

@testable import MailText

/// Where encoded data ends, and what ends its lines (RFC 2045, 6.7 and 6.8).
@Suite struct TransferCaseTests {
  private static let tree = "Grüße an die Kirschbäume, Jörg"

  private func base64(_ body: String, type: String = "text/plain; charset=utf-8") throws -> MailFile
  {
    try MailFile("Content-Type: \(type)\nContent-Transfer-Encoding: base64\n\n\(body)")
  }

  private func quoted(_ body: String) throws -> MailFile {
    try MailFile(
      "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + body
    )
  }

  private func encoded(_ text: String, width: Int = 76, end: String = "\n") -> String {
    let letters = Array(Data(text.utf8).base64EncodedString())
    return stride(from: 0, to: letters.count, by: width)
      .map { String(letters[$0..<min($0 + width, letters.count)]) + end }.joined()
  }

  // MARK: base64

  @Test(arguments: ["R7-base64-then-footer", "R7-base64-without-padding-then-footer"])
  func `a list's footer behind base64 does no harm to the text`(name: String) throws {
    let content = try CaseMail.content(name)
    let text = content.words
    #expect(
      text.prefix(2) == [
        "Liebe Leute,", "die Kirschbäume müssen im März geschnitten werden. Wer kommt mit?",
      ]
    )
    #expect(text.count == 3 && text[2].hasPrefix("Grüße, Jörg"))
    #expect(content.notices == [])
  }

  @Test func `a page ends where its base64 does`() throws {
    let content = try CaseMail.content("R7-base64-html-then-footer")
    #expect(content.words == ["Die Kirschbäume müssen geschnitten werden."])
    #expect(content.notices == [])
  }

  @Test func `a file is saved without what follows its base64`() throws {
    let path = try CaseMail.path("R7-base64-attachment-then-footer")
    let bytes = try Mail.part(3, path)
    #expect(String(decoding: bytes, as: UTF8.self) == "%PDF-1.4 plan\n%%EOF\n\n\n")
    #expect(Mail.content(path).parts.first { $0.number == 3 }?.size == 22)
  }

  @Test(arguments: [
    "_______________________________________________\nOrchard mailing list\n", "-- \nAnn\n",
    "\n\nOrchard mailing list\nOrchard@lists.example.org\n", "To leave: https://example.org/bye\n",
    "Orchard\n", "Gardener\n", "Sent by Orchard\n--\n", "\r\n=======\r\nOrchard\r\n",
  ])
  func `whatever a footer is, nothing of it is data`(footer: String) throws {
    for text in [Self.tree, Self.tree + "!", Self.tree + "!!"] {
      for end in ["\n", "\r\n"] {
        let data = encoded(text, end: end)
        // A word alone behind data that needs no padding cannot be told from data.
        if !data.contains("="), !footer.contains(where: { !$0.isLetter && !$0.isNewline }) {
          continue
        }
        let mail = try base64(data + footer)
        #expect(mail.content().words == [text], "\(data + footer)")
        #expect(try mail.part(1) == Array(text.utf8))
        #expect(mail.content().parts.first?.size == text.utf8.count)
      }
    }
  }

  @Test func `a footer right behind the padding is no data`() throws {
    let data = encoded(Self.tree + "!").dropLast()
    #expect(data.hasSuffix("="))
    let mail = try base64(data + "____________\nOrchard mailing list\n")
    #expect(mail.content().words == [Self.tree + "!"])
  }

  @Test func `padding that is left out costs no character`() throws {
    for text in [Self.tree, Self.tree + "!", Self.tree + "!!"] {
      let data = encoded(text).filter { $0 != "=" }
      for footer in ["", "____________\nOrchard mailing list\n"] {
        #expect(try base64(data + footer).part(1) == Array(text.utf8))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 5, 10, 75, 76, 77, 990, 5000])
  func `lines of any length decode`(width: Int) throws {
    let text = String(repeating: Self.tree + "\n", count: 200)
    for end in ["\n", "\r\n", " \n", "\n\n"] {
      #expect(try base64(encoded(text, width: width, end: end)).part(1) == Array(text.utf8))
    }
  }

  @Test(arguments: [7, 10, 76]) func `two runs of whole base64 decode`(width: Int) throws {
    for text in ["Grüße ", "Grüße, ", "Grüße,, "] {
      let run = encoded(String(repeating: text, count: 40), width: width)
      let wanted = Array(String(repeating: text, count: 80).utf8)
      #expect(try base64(run + run).part(1) == wanted)
      #expect(try base64(run + "\n" + run + "______\nOrchard list\n").part(1) == wanted)
    }
    #expect(try base64("QQ==\nQkM=\nREVG\n").part(1) == Array("ABCDEF".utf8))
    #expect(try base64("QQ==QkM=REVG").part(1) == Array("ABCDEF".utf8))
  }

  @Test func `padding in front of the data ends nothing`() throws {
    let text = String(repeating: Self.tree, count: 20)
    for width in [7, 75] {
      #expect(try base64("=\n\n====\n" + encoded(text, width: width)).part(1) == Array(text.utf8))
    }
  }

  @Test func `what a gateway has put into the data is passed over`() throws {
    let text = String(repeating: Self.tree + "\n", count: 20)
    let lines = encoded(text).split(separator: "\n").map(String.init)
    let broken = lines.map { $0.prefix(30) + "!\n " + $0.dropFirst(30) + "\n" }.joined()
    #expect(try base64(broken).part(1) == Array(text.utf8))
    #expect(try base64(lines.joined(separator: " ")).part(1) == Array(text.utf8))
    let spaced = encoded(text, width: 4, end: " ")
    #expect(try base64(spaced).part(1) == Array(text.utf8))
  }

  @Test func `it does not matter where the pieces of a large file meet`() throws {
    let text = String(repeating: "Kirschbäume\n", count: 30_000)
    for width in [57, 76, 1 << 20] {
      for end in ["\n", "\r\n"] {
        for extra in 0..<3 {
          let long = text + String(repeating: "!", count: extra)
          let data = encoded(long, width: width, end: end)
          let mail = try base64(data + "\n_____\nOrchard mailing list\n")
          #expect(try mail.part(1) == Array(long.utf8))
          #expect(mail.content().parts.first?.size == long.utf8.count)
        }
      }
    }
  }

  // MARK: Quoted-printable

  @Test func `blanks at a line's end are none of the text`() throws {
    #expect(
      try CaseMail.content("R8-blanks-at-line-end").lines.map(\.text)
        == ["three blanks follow", "and the text goes on"]
    )
    #expect(
      try CaseMail.content("R8-soft-break-then-blank").words
        == ["This line goes on after its soft break."]
    )
  }

  @Test(arguments: [
    ("a \t\nb", "a\nb"), ("a   \r\nb\r\n", "a\r\nb\r\n"), ("a= \t\r\nb", "ab"),
    ("a=\t\nb=\n", "ab"),
    ("a=20\nb", "a \nb"), ("a =20\t \nb", "a  \nb"), ("a=09 \nb=20", "a\t\nb "), ("a b", "a b"),
    ("last   ", "last"), ("last= ", "last"), (" \n\t\n b", "\n\n b"), ("a=3D \nb", "a=\nb"),
    ("-- =20\nAnn", "--  \nAnn"), ("a=zz=4 \nb", "a=zz=4\nb"),
  ])
  func `each form of a line's end decodes as the standard has it`(
    encoded: String,
    text: String
  ) throws {
    let mail = try quoted(encoded)
    #expect(try String(decoding: mail.part(1), as: UTF8.self) == text)
    #expect(mail.content().parts.first?.size == text.utf8.count)
  }

  @Test func `blanks go where the pieces of a large file meet, too`() throws {
    for extra in 0..<8 {
      let first = String(repeating: "x", count: extra)
      let body = first + String(repeating: "line =\t \nof text  \n", count: 8000)
      let text = first + String(repeating: "line of text\n", count: 8000)
      #expect(try quoted(body).part(1) == Array(text.utf8))
    }
    let long = String(repeating: "word ", count: 40_000)
    #expect(try quoted(long + "\nend").part(1) == Array(long.dropLast().utf8) + Array("\nend".utf8))
  }
}

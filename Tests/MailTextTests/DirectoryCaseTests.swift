import Foundation
import Testing
import TriageCore

@testable import MailText

/// Calendars and address cards as programs write them.
@Suite struct DirectoryCaseTests {
  private func event(_ lines: String, method: String = "REQUEST") -> String {
    "BEGIN:VCALENDAR\nMETHOD:\(method)\nVERSION:2.0\nBEGIN:VEVENT\n\(lines)\nEND:VEVENT\n"
      + "END:VCALENDAR\n"
  }

  private func calendar(_ text: String, as encoding: String = "8bit") throws -> MessageContent {
    let type = "text/calendar; charset=utf-8"
    return try CaseMail.message(text.utf8, as: encoding, type: type).content()
  }

  private func card(
    _ body: some Sequence<UInt8>,
    as encoding: String = "8bit",
    charset: String? = "utf-8"
  ) throws -> MessageContent {
    let type = "text/x-vcard" + (charset.map { "; charset=\($0)" } ?? "")
    return try CaseMail.message(body, as: encoding, type: type).content()
  }

  private func card(_ lines: String, version: String = "2.1") throws -> MessageContent {
    try card("BEGIN:VCARD\r\nVERSION:\(version)\r\n\(lines)\r\nEND:VCARD\r\n".utf8)
  }

  // MARK: Folds

  @Test func `a line that is folded inside a character is whole`() throws {
    let russian = try CaseMail.content("R9-event-russian-folded")
    #expect(
      russian.details(.event)
        == ["Собрание жильцов о ремонте крыши и лестниц, приглашаются все"]
    )
    #expect(russian.details(.place).first?.hasSuffix("Садовой, второй этаж") == true)
    #expect(russian.notices == [])
    let emoji = try CaseMail.content("R9-event-emoji-folded")
    #expect(emoji.details(.description).first?.hasSuffix("b🌳🌲 walk") == true)
    let japanese = try CaseMail.content("R9-event-japanese-folded")
    #expect(japanese.details(.event).first?.contains("図書室です") == true)
  }

  @Test(arguments: CaseMail.encodings)
  func `every property may be folded at every byte, by blank or tab`(encoding: String) throws {
    let text = Array("SUMMARY:ключ 鍵\r\nLOCATION:дом 家🏠\r\nCOMMENT:да".utf8)
    for end in ["\n", "\r\n"] {
      for fold in [" ", "\t"] {
        let folded = text.flatMap { byte in
          byte == 0x0D ? [] : byte == 0x0A ? Array(end.utf8) : [byte] + Array((end + fold).utf8)
        }
        let head = Array("BEGIN:VCALENDAR\(end)BEGIN:VEVENT\(end)".utf8)
        let body = head + folded + Array("\(end)END:VEVENT\(end)END:VCALENDAR\(end)".utf8)
        let type = "text/calendar; charset=utf-8"
        let content = try CaseMail.message(body, as: encoding, type: type).content()
        #expect(content.details(.event) == ["ключ 鍵"])
        #expect(content.details(.place) == ["дом 家🏠"])
        #expect(content.notices == [])
      }
    }
  }

  @Test func `cards are unfolded so, and texts of two bytes a character too`() throws {
    let name = Array("FN:Ольга".utf8)
    let body =
      Array("BEGIN:VCARD\nVERSION:3.0\n".utf8) + name.flatMap { [$0, 0x0A, 0x20] }
      + Array("\nEND:VCARD\n".utf8)
    #expect(try card(body).details(.name) == ["Ольга"])
    let wide = "\u{FEFF}BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Оль\r\n га ਠ\r\nEND:VCARD\r\n"
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let bytes = try #require(wide.data(using: encoding))
      #expect(try card(bytes, as: "base64", charset: "utf-16").details(.name) == ["Ольга ਠ"])
    }
    let russian = try #require(
      "BEGIN:VCARD\nVERSION:3.0\nFN:Ольга\n END\n".data(using: .windowsCP1251)
    )
    #expect(try card(russian, charset: "windows-1251").details(.name) == ["ОльгаEND"])
  }

  // MARK: Answers

  @Test func `an answer says what it is`() throws {
    let declined = try CaseMail.content("R10-reply-declined")
    #expect(declined.details(.attendee) == ["Ann <ann@example.org> (DECLINED)"])
    #expect(declined.details(.comment) == ["I am away that week"])
    #expect(declined.details(.method) == ["REPLY"])
    let accepted = try CaseMail.content("R10-reply-accepted")
    #expect(accepted.details(.attendee) == ["Ann <ann@example.org> (ACCEPTED)"])
  }

  @Test(arguments: [
    "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "NEEDS-ACTION", "COMPLETED", "IN-PROCESS",
    "X-LATER",
  ])
  func `each answer there is stands at the attendee`(answer: String) throws {
    let content = try calendar(
      event("ATTENDEE;PARTSTAT=\(answer);CN=\"Lee, Ann\":MAILTO:lee@example.org"),
      as: "base64"
    )
    #expect(content.details(.attendee) == ["Lee, Ann <lee@example.org> (\(answer))"])
  }

  @Test func `of several people each has an answer, or none`() throws {
    let content = try calendar(
      event(
        """
        ATTENDEE;CN=Ann;partstat="accepted":mailto:ann@example.org
        ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org
        ATTENDEE;CN=Lee:mailto:lee@example.org
        ATTENDEE;PARTSTAT=:mailto:bob@example.org
        """
      )
    )
    #expect(
      content.details(.attendee) == [
        "Ann <ann@example.org> (ACCEPTED)", "kim@example.org (DECLINED)", "Lee <lee@example.org>",
        "bob@example.org",
      ]
    )
  }

  @Test(arguments: CaseMail.encodings)
  func `comments, how long it takes and which one of a row it is are shown`(
    encoding: String
  ) throws {
    let content = try calendar(
      event(
        """
        SUMMARY:Tea
        DTSTART:20240312T090000Z
        DURATION:PT1H30M
        RECURRENCE-ID;TZID=Europe/Berlin:20240319T090000
        COMMENT:Later\\, please\\nAnn
        COMMENT;LANGUAGE=de:Später
        """
      ),
      as: encoding
    )
    #expect(content.details(.duration) == ["PT1H30M"])
    #expect(content.details(.occurrence) == ["2024-03-19 09:00 (Europe/Berlin)"])
    #expect(content.details(.comment) == ["Later, please", "Ann", "Später"])
  }

  @Test func `what belongs to an alarm is not the event's`() throws {
    let alarm = "BEGIN:VALARM\nDURATION:PT5M\nCOMMENT:ring\nEND:VALARM"
    let content = try calendar(event("SUMMARY:Tea\n\(alarm)"))
    #expect(content.words.contains("Tea"))
    #expect(content.details(.duration) == [] && content.details(.comment) == [])
  }

  // MARK: Old cards

  @Test func `a card of version 2 point 1 is read`() throws {
    let card = try CaseMail.content("R11-vcard-quoted-printable")
    #expect(card.details(.name) == ["Jörg Weiß"])
    #expect(card.details(.telephone) == ["+49301234"])
    let broken = try CaseMail.content("R11-vcard-soft-break")
    #expect(broken.details(.name) == ["Ольга Сергеевна Белова"])
    #expect(broken.details(.note) == ["rings twice", "then waits"])
  }

  @Test(arguments: [
    "FN;QUOTED-PRINTABLE:J=C3=B6rg", "FN;quoted-printable;charset=utf-8:J=C3=B6rg",
    "item1.FN;Encoding=Quoted-Printable:J=C3=B6rg", "fn;ENCODING=QUOTED-PRINTABLE:J=c3=b6rg",
    "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=F6rg", "FN;ENCODING=BASE64:SsO2cmc=",
    "FN;BASE64:\r\n SsO2\r\n cmc=\r\n", "FN;charset=utf-8;base64:SsO2cmc=",
    "FN;QUOTED-PRINTABLE:J=\r\n=C3=\r\n=B6rg", "FN:Jörg",
  ])
  func `each form of such a card's value is read`(line: String) throws {
    #expect(try card(line).details(.name) == ["Jörg"])
  }

  @Test func `a value in eight bits is read by its own charset`() throws {
    let head = Array("VERSION:2.1\r\nFN;CHARSET=windows-1251:".utf8)
    let name = try #require("Ольга".data(using: .windowsCP1251))
    let text = Array("BEGIN:VCARD\r\n".utf8) + head + name + Array("\r\nEND:VCARD\r\n".utf8)
    #expect(try card(text).details(.name) == ["Ольга"])
    #expect(try card(text, as: "base64", charset: nil).details(.name) == ["Ольга"])
  }

  @Test func `the version may stand behind the values`() throws {
    let text = "BEGIN:VCARD\r\nFN;QUOTED-PRINTABLE:J=C3=B6rg\r\nVERSION:2.1\r\nEND:VCARD\r\n"
    #expect(try card(text.utf8).details(.name) == ["Jörg"])
  }

  @Test func `a fold keeps its blank in the old version, and lists keep their parts`() throws {
    let content = try card(
      "NOTE:rings twice\r\n then waits\r\nORG;QUOTED-PRINTABLE:G=C3=A4rten;Nord"
    )
    #expect(content.details(.note) == ["rings twice then waits"])
    #expect(content.details(.organization) == ["Gärten, Nord"])
  }

  @Test(arguments: ["3.0", "4.0"])
  func `a card of a later version is never decoded so`(version: String) throws {
    let content = try card(
      "FN;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg\r\nNOTE:a=\r\nORG:two\r\nNICKNAME:x=3D",
      version: version
    )
    #expect(content.details(.name) == ["J=C3=B6rg"])
    #expect(content.details(.note) == ["a="] && content.details(.organization) == ["two"])
  }

  @Test func `each card of several has its own version`() throws {
    let old = "BEGIN:VCARD\nVERSION:2.1\nFN;QUOTED-PRINTABLE:J=C3=B6rg\nEND:VCARD\n"
    let new = "BEGIN:VCARD\nVERSION:3.0\nFN;QUOTED-PRINTABLE:J=C3=B6rg\nEND:VCARD\n"
    #expect(try card((old + new + old).utf8).details(.name) == ["Jörg", "J=C3=B6rg", "Jörg"])
  }
}

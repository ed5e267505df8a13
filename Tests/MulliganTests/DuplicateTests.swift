import Foundation
import TestSupport
import Testing
import TriageCore

/// Files of one Message-ID that say something different are spoken of, and each can be read.
@Suite struct DuplicateTests {
  private func mailbox(_ files: [String]) throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.makeMaildir("inbox")
    for (number, text) in files.enumerated() {
      let path = "\(mail.root)/inbox/cur/\(number + 1).copy:2,S"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new")
    try mail.tag("+inbox", "*")
    return mail
  }

  private func fixtures() throws -> [String] {
    try (1...2).map { number in
      let file = "R22-two-messages-one-id.\(number).eml"
      return try String(
        contentsOfFile: "\(TemporaryMail.fixtures)/cases/reading/\(file)",
        encoding: .utf8
      )
    }
  }

  private func message(_ body: String, _ headers: String = "", subject: String = "One") -> String {
    SampleMessage("one@example.org", subject: subject, body: body, headers: headers).text
  }

  @Test func `show says how many messages there are, and shows the one that is asked for`()
    throws
  {
    let mail = try mailbox(fixtures())
    let query = "id:R22-two-messages-one-id@example.org"
    let first = try mail.mulligan("show", query)
    #expect(first.output.contains("2 messages have this Message-ID; this is number 1"), "\(first)")
    #expect(first.output.contains("The direct copy: the room is 12."))
    #expect(!first.output.contains("99"))
    #expect(try mail.mulligan("show", "--duplicate", "1", query) == first)
    let second = try mail.mulligan("show", "--duplicate", "2", query)
    #expect(second.output.contains("2 messages have this Message-ID; this is number 2"))
    #expect(second.output.contains("The list's copy: the room is now 99."))
    #expect(second.output.contains("Subject: [choir] Rehearsal"))
    #expect(try mail.mulligan("show", "--duplicate", "7", query) == second)
    let raw = try mail.mulligan("show", "--raw", "--duplicate", "2", query)
    #expect(try raw.output == fixtures()[1])
    let part = try mail.mulligan("show", "--part", "1", "--duplicate", "2", query)
    #expect(part.output.hasPrefix("The list's copy"), "\(part)")
    let json = try mail.mulligan("show", "--json", "--duplicate", "2", query).objects
    #expect((json.first?["body"] as? String)?.contains("99") == true)
  }

  @Test func `copies with the same text are not spoken of`() throws {
    let quoted = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
    let copies = [
      message("Grüße\n"),
      message("Grüße\n", "List-Id: <a.example.org>\nReceived: from a by b\n", subject: "[a] One"),
      message("Grüße\n\n \n"),
      "Message-ID: <one@example.org>\nSubject: One\n\(quoted)"
        + "Content-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe\n",
      "Message-ID: <one@example.org>\nSubject: One\n\(quoted)"
        + "Content-Transfer-Encoding: base64\n\nR3LDvMOfZQo=\n",
      message("Grüße\n").replacing("\n", with: "\r\n"),
    ]
    let mail = try mailbox(copies)
    let shown = try mail.mulligan("show", "id:one@example.org").output
    #expect(shown.contains("Grüße") && !shown.contains("Message-ID"), "\(shown)")
  }

  @Test func `each of any number of messages is counted once`() throws {
    let mail = try mailbox([
      message("One\n"), message("Two\n"), message("One\n", "X-Copy: 1\n"), message("Three\n"),
    ])
    for (number, word) in ["One", "Two", "Three"].enumerated() {
      let shown = try mail.mulligan("show", "--duplicate", "\(number + 1)", "id:one@example.org")
      #expect(
        shown.output.contains("3 messages have this Message-ID; this is number \(number + 1)")
      )
      #expect(shown.output.contains("\n\(word)\n"), "\(shown)")
    }
  }

  @Test func `another attachment beside the same text is another message`() throws {
    func text(_ file: String) -> String {
      """
      Message-ID: <one@example.org>
      Subject: One
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      Please pay.
      --b
      Content-Type: application/pdf; name=\(file)
      Content-Disposition: attachment; filename=\(file)

      %PDF-1.4 \(file)
      --b--

      """
    }
    let mail = try mailbox([text("bill.pdf"), text("forged.pdf")])
    let shown = try mail.mulligan("show", "--duplicate", "2", "id:one@example.org").output
    #expect(shown.contains("2 messages have this Message-ID") && shown.contains("forged.pdf"))
  }

  @Test func `a file that is gone is no message, and one message has nothing to tell`() throws {
    let mail = try mailbox(fixtures())
    try FileManager.default.removeItem(atPath: "\(mail.root)/inbox/cur/1.copy:2,S")
    let shown = try mail.mulligan("show", "id:R22-two-messages-one-id@example.org").output
    #expect(shown.contains("99") && !shown.contains("Message-ID"), "\(shown)")
  }

  @Test func `on the screen a key shows the other, and then the first again`() throws {
    let mail = try mailbox(fixtures())
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Rehearsal")
    try screen.press("Enter")
    try screen.wait(for: "the room is 12.")
    try screen.wait(for: "2 messages have this Message-ID; this is number 1; T shows the next")
    try screen.press("T")
    try screen.wait(for: "the room is now 99.")
    try screen.wait(for: "this is number 2; T shows the next")
    try screen.press("T")
    try screen.wait(for: "the room is 12.")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

import Testing
import TriageCore

@testable import MailText

/// The bad-input list's structures and attachments.
@Suite struct BadPartTests {
  private func content(_ name: String) -> MessageContent {
    Mail.content(Fixtures.file("hostile/\(name).eml"))
  }

  private func words(_ content: MessageContent) -> [String] {
    content.lines.map(\.text).filter { !$0.isEmpty }
  }

  @Test func `boundaries that are the same, empty or missing lose no text`() {
    #expect(words(content("mime-43-same-boundary")) == ["inner"])
    #expect(words(content("mime-43-empty-boundary")) == ["first", "second"])
    #expect(words(content("mime-43-prefix")) == ["one", "two"])
    #expect(words(content("mime-43-unclosed")) == ["first", "second, and the end is missing"])
    #expect(words(content("mime-43-no-boundary")).first == "This text has no part to live in.")
    #expect(words(content("mime-43-long-boundary")).contains("first"))
  }

  @Test func `external bodies and pieces are named, not fetched or joined`() {
    #expect(
      content("mime-44-external").lines == [
        ContentLine(.label(.external, part: 1), "URL https://evil.example.org/payload")
      ]
    )
    #expect(content("mime-45-partial").lines.first?.kind == .label(.partial, part: 1))
  }

  @Test func `uuencode is not decoded, neither shown nor saved`() throws {
    #expect(words(content("mime-48-garbage")).contains("begin 755 ../../evil.sh"))
    let saved = try Mail.part(3, Fixtures.file("hostile/mime-48-garbage.eml"))
    #expect(String(decoding: saved, as: UTF8.self).hasPrefix("begin 755"))
  }

  @Test func `alternatives say which one is shown`() {
    let content = content("mime-51-differ")
    #expect(content.notices == [.alternativeShown("text/plain")])
    #expect(content.alternatives == ["text/plain", "text/html"])
    #expect(words(content) == ["You owe nothing."])
  }

  @Test func `enriched text and scripts are plain text`() {
    let lines = content("mime-52-enriched").lines
    #expect(lines.first?.text.contains("(shell-command \"id\")") == true)
    #expect(lines.contains(ContentLine(.text, "rm -rf ~")))
    #expect(lines.contains(ContentLine(.patchRemoved, "-old")))
  }

  @Test func `calendars and cards are words, and their files stay where they are`() {
    let content = content("mime-53-calendar")
    #expect(content.lines.contains(ContentLine(.detail(.event), "Party, loud")))
    #expect(content.lines.contains(ContentLine(.detail(.attached), "file:///etc/passwd")))
    #expect(content.lines.contains(ContentLine(.detail(.description), "kettle and a cup")))
    #expect(content.lines.contains(ContentLine(.detail(.organization), "Mill Lane, Garden")))
    #expect(!content.lines.contains { $0.text.contains("/bin/sh") || $0.text.contains("shadow") })
    #expect(content.links.map(\.target) == ["https://example.org/party"])
  }

  @Test func `packed attachments are not unpacked`() throws {
    let content = content("mime-54-winmail")
    #expect(content.lines.last == ContentLine(.label(.attachment, part: 3), "winmail.dat"))
    let saved = try Mail.part(3, Fixtures.file("hostile/mime-54-winmail.eml"))
    #expect(saved.starts(with: [0x78, 0xf9, 0xc7]))
  }

  @Test func `a page split around an encrypted text does not enclose it`() {
    let content = content("mime-56-efail")
    #expect(content.links.isEmpty)
    #expect(content.notices == [.encrypted])
    #expect(words(content).contains("-----BEGIN PGP MESSAGE-----"))
  }

  @Test func `attachments bear their true names, and both where they disagree`() {
    let parts = content("att-64-names").parts
    let names = parts.dropFirst().map(\.filename)
    #expect(names[0] == "../../.bashrc")
    #expect(names[3] == nil)
    #expect(names[9] == "new\nline\u{1b}[2J")
    #expect(names[17] == "€ rates.pdf")
    #expect(names[18] == "long-name.pdf")
    #expect(parts[20].filename == "real.exe" && parts[20].otherFilename == "report.pdf")
    #expect(parts[22].filename == "one.pdf" && parts[22].otherFilename == "two.exe")
    #expect(names.allSatisfy { ($0?.utf8.count ?? 0) <= 1024 })
    for part in parts.dropFirst() {
      let name = AttachmentName.safe(part.filename, type: part.type, part: part.number)
      #expect(!name.hasPrefix(".") && !name.contains("/") && !name.hasSuffix(".exe"))
    }
  }
}

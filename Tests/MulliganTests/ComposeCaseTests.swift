import Foundation
import TestSupport
import Testing

@testable import mulligan

/// Drafts of other programs, and what editors leave behind, on the page that shows what will leave.
@Suite struct ComposeCaseTests {
  /// A screen on mail whose editor is a script; `$1` is the message's file.
  private func open(_ site: SendSite, editor: String, query: String = "tag:inbox") throws
    -> TmuxScreen
  {
    let script = try site.mail.file("editor-\(UUID().uuidString)", editor)
    return try TmuxScreen(
      site.mail,
      ["read", query],
      columns: 100,
      rows: 40,
      variables: ["VISUAL": "sh \(script)"]
    )
  }

  /// Writes a message whose text is a file that the editor leaves.
  private func compose(_ site: SendSite, leaving file: String) throws -> TmuxScreen {
    let screen = try open(site, editor: "cat '\(file)' > \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("m")
    return screen
  }

  /// Opens a draft of another program.
  private func openDraft(_ site: SendSite, editor: String = "true\n") throws -> TmuxScreen {
    try site.mail.notmuch("tag", "+draft", "-inbox", "--", "folder:Drafts")
    let screen = try open(site, editor: editor, query: "tag:draft")
    try screen.wait(for: "Enter Edit Draft")
    try screen.press("e")
    return screen
  }

  /// Lets the message leave, also if there is something to be known before, and returns it.
  private func send(_ site: SendSite, _ screen: TmuxScreen, warned: Bool = false) throws -> String {
    if warned {
      try screen.press("y")
      try screen.wait(for: "y once more sends it")
    }
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    return try #require(site.delivered.first)
  }

  @Test func `a message that is forwarded shows and sends no blind copies`() throws {
    let site = try SendSite.ofCases()
    let query = try site.deliver(case: "A1-own-sent-mail-with-bcc")
    try site.mail.notmuch("tag", "+own", "--", query)
    let editor = "sed -i 's/^To:$/To: cleo@example.net/' \"$1\"\n"
    let screen = try open(site, editor: editor, query: "tag:own")
    try screen.wait(for: "Enter Open")
    try screen.press("f")
    let page = try screen.wait(for: "The plan is ready.").joined()
    #expect(
      page.contains("To: ann@example.org") && !page.contains("Bcc") && !page.contains("secret")
    )
    let wire = try send(site, screen)
    #expect(!wire.contains("Bcc") && !wire.contains("secret"))
  }

  private static let typed = [
    ("A2-typed-content-type.txt", ["Content-Type", "MIME-Version"]),
    ("A2-typed-date-and-message-id.txt", ["Date", "Message-ID"]),
  ]

  @Test(arguments: typed)
  func `a typed field that is set as the message is made leaves once, and is named`(
    file: String,
    fields: [String]
  ) throws {
    let site = try SendSite.ofCases()
    let screen = try compose(site, leaving: WritingCase.path(file))
    for field in fields { try screen.wait(for: "“\(field)” was left out") }
    let wire = try send(site, screen, warned: true)
    let header = wire.components(separatedBy: "\n\n")[0].lines
    for field in [
      "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
    ] {
      #expect(header.count { $0.lowercased().hasPrefix(field.lowercased() + ":") } == 1, "\(wire)")
    }
    #expect(!wire.contains("2012") && !wire.contains("mine@example.org") && !wire.contains("html"))
  }

  @Test func `a draft with typed fields is kept with each once, and other fields leave`() throws {
    let site = try SendSite.ofCases()
    let text =
      "From: A Person <me@example.org>\nTo: ann@example.org\nSubject: Odd\nCONTENT-language: de\n"
      + "mime-version: 2.0\nX-Own: kept\ndate: never\n\nMy words.\n"
    let screen = try compose(site, leaving: try site.mail.file("typed.txt", text))
    try screen.wait(for: "“CONTENT-language” was left out")
    let page = try screen.wait(for: "My words.").joined(separator: "\n")
    #expect(page.contains(#/X-Own +kept/#))
    try screen.press("w")
    try screen.wait(for: "Saved as a draft")
    let draft = try #require(try site.files(in: "Drafts").first)
    #expect(draft.contains("\nX-Own: kept\n") && !draft.contains("never") && !draft.contains("2.0"))
    #expect(!draft.lowercased().contains("content-language"))
  }

  @Test func `a page shows to whom answers are to go, and every other field that leaves`() throws {
    let site = try SendSite.ofCases()
    _ = try site.deliver(case: "A3-draft-with-reply-to", to: "Drafts", flags: "DS")
    let far = String(repeating: "word ", count: 40) + "end@evil.example"
    let screen = try openDraft(
      site,
      editor:
        "sed -i 's/^Subject:.*/&\\nX-Far: \(far)\\nDisposition-Notification-To: spy@evil.example/' \"$1\"\n"
    )
    let page = try screen.wait(for: "The key is with the porter.").joined(separator: "\n")
    #expect(page.contains(#/Reply-To +other@evil\.example/#), "\(page)")
    #expect(page.contains(#/X-Far +word/#) && page.contains("end@evil.example"), "\(page)")
    #expect(page.contains("Disposition-Notification-To: spy@evil.example"), "\(page)")
    let wire = try send(site, screen)
    #expect(wire.contains("\nReply-To: other@evil.example\n"))
    let shown = ["From", "To", "Subject", "Reply-To", "X-Far", "Disposition-Notification-To"]
    let hidden = [
      "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version", "Content-Type",
      "Content-Transfer-Encoding",
    ]
    let names = wire.components(separatedBy: "\n\n")[0].lines.filter { !$0.hasPrefix(" ") }
      .map { String($0.prefix { $0 != ":" }) }
    #expect(Set(names).subtracting(hidden) == Set(shown))
  }

  private static let paragraph =
    "this paragraph was written in a window and is longer than one line, so that its program has "
    + "broken it with a blank at the end of each of its lines."

  @Test(arguments: [
    (
      "A9-draft-flowed",
      [paragraph, "From the office all is well.", "  two blanks are meant here", "-- ", "Robin"]
    ),
    ("A9-draft-flowed-delsp", ["The word Donaudampfschifffahrt is cut within itself."]),
  ])
  func `the paragraphs of a flowed draft are whole in the editor, and leave so`(
    name: String,
    lines: [String]
  ) throws {
    let site = try SendSite.ofCases()
    _ = try site.deliver(case: name, to: "Drafts", flags: "DS")
    let screen = try openDraft(site, editor: "cp \"$1\" '\(site.mail.folder)/edited'\n")
    try screen.wait(for: "Flow")
    try waitUntil("it was edited") {
      FileManager.default.fileExists(atPath: "\(site.mail.folder)/edited")
    }
    let edited = try String(contentsOfFile: "\(site.mail.folder)/edited", encoding: .utf8).lines
    for line in lines { #expect(edited.contains(line), "\(line): \(edited)") }
    try screen.wait(for: "y Send")
    let wire = try send(site, screen)
    #expect(wire.contains(lines.suffix(2).joined(separator: "\n")), "\(wire)")
  }

  @Test(arguments: [
    (
      "Format=Flowed; DelSp=YES", "quoted-printable", "> so it=20\n> goes=20\n> on=C3=BC\n",
      "> so itgoesonü"
    ),
    (
      "FORMAT=\"flowed\"", "base64", "IEZyb20gaGVyZSAKb24KLS0gClJvYmluCg==\n",
      "From here on\n-- \nRobin"
    ),
    ("format=flowed", "8bit", ">> deep \n>> er\n> up\nnone \n\n", ">> deep er\n> up\nnone "),
    ("format=fixed", "7bit", " From a blank \n stays\n", " From a blank \n stays"),
  ])
  func `a draft is read by its own parameters, in every encoding`(
    parameters: String,
    encoding: String,
    body: String,
    text: String
  ) throws {
    let site = try SendSite.ofCases()
    let draft =
      "From: me@example.org\nTo: ann@example.org\nSubject: Flow\nMessage-ID: <flow@example.org>\n"
      + "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8; \(parameters)\n"
      + "Content-Transfer-Encoding: \(encoding)\n\n\(body)"
    try site.deliver(Data(draft.utf8), to: "Drafts", flags: "DS")
    let screen = try openDraft(site, editor: "cp \"$1\" '\(site.mail.folder)/edited'\n")
    try screen.wait(for: "Flow")
    try waitUntil("it was edited") {
      FileManager.default.fileExists(atPath: "\(site.mail.folder)/edited")
    }
    let edited = try String(contentsOfFile: "\(site.mail.folder)/edited", encoding: .utf8)
    #expect(edited.contains("\n\n\(text)"), "\(edited)")
  }

  @Test func `the parts of a draft say of themselves what they did`() throws {
    let site = try SendSite.ofCases()
    let whole = try WritingCase.text("A11-draft-with-text-attachments.eml").replacing(
      "Content-Type: text/calendar",
      with:
        "Content-Description: Invitation\nContent-ID: <i@example.org>\nContent-Type: text/calendar"
    )
    try site.deliver(Data(whole.utf8), to: "Drafts", flags: "DS")
    let screen = try openDraft(site)
    try screen.wait(for: "invite.ics")
    let wire = try send(site, screen).replacing(#/\n\s+/#, with: " ")
    #expect(wire.contains("Content-Type: text/plain; charset=koi8-r; name=a.txt\n"), "\(wire)")
    #expect(wire.contains("text/calendar; charset=utf-8; method=REQUEST; name=invite.ics\n"))
    #expect(
      wire.contains("\nContent-Description: Invitation\n")
        && wire.lowercased().contains("\ncontent-id: <i@example.org>")
    )
    #expect(wire.contains("8NLJ18XULCDTwcQK"))
  }

  @Test func `a byte order mark that an editor leaves is no part of the first field`() throws {
    let site = try SendSite.ofCases()
    let screen = try compose(site, leaving: WritingCase.path("A16-editor-byte-order-mark.txt"))
    try screen.wait(for: "It is free.")
    #expect(try screen.lines().contains { $0.contains("A Person <me@example.org>") })
    let wire = try send(site, screen)
    #expect(
      wire.contains("\nFrom: A Person <me@example.org>\n") && wire.hasSuffix("\n\nIt is free.\n")
    )
  }
}

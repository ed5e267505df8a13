import Foundation
import TestSupport
import Testing
import TriageCore
import TriageEngine

@testable import mulligan

/// Messages that are saved as drafts from the shell.
@Suite struct DraftTests {
  private func mailbox(synchronizesFlags: Bool = true) throws -> TemporaryMail {
    let mail = try TemporaryMail(
      synchronizesFlags: synchronizesFlags,
      settings: "[new]\ntags=inbox;unread;new\n"
    )
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    try mail.notmuch("tag", "-new", "--", "*")
    return mail
  }

  /// Delivers a message as it stands.
  private func deliver(_ mail: TemporaryMail, _ text: String) throws {
    let folder = "\(mail.root)/inbox/new"
    try text.write(toFile: "\(folder)/raw.1", atomically: true, encoding: .utf8)
  }

  /// The one draft of the mail, as it is shown.
  private struct Shown {
    let subject: String?
    let lines: [String]
    let parts: [(number: Int, type: String, name: String?)]

    init(_ mail: TemporaryMail) throws {
      let objects = try mail.mulligan("show", "--json", "tag:draft").objects
      let object = try #require(objects.count == 1 ? objects.first : nil)
      subject = object["subject"] as? String
      lines = (object["body"] as? String ?? "").lines
      parts = (object["parts"] as? [[String: Any]] ?? []).map { part in
        (part["number"] as? Int ?? 0, part["type"] as? String ?? "", part["filename"] as? String)
      }
    }
  }

  @Test(arguments: [false, true])
  func `W24: a draft is a message of the mail, which no other program takes for new`(
    synchronizesFlags: Bool
  ) throws {
    let mail = try mailbox(synchronizesFlags: synchronizesFlags)
    let plan = try mail.file("plän.pdf", "%PDF-1")
    let before = try mail.dump()
    let run = try mail.mulligan(
      "compose",
      "--draft",
      "--to",
      "Ann Ö <ann@example.org>",
      "--bcc",
      "eve@example.org",
      "--subject",
      "Grüße",
      "--attach",
      plan,
      input: "Dear Ann,\r\nsee below – or not\r\n"
    )
    #expect(run.status == 0, "\(run)")
    #expect(
      try mail.notmuch("search", "--output=tags", "tag:draft").lines == ["attachment", "draft"]
    )
    let shown = try Shown(mail)
    #expect(shown.subject == "Grüße")
    let raw = try mail.mulligan("show", "--raw", "tag:draft").output
    #expect(raw.contains("\nBcc: eve@example.org\n"), "one's own copy names it")
    #expect(shown.lines.prefix(2) == ["Dear Ann,", "see below – or not"])
    #expect(shown.parts.compactMap(\.name) == ["plän.pdf"])
    try mail.notmuch("new")
    #expect(try mail.notmuch("count", "tag:new or (tag:unread and tag:draft)").lines == ["0"])
    let file = try mail.notmuch("search", "--output=files", "tag:draft").lines
    #expect(file.allSatisfy { $0.contains("/Drafts/cur/") && $0.hasSuffix(":2,DS") })
    // All else is as it was.
    #expect(try mail.dump().filter { !$0.contains("+draft") } == before)
  }

  @Test func `W1: what was begun keeps its id, its text and copies of its files`()
    throws
  {
    let mail = try mailbox()
    let plan = try mail.file("plan.txt", "first\n")
    try mail.mulligan("compose", "--draft", "--attach", plan, "--subject", "Plan", input: "text\n")
    try FileManager.default.removeItem(atPath: plan)
    let list = try mail.mulligan("outbox", "--json")
    let item = try #require(list.objects.first)
    let id = try #require(item["message"] as? String)
    #expect(id.hasSuffix("@example.org"))
    #expect(try mail.notmuch("search", "--output=messages", "tag:draft").lines == ["id:\(id)"])
    #expect(item["filed"] as? Bool == true && item["state"] as? String == "draft")
    let shown = try mail.mulligan("outbox", "show", "1").output
    #expect(shown.hasPrefix("From: Robin Tester <robin@example.org>\n"))
    #expect(shown.hasSuffix("\n\ntext\n"))
    let line = try #require(shown.lines.first { $0.hasPrefix("Attach: ") })
    let copy = String(line.dropFirst(8))
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "first\n")
  }

  @Test
  func
    `W9: a saved answer knows what it answers, and its text is what was given`()
    throws
  {
    let mail = try mailbox()
    #expect(try mail.mulligan("reply", "--draft", "id:m1@example.org", input: "Yes.\n").status == 0)
    let thread = try mail.notmuch("search", "--output=threads", "id:m1@example.org or tag:draft")
    #expect(thread.lines.count == 1)
    #expect(try Shown(mail).lines == ["Yes."])
    let object = try #require(mail.mulligan("outbox", "--json").objects.first)
    #expect(object["answers"] as? [String] == ["m1@example.org"])
    #expect(object["kind"] as? String == "reply")
  }

  @Test func `W11: what is forwarded goes along: its parts, or the message as it came`() throws {
    let mail = try mailbox()
    let boundary = "--b\nContent-Type: "
    try deliver(
      mail,
      "From: a@example.org\nMessage-ID: <f@example.org>\nSubject: Files\nMIME-Version: 1.0\n"
        + "Content-Type: multipart/mixed; boundary=b\n\n\(boundary)text/plain\n\nHello \n"
        + "\(boundary)application/x-odd\nContent-Disposition: attachment; filename=odd.bin\n"
        + "Content-Transfer-Encoding: base64\n\nAAEC/w==\n--b--\n"
    )
    try mail.notmuch("new")
    let inline = try mail.mulligan("forward", "--draft", "id:f@example.org", input: "See:\n")
    #expect(inline.status == 0, "\(inline)")
    let first = try Shown(mail)
    #expect(first.lines.contains("See:") && first.lines.contains { $0.hasPrefix("Hello") })
    let part = try #require(first.parts.first { $0.name == "odd.bin" })
    #expect(part.type == "application/x-odd")
    let raw = try mail.mulligan("show", "--raw", "tag:draft").output
    #expect(raw.contains("AAEC/w=="))
    try mail.tag("-draft", "tag:draft")
    try mail.mulligan("forward", "--draft", "--attached", "id:f@example.org", input: "All:\n")
    let whole = try Shown(mail)
    #expect(
      whole.parts.map(\.type).prefix(3) == ["multipart/mixed", "text/plain", "message/rfc822"]
    )
    #expect(whole.parts.contains { $0.name == "odd.bin" })
  }

  @Test func `W7: what is no address is refused before anything is saved`() throws {
    let mail = try mailbox()
    try deliver(
      mail,
      "From: <a@b.org>\nCc: <ü@b.org>\nMessage-ID: <f@example.org>\nSubject: Files\n\nx\n"
    )
    try mail.notmuch("new")
    let before = try mail.dump()
    let run = try mail.mulligan("reply", "--draft", "id:f@example.org", input: "x")
    #expect(run.status == 64 && run.errors.contains("ü@b.org"), "\(run)")
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("outbox").output == "")
  }

  @Test func `several drafts need a yes, and each is saved`() throws {
    let mail = try mailbox()
    let refused = try mail.mulligan("reply", "--draft", "--json", "*", input: "x\n")
    #expect(refused.status == 4, "\(refused)")
    #expect(refused.objects.map { $0["error"] as? String } == ["confirmation-needed"])
    #expect(try mail.count("tag:draft") == 0)
    let run = try mail.mulligan("reply", "--draft", "--json", "--yes", "*", input: "x\n")
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:draft") == 5)
    #expect(run.objects.compactMap { $0["id"] as? Int } == [1, 2, 3, 4, 5])
    #expect(
      run.objects.compactMap { $0["result"] as? String } == Array(repeating: "done", count: 5)
    )
  }

  @Test func `W24: a draft that the mail cannot take is kept, and said to be`() throws {
    let mail = try mailbox()
    try "x".write(toFile: "\(mail.root)/Drafts", atomically: true, encoding: .utf8)
    let run = try mail.mulligan("compose", "--draft", "--subject", "Kept", input: "my words\n")
    #expect(run.status == 1 && run.errors.contains("outbox show 1"), "\(run)")
    #expect(try mail.mulligan("outbox", "show", "1").output.hasSuffix("\n\nmy words\n"))
    #expect(try mail.mulligan("outbox", "--json").objects.map { $0["filed"] as? Bool } == [false])
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  @Test func `W18: a folder that the history does not know is a draft, and its number is taken`()
    throws
  {
    let mail = try mailbox()
    try mail.mulligan("compose", "--draft", "--subject", "First", input: "a\n")
    #expect(try mail.mulligan("history", "reset", "--yes").status == 0)
    #expect(try mail.mulligan("outbox").output.contains("First"))
    try mail.mulligan("compose", "--draft", "--subject", "Second", input: "b\n")
    let numbers = try mail.mulligan("outbox", "--json").objects.map { $0["id"] as? Int }
    #expect(numbers == [1, 2])
  }

  @Test(
    arguments: [
      (
        "Gr\u{FC}\u{DF}e\r\nx".unicodeScalars.map { UInt8($0.value) }, nil, "Grüße\nx\n",
        "ISO 8859-1"
      ),
      ([0xC4, 0xC1], "KOI8-R", "да\n", "KOI8-R"), ([0xC4, 0xC1], "UTF-8", "ÄÁ\n", "ISO 8859-1"),
      ([0xC4, 0xC1], "nonsense", "ÄÁ\n", "ISO 8859-1"),
      (Array("Grüße".utf8), "KOI8-R", "Grüße\n", nil),
      ([], nil, "", nil), ([0x0A], nil, "\n", nil),
    ] as [([UInt8], String?, String, String?)]
  )
  func `W7: a text that is no UTF-8 is read by the locale, else byte by byte, and that is known`(
    bytes: [UInt8],
    locale: String?,
    text: String,
    charset: String?
  ) {
    let written = WrittenText(bytes, locale: locale)
    #expect(written.text == text && written.charset == charset)
  }

  @Test func `W7: a text in the charset of the locale is saved as it was meant, and that is said`()
    throws
  {
    let mail = try mailbox()
    let run = try mail.mulligan(
      ["compose", "--draft", "--subject", "Plan"],
      with: ["LC_ALL": "ru_RU.KOI8-R"],
      under: ["sh", "-c", "printf '\\304\\301\\n' | \"$@\"", "sh"]
    )
    #expect(run.status == 0 && run.errors.contains("KOI8-R"), "\(run)")
    #expect(try Shown(mail).lines == ["да"])
  }

  @Test func `W13: the type of what is attached is that of its name, as the desktop knows it`()
    throws
  {
    let mail = try mailbox()
    try FileManager.default.createDirectory(
      atPath: "\(mail.folder)/share/mime",
      withIntermediateDirectories: true
    )
    _ = try mail.file(
      "share/mime/globs2",
      "# comment\n50:application/x-first:*.tst\n60:application/x-test:*.tst\n"
        + "50:application/x-two:*.two.tst\n50:a/b/c:*.bad\n50:message/rfc822:*.eml\n"
    )
    let names = ["a.TST", "b.two.tst", "c.bad", "d.eml", "e"]
    let files = try names.flatMap { ["--attach", try mail.file($0, "x")] }
    let run = try mail.mulligan(
      ["compose", "--draft"] + files,
      with: ["XDG_DATA_DIRS": "\(mail.folder)/share", "XDG_DATA_HOME": "/nowhere"]
    )
    #expect(run.status == 0, "\(run)")
    let unknown = "application/octet-stream"
    #expect(
      try Shown(mail).parts.dropFirst(2).map(\.type)
        == ["application/x-test", "application/x-two", unknown, unknown, unknown]
    )
  }

  @Test func `W4: killed at any point, the draft is there whole or not at all, and its text is`()
    throws
  {
    #if DEBUG
      var points: Set<Bool> = []
      for point in WritePoint.allCases {
        let mail = try mailbox()
        let before = try mail.dump()
        let run = try mail.mulligan(
          ["compose", "--draft", "--subject", "Zebra"],
          input: "my words\n",
          with: ["FAILPOINT": "\(point.rawValue):kill"]
        )
        let recovery = try mail.mulligan("history", "recover")
        #expect(recovery.status == 0, "\(point)")
        #expect(!recovery.output.contains("undo"), "it is on neither list")
        let settled = try mail.dump()
        let isThere = try mail.count("tag:draft") == 1
        if !isThere { #expect(settled == before, "\(point): \(run)") }
        points.insert(isThere)
        try mail.notmuch("new", "--full-scan")
        #expect(try mail.dump() == settled, "\(point)")
        #expect(
          try mail.mulligan("outbox", "show", "1").output.hasSuffix("\nmy words\n"),
          "\(point)"
        )
        let filed = try mail.mulligan("outbox", "--json").objects.map { $0["filed"] as? Bool }
        #expect(filed == [isThere], "\(point)")
        #expect(try mail.mulligan("history", "verify").status == 0, "\(point)")
        let left = try mail.run(["find", mail.root, "-name", "tmp", "-not", "-empty"])
        #expect(left == "", "\(point)")
      }
      #expect(points == [true, false])
    #endif
  }
}

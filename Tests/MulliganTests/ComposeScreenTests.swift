import Foundation
import Outbox
import TestSupport
import Testing

@testable import mulligan

/// Messages that are written on the screen, with a real editor, engine and sender.
@Suite struct ComposeScreenTests {
  /// The messages that are being written, by their text.
  private func drafts(_ mail: TemporaryMail) throws -> [String] {
    let journal = try mail.journal()
    let folder = URL(fileURLWithPath: journal).deletingLastPathComponent().path + "/outgoing"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)/draft.eml", encoding: .utf8)
    }
  }

  private func message(_ mail: TemporaryMail, _ id: String = "1") throws -> String? {
    let run = try mail.mulligan("outbox", "show", id, "--json")
    return run.objects.first?["message"] as? String
  }

  @Test func `W2: an answer is written in the editor, shown whole and sent`() throws {
    let site = try SendSite()
    let screen = try site.open()
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "My words.")
    try waitUntil("it is saved") {
      try drafts(site.mail).count { $0.contains("\nMy words.\n") } == 1
    }
    try screen.press("y")
    try screen.wait(for: "Enter Open")
    try waitUntil("it has left") { site.delivered.first?.contains("My words.") == true }
    try site.waitForSender()
    #expect(try site.mail.count("tag:sent") == 1)
    #expect(try site.mail.count("tag:replied") == 1)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  /// How a group that waits to leave is taken back.
  enum Way: CaseIterable {
    case screen
    case shell
    /// After everything was killed.
    case laterScreen
  }

  @Test(arguments: Way.allCases)
  func `W17: Send and Archive, taken back in the hold, leaves mail and draft as they were`(
    way: Way
  ) throws {
    let site = try SendSite(hold: 3_000)
    let mail = site.mail
    let before = try mail.dump()
    var screen = try site.open()
    try screen.wait(for: "Enter Open")
    try screen.press("R")
    try screen.wait(for: "My words.")
    // The page shows it before it is durable.
    try waitUntil("it is saved") { try drafts(mail).contains { $0.contains("My words.") } }
    let (text, id) = (try drafts(mail), try message(mail))
    try screen.press("Y")
    try screen.wait(for: "leaves in")
    #expect(try mail.count("tag:inbox") == 0)
    #expect(try site.states() == ["held"])
    switch way {
    case .screen: try screen.press("u")
    case .shell: #expect(try mail.mulligan("undo").output.contains("Undid Send and Archive"))
    case .laterScreen:
      if let engine = try screen.process(of: "engine") { kill(engine, SIGKILL) }
      if let screen = try screen.process(of: "") { kill(screen, SIGKILL) }
      let folder = URL(fileURLWithPath: try mail.journal()).deletingLastPathComponent().path
      if let sender = OutboxLock.holder(of: "\(folder)/sender.lock") { kill(sender, SIGKILL) }
      screen = try site.open(query: "*")
      try screen.wait(for: "Send and Archive")
      try screen.press("u")
    }
    if way != .shell { try screen.wait(for: "My words.") }
    try waitUntil("it is a draft again") { try site.states() == ["draft"] }
    #expect(try mail.dump() == before)
    #expect(try drafts(mail) == text)
    #expect(try message(mail) == id)
    #expect(site.delivered == [])
  }

  /// What an editor does, and what is said of it.
  enum BadEditor: String, CaseIterable {
    case fails = "echo 'Half a' >> \"$1\"; exit 3"
    case isKilled = "echo 'Half a' >> \"$1\"; kill -9 $$"
    case empties = ": > \"$1\""
    case deletes = "rm \"$1\""
    case isMissing = ""
  }

  @Test(arguments: BadEditor.allCases)
  func `W5: whatever becomes of the editor is said, and no text is lost`(editor: BadEditor) throws {
    let site = try SendSite()
    let screen =
      editor == .isMissing
      ? try TmuxScreen(site.mail, columns: 100, rows: 30, variables: ["VISUAL": "no-such-editor"])
      : try site.open(editor: editor.rawValue + "\n")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    switch editor {
    case .fails:
      try screen.wait(for: "has not ended well (3)")
      try screen.wait(for: "Half a")
      try screen.press("y")
      try screen.wait(for: "y once more sends it")
      #expect(site.delivered == [])
      try screen.press("y")
      try waitUntil("it has left") { site.delivered.count == 1 }
    case .isKilled:
      try screen.wait(for: "has not ended well (signal 9)")
      try screen.wait(for: "Half a")
    case .empties, .deletes:
      try screen.wait(for: "The editor left nothing; the earlier text is kept")
      try screen.wait(for: "wrote:")
    case .isMissing:
      try screen.wait(for: "no-such-editor")
      try screen.wait(for: "wrote:")
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `W4: what an editor has saved is there after its screen was killed`() throws {
    let site = try SendSite()
    let file = "\(site.mail.folder)/editor.pid"
    let wait =
      "sed -i '0,/^$/s//\\nKept words./' \"$1\"; echo $$ >'\(file)'; echo written; exec sleep 1000\n"
    let screen = try site.open(editor: wait)
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "written")
    let program = try #require(try screen.process(of: ""))
    kill(program, SIGKILL)
    // As long as the editor runs, the text is its writer's.
    let working = "\(site.mail.state)/mulligan/writing"
    let lock = try #require(try names(working).first { $0.hasSuffix(".lock") })
    #expect(OutboxLock.isTaken("\(working)/\(lock)"))
    try screen.close()
    // It may have been started before the terminal was its own, which then does not end it.
    let editor = try String(contentsOfFile: file, encoding: .utf8).lines.first.flatMap(Int32.init)
    kill(try #require(editor), SIGKILL)
    try waitUntil("the editor is gone") { !OutboxLock.isTaken("\(working)/\(lock)") }
    let next = try site.open(editor: "true\n", query: "*")
    try next.wait(for: "1 message was being written")
    #expect(try drafts(site.mail).contains { $0.contains("Kept words.") })
    try waitUntil("its file is gone") { try names(working).isEmpty }
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test func `W7: a block that is none is shown, not sent, and its bytes stay`() throws {
    let site = try SendSite()
    let screen = try site.open(editor: "sed -i '2i no field at all' \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "Line 2 is no field")
    try screen.press("y")
    try screen.wait("it is said why") { $0.dropLast().last?.contains("Line 2 is no field") == true }
    try waitUntil("it is saved") {
      try drafts(site.mail).first?.contains("\nno field at all\n") == true
    }
    #expect(try site.states().allSatisfy { $0 == "draft" })
  }

  @Test func `W7: a file that the editor names is attached, and sent`() throws {
    let site = try SendSite()
    let file = try site.mail.file("plan.txt", "the plan\n")
    let screen = try site.open(editor: "sed -i '2i Attach: \(file)' \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "Attached  plan.txt")
    try waitUntil("it is saved") { try drafts(site.mail).first?.contains("Attach:") == false }
    try screen.press("y")
    try screen.wait(for: "y once more sends it")
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.first?.contains("plan.txt") == true }
    try screen.wait("nothing is said to wait any more") { rows in
      !rows.contains { $0.contains("waits to leave") }
    }
    try screen.wait("it is said that it has left") { rows in
      rows.contains { $0.contains("Sent: ") || $0.contains("The message was sent") }
    }
  }

  @Test func `W7: a file that cannot be attached is named, and nothing is sent without it`()
    throws
  {
    let site = try SendSite()
    let screen = try site.open(editor: "sed -i '2i Attach: /no/such/file' \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "/no/such/file cannot be attached")
    try screen.press("y")
    try screen.press("w")
    try screen.wait(for: "Saved as a draft")
    #expect(try site.states().allSatisfy { $0 == "draft" })
    // Opened again it says the same, and can be mended there.
    try screen.press("g")
    try screen.press("o")
    try screen.wait(for: "Outbox")
    try screen.press("Enter")
    try screen.wait(for: "/no/such/file cannot be attached")
    try screen.press("d")
    try screen.wait("it is not named any more") { !$0.contains { $0.contains("/no/such/file c") } }
    try screen.press("x")
    try screen.wait(for: "Undo Discard Draft")
    // Nothing is being written any more.
    try screen.press("g")
    try screen.press("d")
    try screen.wait(for: "Drafts 0")
  }

  @Test func `W7: a file that is not there is refused when it is named, and all else goes on`()
    throws
  {
    let site = try SendSite()
    let screen = try site.open()
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "My words.")
    try screen.press("a")
    try screen.typeRaw("/no/such/file.pdf")
    try screen.press("Enter")
    try screen.wait(for: "/no/such/file.pdf cannot be attached: No such file")
    try screen.wait("its name can be mended") { $0.last?.hasSuffix("/no/such/file.pdf") == true }
    try screen.press("Escape")
    try screen.wait("the field is closed") { $0.last?.contains("/no/such") == false }
    try waitUntil("it is not named any more") {
      try drafts(site.mail).first.map { !$0.contains("Attach:") } ?? false
    }
    try screen.press("d")
    try screen.wait(for: "Nothing is attached")
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.first?.contains("My words.") == true }
  }

  @Test func `W4: a text that could not leave is thrown away, and found again as it is`() throws {
    let site = try SendSite()
    let screen = try site.open(editor: "sed -i '2i no field at all' \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "Line 2 is no field")
    try screen.press("x")
    try screen.wait(for: "Undo Discard Draft")
    try screen.wait(for: "Enter Open")
    let shown = try site.mail.mulligan("show", "tag:draft and tag:deleted").output
    #expect(shown.contains("no field at all"), "\(shown)")
    #expect(try drafts(site.mail).first?.contains("\nno field at all\n") == true)
  }

  @Test func `W14: what may be missing is said before the message is sent`() throws {
    let site = try SendSite()
    let screen = try site.open(editor: "printf '\\nThe plan is attached.\\n' >> \"$1\"\n")
    try screen.wait(for: "Enter Open")
    try screen.press("m")
    try screen.wait(for: "The plan is attached.")
    try screen.wait(for: "There is no subject")
    try screen.wait(for: "nothing is attached")
    try screen.press("y")
    try screen.wait(for: "it has no To, Cc or Bcc")
    try screen.press("t")
    try screen.typeRaw("ann@example.org")
    try screen.press("Enter")
    try screen.wait(for: "To        ann@example.org")
    try screen.press("y")
    try screen.wait(for: "y once more sends it")
    #expect(site.delivered == [])
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
  }

  @Test func `W15: a text that was changed elsewhere does not leave as it was shown`() throws {
    let site = try SendSite()
    let first = try site.open()
    try first.wait(for: "Enter Open")
    try first.press("r")
    try first.wait(for: "My words.")
    try first.press("w")
    try first.wait(for: "Saved as a draft")
    try first.press("/")
    try first.typeRaw("tag:draft")
    try first.press("Enter")
    try first.wait(for: "Drafts 1")
    let second = try site.open(editor: "true\n", query: "tag:draft")
    try second.wait(for: "Enter Edit Draft")
    try second.press("e")
    try second.wait(for: "My words.")
    try first.press("e")
    try first.wait("the words are there twice") { $0.count { $0.contains("My words.") } == 2 }
    try waitUntil("that is saved") {
      try drafts(site.mail).contains { $0.split(separator: "My words.").count == 3 }
    }
    try second.press("y")
    try second.wait(for: "was changed elsewhere")
    #expect(site.delivered == [])
    #expect(try site.states() == ["draft"])
  }

  @Test func `W6: a message is edited by one editor at a time`() throws {
    let site = try SendSite()
    let first = try site.open()
    try first.wait(for: "Enter Open")
    try first.press("r")
    try first.wait(for: "My words.")
    try first.press("w")
    try first.wait(for: "Saved as a draft")
    let slow = try site.open(editor: "echo it runs; exec sleep 1000\n", query: "tag:draft")
    try slow.wait(for: "Enter Edit Draft")
    try slow.press("e")
    try slow.wait(for: "it runs")
    let other = try site.open(editor: "true\n", query: "tag:draft")
    try other.wait(for: "Enter Edit Draft")
    try other.press("e")
    try other.wait(for: "is being edited by another Mulligan")
  }

  @Test func `W6: whoever has an older version does not edit beside the editor of a newer one`()
    throws
  {
    let site = try SendSite()
    let first = try site.open(
      editor: "test $(grep -c ^words \"$1\") = 2 && echo it runs && exec sleep 1000\n"
        + "echo words >> \"$1\"\n"
    )
    try first.wait(for: "Enter Open")
    try first.press("r")
    try first.wait(for: "words")
    try waitUntil("it is saved") { try drafts(site.mail).contains { $0.contains("words") } }
    try first.press("w")
    try first.wait(for: "Saved as a draft")
    let other = try site.open(editor: "echo more >> \"$1\"\n", query: "tag:draft")
    try other.wait(for: "Enter Edit Draft")
    try other.press("e")
    try other.wait(for: "more")
    try waitUntil("there is a newer one") {
      try drafts(site.mail).contains { $0.contains("more") }
    }
    // The first one makes a newer one still, and then stays in its editor.
    try first.press("/")
    try first.typeRaw("tag:draft")
    try first.press("Enter")
    try first.wait(for: "Drafts 1")
    try first.press("e")
    try first.wait("it is on the page") { $0.count { $0.contains("words") } == 2 }
    try waitUntil("that is saved") {
      try drafts(site.mail).contains { $0.split(separator: "words").count == 3 }
    }
    try first.press("e")
    try first.wait(for: "it runs")
    try other.press("e")
    try other.wait(for: "is being edited by another Mulligan")
  }
}

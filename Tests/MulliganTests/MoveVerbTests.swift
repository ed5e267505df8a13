import Foundation
import TestSupport
import Testing
import TriageCore

/// `mulligan move` and the screen's `M`, as people use them.
@Suite(.serialized) struct MoveVerbTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.makeMaildir("Two words")
    try mail.makeMaildir("Archive")
    return mail
  }

  @Test func `a move says what it did, as text, as a patch and as JSON`() throws {
    let mail = try mailbox()
    let plain = try mail.mulligan("move", "Archive/", "--", "id:m1@example.org")
    #expect(plain.output == "Moved 1 message to “Archive” [#1]\n" && plain.status == 0)
    let patch = try mail.mulligan("move", "--patch", "Two words", "--", "id:m1@example.org")
    #expect(patch.output.lines.first == "Archive -> Two words  id:m1@example.org")
    let words = ["move", "--json", "--patch", "inbox", "--", "id:m1@example.org"]
    let json = try mail.mulligan(words).objects
    try #require(json.count == 2)
    #expect(json.map { $0["type"] as? String } == ["change", "result"])
    #expect(json[0]["from"] as? String == "Two words" && json[0]["to"] as? String == "inbox")
    #expect((json[0]["added"] as? [String])?.isEmpty == true)
    #expect(json[1]["verb"] as? String == "move" && json[1]["changed"] as? Int == 1)
    let name = json[1]["name"] as? [String: Any]
    #expect(name?["key"] as? String == "action.move.title")
    #expect(name?["arguments"] as? [String] == ["inbox"])
    let shown = try mail.mulligan("history", "show", "--json", "1").objects
    try #require(shown.count == 2)
    #expect(shown.last?["from"] as? String == "inbox" && shown.last?["to"] as? String == "Archive")
    #expect((shown[0]["outlook"] as? [String: Int])?["alreadySo"] == 1)
  }

  @Test func `a move asks, looks first, takes ids, and is undone`() throws {
    let mail = try mailbox()
    let look = try mail.mulligan("move", "--dry-run", "Archive", "--", "*")
    #expect(look.output == "Would change 5 of 5 messages: Move to “Archive”\n")
    let ids = "id:m1@example.org\n\nm2@example.org\n"
    #expect(try mail.mulligan(["move", "--stdin", "Archive"], input: ids).status == 0)
    #expect(try mail.count("folder:Archive") == 2)
    let rest = try mail.mulligan("move", "Archive", "--from", "inbox", "--", "*")
    #expect(rest.output == "Moved 3 messages to “Archive” [#2]\n")
    #expect(try mail.mulligan("undo", "2").status == 0)
    #expect(try mail.count("folder:inbox") == 5)
    #expect(try mail.mulligan("undo").status == 1)
  }

  @Test func `a message in several files is skipped by name, unless its folder is given`() throws {
    let mail = try mailbox()
    try mail.write(SampleMessage("m1@example.org"), to: "Sent")
    try mail.notmuch("new")
    let result = try mail.mulligan("move", "--json", "Archive", "--", "*")
    let skipped = result.objects.last?["skipped"] as? [[String: Any]]
    #expect(result.status == 3 && skipped?.count == 1)
    #expect(skipped?.first?["reason"] as? String == "several-files")
    #expect(skipped?.first?["message"] as? String == "m1@example.org")
    #expect(try mail.mulligan("move", "Archive", "--from", "Sent", "--", "*").status == 0)
  }

  @Test(arguments: ["Nowhere", "../outside", "/tmp", "inbox/../inbox", "a\nb", ".", "inbox//x"])
  func `a folder that is none is refused by name and nothing is changed`(folder: String) throws {
    let mail = try mailbox()
    let before = try mail.picture()
    let result = try mail.mulligan("move", folder, "--", "*")
    #expect(result.status == 1)
    let named = folder.replacingOccurrences(of: "\n", with: "␊")
    #expect(result.errors.contains("There is no mail folder “\(named)”; nothing was changed"))
    #expect(try mail.mulligan("history").output == "")
    let json = try mail.mulligan("move", "--json", folder, "--", "*").objects
    #expect(json.first?["error"] as? String == "no-such-folder")
    #expect(try mail.picture() == before)
  }

  /// Returns a folder path of exactly `bytes` bytes, with components short enough for a file system.
  private func path(_ bytes: Int, cyrillic: Bool = false) -> String {
    let letters = cyrillic ? bytes / 2 : bytes
    let parts = (0..<letters).map { $0 % 100 == 50 ? "/" : cyrillic ? "п" : "p" }.joined()
    let rest = bytes - parts.utf8.count
    return parts + String(repeating: "p", count: max(0, rest))
  }

  @Test(arguments: [(237, false, true), (238, false, false), (237, true, true), (294, true, false)])
  func `a folder whose path is too long for the index is refused before anything is moved`(
    bytes: Int,
    cyrillic: Bool,
    isHeld: Bool
  ) throws {
    let mail = try mailbox()
    let folder = path(bytes, cyrillic: cyrillic)
    #expect(folder.utf8.count == bytes)
    try mail.makeMaildir(folder)
    let before = try mail.picture()
    for words in [
      ["move", folder, "--", "*"], ["apply", "move:\(folder)", "mark-read", "--", "*"],
    ] {
      let run = try mail.mulligan([words[0], "--json"] + words.dropFirst())
      let result = run.objects.last?["result"] as? String
      if isHeld {
        #expect(result == "done", "\(run)")
        #expect(try mail.count("folder:\"\(folder)\"") == 5)
        #expect(try mail.mulligan("undo").status == 0)
      } else {
        #expect(run.objects.last?["error"] as? String == "folder-too-long", "\(run)")
        let plain = try mail.mulligan(words)
        #expect(plain.status == 1 && plain.errors.contains("more than 237 bytes"), "\(plain)")
        #expect(try mail.mulligan("history").output == "")
      }
      #expect(try mail.picture() == before)
    }
    try mail.notmuch("new", "--full-scan")
    #expect(try mail.picture() == before)
  }

  @Test
  func `a file that lies in a folder too long for the index is brought back by the next write`()
    throws
  {
    #if DEBUG
      let mail = try mailbox()
      let before = try mail.picture()
      let killed = ["FAILPOINT": "renamed:kill"]
      let run = try mail.mulligan(["move", "Archive", "--", "id:m1@example.org"], with: killed)
      #expect(run.status != 0)
      // As the same kill left it before such folders were refused.
      let folder = path(294, cyrillic: true)
      try mail.makeMaildir(folder)
      try mail.run(["sh", "-c", "mv '\(mail.root)'/Archive/cur/* '\(mail.root)/\(folder)/cur/'"])
      try mail.run([
        "sqlite3", try mail.journal(),
        "UPDATE folder SET path = '\(folder)' WHERE path = 'Archive'",
      ])
      let recovered = try mail.mulligan("history", "recover")
      #expect(recovered.status == 0, "\(recovered)")
      #expect(try mail.picture() == before)
      #expect(try mail.mulligan("move", "Archive", "--", "id:m1@example.org").status == 0)
      try mail.notmuch("new", "--full-scan")
      #expect(try mail.count("folder:Archive") == 1)
    #endif
  }

  @Test func `a folder of odd bytes can be named in the shell`() throws {
    let mail = try mailbox()
    let text = try mail.run([
      "sh", "-c",
      """
      cd '\(mail.root)' && f=$(printf 'caf\\351') && mkdir -p "$f/cur" "$f/new" "$f/tmp"
      XDG_STATE_HOME='\(mail.state)' '\(Program.path)' move "$f" -- id:m1@example.org
      ls "$f/cur" | wc -l
      XDG_STATE_HOME='\(mail.state)' '\(Program.path)' show id:m1@example.org | grep -c Subject
      XDG_STATE_HOME='\(mail.state)' '\(Program.path)' undo
      ls "$f/cur" | wc -l
      """,
    ])
    #expect(text.lines.count == 5)
    #expect(text.lines.map { $0.filter(\.isNumber) }[1] == "1")
    #expect(text.lines[2] == "1" && text.lines[4].hasSuffix("0"), "\(text)")
  }

  @Test func `M on the screen completes a folder, moves the thread, and u moves it back`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    try screen.press("M")
    try screen.wait(for: "Move 1 thread to folder:")
    try screen.press("T", "Tab")
    try screen.wait(for: "Move 1 thread to folder: Two words")
    try screen.press("Enter")
    try screen.wait(for: "Moved 1 thread to “Two words”")
    try screen.wait(for: "Undo Move to “Two words”")
    #expect(try mail.count("folder:\"Two words\"") == 5)
    try screen.press("u")
    try screen.wait(for: "Undid Move to “Two words”: 5 messages")
    #expect(try mail.count("folder:inbox") == 5)
    #expect(try mail.dump() == before)
    try screen.press("M")
    try screen.wait(for: "Move 1 thread to folder:")
    try screen.press("x", "Enter")
    try screen.wait(for: "There is no mail folder “x”; nothing was changed")
    // The field stays open, to be corrected or left.
    try screen.press("Escape")
    try screen.wait("the field is left") { !$0.contains { $0.contains("to folder:") } }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

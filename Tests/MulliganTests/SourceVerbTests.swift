import Foundation
import TestSupport
import Testing
import TriageCore

/// Whole senders and lists in the shell: exactly those, on any index.
@Suite struct SourceVerbTests {
  /// Mail of senders and lists that a query of the index cannot tell apart.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let garden = "List-Id: =?utf-8?q?G=C3=A4rten?= <Garden.X.org>\n"
    try mail.deliver(
      message("s1", "CI Bot <CI@x.org>", garden),
      message("s2", "ci@x.org, Ann <ann@example.org>", "List-ID:\n <garden.x.org>\n"),
      message("o1", "a-ci@x.org", "List-Id: <big.garden.x.org>\n"),
      message("o2", "\"ci x.org\" <e@y.example>", "List-Id: <garden.x.org.evil.test>\n"),
      message("o3", "Ann <ann@example.org>, ci@x.org", "List-Id: <>\n"),
      message("o4", "ci@x.org.evil.test", "X-List-Id: <garden.x.org>\n")
    )
    return mail
  }

  private func message(_ id: String, _ from: String, _ headers: String) -> SampleMessage {
    SampleMessage("\(id)@example.org", from: from, headers: headers, tags: ["inbox", "unread"])
  }

  @Test(arguments: [
    ("Ann <ann..smith@example.com>", "ann..smith@example.com"),
    ("Ann <Ann..B..Smith@Example.COM>", "ann..b..smith@example.com"),
    ("ann.@example.com", "ann.@example.com"), ("Ann <.ann@example.com>", ".ann@example.com"),
    ("[Garden] News <news@example.com>", "news@example.com"),
    ("Ann <ann@example..com>", "ann@example..com"),
    ("Ann <ann+list@example.com>", "ann+list@example.com"),
    ("\"Ann [B]\" <ann.b@example.com>", "ann.b@example.com"),
  ])
  func `a sender whose address no index has words for is found`(from: String, sender: String)
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(
      message("s1", from, ""),
      message("o1", "Ann <x\(sender)>", ""),
      message("o2", "w1@example.org", "")
    )
    let before = try mail.dump()
    #expect(try mail.mulligan("count", "--sender", sender).output == "1\n")
    #expect(try mail.mulligan("count", "--sender", sender, "tag:inbox").output == "1\n")
    #expect(try ids(mail, "--sender", sender) == ["s1"])
    #expect(try ids(mail, "--sender", sender, "--sender", "w1@example.org") == ["s1", "o2"])
    for words in [
      ["apply", "--sender", sender, "archive"], ["tag", "--sender", sender, "-inbox"],
    ] {
      #expect(try mail.mulligan(words).status == 0)
      #expect(try mail.count("tag:inbox") == 2)
      #expect(try mail.mulligan("undo").status == 0)
      #expect(try mail.dump() == before)
    }
    try mail.makeMaildir("Archive")
    #expect(try mail.mulligan("move", "Archive", "--sender", sender).status == 0)
    #expect(try mail.count("folder:Archive") == 1)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.count("folder:inbox") == 3 && mail.dump() == before)
  }

  @Test func `a plan of such a sender is run whole`() throws {
    let mail = try TemporaryMail()
    let cases = "\(TemporaryMail.fixtures)/cases/acting"
    try mail.deliver(message("s1", "w1@example.org", ""))
    try FileManager.default.copyItem(
      atPath: "\(cases)/A15-sender-with-two-dots.eml",
      toPath: "\(mail.root)/inbox/cur/1.dots:2,S"
    )
    try mail.notmuch("new")
    try mail.tag("+inbox", "*")
    let before = try mail.dump()
    let run = try mail.mulligan("plan", "run", "\(cases)/A15-plan-of-sender.toml")
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:inbox") == 0)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
  }

  private func ids(_ mail: TemporaryMail, _ options: String...) throws -> Set<String> {
    let run = try mail.mulligan(["list", "--output", "messages"] + options)
    #expect(run.status == 0, "\(run)")
    return Set(run.output.split(separator: "\n").map { String($0.dropFirst(3).prefix(2)) })
  }

  @Test func `L16 where nobody's mail matches, both the sender and the query are named`() throws {
    let mail = try mailbox()
    let none = try mail.mulligan("apply", "archive", "--sender", "eve@x.org", "--", "tag:inbox")
    #expect(none.output == "No messages of eve@x.org match: tag:inbox\n", "\(none)")
    let all = try mail.mulligan("apply", "archive", "--sender", "eve@x.org")
    #expect(all.output == "No messages match: eve@x.org\n", "\(all)")
  }

  @Test func `L16 of a list that nothing is from, the one that may be meant is named`() throws {
    let mail = try mailbox()
    for words in [["list"], ["count"], ["apply", "archive"]] {
      let near = try mail.mulligan(words + ["--list", "gardn.x.org"])
      #expect(near.errors.contains("“gardn.x.org”; perhaps “garden.x.org” is meant"), "\(near)")
      let part = try mail.mulligan(words + ["--list", "big"])
      #expect(part.errors.contains("perhaps “big.garden.x.org”"), "\(part)")
      let none = try mail.mulligan(words + ["--list", "zebra"])
      #expect(none.errors.contains("nothing there is from a list “zebra”\n"), "\(none)")
      #expect(none.status == 0)
    }
    let other = try mail.mulligan("list", "--list", "zebra", "tag:none")
    #expect(!other.errors.contains("nothing there is from"), "\(other)")
  }

  @Test func `L16 L17 a sender and a list are compared whole, on an index that knows no lists`()
    throws
  {
    let mail = try mailbox()
    #expect(try ids(mail, "--sender", "ci@X.org") == ["s1", "s2"])
    #expect(try ids(mail, "--list", "garden.x.org") == ["s1", "s2"])
    #expect(
      try ids(mail, "--list", "Garden.x.ORG", "--list", "big.garden.x.org") == ["s1", "s2", "o1"]
    )
    // Both narrow, each by any of what it names.
    #expect(try ids(mail, "--sender", "ann@example.org", "--list", "big.garden.x.org") == [])
    #expect(try ids(mail, "--sender", "a-ci@x.org", "--list", "big.garden.x.org") == ["o1"])
    #expect(try ids(mail, "--sender", "ci@x.org", "--list", "big.garden.x.org") == [])
    #expect(
      try ids(
        mail,
        "--sender",
        "ci@x.org",
        "--sender",
        "a-ci@x.org",
        "--list",
        "garden.x.org",
        "--list",
        "big.garden.x.org"
      ) == ["s1", "s2", "o1"]
    )
    let before = try mail.dump()
    let both = ["--sender", "ann@example.org", "--list", "garden.x.org"]
    let nothing = try mail.mulligan(["apply", "archive", "--json"] + both).objects.last
    #expect(nothing?["changed"] as? Int == 0, "\(nothing ?? [:])")
    #expect(try mail.dump() == before)
    #expect(
      try ids(mail, "--sender", "ci@x.org", "id:s1@example.org or id:o1@example.org") == ["s1"]
    )
    #expect(try ids(mail, "--sender", "x.org") == [])
    #expect(try mail.mulligan("count", "--list", "garden.x.org").output == "2\n")
    #expect(
      try mail.mulligan("count", "--output", "threads", "--sender", "e@y.example").output == "1\n"
    )
    #expect(
      try mail.mulligan("list", "--limit", "1", "--sender", "ci@x.org").output.contains("[1/1]")
    )
    // Without a query it is the view that the screen begins with, as in `list`.
    let inbox = try mail.notmuch("count", "tag:inbox")
    #expect(try mail.mulligan("count").output == inbox)
    for wrong in [["list", "--sender", ""], ["apply", "archive", "--list", "<>"]] {
      #expect(try mail.mulligan(wrong).status == 64, "\(wrong)")
    }
  }

  @Test func `L16 L17 what has no list, no file or no end of its header is from none`() throws {
    let mail = try TemporaryMail()
    let far = (0..<900).map { "X-Filler-\($0): \(String(repeating: "x", count: 70))\n" }.joined()
    let name = String(repeating: "n", count: 600)
    try mail.deliver(
      message("f1", "Ann <ann@example.org>", far + "List-Id: <garden.x.org>\n"),
      message("g1", "Ann <ann@example.org>", "List-Id: <garden.x.org>\n"),
      message("n1", "\(name)@x.org", "List-Id: <garden.x.org>\n"),
      message("e1", "", "List-Id: <GARDEN.X.org>\nList-Id: <other.x.org>\n")
    )
    let file = try mail.notmuch("search", "--output=files", "id:g1@example.org")
    try FileManager.default.removeItem(atPath: String(file.dropLast()))
    #expect(try ids(mail, "--list", "garden.x.org") == ["n1", "e1"])
    #expect(try ids(mail, "--list", "other.x.org") == [])
    #expect(try ids(mail, "--sender", "\(name)@x.org") == ["n1"])
    #expect(try ids(mail, "--sender", "ann@example.org") == ["f1", "g1"])
    let totals = try mail.mulligan("apply", "archive", "--yes", "--", "*")
    #expect(totals.status == 0, "\(totals)")
    let senders = try mail.mulligan("history", "--by", "sender", "--json").objects
    #expect(senders.contains { $0["value"] is NSNull || $0["value"] == nil }, "\(senders)")
  }

  @Test func `L17 apply, tag, move and plans narrow exactly, and undo gives all of it back`() throws
  {
    let mail = try mailbox()
    let before = try mail.dump()
    let archived = try mail.mulligan("apply", "archive", "--sender", "ci@x.org")
    #expect(archived.status == 0, "\(archived)")
    #expect(try mail.count("not tag:inbox") == 2)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.mulligan("tag", "--list", "garden.x.org", "+news", "--", "*").status == 0)
    #expect(try mail.count("tag:news and (id:s1@example.org or id:s2@example.org)") == 2)
    #expect(try mail.count("tag:news") == 2)
    #expect(try mail.mulligan("undo").status == 0)
    let plan = try mail.file(
      "plan.toml",
      """
      plan = 1
      [[command]]
      actions = ["star"]
      sender = "ci@x.org"
      query = "tag:unread"
      [[command]]
      actions = ["archive"]
      list = ["big.garden.x.org", "garden.x.org.evil.test"]
      """
    )
    #expect(try mail.mulligan("plan", "check", plan).status == 0)
    let run = try mail.mulligan("plan", "run", plan)
    #expect(run.output.contains("1. Star: 2/2  ci@x.org tag:unread"), "\(run)")
    #expect(try mail.count("tag:flagged") == 2 && mail.count("not tag:inbox") == 2)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
  }

  @Test(arguments: [
    "sender = \"\"", "sender = 1", "list = [\"\"]", "list = []",
    "sender = \"a@b.example\"\nmessages = [\"x\"]",
  ])
  func `L17 a plan that names a sender wrongly is refused, and nothing is done`(line: String) throws
  {
    let mail = try mailbox()
    let before = try mail.dump()
    let text = "plan = 1\n[[command]]\nactions = [\"archive\"]\n\(line)\n"
    let run = try mail.mulligan("plan", "run", try mail.file("plan.toml", text))
    #expect(run.status == 1 && run.errors.contains("plan.toml:"), "\(run)")
    #expect(try mail.dump() == before)
  }

  @Test func `L17 what a saved plan names are the messages`() throws {
    let mail = try mailbox()
    let file = mail.folder + "/saved.toml"
    let save = ["apply", "archive", "--list", "garden.x.org", "--save-plan", file]
    #expect(try mail.mulligan(save).status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("s1@example.org") && text.contains("s2@example.org"))
    #expect(!text.contains("o1@"))
  }

  @Test func `L17 what lists messages are from is kept, for its owner alone, and only a cache`()
    throws
  {
    let mail = try mailbox()
    let cache = ["XDG_CACHE_HOME": mail.folder + "/cache"]
    let file = mail.folder + "/cache/mulligan/lists"
    let ask = ["count", "--list", "garden.x.org"]
    #expect(try mail.mulligan(ask, with: cache).output == "2\n")
    let kept = try String(contentsOfFile: file, encoding: .utf8)
    #expect(kept.split(separator: "\n").count == 6)
    #expect(kept.contains("garden.x.org\ts1@example.org\n") && kept.contains("\to4@example.org\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // What it says is believed, whole lines of it; the rest is read again.
    let edited =
      kept.replacing("garden.x.org\ts1@", with: "other\ts1@")
      .replacing("garden.x.org\ts2@example.org\n", with: "torn\tgarden.x.org\ts2@example.org\n")
    try Data(edited.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try mail.mulligan(ask, with: cache).output == "1\n")
    try FileManager.default.removeItem(atPath: file)
    #expect(try mail.mulligan(ask, with: cache).output == "2\n")
    // Without a folder it is found out each time.
    let nowhere = ["XDG_CACHE_HOME": "/proc/none"]
    #expect(try mail.mulligan(ask, with: nowhere).output == "2\n")
  }
}

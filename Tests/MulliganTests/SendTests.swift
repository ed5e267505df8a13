import Foundation
import Outbox
import TestSupport
import Testing

@testable import mulligan

/// Messages that leave from the shell: held, taken back, sent, filed.
@Suite struct SendTests {
  @Test
  func `W24: what was sent is a message of the mail, with its blind copies, and nothing else`()
    throws
  {
    let site = try SendSite()
    let mail = site.mail
    let before = try mail.dump()
    let plan = try mail.file("plan.txt", "the plan\n")
    let run = try site.send("--bcc", "eve@example.org", "--attach", plan, "--wait", "--json")
    #expect(run.status == 0, "\(run)")
    let states = run.objects.compactMap { $0["state"] as? String ?? $0["result"] as? String }
    #expect(states == ["sent", "done"])
    #expect(site.arguments == ["-oi -- ann@example.org eve@example.org "])
    let wire = try #require(site.delivered.first)
    #expect(wire.contains("To: ann@example.org\n") && wire.contains("plan.txt"))
    #expect(!wire.contains("eve@") && !wire.contains("\r") && !wire.contains("Attach:"))
    try site.waitForSender()
    #expect(try mail.notmuch("search", "--output=tags", "zebra").lines == ["attachment", "sent"])
    let files = try mail.notmuch("search", "--output=files", "zebra").lines
    #expect(files.count == 1 && files[0].contains("/Sent/cur/"))
    let own = try String(contentsOfFile: files[0], encoding: .utf8)
    #expect(own.contains("Bcc: eve@example.org\n"))
    let id = try #require(run.objects.first?["message"] as? String)
    #expect(wire.contains("Message-ID: <\(id)>\n") && own.contains("Message-ID: <\(id)>\n"))
    try mail.notmuch("new")
    #expect(try mail.count("tag:new") == 0)
    #expect(try mail.dump().filter { !$0.contains("+sent") } == before)
    #expect(try mail.mulligan("outbox").output == "")
    #expect(try site.outbox().map { $0["filed"] as? Bool } == [true])
    let folder = URL(fileURLWithPath: try mail.journal()).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/outgoing/1"))
    #expect(try mail.mulligan("history", "verify").status == 0)
    let shown = try mail.mulligan("history", "show", "1").output
    #expect(shown.contains("    draft -> held  id:\(id)\n"), "\(shown)")
    let left = try mail.mulligan("history", "show", "--json", "1").objects
      .first { $0["type"] as? String == "departure" }
    #expect(left?["message"] as? String == id && left?["outgoing"] as? Int == 1)
    #expect(left?["found"] as? String == "draft" && left?["wanted"] as? String == "held")
  }

  @Test func `W17: what is held is given back as it was, and nothing leaves`() throws {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    let before = try mail.dump()
    let run = try site.send("--json")
    #expect(run.status == 0, "\(run)")
    let item = try #require(run.objects.first)
    #expect(item["state"] as? String == "held" && item["group"] as? Int == 1)
    #expect(item["until"] as? String != nil)
    #expect(try mail.mulligan("outbox").output.contains("leaves at"))
    let undone = try mail.mulligan("undo")
    #expect(undone.status == 0 && undone.output.contains("Undid Send"), "\(undone)")
    #expect(try site.states() == ["draft"])
    #expect(try mail.mulligan("outbox", "show", "1").output.hasSuffix("\n\nmy words\n"))
    #expect(try mail.dump() == before)
    try site.waitForSender()
    #expect(site.delivered == [])
    #expect(try mail.mulligan("undo").status == 1)
  }

  @Test func `W19: whoever holds a message starts the process that sends it, and need not stay`()
    throws
  {
    let site = try SendSite(hold: 1)
    #expect(try site.send().status == 0)
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    #expect(try site.states() == ["sent"])
    // What is filed has no folder any more: the mail has its words.
    #expect(try site.mail.mulligan("outbox", "show", "1").output.contains("my words"))
    let undo = try site.mail.mulligan("undo").errors
    #expect(undo.contains("Nothing to undo"))
    #expect(undo.contains("“Send” left at") && undo.contains("cannot be taken back"), "\(undo)")
  }

  @Test func `W18: a redo gives the whole hold again, and sends`() throws {
    let site = try SendSite(hold: 2)
    #expect(try site.send().status == 0)
    #expect(try site.mail.mulligan("undo").status == 0)
    let redone = try site.mail.mulligan("redo", "--yes")
    #expect(redone.status == 0, "\(redone)")
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    #expect(try site.states() == ["sent"])
  }

  @Test func `W23: of an answer that archived, undo takes back the tags and says what it did not`()
    throws
  {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    let query = "id:m3@example.org"
    let before = try mail.dump()
    let run = try mail.mulligan("reply", "--send", "--archive", query, input: "Yes.\n")
    #expect(run.status == 0, "\(run)")
    #expect(try mail.mulligan("history").output.contains("Send and Archive"))
    #expect(try mail.count("tag:inbox and \(query)") == 0)
    #expect(try mail.mulligan("undo").output.contains("Undid Send and Archive"))
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("redo", "--yes").status == 0)
    #expect(try mail.mulligan("outbox", "release", "1").status == 0)
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    #expect(try mail.count("tag:replied and \(query)") == 1)
    #expect(try mail.mulligan("history").output.contains("Archive (message sent)"))
    let undone = try mail.mulligan("undo", "--json")
    #expect(undone.status == 3, "\(undone)")
    let skipped = undone.objects.first?["skipped"] as? [[String: Any]]
    #expect(skipped?.compactMap { $0["reason"] as? String } == ["already-sent"])
    #expect(try mail.count("tag:inbox and tag:replied and \(query)") == 1)
    #expect(try mail.mulligan("redo").status == 0)
    #expect(try mail.count("tag:inbox and \(query)") == 0)
    try site.waitForSender()
    #expect(site.delivered.count == 1)
  }

  @Test(
    arguments: [
      (0, "", 0, "sent"), (78, "x: no", 1, "draft"), (75, "x: later", 75, "held"),
      (74, "", 3, "unknown"),
    ] as [(Int32, String, Int32, String)]
  )
  func `W22: who waits learns what has become of it`(
    exit: Int32,
    words: String,
    status: Int32,
    state: String
  ) throws {
    let site = try SendSite()
    try site.exits(exit, words)
    let run = try site.send("--wait", "--json")
    #expect(run.status == status, "\(run)")
    let item = try #require(run.objects.first)
    #expect(item["state"] as? String == state)
    #expect(item["exit"] as? Int == Int(exit) && item["attempt"] as? Int == 1)
    if !words.isEmpty {
      #expect(item["reason"] as? String == words + "\n")
      #expect(try site.mail.mulligan("outbox").output.contains(words))
    }
    #expect(site.delivered.count == 1)
    if state == "held" { #expect(try site.mail.mulligan("outbox", "cancel", "1").status == 0) }
  }

  @Test func `W19: a person decides about what nobody knows, and is asked`() throws {
    let site = try SendSite()
    let mail = site.mail
    try site.exits(74)
    #expect(try site.send("--wait").status == 3)
    #expect(try mail.mulligan("undo").status == 1, "what has left is on no list")
    let refused = try mail.mulligan("outbox", "retry", "1")
    #expect(refused.status == 4 && refused.errors.contains("perhaps left"), "\(refused)")
    #expect(try mail.mulligan("outbox", "sent", "--json", "1").status == 4)
    #expect(try mail.mulligan("outbox", "retry", "--yes", "1").status == 0)
    try waitUntil("it was handed over again") { site.delivered.count == 2 }
    try site.waitForSender()
    #expect(try site.states() == ["unknown"])
    let sent = try mail.mulligan("outbox", "sent", "--yes", "--json", "1")
    #expect(sent.objects.map { $0["state"] as? String } == ["sent"], "\(sent)")
    try waitUntil("it is filed") { try mail.count("tag:sent") == 1 }
    try site.waitForSender()
    #expect(try mail.mulligan("outbox", "sent", "--yes", "1").status == 1)
    #expect(try mail.mulligan("outbox", "cancel", "9").status == 1)
    #expect(site.delivered.count == 2)
  }

  @Test func `W16: what is taken back by name is a group of its own`() throws {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    #expect(try site.send().status == 0)
    #expect(try mail.mulligan("outbox", "cancel", "1").status == 0)
    #expect(try site.states() == ["draft"])
    #expect(try mail.mulligan("undo", "--yes").output.contains("Undid Cancel Sending"))
    #expect(try site.states() == ["held"])
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try site.states() == ["draft"])
    try site.waitForSender()
    #expect(site.delivered == [])
  }

  @Test func `W24: what the mail cannot take is said, kept, and filed later`() throws {
    let site = try SendSite()
    let mail = site.mail
    try "x".write(toFile: "\(mail.root)/Sent", atomically: true, encoding: .utf8)
    #expect(try site.send("--wait").status == 0)
    try site.waitForSender()
    #expect(try mail.mulligan("outbox").output.contains("not yet among the mail"))
    // The list has started another process, which is told of by nobody.
    try waitUntil("it is said") { try mail.mulligan("outbox", "run").errors.contains("/Sent") }
    try FileManager.default.removeItem(atPath: "\(mail.root)/Sent")
    try waitUntil("it is filed") {
      try mail.mulligan("outbox", "run").status == 0 && mail.count("tag:sent") == 1
    }
    try site.waitForSender()
    #expect(site.delivered.count == 1)
    #expect(try mail.mulligan("outbox").output == "")
  }

  @Test func `W24: where the server keeps what was sent nothing comes into the mail`() throws {
    let site = try SendSite(account: "sent = \"\"")
    let before = try site.mail.dump()
    #expect(try site.send("--wait").status == 0)
    try site.waitForSender()
    #expect(try site.mail.dump() == before && site.delivered.count == 1)
    #expect(try site.outbox().map { $0["filed"] as? Bool } == [true])
  }

  @Test func `W13: the account says how lines are broken, what sends, and what the copy is tagged`()
    throws
  {
    let site = try SendSite(account: "format = \"flowed\"\nsent = \"Out\"\nsent_tags = [\"mine\"]")
    let text = String(repeating: "word ", count: 40) + "\n"
    let run = try site.mail.mulligan(
      ["compose", "--send", "--wait", "--to", "ann@example.org", "--subject", "Zebra"],
      input: text
    )
    #expect(run.status == 0, "\(run)")
    try site.waitForSender()
    #expect(site.delivered.first?.contains("format=flowed") == true)
    #expect(try site.mail.notmuch("search", "--output=tags", "zebra").lines == ["mine"])
    #expect(try site.mail.count("path:Out/**") == 1)
  }

  @Test func `W21: what cannot leave is refused before anything is held`() throws {
    let site = try SendSite()
    let mail = site.mail
    let nobody = try mail.mulligan("compose", "--send", "--json", input: "x\n")
    #expect(nobody.status == 1, "\(nobody)")
    #expect(nobody.objects.map { $0["error"] as? String } == ["no-recipient"])
    try FileManager.default.removeItem(atPath: "\(mail.folder)/sendmail")
    let program = try site.send("--json")
    #expect(program.objects.map { $0["error"] as? String } == ["no-sendmail"], "\(program)")
    #expect(program.status == 1 && program.errors.contains("\(mail.folder)/sendmail"))
    for words in [["--hold", "-1"], ["--draft"]] {
      let run = try mail.mulligan(
        ["compose", "--send", "--to", "ann@example.org"] + words,
        input: "x\n"
      )
      #expect(run.status == 64, "\(words): \(run)")
    }
    #expect(try mail.mulligan("reply", "--archive", "id:m1@example.org").status == 64)
    #expect(try site.outbox().isEmpty)
  }

  @Test func `W16: several messages are one group, and are asked about`() throws {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    let refused = try mail.mulligan("reply", "--send", "--json", "*", input: "x\n")
    #expect(refused.status == 4, "\(refused)")
    #expect(try site.outbox().isEmpty)
    let run = try mail.mulligan("reply", "--send", "--yes", "--name", "Hello", "*", input: "x\n")
    #expect(run.status == 0, "\(run)")
    #expect(try site.states() == Array(repeating: "held", count: 5))
    #expect(try mail.mulligan("history").output.contains("Hello"))
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try site.states() == Array(repeating: "draft", count: 5))
    try site.waitForSender()
    #expect(site.delivered == [])
  }

  @Test func `W21: a dry run prints what would leave, and leaves nothing`() throws {
    let site = try SendSite()
    let run = try site.send("--dry-run", "--bcc", "eve@example.org")
    #expect(run.status == 0 && run.errors.contains("ann@example.org, eve@example.org"), "\(run)")
    #expect(run.output.hasSuffix("\n\nmy words\n") && run.output.contains("Subject: Zebra\n"))
    #expect(!run.output.contains("eve@"))
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test func `W18: the history is not moved aside while somebody sends from it`() throws {
    let site = try SendSite(hold: 300)
    #expect(try site.send().status == 0)
    let folder = URL(fileURLWithPath: try site.mail.journal()).deletingLastPathComponent().path
    try waitUntil("somebody sends") { OutboxLock.holder(of: "\(folder)/sender.lock") != nil }
    let refused = try site.mail.mulligan("history", "reset", "--yes")
    #expect(refused.status == 75, "\(refused)")
    #expect(try site.mail.mulligan("undo").status == 0)
    try site.waitForSender()
    #expect(try site.mail.mulligan("history", "reset", "--yes").status == 0)
    #expect(try site.states() == ["draft"] && site.delivered == [])
  }

  @Test func `W21: the demo's mail is delivered into a folder, whatever the configuration says`()
    throws
  {
    let site = try SendSite()
    try site.mail.addSettings("[mulligan]\ndeliver_into=\(site.mail.folder)/Delivered\n")
    #expect(try site.send("--wait").status == 0)
    let folder = "\(site.mail.folder)/Delivered/new"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let text = try String(contentsOfFile: "\(folder)/\(names.first ?? "")", encoding: .utf8)
    #expect(names.count == 1 && text.hasPrefix("X-Delivered-For: ann@example.org\n"))
    #expect(site.delivered == [])
    try site.waitForSender()
  }

  @Test func `W19: what is due after a restart of the machine leaves when the screen comes up`()
    throws
  {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    #expect(
      try mail.mulligan(
        ["compose", "--send", "--to", "ann@example.org"],
        input: "x\n",
        with: ["MULLIGAN_BOOT": "before", "MULLIGAN_CLOCK": "2020-01-01T00:00:00Z"]
      ).status == 0
    )
    // The process that waits for it does not outlive the machine's restart.
    let folder = URL(fileURLWithPath: try mail.journal()).deletingLastPathComponent().path
    try waitUntil("somebody sends") { OutboxLock.holder(of: "\(folder)/sender.lock") != nil }
    if let sender = OutboxLock.holder(of: "\(folder)/sender.lock") { kill(sender, SIGKILL) }
    try site.waitForSender()
    #expect(site.delivered == [])
    let screen = try TmuxScreen(mail, [])
    try waitUntil("it has left") { site.delivered.count == 1 }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    try site.waitForSender()
    #expect(try site.states() == ["sent"])
  }

  @Test func `W7: a message that another program has made leaves as it is, but for four things`()
    throws
  {
    let site = try SendSite()
    let mail = site.mail
    let text =
      "From: Robin <robin@example.org>\r\nTo: =?utf-8?q?=C3=84nn?= <ann@example.org>,\r\n"
      + " bob@example.org\r\nBcc: eve@example.org\r\nX-Odd:  two  blanks\r\n"
      + "Subject: =?utf-8?q?Z=C3=A9bra?=\r\n\r\n.\r\nFrom here\r\n"
    let run = try mail.mulligan(["send", "--wait", "--json"], input: text)
    #expect(run.status == 0, "\(run)")
    let item = try #require(run.objects.first)
    #expect(item["subject"] as? String == "Zébra" && item["recipients"] as? Int == 3)
    #expect(site.arguments == ["-oi -- ann@example.org bob@example.org eve@example.org "])
    let wire = try #require(site.delivered.first)
    #expect(wire.hasPrefix("Date: ") && wire.contains("\nMessage-ID: <"))
    #expect(!wire.contains("eve@") && !wire.contains("\r"))
    #expect(
      wire.contains("\nX-Odd:  two  blanks\nSubject: =?utf-8?q?Z=C3=A9bra?=\n\n.\nFrom here\n")
    )
    try site.waitForSender()
    let file = try mail.notmuch("search", "--output=files", "tag:sent").lines
    let own = try String(contentsOfFile: file.first ?? "", encoding: .utf8)
    #expect(own.contains("\nBcc: eve@example.org\n"))
    let listed = try #require(try site.outbox().first)
    #expect(listed["subject"] as? String == "Zébra" && listed["recipients"] as? Int == 3)
    #expect((listed["to"] as? [String])?.count == 3, "\(listed)")
  }

  @Test func `W16: many messages of a file are one group, or none of them is held`() throws {
    let site = try SendSite(hold: 300)
    let mail = site.mail
    let good = "From: robin@example.org\nTo: a@example.org\nMessage-ID: <1@x>\n\n>From me\n\n"
    let part = "From robin Mon Sep 17 00:00:00 2001\n\(good)"
    let box = try mail.file("box", part + part)
    let asked = try mail.mulligan("send", "--mbox", box)
    #expect(asked.status == 4, "\(asked)")
    let run = try mail.mulligan("send", "--mbox", "--yes", "--json", box)
    #expect(run.status == 0, "\(run)")
    #expect(run.objects.compactMap { $0["message"] as? String } == ["1@x", "1@x"])
    #expect(try mail.mulligan("outbox", "show", "1").output.hasSuffix("\n\nFrom me\n"))
    #expect(try mail.mulligan("undo").status == 0)
    let bad = try mail.file("bad", "From: robin@example.org\nTo: a@example.org\nno field\n\nx\n")
    let one = try mail.file("one", good)
    let refused = try mail.mulligan("send", "--yes", "--json", one, bad)
    #expect(refused.status == 64 && refused.errors.contains("Line 3"), "\(refused)")
    #expect(refused.objects.map { $0["error"] as? String } == ["bad-message"])
    #expect(try mail.mulligan("send", "\(mail.folder)/nothing").status == 1)
    #expect(try site.states() == ["draft", "draft"])
    try site.waitForSender()
    #expect(site.delivered == [])
  }

  @Test func `W21: what is sent from the demo stays in it, and its sender ends with it`() throws {
    let mail = try TemporaryMail()
    let kept = "\(mail.folder)/kept"
    #expect(try mail.mulligan("demo", "--keep", kept).status == 0)
    let demo = DemoMailbox(folder: kept)
    let config = try mail.file("config.toml", "[compose]\nsendmail = [\"/nowhere/sendmail\"]\n")
    func send(_ hold: String, _ more: [String] = []) throws -> ShellRun {
      try mail.mulligan(
        ["compose", "--config", config, "--send", "--hold", hold, "--to", "ann@example.org"] + more,
        input: "x\n",
        with: demo.variables
      )
    }
    #expect(try send("0", ["--wait"]).status == 0)
    let delivered = try FileManager.default.contentsOfDirectory(atPath: "\(kept)/Delivered/new")
    #expect(delivered.count == 1)
    let folder = "\(demo.state)/mulligan/journal"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let lock = "\(folder)/\(names.first ?? "")/sender.lock"
    try waitUntil("nobody sends") { !OutboxLock.isTaken(lock) }
    #expect(try send("300").status == 0)
    try waitUntil("somebody sends") { OutboxLock.holder(of: lock) != nil }
    demo.endSender()
    #expect(!OutboxLock.isTaken(lock))
  }
}

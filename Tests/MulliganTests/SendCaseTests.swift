import Foundation
import Outbox
import TestSupport
import Testing

@testable import mulligan

/// Messages and orders of other programs that are to leave from the shell.
@Suite struct SendCaseTests {
  // MARK: Blind copies

  private static let bcc =
    "bCC:\n =?utf-8?Q?Quiet_Bob?= <bob@secret.example>\nBcc: two@secret.example\n"

  /// One's own mail with blind copies; in the second folded, encoded and twice, in the third inside another.
  private static let ownMail = [
    "From: me@example.org\nTo: ann@example.org\nBcc: Bob <bob@secret.example>\nSubject: Plan\n"
      + "Message-ID: <own@example.org>\n\nReady.\n",
    "\(bcc)From: me@example.org\nTo: ann@example.org\nResent-Bcc: x@secret.example\nSubject: Plan\n"
      + "Message-ID: <own@example.org>\n\nReady.\n",
    "From: me@example.org\nTo: ann@example.org\nSubject: Plan\nMessage-ID: <own@example.org>\n"
      + "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
      + "Content-Type: text/plain\n\nReady.\n--b\nContent-Type: message/rfc822\n\n\(bcc)"
      + "From: me@example.org\nTo: ann@example.org\nSubject: Inner\n\nInside.\n--b--\n",
  ]

  @Test(arguments: ownMail, [[], ["--attached"]])
  func `blind copies leave with no message that forwards`(own: String, form: [String]) throws {
    // The inner message of one that goes along whole is its writer's affair.
    if !form.isEmpty, own.contains("Inside.") { return }
    let site = try SendSite.ofCases()
    try site.deliver(Data(own.utf8))
    let forward = ["forward"] + form + ["--to", "cleo@example.net", "id:own@example.org"]
    for way in [[], ["--json"], ["--send", "--dry-run"], ["--draft"], ["--send", "--wait"]] {
      let run = try site.mail.mulligan(forward.prefix(1) + way + forward.dropFirst(), input: "x\n")
      #expect(run.status == 0, "\(run)")
      #expect(!run.output.lowercased().contains("bcc:") && !run.output.contains("secret"), "\(run)")
    }
    try site.waitForSender()
    let wires = try site.delivered + site.files(in: "Drafts") + site.files(in: "Sent")
    #expect(wires.count == 3)
    for wire in wires {
      #expect(!wire.lowercased().contains("bcc:") && !wire.contains("secret"), "\(wire)")
      #expect(wire.contains("ann@example.org") && wire.contains("Ready."))
    }
  }

  // MARK: Resent

  @Test func `what was resent goes to those it was resent to`() throws {
    let site = try SendSite.ofCases()
    let file = WritingCase.path("A4-resent-message.eml")
    let run = try site.mail.mulligan("send", "--wait", file)
    #expect(run.status == 0, "\(run)")
    #expect(site.arguments == ["-oi -- carol@example.net dora@secret.example "])
    let whole = try WritingCase.text("A4-resent-message.eml")
    #expect(site.delivered == [whole.replacing("Resent-Bcc: dora@secret.example\n", with: "")])
  }

  @Test func `what was resent is taken back like any other message`() throws {
    let site = try SendSite.ofCases(hold: 300)
    let before = try site.mail.dump()
    let file = WritingCase.path("A4-resent-message.eml")
    #expect(try site.mail.mulligan("send", file).status == 0)
    #expect(try site.mail.mulligan("undo").status == 0)
    #expect(try site.states() == ["draft"] && site.mail.dump() == before)
    #expect(site.delivered == [])
  }

  // MARK: Mbox

  @Test(arguments: [
    ("A5-patch-series.mbox", 2, "list@example.org", "From now on two is"),
    (
      "A5-text-line-begins-with-from.mbox", 1, "ann@example.org",
      "From here on, it is all: uphill\n\nBob"
    ),
    ("A5-message-inside-the-text.mbox", 1, "ann@example.org", "Subject: forged\n\nPay me."),
  ])
  func `a line of the text begins no message of an mbox`(
    name: String,
    count: Int,
    recipient: String,
    words: String
  ) throws {
    let site = try SendSite.ofCases()
    let text = try WritingCase.text(name)
    for (name, input) in [(WritingCase.path(name), ""), ("-", text), ("-", "\u{FEFF}\(text)")] {
      let run = try site.mail.mulligan("send", "--mbox", "--dry-run", "--yes", name, input: input)
      #expect(run.status == 0, "\(run)")
      #expect(run.errors.lines.count { $0.hasSuffix(recipient) } == count, "\(run)")
      #expect(run.errors.lines.count == count && run.output.contains(words), "\(run)")
    }
  }

  @Test func `a patch leaves without the line before it`() throws {
    let site = try SendSite.ofCases()
    let file = WritingCase.path("A5-one-patch.patch")
    let run = try site.mail.mulligan("send", "--dry-run", file)
    #expect(run.status == 0 && !run.output.contains("1111111111"), "\(run)")
    #expect(
      run.output.contains("\n[PATCH 1/2]") == false && run.output.contains("[PATCH 1/2] Count to 2")
    )
    let several = try site.mail.mulligan(
      "send",
      "--dry-run",
      WritingCase.path("A5-patch-series.mbox")
    )
    #expect(several.status == 64 && several.errors.contains("Line 1"), "\(several)")
  }

  // MARK: The delivery program

  /// The ways in which the program of OpenSMTPD is named.
  private static let names = ["smtpctl", "sendmail", "links/mail", "sm.bin/sendmail"]

  @Test(arguments: names)
  func `what a program has queued when it says 75 is not handed over again by itself`(name: String)
    throws
  {
    let site = try SendSite.ofCases()
    let mail = site.mail
    let script = try WritingCase.text("A6-smtpctl")
    let file = name == "sm.bin/sendmail" ? name : "programs/smtpctl"
    for folder in ["programs", "links", "sm.bin"] {
      try FileManager.default.createDirectory(
        atPath: "\(mail.folder)/\(folder)",
        withIntermediateDirectories: true
      )
    }
    try writeProgram(script, to: "\(mail.folder)/\(file)")
    let link = "\(mail.folder)/sendmail"
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: "\(mail.folder)/links/mail",
      withDestinationPath: "\(mail.folder)/\(file)"
    )
    // Through a second link, as alternatives are.
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: name == "sendmail" ? "links/mail" : "\(mail.folder)/\(file)"
    )
    let run = try site.send("--wait", "--json")
    #expect(run.status == 3, "\(run)")
    #expect(run.objects.first?["state"] as? String == "unknown")
    #expect(try mail.mulligan("outbox", "run", "--wait").status == 0)
    #expect(try mail.mulligan("undo").status == 1)
    #expect(try site.states() == ["unknown"])
    // Beside the program, or beside the link that was started.
    let queues = ["programs", "sm.bin", "."].compactMap {
      try? String(contentsOfFile: "\(mail.folder)/\($0)/queue", encoding: .utf8)
    }
    #expect(queues.joined().components(separatedBy: "my words").count == 2)
    #expect(try mail.mulligan("outbox", "sent", "--yes", "1").status == 0)
    try site.waitForSender()
    #expect(try site.states() == ["sent"])
  }

  @Test func `a detached sender hands on where passwords lie`() throws {
    let site = try SendSite.ofCases(hold: 1)
    try writeProgram(
      try WritingCase.text("A10-delivery-by-password-store"),
      to: "\(site.mail.folder)/sendmail"
    )
    let run = try site.mail.mulligan(
      ["compose", "--send", "--to", "ann@example.org"],
      input: "x\n",
      with: ["PASSWORD_STORE_DIR": "/run/passwords"]
    )
    #expect(run.status == 0, "\(run)")
    try waitUntil("it has left") { try site.states() == ["sent"] }
    try site.waitForSender()
  }

  @Test func `what was refused for now is tried again after who waited for it has gone`() throws {
    let site = try SendSite.ofCases()
    let mail = site.mail
    let first = try site.deliver(case: "A12-eight-bit-text")
    let written = try mail.file("message", "From: me@example.org\nTo: a@b.org\n\nx\n")
    for order in [
      ["compose", "--send", "--to", "ann@example.org"], ["reply", "--send", first],
      ["forward", "--send", "--to", "ann@example.org", first], ["send", written],
    ] {
      try writeProgram(
        try WritingCase.text("A21-delivery-that-fails-once"),
        to: "\(mail.folder)/sendmail"
      )
      try? FileManager.default.removeItem(atPath: "\(mail.folder)/tried")
      let run = try mail.mulligan([order[0], "--wait", "--json"] + order.dropFirst(), input: "x\n")
      #expect(run.status == 75, "\(run)")
      try site.waitForHolder()
      let id = try #require(run.objects.first?["id"] as? Int)
      #expect(try site.states().last == "held")
      // Who holds the lock lets it leave when it is due.
      #expect(try mail.mulligan("outbox", "release", "\(id)").status == 0)
      try waitUntil("it has left") { try site.states().last == "sent" }
      try site.waitForSender()
    }
  }

  @Test func `who sends until nothing waits goes on after what was refused for now`() throws {
    let site = try SendSite.ofCases(hold: 300)
    let mail = site.mail
    try writeProgram(
      try WritingCase.text("A21-delivery-that-fails-once"),
      to: "\(mail.folder)/sendmail"
    )
    #expect(try site.send().status == 0)
    try site.endHolder()
    let run = try mail.start(["outbox", "run", "--wait"])
    try site.waitForHolder()
    #expect(try mail.mulligan("outbox", "release", "1").status == 0)
    try waitUntil("it was tried") { try site.outbox().first?["attempt"] as? Int == 1 }
    #expect(run.isRunning)
    #expect(try mail.mulligan("outbox", "release", "1").status == 0)
    try waitUntil("nothing waits") { !run.isRunning }
    #expect(try site.states() == ["sent"])
  }

  // MARK: Attachments

  @Test func `text attachments keep their parameters when they are forwarded`() throws {
    let site = try SendSite.ofCases()
    let query = try site.deliver(case: "A11-mail-with-text-attachments")
    let forward = ["forward", "--to", "ann@example.org", query]
    for way in [["--send", "--wait"], ["--draft"]] {
      #expect(try site.mail.mulligan(forward + way, input: "x\n").status == 0)
    }
    try site.waitForSender()
    let wires = try site.delivered + site.files(in: "Drafts")
    #expect(wires.count == 2)
    for wire in wires {
      let wire = wire.replacing(#/\n\s+/#, with: " ")
      #expect(wire.contains("Content-Type: text/plain; charset=koi8-r; name=a.txt\n"), "\(wire)")
      #expect(wire.contains("text/calendar; charset=utf-8; method=REQUEST; name=invite.ics\n"))
      #expect(wire.contains("8NLJ18XULCDTwcQK"))
    }
  }

  @Test func `a text file that is attached says in which charset it is`() throws {
    let site = try SendSite.ofCases()
    let latin = "\(site.mail.folder)/latin.txt"
    try Data([0x47, 0x72, 0xFC, 0x0A]).write(to: URL(fileURLWithPath: latin))
    let run = try site.send(
      "--dry-run",
      "--attach",
      WritingCase.path("A11-notes.txt"),
      "--attach",
      latin
    )
    let wire = run.output.replacing(#/\n\s+/#, with: " ")
    #expect(
      wire.contains("Content-Type: text/plain; name=A11-notes.txt; charset=utf-8\n"),
      "\(run)"
    )
    #expect(wire.contains("Content-Type: text/plain; name=latin.txt; charset=unknown-8bit\n"))
  }

  @Test(arguments: ["A12-line-of-5000-bytes", "A12-nul-byte", "A12-eight-bit-text"])
  func `what is forwarded whole leaves in lines that everybody carries`(name: String) throws {
    let site = try SendSite.ofCases()
    let query = try site.deliver(case: name)
    let run = try site.mail.mulligan(
      "forward",
      "--attached",
      "--send",
      "--wait",
      "--to",
      "ann@example.org",
      query,
      input: "x\n"
    )
    #expect(run.status == 0, "\(run)")
    let wire = try #require(site.delivered.first)
    #expect(wire.lines.allSatisfy { $0.utf8.count <= 998 } && !wire.contains("\0"))
    let header = wire.components(separatedBy: "\n\n")[0]
    #expect(header.contains("Content-Transfer-Encoding: 8bit") == (name == "A12-eight-bit-text"))
  }

  // MARK: Byte order marks

  @Test(arguments: ["\n", "\r\n"])
  func `a byte order mark before what comes in is passed over`(end: String) throws {
    let site = try SendSite.ofCases()
    let mail = site.mail
    func marked(_ text: String) -> String { "\u{FEFF}" + text.replacing("\n", with: end) }
    let rules = try WritingCase.text("A16-rules-byte-order-mark.txt", in: "acting")
    #expect(rules.utf8.starts(with: "\u{FEFF}+x".utf8))
    let batch = try mail.mulligan("tag", "--batch", input: rules.replacing("\n", with: end))
    #expect(batch.status == 0, "\(batch)")
    #expect(try mail.count("tag:x") == mail.count("tag:inbox"))
    let ids = try mail.mulligan(
      "tag",
      "--stdin",
      "+y",
      input: marked("id:m3@example.org\nm2@example.org\n")
    )
    #expect(ids.status == 0, "\(ids)")
    #expect(try mail.count("tag:y") == 2)
    let plan = marked(
      "{\"plan\": 1, \"command\": [{\"actions\": [\"star\"],\n \"query\": \"tag:y\"}]}\n"
    )
    let planned = try mail.mulligan("plan", "run", "-", input: plan)
    #expect(planned.status == 0, "\(planned)")
    #expect(try mail.count("tag:y and tag:flagged") == 2)
    let message = marked("From: me@example.org\nTo: ann@example.org\nSubject: Zebra\n\nx\n")
    let sent = try mail.mulligan("send", "--wait", input: message)
    #expect(sent.status == 0, "\(sent)")
    let composed = try site.send("--wait", text: marked("my words\n"))
    #expect(composed.status == 0, "\(composed)")
    #expect(site.delivered.count == 2)
    #expect(site.delivered.allSatisfy { !$0.contains("\u{FEFF}") && !$0.contains("=EF=BB=BF") })
  }

  // MARK: Texts

  @Test func `who had a message that is forwarded is named whole, as is its subject`() throws {
    let site = try SendSite.ofCases()
    let many = try site.deliver(case: "A18-mail-to-120-people")
    let run = try site.mail.mulligan("forward", many)
    let people = (0..<120).map { number in
      let digits = String(1_000 + number).dropFirst()
      return "Person \(digits) <p\(digits)@example.com>"
    }
    #expect(run.output.contains("\nTo: \(people.joined(separator: ", "))\n"), "\(run)")
    #expect(
      run.output.contains("\nCc: me@example.org\n")
        && run.output.contains("\nFrom: Ann <ann@example.com>\n")
    )
    let long = try site.deliver(case: "A18-subject-of-2000-bytes")
    let subject = try #require(
      try WritingCase.text("A18-subject-of-2000-bytes.eml").lines.first {
        $0.hasPrefix("Subject: ")
      }
    )
    #expect(try site.mail.mulligan("forward", long).output.contains("\n\(subject)\n"))
  }

  @Test(arguments: ["Cc", "Reply-To"])
  func `all of a field of many people are named, whichever it is`(field: String) throws {
    let site = try SendSite.ofCases()
    let people = (0..<60).map { "p\($0)@example.com" }.joined(separator: ", ")
    let text = "From: ann@example.com\nTo: me@example.org\n\(field): \(people)\nSubject: Many\n"
    try site.deliver(Data((text + "Message-ID: <many@example.org>\n\nx\n").utf8))
    let run = try site.mail.mulligan("forward", "id:many@example.org")
    #expect(run.output.contains("\n\(field): \(people)\n"), "\(run)")
  }

  @Test(arguments: [
    ("-- \nRobin Ward\n", "\n-- \nRobin Ward\n"),
    ("\u{FEFF}-- \r\nRobin\r\nWard\r\n", "\n-- \nRobin\nWard\n"),
    ("\n-- \nRobin", "\n-- \nRobin\n"), ("\r\n\n--\nRobin\n", "\n-- \nRobin\n"),
    ("Robin\n-- \nWard\n", "\n-- \nRobin\n-- \nWard\n"), ("\nRobin\n", "\n-- \n\nRobin\n"),
    ("--- Robin\n", "\n-- \n--- Robin\n"),
  ])
  func `a signature has one mark, whether or not its file has it`(file: String, end: String) throws
  {
    let site = try SendSite.ofCases(account: "signature = \"~/signature\"")
    try file.write(
      toFile: "\(site.mail.folder)/home/signature",
      atomically: true,
      encoding: .utf8
    )
    let run = try site.mail.mulligan("compose")
    #expect(run.output.hasSuffix("Subject:\n\n\(end)"), "\(run)")
  }

  @Test func `the mark of a signature that many programs want is written once`() throws {
    let file = WritingCase.path("A19-signature-with-mark.txt")
    let site = try SendSite.ofCases(account: "signature = \"\(file)\"")
    #expect(try site.mail.mulligan("compose").output.hasSuffix("\n-- \nRobin Ward\n"))
  }
}

import Foundation
import Outbox
import TestSupport
import Testing

/// What a person, a file or another program may do to a message that is being written or sent.
@Suite struct WritingInputTests {
  private static let controls = ["a@b.org\r\nBcc: eve@x.org", "a@b.org\u{B}", "a\u{1B}[2J@b.org"]

  @Test(arguments: ["--to", "--cc", "--bcc", "--subject"], controls)
  func `W7: a control character in what was asked for is refused, and nothing is begun`(
    option: String,
    value: String
  ) throws {
    let site = try SendSite()
    for way in ["--draft", "--send"] {
      let run = try site.mail.mulligan(
        ["compose", way, "--json", "--to", "ann@example.org", option, value],
        input: "x\n"
      )
      #expect(run.status == 64, "\(run)")
      #expect(run.objects.map { $0["error"] as? String } == ["bad-header"])
    }
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test(arguments: [
    "ann@example.org?subject=a%0D%0ABcc:%20eve@x.org", "ann@example.org?cc=b@x.org%0Aeve@x.org",
    "ann@example.org%0D%0ABcc:eve@x.org",
    "ann@example.org?in-reply-to=%3Ca@b%3E%0D%0ABcc:%20e@x.org",
    "ann@example.org?references=%3Ca@b%3E%0A%3Cc@d%3E",
  ])
  func `W7: a line end in a link's fields is refused, and nothing is begun`(link: String) throws {
    let site = try SendSite()
    for way in ["--draft", "--send"] {
      let run = try site.mail.mulligan(
        ["compose", way, "--json", "mailto:" + link],
        input: "x\n"
      )
      #expect(run.status == 64, "\(run)")
      #expect(run.objects.map { $0["error"] as? String } == ["bad-header"], "\(run)")
    }
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test(arguments: ["<a@b", "a@", "a@b@c", "ü@b.org", "ann"])
  func `W7: who is no address is named, and nobody else gets the message`(address: String) throws {
    let site = try SendSite()
    let run = try site.send("--cc", "bob@example.org, \(address)", "--json")
    #expect(run.status == 64 && run.errors.contains(address), "\(run)")
    #expect(run.objects.map { $0["error"] as? String } == ["bad-address"])
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test func `W21: a group is all its members, a name like an option none, a domain is ASCII`()
    throws
  {
    let site = try SendSite()
    let run = try site.send(
      "--cc=Friends: a@b.org, C <c@d.org>;",
      "--bcc=-x@y.org",
      "--bcc=j@bücher.example",
      "--wait"
    )
    #expect(run.status == 0, "\(run)")
    #expect(
      site.arguments
        == ["-oi -- ann@example.org a@b.org c@d.org -x@y.org j@xn--bcher-kva.example "]
    )
  }

  @Test(arguments: [
    ("From: a@b.org\nFrom: c@d.org\nTo: x@y.org\n\nx\n", 2),
    ("From: a@b.org\nTo: x@y.org\n\na\u{0}b\n", 4),
    ("From: a@b.org\nTo: x@y.org\n\n\(String(repeating: "x", count: 999))\n", 4),
    ("From: a@b.org\nX Y: z\nTo: x@y.org\n\nx\n", 2),
  ])
  func `W7: what is no message that may leave is refused by its line`(text: String, line: Int)
    throws
  {
    let site = try SendSite()
    let run = try site.mail.mulligan(["send", "--json", "--wait"], input: text)
    #expect(run.status == 64 && run.errors.contains("Line \(line)"), "\(run)")
    #expect(run.objects.map { $0["error"] as? String } == ["bad-message"])
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  // MARK: Attachments

  @Test func `W1: what cannot be attached is refused by its name, and nothing is begun`() throws {
    let site = try SendSite()
    let folder = "\(site.mail.folder)/things"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
    var names = ["\(folder)", "\(folder)/pipe", "\(folder)/missing"]
    // Whoever is root may read everything.
    if geteuid() != 0 {
      names.append(try site.mail.file("things/secret", "x"))
      chmod("\(folder)/secret", 0)
    }
    for name in names {
      let run = try site.send("--attach", name, "--json")
      #expect(run.status == 1 && run.errors.contains(name), "\(run)")
    }
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test func `W1: more than may be attached, or be named as recipients, is too large`() throws {
    let site = try SendSite(hold: 300, settings: "max_mib = 1")
    let half = try site.mail.file("half", String(repeating: "x", count: 600_000))
    #expect(try site.send("--attach", half, "--dry-run").status == 0)
    let both = try site.send("--attach", half, "--attach", half, "--json")
    #expect(both.status == 1, "\(both)")
    #expect(both.objects.map { $0["error"] as? String } == ["too-large"])
    let long = "From: robin@example.org\nTo: a@b.org\n\n"
    let text = long + String(repeating: "line\n", count: 220_000)
    let whole = try site.mail.mulligan(["send", "--json"], input: text)
    #expect(whole.objects.map { $0["error"] as? String } == ["too-large"], "\(whole.errors)")
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test func `W21: more recipients than a program can be given are refused, and none gets it`()
    throws
  {
    let site = try SendSite()
    let people = (0..<60_000).map { "person\($0)@example.org" }.joined(separator: ",\n ")
    let many = try site.mail.mulligan(
      ["send", "--json"],
      input: "From: robin@example.org\nTo: \(people)\n\nx\n"
    )
    #expect(many.status == 1, "\(many.errors)")
    #expect(many.objects.map { $0["error"] as? String } == ["too-large"])
    #expect(try site.outbox().isEmpty && site.delivered == [])
  }

  @Test func `W1: fifty megabytes are attached without being held in memory`() throws {
    let site = try SendSite()
    let large = "\(site.mail.folder)/large.bin"
    try Data(repeating: 120, count: 50_000_000).write(to: URL(fileURLWithPath: large))
    let small = try site.mail.file("small.bin", "x")
    func peak(_ file: String) throws -> Int {
      let run = try site.mail.start([
        "compose", "--draft", "--to", "ann@example.org", "--attach", file,
      ])
      var peak = 0
      while run.isRunning {
        let status = "/proc/\(run.processIdentifier)/status"
        let lines = (try? String(contentsOfFile: status, encoding: .utf8))?.lines ?? []
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        let digits = line?.filter(\.isNumber) ?? ""
        peak = max(peak, Int(digits) ?? 0)
        pause(for: .milliseconds(2))
      }
      #expect(run.terminationStatus == 0)
      return peak
    }
    let before = try peak(small)
    let after = try peak(large)
    #expect(before > 0 && after - before <= 32 * 1_024, "\(before) kB, \(after) kB")
    // What becomes of the file afterwards does not count.
    try FileManager.default.removeItem(atPath: large)
    let shown = try site.mail.mulligan("outbox", "show", "2").output
    let copy = try #require(shown.lines.first { $0.hasPrefix("Attach: ") }?.dropFirst(8))
    var status = stat()
    #expect(stat(String(copy), &status) == 0 && status.st_size == 50_000_000)
  }

  // MARK: Damage

  @Test func `W18: what the history does not understand is shown, and neither sent nor deleted`()
    throws
  {
    let site = try SendSite(hold: 3_000)
    let mail = site.mail
    #expect(try site.send().status == 0)
    try site.waitForHolder()
    #expect(try site.send().status == 0)
    try site.endHolder()
    let journal = try mail.journal()
    // As a later version may write it, or a damaged disk.
    try mail.run([
      "sqlite3", journal,
      "PRAGMA ignore_check_constraints = 1; UPDATE outgoing SET state = 'later', held_seconds = 0 "
        + "WHERE id = 1; UPDATE outgoing SET held_seconds = 0 WHERE id = 2",
    ])
    let folder = URL(fileURLWithPath: journal).deletingLastPathComponent().path + "/outgoing"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/7",
      withIntermediateDirectories: false
    )
    for (name, text) in [
      ("draft.eml", "To: ann@example.org\n\nkept\n"), ("facts.json", "{\"v\":9}"),
    ] {
      try text.write(toFile: "\(folder)/7/\(name)", atomically: true, encoding: .utf8)
    }
    #expect(try site.outbox().compactMap { $0["id"] as? Int } == [1, 2, 7])
    #expect(try mail.mulligan("outbox", "run").status == 0)
    try site.waitForSender()
    #expect(site.delivered.count == 1)
    #expect(try site.states() == ["unknown", "sent", "draft"])
    #expect(try mail.mulligan("outbox", "show", "1").output.hasSuffix("\n\nmy words\n"))
    #expect(try mail.mulligan("outbox", "show", "7").output.hasSuffix("\n\nkept\n"))
    #expect(try mail.mulligan("undo").status != 0)
    #expect(site.delivered.count == 1)
    #expect(FileManager.default.fileExists(atPath: "\(folder)/1/wire.eml"))
  }

  @Test
  func `W24: a folder of sent mail that leads out of the mail is named, and the message kept`()
    throws
  {
    let site = try SendSite()
    let outside = "\(site.mail.folder)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(site.mail.root)/Sent",
      withDestinationPath: outside
    )
    #expect(try site.send("--wait").status == 0)
    try site.waitForSender()
    #expect(try site.mail.mulligan("outbox").output.contains("not yet among the mail"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    #expect(site.delivered.count == 1)
  }
}

import Foundation
import TestSupport
import Testing
import TriageCore

/// Mail read by the whole program: in the shell, and on a real terminal.
@Suite struct MailReadingTests {
  private static func attachment(_ name: String, _ text: String) -> SampleMessage {
    SampleMessage(
      "part@example.org",
      subject: "With a part",
      type: "multipart/mixed; boundary=b",
      body: """
        --b
        Content-Type: text/plain

        The text.
        --b
        Content-Type: text/csv
        Content-Disposition: attachment; filename="\(name)"
        Content-Transfer-Encoding: base64

        \(Data(text.utf8).base64EncodedString())
        --b--
        """,
      headers: "",
      tags: ["inbox"]
    )
  }

  /// Delivers a message of two parts: its text, and a file of this name.
  private static func mail(with name: String, _ text: String = "a,b\n1,2\n") throws -> TemporaryMail
  {
    let mail = try TemporaryMail()
    try mail.deliver(attachment(name, text))
    return mail
  }

  /// Delivers a message that is a page and nothing else.
  private static func page() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", type: "text/html; charset=utf-8", body: "<p>Hello</p>", tags: ["inbox"])
    )
    return mail
  }

  @Test func `parts and the raw file are what notmuch gives`() throws {
    let mail = try Self.mail(with: "a.csv")
    for number in 0...3 {
      let ours = try mail.mulligan("show", "--part", "\(number)", "id:part@example.org")
      let theirs = try mail.notmuch("show", "--part=\(number)", "id:part@example.org")
      #expect(ours.status == 0 && ours.output == theirs, "part \(number)")
    }
    let raw = try mail.mulligan("show", "--raw", "id:part@example.org")
    #expect(raw.output == (try mail.notmuch("show", "--format=raw", "id:part@example.org")))
    let missing = try mail.mulligan("show", "--part", "9", "id:part@example.org")
    #expect(missing.status == 1 && missing.errors.contains("The message has no part 9"))
    let none = try mail.mulligan("show", "--raw", "id:nobody@example.org")
    #expect(none.status == 1 && none.output.isEmpty)
  }

  @Test func `raw and parts are of one message only`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("a@x"), SampleMessage("b@x"))
    let run = try mail.mulligan("show", "--raw", "*")
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--raw shows one message, but 2 match"))
    #expect(try mail.mulligan("show", "--raw", "--json", "id:a@x").status == 64)
  }

  @Test func `JSON has every field, and the parts by notmuch's numbers`() throws {
    let mail = try Self.mail(with: "../../a.csv")
    let object = try #require(try mail.mulligan("show", "--json", "*").objects.first)
    #expect(object["to"] as? [String] == ["Robin Tester <robin@example.org>"])
    #expect(object["cc"] as? [String] == [])
    #expect(object["bodyType"] as? String == "text/plain")
    #expect(object["truncated"] as? Bool == false)
    #expect((object["body"] as? String)?.hasPrefix("The text.") == true)
    let parts = try #require(object["parts"] as? [[String: Any]])
    #expect(parts.map { $0["number"] as? Int } == [1, 2, 3])
    #expect(parts.last?["filename"] as? String == "../../a.csv")
    #expect(parts.last?["size"] as? Int == 8)
  }

  @Test func `recipients that are left out are counted, on paper and in JSON`() throws {
    let mail = try TemporaryMail()
    let list = (0..<3000).map { "u\($0)@example.org" }.joined(separator: ",\n ")
    try mail.deliver(SampleMessage("many@x", headers: "Cc: \(list)\n", tags: ["inbox"]))
    let paper = try mail.mulligan("show", "id:many@x").output.lines
    let row = try #require(paper.firstIndex { $0.contains("u49@example.org") })
    #expect(paper[row + 1] == "    and 2,950 more")
    let object = try #require(try mail.mulligan("show", "--json", "id:many@x").objects.first)
    #expect((object["cc"] as? [String])?.count == 50)
    #expect(object["omitted"] as? Int == 2950 && object["truncated"] as? Bool == true)
  }

  @Test func `a message whose file is gone says so, and its tags still change`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("a@x", tags: ["inbox"]))
    let file = try mail.notmuch("search", "--output=files", "*").lines[0]
    try FileManager.default.removeItem(atPath: file)
    let run = try mail.mulligan("show", "id:a@x")
    #expect(run.status == 0 && run.output.contains("The message’s file is gone"))
    #expect(try mail.mulligan("show", "--raw", "id:a@x").status == 1)
    #expect(try mail.mulligan("apply", "archive", "--", "id:a@x").status == 0)
    #expect(try mail.notmuch("search", "--output=tags", "*").isEmpty)
  }

  @Test func `every bad mail is shown in the shell without a byte that acts`() throws {
    let mail = try TemporaryMail.ofFixtures()
    let run = try mail.mulligan("show", "*")
    // Some are encrypted, to nobody here.
    #expect(run.status == 3)
    #expect(run.errors.lines.allSatisfy { $0.contains(/^id:.*: Part \d+ is encrypted/) })
    let bad = run.output.unicodeScalars.first {
      $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
        || (0x202A...0x202E).contains($0.value)
    }
    #expect(bad == nil)
    #expect(run.output.utf8.count > 50_000)
  }

  @Test func `a part is opened as a private copy, and a missing opener is named`() throws {
    let mail = try Self.mail(with: "../a b;c.csv")
    let seen = "\(mail.folder)/seen"
    let temporary = "\(mail.folder)/a temporary folder"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    let script = try mail.program(
      "my opener",
      "printf '%s\\n' \"$#\" \"$2\" > '\(seen)'; cat \"$2\" >> '\(seen)'"
    )
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nopener = ['\(script)', 'it''s; $(id)']\n"
      .replacing("it''s", with: "its").write(toFile: config, atomically: false, encoding: .utf8)
    let screen = try TmuxScreen(mail, ["--config", config], variables: ["TMPDIR": temporary])
    try screen.wait(for: "With a part")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("o")
    try screen.wait(for: "Opened with")
    try screen.wait("the opener has run") { _ in
      let text = try? String(contentsOfFile: seen, encoding: .utf8)
      return text?.hasSuffix("1,2\n") ?? false
    }
    let lines = try String(contentsOfFile: seen, encoding: .utf8).lines
    #expect(lines[0] == "2" && lines[1].hasSuffix("/a_b_c.csv") && lines[1].hasPrefix(temporary))
    #expect(lines.suffix(2) == ["a,b", "1,2"])
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }

  @Test func `an opener that is not there is named, and nothing breaks`() throws {
    let mail = try Self.mail(with: "a.csv")
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nopener = ['no-such-opener']\n".write(
      toFile: config,
      atomically: false,
      encoding: .utf8
    )
    let screen = try TmuxScreen(mail, ["--config", config], columns: 120)
    try screen.wait(for: "With a part")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("o")
    try screen.wait(for: "no-such-opener is not installed")
  }

  @Test func `for a link without an opener the key that copies it is named`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      [SampleMessage("link@example.org", subject: "A link", body: "See https://example.org/a\n")]
    )
    try mail.notmuch("tag", "+inbox", "*")
    let config = try mail.file("config.toml", "[reading]\nopener = ['no-such-opener']\n")
    let screen = try TmuxScreen(mail, ["--config", config], columns: 160)
    try screen.wait(for: "A link")
    try screen.press("Enter")
    try screen.wait(for: "See https://example.org/a")
    try screen.press("L", "1")
    try screen.wait(
      for: "no-such-opener is not installed; nothing was started. Copy the link with y 1"
    )
  }

  @Test func `another opener and another filter hold from the change of the file on`() throws {
    let mail = try Self.mail(with: "a.csv")
    let page = SampleMessage("page@example.org", subject: "A page", body: "<p>Our own way</p>")
    let path = try mail.write(page)
    try page.text.replacing("text/plain", with: "text/html")
      .write(toFile: path, atomically: false, encoding: .utf8)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func write(_ text: String) throws {
      try text.write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    }
    try write("[reading]\nopener = ['no-such-opener']\n")
    let screen = try TmuxScreen(
      mail,
      ["read", "id:page@example.org"],
      columns: 120,
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config"]
    )
    try screen.wait(for: "A page")
    try screen.press("Enter")
    try screen.wait(for: "Our own way")
    try write("[reading]\nopener = ['other-opener']\nhtml = ['echo', 'Its own way']\n")
    let lines = try screen.wait(for: "Its own way")
    #expect(!lines.contains { $0.contains("Our own way") })
    try screen.press("q")
    try screen.wait("the list is shown") { lines in
      !lines.contains { $0.contains("Its own way") }
    }
    try screen.press("/", "C-u")
    try screen.type("id:part@example.org")
    try screen.wait(for: "With a part")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("o")
    try screen.wait(for: "other-opener is not installed")
  }

  @Test func `a message is piped to a program that has the terminal, without a shell`() throws {
    let mail = try Self.mail(with: "a.csv")
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "With a part")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("|")
    try screen.wait(for: "Pipe the message to:")
    try screen.type("grep -c 'Message-ID: <part@'")
    try screen.wait(for: "grep has ended (0)")
    let lines = try screen.lines()
    #expect(lines.contains("1"))
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("|")
    try screen.type("echo $(id) ; touch \(mail.folder)/pwned")
    try screen.wait(for: "$(id) ; touch")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    #expect(!FileManager.default.fileExists(atPath: "\(mail.folder)/pwned"))
  }

  @Test(arguments: [
    "['sh', '-c', 'sleep 1000 & sleep 1000']", "['yes']", "['no-such-filter']", "['false']",
  ])
  func `F52 a filter that hangs, floods, fails or is missing leaves the page to us`(
    filter: String
  ) throws {
    let mail = try Self.page()
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nhtml = \(filter)\n".write(toFile: config, atomically: false, encoding: .utf8)
    let id = "id:a@x"
    let start = ContinuousClock.now
    let run = try mail.mulligan("show", "--config", config, id)
    // The program is named, and the text is there without it.
    let name = filter.dropFirst(2).prefix { $0 != "'" }
    let notice = "\(name) gave no text of this page; it is shown without that program\n"
    let plain = try mail.mulligan("show", id)
    #expect(run.output.contains(notice) && run.errors.isEmpty, "\(run)")
    #expect(run.output.contains("\nHello\n") && plain.output.hasSuffix("\nHello\n"))
    #expect(ContinuousClock.now - start < hangGuard)
  }

  @Test(
    .enabled(
      if: ["w3m", "lynx"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/bin/\($0)") }
    ),
    arguments: [
      "['w3m', '-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8']",
      "['lynx', '-dump', '-stdin', '-display_charset=utf-8', '-assume_charset=utf-8']",
    ]
  )
  func `w3m and lynx read pages in our place`(filter: String) throws {
    let mail = try TemporaryMail.ofFixtures("mail/newsletters")
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nhtml = \(filter)\n".write(toFile: config, atomically: false, encoding: .utf8)
    let run = try mail.mulligan("show", "--config", config, "*")
    let plain = try mail.mulligan("show", "*")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(!run.output.contains("gave no text"))
    for words in ["銅のやかん", "תה עם נענע", "Herr Müller"] {
      #expect(run.output.contains(words), "\(words)")
    }
    #expect(run.output != plain.output)
  }

  @Test func `a filter gets the page, a home of its own, and nothing else`() throws {
    let mail = try Self.page()
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nhtml = ['sh', '-c', 'env; cat; ls -A $HOME | wc -l']\n".write(
      toFile: config,
      atomically: false,
      encoding: .utf8
    )
    let run = try mail.mulligan(
      ["show", "--config", config, "id:a@x"],
      with: ["http_proxy": "http://evil.example.org", "NOTMUCH_SECRET": "x"]
    )
    #expect(run.output.contains("<p>Hello</p>"))
    for word in ["evil", "SECRET", "NOTMUCH", "\(mail.folder)/home"] {
      #expect(!run.output.contains(word))
    }
  }
}

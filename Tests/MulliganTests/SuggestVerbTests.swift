import Foundation
import TestSupport
import Testing
import TriageCore

/// Rules from habits in the shell: exactly the habits that were planted, each with its rule.
@Suite struct SuggestVerbTests {
  /// Friday, 20 November 2026, noon UTC.
  private static let now: Timestamp = 1_795_176_000
  private static let day: Timestamp = 86_400

  /// Mail of a source, numbered, with the tags that it has when it comes.
  private func mail(
    _ name: String,
    _ numbers: Range<Int>,
    list: Bool = true,
    from: String? = nil,
    tags: Set<MailTag> = ["inbox", "unread"]
  ) -> [SampleMessage] {
    numbers.map { number in
      SampleMessage(
        "\(name)\(number)@x.org",
        from: from ?? "\(name.capitalized) <\(name)\(number)@x.org>",
        subject: "\(name) \(number)",
        date: Self.now - 40 * Self.day + Timestamp(number),
        headers: list ? "List-Id: <\(name).x.org>\n" : "",
        tags: tags
      )
    }
  }

  private func time(_ day: Int) -> [String: String] {
    let date = Date(timeIntervalSince1970: TimeInterval(Self.now - Timestamp(day) * Self.day))
    return ["MULLIGAN_CLOCK": date.ISO8601Format(), "TZ": "UTC"]
  }

  /// Does something to messages of a source, so many days ago.
  private func act(
    _ mail: TemporaryMail,
    _ day: Int,
    _ name: String,
    _ numbers: Range<Int>,
    doing action: String = "archive",
    _ options: String...
  ) throws {
    let query = numbers.map { "id:\(name)\($0)@x.org" }.joined(separator: " or ")
    let run = try mail.mulligan(
      ["apply"] + options + ["--yes", action, "--", query],
      with: time(day)
    )
    #expect(run.status == 0, "\(run)")
  }

  private func suggest(_ mail: TemporaryMail, _ arguments: String...) throws -> ShellRun {
    try mail.mulligan(["suggest"] + arguments, with: time(0))
  }

  private func values(_ run: ShellRun) -> [String] {
    run.objects.compactMap { object in
      guard let by = object["by"] as? String, let value = object["value"] as? String,
        let actions = object["actions"] as? [String]
      else { return nil }
      return "\(by) \(value) \(actions.joined(separator: " "))"
    }
  }

  /// A list of which eleven messages were archived unread in five groups on four days.
  private func plantHabit(_ name: String, in mail: TemporaryMail) throws {
    try act(mail, 5, name, 0..<3)
    try act(mail, 4, name, 3..<5)
    try act(mail, 3, name, 5..<7)
    try act(mail, 2, name, 7..<9)
    try act(mail, 2, name, 9..<11)
  }

  @Test func `L38 exactly the habits that were planted are suggested`() throws {
    let mail = try TemporaryMail()
    for name in ["news", "few", "plan", "cron", "spread", "undone", "later"] {
      try mail.deliver(self.mail(name, 0..<13))
    }
    try mail.deliver(self.mail("seen", 0..<11, tags: ["inbox"]))
    try mail.deliver(self.mail("shop", 0..<13, list: false, from: "Shop <shop@x.org>"))
    try plantHabit("news", in: mail)
    try plantHabit("shop", in: mail)
    try plantHabit("seen", in: mail)
    // Ten of ten are too few, three days too.
    try act(mail, 5, "few", 0..<3)
    for day in 2...4 { try act(mail, day, "few", (2 * day - 1)..<(2 * day + 1)) }
    try act(mail, 2, "few", 9..<10)
    for part in 0..<6 { try act(mail, 2 + part % 3, "spread", (2 * part)..<(2 * part + 2)) }
    // What runs by itself, or from a file, says nothing of a person.
    for day in 2...6 { try act(mail, day, "cron", (2 * day - 4)..<(2 * day - 2), "--background") }
    for day in 2...7 {
      let ids = ((2 * day - 4)..<(2 * day - 2)).map { "\"plan\($0)@x.org\"" }
      let text = """
        plan = 1
        [[command]]
        actions = ["archive"]
        messages = [\(ids.joined(separator: ", "))]
        """
      let file = try mail.file("plan\(day).toml", text)
      #expect(try mail.mulligan(["plan", "run", file], with: time(day)).status == 0)
    }
    for part in 0..<5 {
      try act(mail, 3, "undone", (2 * part)..<(2 * part + 2))
      #expect(try mail.mulligan(["undo", "--yes"], with: time(3)).status == 0)
    }
    for part in 0..<6 {
      try act(mail, 6 - part, "later", (2 * part)..<(2 * part + 2), doing: "snooze:3d")
    }
    let run = try suggest(mail, "--json")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(values(run) == ["list news.x.org archive", "sender shop@x.org archive"], "\(run)")
    let news = try #require(run.objects.first)
    #expect(news["done"] as? Int == 11 && news["of"] as? Int == 11)
    #expect(news["groups"] as? Int == 5 && news["days"] as? Int == 4)
    #expect(news["now"] as? Int == 2 && news["example"] as? String == "news 9")
    #expect(run.objects.last?["name"] as? String == "Shop")
  }

  @Test func `L25 L26 each rule changes exactly what it says, once it is run`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<14))
    try mail.deliver(self.mail("other", 0..<2))
    try mail.deliver(self.mail("news", 20..<21, tags: ["inbox", "unread", "flagged"]))
    try plantHabit("news", in: mail)
    let found = try suggest(mail, "--json")
    let id = try #require(found.objects.first?["id"] as? String, "\(found)")
    #expect(found.objects.first?["now"] as? Int == 3)
    let text = try suggest(mail)
    #expect(text.output.contains("Archive: list news.x.org"), "\(text)")
    #expect(text.output.contains("Would change 3 messages now"))
    #expect(text.output.contains("list = \"news.x.org\""))
    let before = try mail.dump()
    let file = mail.folder + "/rules.toml"
    #expect(try suggest(mail, "--save-plan", file, id).status == 0)
    #expect(try mail.dump() == before)
    let ran = try mail.mulligan(["plan", "run", file, "--json"], with: time(0))
    #expect(ran.objects.last?["changed"] as? Int == 3, "\(ran)")
    #expect(try mail.mulligan(["undo", "--yes"], with: time(0)).status == 0)
    #expect(try mail.dump() == before)
    #expect(try suggest(mail, "--save-plan", file, id).status == 1)
  }

  @Test func `L26 what a file of rules has stays byte for byte, and a wrong one is not written`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<12))
    try plantHabit("news", in: mail)
    let id = try #require(try suggest(mail, "--json").objects.first?["id"] as? String)
    let old = "# mine\nplan = 1   # a plan\n[[command]]\nactions = [\"star\"]\nquery = \"tag:x\""
    let file = try mail.file("rules.toml", old)
    let added = try suggest(mail, "--add-to", file, id)
    #expect(added.status == 0 && added.output.contains("1 rule"), "\(added)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix(old + "\n\n[[command]]\n") && text.contains("news.x.org"))
    #expect(try mail.mulligan("plan", "check", file).status == 0)
    #expect(try suggest(mail, "--add-to", file, id).status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    let fresh = mail.folder + "/fresh/rules.toml"
    #expect(try suggest(mail, "--add-to", fresh, id).status == 0)
    #expect(try mail.mulligan("plan", "check", fresh).status == 0)

    let wrong = try mail.file("wrong.toml", "plan = 1\n[[command]]\nactions = [\"fly\"]\n")
    let inline = try mail.file("inline.toml", "plan = 1\ncommand = []\n")
    let link = mail.folder + "/link.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let locked = try mail.file("locked.toml", old)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: locked)
    for path in [wrong, inline, link, mail.folder, locked, "\(wrong)/rules.toml"] {
      let before = FileManager.default.contents(atPath: path)
      let run = try suggest(mail, "--add-to", path, id)
      #expect(run.status == 1 && run.errors.contains(path), "\(run)")
      #expect(FileManager.default.contents(atPath: path) == before)
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test
  func `L24 what was dismissed is not suggested until it is forgotten, and rules are not again`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<13))
    try plantHabit("news", in: mail)
    let id = try #require(try suggest(mail, "--json").objects.first?["id"] as? String)
    #expect(try suggest(mail, "--dismiss", id).status == 0)
    #expect(try suggest(mail).output.contains(id) == false)
    #expect(try suggest(mail, "--all", "--json").objects.first?["dismissed"] as? Bool == true)
    let steps = try mail.mulligan("history", "--all", "--json").objects.count
    #expect(steps == 5)
    #expect(try suggest(mail, "--forget", id).status == 0)
    #expect(try suggest(mail).output.contains(id))
    let unknown = try suggest(mail, "--dismiss", "00000000", "--json")
    #expect(unknown.status == 1 && unknown.errors.contains("00000000"), "\(unknown)")
    for wrong in [
      ["--dismiss"], ["--dismiss", "--forget", id], ["--save-plan", "-", "--json", id],
    ] {
      #expect(try mail.mulligan(["suggest"] + wrong, with: time(0)).status == 64, "\(wrong)")
    }
    // What runs by itself does it already.
    try act(mail, 1, "news", 11..<12, "--background")
    #expect(try suggest(mail, "--json").objects.isEmpty)
  }

  @Test func `L24 of a sender whose mail comes by a list with the same rule the list is suggested`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<13, from: "News <news@x.org>"))
    try plantHabit("news", in: mail)
    #expect(try values(suggest(mail, "--json")) == ["list news.x.org archive"])
  }

  @Test
  func `L23 the clock of another year and a history that was pruned suggest less, never more`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<12))
    try plantHabit("news", in: mail)
    #expect(try suggest(mail, "--json").objects.count == 1)
    for time in ["1970-01-02T00:00:00Z", "2027-06-01T00:00:00Z"] {
      let run = try mail.mulligan(["suggest", "--json"], with: ["MULLIGAN_CLOCK": time])
      #expect(run.status == 0 && run.objects.isEmpty, "\(run)")
    }
    let prune = ["history", "prune", "--keep", "3"]
    #expect(try mail.mulligan(prune, with: time(0)).status == 0)
    #expect(try suggest(mail, "--json").objects.isEmpty)
  }

  @Test func `L23 no file is read for a list of which nothing was decided of late`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<11) + self.mail("old", 0..<3))
    for part in 0..<3 { try act(mail, 30 + part, "old", part..<(part + 1)) }
    let cache = mail.folder + "/cache"
    let environment = time(0).merging(["XDG_CACHE_HOME": cache]) { $1 }
    let few = try mail.mulligan(["suggest", "--json"], with: environment)
    #expect(few.status == 0 && few.objects.isEmpty, "\(few)")
    #expect(!FileManager.default.fileExists(atPath: cache + "/mulligan/lists"))
    try plantHabit("news", in: mail)
    let some = try mail.mulligan(["suggest", "--json"], with: environment)
    #expect(values(some) == ["list news.x.org archive"], "\(some)")
    let kept = try String(contentsOfFile: cache + "/mulligan/lists", encoding: .utf8)
    #expect(kept.contains("news.x.org\tnews0@x.org\n"))
  }

  @Test func `L23 of a large group of long ago no file is read for what was done before or after`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("new", 0..<1, list: false) + self.mail("old", 0..<600))
    try act(mail, 30, "old", 0..<600)
    try act(mail, 1, "new", 0..<1)
    let cache = mail.folder + "/cache"
    let environment = time(0).merging(["XDG_CACHE_HOME": cache]) { $1 }
    let run = try mail.mulligan(["suggest", "--json"], with: environment)
    #expect(run.status == 0 && run.objects.isEmpty, "\(run)")
    let kept = try String(contentsOfFile: cache + "/mulligan/lists", encoding: .utf8)
    #expect(kept == "\tnew0@x.org\n", "\(kept.lines.count) files")
  }

  @Test func `a damaged history is refused as history is`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(self.mail("news", 0..<1))
    try act(mail, 1, "news", 0..<1)
    try Data("no database".utf8).write(to: URL(fileURLWithPath: try mail.journal()))
    let run = try suggest(mail, "--json")
    let history = try mail.mulligan("history", "--json")
    #expect(run.status == history.status && run.status == 1)
    #expect(run.errors == history.errors)
  }
}

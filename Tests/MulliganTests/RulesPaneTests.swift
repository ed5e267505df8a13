import Foundation
import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// The pane of suggested rules over a real history.
@Suite struct RulesPaneTests {
  /// Friday, 20 November 2026, noon UTC.
  private static let now: Timestamp = 1_795_176_000

  /// A list of which two or three messages were archived on each of five days, and two are left to do.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<13).map { number in
        SampleMessage(
          "n\(number)@example.org",
          from: "Garden News <news@example.org>",
          subject: "August invoice \(number)",
          date: 1_790_000_000 + Int64(number),
          headers: "List-Id: Gardeners <garden.example.org>\n",
          tags: ["inbox", "unread"]
        )
      }
    )
    for index in 0..<5 {
      let numbers = index == 0 ? 0..<3 : (2 * index + 1)..<(2 * index + 3)
      let query = numbers.map { "id:n\($0)@example.org" }.joined(separator: " or ")
      let day = "2026-11-\(15 + index)T12:00:00Z"
      let run = try mail.mulligan(
        ["apply", "archive", "--", query],
        with: ["MULLIGAN_CLOCK": day]
      )
      #expect(run.status == 0, "\(run)")
    }
    return mail
  }

  private func screen(
    _ mail: TemporaryMail,
    language: LanguageTag = "en",
    columns: Int = 80,
    rows: Int = 24,
    settings: Settings? = nil
  ) throws -> ScreenInProcess {
    try ScreenInProcess(
      mail.location,
      stateFolder: mail.state,
      words: Wording(Language.embedded.localizer(for: language), isUTF8: true),
      size: ScreenSize(columns: columns, rows: rows),
      settings: settings,
      now: Self.now
    )
  }

  @Test func `L21 L25 g s lists what the history suggests, and Enter says its numbers`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try screen(mail)
    try screen.press("g", "s")
    let row = try #require(screen.rows.first { $0.contains("garden.example.org") })
    #expect(row.contains("Archive: list garden.example.org"), "\(row)")
    #expect(row.contains("11 of 11") && row.contains("would change 2 now"), "\(row)")
    try screen.press("Enter")
    let page = screen.rows.joined(separator: "\n")
    let numbers = "Done unread to 11 of the last 11 messages; actions: 5, days: 5"
    #expect(page.contains(numbers), "\(page)")
    #expect(page.contains("Would change 2 messages now") && page.contains("August invoice"))
    try screen.press("q", "d", "q", "g", "s")
    #expect(screen.rows.contains { $0.contains("No habit is strong enough") })
    #expect(try mail.dump() == before)
  }

  @Test func `L26 a adds the rule to the plan that rules.file names, beside the configuration`()
    throws
  {
    let mail = try mailbox()
    let config = try mail.file("config.toml", "[rules]\nfile = \"mine.toml\"\n")
    let screen = try screen(mail, settings: settings(config))
    try screen.press("g", "s", "a")
    #expect(screen.rows.contains { $0.contains("Added 1 rule to") }, "\(screen.rows)")
    let once = FileManager.default.contents(atPath: mail.folder + "/mine.toml")
    try screen.press("a")
    #expect(screen.rows.contains { $0.contains("1 rule is there already") }, "\(screen.rows)")
    #expect(FileManager.default.contents(atPath: mail.folder + "/mine.toml") == once)
    let text = try String(contentsOfFile: mail.folder + "/mine.toml", encoding: .utf8)
    #expect(text.contains("list = \"garden.example.org\""), "\(text)")
  }

  @Test func `L26 a adds the rule to the plan that the configuration names since it was edited`()
    throws
  {
    let mail = try mailbox()
    let config = try mail.file("config.toml", "[rules]\nfile = \"mine.toml\"\n")
    let screen = try TmuxScreen(
      mail,
      ["--config", config],
      columns: 120,
      variables: ["MULLIGAN_CLOCK": "2026-11-20T12:00:00Z"]
    )
    try screen.wait(for: "Enter Open")
    try "[rules]\nfile = \"other.toml\"\n".write(toFile: config, atomically: true, encoding: .utf8)
    try screen.wait(for: "The configuration was read again")
    try screen.press("g", "s")
    try screen.wait(for: "list garden.example.org")
    try screen.press("a")
    try screen.wait(for: "Added 1 rule to \(mail.folder)/other.toml")
    #expect(!FileManager.default.fileExists(atPath: mail.folder + "/mine.toml"))
  }

  @Test func `L26 u gives the file of rules back as it was, unless it was changed since`() throws {
    let mail = try mailbox()
    let config = try mail.file("config.toml", "[rules]\nfile = \"mine.toml\"\n")
    let screen = try screen(mail, columns: 200, settings: settings(config))
    let path = mail.folder + "/mine.toml"
    try screen.press("g", "s", "a", "u")
    #expect(screen.rows.contains { $0.contains("out of \(path)") }, "\(screen.rows)")
    #expect(!FileManager.default.fileExists(atPath: path))
    try screen.press("a")
    let changed = try String(contentsOfFile: path, encoding: .utf8) + "# mine\n"
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    try screen.press("u")
    #expect(screen.rows.contains { $0.contains("was changed since") }, "\(screen.rows)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == changed)
    // What could not be taken back is still what u is about.
    let restored = changed.replacing("# mine\n", with: "")
    try restored.write(toFile: path, atomically: true, encoding: .utf8)
    try screen.press("u")
    #expect(!FileManager.default.fileExists(atPath: path), "\(screen.rows)")
  }

  @Test(arguments: ["config.toml/rules.toml", "link.toml", "Mail", "wrong.toml"])
  func `L26 a file of rules that cannot be added to is named, and stays as it is`(file: String)
    throws
  {
    let mail = try mailbox()
    let config = try mail.file("config.toml", "[rules]\nfile = \"\(file)\"\n")
    let wrong = try mail.file("wrong.toml", "plan = 1\n[[command]]\nactions = [\"fly\"]\n")
    try FileManager.default.createDirectory(
      atPath: mail.folder + "/Mail",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: mail.folder + "/link.toml",
      withDestinationPath: wrong
    )
    let before = FileManager.default.contents(atPath: wrong)
    let screen = try screen(mail, columns: 200, settings: settings(config))
    try screen.press("g", "s", "a")
    #expect(screen.rows.contains { $0.contains("/\(file)") }, "\(screen.rows)")
    #expect(!screen.rows.contains { $0.contains("1 rule") }, "\(screen.rows)")
    #expect(FileManager.default.contents(atPath: wrong) == before)
  }

  private func settings(_ file: String) -> Settings {
    Settings(arguments: ["--config", file], environment: .current)
  }

  @Test(
    arguments: ["en", "de", "es", "fr", "ja", "ru", "zh-Hans", "zh-Hant"] as [LanguageTag],
    [ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 60)]
  )
  func `the rules fit into any window, in any language`(
    language: LanguageTag,
    size: ScreenSize
  ) throws {
    let mail = try mailbox()
    let screen = try screen(
      mail,
      language: language,
      columns: size.columns,
      rows: size.rows
    )
    try screen.press("g", "s")
    // Where there is room nothing of it is cut.
    let rule = size.columns == 40 ? "garden.exam" : "garden.example.org  11"
    #expect(screen.rows.contains { $0.contains(rule) }, "\(screen.rows)")
    try screen.press("Enter")
    // The numbers may stand in rows of their own.
    #expect(screen.rows.contains { $0.contains("11") }, "\(screen.rows)")
    // The files of the mail say what list it is from.
    withExtendedLifetime(mail) {}
  }

  @Test(arguments: ScreenForm.usual)
  func `L25 the rules are as recorded`(form: ScreenForm) throws {
    let mail = try mailbox()
    let (size, language) = (form.size, form.language)
    let screen = try screen(mail, language: language, columns: size.columns, rows: size.rows)
    try screen.press("g", "s")
    screen.rest()
    try screen.expectRecorded("rules-\(form)", withHints: language == "en")
    try screen.press("Enter")
    screen.rest()
    try screen.expectRecorded("rule-\(form)", withHints: language == "en")
    // The files of the mail say what list it is from.
    withExtendedLifetime(mail) {}
  }
}

import Foundation
import Outbox
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// The configuration, edited while a screen is open: the next thing done follows the file.
@Suite struct EditedSettingsTests {
  private func open(
    _ site: SendSite,
    query: String = "tag:inbox",
    variables: [String: String] = [:]
  ) throws -> TmuxScreen {
    let script = try site.mail.file("editor", "sed -i '0,/^$/s//\\nMy words./' \"$1\"\n")
    let screen = try TmuxScreen(
      site.mail,
      ["read", query],
      columns: 120,
      rows: 30,
      variables: ["VISUAL": "sh \(script)"].merging(variables) { $1 }
    )
    try screen.wait(for: "Enter Open")
    return screen
  }

  /// Edits the configuration as an editor does, and waits until the screen has said something of it.
  private func edit(
    _ site: SendSite,
    _ screen: TmuxScreen,
    _ words: [(String, String)],
    until said: String = "The configuration was read again"
  ) throws {
    let file = site.configuration
    var text = try String(contentsOfFile: file, encoding: .utf8)
    for (old, new) in words {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try screen.wait(for: said)
  }

  /// Answers the message under the cursor, and waits until the answer is kept.
  private func answer(_ site: SendSite, _ screen: TmuxScreen) throws {
    try screen.press("r")
    try screen.wait(for: "My words.")
    try waitUntil("it is saved") {
      try site.mail.mulligan("outbox", "show", "1").output.contains("My words.")
    }
  }

  private func release(_ screen: TmuxScreen) throws {
    try screen.press("g", "o")
    try screen.wait(for: "leaves at")
    try screen.press("n")
  }

  @Test func `what is sent is held for as long as the edited hold says`() throws {
    let site = try SendSite()
    let screen = try open(site)
    try answer(site, screen)
    // The draft that is open stays as it is.
    try edit(site, screen, [("hold = 0", "hold = 3000")])
    try screen.wait(for: "My words.")
    try screen.press("y")
    try screen.wait(for: "leaves in")
    #expect(try site.states() == ["held"])
    #expect(site.delivered == [])
  }

  @Test func `a message in its hold leaves when that was promised, whatever the edited hold says`()
    throws
  {
    let site = try SendSite(hold: 12)
    let screen = try open(site)
    try answer(site, screen)
    let start = ContinuousClock.now
    try screen.press("y")
    try screen.wait(for: "leaves in")
    try edit(site, screen, [("hold = 12", "hold = 3000")])
    try waitUntil("it has left") { site.delivered.count == 1 }
    #expect(start.duration(to: .now) > .seconds(11))
    try site.waitForSender()
    #expect(site.delivered.count == 1)
  }

  @Test func `a message in its hold is handed to the edited sendmail`() throws {
    let site = try SendSite(hold: 3_000)
    let screen = try open(site)
    try answer(site, screen)
    try screen.press("y")
    try screen.wait(for: "leaves in")
    try site.waitForHolder()
    try edit(site, screen, [("\"-oi\"", "\"-oi\", \"-edited\"")])
    try release(screen)
    try waitUntil("it has left") { try site.states() == ["sent"] }
    #expect(site.arguments.map { $0.hasPrefix("-oi -edited") } == [true], "\(site.arguments)")
  }

  @Test func `what is begun has the edited address and signature`() throws {
    let site = try SendSite()
    let signature = try site.mail.file("signature", "Robin of the garden\n")
    let screen = try open(site)
    try edit(
      site,
      screen,
      [
        (
          "Robin Tester <robin@example.org>\"",
          "Robin Ward <ward@example.org>\"\nsignature = \"\(signature)\""
        )
      ]
    )
    try screen.press("m")
    try screen.wait(for: "From      Robin Ward <ward@example.org>")
    try screen.wait(for: "Robin of the garden")
  }

  @Test func `a message whose account was renamed in its hold leaves, and is kept as that says`()
    throws
  {
    let site = try SendSite(hold: 3_000, account: "sent = \"Gone\"")
    let screen = try open(site)
    try answer(site, screen)
    try screen.press("y")
    try screen.wait(for: "leaves in")
    try site.waitForHolder()
    try edit(site, screen, [("\"home\"", "\"house\""), ("\"Gone\"", "\"Left\"")])
    try release(screen)
    try waitUntil("it has left") { site.delivered.count == 1 }
    try site.waitForSender()
    #expect(try site.mail.count("folder:Left") == 1)
    #expect(try site.states() == ["sent"])
  }

  @Test func `one with mistakes leaves the old one acting, in new processes too`() throws {
    let site = try SendSite(account: "signature = \"sig\"")
    let signature = try site.mail.file("signature", "Robin of the garden\n")
    let screen = try open(site)
    try edit(site, screen, [("\"sig\"", "\"\(signature)\"")])
    try edit(
      site,
      screen,
      [
        ("hold = 0", "hold = \"long\""), ("\"-oi\"", "\"-oi\", \"-edited\""),
        ("Robin Tester", "Somebody Else"), (signature, "\(signature).none"),
      ],
      until: "Mistake in the configuration"
    )
    let engine = try #require(try screen.process(of: "engine"))
    kill(engine, SIGKILL)
    try screen.wait("another engine is there") { _ in
      try screen.process(of: "engine").map { $0 != engine } ?? false
    }
    try screen.press("m")
    try screen.wait(for: "From      Robin Tester <robin@example.org>")
    try screen.wait(for: "Robin of the garden")
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("r")
    try screen.wait(for: "My words.")
    try screen.press("y")
    try waitUntil("it has left") { site.delivered.count == 1 }
    #expect(site.arguments.map { $0.hasPrefix("-oi --") } == [true], "\(site.arguments)")
  }

  @Test func `the time that a key puts mail away until follows the edited hours`() throws {
    let site = try SendSite(settings: "[snooze]\nmorning = \"9:00\"")
    let clock = ["MULLIGAN_CLOCK": "2026-11-20T12:00:00Z"]
    let screen = try open(site, variables: clock)
    try edit(site, screen, [("\"9:00\"", "\"7:45\"")])
    try screen.press("b")
    try screen.wait(for: "07:45")
    try screen.press("t", "Enter")
    try screen.wait(for: "Snoozed 1 thread until Sat 07:45")
  }

  @Test func `a page is opened by the edited opener`() throws {
    let page = "https://garden.example.org/u"
    let site = try SendSite(settings: "[reading]\nopener = [\"false\"]")
    try site.mail.deliver(
      SampleMessage(
        "news@example.org",
        subject: "August",
        headers: "List-Unsubscribe: <\(page)>\n",
        tags: ["inbox"]
      )
    )
    let opened = "\(site.mail.folder)/opened"
    let opener = try site.mail.program("opener", "printf '%s' \"$1\" > '\(opened)'")
    let screen = try open(site, query: "id:news@example.org")
    try edit(site, screen, [("\"false\"", "\"\(opener)\"")])
    try screen.press("w", "u")
    try screen.wait(for: "Page of garden.example.org")
    try screen.press("Enter")
    try screen.wait(for: "Open a page of garden.example.org?")
    try screen.press("y")
    try waitUntil("it is opened") { (try? String(contentsOfFile: opened, encoding: .utf8)) == page }
  }

  @Test func `the index is looked at as often as the edited refresh says`() throws {
    let site = try SendSite(settings: "[refresh]\nseconds = 0")
    let screen = try open(site)
    try edit(site, screen, [("seconds = 0", "seconds = 1")])
    try site.mail.tag("+late", "*")
    try screen.wait(for: " late ")
  }

  @Test func `another engine waits for the next start, and that is said`() throws {
    let site = try SendSite(settings: "[engine]\ncommand = []")
    let screen = try open(site)
    let engine = try #require(try screen.process(of: "engine"))
    try edit(
      site,
      screen,
      [("command = []", "command = [\"false\"]"), ("hold = 0", "hold = 3000")],
      until: "[engine] takes effect at the next start"
    )
    #expect(try screen.process(of: "engine") == engine)
    // All else of the file acts.
    try answer(site, screen)
    try screen.press("y")
    try screen.wait(for: "leaves in")
  }

  @Test(arguments: [true, false])
  func `a file is seen behind a link, and in a folder that was not there`(isLink: Bool) throws {
    let site = try SendSite()
    let folder = URL(fileURLWithPath: site.configuration).deletingLastPathComponent().path
    let text = try String(contentsOfFile: site.configuration, encoding: .utf8)
    let file = "\(site.mail.folder)/dotfiles.toml"
    if isLink { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    try FileManager.default.removeItem(atPath: isLink ? site.configuration : folder)
    if isLink {
      let link = site.configuration
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    }
    let screen = try open(site)
    let edited = text.replacing("Robin Tester", with: "Robin Ward")
    if isLink {
      try edited.write(toFile: file, atomically: true, encoding: .utf8)
    } else {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try edited.write(toFile: site.configuration, atomically: true, encoding: .utf8)
      // Whatever happens next has it looked at.
      try site.mail.tag("+late", "*")
    }
    try screen.wait(for: "The configuration was read again")
    try screen.press("m")
    try screen.wait(for: "From      Robin Ward <robin@example.org>")
  }
}

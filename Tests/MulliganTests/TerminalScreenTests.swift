import Foundation
import TestSupport
import Testing
import TriageCore

/// What the terminal is asked for beside its screen, in a real one.
@Suite struct TerminalScreenTests {
  private static func mail() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage(
        "link@example.org",
        subject: "A \u{1B}]2;won\u{7}link",
        body: "See https://example.org/page for more.\n",
        tags: ["inbox"]
      )
    )
    return mail
  }

  private static func config(_ text: String, _ mail: TemporaryMail) throws -> [String] {
    let file = "\(mail.folder)/config.toml"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return ["--config", file]
  }

  /// What was written to the terminal, and that it is all ours.
  private static func stream(_ mail: TemporaryMail) throws -> String {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(mail.folder)/stream"))
    let stream = OutputStream(Array(bytes), isWhole: true)
    #expect(stream.strange == [])
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `E28: the window's title follows what is shown, and comes back`() throws {
    let mail = try Self.mail()
    let screen = try TmuxScreen(mail, shell: "sh")
    try screen.type("printf '\\033]2;%s\\007' 'my own'; clear")
    try screen.wait("the title is the shell's") { _ in try screen.title() == "my own" }
    try screen.record(to: "\(mail.folder)/stream")
    try screen.type("'\(Program.path)'; echo left with $?")
    try screen.wait("the title is the view's") { _ in try screen.title() == "Inbox 1" }
    try screen.press("g", "u")
    try screen.wait("the title is the history's") { _ in try screen.title() == "History" }
    try screen.press("C-z")
    try screen.wait("the title is the shell's") { _ in try screen.title() == "my own" }
    try screen.type("fg; echo it has left")
    try screen.wait("the title is the history's") { _ in try screen.title() == "History" }
    try screen.press("Q")
    try screen.wait(for: "it has left")
    try screen.wait("the title is the shell's") { _ in try screen.title() == "my own" }
    _ = try Self.stream(mail)
  }

  @Test(arguments: [SIGTERM, SIGSEGV, SIGABRT])
  func `E28: the title comes back when a signal ends the program`(signal: Int32) throws {
    let mail = try Self.mail()
    let screen = try TmuxScreen(mail)
    try screen.wait("the title is the view's") { _ in try screen.title() == "Inbox 1" }
    kill(try #require(try screen.process(of: "")), signal)
    try screen.wait("the title is another one") { _ in try !screen.title().contains("Inbox") }
  }

  @Test func `E28: an idle screen writes nothing, and with title = false no title ever`() throws {
    let mail = try Self.mail()
    let arguments = try Self.config("[terminal]\ntitle = false\n", mail)
    let screen = try TmuxScreen(mail, arguments)
    try screen.wait(for: "link")
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("g", "u")
    try screen.wait(for: "History")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try !Self.stream(mail).contains("\u{1B}]2;"))
  }

  @Test(arguments: [("true", true), ("false", false)])
  func `E17: links are sent as they are configured`(word: String, hasLinks: Bool) throws {
    let mail = try Self.mail()
    let arguments = try Self.config("[terminal]\nhyperlinks = \(word)\n", mail)
    let screen = try TmuxScreen(mail, arguments)
    try screen.wait(for: "link")
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("Enter")
    try screen.wait(for: "https://example.org/page")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let stream = try Self.stream(mail)
    let begin = #/\u{1B}\]8;id=[0-9a-f]+;https:\/\/example\.org\/page\u{1B}\\/#
    #expect(stream.contains(begin) == hasLinks)
    #expect(stream.contains("\u{1B}]8;;\u{1B}\\") == hasLinks)
    #expect(stream.contains("]8;") == hasLinks)
  }

  @Test func `E28: mail is fetched by itself, and new mail is told of in each way`() throws {
    let mail = try Self.mail()
    let notices = "\(mail.folder)/told"
    let sample = SampleMessage("new@example.org", subject: "Brand new")
    let waiting = try mail.write(sample, place: "tmp", flags: nil, name: "waiting")
    // Fetching delivers once.
    let fetch = try mail.program(
      "fetch",
      """
      [ -e '\(waiting)' ] || exit 0
      mv '\(waiting)' '\(mail.root)/inbox/new/waiting'
      notmuch new --quiet && notmuch tag +inbox +unread id:new@example.org
      """
    )
    let arguments = try Self.config(
      "[poll]\ncommand = ['\(fetch)']\nevery = 1\n[notify]\nnew = ['sh', '-c', 'echo \"$0\" >>\(notices)']\n",
      mail
    )
    let screen = try TmuxScreen(mail, arguments)
    try screen.wait(for: "Brand new")
    try screen.wait(for: "1 new message in Inbox")
    try screen.wait("it is told of") { _ in
      (try? String(contentsOfFile: notices, encoding: .utf8)) == "1 new message in Inbox\n"
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E28: the bell rings for new mail if it is to, and only then`() throws {
    let mail = try Self.mail()
    let screen = try TmuxScreen(mail, try Self.config("[notify]\nnew = 'bell'\n", mail))
    try screen.wait(for: "link")
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("Enter", "q")
    try mail.write(SampleMessage("new@example.org", subject: "Brand new"), flags: nil)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "+unread", "id:new@example.org")
    try screen.wait(for: "1 new message in Inbox")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try Self.stream(mail).count { $0 == "\u{7}" } == 1)
  }

  @Test func `E28: the terminal is told of new mail by two commands`() throws {
    let mail = try Self.mail()
    let screen = try TmuxScreen(mail, try Self.config("[notify]\nnew = 'osc'\n", mail))
    try screen.wait(for: "link")
    try screen.record(to: "\(mail.folder)/stream")
    try mail.write(SampleMessage("new@example.org", subject: "Brand \u{1B}]9;new"), flags: nil)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "+unread", "id:new@example.org")
    try screen.wait(for: "1 new message in Inbox")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let stream = try Self.stream(mail)
    #expect(stream.contains("\u{1B}]9;Mulligan: 1 new message in Inbox\u{1B}\\"))
    #expect(stream.contains("\u{1B}]777;notify;Mulligan;1 new message in Inbox\u{1B}\\"))
  }
}

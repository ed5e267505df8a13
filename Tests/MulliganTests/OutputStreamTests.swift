import Foundation
import TestSupport
import Testing
import TriageCore

/// What counts as ours of all that a terminal is sent, and that mail cannot add to it.
@Suite struct OutputStreamTests {
  private static let ours = [
    "8;;", "8;id=1f;https://example.org/a?b=c", "8;id=0;mailto:ann@example.org",
    "52;c;SGVsbG8=", "2;Inbox 3/7", "9;Mulligan: 2 new messages",
    "777;notify;Mulligan;2 new messages",
  ]

  @Test(arguments: ours)
  func `each command of ours is known with its parameters`(command: String) {
    for end in ["\u{7}", "\u{1B}\\"] {
      #expect(OutputStream(Array("a\u{1B}]\(command)\(end)b".utf8)).strange.isEmpty)
    }
  }

  /// The same commands, each with something that we never send; and commands that are not ours.
  private static let forged = [
    "8;id=x;https://example.org", "8;;https://example.org", "8;id=1;file:///etc/passwd",
    "8;id=1;javascript:x", "8;id=1;https://exa\u{9C}mple.org", "8;id=1;https://пример.org",
    "52;c;?", "52;p;SGVsbG8=", "52;c;not base64", "52;c;" + String(repeating: "A", count: 100_004),
    "2;" + String(repeating: "x", count: 400), "2;a\u{2067}b", "0;Inbox", "9;Evil: hello",
    "9;4;1;50", "777;notify;Evil;hello", "777;notify;Mulligan;a;b", "10;?", "11;?", "4;1;#fff",
    "7;file://host/", "104", "1337;File=name=x", "133;A",
  ]

  @Test(arguments: forged)
  func `what is not quite one of ours is strange`(command: String) {
    for end in ["\u{7}", "\u{1B}\\"] {
      #expect(!OutputStream(Array("a\u{1B}]\(command)\(end)b".utf8)).strange.isEmpty)
    }
  }

  /// With everything on that writes such commands, a mail full of them is opened, shown raw and
  /// selected: not even one that would pass as ours comes from the mail.
  @Test func `mail that is full of commands for the terminal sends none of them`() throws {
    let mail = try TemporaryMail()
    let commands = (Self.ours + Self.forged).filter { $0.utf8.count < 400 }.flatMap { command in
      ["\u{1B}]\(command)\u{7}", "\u{1B}]\(command)\u{1B}\\", "\u{9D}\(command)\u{9C}"]
    }
    let first = "\u{1B}]52;c;ZXZpbA==\u{7}\u{1B}]777;notify;Mulligan;evil\u{7}\u{1B}]2;evil\u{7}end"
    try mail.deliver(
      SampleMessage(
        "evil@example.org",
        from: "\(first) <a@example.org>",
        subject: first,
        body: commands.joined(separator: "text\n"),
        headers: "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
          + "Content-Transfer-Encoding: 8bit\n",
        tags: ["inbox", "unread"]
      )
    )
    let folder = "\(mail.folder)/config"
    let file = try mail.file("commands.toml", "[terminal]\nhyperlinks = true\ntitle = true\n")
    let screen = try TmuxScreen(
      mail,
      ["--config", file],
      columns: 100,
      rows: 60,
      variables: ["XDG_CONFIG_HOME": folder]
    )
    try screen.wait("the list is there") { $0[0].contains("Inbox 1/1") }
    try screen.record(to: "\(mail.folder)/stream")
    try screen.press("Enter")
    try screen.wait(for: "text")
    try screen.press("H", "V")
    try screen.wait(for: "Content-Transfer-Encoding")
    try screen.press("V", "G", "q", "x", "g", "u")
    try screen.wait(for: "History")
    let stream = try String(contentsOfFile: "\(mail.folder)/stream", encoding: .utf8)
    try screen.press("Q")
    let written = OutputStream(Array(stream.utf8))
    #expect(written.strange.isEmpty, "\(written.strange)")
    let sent = stream.matches(of: #/\u{1B}\](\d+);([^\u{7}\u{1B}]*)/#)
    for command in sent where command.1 != "2" {
      #expect(["8"].contains(command.1), "\(command.0)")
    }
    #expect(!stream.contains("\u{1B}]2;evil") && !stream.contains("\u{1B}]52;"))
  }
}

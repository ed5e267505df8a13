import Foundation
import TestSupport
import Testing
import TriageCore

/// Parts on a real terminal, with real programs.
@Suite struct PartsScreenTests {
  /// Delivers a message with its text and such parts, and says what mailcap is to say.
  private func mail(_ parts: [String], mailcap: String = "") throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let message = SampleMessage(
      "parts@example.org",
      subject: "With parts",
      type: "multipart/mixed; boundary=b",
      body: (["Content-Type: text/plain\n\nThe text.\n"] + parts).map { "--b\n\($0)" }.joined()
        + "--b--\n",
      tags: ["inbox"]
    )
    try mail.deliver(message)
    try mailcap.write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    return mail
  }

  private func part(_ name: String, _ type: String, _ text: String) -> String {
    """
    Content-Type: \(type)
    Content-Disposition: attachment; filename="\(name)"
    Content-Transfer-Encoding: base64

    \(Data(text.utf8).base64EncodedString(options: .lineLength76Characters))

    """
  }

  /// Starts the screen and opens the parts of the message.
  private func screen(
    _ mail: TemporaryMail,
    _ arguments: [String] = [],
    variables: [String: String] = [:]
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(mail, arguments, variables: variables)
    try screen.wait(for: "With parts")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.press("P")
    try screen.wait(for: "┌")
    return screen
  }

  @Test func `E14: ten attachments are saved by P, S and Enter, over nothing`() throws {
    let mail = try mail((0..<10).map { part("n\($0 / 2).csv", "text/csv", "\($0)") })
    let home = "\(mail.folder)/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try "mine".write(toFile: "\(home)/n0.csv", atomically: false, encoding: .utf8)
    let screen = try screen(mail)
    try screen.press("S", "Enter")
    // Where the sentence breaks depends on the length of the folder's path.
    try screen.wait("what was saved, and what was renamed, is said") { lines in
      let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      return [
        "Saved 10 attachments in", "names that were taken or not allowed were changed",
        "n0.csv\u{A0}→\u{A0}n0",
      ].allSatisfy { text.contains($0) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: home).filter {
      $0.hasSuffix(".csv")
    }
    #expect(names.count == 11)
    let texts = try names.map { try String(contentsOfFile: "\(home)/\($0)", encoding: .utf8) }
    #expect(texts.sorted() == (0..<10).map(String.init) + ["mine"])
    #expect(try String(contentsOfFile: "\(home)/n0.csv", encoding: .utf8) == "mine")
  }

  @Test func `E14: a folder that is not there is made, and that is said`() throws {
    let mail = try mail([part("a", "text/csv", "a"), part("b", "text/csv", "b")])
    let screen = try screen(mail)
    try screen.press("S", "C-u")
    try screen.type("\(mail.folder)/new")
    try screen.wait(for: "Saved 2 attachments in the new folder")
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: "\(mail.folder)/new")) == ["a", "b"]
    )
    try screen.press("S", "C-u")
    try screen.type("\(mail.folder)/new/a/new")
    try screen.wait(for: "Nothing was saved")
    try screen.press("S", "C-u")
    try screen.type("\(mail.folder)/of/two levels")
    try screen.wait("both are in the folder") { _ in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: "\(mail.folder)/of/two levels"
      )
      return Set(names ?? []) == ["a", "b"]
    }
    try screen.press("s", "C-u")
    try screen.type("\(mail.folder)/single/")
    try screen.wait(for: "Saved as")
    #expect(FileManager.default.fileExists(atPath: "\(mail.folder)/single/a"))
  }

  @Test func `E14: Tab completes the folder that a part is saved in`() throws {
    let mail = try mail([part("a", "text/csv", "a"), part("b", "text/csv", "b")])
    for name in ["papers/of two words", "papers/other"] {
      try FileManager.default.createDirectory(
        atPath: "\(mail.folder)/home/\(name)",
        withIntermediateDirectories: true
      )
    }
    try "x".write(toFile: "\(mail.folder)/home/papers/of.txt", atomically: false, encoding: .utf8)
    let screen = try screen(mail)
    try screen.press("S", "C-u", "~", "/", "p", "a", "Tab")
    try screen.wait(for: "~/papers/")
    // No file stands for a folder.
    try screen.press("o", "f", "Tab", "Enter")
    try screen.wait(for: "Saved 2 attachments in")
    let folder = "\(mail.folder)/home/papers/of two words"
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["a", "b"])
  }

  @Test func `E18: mailcap opens a part with a private copy, whatever it is called`() throws {
    let evil = "../../a\u{1b}[31m\u{202e}$(touch x);`id` b.dat"
    let mail = try mail([part(evil, "application/x-test; p=\"; id\"", "content")])
    let log = "\(mail.folder)/log"
    let viewer = try mail.program(
      "viewer",
      "{ for i; do echo \"[$i]\"; done; cat \"$1\"; } >'\(log)'"
    )
    try "application/x-test; \(viewer) '%s' %t --p=%{p}; nametemplate=%s.xyz\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let screen = try screen(mail)
    try screen.press("o")
    try screen.wait(for: "Opened with viewer")
    try screen.wait("the viewer has run") { _ in
      (try? String(contentsOfFile: log, encoding: .utf8))?.hasSuffix("content") == true
    }
    let lines = try String(contentsOfFile: log, encoding: .utf8).lines
    #expect(lines[0].hasPrefix("[/") && lines[0].hasSuffix(".xyz]"))
    #expect(!lines[0].contains("..") && !lines[0].contains("$") && !lines[0].contains(" "))
    #expect(lines.dropFirst() == ["[application/x-test]", "[--p=]", "content"])
  }

  @Test func `E18: what needs a shell is named, and xdg-open opens the part`() throws {
    let mail = try mail([part("a.dat", "application/x-test", "content")])
    let log = "\(mail.folder)/log"
    _ = try mail.program("xdg-open", "cp \"$1\" '\(log)'")
    try "application/x-test; cat %s | touch \(mail.folder)/evil\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let path = "\(mail.folder):/usr/local/bin:/usr/bin:/bin"
    let screen = try screen(mail, variables: ["PATH": path])
    try screen.press("o")
    try screen.wait(for: "Opened with xdg-open: a.dat")
    try screen.wait(for: "Not run, for only a shell could: cat %s | touch")
    try screen.wait("it was opened") { _ in FileManager.default.fileExists(atPath: log) }
    #expect(!FileManager.default.fileExists(atPath: "\(mail.folder)/evil"))
  }

  @Test func `E18: reading.opener comes before mailcap`() throws {
    let mail = try mail([part("a.dat", "application/x-test", "content")])
    let mine = try mail.program("mine", "exit 0")
    try "application/x-test; no-such-program %s\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nopener = ['\(mine)']\n"
      .write(toFile: config, atomically: false, encoding: .utf8)
    let screen = try screen(mail, ["--config", config])
    try screen.press("o")
    try screen.wait(for: "Opened with mine: a.dat")
  }

  @Test func `E18: mailcap shows a page among the parts, and never the body`() throws {
    let mail = try TemporaryMail()
    let page = SampleMessage(
      "page@example.org",
      subject: "A page",
      type: "text/html",
      body: "<p>Builtin text</p>\n",
      tags: ["inbox"]
    )
    try mail.deliver(page)
    try "text/html; sed s/Builtin/Mailcap/ %s; copiousoutput\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A page")
    try screen.press("Enter")
    try screen.wait(for: "Builtin text")
    try screen.press("P", "Enter")
    try screen.wait(for: "Shown by sed")
    try screen.wait(for: "Mailcap text")
  }

  @Test func `E18: ten thousand broken lines of mailcap are counted once, and do no harm`() throws {
    let mail = try mail([part("a.dat", "application/x-test", "content")])
    let viewer = try mail.program("viewer", "exit 0")
    let broken = (0..<10_000).map { "rubbish \($0) \u{1b}[2J\n" }.joined()
    try "\(broken)application/x-test; \(viewer) %s\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let screen = try screen(mail)
    try screen.press("o")
    try screen.wait(for: "Opened with viewer: a.dat")
    try screen.wait(for: "10,000 lines of mailcap are not understood")
    try screen.press("k", "j", "o")
    try screen.wait("it is said once") { lines in
      lines.contains { $0.contains("Opened with viewer") }
        && !lines.contains { $0.contains("lines of mailcap") }
    }
  }

  @Test func `E18: a program that hangs leaves the screen alive, and is given up`() throws {
    let mail = try mail(
      [part("a.dat", "application/x-test", "content")],
      mailcap: "application/x-test; sleep 1000; copiousoutput\n"
    )
    let screen = try screen(mail)
    try screen.press("Enter")
    try screen.wait(for: "Reading a.dat")
    try screen.press("k")
    try screen.press("j")
    try screen.wait(for: "sleep took too long and was stopped")
    try screen.press("q", "Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E18: a part is shown by a program with its colours, and no other sequence`() throws {
    let mail = try mail([part("a.dat", "application/x-test", "content")])
    let text = "a \\033[32mgreen\\033[0m leaf \\033[2J\\033]0;evil\\007\\033[41mEND\\033[0m\\n"
    let printer = try mail.program("printer", "printf '\(text)'")
    try "application/x-test; \(printer); copiousoutput\n"
      .write(toFile: "\(mail.folder)/mailcap", atomically: false, encoding: .utf8)
    let screen = try screen(mail)
    try screen.press("Enter")
    try screen.wait(for: "Shown by printer")
    try screen.wait(for: "a green leaf END")
    let colors = try screen.colouredLines().joined(separator: "\n")
    #expect(colors.contains("\u{1b}[32mgreen"))
  }

  @Test(arguments: ["sleep 1000", "yes", "kill -SEGV $$"])
  func `E19: a chafa that hangs, floods or dies leaves the text, and is told of`(
    script: String
  ) throws {
    let picture = Data(SamplePicture.png).base64EncodedString()
    let mail = try mail([
      "Content-Type: image/png; name=p.png\nContent-Transfer-Encoding: base64\n\n\(picture)\n"
    ])
    _ = try mail.program("chafa", script)
    let config = try mail.file("config.toml", "[reading]\nimages = 'symbols'\n")
    let path = "\(mail.folder):/usr/local/bin:/usr/bin:/bin"
    let screen = try TmuxScreen(mail, ["--config", config], variables: ["PATH": path])
    try screen.wait(for: "With parts")
    try screen.press("Enter")
    try screen.wait(for: "The text.")
    try screen.wait(for: "not all pictures are drawn")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(.enabled(if: Program.isInstalled("chafa"), "chafa is not installed"))
  func `E19: a picture stands in the text, and a bomb is only named`() throws {
    func picture(_ bytes: [UInt8]) -> String {
      "Content-Type: image/png; name=p.png\nContent-Transfer-Encoding: base64\n\n"
        + Data(bytes).base64EncodedString(options: .lineLength76Characters) + "\n"
    }
    let mail = try mail([picture(SamplePicture.png), picture(SamplePicture.bomb)])
    let config = "\(mail.folder)/config.toml"
    try "[reading]\nimages = 'symbols'\n".write(toFile: config, atomically: false, encoding: .utf8)
    let screen = try TmuxScreen(mail, ["--config", config], columns: 90, rows: 40)
    try screen.wait(for: "With parts")
    try screen.press("Enter")
    try screen.wait(for: "▄▄▄▄▄▄▄▄")
    try screen.wait(for: "not all pictures are drawn")
    let drawn = try screen.lines().filter { $0.contains("▄▄▄▄") }
    #expect(drawn.count == 4 && drawn.allSatisfy { $0.hasPrefix("  ▄") })
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}

import Foundation
import TestSupport
import Testing

/// Sealed mail on a real terminal, with real keys: who is asked.
@Suite(.serialized, .enabled(if: TemporaryKeys.areAvailable)) struct SealScreenTests {
  private let sealed: SealedThread
  private var keys: TemporaryKeys { sealed.keys }

  init() throws { sealed = try SealedThread() }

  @Test func `K18: Enter lends the terminal to the question, and keys typed ahead are no keys`()
    throws
  {
    try sealed.deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    let screen = try sealed.locked()
    try sealed.ask(screen)
    // Given up: the question is gone from the terminal, and takes no key any more.
    try screen.press("C-c")
    try screen.wait(for: "┌ Encrypted; Enter unlocks it")
    try sealed.ask(screen)
    try sealed.answer(screen, typingAhead: "aqd")
    // None of the letters has done anything, and keys do again.
    try screen.press("q")
    try screen.wait("the list is back") { $0.contains { $0.contains("Sealed") } }
    let tags = try sealed.mail.notmuch("search", "--output=tags", "*").lines
    #expect(Set(tags).isSuperset(of: ["inbox"]) && !tags.contains("deleted"))
  }

  @Test func `K19: in a thread of fifty one question opens all, and before it nobody is asked`()
    throws
  {
    try sealed.deliver(50, to: "Bob")
    let screen = try sealed.locked()
    try screen.press("G")
    try screen.wait("the last ones are locked, and Enter is about the very last") { lines in
      lines.filter { $0.hasPrefix("┌ Encrypted; Enter unlocks it") }.count >= 2
        && lines.contains { $0.contains("Enter Unlock") && $0.contains("50/50") }
        && !lines.contains { $0.contains("being opened") }
    }
    #expect(keys.questions == 0)
    try keys.answer("secret")
    try screen.press("Enter")
    try screen.wait("all that is shown is open") { lines in
      lines.contains { $0.hasPrefix("│ The word is \(SealedThread.word).") }
        && !lines.contains { $0.hasPrefix("┌ Encrypted; Enter") || $0.contains("being opened") }
    }
    try screen.press("g", "g")
    for _ in 1...16 {
      try screen.press("C-f")
      try screen.wait("what is shown is open") { lines in
        !lines.contains { $0.contains("Enter unlocks it") || $0.contains("being opened") }
      }
    }
    #expect(keys.questions == 1)
  }

  @Test func `K24: for an engine on another host the agent that is forwarded asks here`() throws {
    try sealed.deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    // It was started for another terminal.
    try keys.run(["env", "-u", "GPG_TTY", "gpgconf", "--launch", "gpg-agent"])
    let there = try TemporaryKeys()
    try there.gpg(["--import"], input: try keys.gpg(["--armor", "--export"]))
    try there.forget()
    let socket = "%Assuan%\nsocket=\(keys.home)/S.gpg-agent.extra\n"
    try socket.write(toFile: "\(there.home)/S.gpg-agent", atomically: false, encoding: .utf8)
    defer { unlink("\(there.home)/S.gpg-agent") }
    let folder = "\(sealed.mail.folder)/home/.config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let command = "GNUPGHOME=\(there.home) exec '\(Program.path)' engine"
    try "[engine]\ncommand = [\"sh\", \"-c\", \"\(command)\"]\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    let screen = try sealed.locked()
    try sealed.ask(screen)
    try sealed.answer(screen)
  }

  @Test func `F57: a question that hangs can be left, and one that is cancelled leaves the lock`()
    throws
  {
    try sealed.deliver(1, to: "Bob")
    let screen = try sealed.locked()
    // It cancels by itself.
    try screen.press("Enter")
    try screen.wait("asked once") { _ in keys.questions == 1 }
    try screen.wait(for: "Enter unlocks it")
    try keys.hang()
    try screen.press("Enter")
    try screen.wait("asked again") { _ in keys.questions == 2 }
    try screen.wait(for: "The passphrase of a key is wanted")
    try screen.resize(columns: 100, rows: 30)
    try screen.press("C-c")
    try screen.wait("drawn for the new size") { lines in
      lines.count == 30 && lines.contains { $0.contains("Enter unlocks it") }
    }
    #expect(try keys.pinentries().isEmpty)
  }

  @Test func `F57: a question whose program dies leaves the lock, and can be asked again`() throws {
    let screen = try sealed.asking()
    for pinentry in try keys.pinentries() { kill(pinentry, SIGKILL) }
    try screen.wait("the message is drawn, locked") { lines in
      lines[0].contains("Message  Edit") && lines.contains { $0.contains("Enter unlocks it") }
    }
    try sealed.ask(screen)
    try sealed.answer(screen)
  }

  @Test func `F57: a terminal that is closed while it is lent leaves nothing that runs or asks`()
    throws
  {
    let screen = try sealed.asking()
    let processes = try ["", "engine"].map { try #require(try screen.process(of: $0)) }
    try screen.close()
    try waitUntil("screen and engine have ended") { processes.allSatisfy { kill($0, 0) != 0 } }
    try waitUntil("nobody asks any more") { try keys.pinentries().isEmpty }
  }

  @Test func `F57: an engine that is killed while the terminal is lent takes the question along`()
    throws
  {
    let screen = try sealed.asking()
    let engine = try #require(try screen.process(of: "engine"))
    kill(engine, SIGKILL)
    try screen.wait("the message is drawn, locked") { lines in
      lines[0].contains("Message  Edit") && lines.contains { $0.contains("Enter unlocks it") }
    }
    try waitUntil("nobody asks any more") { try keys.pinentries().isEmpty }
    // The next engine asks as the one before.
    try sealed.ask(screen)
    try sealed.answer(screen)
  }

  @Test func `F57: a screen that is stopped while the terminal is lent goes on waiting`() throws {
    try sealed.deliver(1, to: "Bob")
    try keys.hang()
    let screen = try sealed.locked()
    try screen.press("Enter")
    try screen.wait(for: "The passphrase of a key is wanted")
    try screen.wait("asked") { _ in keys.questions == 1 }
    try screen.press("C-z")
    try screen.wait(for: "left with 148")
    try screen.resize(columns: 90, rows: 20)
    try screen.type("fg")
    try screen.wait("it has the terminal again") { _ in
      try screen.processes().contains { $0.contains(Program.path) && $0.contains("+") }
    }
    try screen.press("C-c")
    try screen.wait("drawn for the new size") { lines in
      lines.count == 20 && lines[0].contains("Message  Edit")
        && lines.contains { $0.contains("Enter unlocks it") }
    }
    #expect(try keys.pinentries().isEmpty && keys.questions == 1)
  }
}

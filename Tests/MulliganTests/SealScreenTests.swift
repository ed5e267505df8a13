import Foundation
import TestSupport
import Testing

/// Sealed mail on a real terminal, with real keys: who is asked, and what is left behind.
@Suite(.serialized, .enabled(if: TemporaryKeys.areAvailable)) struct SealScreenTests {
  private let mail: TemporaryMail
  private let keys: TemporaryKeys
  private static let word = "xylophone"

  init() throws {
    mail = try TemporaryMail()
    keys = try TemporaryKeys()
    try keys.make("Ann <ann@example.org>")
    try keys.make("Bob <bob@example.org>", passphrase: "secret")
  }

  /// Delivers a thread of mails that are encrypted to a key.
  private func deliver(_ count: Int, to key: String, subject: String = "Sealed") throws {
    let content = try keys.encrypted(
      TemporaryKeys.text("The word is \(Self.word).\n"),
      to: [key]
    )
    for number in 1...count {
      let first = "<\(subject)1@seals>"
      let headers = number == 1 ? "" : "In-Reply-To: \(first)\nReferences: \(first)\n"
      let text = TemporaryKeys.message(
        "\(subject)\(number)@seals",
        subject: subject,
        headers: headers,
        content
      )
      let path = "\(mail.root)/\(subject)\(number)"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "+unread", "*")
    try keys.forget()
  }

  private func screen(_ variables: [String: String] = [:]) throws -> TmuxScreen {
    let all = ["GNUPGHOME": keys.home].merging(variables) { $1 }
    let screen = try TmuxScreen(mail, variables: all)
    try screen.wait(for: "Sealed")
    return screen
  }

  @Test func `K18: Enter lends the terminal to the question, and keys typed ahead are no keys`()
    throws
  {
    try deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "┌ Encrypted; Enter unlocks it")
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
    // Given up: the question is gone from the terminal, and takes no key any more.
    try screen.press("C-c")
    try screen.wait(for: "┌ Encrypted; Enter unlocks it")
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
    try screen.typeRaw("secret")
    try screen.press("Enter")
    try screen.typeRaw("aqd")
    try screen.wait(for: "│ The word is \(Self.word).")
    // None of the letters has done anything, and keys do again.
    try screen.press("q")
    try screen.wait("the list is back") { $0.contains { $0.contains("Sealed") } }
    let tags = try mail.notmuch("search", "--output=tags", "*").lines
    #expect(Set(tags).isSuperset(of: ["inbox"]) && !tags.contains("deleted"))
  }

  @Test func `K19: in a thread of fifty one question opens all, and before it nobody is asked`()
    throws
  {
    try deliver(50, to: "Bob")
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "┌ Encrypted; Enter unlocks it")
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
      lines.contains { $0.hasPrefix("│ The word is \(Self.word).") }
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

  @Test func `F57: a question that hangs can be left, and one that is cancelled leaves the lock`()
    throws
  {
    try deliver(1, to: "Bob")
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "Enter unlocks it")
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

  /// The terminal is lent to a real pinentry, which asks on it.
  private func asking() throws -> TmuxScreen {
    try deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "Enter unlocks it")
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
    return screen
  }

  @Test func `F57: a terminal that is closed while it is lent leaves nothing that runs or asks`()
    throws
  {
    let screen = try asking()
    let processes = try ["", "engine"].map { try #require(try screen.process(of: $0)) }
    try screen.close()
    try waitUntil("screen and engine have ended") { processes.allSatisfy { kill($0, 0) != 0 } }
    try waitUntil("nobody asks any more") { try keys.pinentries().isEmpty }
  }

  @Test func `F57: an engine that is killed while the terminal is lent takes the question along`()
    throws
  {
    let screen = try asking()
    let engine = try #require(try screen.process(of: "engine"))
    kill(engine, SIGKILL)
    try screen.wait("the message is drawn, locked") { lines in
      lines[0].contains("Message  Edit") && lines.contains { $0.contains("Enter unlocks it") }
    }
    try waitUntil("nobody asks any more") { try keys.pinentries().isEmpty }
    // The next engine asks as the one before.
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
    try screen.typeRaw("secret")
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(Self.word).")
  }

  @Test func `F57: a screen that is stopped while the terminal is lent goes on waiting`() throws {
    try deliver(1, to: "Bob")
    try keys.hang()
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "Enter unlocks it")
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

  @Test func `K21: neither while it is shown, nor after leaving, nor after a kill is a word left`()
    throws
  {
    try deliver(1, to: "Ann")
    let temporary = "\(mail.folder)/temporary"
    try FileManager.default.createDirectory(
      atPath: temporary,
      withIntermediateDirectories: true
    )
    let screen = try screen(["TMPDIR": temporary, "XDG_RUNTIME_DIR": temporary])
    func traces() throws -> [String] {
      // What this test itself has seen of the screen lies in the folder of the mailbox.
      let folders = ["\(mail.folder)/home", mail.state, mail.root, temporary, keys.home]
      return try folders.flatMap { folder in
        try SpawnedProgram.run(
          ["sh", "-c", "grep -rlaF \(Self.word) '\(folder)' || true"],
          output: "/tmp/\(UUID().uuidString)"
        ).lines
      }
    }
    func expectNoTraces() throws {
      let found = try traces()
      #expect(found.isEmpty, "\(found)")
      #expect(try !screen.otherLines().contains { $0.contains(Self.word) })
    }
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(Self.word).")
    try expectNoTraces()
    try screen.press("q")
    try screen.wait(for: "Open")
    try expectNoTraces()
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(Self.word).")
    for part in ["engine", ""] {
      let process = try #require(try screen.process(of: part))
      let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
      let core = limits.lines.first { $0.hasPrefix("Max core file size") } ?? ""
      #expect(core.dropFirst(26).hasPrefix("0 "), "\(core)")
      // Where a core would be written.
      let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      kill(process, SIGKILL)
      try waitUntil("it has ended") { kill(process, 0) != 0 || hasEnded(process) }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!left.contains { $0.hasPrefix("core") })
    }
    try expectNoTraces()
  }

  private func hasEnded(_ process: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.contains(") Z ") ?? true
  }

  @Test func `K21: neither the screen that was put aside, nor what was left behind, has a word`()
    throws
  {
    try deliver(1, to: "Bob")
    try keys.asksOnTerminal()
    let screen = try screen()
    try screen.press("Enter")
    try screen.wait(for: "Enter unlocks it")
    try screen.press("Enter")
    try screen.wait(for: "Please enter the passphrase")
    try screen.typeRaw("secret")
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(Self.word).")
    #expect(try !screen.otherLines().contains { $0.contains(Self.word) })
    try screen.press("C-z")
    try screen.wait(for: "left with 148")
    for lines in [try screen.lines(), try screen.otherLines()] {
      #expect(!lines.contains { $0.contains(Self.word) || $0.contains("secret") })
    }
    try screen.type("fg; echo left with $?")
    try screen.wait(for: "│ The word is \(Self.word).")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    for lines in [try screen.lines(), try screen.otherLines()] {
      #expect(!lines.contains { $0.contains(Self.word) || $0.contains("secret") })
    }
  }

  @Test func `K21: a part that was encrypted is saved as such, and opened from memory only`()
    throws
  {
    let part = """
      Content-Type: multipart/mixed; boundary="m"

      --m
      Content-Type: text/plain

      The text.
      --m
      Content-Type: text/x-note; name="note.txt"
      Content-Disposition: attachment; filename="note.txt"

      A \(Self.word).
      --m--

      """
    let content = try keys.encrypted(part, to: ["Ann"])
    let text = TemporaryKeys.message("part@seals", subject: "Sealed", content)
    try text.write(toFile: "\(mail.root)/part", atomically: false, encoding: .utf8)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    let screen = try screen(["XDG_RUNTIME_DIR": "/usr"])
    try screen.press("Enter")
    try screen.wait(for: "│ The text.")
    try screen.press("o")
    try screen.wait(for: "XDG_RUNTIME_DIR")
    try screen.press("S", "C-u")
    try screen.typeRaw("\(mail.folder)/kept")
    try FileManager.default.createDirectory(
      atPath: "\(mail.folder)/kept",
      withIntermediateDirectories: true
    )
    try screen.press("Enter")
    try screen.wait(for: "Saved unencrypted as")
    let saved = try String(contentsOfFile: "\(mail.folder)/kept/note.txt", encoding: .utf8)
    #expect(saved.contains(Self.word))
  }
}

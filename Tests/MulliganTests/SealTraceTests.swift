import Foundation
import TestSupport
import Testing

/// What is left of mail that came encrypted, anywhere but in the memory of two processes.
@Suite(.serialized, .enabled(if: TemporaryKeys.areAvailable)) struct SealTraceTests {
  private let sealed: SealedThread
  private var mail: TemporaryMail { sealed.mail }
  private var keys: TemporaryKeys { sealed.keys }

  init() throws { sealed = try SealedThread() }

  @Test func `K21: neither while it is shown, nor after leaving, nor after a kill is a word left`()
    throws
  {
    try sealed.deliver(1, to: "Ann")
    let temporary = "\(mail.folder)/temporary"
    try FileManager.default.createDirectory(
      atPath: temporary,
      withIntermediateDirectories: true
    )
    let screen = try sealed.screen(["TMPDIR": temporary, "XDG_RUNTIME_DIR": temporary])
    func traces() throws -> [String] {
      // What this test itself has seen of the screen lies in the folder of the mailbox.
      let folders = ["\(mail.folder)/home", mail.state, mail.root, temporary, keys.home]
      return try folders.flatMap { folder in
        try SpawnedProgram.run(
          ["sh", "-c", "grep -rlaF \(SealedThread.word) '\(folder)' || true"],
          output: "\(mail.folder)/found"
        ).lines
      }
    }
    func expectNoTraces() throws {
      let found = try traces()
      #expect(found.isEmpty, "\(found)")
      #expect(try !screen.otherLines().contains { $0.contains(SealedThread.word) })
    }
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(SealedThread.word).")
    try expectNoTraces()
    try screen.press("q")
    try screen.wait(for: "Open")
    try expectNoTraces()
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(SealedThread.word).")
    for part in ["engine", ""] {
      let process = try #require(try screen.process(of: part))
      kill(process, SIGKILL)
      try waitUntil("it has ended") { kill(process, 0) != 0 || hasEnded(process) }
    }
    try expectNoTraces()
  }

  @Test(arguments: [SIGABRT, SIGSEGV])
  func `K21: a crash while it is shown leaves no core, whatever the shell allows`(
    signal: Int32
  ) throws {
    try sealed.deliver(1, to: "Ann")
    let folder = "\(mail.folder)/home/cores"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func cores(in folder: String = folder) throws -> Set<String> {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      return Set(files.filter { $0.hasPrefix("core") })
    }
    // What comes with a compiler draws a crash on the terminal, and waits for a key.
    let variables = ["GNUPGHOME": keys.home, "SWIFT_BACKTRACE": "enable=no"]
    let screen = try TmuxScreen(mail, shell: "sh", variables: variables)
    try screen.type("ulimit -c unlimited; cd cores; sh -c 'kill -\(signal) $$'; echo end $?")
    try screen.wait(for: "end \(128 + signal)")
    // Any other program leaves one here, unless the system hands cores to a program.
    let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    let isFile = !pattern.contains("/")
    #expect(try cores().isEmpty == !isFile)
    for core in try cores() { unlink("\(folder)/\(core)") }
    try screen.type("clear; '\(Program.path)'")
    try screen.wait(for: "Sealed")
    try screen.press("Enter")
    try screen.wait(for: "│ The word is \(SealedThread.word).")
    for part in ["engine", ""] {
      let process = try #require(try screen.process(of: part))
      let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
      let limit = limits.lines.first { $0.hasPrefix("Max core file size") } ?? ""
      // Not even a program that the system hands cores to gets one of a byte.
      #expect(limit.dropFirst(26).hasPrefix("1 "), "\(limit)")
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      let before = try cores(in: own)
      kill(process, signal)
      try waitUntil("it has ended") { kill(process, 0) != 0 || hasEnded(process) }
      #expect(try cores(in: own) == before)
    }
    #expect(try cores().isEmpty)
  }

  @Test(.enabled(if: NetworkTests.canTrace))
  func `K21: a whole session reaches no network, and passes no word to any file`() throws {
    try sealed.deliver(1, to: "Ann", subject: "Open")
    try sealed.deliver(1, to: "Bob", subject: "Locked")
    try keys.answer("secret")
    // An agent that the program starts would go on, and the tracer with it.
    try keys.run(["gpgconf", "--launch", "gpg-agent"])
    let log = "\(mail.folder)/calls"
    let calls = "file,network,memfd_create,write,pwrite64,writev,pwritev"
    let shell = try TmuxScreen(mail, shell: "sh", variables: ["GNUPGHOME": keys.home])
    try shell.type(
      "clear; strace -f -y -s 100000 -e trace=\(calls) -o '\(log)' '\(Program.path)'; echo left with $?"
    )
    try shell.wait("the list") { lines in
      ["Open", "Locked"].allSatisfy { name in lines.contains { $0.contains(name) } }
    }
    try shell.press("g", "g", "Enter")
    let first = try read(["Open", "Locked"], shell)
    try shell.press("]")
    try read([first == "Locked" ? "Open" : "Locked"], shell)
    try shell.press("Q")
    try shell.wait(for: "left with 0")
    let made = try String(contentsOfFile: log, encoding: .utf8).lines
    #expect(made.contains { $0.contains("/gpg\"") } && made.count > 1_000)
    #expect(!made.contains { $0.contains("AF_INET") })
    for call in made where call.contains("connect(") && !call.contains("ENOENT") {
      #expect(call.contains("/S.gpg-agent"), "\(call)")
    }
    expectKnownFiles(made)
    // The word is passed through pipes and to the terminal only.
    let words = made.filter { $0.contains(SealedThread.word) }
    #expect(words.contains { $0.contains("<pipe:") } && words.contains { $0.contains("</dev/") })
    for call in words where !call.contains("<pipe:") && !call.contains("</dev/pts/") {
      #expect(call.contains("<socket:") || call.contains("<UNIX"), "\(call)")
    }
  }

  /// Reads one of these messages, whichever is shown, unlocks it if need be, and finds a word in it.
  @discardableResult
  private func read(_ subjects: [String], _ shell: TmuxScreen) throws -> String {
    var shown = ""
    try shell.wait("one of \(subjects)") { lines in
      shown = subjects.first { lines.contains("  Subject: \($0)") } ?? ""
      return !shown.isEmpty
    }
    if shown == "Locked" {
      try shell.wait(for: "Enter unlocks it")
      try shell.press("Enter")
    }
    try shell.wait(for: "│ The word is \(SealedThread.word).")
    try shell.press("/")
    try shell.typeRaw("word")
    try shell.press("Enter")
    try shell.wait(for: "│ The word is \(SealedThread.word).")
    return shown
  }

  /// Of all that is opened to be written to, only what the program says it has.
  private func expectKnownFiles(_ calls: [String]) {
    let isWriting = ["O_WRONLY", "O_RDWR", "O_CREAT", "creat(", "memfd_create("]
    // What a process has as its standard output is a pipe, or the terminal.
    let known = [
      "\"/dev/", "\"/proc/self/fd/1\"", "\"\(keys.home)/", "\"\(mail.state)/",
      "\"\(mail.root)/.notmuch/",
      "memfd_create(\"gpgsm\"",
    ]
    for call in calls where isWriting.contains(where: { call.contains($0) }) {
      #expect(known.contains { call.contains($0) } || call.contains("ENOENT"), "\(call)")
    }
  }

  private func hasEnded(_ process: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.contains(") Z ") ?? true
  }

  @Test func `K21: neither the screen that was put aside, nor what was left behind, has a word`()
    throws
  {
    let screen = try sealed.asking()
    try sealed.answer(screen)
    #expect(try !screen.otherLines().contains { $0.contains(SealedThread.word) })
    try screen.press("C-z")
    try screen.wait(for: "left with 148")
    for lines in [try screen.lines(), try screen.otherLines()] {
      #expect(!lines.contains { $0.contains(SealedThread.word) || $0.contains("secret") })
    }
    try screen.type("fg; echo left with $?")
    try screen.wait(for: "│ The word is \(SealedThread.word).")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    for lines in [try screen.lines(), try screen.otherLines()] {
      #expect(!lines.contains { $0.contains(SealedThread.word) || $0.contains("secret") })
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

      A \(SealedThread.word).
      --m--

      """
    let content = try keys.encrypted(part, to: ["Ann"])
    let text = TemporaryKeys.message("part@seals", subject: "Sealed", content)
    try text.write(toFile: "\(mail.root)/part", atomically: false, encoding: .utf8)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    let screen = try sealed.screen(["XDG_RUNTIME_DIR": "/usr"])
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
    #expect(saved.contains(SealedThread.word))
  }

  @Test(.enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm")))
  func `K21: a part that is opened lies in memory, and goes with the view or the program`() throws {
    let runtime = "/dev/shm/r-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let seen = "\(mail.folder)/seen"
    let opener = try mail.program("opener", "echo \"$1\" >> '\(seen)'")
    let part = """
      Content-Type: multipart/mixed; boundary="m"

      --m
      Content-Type: text/plain

      The text.
      --m
      Content-Type: application/x-note; name="\(SealedThread.word).note"
      Content-Disposition: attachment; filename="\(SealedThread.word).note"

      A \(SealedThread.word).
      --m--

      """
    let content = try keys.encrypted(part, to: ["Ann"])
    let text = TemporaryKeys.message("part@seals", subject: "Sealed", content)
    try text.write(toFile: "\(mail.root)/part", atomically: false, encoding: .utf8)
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    let folder = "\(mail.folder)/home/.config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[reading]\nopener = [\"\(opener)\"]\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    func kept() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: runtime).filter { $0.contains(".note") }
    }
    let screen = try sealed.screen(["XDG_RUNTIME_DIR": runtime])
    try screen.press("Enter")
    try screen.wait(for: "│ The text.")
    try screen.press("o")
    func opened() -> [String] { ((try? String(contentsOfFile: seen, encoding: .utf8)) ?? "").lines }
    try waitUntil("it is opened") { opened().count == 1 }
    let path = try #require(opened().first)
    #expect(path.hasPrefix("\(runtime)/"), "\(path)")
    let disk = try? mail.run(["grep", "-rlaF", SealedThread.word, mail.root, mail.state])
    #expect(disk ?? "" == "")
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try waitUntil("it has gone with the view") { try kept().isEmpty }
    try screen.press("Enter")
    try screen.wait(for: "│ The text.")
    try screen.press("o")
    try waitUntil("it is opened again") { opened().count == 2 }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try kept().isEmpty)
  }
}

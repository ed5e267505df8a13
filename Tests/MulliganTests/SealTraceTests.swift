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
          output: "/tmp/\(UUID().uuidString)"
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
}

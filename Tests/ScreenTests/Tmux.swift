import Foundation
import Glibc
import TestSupport

@testable import Screen

/// A real terminal, tmux, that is shown bytes and asked what became of them.
struct Tmux {
  enum Failure: Error {
    case silent
    case failed(Int32)
  }

  private let folder: URL

  private var input: String { folder.appending(path: "in").path }
  private var output: String { folder.appending(path: "out").path }
  private var capture: String { folder.appending(path: "capture").path }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "screen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func remove() {
    try? run("kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  /// Shows each text at the start of a row, and returns the columns it took.
  static func columns(of texts: [String]) throws -> [Int] {
    let tmux = try Tmux()
    defer { tmux.remove() }
    let questions = texts.map { "\u{1B}[H\u{1B}[2K\($0)\u{1B}[6n" }.joined()
    try tmux.show(Array(questions.utf8), size: ScreenSize(columns: 80, rows: 5))
    return try tmux.cursorColumns(count: texts.count)
  }

  /// Shows bytes and returns the lines of the screen.
  static func lines(showing bytes: [UInt8], size: ScreenSize) throws -> [String] {
    let tmux = try Tmux()
    defer { tmux.remove() }
    try tmux.show(bytes + Array("\u{1B}[6n".utf8), size: size)
    _ = try tmux.cursorColumns(count: 1)
    try tmux.run("capture-pane", ";", "save-buffer", tmux.capture)
    let text = try String(contentsOfFile: tmux.capture, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func show(_ bytes: [UInt8], size: ScreenSize) throws {
    try Data(bytes).write(to: URL(filePath: input))
    try run(
      "-u",
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-x",
      "\(size.columns)",
      "-y",
      "\(size.rows)",
      "stty raw -echo; printf '\\033[?7l'; cat '\(input)'; cat > '\(output)'"
    )
  }

  /// Waits for the answers to questions for the cursor, which look like `ESC [ 1 ; 3 R`.
  private func cursorColumns(count: Int) throws -> [Int] {
    var answers: [Substring] = []
    let isAnswered = eventually {
      let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
      answers = text.split(separator: "R", omittingEmptySubsequences: false).dropLast()
      return answers.count >= count
    }
    guard isAnswered else { throw Failure.silent }
    return answers.compactMap { $0.split(separator: ";").last.flatMap { Int($0) } }.map { $0 - 1 }
  }

  /// Runs tmux and waits for it.
  ///
  /// `Process` would wait for the server it leaves behind, too.
  private func run(_ arguments: String...) throws {
    let words = ["tmux", "-S", folder.appending(path: "socket").path] + arguments
    let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm"]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // The threads tests run on block signals; a server that inherited this could not be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let argv = words.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var (child, status): (pid_t, Int32) = (0, 0)
    guard posix_spawnp(&child, "tmux", &actions, &attributes, argv, envp) == 0,
      waitpid(child, &status, 0) == child, status == 0
    else { throw Failure.failed(status) }
  }
}

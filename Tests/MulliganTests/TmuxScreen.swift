import Foundation
import TestSupport

/// The program in a real terminal: a tmux server of its own, without anyone's configuration.
final class TmuxScreen {
  private let socket: String
  private let mail: TemporaryMail

  /// Starts the program on a mailbox in a window of this size.
  ///
  /// A shell runs it, so that what it leaves behind can be looked at after it; a closed one takes no
  /// other command, whatever is typed.
  convenience init(
    _ mail: TemporaryMail,
    _ arguments: [String] = [],
    columns: Int = 80,
    rows: Int = 24,
    variables: [String: String] = [:],
    isClosed: Bool = false
  ) throws {
    let command = ([Program.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    // A stopped program goes on by itself; how it has left stays in a file, and
    // the terminal never repeats what is typed.
    let run =
      "stty -echo; set -m; trap : TSTP INT QUIT; \(command) 2>'\(mail.folder)/errors'; s=$?; "
      + "while [ $s -ge 147 ] && [ $s -le 150 ]; do sleep 0.2; fg %1 >/dev/null; s=$?; "
      + "done; trap '' TSTP INT QUIT; echo left with $s | tee '\(mail.folder)/left'; "
      + "while :; do cat >/dev/null; sleep 0.1; done"
    try self.init(
      mail,
      shell: isClosed ? "dash -c \"\(run.replacing("$", with: "\\$"))\"" : "sh",
      columns: columns,
      rows: rows,
      variables: variables
    )
    if isClosed { return }
    try type("exec 2>'\(mail.folder)/errors'; clear")
    try type("\(command); echo left with $?")
  }

  /// Starts a shell, as it is called in another one, with a mailbox's environment and in its home:
  /// what a prompt shows is the same wherever the tests are run.
  init(
    _ mail: TemporaryMail,
    shell: String,
    columns: Int = 80,
    rows: Int = 24,
    variables: [String: String] = [:]
  ) throws {
    self.mail = mail
    socket = "\(mail.folder)/tmux-\(UUID().uuidString.prefix(8))"
    var environment = mail.environment
    environment["XDG_STATE_HOME"] = mail.state
    environment["LANG"] = "C.UTF-8"
    environment["PS1"] = "prompt> "
    environment.merge(variables) { $1 }
    let assignments = environment.map { "\($0.key)='\($0.value)'" }.sorted()
    try tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "t",
      "-x",
      "\(columns)",
      "-y",
      "\(rows)",
      "-c",
      "\(mail.folder)/home",
      "exec env -i TERM=tmux-256color \(assignments.joined(separator: " ")) \(shell)"
    )
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  /// Types a line into the shell.
  func type(_ line: String) throws {
    try tmux("send-keys", "-t", "t", "-l", line)
    try tmux("send-keys", "-t", "t", "Enter")
  }

  /// Presses keys in tmux's notation.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", "-t", "t", key) }
  }

  /// Sends what a terminal says of its mouse, all at once: control sequences without their
  /// introducer.
  func point(_ reports: String...) throws { try point(reports) }

  func point(_ reports: [String]) throws {
    let bytes = reports.flatMap { "\u{1B}[\($0)".utf8 }.map { String($0, radix: 16) }
    try tmux(["send-keys", "-t", "t", "-H"] + bytes)
  }

  /// Closes the terminal, as a person does its window.
  func close() throws { try tmux("kill-server") }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Keeps everything that is written to the terminal from now on in a file.
  func record(to file: String) throws {
    try tmux("pipe-pane", "-t", "t", "exec cat > '\(file)'")
  }

  /// Types text as if it were keys, whatever bytes it has.
  func typeRaw(_ text: String) throws { try tmux("send-keys", "-t", "t", "-l", text) }

  /// Pastes a text, in brackets if the program has asked for them.
  func paste(_ text: String) throws {
    let file = "\(mail.folder)/paste"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    try tmux("load-buffer", file)
    try tmux("paste-buffer", "-p", "-t", "t")
  }

  /// The settings of the terminal, as `stty` tells them.
  func settings() throws -> String {
    let answer = try tmux("display-message", "-p", "-t", "t", "#{pane_tty}")
    let terminal = answer.lines.first ?? ""
    return try SpawnedProgram.run(["stty", "-a", "-F", terminal], output: "\(mail.folder)/stty")
  }

  /// Lets programs of the window set tmux's own buffer, as a terminal's clipboard.
  func allowCopying() throws { try tmux("set-option", "-s", "set-clipboard", "on") }

  /// What was copied last; `nil` if nothing was.
  func clipboard() -> String? { try? tmux("show-buffer") }

  /// The title that the window has now.
  func title() throws -> String {
    try tmux("display-message", "-p", "-t", "t", "#{pane_title}").lines.first ?? ""
  }

  /// The lines on the screen now.
  func lines() throws -> [String] { try tmux("capture-pane", "-p", "-t", "t").lines }

  /// All lines that the terminal keeps beside what is on the screen: what has scrolled away, and the
  /// screen that a full-screen program has put aside.
  func otherLines() throws -> [String] {
    try tmux("capture-pane", "-p", "-S", "-", "-E", "-1", "-t", "t").lines
      + tmux("capture-pane", "-a", "-q", "-p", "-S", "-", "-t", "t").lines
  }

  /// The lines on the screen now, with the sequences of their styles.
  func colouredLines() throws -> [String] {
    try tmux("capture-pane", "-e", "-p", "-t", "t").lines
  }

  /// Writes on the terminal, as a program does that knows nothing of ours.
  func scrawl(_ text: String) throws {
    let answer = try tmux("display-message", "-p", "-t", "t", "#{pane_tty}")
    let terminal = FileHandle(forWritingAtPath: answer.lines.first ?? "")
    try terminal?.write(contentsOf: Data(text.utf8))
  }

  /// The process of the program, or of its engine.
  func process(of arguments: String) throws -> Int32? {
    let pane = try tmux("display-message", "-p", "-t", "t", "#{pane_pid}").lines.first ?? ""
    let list = try SpawnedProgram.run(
      ["env", "LC_ALL=C.UTF-8", "ps", "-e", "-ww", "-o", "pid=,ppid=,args="],
      output: "\(mail.folder)/ps"
    ).lines
    let rows = list.map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
    let screen = rows.first {
      $0.count == 3 && $0[1] == pane && $0[2].hasPrefix(Program.path)
    }
    if arguments.isEmpty { return screen.flatMap { Int32($0[0]) } }
    let child = rows.first {
      $0.count == 3 && $0[1] == screen?[0] && "\($0[2]) ".contains(" \(arguments) ")
    }
    return child.flatMap { Int32($0[0]) }
  }

  /// What runs in the terminal: who is in whose group, who has the terminal, who stands still.
  func processes() throws -> [String] {
    let answer = try tmux("display-message", "-p", "-t", "t", "#{pane_tty}")
    let terminal = (answer.lines.first ?? "").replacing("/dev/", with: "")
    return try SpawnedProgram.run(
      ["ps", "-t", terminal, "-o", "pid,ppid,pgid,tpgid,stat,wchan:20,args"],
      output: "\(mail.folder)/ps"
    ).lines
  }

  /// Waits until the screen shows a text, and returns its lines then.
  ///
  /// - Throws: `NotShown` with what it shows instead.
  @discardableResult
  func wait(for text: String, within time: Duration = hangGuard) throws -> [String] {
    try wait("\(text) is shown", within: time) { $0.contains { $0.contains(text) } }
  }

  /// Waits until the screen is as wished.
  @discardableResult
  func wait(
    _ wish: String,
    within time: Duration = hangGuard,
    until isSo: ([String]) throws -> Bool
  ) throws -> [String] {
    let end = ContinuousClock.now + time
    var lines: [String] = []
    repeat {
      lines = try self.lines()
      if try isSo(lines) { return lines }
      pause(for: .milliseconds(30))
    } while ContinuousClock.now < end
    throw NotShown(wish: wish, lines: lines)
  }

  /// How long it takes from a key to its effect, in the order of length: the cursor goes up and down.
  func keyDelays(_ count: Int) throws -> [Duration] {
    let clock = ContinuousClock()
    return try (0..<count).map { place in
      let before = try cursorRow()
      let start = clock.now
      try press(place.isMultiple(of: 2) ? "j" : "k")
      while try cursorRow() == before {
        guard clock.now - start < hangGuard else {
          throw NotShown(wish: "the cursor moves", lines: try lines())
        }
      }
      return clock.now - start
    }
    .sorted()
  }

  /// The row of the cursor, from 0.
  func cursorRow() throws -> String {
    try tmux("display-message", "-p", "-t", "t", "#{cursor_y}")
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try SpawnedProgram.run(
      ["tmux", "-u", "-S", socket] + arguments,
      output: "\(socket).out"
    )
  }
}

/// The screen never came to show what a test waited for.
struct NotShown: Error, CustomStringConvertible {
  var wish: String
  var lines: [String]

  var description: String { "not so: \(wish)\n" + lines.joined(separator: "\n") }
}

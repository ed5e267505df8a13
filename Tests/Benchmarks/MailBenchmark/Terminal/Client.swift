import Glibc

/// A mail client on a pseudo terminal of its own, played by the benchmark.
final class Client {
  private(set) var screen = TerminalScreen()
  private(set) var bytes = 0
  let tree: ProcessTree
  private let started: ContinuousClock.Instant
  private let terminal: Int32
  private let rows: Int
  private var isGone = false

  /// Starts a client on a terminal no larger than `TerminalScreen`.
  init(
    _ arguments: [String],
    _ environment: [String: String],
    rows: Int = TerminalScreen.rows,
    columns: Int = TerminalScreen.columns
  ) throws {
    self.rows = rows
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    var (outer, inner): (Int32, Int32) = (-1, -1)
    guard openpty(&outer, &inner, nil, nil, &size) == 0, let name = ttyname(inner) else {
      throw Failure("no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    let path = String(cString: name)
    for end in [outer, inner] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var environment = environment
    environment["TERM"] = "xterm-256color"
    started = .now
    // The first terminal that the leader of a session opens becomes its own.
    let child = try Spawning.start(arguments, environment, inNewSession: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    close(inner)
    terminal = outer
    tree = ProcessTree(root: child)
  }

  deinit {
    end()
    close(terminal)
  }

  /// Ends it as closing the window does, and waits for it.
  private func end() {
    for number in [SIGTERM, SIGKILL] {
      kill(tree.root, number)
      for _ in 0..<100 {
        if waitpid(tree.root, nil, WNOHANG) != 0 { return }
        _ = read(within: .milliseconds(20))
      }
    }
    waitpid(tree.root, nil, 0)
  }

  /// Reads what the client writes within a time; returns when it came, or `nil` if nothing did.
  @discardableResult
  func read(within time: Duration) -> ContinuousClock.Instant? {
    var wish = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard !isGone, poll(&wish, 1, Int32(time / .milliseconds(1))) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(terminal, &buffer, buffer.count)
    let moment = ContinuousClock.now
    guard count > 0 else {
      isGone = true
      return nil
    }
    bytes += count
    screen.receive(buffer.prefix(count))
    answer(buffer.prefix(count))
    return moment
  }

  /// Answers what a terminal is asked, as xterm does.
  private func answer(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("\u{1B}[6n") { type("\u{1B}[1;1R") }
    if text.contains("\u{1B}[c") || text.contains("\u{1B}[0c") { type("\u{1B}[?62;22c") }
    if text.contains("\u{1B}[>c") || text.contains("\u{1B}[>0c") { type("\u{1B}[>84;0;0c") }
  }

  private func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }

  /// Waits until three quarters of the rows are lines of a list; returns how long after the start
  /// that was.
  func waitForList(within limit: Duration = .seconds(120)) throws -> Double {
    while ContinuousClock.now - started < limit, !isGone {
      if let moment = read(within: .milliseconds(50)), screen.filledRows >= rows * 3 / 4 {
        return (moment - started) / .seconds(1)
      }
    }
    throw Failure("no list in \(rows) rows:\n\(screen.rows.prefix(8).joined(separator: "\n"))")
  }

  /// Waits until the screen is as it should be; returns how long after the start that was.
  func wait(
    _ what: String,
    within limit: Duration = .seconds(120),
    until isSo: (TerminalScreen) -> Bool
  ) throws -> Double {
    if isSo(screen) { return (.now - started) / .seconds(1) }
    while ContinuousClock.now - started < limit, !isGone {
      if let moment = read(within: .milliseconds(50)), isSo(screen) {
        return (moment - started) / .seconds(1)
      }
    }
    throw Failure("not seen, \(what):\n\(screen.rows.prefix(8).joined(separator: "\n"))")
  }

  /// Presses keys and waits for the screen to change; returns how long that took, or `nil` if it
  /// did not within a time.
  ///
  /// `isSeen` is given the screen as it was and as it is.
  func press(
    _ keys: String,
    within limit: Duration = .seconds(60),
    until isSeen: (TerminalScreen, TerminalScreen) -> Bool = { $0 != $1 }
  ) -> Double? {
    while read(within: .milliseconds(0)) != nil {}
    let before = screen
    let start = ContinuousClock.now
    type(keys)
    while ContinuousClock.now - start < limit, !isGone {
      if let moment = read(within: .milliseconds(50)), isSeen(before, screen) {
        return (moment - start) / .seconds(1)
      }
    }
    return nil
  }

  /// Waits until it has written nothing and done nothing for half a second; returns when that began.
  @discardableResult
  func settle(within limit: Duration = .seconds(180)) -> ContinuousClock.Instant {
    let start = ContinuousClock.now
    var (last, busy) = (start, tree.processorTime)
    while ContinuousClock.now - start < limit, !isGone {
      let heard = read(within: .milliseconds(20))
      let now = tree.processorTime
      // One tick may belong to looking.
      if now > busy + 0.015 || heard != nil { (last, busy) = (heard ?? .now, now) }
      if ContinuousClock.now - last > .milliseconds(500) { return last }
    }
    return .now
  }
}

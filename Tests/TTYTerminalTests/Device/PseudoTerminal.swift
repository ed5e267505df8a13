import Glibc
import TestSupport
import Testing

@testable import TTYTerminal
@testable import Screen

/// A pseudo terminal: the program under test has its inner end, the test holds the outer one.
final class PseudoTerminal: Sendable {
  let master: Int32
  let slave: Int32
  let path: String

  init(size: ScreenSize = ScreenSize(columns: 80, rows: 24)) {
    var ends: (outer: Int32, inner: Int32) = (-1, -1)
    openpty(&ends.outer, &ends.inner, nil, nil, nil)
    (master, slave) = (ends.outer, ends.inner)
    path = ttyname(slave).map { String(cString: $0) } ?? ""
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    resize(size)
  }

  deinit {
    close(master)
    close(slave)
  }

  func resize(_ size: ScreenSize) {
    var window = winsize()
    (window.ws_col, window.ws_row) = (UInt16(size.columns), UInt16(size.rows))
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Closes the outer end, as a window that is closed does.
  func hangUp() {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, master)
    close(nothing)
  }

  func type(_ text: String) { type(bytes: Array(text.utf8)) }

  func type(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { pause(for: .milliseconds(1)) }
    }
  }

  /// What the program has written and nobody has read yet.
  func output() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(master, &buffer, buffer.count), count > 0 {
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// Reads until the program has written a text.
  func output(until text: String) async -> String {
    var bytes: [UInt8] = []
    _ = await Self.eventually {
      bytes += output()
      return String(decoding: bytes, as: UTF8.self).contains(text)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits until something is so, and returns whether it has come to be; the thread is left to others.
  static func eventually(_ isSo: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + hangGuard
    repeat {
      if isSo() { return true }
      try? await Task.sleep(for: .milliseconds(10))
    } while ContinuousClock.now < end
    return false
  }

  /// How many typed bytes the program has not read.
  var unread: Int32 {
    // In the modes of a line, only whole lines count.
    var (count, modes): (Int32, termios) = (0, termios())
    tcgetattr(slave, &modes)
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(slave, TCSANOW, &modes)
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return count
  }

  /// Waits until so many typed bytes have arrived at the inner end.
  func holdsUnread(_ count: Int32) async -> Bool {
    await Self.eventually { unread == count }
  }

  /// The modes, as bytes that can be compared.
  var modes: [UInt8] {
    var modes = termios()
    tcgetattr(slave, &modes)
    return withUnsafeBytes(of: &modes) { Array($0) }
  }

  var isRaw: Bool {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0
  }

  /// Opens a terminal on the inner end.
  func terminal(name: String? = "xterm-256color") throws(TerminalError) -> DeviceTerminal {
    try DeviceTerminal(
      input: slave,
      output: slave,
      environment: TerminalEnvironment(name: name)
    )
  }

  /// Opens a terminal by the path of its inner end, as a child process has to.
  static func terminal(path: String) throws -> DeviceTerminal {
    // The threads tests run on block the signals that a program's main thread gets.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    letGoOfPipes()
    let descriptor = open(path, O_RDWR | O_NOCTTY)
    return try DeviceTerminal(
      input: descriptor,
      output: descriptor,
      environment: TerminalEnvironment(name: "xterm-256color")
    )
  }

  /// Closes the pipes and sockets that an exit test inherits: another test may be waiting for their
  /// end, and it would wait for ours.
  private static func letGoOfPipes() {
    for descriptor: Int32 in 3..<1024 {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { continue }
      if [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) { Glibc.close(descriptor) }
    }
  }
}

/// What a terminal named xterm is sent last when it is given back.
let farewellEnd = "\u{1B}[?1049l\u{1B}[23;0;0t"

/// One real terminal a process: its tests run one after another.
@Suite("A real terminal", .serialized)
enum DeviceSuites {}

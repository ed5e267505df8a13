import Glibc
import TestSupport
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  /// Each program under test is a process of its own, which opens the terminal by its path.
  @Suite("Ending a program")
  struct DyingTests {
    private let pty = PseudoTerminal()

    /// Checks that the terminal is as it was before, and that the screen was given back last.
    private func expectGivenBack(_ before: [UInt8]) async {
      let output = await pty.output(until: farewellEnd)
      #expect(output.contains("\u{1B}[?1049h"))
      #expect(output.hasSuffix(farewellEnd))
      #expect(pty.modes == before)
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT])
    func `a fault gives the terminal back and then kills`(signal: Int32) async {
      let before = pty.modes
      await #expect(processExitsWith: .signal(signal)) { [path = pty.path as String, signal] in
        try DyingTests.withTerminal(path) { _ in raise(signal) }
      }
      await expectGivenBack(before)
    }

    @Test
    func `a trap gives the terminal back`() async {
      let before = pty.modes
      await #expect(processExitsWith: .failure) { [path = pty.path as String] in
        try DyingTests.withTerminal(path) { terminal in
          let nothing = [Int](repeating: 0, count: terminal.size.columns - 80)
          print(nothing[terminal.size.rows])
        }
      }
      await expectGivenBack(before)
    }

    @Test
    func `an exit from anywhere gives the terminal back`() async {
      let before = pty.modes
      await #expect(processExitsWith: .exitCode(3)) { [path = pty.path as String] in
        try DyingTests.withTerminal(path) { _ in exit(3) }
      }
      await expectGivenBack(before)
    }

    @Test
    func `a stack that overflows gives the terminal back`() async {
      let before = pty.modes
      await #expect(processExitsWith: .signal(SIGSEGV)) { [path = pty.path as String] in
        try DyingTests.withTerminal(path) { terminal in
          print(DyingTests.descend(terminal.size.rows))
        }
      }
      await expectGivenBack(before)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a request to end is an event`(signal: Int32) async {
      let before = pty.modes
      await #expect(processExitsWith: .exitCode(128 + signal)) {
        [path = pty.path as String, signal] in
        try DyingTests.withTerminal(path) { terminal in
          kill(getpid(), signal)
          let events = terminal.wait(for: [], timeout: hangGuard).events
          terminal.close()
          exit(events == [.signal(signal)] ? 128 + signal : 1)
        }
      }
      await expectGivenBack(before)
    }

    @Test
    func `the terminal hanging up is an event`() async {
      await #expect(processExitsWith: .exitCode(129)) { [path = pty.path as String] in
        try DyingTests.withTerminal(path) { terminal in
          kill(getpid(), SIGHUP)
          let events = terminal.wait(for: [], timeout: hangGuard).events
          terminal.close()
          exit(events == [.hangup] ? 129 : 1)
        }
      }
    }

    @Test
    func `a signal that was ignored from the start stays ignored`() async {
      await #expect(processExitsWith: .exitCode(0)) { [path = pty.path as String] in
        signal(SIGHUP, SIG_IGN)
        try DyingTests.withTerminal(path) { terminal in
          kill(getpid(), SIGHUP)
          let events = terminal.wait(for: [], timeout: .milliseconds(100)).events
          terminal.close()
          exit(events.isEmpty ? 0 : 1)
        }
      }
    }

    /// Takes the terminal, shows a frame and does something.
    static func withTerminal(
      _ path: String,
      _ body: (DeviceTerminal) throws -> Void
    ) throws {
      let terminal = try PseudoTerminal.terminal(path: path)
      terminal.present(Canvas(size: terminal.size).frame)
      try body(terminal)
    }

    static func descend(_ depth: Int) -> Int { depth < 0 ? 0 : descend(depth + 1) + depth }
  }
}

import Glibc
import TestSupport
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  @Suite("Stopping a program and letting it go on")
  struct StoppingTests {
    private let pty = PseudoTerminal()

    /// Waits until a process is in a state: `T` for stopped, `S` for waiting.
    private static func waitUntil(_ process: pid_t, is state: Character) async -> Bool {
      await PseudoTerminal.eventually { processState(process) == state }
    }

    /// Reads the process id that the child shows on its screen.
    private func processID(in output: String) throws -> pid_t {
      let digits = output.drop { $0 != "#" }.dropFirst().prefix { $0.isNumber }
      return try #require(pid_t(digits))
    }

    /// A program that shows its id, suspends itself on Ctrl-Z and ends on q.
    private static func run(_ path: String) throws {
      setpgid(0, 0)
      let terminal = try PseudoTerminal.terminal(path: path)
      var resumed = 0
      while true {
        var canvas = Canvas(size: terminal.size)
        canvas.draw(DisplayText("#\(getpid()). resumed \(resumed)."), row: 0)
        terminal.present(canvas.frame)
        // A test that failed does not end it.
        let events = terminal.wait(for: [], timeout: hangGuard * 2).events
        if events.isEmpty { exit(99) }
        for event in events {
          if event == .key(KeyChord("Z" as Character, .ctrl)) { terminal.suspend() }
          if event == .resumed {
            resumed += 1
            terminal.redrawFromScratch()
          }
          if event == .key(KeyChord("q" as Character)) {
            terminal.close()
            exit(Int32(resumed))
          }
        }
      }
    }

    @Test(arguments: ["key", "TSTP"])
    func `the terminal is given back while it stands still and taken again`(by cause: String)
      async throws
    {
      let before = pty.modes
      async let ended = #expect(processExitsWith: .exitCode(1)) {
        [path = pty.path as String] in
        try StoppingTests.run(path)
      }
      let child = try processID(in: await pty.output(until: "resumed 0."))
      switch cause {
      case "key": pty.type("\u{1A}")
      default: kill(child, SIGTSTP)
      }
      #expect(await StoppingTests.waitUntil(child, is: "T"))
      #expect(pty.modes == before)
      #expect(await pty.output(until: farewellEnd).hasSuffix(farewellEnd))
      pty.resize(ScreenSize(columns: 50, rows: 10))
      kill(child, SIGCONT)
      let again = await pty.output(until: "resumed 1.")
      #expect(again.contains("\u{1B}[?1049h"))
      #expect(again.contains("#\(child)."))
      #expect(pty.isRaw)
      pty.type("q")
      _ = await ended
      #expect(pty.modes == before)
    }
  }
}

import Dispatch
import Glibc
import TestSupport
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  @Suite("Waiting and writing")
  struct WaitingTests {
    private let pty = PseudoTerminal()

    /// Collects events until there are enough.
    private func events(_ terminal: DeviceTerminal, count: Int) -> [TerminalEvent] {
      var found: [TerminalEvent] = []
      _ = eventually {
        found += terminal.wait(for: [], timeout: .milliseconds(50)).events
        return found.count >= count
      }
      return found
    }

    /// Types more than a terminal holds, while somebody reads it.
    private func typeMeanwhile(_ text: String) {
      let pty = pty
      DispatchQueue.global().async { pty.type(text) }
    }

    @Test
    func `keys come as events, and control keys raise no signal`() throws {
      let terminal = try pty.terminal()
      pty.type("j\u{3}\u{1A}\u{1C}\u{1B}OA")
      let expected = ["j", "Ctrl-C", "Ctrl-Z", "Ctrl-\\", "Up"]
      #expect(
        events(terminal, count: 5) == expected.compactMap { KeyChord($0) }.map(TerminalEvent.key)
      )
    }

    @Test
    func `a lone escape is reported after fifty milliseconds and not before`() throws {
      let terminal = try pty.terminal()
      pty.type("\u{1B}")
      let start = ContinuousClock.now
      #expect(events(terminal, count: 1) == [.key(KeyChord(.escape))])
      let waited = ContinuousClock.now - start
      #expect(waited >= .milliseconds(50) && waited < hangGuard)
    }

    @Test
    func `ten thousand keys typed ahead come in order`() throws {
      let terminal = try pty.terminal()
      let text = String((0..<10_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
      typeMeanwhile(text)
      let found = events(terminal, count: 10_000)
      #expect(found == text.map { .key(KeyChord($0)) })
    }

    @Test
    func `a megabyte is pasted as one`() throws {
      let terminal = try pty.terminal()
      // Ends within it are for the decoder's own tests: after one, a pause of this test's thread on
      // a loaded machine is the end of the paste.
      let text = String(repeating: "pasted\u{1B}[20~j\r", count: 70_000)
      typeMeanwhile("\u{1B}[200~\(text)\u{1B}[201~")
      let found = events(terminal, count: 1)
      #expect(found == [.paste(PastedText(text))])
    }

    @Test
    func `a storm of sizes ends with the last`() throws {
      let terminal = try pty.terminal()
      for step in 1...50 {
        pty.resize(ScreenSize(columns: step * 10, rows: 1 + step * 4))
        kill(getpid(), SIGWINCH)
        terminal.present(Canvas(size: terminal.size).frame)
        _ = pty.output()
        _ = terminal.wait(for: [], timeout: .zero)
      }
      pty.resize(ScreenSize(columns: 1, rows: 1))
      kill(getpid(), SIGWINCH)
      let last = events(terminal, count: 1).last
      #expect(last == .resize(ScreenSize(columns: 1, rows: 1)))
      #expect(terminal.size == ScreenSize(columns: 1, rows: 1))
      terminal.present(Canvas(size: terminal.size).frame)
    }

    @Test
    func `other descriptors are waited for in the same place`() throws {
      let terminal = try pty.terminal()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      defer { for end in ends { close(end) } }
      #expect(terminal.wait(for: [ends[0]], timeout: .zero) == TerminalReport())
      write(ends[1], "x", 1)
      #expect(terminal.wait(for: [ends[0]], timeout: nil).readable == [ends[0]])
    }

    @Test
    func `a full pipe is waited for until it takes more`() throws {
      let terminal = try pty.terminal()
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      defer { for end in ends { close(end) } }
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while write(ends[1], buffer, buffer.count) > 0 {}
      #expect(terminal.wait(for: [], full: [ends[1]], timeout: .zero) == TerminalReport())
      #expect(read(ends[0], &buffer, buffer.count) == buffer.count)
      let report = terminal.wait(for: [], full: [ends[1]], timeout: nil)
      #expect(report == TerminalReport(writable: [ends[1]]))
    }

    @Test
    func `a terminal that takes nothing holds nobody up, and then shows the newest frame`() throws {
      let terminal = try pty.terminal()
      let size = terminal.size
      for number in 0..<200 {
        var canvas = Canvas(size: size)
        let letter = number == 199 ? "Z" : number.isMultiple(of: 2) ? "X" : "Y"
        // No letter twice in a row, which could be written once and repeated.
        let line = DisplayText(String(repeating: "\(letter)-", count: size.columns / 2))
        for row in 0..<size.rows { canvas.draw(line, row: row) }
        terminal.present(canvas.frame)
      }
      // Who had waited for this terminal would wait for ever: nobody has read from it yet.
      #expect(!terminal.outbox.isEmpty)
      var shown: [UInt8] = []
      _ = eventually {
        _ = terminal.wait(for: [], timeout: .milliseconds(2))
        let isAllSent = terminal.outbox.isEmpty
        let output = pty.output()
        shown += output
        return isAllSent && output.isEmpty
      }
      #expect(terminal.outbox.isEmpty)
      let last = shown.drop { $0 != UInt8(ascii: "Z") }
      #expect(last.count { $0 == UInt8(ascii: "Z") } == size.columns / 2 * size.rows)
      #expect(!last.contains(UInt8(ascii: "X")) && !last.contains(UInt8(ascii: "Y")))
    }

    @Test
    func `a terminal that is gone is reported once and not polled any more`() throws {
      let terminal = try pty.terminal()
      pty.hangUp()
      #expect(terminal.wait(for: [], timeout: hangGuard).events == [.hangup])
      let start = ContinuousClock.now
      let before = processorTime()
      #expect(terminal.wait(for: [], timeout: .milliseconds(300)) == TerminalReport())
      #expect(ContinuousClock.now - start >= .milliseconds(300))
      #expect(processorTime() - before < .milliseconds(50))
      terminal.present(Canvas(size: terminal.size).frame)
      terminal.close()
    }

    @Test
    func `waiting costs no time`() throws {
      let terminal = try pty.terminal()
      let before = processorTime()
      _ = terminal.wait(for: [], timeout: .milliseconds(400))
      #expect(processorTime() - before < .milliseconds(5))
    }

    @Test
    func `the mouse and the background are asked for`() async throws {
      let terminal = try pty.terminal()
      terminal.report(mouse: .motion)
      terminal.askBackground()
      let asked = await pty.output(until: "\u{1B}]11;?")
      #expect(asked.contains("\u{1B}[?1003h\u{1B}[?1006h"))
      pty.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[<0;2;1M")
      let expected: [TerminalEvent] = [
        .background(.light),
        .mouse(MouseEvent(.press(.left), at: Position(row: 0, column: 1))),
      ]
      #expect(events(terminal, count: 2) == expected)
    }
  }
}

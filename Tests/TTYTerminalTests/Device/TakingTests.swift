import Glibc
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  @Suite("Taking it and giving it back")
  struct TakingTests {
    @Test
    func `modes and screen are as before when it is closed`() async throws {
      let pty = PseudoTerminal()
      let before = pty.modes
      let terminal = try pty.terminal()
      #expect(pty.isRaw)
      terminal.present(Canvas(size: terminal.size).frame)
      let taken = String(decoding: pty.output(), as: UTF8.self)
      #expect(taken.hasPrefix("\u{1B}[?1049h"))
      #expect(taken.contains("\u{1B}[?2004h"))
      terminal.close()
      #expect(pty.modes == before)
      let given = await pty.output(until: farewellEnd)
      for mode in ["?2004l", "?1006l", "?1003l", "?7h", "?25h"] {
        #expect(given.contains("\u{1B}[\(mode)"))
      }
      #expect(given.hasSuffix(farewellEnd))
      terminal.close()
      #expect(pty.output().isEmpty)
    }

    @Test
    func `it is given back when nobody holds it any more`() throws {
      let pty = PseudoTerminal()
      let before = pty.modes
      _ = try pty.terminal()
      #expect(pty.modes == before)
    }

    @Test
    func `keys typed ahead are left to the shell, a late answer is not`() async throws {
      let pty = PseudoTerminal()
      let first = try pty.terminal()
      pty.type("ls\r")
      #expect(await pty.holdsUnread(3))
      first.close()
      #expect(pty.unread == 3)
      let second = try pty.terminal()
      second.askBackground()
      pty.type("\u{1B}]11;rgb:0/0/0\u{7}")
      #expect(await pty.holdsUnread(18))
      second.close()
      #expect(pty.unread == 0)
    }

    @Test
    func `without a terminal nothing is sent`() throws {
      let file = open("/dev/null", O_RDWR)
      defer { close(file) }
      let environment = TerminalEnvironment(name: "xterm")
      #expect(throws: TerminalError.notATerminal) {
        try DeviceTerminal(input: file, output: file, environment: environment)
      }
    }

    @Test(arguments: [
      (nil, TerminalError.noName), ("", .noName), ("dumb", .unsuitable("dumb")),
    ])
    func `a terminal that cannot be used is named`(name: String?, error: TerminalError) {
      let pty = PseudoTerminal()
      let before = pty.modes
      #expect(throws: error) { try pty.terminal(name: name) }
      #expect(pty.output().isEmpty)
      #expect(pty.modes == before)
    }

    @Test(arguments: ["no-such-terminal", "vt100", "ansi", "linux", "screen", "tmux-256color"])
    func `any other name gets a screen`(name: String) async throws {
      let pty = PseudoTerminal()
      let terminal = try pty.terminal(name: name)
      var canvas = Canvas(size: terminal.size)
      canvas.draw("Inbox", row: 3, style: CellStyle(.italic, foreground: .rgb(255, 0, 0)))
      terminal.present(canvas.frame)
      #expect(await pty.output(until: "Inbox").contains("\u{1B}[4H"))
      if name == "no-such-terminal" {
        #expect(terminal.capabilities.colors == .none)
      }
    }

    @Test(arguments: [
      ("xterm-256color", nil, nil, ColorDepth.palette), ("xterm-256color", "truecolor", nil, .full),
      ("xterm-256color", "truecolor", "1", .none), ("xterm-256color", "24bit", "", .full),
      ("linux", nil, nil, .sixteen), ("vt100", nil, nil, .none), ("unknown", "yes", nil, .none),
    ])
    func `colours come from the environment and terminfo`(
      name: String,
      colorTerm: String?,
      noColor: String?,
      depth: ColorDepth
    ) throws {
      let environment = TerminalEnvironment(name: name, colorTerm: colorTerm, noColor: noColor)
      let entry = try TerminfoEntry.read(name: name, output: 1)
      #expect(environment.capabilities(of: entry).colors == depth)
    }

    @Test(arguments: [true, false])
    func `without colours a style is bold, reverse or underlined, and struck rows still differ`(
      isAsked: Bool
    ) throws {
      let environment = TerminalEnvironment(
        name: "xterm-256color",
        noColor: isAsked ? nil : "1",
        colors: isAsked ? ColorDepth.none : nil
      )
      let entry = try TerminfoEntry.read(name: "xterm-256color", output: 1)
      let capabilities = environment.capabilities(of: entry)
      func bytes(of style: CellStyle) -> String {
        var canvas = Canvas(size: ScreenSize(columns: 20, rows: 1))
        let blank = canvas.frame
        canvas.draw("row", row: 0, style: style)
        let frame = canvas.frame
        return String(
          decoding: FrameDifference.bytes(from: blank, to: frame, capabilities: capabilities),
          as: UTF8.self
        )
      }
      #expect(bytes(of: CellStyle([.strikethrough, .dim])).contains("\u{1B}[4mrow"))
      #expect(bytes(of: CellStyle([.strikethrough, .dim, .bold])).contains("\u{1B}[1;4mrow"))
      #expect(!bytes(of: CellStyle([.dim, .italic], foreground: .named(.red))).contains("m"))
    }

    @Test
    func `terminfo tells which attributes and keys there are`() throws {
      let tmux = try TerminfoEntry.read(name: "tmux-256color", output: 1)
      #expect(tmux.attributes.contains(.strikethrough))
      let plain = try TerminfoEntry.read(name: "vt100", output: 1)
      #expect(!plain.attributes.contains(.strikethrough))
      #expect(plain.attributes.contains(.bold))
      let linux = try TerminfoEntry.read(name: "linux", output: 1)
      #expect(linux.keys[Array("\u{1B}[[A".utf8)] == KeyChord(.function(1)))
    }
  }
}

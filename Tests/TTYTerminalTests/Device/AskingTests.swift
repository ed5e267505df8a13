import Foundation
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  @Suite("Asking it for more than showing a frame")
  final class AskingTests {
    private let pty = PseudoTerminal()
    private var frames = 0

    /// What is sent from now on until a frame with a word is there.
    private func sent(_ terminal: DeviceTerminal, by body: () -> Void) async -> String {
      _ = pty.output()
      body()
      var canvas = Canvas(size: terminal.size)
      frames += 1
      let word = "\(frames)finished\(frames)"
      canvas.draw(DisplayText(word), row: frames)
      terminal.present(canvas.frame)
      var bytes: [UInt8] = []
      // What the pseudo terminal did not take at once is sent while waiting.
      _ = await PseudoTerminal.eventually {
        _ = terminal.wait(for: [], timeout: .milliseconds(1))
        bytes += pty.output()
        return String(decoding: bytes.suffix(200), as: UTF8.self).contains(word)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
      ("dinner", "dinner"), ("\u{1B}]0;x\u{7}y", "]0;xy"), ("", ""),
      (
        String(repeating: "ten megabytes ", count: 750_000),
        String(String(repeating: "ten megabytes ", count: 750_000).prefix(74_994))
      ),
    ])
    func `E16: a copied text is one bounded sequence of base64`(
      text: String,
      copied: String
    ) async throws {
      let terminal = try pty.terminal()
      let output = await sent(terminal) { terminal.copy(ClipboardText(line: text)) }
      let start = try #require(output.firstRange(of: "\u{1B}]52;c;"))
      let end = try #require(output[start.upperBound...].firstIndex(of: "\u{7}"))
      let content = output[start.upperBound..<end]
      #expect(output[start.lowerBound...end].utf8.count <= 100_000)
      let data = try #require(Data(base64Encoded: String(content)))
      #expect(String(decoding: data, as: UTF8.self) == copied)
      terminal.close()
    }

    @Test(arguments: [
      ("xterm-256color", true), ("tmux-256color", true), ("linux", false), ("vt100", false),
    ])
    func `E28: the window's title is kept, sent when it changes, and given back`(
      name: String,
      hasTitle: Bool
    ) async throws {
      let terminal = try pty.terminal(name: name)
      let first = String(decoding: pty.output(), as: UTF8.self)
      #expect(first.contains("\u{1B}[22;0") == hasTitle)
      let shown = await sent(terminal) { terminal.show(title: "Inbox 1/2") }
      #expect(shown.contains("\u{1B}]2;Inbox 1/2\u{1B}\\") == hasTitle)
      let again = await sent(terminal) { terminal.show(title: "Inbox 1/2") }
      #expect(!again.contains("]2;"))
      let other = await sent(terminal) { terminal.show(title: nil) }
      #expect(other.contains("\u{1B}[23;0t\u{1B}[22;0t") == hasTitle)
      terminal.lend {}
      _ = terminal.wait(for: [], timeout: .milliseconds(1))
      terminal.close()
      let last = await pty.output(until: "?25h")
      #expect(last.components(separatedBy: "\u{1B}[23;0").count == (hasTitle ? 3 : 1), "\(last)")
      #expect(last.components(separatedBy: "\u{1B}[22;0").count == (hasTitle ? 2 : 1), "\(last)")
    }

    @Test func `E28: the title comes again when the terminal was lent to another program`()
      async throws
    {
      let terminal = try pty.terminal(name: "tmux-256color")
      terminal.show(title: "Inbox 1/2")
      let output = await sent(terminal) { terminal.lend {} }
      let kept = try #require(output.firstRange(of: "\u{1B}[22;0t"))
      #expect(output[kept.upperBound...].contains("\u{1B}]2;Inbox 1/2\u{1B}\\"))
      terminal.close()
    }

    @Test(arguments: BadTitle.all)
    func `E28: no title and no notice can end its own command`(text: String) async throws {
      let terminal = try pty.terminal(name: "tmux-256color")
      let output = await sent(terminal) {
        terminal.show(title: DisplayText(text))
        terminal.notify(DisplayText(text))
      }
      let commands = output.components(separatedBy: "\u{1B}]").dropFirst()
      #expect(commands.map { $0.prefix { $0 != ";" } } == ["2", "9", "777"])
      for command in commands {
        let parts = command.components(separatedBy: "\u{1B}\\")
        #expect(parts.count == 2)
        #expect(
          parts[0].unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
          }
        )
        #expect(parts[0].utf8.count < 340)
      }
      let notice = commands.last ?? ""
      #expect(notice.hasPrefix("777;notify;Mulligan;"))
      #expect(notice.prefix { $0 != "\u{1B}" }.filter { $0 == ";" }.count == 3)
      terminal.close()
    }

    @Test(arguments: [
      ("xterm-256color", nil, true), ("tmux-256color", nil, true), ("linux", nil, false),
      ("vt220", nil, false), ("screen-256color", nil, false), ("linux", true, true),
      ("xterm-256color", false, false),
    ])
    func `E17: links are sent where the terminal is likely to know them, or as was asked`(
      name: String,
      asked: Bool?,
      hasLinks: Bool
    ) throws {
      let terminal = try pty.terminal(name: name)
      terminal.allow(hyperlinks: asked)
      #expect(terminal.capabilities.hasHyperlinks == hasLinks)
      terminal.close()
    }
  }
}

/// What a subject or a name of a view may try.
enum BadTitle {
  static let all = [
    "a\u{1B}]52;c;cm0gLXJm\u{7}b", "\u{7}\u{9C}x", "\u{1B}\\\u{1B}]777;notify;you;won", "4;3;50",
    "a;b;c", "\u{202E}x\u{2066}y", String(repeating: "long ", count: 10_000),
    "e" + String(repeating: "\u{301}", count: 5_000), "日本語; 😀\n",
  ]
}

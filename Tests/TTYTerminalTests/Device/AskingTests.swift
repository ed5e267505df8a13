import Foundation
import Testing

@testable import TTYTerminal
@testable import Screen

extension DeviceSuites {
  @Suite("Asking it for more than showing a frame")
  struct AskingTests {
    private let pty = PseudoTerminal()

    /// What is sent from now on until a frame with a word is there.
    private func sent(_ terminal: DeviceTerminal, by body: () -> Void) async -> String {
      _ = pty.output()
      body()
      var canvas = Canvas(size: terminal.size)
      canvas.draw("finished", row: 0)
      terminal.present(canvas.frame)
      var bytes: [UInt8] = []
      // What the pseudo terminal did not take at once is sent while waiting.
      _ = await PseudoTerminal.eventually {
        _ = terminal.wait(for: [], timeout: .milliseconds(1))
        bytes += pty.output()
        return bytes.suffix(64).contains(UInt8(ascii: "f"))
          && String(decoding: bytes.suffix(200), as: UTF8.self).contains("finished")
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
  }
}

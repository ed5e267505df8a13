import TestSupport
import Testing

@testable import MailText

/// Where blocks of OpenPGP begin and end in a plain text.
@Suite struct InlineBlockTests {
  private func pieces(_ text: String, most: Int = 20) -> [String]? {
    InlineBlocks.pieces(of: Array(text.utf8), most: most)?.map { piece in
      switch piece {
      case .text(let bytes): "text " + String(decoding: bytes, as: UTF8.self)
      case .block(let bytes, isEncrypted: let isEncrypted):
        (isEncrypted ? "encrypted " : "signed ") + String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private static let sealed = "-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----\n"
  private static let begun = "-----BEGIN PGP SIGNED MESSAGE-----\n"

  @Test func `what does not end is text, and hides no block that does`() {
    #expect(
      pieces("one\n\(Self.sealed)two\n") == [
        "text one\n", "encrypted \(Self.sealed)", "text two\n",
      ]
    )
    #expect(
      pieces("\(Self.begun)a\n\(Self.begun)\(Self.sealed)b\n")
        == ["text \(Self.begun)a\n\(Self.begun)", "encrypted \(Self.sealed)", "text b\n"]
    )
    #expect(pieces("\(Self.begun)a\n") == nil)
  }

  @Test func `a text of nothing but beginnings takes no time`() {
    let start = processorTime()
    let beginnings = String(repeating: "-----BEGIN PGP MESSAGE-----\n\(Self.begun)", count: 60_000)
    #expect(pieces(beginnings) == nil)
    #expect(processorTime() - start < .seconds(60))
  }
}

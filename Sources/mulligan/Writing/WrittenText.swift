import Foundation
import TriageCore
import TriageUI

/// The text that a person or a script gives through standard input.
struct WrittenText {
  /// The text, its lines ending in line feeds; empty if nothing came.
  let text: String
  /// Whether it was no UTF-8: each byte counts as a character then.
  let isLatin: Bool

  private static let longest = 64 << 20

  /// Reads to the end of standard input.
  ///
  /// - Throws: `Refusal` if it cannot be read, or is longer than a text can be.
  init() throws(Refusal) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= Self.longest else {
        let reason = String(cString: strerror(count < 0 ? errno : EFBIG))
        throw Refusal(
          sentence: Sentence("error.input", .text(reason)),
          code: .internalError,
          exit: Exit.failed
        )
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    self.init(bytes)
  }

  /// Makes a text of bytes.
  init(_ bytes: [UInt8]) {
    let known = String(validating: bytes, as: UTF8.self)
    isLatin = known == nil
    let text =
      known ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    let unix = text.replacing("\r\n", with: "\n")
    self.text = unix.isEmpty || unix.hasSuffix("\n") ? unix : unix + "\n"
  }
}

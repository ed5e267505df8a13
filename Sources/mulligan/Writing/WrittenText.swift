import Foundation
import MailText
import TriageCore
import TriageUI

/// The text that a person or a script gives through standard input.
struct WrittenText {
  /// The text, its lines ending in line feeds; empty if nothing came.
  let text: String
  /// What it was read as; `nil` for UTF-8.
  let charset: String?

  private static let longest = 64 << 20

  /// Reads to the end of standard input; what is no UTF-8 as the locale has it.
  ///
  /// - Throws: `Refusal` if it cannot be read, or is longer than a text can be.
  init(locale charset: String?) throws(Refusal) {
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
    self.init(bytes, locale: charset)
  }

  /// Makes a text of bytes: of UTF-8, else as the locale has it, else each byte is a character.
  init(_ bytes: [UInt8], locale: String?) {
    let bytes = Array(bytes.withoutByteOrderMark)
    let text: String
    if let known = String(validating: bytes, as: UTF8.self) {
      (text, charset) = (known, nil)
    } else if let locale, let read = LocaleText.read(bytes, in: locale) {
      (text, charset) = (read, locale)
    } else {
      text = String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
      charset = "ISO 8859-1"
    }
    let unix = text.replacing("\r\n", with: "\n")
    self.text = unix.isEmpty || unix.hasSuffix("\n") ? unix : unix + "\n"
  }

  /// That it was no UTF-8, if it was none.
  var notice: Sentence? { charset.map { Sentence("status.text.charset", .text($0)) } }
}

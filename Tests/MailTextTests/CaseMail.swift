import Foundation
import Testing
import TriageCore

@testable import MailText

/// The mails of `fixtures/cases/reading`, and small ones like them.
enum CaseMail {
  private static let files = Fixtures.files("cases/reading")

  /// Returns the path of a case by its name.
  static func path(_ name: String) throws -> String {
    try #require(files.first { $0.hasSuffix("/\(name).eml") })
  }

  /// Returns what is shown of a case.
  static func content(_ name: String) throws -> MessageContent { Mail.content(try path(name)) }

  /// Returns a message of one part, in a transfer encoding.
  static func message(
    _ body: some Sequence<UInt8>,
    as encoding: String,
    type: String = "text/plain; charset=utf-8"
  ) throws -> MailFile {
    let head = "Subject: x\nContent-Type: \(type)\nContent-Transfer-Encoding: \(encoding)\n\n"
    return try MailFile(bytes: Array(head.utf8) + encoded(body, as: encoding))
  }

  /// Returns bytes in a transfer encoding.
  static func encoded(_ body: some Sequence<UInt8>, as encoding: String) -> [UInt8] {
    switch encoding {
    case "base64":
      Array(Data(body).base64EncodedString(options: [.lineLength76Characters]).utf8) + [0x0A]
    case "quoted-printable":
      zip(body, body.dropFirst().map { $0 } + [0x0A]).flatMap { byte, next in
        let isPlain = byte == 0x0A || (0x21...0x7E).contains(byte) && byte != 0x3D
        let isInner = byte == 0x20 && next != 0x0A && next != 0x0D
        return isPlain || isInner ? [byte] : Array((byte < 16 ? "=0" : "=").utf8) + hex(byte)
      }
    default: Array(body)
    }
  }

  /// Returns a message of several parts.
  static func mixed(_ parts: String...) throws -> MailFile {
    let body = parts.map { "--b\n\($0)\n" }.joined()
    return try MailFile("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n\(body)--b--\n")
  }

  /// Returns a part with its header.
  static func part(_ type: String, _ body: String, _ more: String = "") -> String {
    "Content-Type: \(type)\n\(more)\n\(body)"
  }

  /// Returns a text in a transfer encoding.
  static func text(_ body: String, _ encoding: String, end: String = "\n") -> String {
    let text = end == "\n" ? body : body.replacingOccurrences(of: "\n", with: end)
    return String(decoding: encoded(Array(text.utf8), as: encoding), as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> [UInt8] {
    Array(String(byte, radix: 16, uppercase: true).utf8)
  }

  static let encodings = ["8bit", "base64", "quoted-printable"]
}

extension MessageContent {
  /// The lines that say something, leads included.
  var words: [String] { lines.map { $0.lead + $0.text }.filter { !$0.isEmpty } }

  /// The texts of one kind of fact.
  func details(_ name: DetailName) -> [String] {
    lines.filter { $0.kind == .detail(name) }.map(\.text)
  }
}

import Foundation
import TestSupport
import TriageCore

@testable import MailText

/// A mail in a file of its own, which is gone with it.
final class MailFile {
  let path: String

  init(bytes: some Sequence<UInt8>) throws {
    path = NSTemporaryDirectory() + "mailtext-" + UUID().uuidString
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws { try self.init(bytes: text.utf8) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func content(_ options: MessageOptions = MessageOptions()) -> MessageContent {
    Mail.content(path, options)
  }

  func part(_ number: Int) throws -> [UInt8] { try Mail.part(number, path) }
}

/// What the reader makes of a file.
enum Mail {
  static func content(
    _ path: String,
    _ options: MessageOptions = MessageOptions()
  ) -> MessageContent {
    MessageReader().content(of: MessageID("test@example.org"), files: [path], options: options)
  }

  static func part(_ number: Int, _ path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try MessageReader().readPart(number, files: [path]) { chunk in
      bytes += chunk
      return true
    }
    return bytes
  }

  /// Returns the lines of a text or page that has no header of its own.
  static func lines(
    _ body: String,
    type: String = "text/plain; charset=utf-8",
    columns: Int = 80
  ) throws -> [ContentLine] {
    try MailFile("Subject: x\nContent-Type: \(type)\nContent-Transfer-Encoding: 8bit\n\n\(body)")
      .content(MessageOptions(columns: columns)).lines
  }

  /// Returns the texts that a page shows, footnotes and hidden ones left out.
  static func page(_ html: String, columns: Int = 80) throws -> [String] {
    try lines(html, type: "text/html; charset=utf-8", columns: columns).compactMap { line in
      switch line.kind {
      case .footnote, .hidden: nil
      default: line.lead + line.text
      }
    }
  }
}

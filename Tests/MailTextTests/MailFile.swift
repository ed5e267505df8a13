import Foundation
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
    MessageReader().content(of: MessageID("test@example.org"), files: [path], options: options)
  }
}

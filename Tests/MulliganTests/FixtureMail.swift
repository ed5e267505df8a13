import Foundation
import TestSupport

extension TemporaryMail {
  /// The folder of mails and other files beside the sources.
  static let fixtures = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("fixtures").path

  /// A mailbox of the mails below some folders of `fixtures`, all in the inbox.
  static func ofFixtures(_ folders: String...) throws -> TemporaryMail {
    let mail = try TemporaryMail()
    for folder in folders.isEmpty ? ["mail", "maildir"] : folders {
      let files = FileManager.default.enumerator(atPath: "\(fixtures)/\(folder)")
      for case let file as String in files ?? .init()
      where file.hasSuffix(".eml") || file.contains("/cur/") {
        let base = file.replacing("/", with: "-").prefix { $0 != ":" }
        let target = "\(mail.root)/\(folder.replacing("/", with: "-"))/cur"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: "\(fixtures)/\(folder)/\(file)",
          toPath: "\(target)/\(base):2,"
        )
      }
    }
    try mail.notmuch("new", "--quiet")
    try mail.notmuch("tag", "+inbox", "*")
    return mail
  }
}

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
    try mail.deliverFixtures(folders.isEmpty ? ["mail", "maildir"] : folders)
    return mail
  }

  /// Delivers the mail of some folders of `fixtures` to the inbox, each under its own name.
  func deliverFixtures(_ folders: [String]) throws {
    for folder in folders {
      let files = FileManager.default.enumerator(atPath: "\(Self.fixtures)/\(folder)")
      for case let file as String in files ?? .init()
      where file.hasSuffix(".eml") || file.contains("/cur/") {
        let base = file.replacing("/", with: "-").prefix { $0 != ":" }
        let target = "\(root)/\(folder.replacing("/", with: "-"))/cur"
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: "\(Self.fixtures)/\(folder)/\(file)",
          toPath: "\(target)/\(base):2,"
        )
      }
    }
    try notmuch("new", "--quiet")
    try notmuch("tag", "+inbox", "*")
  }
}

import Foundation
import TestSupport

/// The inputs of writing and acting that went wrong once.
enum WritingCase {
  static func path(_ name: String, in folder: String = "writing") -> String {
    "\(TemporaryMail.fixtures)/cases/\(folder)/\(name)"
  }

  static func bytes(_ name: String, in folder: String = "writing") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(name, in: folder)))
  }

  /// The text of an input; Foundation would pass over its byte order mark.
  static func text(_ name: String, in folder: String = "writing") throws -> String {
    String(decoding: try bytes(name, in: folder), as: UTF8.self)
  }
}

extension SendSite {
  /// Makes a site whose writer has the address of the cases, too.
  static func ofCases(hold: Int = 0, settings: String = "", account: String = "") throws
    -> SendSite
  {
    try SendSite(
      hold: hold,
      settings: settings,
      account: "others = [\"me@example.org\"]\n\(account)"
    )
  }

  /// Delivers a message into a folder of the mail.
  func deliver(_ message: Data, to folder: String = "inbox", flags: String = "S") throws {
    try mail.makeMaildir(folder)
    let file = "\(mail.root)/\(folder)/cur/\(UUID().uuidString):2,\(flags)"
    try message.write(to: URL(fileURLWithPath: file))
    try mail.notmuch("new")
    try mail.notmuch("tag", "-new", "--", "*")
  }

  /// Delivers a case, and returns its query.
  func deliver(case name: String, to folder: String = "inbox", flags: String = "S") throws
    -> String
  {
    try deliver(try WritingCase.bytes("\(name).eml"), to: folder, flags: flags)
    return "id:\(name)@example.org"
  }

  /// The files of a folder of the mail.
  func files(in folder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(mail.root)/\(folder)/cur")
    return try names.map { name in
      let file = URL(fileURLWithPath: "\(mail.root)/\(folder)/cur/\(name)")
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
  }
}

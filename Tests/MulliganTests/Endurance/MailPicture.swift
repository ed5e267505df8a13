import Foundation
import TestSupport

/// A mailbox as anybody sees it: tags by `notmuch`, and each copy of a message with its folder and
/// flag letters.
///
/// Base names, and whether a file is in `new` or `cur`, are left out: an undo may change them.
struct MailPicture: Equatable {
  var tags: [String]
  /// `folder letters`, then the whole content of the file.
  var copies: [String]

  /// The contents of all files: what nothing may ever change.
  var contents: [String] {
    copies.map { String($0.drop { $0 != "\n" }) }.sorted()
  }
}

extension TemporaryMail {
  /// Looks at tags and files now.
  func picture() throws -> MailPicture {
    let copies = try filesOnDisk().map { path in
      let words = path.split(separator: "/")
      let letters = path.split(separator: ":2,").dropFirst().first ?? ""
      let content = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      return "\(words.dropLast(2).joined(separator: "/")) \(letters)\n\(content)"
    }
    return MailPicture(tags: try dump(), copies: copies.sorted())
  }

  /// The files below the mail root, without the index, relative to it.
  func filesOnDisk() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(
        atPath: "\(root)/\(path)",
        isDirectory: &isFolder
      )
      return isThere && !isFolder.boolValue && !path.hasPrefix(".notmuch")
    }
  }

  /// The files that the index knows, relative to the mail root.
  func filesInIndex() throws -> [String] {
    try notmuch("search", "--output=files", "--exclude=false", "*").lines.map {
      String($0.dropFirst(root.count + 1))
    }
  }

  /// Keeps mail, index and history as they are, under a name.
  func save(as name: String) throws {
    let copy = "\(folder)/saved-\(name)"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try run(["rm", "-rf", copy])
    try run(["mkdir", copy])
    try run(["cp", "-a", root, state, copy])
  }

  /// Brings back what was kept.
  func restore(_ name: String) throws {
    try run(["rm", "-rf", root, state])
    try run(["cp", "-a", "\(folder)/saved-\(name)/.", folder])
  }
}

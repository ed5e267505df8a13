import Foundation
import TestSupport

extension TemporaryMail {
  /// The contents of all files below the mail root, index aside, sorted: what must never change.
  ///
  /// Other file systems that are mounted below the root are part of it.
  func contents() throws -> [String] {
    let index = "\(root)/.notmuch"
    let files = try run(["find", root, "-path", index, "-prune", "-o", "-type", "f", "-print0"])
    return try files.split(separator: "\0").map {
      try String(contentsOfFile: String($0), encoding: .utf8)
    }.sorted()
  }
}

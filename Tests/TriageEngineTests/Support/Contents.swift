import Foundation
import TestSupport

extension TemporaryMail {
  /// The contents of all files below the mail root, index aside, sorted: what must never change.
  func contents() throws -> [String] {
    var contents: [String] = []
    let walk = FileManager.default.enumerator(atPath: root)
    while let path = walk?.nextObject() as? String {
      if path.hasPrefix(".notmuch") { continue }
      let file = "\(root)/\(path)"
      guard walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      contents.append(try String(contentsOfFile: file, encoding: .utf8))
    }
    return contents.sorted()
  }
}

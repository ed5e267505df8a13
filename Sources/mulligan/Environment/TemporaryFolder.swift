import Foundation
import TriageCore

/// A folder of our own, which nobody else may look into.
struct TemporaryFolder {
  let path: String

  /// Makes a folder in the one for temporary files.
  ///
  /// - Throws: `.failed`, with the folder that it should lie in.
  init(in folder: String?, prefix: String = "mulligan-") throws(FileError) {
    let base = folder.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .failed(base, errno: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}

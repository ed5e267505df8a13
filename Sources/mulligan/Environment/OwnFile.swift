import Foundation
import Maildir
import TriageConfig
import TriageCore
import TriageUI

/// A file of the person's own settings, where the program writes to it.
///
/// A new file beside it takes its place in one step. Nothing is written over what somebody else has
/// changed since it was read.
struct OwnFile {
  let path: String
  /// Whether a link is written through; else it is refused.
  let followsLinks: Bool

  /// What the file is to be, and what it was when that was worked out.
  struct Draft {
    fileprivate let target: String
    /// `nil` if there was no file.
    fileprivate let old: Content?
    fileprivate let text: String
  }

  /// Works out what the file will be from what it is, `nil` if there is none.
  func draft(
    _ change: (String?) throws(UserFacingError) -> String
  ) throws(UserFacingError) -> Draft {
    let target = try target
    guard let old = try content(of: target) else {
      return Draft(target: target, old: nil, text: try change(nil))
    }
    guard let text = String(validating: old.bytes, as: UTF8.self) else { throw unwritable(EILSEQ) }
    return Draft(target: target, old: old, text: try change(text))
  }

  /// Writes a draft, unless the file has been changed since.
  func write(_ draft: Draft) throws(UserFacingError) {
    guard let old = draft.old else { return try make(draft.target, with: draft.text) }
    guard old.bytes != Array(draft.text.utf8) else { return }
    try replace(draft.target, old, with: draft.text)
  }

  /// What is in the file now; `nil` if there is none.
  func bytes() throws(UserFacingError) -> [UInt8]? { try content(of: try target)?.bytes }

  // MARK: The file

  fileprivate struct Content {
    let bytes: [UInt8]
    let status: stat
  }

  /// The file that the path leads to, whether it is there or not.
  private var target: String {
    get throws(UserFacingError) {
      guard !followsLinks else { return resolved }
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard link == nil else { throw unwritable(ELOOP) }
      return path
    }
  }

  private var resolved: String {
    var url = URL(fileURLWithPath: path)
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else {
        break
      }
      url = URL(fileURLWithPath: link, relativeTo: url.deletingLastPathComponent())
    }
    return url.path
  }

  /// What is in the file; `nil` if there is none.
  private func content(of target: String) throws(UserFacingError) -> Content? {
    var status = stat()
    guard stat(target, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw unwritable(errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unwritable(EINVAL) }
    do throws(FileProblem) {
      return Content(bytes: try SmallFile.bytes(at: target), status: status)
    } catch {
      throw UserFacingError(unwritable(reason: error.arguments.first ?? ""))
    }
  }

  // MARK: Writing

  private func make(_ target: String, with text: String) throws(UserFacingError) {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw UserFacingError(unwritable(reason: error.reason))
    }
    do throws(FileError) {
      let new = try NewFile(at: target)
      try new.write(Array(text.utf8))
      try new.finish()
    } catch .exists {
      throw UserFacingError(Sentence("error.config-changing", .text(path)))
    } catch {
      throw UserFacingError(unwritable(reason: error.reason))
    }
  }

  private func replace(
    _ target: String,
    _ old: Content,
    with text: String
  ) throws(UserFacingError) {
    // A rename would not ask whether the file may be written.
    let isWritable = old.status.st_mode & 0o222 != 0 && access(target, W_OK) == 0
    guard isWritable else { throw unwritable(EACCES) }
    let beside = "\(target).\(getpid())"
    do throws(FileError) {
      let new = try NewFile(at: beside)
      try new.write(Array(text.utf8))
      try new.finish()
    } catch {
      throw UserFacingError(unwritable(reason: error.reason))
    }
    defer { unlink(beside) }
    // The owner first: to change that may clear bits of the mode. Who may not give files away keeps it.
    _ = chown(beside, old.status.st_uid, old.status.st_gid)
    chmod(beside, old.status.st_mode & 0o7777)
    guard try content(of: target)?.bytes == old.bytes else {
      throw UserFacingError(Sentence("error.config-changing", .text(path)))
    }
    guard rename(beside, target) == 0 else { throw unwritable(errno) }
  }

  private func unwritable(_ code: Int32) -> UserFacingError {
    UserFacingError(unwritable(reason: String(cString: strerror(code))))
  }

  private func unwritable(reason: String) -> Sentence {
    Sentence("error.file-unwritable", .text(path), .text(reason))
  }
}

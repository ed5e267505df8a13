import Foundation
import Maildir
import TriageConfig
import TriageCore
import TriageUI

/// The file of the configuration, where the screen writes to it.
///
/// A new file beside it takes its place in one step; links are followed. Nothing is written over
/// what somebody else has changed since it was read.
struct ConfigFile {
  let path: String

  /// What the file is to be, and what it was when that was worked out.
  struct Draft {
    fileprivate let target: String
    /// `nil` if there was no file.
    fileprivate let old: Content?
    fileprivate let text: String
  }

  /// Adds a view; all other lines stay as they are.
  func append(_ view: SavedView) throws(UserFacingError) {
    try write(try draft(adding: view))
  }

  /// Works out what the file will be with a view more.
  func draft(adding view: SavedView) throws(UserFacingError) -> Draft {
    let target = target
    guard let old = try content(of: target) else {
      return Draft(target: target, old: nil, text: try text(of: "", with: view))
    }
    guard let oldText = String(validating: old.bytes, as: UTF8.self) else {
      throw unwritable(EILSEQ)
    }
    return Draft(target: target, old: old, text: try text(of: oldText, with: view))
  }

  /// Writes a draft, unless the file has been changed since.
  func write(_ draft: Draft) throws(UserFacingError) {
    guard let old = draft.old else { return try make(draft.target, with: draft.text) }
    try replace(draft.target, old, with: draft.text)
  }

  /// Writes the defaults with their comments, if there is no file.
  func makeIfMissing() throws(UserFacingError) {
    let target = target
    guard try content(of: target) == nil else { return }
    try make(target, with: Config.defaultText)
  }

  /// What is in the file now; `nil` if there is none.
  func bytes() throws(UserFacingError) -> [UInt8]? { try content(of: target)?.bytes }

  // MARK: The file

  fileprivate struct Content {
    let bytes: [UInt8]
    let status: stat
  }

  /// The file that the path leads to, whether it is there or not.
  private var target: String {
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

  private func text(of text: String, with view: SavedView) throws(UserFacingError) -> String {
    do throws(ViewAppendingError) {
      return try Config.appending(view, to: text)
    } catch {
      switch error {
      case .exists(let name): throw UserFacingError(Sentence("error.view-exists", .text(name)))
      case .otherForm: throw UserFacingError(Sentence("error.config-form", .text(path)))
      case .mistakes(let problem):
        let line = PlacedProblem(file: path, problem: problem).line
        throw UserFacingError(Sentence("error.config-mistakes", .text(path), .sentence(line)))
      }
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

import Foundation
import Maildir
import TriageConfig
import TriageCore
import TriageUI

/// The file of the configuration, where the screen writes to it; links are followed.
struct ConfigFile {
  let path: String

  /// What the file is to be, and what it was when that was worked out.
  typealias Draft = OwnFile.Draft

  private var file: OwnFile { OwnFile(path: path, followsLinks: true) }

  /// Adds a view; all other lines stay as they are.
  func append(_ view: SavedView) throws(UserFacingError) {
    try write(try draft(adding: view))
  }

  /// Works out what the file will be with a view more.
  func draft(adding view: SavedView) throws(UserFacingError) -> Draft {
    try file.draft { (old) throws(UserFacingError) in try text(of: old ?? "", with: view) }
  }

  /// Writes a draft, unless the file has been changed since.
  func write(_ draft: Draft) throws(UserFacingError) { try file.write(draft) }

  /// Writes the defaults with their comments, if there is no file.
  func makeIfMissing() throws(UserFacingError) {
    guard try file.bytes() == nil else { return }
    try file.write(file.draft { _ in Config.defaultText })
  }

  /// What is in the file now; `nil` if there is none.
  func bytes() throws(UserFacingError) -> [UInt8]? { try file.bytes() }

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
}

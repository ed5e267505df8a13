import Foundation
import TriageCore
import TriageUI

/// Why something was not done, in a sentence for the person.
struct UserFacingError: Error {
  let sentence: Sentence

  init(_ sentence: Sentence) {
    self.sentence = sentence
  }

  var event: Event { .notify(sentence, isError: true) }
}

extension UserFacingError {
  /// A file was not written.
  static func notSaved(
    _ name: String,
    _ folder: String,
    _ error: FileError
  ) -> UserFacingError {
    UserFacingError(Sentence("error.not-saved", .text(name), .text(folder), .text(error.reason)))
  }

  /// A program that shows a part is not there.
  static func missing(_ name: String) -> Sentence {
    Sentence("error.program-missing", .text(name))
  }

  /// A program was not started; `missing` says so of one that is not there.
  static func notStarted(
    _ name: String,
    _ code: Int32,
    missing: (String) -> Sentence = UserFacingError.missing
  ) -> UserFacingError {
    if code == ENOENT { return UserFacingError(missing(name)) }
    let reason = String(cString: strerror(code))
    return UserFacingError(Sentence("error.program-not-started", .text(name), .text(reason)))
  }
}

extension Sentence {
  /// Nothing can be made in the folder for temporary files.
  static func temporaryFolder(_ path: String, _ error: FileError) -> Sentence {
    Sentence("error.temporary-folder", .text(path), .text(error.reason))
  }

  /// The sentence, and another one after it if there is one.
  func with(_ other: Sentence?) -> Sentence {
    guard let other else { return self }
    return Sentence("status.both", .sentence(self), .sentence(other))
  }
}

extension FileError {
  /// The system's words for it.
  var reason: String {
    let code: Int32 =
      switch self {
      case .missing: ENOENT
      case .exists: EEXIST
      case .notWritable: EACCES
      case .diskFull: ENOSPC
      case .failed(_, let errno): errno
      }
    return String(cString: strerror(code))
  }
}

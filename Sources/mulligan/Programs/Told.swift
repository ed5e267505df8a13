import Foundation
import Maildir
import TriageCore
import TriageUI

/// What is told instead of what was wanted.
struct Told: Error {
  let sentence: Sentence

  init(_ sentence: Sentence) {
    self.sentence = sentence
  }

  var event: Event { .notify(sentence, isError: true) }
}

extension Told {
  /// A file was not written.
  static func notSaved(_ name: String, _ place: String, _ error: FileError) -> Told {
    Told(Sentence("error.not-saved", .text(name), .text(place), .text(error.reason)))
  }

  /// A program was not started.
  static func notStarted(_ name: String, _ code: Int32) -> Told {
    if code == ENOENT { return Told(Sentence("error.program-missing", .text(name))) }
    let reason = String(cString: strerror(code))
    return Told(Sentence("error.program-not-started", .text(name), .text(reason)))
  }
}

extension Sentence {
  /// Nothing can be made in the folder for temporary files.
  static func temporaryFolder(_ path: String, _ error: FileError) -> Sentence {
    Sentence("error.temporary-folder", .text(path), .text(error.reason))
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

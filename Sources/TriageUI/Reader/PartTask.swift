package import TriageCore

/// Something to be done with the bytes of a part, by the program outside the state.
package struct PartTask: Hashable, Sendable {
  /// What is done with the bytes.
  package enum Goal: Hashable, Sendable {
    /// Save them in a folder, as a person has typed it.
    case save(folder: String)
    /// Show them with the configured opener.
    case open
    /// Show them as a page in the configured browser, within a page of ours.
    case browse
    /// Give them to a program as its input, and the terminal with them.
    case pipe([String])
  }

  /// The message.
  package var message: MessageID
  /// notmuch's number of the part; 0 is the whole file.
  package var part: Int
  /// The name the sender gave: never a path to write to.
  package var filename: String?
  /// The part's type.
  package var type: String
  /// What is done.
  package var goal: Goal
  /// The request that the bytes come as replies to.
  package var request: RequestID
}

/// What is wrong in a file that a person writes: the configuration or a plan.
package struct FileProblem: Error, Hashable, Sendable {
  /// The kinds of problem: the raw value is JSON's `code`, and the end of the catalog's keys
  /// `problem.<code>`.
  package enum Code: String, CaseIterable, Sendable {
    /// The text is not TOML, or not JSON; why, in the words of the parser.
    case syntax
    case unknownKey = "unknown-key"
    /// The key and the known one it is most like.
    case unknownKeyNearest = "unknown-key.nearest"
    /// The key.
    case missingKey = "missing-key"
    /// The key and what was expected.
    case wrongValue = "wrong-value"
    /// The key of a text that must not be empty.
    case emptyValue = "empty-value"
    /// The word and those that are possible.
    case unknownWord = "unknown-word"
    /// The id.
    case unknownAction = "unknown-action"
    /// The id and the known one it is most like.
    case unknownActionNearest = "unknown-action.nearest"
    /// The action.
    case argumentMissing = "argument-missing"
    /// The action.
    case argumentUnexpected = "argument-unexpected"
    /// The tag.
    case badTag = "bad-tag"
    /// The words of the time.
    case badTime = "bad-time"
    /// The words of the time.
    case timeOver = "bad-time.over"
    /// The words of the time.
    case timeOutOfReach = "bad-time.far"
    /// The keys as they are written.
    case badKey = "bad-key"
    /// The keys, and the longer ones they begin.
    case keyClash = "key-clash"
    /// The command, and the context that has nothing for it to do.
    case notInContext = "not-in-context"
    /// The name that is there already.
    case duplicate
    /// The name of the view.
    case unknownView = "unknown-view"
    /// The name of the view, and what notmuch says of its query.
    case badQuery = "bad-query"
    /// The name of the theme, and those that there are.
    case unknownTheme = "unknown-theme"
    /// The language.
    case unknownLanguage = "unknown-language"
    /// The two keys of which there may be only one.
    case bothKeys = "both-keys"
    /// The two keys of which there must be one.
    case neitherKey = "neither-key"
    /// The file's version of the format.
    case version
    /// The file cannot be read; why.
    case unreadable
  }

  /// What kind of problem it is.
  package var code: Code
  /// Whose settings are wrong.
  package var area = SettingsArea.all
  /// The arguments of the catalog's sentence, in its order.
  package var arguments: [String]
  /// Where it is; `nil` if it is about the file as a whole.
  package var position: FilePosition?

  /// Makes a problem.
  package init(_ code: Code, _ arguments: String..., at position: FilePosition?) {
    self.code = code
    self.arguments = arguments
    self.position = position
  }
}

/// A position in a text: lines, and characters of a line, counted from 1.
package struct FilePosition: Hashable, Sendable, Comparable {
  /// The line.
  package var line: Int
  /// The character of the line, as a Unicode scalar.
  package var column: Int

  /// Names a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: FilePosition, right: FilePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// What settings are for: a mistake stops only what uses them.
package enum SettingsArea: Hashable, Sendable, CaseIterable {
  /// What everything uses, and what cannot be told to be of an area.
  case all
  /// How the screen looks and behaves.
  case screen
  /// The views, and which one comes first.
  case views
  case keys
  /// How mail is made text.
  case reading
  /// How mail is written, and in whose name.
  case writing
  /// What the actions do: `[effects]`, `[[action]]`.
  case actions
  /// What is asked about.
  case confirmation
  case history
  /// How mail is fetched, and other machines are reached.
  case sync
}

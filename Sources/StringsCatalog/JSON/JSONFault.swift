/// Where JSON text stops being JSON, and how.
struct JSONFault: Error, Equatable {
  let problem: JSONProblem
  /// The byte at which it stops, counted from 0.
  let offset: Int
}

/// The ways in which text fails to be JSON.
public enum JSONProblem: String, Codable, Sendable {
  /// The text ends in the middle of a value.
  case endsTooSoon
  /// Another character was needed here.
  case unexpectedCharacter
  /// A string holds a raw control character; it must be written as `\n` or `\u000a`.
  case rawControlCharacter
  /// A string holds a backslash with a letter that has no meaning after it.
  case unknownEscape
  /// Something follows the value.
  case trailingText
  /// Objects or arrays stand one in another more than 128 deep.
  case tooDeep
}

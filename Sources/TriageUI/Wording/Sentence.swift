package import TriageCore

/// What is to be said, as a catalog key and its arguments; words come at the last moment.
package struct Sentence: Hashable, Sendable {
  /// What a sentence speaks of.
  package enum Argument: Hashable, Sendable {
    /// Text from outside: a tag, a query, a path.
    case text(String)
    case number(Int)
    /// A time of day, with the date if it is not today.
    case moment(Timestamp)
    /// The same with seconds.
    case exactMoment(Timestamp)
    /// A sentence within the sentence, such as an action's title.
    indirect case sentence(Sentence)
  }

  /// The key of the catalog.
  package var key: String
  /// What the catalog's sentence is filled with, in its order.
  package var arguments: [Argument]
  /// What to say instead of what cannot be said.
  var substitute: Substitute?

  /// What is said instead of a sentence about something that a person may have taken out of the
  /// configuration or a catalog.
  indirect enum Substitute: Hashable, Sendable {
    /// If no catalog has the key of the action's title: the one it had once, by language; else its id.
    case title([String: String], id: String)
    /// If no catalog has the key: another sentence.
    case sentence(Sentence)
    /// If the title in the sentence could only be an id: another sentence.
    case untitled(Sentence)
  }

  /// Makes a sentence from a key of the catalog.
  package init(_ key: String, _ arguments: Argument...) {
    self.key = key
    self.arguments = arguments
  }

  init(_ key: String, arguments: [Argument]) {
    self.key = key
    self.arguments = arguments
  }
}

extension Sentence {
  /// The most sentences that a list has: more is neither read nor, nested that deep, written.
  private static let listLimit = 20

  /// Some sentences after one another: "2 kept by Mark as Spam, 1 gone".
  ///
  /// - Returns: `nil` if there is none, or if they are too many for one list.
  static func list(_ parts: [Sentence]) -> Sentence? {
    guard let first = parts.first, parts.count <= listLimit else { return nil }
    return parts.dropFirst().reduce(first) {
      Sentence("status.list", .sentence($0), .sentence($1))
    }
  }
}

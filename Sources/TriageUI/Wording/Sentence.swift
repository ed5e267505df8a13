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
    /// A sentence within the sentence, such as an action's title.
    indirect case sentence(Sentence)
  }

  /// The key of the catalog.
  package var key: String
  /// What the catalog's sentence is filled with, in its order.
  package var arguments: [Argument]
  /// What to say, by language, if no catalog has the key: the title that an action had once.
  package var fallback: [String: String] = [:]

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

  /// The title of an action or group: "Mark as Read and Archive".
  package static func title(_ name: ActionName) -> Sentence {
    if let title = switchTitle(name) { return title }
    return switch name.key {
    case "name.two":
      Sentence(
        name.key,
        arguments: name.arguments.map { .sentence(title(ofNotation: $0, name.titles)) }
      )
    case "name.many":
      Sentence(
        name.key,
        .sentence(title(ofNotation: name.arguments.first ?? "", name.titles)),
        .number(name.arguments.last.flatMap { Int($0) } ?? 0)
      )
    default: named(name)
    }
  }

  /// A name that is a key of the catalog, or was one.
  private static func named(_ name: ActionName) -> Sentence {
    var sentence = Sentence(name.key, arguments: name.arguments.map { .text($0) })
    guard !name.titles.isEmpty, name.key.hasPrefix("action."), name.key.hasSuffix(".title") else {
      return sentence
    }
    let id = name.key.dropFirst("action.".count).dropLast(".title".count)
    sentence.fallback = name.titles[String(id)] ?? [:]
    return sentence
  }

  /// The title of an action in its notation, `add-tag:todo`; the notation itself if it is unknown.
  private static func title(ofNotation notation: String, _ titles: ActionTitles) -> Sentence {
    if let action = try? MailAction.parse(notation) { return title(ActionName(action)) }
    // Tags with blanks in them cannot be told apart, and the title does not tell them.
    if notation.hasPrefix("change-tags:") {
      return title(ActionName(key: "action.change-tags.title"))
    }
    // One of the person's own, whose title is in a catalog or lost.
    return title(ActionName(key: "action.\(notation).title", titles: titles))
  }
}

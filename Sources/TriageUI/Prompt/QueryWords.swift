import TriageCore

/// The words that a person may type in a prompt, from what the index knows.
package struct QueryWords: Sendable {
  var names = IndexNames()
  /// People that the list shows.
  var people: [String] = []

  /// Returns what a word of a query can become.
  func queryChoices(for word: String) -> [String] {
    let sign = word.hasPrefix("-") ? "-" : ""
    let word = word.dropFirst(sign.count)
    if word.isEmpty { return QueryWords.usualPrefixes.map { "\(sign)\($0):" } }
    // What other mail programs call so is a tag of notmuch's.
    if "has:".hasPrefix(word) || QueryWords.isForeign(word) { return ["\(sign)tag:attachment"] }
    guard let colon = word.firstIndex(of: ":") else {
      return (QueryWords.prefixes.map { "\($0):" } + QueryWords.operators)
        .filter { $0.hasPrefix(word) }.map { sign + $0 }
    }
    let field = String(word[..<colon])
    let typed = word[word.index(after: colon)...].filter { $0 != "\"" }
    return values(of: field).filter { $0.lowercased().hasPrefix(typed.lowercased()) }
      .map { "\(sign)\(field):\(QueryWords.quoted($0))" }
  }

  /// Returns what a word of a change of tags can become, some tags before the others; a sign may stand
  /// before the tag.
  func tagChoices(for word: String, first tags: Set<MailTag> = []) -> [String] {
    let sign = word.hasPrefix("+") || word.hasPrefix("-") ? String(word.prefix(1)) : ""
    return (names.tags.filter(tags.contains) + names.tags.filter { !tags.contains($0) })
      .map(\.text).filter { $0.hasPrefix(word.dropFirst(sign.count)) }.map { sign + $0 }
  }

  func folderChoices(for text: String) -> [String] {
    names.folders.filter { $0.hasPrefix(text) }
  }

  private func values(of field: String) -> [String] {
    switch field {
    case "tag", "is": names.tags.map(\.text)
    case "date": QueryWords.dates
    case "from", "to": people
    case "query": names.queries.map(\.name)
    case "folder", "path": names.folders
    case "mimetype": ["application/pdf", "image/", "text/calendar", "text/html", "text/x-patch"]
    default: []
    }
  }

  /// Puts a value with blanks or parentheses between quotes.
  private static func quoted(_ value: String) -> String {
    value.contains { " ()\"".contains($0) }
      ? "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
      : value
  }

  /// Whether a word is of a form that notmuch does not know.
  static func isForeign(_ word: some StringProtocol) -> Bool { word.hasPrefix("has:") }

  /// The fields that words of a query are looked for in and that notmuch has not, as they are written: it takes such
  /// a word for text, and finds nothing.
  ///
  /// - Parameters:
  ///   - query: The query, as it was typed.
  ///   - own: The fields that notmuch's configuration adds.
  /// - Returns: The fields, each once.
  package static func unknownFields(in query: String, besides own: [String] = []) -> [String] {
    var isQuoted = false
    let bare = query.map { character -> Character in
      if character == "\"" { isQuoted.toggle() }
      return isQuoted && character != "\"" ? "_" : character
    }
    let fields = String(bare).split { $0.isWhitespace || "()".contains($0) }
      .compactMap { $0.wholeMatch(of: #/[-+]?([A-Za-z][A-Za-z0-9_.-]*):[^:\/].*/#)?.output.1 }
      .map(String.init)
    return fields.reduce(into: []) { found, field in
      if !(prefixes + own + found).contains(field) { found.append(field) }
    }
  }

  /// The sentences about fields that notmuch has not.
  package static func notes(on fields: [String], besides own: [String] = []) -> [Sentence] {
    fields.map { field in
      nearestName(to: field, in: prefixes + own).map {
        Sentence("hint.unknown-field.nearest", .text(field), .text($0))
      } ?? Sentence("hint.unknown-field", .text(field))
    }
  }

  /// The prefixes that are wanted most.
  static let usualPrefixes = ["from", "to", "subject", "tag", "date", "attachment"]

  private static let prefixes = [
    "attachment", "body", "date", "folder", "from", "id", "is", "lastmod", "mid", "mimetype",
    "path", "property", "query", "subject", "tag", "thread", "to",
  ]
  private static let operators = ["and", "not", "or", "xor", "near", "adj"]
  private static let dates = [
    "today", "yesterday", "7d..", "2w..", "1M..", "3M..", "1y..", "monday", "this_week",
    "this_month",
    "last_month", "this_year", "last_year",
  ]
}

package import TriageCore

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

  /// Returns what a word of a change of tags can become, if only some are meant one of these; a sign may
  /// stand before the tag.
  func tagChoices(for word: String, of tags: Set<MailTag>? = nil) -> [String] {
    let sign = word.hasPrefix("+") || word.hasPrefix("-") ? String(word.prefix(1)) : ""
    return names.tags.filter { tags?.contains($0) ?? true }
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
    let fields = bareWords(of: query)
      .compactMap { $0.wholeMatch(of: #/[-+]?([A-Za-z][A-Za-z0-9_.-]*):[^:\/].*/#)?.output.1 }
      .map(String.init)
    return distinct(fields) { !(prefixes + own).contains($0) }
  }

  /// The tags in a query that no message has, as they are written; none as long as the tags are not known.
  ///
  /// - Parameters:
  ///   - query: The query, as it was typed.
  ///   - tags: All tags that messages have.
  /// - Returns: The tags, each once.
  package static func unknownTags(in query: String, besides tags: [MailTag]) -> [String] {
    guard !tags.isEmpty else { return [] }
    let named = bareWords(of: query)
      .compactMap { $0.wholeMatch(of: #/[-+]?(?:tag|is):([^"\/*][^"*]*)/#)?.output.1 }
      .map(String.init)
    return distinct(named) { !tags.map(\.text).contains($0) }
  }

  /// The words of a query, with all that stands between quotes made unreadable.
  private static func bareWords(of query: String) -> [String] {
    var isQuoted = false
    let bare = query.map { character -> Character in
      if character == "\"" { isQuoted.toggle() }
      return isQuoted && character != "\"" ? "_" : character
    }
    return String(bare).split { $0.isWhitespace || "()".contains($0) }.map(String.init)
  }

  private static func distinct(_ words: [String], where isMeant: (String) -> Bool) -> [String] {
    words.reduce(into: []) { found, word in
      if isMeant(word), !found.contains(word) { found.append(word) }
    }
  }

  /// The sentences about names in a query that has found nothing: fields that notmuch has not, and tags that no
  /// message has but that are much like one.
  ///
  /// - Parameters:
  ///   - query: The query, as it was typed.
  ///   - own: The fields that notmuch's configuration adds.
  ///   - tags: All tags that messages have.
  /// - Returns: A sentence for each.
  package static func notes(
    on query: String,
    fields own: [String],
    tags: [MailTag]
  ) -> [Sentence] {
    let fields = unknownFields(in: query, besides: own).map { field in
      nearestName(to: field, in: prefixes + own).map {
        Sentence("hint.unknown-field.nearest", .text(field), .text($0))
      } ?? Sentence("hint.unknown-field", .text(field))
    }
    return fields
      + unknownTags(in: query, besides: tags).compactMap { tag in
        nearestName(to: tag, in: tags.map(\.text)).map {
          Sentence("hint.unknown-tag.nearest", .text(tag), .text($0))
        }
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

import TriageCore

/// As much of notmuch's queries as tests need, decided message by message.
///
/// `*`, words, and terms with `tag:`, `is:`, `id:`, `thread:`, `folder:`, `from:` and `subject:`,
/// quoted or not; `and`, `or`, `not` and parentheses. Words side by side must all hold.
indirect enum InMemoryQuery {
  case everything
  case nothing
  case term(field: Field, value: String)
  case not(InMemoryQuery)
  case both(InMemoryQuery, InMemoryQuery)
  case either(InMemoryQuery, InMemoryQuery)

  /// What a term is about.
  enum Field: String {
    case tag
    case `is`
    case id
    case thread
    case folder
    case from
    case subject
    /// Any word of sender and subject.
    case text
  }

  /// Reads a query.
  ///
  /// - Throws: `.badQuery` for an operator that lacks a side. Xapian forgives parentheses.
  init(_ text: String) throws(TriageFailure) {
    var parser = InMemoryQueryParser(text)
    self = try parser.query()
  }

  /// The tags that the query names.
  var tags: Set<MailTag> {
    switch self {
    case .everything, .nothing: []
    case .term(.tag, let value), .term(.is, let value): [MailTag(value)]
    case .term: []
    case .not(let query): query.tags
    case .both(let left, let right), .either(let left, let right): left.tags.union(right.tags)
    }
  }

  func matches(_ message: MessageMetadata) -> Bool {
    switch self {
    case .everything: true
    case .nothing: false
    case .term(let field, let value): Self.matches(message, field, value)
    case .not(let query): !query.matches(message)
    case .both(let left, let right): left.matches(message) && right.matches(message)
    case .either(let left, let right): left.matches(message) || right.matches(message)
    }
  }

  private static func matches(_ message: MessageMetadata, _ field: Field, _ value: String) -> Bool {
    switch field {
    case .tag, .is: message.tags.contains(MailTag(value))
    case .id: message.id.text == value
    case .thread: message.thread.text == value
    case .folder:
      message.files.contains { $0.split(separator: "/").dropLast(2).last ?? "" == value }
    case .from: hasWords(of: value, in: message.from)
    case .subject: hasWords(of: value, in: message.subject)
    case .text: hasWords(of: value, in: message.from) || hasWords(of: value, in: message.subject)
    }
  }

  /// Whether the words of one text stand side by side in another.
  private static func hasWords(of value: String, in text: String) -> Bool {
    let words = words(of: value)
    return !words.isEmpty && Self.words(of: text).contains(words)
  }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }
}

/// Reads queries: `or` binds least, then `and`, then `not`.
private struct InMemoryQueryParser {
  private let text: String
  private var tokens: ArraySlice<String>

  init(_ text: String) {
    self.text = text
    tokens = Self.tokens(of: text)[...]
  }

  mutating func query() throws(TriageFailure) -> InMemoryQuery {
    if tokens.isEmpty { return .everything }
    var query = try alternatives()
    // What a parenthesis too many separates stands side by side.
    while tokens.popFirst() != nil, !tokens.isEmpty { query = .both(query, try alternatives()) }
    return query
  }

  private mutating func alternatives() throws(TriageFailure) -> InMemoryQuery {
    var query = try conjunction()
    while skip("or") { query = .either(query, try conjunction()) }
    return query
  }

  private mutating func conjunction() throws(TriageFailure) -> InMemoryQuery {
    var query = try term()
    while let next = tokens.first, next != ")", next.lowercased() != "or" {
      _ = skip("and")
      query = .both(query, try term())
    }
    return query
  }

  private mutating func term() throws(TriageFailure) -> InMemoryQuery {
    if skip("not") { return .not(try term()) }
    if skip("(") {
      if tokens.isEmpty || skip(")") { return .nothing }
      let query = try alternatives()
      _ = skip(")")
      return query
    }
    guard let word = tokens.first, word != ")", !["and", "or"].contains(word.lowercased()) else {
      throw TriageFailure(.badQuery, text, "Syntax: <expression> AND <expression>")
    }
    tokens.removeFirst()
    return Self.term(word)
  }

  private mutating func skip(_ word: String) -> Bool {
    guard tokens.first?.lowercased() == word else { return false }
    tokens.removeFirst()
    return true
  }

  private static func term(_ word: String) -> InMemoryQuery {
    if word == "*" { return .everything }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let field = InMemoryQuery.Field(rawValue: String(parts[0])) else {
      return .term(field: .text, value: word)
    }
    return .term(field: field, value: unquoted(parts[1]))
  }

  private static func unquoted(_ value: Substring) -> String {
    guard value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") else {
      return String(value)
    }
    return String(value.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// Words, quoted texts with what stands before them, and parentheses.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    var isQuoted = false
    for character in text + " " {
      if character == "\"" { isQuoted.toggle() }
      let isParenthesis = character == "(" || character == ")"
      guard !isQuoted, isParenthesis || character == " " else {
        word.append(character)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if isParenthesis { tokens.append(String(character)) }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }
}

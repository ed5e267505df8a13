extension MailQuery {
  /// The folder that every match has a file in, as a `folder:` term of the query says.
  ///
  /// `nil` if there is no such term, if it is negated, if matches may do without it, if it is a
  /// pattern, or if there are several for different folders.
  package var folder: MailFolder? {
    var parser = FolderParser(text)
    guard let folders = parser.requiredFolders(), folders.count == 1 else { return nil }
    return folders.first
  }
}

/// Reads a query as Xapian does, only for the folders that matches must be in.
///
/// OR binds weakest, then AND and NOT; terms beside one another are a group, in which those for
/// folders are alternatives.
private struct FolderParser {
  private var tokens: ArraySlice<QueryToken>
  private var depth = 0
  private static let deepest = 100

  init(_ text: String) {
    var reader = QueryTokenReader(text)
    tokens = reader.all()[...]
  }

  /// Returns the folders that every match has a file in; `nil` if the query cannot be read.
  mutating func requiredFolders() -> Set<MailFolder>? {
    guard let folders = alternatives(), tokens.isEmpty else { return nil }
    return folders
  }

  /// Only what all alternatives require is required.
  private mutating func alternatives() -> Set<MailFolder>? {
    guard var folders = conjunction() else { return nil }
    while let token = tokens.first, token == .or || token == .xor {
      tokens.removeFirst()
      guard let others = conjunction() else { return nil }
      folders = token == .or ? folders.intersection(others) : []
    }
    return folders
  }

  private mutating func conjunction() -> Set<MailFolder>? {
    var folders: Set<MailFolder> = []
    var isNegated = skip(.not)
    while true {
      guard let group = group() else { return nil }
      if !isNegated { folders.formUnion(group) }
      let goesOn = skip(.and)
      isNegated = skip(.not)
      guard goesOn || isNegated else { return folders }
    }
  }

  /// Terms without an operator between them: a plus sign makes all others optional but those that
  /// only filter, as folders do.
  private mutating func group() -> Set<MailFolder>? {
    var group = Group()
    while let token = tokens.first {
      switch token {
      case .folder(let folder, let sign):
        if sign != .minus { group.alternatives.insert(folder) }
      case .term(let sign): group.hasPlus = group.hasPlus || sign == .plus
      case .open(let sign):
        tokens.removeFirst()
        guard let inner = inParentheses() else { return nil }
        if sign == .none { group.nested.formUnion(inner) }
        group.hasPlus = group.hasPlus || sign == .plus
        continue
      case .close, .and, .or, .xor, .not: return group.required
      }
      tokens.removeFirst()
    }
    return group.required
  }

  /// A parenthesis at the end of the query need not be closed.
  private mutating func inParentheses() -> Set<MailFolder>? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    let folders = alternatives()
    return skip(.close) || tokens.isEmpty ? folders : nil
  }

  private mutating func skip(_ token: QueryToken) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  private struct Group {
    /// The folders named here; `nil` stands for a pattern.
    var alternatives: Set<MailFolder?> = []
    var nested: Set<MailFolder> = []
    var hasPlus = false

    var required: Set<MailFolder> {
      let own = alternatives.count == 1 ? Set(alternatives.compactMap(\.self)) : []
      return hasPlus ? own : own.union(nested)
    }
  }
}

/// What a query is made of.
private enum QueryToken: Hashable {
  /// A sign right before a term or a parenthesis: it must match, or must not.
  enum Sign {
    case none
    case plus
    case minus
  }

  /// A `folder:` term; `nil` for a pattern.
  case folder(MailFolder?, Sign)
  case term(Sign)
  case open(Sign)
  case close
  case and
  case or
  case xor
  case not
}

private struct QueryTokenReader {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// Prefixes whose values are words to look for: such a value can be in parentheses.
  private static let textPrefixes: Set<String> = [
    "attachment", "body", "from", "mimetype", "subject", "to",
  ]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func all() -> [QueryToken] {
    var tokens: [QueryToken] = []
    while let token = next() { tokens.append(token) }
    return tokens
  }

  private var current: Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func next() -> QueryToken? {
    skip { $0.properties.isWhitespace }
    let sign = sign()
    guard let first = current else { return nil }
    if first == "(" || first == ")" {
      position += 1
      return first == "(" ? .open(sign) : .close
    }
    if first.isQuote {
      _ = quoted()
      return .term(sign)
    }
    let start = position
    skip { $0.properties.isAlphabetic || $0 == "_" }
    if current == ":", position > start { return prefixed(text(from: start), sign) }
    skip { !$0.endsWord && !$0.isQuote }
    return word(text(from: start), sign)
  }

  /// A sign counts if something follows right behind it.
  private mutating func sign() -> QueryToken.Sign {
    guard let sign = current, sign == "+" || sign == "-", position + 1 < scalars.count,
      !scalars[position + 1].properties.isWhitespace
    else { return .none }
    position += 1
    return sign == "+" ? .plus : .minus
  }

  private func word(_ word: String, _ sign: QueryToken.Sign) -> QueryToken {
    guard sign == .none else { return .term(sign) }
    return switch word.lowercased() {
    case "and": .and
    case "or": .or
    case "xor": .xor
    case "not": .not
    default: .term(sign)
    }
  }

  private mutating func prefixed(_ prefix: String, _ sign: QueryToken.Sign) -> QueryToken {
    position += 1
    if current == "(", Self.textPrefixes.contains(prefix) { return .term(sign) }
    guard let first = current, !first.properties.isWhitespace, first != ")" else {
      return .term(sign)
    }
    let isQuoted = first.isQuote
    let value = isQuoted ? quoted() : bareValue()
    guard prefix == "folder" else { return .term(sign) }
    return .folder(value.hasPrefix("/") ? nil : MailFolder(notation: value), sign)
  }

  private mutating func bareValue() -> String {
    let start = position
    skip { !$0.properties.isWhitespace && $0 != ")" }
    return text(from: start)
  }

  /// A value between quotation marks; a doubled one stands for itself.
  private mutating func quoted() -> String {
    position += 1
    var value = String.UnicodeScalarView()
    while let scalar = current {
      position += 1
      if scalar.isQuote {
        guard let next = current, next.isQuote else { break }
        position += 1
      }
      value.append(scalar)
    }
    return String(value)
  }

  private mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
    while let scalar = current, isSkipped(scalar) { position += 1 }
  }

  private func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<position]))
  }
}

extension Unicode.Scalar {
  fileprivate var isQuote: Bool { self == "\"" || self == "\u{201C}" || self == "\u{201D}" }

  fileprivate var endsWord: Bool { properties.isWhitespace || self == "(" || self == ")" }
}

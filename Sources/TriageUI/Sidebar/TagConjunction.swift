import TriageCore

/// A query of which it is known what a change of tags makes of it: terms joined by `and`, some of
/// them tags.
struct TagConjunction: Hashable, Sendable {
  /// A tag that a message must have, or must not have.
  struct Term: Hashable, Sendable {
    let tag: MailTag
    let isWanted: Bool
  }

  private(set) var terms: [Term] = []
  /// Whether there are no terms but those of tags.
  private(set) var isOnlyTags = true

  /// What a term may be about that no change of tags touches.
  private static let others = [
    "from", "to", "subject", "folder", "path", "id", "mid", "date", "attachment", "mimetype",
    "body",
  ]

  /// Reads a query; `nil` if it is not of that form.
  init?(_ query: String) {
    var isOperandDue = true
    var isNegated = false
    guard let words = Self.words(of: query) else { return nil }
    for word in words {
      switch word.lowercased() {
      case "(" where isOperandDue && !isNegated, ")" where !isOperandDue: continue
      case "and" where !isOperandDue: isOperandDue = true
      case "not" where isOperandDue && !isNegated: isNegated = true
      case "or", "xor", "near", "adj", "and", "not", "(", ")": return nil
      default:
        guard isOperandDue, add(word, isNegated) else { return nil }
        (isOperandDue, isNegated) = (false, false)
      }
    }
    if isOperandDue || isNegated { return nil }
  }

  /// Whether the query is about a tag.
  func names(_ tag: MailTag) -> Bool { terms.contains { $0.tag == tag } }

  private mutating func add(_ word: Substring, _ isNegated: Bool) -> Bool {
    if word == "*" { return !isNegated }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      isOnlyTags = false
      return word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "\"" || $0 == " " }
    }
    if Self.others.contains(where: { $0 == parts[0] }) {
      isOnlyTags = false
      return true
    }
    guard parts[0] == "tag" || parts[0] == "is" else { return false }
    let name = parts[1].hasPrefix("\"") ? parts[1].dropFirst().dropLast() : parts[1]
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
    else { return false }
    terms.append(Term(tag: MailTag(String(name)), isWanted: !isNegated))
    return true
  }

  /// Words, parentheses, and quoted texts with what stands before them; `nil` if a quote is open.
  private static func words(of query: String) -> [Substring]? {
    var words: [Substring] = []
    var rest = query[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else if first == "(" || first == ")" {
        words.append(rest.prefix(1))
        rest.removeFirst()
      } else {
        var isQuoted = false
        let word = rest.prefix { character in
          if character == "\"" { isQuoted.toggle() }
          return isQuoted || ![" ", "(", ")"].contains(character)
        }
        if isQuoted { return nil }
        words.append(word)
        rest = rest.dropFirst(word.count)
      }
    }
    return words
  }
}

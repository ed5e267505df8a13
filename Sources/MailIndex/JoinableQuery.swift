/// The text of a query that other terms may be joined to.
///
/// The library's parser mends much (open quotes and parentheses, operators without an operand), and
/// it mends a text in parentheses otherwise than the same text alone. So only texts of a plain form
/// are joined; any other is asked for as it is.
struct JoinableQuery {
  private let text: String
  /// Whether the text surely keeps its meaning inside parentheses.
  let canBeJoined: Bool

  init(_ text: String) {
    self.text = text
    var form = QueryForm()
    canBeJoined = Self.isAll(text) || form.accepts(text)
  }

  /// Returns the query for messages that match the text and all of the terms.
  func joined(with terms: [String]) -> String {
    if terms.isEmpty { return text }
    let others = terms.joined(separator: " and ")
    return Self.isAll(text) ? others : "\(others) and (\(text))"
  }

  private static func isAll(_ text: String) -> Bool { text.isEmpty || text == "*" }
}

/// The plain form of a query: terms, closed quotes, balanced parentheses, and `and`, `or`, `not`
/// where they belong.
private struct QueryForm {
  private var depth = 0
  private var wantsOperand = true
  private var isNegated = false

  mutating func accepts(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if first.isBlank {
        rest.removeFirst()
      } else if first == UInt8(ascii: "(") {
        rest.removeFirst()
        open()
      } else if first == UInt8(ascii: ")") {
        rest.removeFirst()
        guard close(), rest.isAtBoundary else { return false }
      } else {
        guard accepts(word: Self.word(&rest)), rest.isAtBoundary else { return false }
      }
    }
    return depth == 0 && !wantsOperand
  }

  private mutating func open() {
    depth += 1
    wantsOperand = true
    isNegated = false
  }

  private mutating func close() -> Bool {
    depth -= 1
    return depth >= 0 && !wantsOperand
  }

  private mutating func accepts(word: ArraySlice<UInt8>) -> Bool {
    switch String(decoding: word, as: UTF8.self).lowercased() {
    case "and", "or":
      guard !wantsOperand else { return false }
      wantsOperand = true
      isNegated = false
    case "not":
      guard !isNegated else { return false }
      wantsOperand = true
      isNegated = true
    case "xor", "near", "adj": return false
    default:
      guard word.isTerm else { return false }
      wantsOperand = false
      isNegated = false
    }
    return true
  }

  /// Removes and returns a word: up to a blank or parenthesis outside quotes.
  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isQuoted = false
    let word = rest.prefix { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return isQuoted || !(byte.isBlank || byte.isParenthesis)
    }
    rest = rest.dropFirst(word.count)
    return word
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A }

  fileprivate var isParenthesis: Bool { self == UInt8(ascii: "(") || self == UInt8(ascii: ")") }

  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self >= 0x80
  }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Whether a word or a parenthesis has ended here.
  fileprivate var isAtBoundary: Bool {
    guard let first else { return true }
    return first.isBlank || first == UInt8(ascii: ")")
  }

  /// `word`, `prefix:value`, `"some words"` or `prefix:"some words"`.
  fileprivate var isTerm: Bool {
    if let colon = firstIndex(of: UInt8(ascii: ":")), isPrefix(self[..<colon]) {
      let value = self[(colon + 1)...]
      return value.isQuoted || value.isPlain(allowing: ".,_-/@+=%$#*<>{}:&'!|^[]?")
    }
    guard let first, first.isLetter || first.isDigit else { return isQuoted }
    return isPlain(allowing: "._-@'*")
  }

  private func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(\.isLetter)
  }

  /// Whether the text is one pair of quotes with a letter or digit between them.
  private var isQuoted: Bool {
    let quote = UInt8(ascii: "\"")
    guard count > 2, first == quote, last == quote else { return false }
    let inner = dropFirst().dropLast()
    return !inner.contains(quote) && inner.contains { $0.isLetter || $0.isDigit }
  }

  private func isPlain(allowing marks: String) -> Bool {
    let allowed = Set(marks.utf8)
    return contains { $0.isLetter || $0.isDigit }
      && allSatisfy { $0.isLetter || $0.isDigit || allowed.contains($0) }
  }
}

/// A selector as far as it is about the element itself.
struct HTMLSelector {
  /// Longer values are not compared.
  private static let longest = 1000

  private var name: String?
  private var ids: [String] = []
  private var classes: [String] = []
  private var attributes: [HTMLAttributeTest] = []
  /// False if other elements or states decide, too.
  private(set) var isCertain = true
  private(set) var specificity: UInt64 = 0
  /// How many comparisons it takes.
  var cost: Int { 1 + ids.count + classes.count + attributes.count }

  /// Returns `nil` for what is no selector, or matches nothing that can be read: states of a pointer,
  /// text that a sheet makes.
  init?(_ text: Substring) {
    var rest = text
    while let sign = rest.first {
      let start = rest.startIndex
      switch sign {
      case ".": classes.append(Self.name(of: &rest, after: 1))
      case "#": ids.append(Self.name(of: &rest, after: 1))
      case "[":
        guard let end = rest.firstIndex(of: "]") else { return nil }
        attributes.append(HTMLAttributeTest(rest[..<end].dropFirst()))
        rest = rest[end...].dropFirst()
      case ":":
        let state = Self.name(of: &rest, after: 1).lowercased()
        if state.isEmpty || Self.unseen.contains(state) { return nil }
        if rest.first == "(" { rest = Self.behindBracket(rest) }
        isCertain = false
        specificity += 0x100
      case "*": rest.removeFirst()
      case _ where sign.isWhitespace || ">+~".contains(sign):
        rest = rest.drop { $0.isWhitespace || ">+~".contains($0) }
        close()
        (name, ids, classes, attributes, isCertain) = (nil, [], [], [], false)
      default:
        name = Self.name(of: &rest, after: 0).lowercased()
        guard rest.startIndex > start else { return nil }
      }
      if rest.startIndex == start { return nil }
    }
    close()
    specificity = min(specificity, 0xffffff)
  }

  /// Counts what has been read of one element.
  private mutating func close() {
    specificity += UInt64(ids.count << 16 | (classes.count + attributes.count) << 8)
    if name != nil { specificity += 1 }
  }

  /// States and texts that a reader never meets.
  private static let unseen: Set = [
    "hover", "active", "focus", "focus-within", "focus-visible", "target", "visited", "before",
    "after", "first-line", "first-letter",
  ]

  /// Takes a name, with its escapes resolved.
  private static func name(of text: inout Substring, after count: Int) -> String {
    text = text.dropFirst(count)
    var name = ""
    while let next = text.first {
      if next == "\\", let escaped = text.dropFirst().first {
        name.append(escaped)
        text = text.dropFirst(2)
      } else if next.isLetter || next.isNumber || next == "-" || next == "_" || !next.isASCII {
        name.append(next)
        text.removeFirst()
      } else {
        break
      }
    }
    return name
  }

  private static func behindBracket(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[index...].dropFirst() }
    }
    return text.suffix(0)
  }

  /// What all elements have that it matches.
  var key: String { ids.last.map { "#" + $0 } ?? classes.last.map { "." + $0 } ?? name ?? "*" }

  func matches(_ name: String, _ classes: [String], _ attributes: HTMLAttributes) -> Bool {
    (self.name ?? name) == name && self.classes.allSatisfy(classes.contains)
      && ids.allSatisfy { $0 == attributes["id", longest: Self.longest] }
      && self.attributes.allSatisfy { $0.matches(attributes[$0.name, longest: Self.longest]) }
  }
}

/// What a selector asks of an attribute.
private struct HTMLAttributeTest {
  let name: String
  private let sign: Character
  private let value: String

  /// Reads what stands in the brackets.
  init(_ text: Substring) {
    let end = text.firstIndex { "=~|^$*".contains($0) } ?? text.endIndex
    name = text[..<end].trimmed.lowercased()
    sign = text[end...].first ?? " "
    let words = text[end...].drop { "=~|^$*".contains($0) }.trimmed
    if let quote = words.first, quote == "\"" || quote == "'" {
      value = String(words.dropFirst().prefix { $0 != quote })
    } else {
      value = String(words.prefix { !$0.isWhitespace })
    }
  }

  func matches(_ found: String?) -> Bool {
    guard let found else { return false }
    return switch sign {
    case " ": true
    case "~": found.split(whereSeparator: \.isWhitespace).contains { $0 == value }
    case "|": found == value || found.hasPrefix(value + "-")
    case "^": !value.isEmpty && found.hasPrefix(value)
    case "$": !value.isEmpty && found.hasSuffix(value)
    case "*": !value.isEmpty && found.contains(value)
    default: found == value
    }
  }
}

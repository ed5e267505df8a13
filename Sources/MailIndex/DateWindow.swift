import TriageCore

/// A stretch of time, both ends included; `nil` is an open end.
struct DateWindow: Hashable {
  var from: Timestamp?
  var through: Timestamp?

  /// The term that restricts a query to the window; `nil` if nothing is restricted.
  var term: String? {
    guard from != nil || through != nil else { return nil }
    let ends = [from, through].map { $0.map { "@\($0)" } ?? "" }
    return "date:\(ends[0])..\(ends[1])"
  }
}

/// The text of a query that other terms may be joined to.
struct JoinableQuery {
  private let text: String
  /// Whether the text keeps its meaning inside parentheses.
  let canBeJoined: Bool

  init(_ text: String) {
    self.text = text
    canBeJoined = Self.isAll(text) || (!text.isBlank && Self.closesNothing(text))
  }

  /// Returns the query for messages that match the text and all of the terms.
  ///
  /// The text comes last, so that an end which closes itself (an open quote or parenthesis, which
  /// the library allows) does not swallow the terms.
  func joined(with terms: [String]) -> String {
    if terms.isEmpty { return text }
    let others = terms.joined(separator: " and ")
    return Self.isAll(text) ? others : "\(others) and (\(text))"
  }

  private static func isAll(_ text: String) -> Bool { text.isEmpty || text == "*" }

  /// Returns whether no parenthesis is closed that was not opened, read with and without quotes.
  private static func closesNothing(_ text: String) -> Bool {
    var depth = (plain: 0, unquoted: 0)
    var isQuoted = false
    for byte in text.utf8 {
      let step = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      depth.plain += step
      if !isQuoted { depth.unquoted += step }
      if depth.plain < 0 || depth.unquoted < 0 { return false }
    }
    return true
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

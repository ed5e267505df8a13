/// Answers media queries for a wide screen.
enum HTMLMedia {
  /// Returns whether one of the queries holds; `nil` if that cannot be decided.
  static func holds(_ list: String) -> Bool? {
    let queries = list.lowercased()[...].cssParts { $0 == UInt8(ascii: ",") }.map(query)
    if queries.isEmpty || queries.contains(true) { return true }
    return queries.contains(nil) ? nil : false
  }

  private static func query(_ text: Substring) -> Bool? {
    // Some write `and(` in one word.
    var words = text.replacing("(", with: " (")[...].cssParts { $0 <= 0x20 }
    if words.first == "only" { words.removeFirst() }
    if words.first == "not" {
      words.removeFirst()
      return all(words).map { !$0 }
    }
    let alternatives = words.split(separator: "or").map { all(Array($0)) }
    if alternatives.contains(true) { return true }
    return alternatives.contains(nil) ? nil : false
  }

  private static func all(_ words: [Substring]) -> Bool? {
    let parts = words.split(separator: "and").map { $0.count == 1 ? part($0[$0.startIndex]) : nil }
    if parts.contains(false) { return false }
    return parts.contains(nil) ? nil : true
  }

  private static func part(_ text: Substring) -> Bool? {
    guard text.hasPrefix("("), text.hasSuffix(")") else { return text == "all" || text == "screen" }
    let feature = text.dropFirst().dropLast().trimmed
    if let inner = feature.first, inner == "(" || feature.hasPrefix("not ") {
      return query(feature)
    }
    let pair = feature.cssParts { $0 == UInt8(ascii: ":") }
    if pair.count == 2 { return holds(String(pair[0]), String(pair[1])) }
    return range(feature) ?? (feature == "color" ? true : nil)
  }

  private static func holds(_ feature: String, _ value: String) -> Bool? {
    switch feature {
    case "orientation": return value == "landscape"
    case "prefers-color-scheme": return value == "light"
    default: break
    }
    let bound = feature.prefix(4)
    guard bound == "min-" || bound == "max-", let length = screen(feature.dropFirst(4)),
      let limit = HTMLLength.pixels(value, inside: 16, whole: .nan), !limit.isNaN
    else { return nil }
    return bound == "min-" ? length >= limit : length <= limit
  }

  /// Answers `width >= 600px` and `600px <= width`.
  private static func range(_ text: Substring) -> Bool? {
    let sides = text.cssParts { "<>=".utf8.contains($0) }
    guard sides.count == 2, text.contains(where: { $0 == "<" || $0 == ">" }) else { return nil }
    let isMore = text.contains(">")
    func side(_ text: Substring) -> Double? {
      screen(text) ?? HTMLLength.pixels(String(text), inside: 16, whole: .nan)
    }
    guard let left = side(sides[0]), let right = side(sides[1]), !(left * right).isNaN else {
      return nil
    }
    return isMore ? left >= right : left <= right
  }

  private static func screen(_ feature: Substring) -> Double? {
    switch feature {
    case "width", "device-width": HTMLLength.window.width
    case "height", "device-height": HTMLLength.window.height
    default: nil
    }
  }
}

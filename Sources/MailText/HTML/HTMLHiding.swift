import TriageCore

/// Decides what a page makes invisible, by the part of CSS that mail hides text with.
///
/// The page is seen on a wide screen. What cannot be decided is shown.
struct HTMLHiding {
  /// What an element's style says about visibility.
  struct Effect: Equatable {
    /// The element and all in it is gone.
    var hides = false
    /// The text is invisible; an inner style may show it again.
    var isVeiled: Bool?
    /// The size of letters in pixels.
    var size: Double?
    /// Line ends in the text count.
    var keepsLines: Bool?
  }

  /// Smaller letters are invisible.
  static let smallestSize = 1.5
  /// Distinct `style` attributes that are remembered; comparisons before the sheets are given up.
  private static let (mostStyles, mostTrials) = (500, 5_000_000)
  /// Bytes of an attribute, and of all sheets, that are read.
  private static let (longestStyle, longestSheet) = (4000, 256 << 10)

  private var rules: [String: [HTMLRule]] = [:]
  private var ruleCount: UInt64 = 0
  private var trials = 0
  private var bytes = 0
  private var styles: [String: [HTMLDeclaration]] = [:]

  /// Takes in the content of a `style` element.
  mutating func read(sheet: [UInt8], media: String?) {
    guard bytes < Self.longestSheet else { return }
    bytes += sheet.count
    for var rule in HTMLRule.rules(of: sheet.prefix(Self.longestSheet), media: media) {
      ruleCount += 1
      rule.order = ruleCount
      rules[rule.selector.key, default: []].append(rule)
    }
  }

  /// Returns what the cascade makes of an element.
  mutating func effect(
    of name: String,
    _ attributes: HTMLAttributes,
    inside size: Double
  ) -> Effect {
    var winners = Winners()
    if attributes["hidden"] != nil { winners.enter(.display, "none", 0) }
    if let size = Self.ownSize(of: name, attributes) { winners.enter(.fontSize, size, 0) }
    if !rules.isEmpty { apply(name, attributes, to: &winners) }
    if let style = attributes["style"] {
      for declaration in declarations(style) {
        winners.enter(declaration.property, declaration.value, declaration.weight(1 << 62))
      }
    }
    return winners.isEmpty ? Effect() : Self.effect(of: name, winners, inside: size)
  }

  private mutating func apply(
    _ name: String,
    _ attributes: HTMLAttributes,
    to winners: inout Winners
  ) {
    let classes =
      attributes["class"]?.split(maxSplits: 100, whereSeparator: \.isWhitespace).map(String.init)
      ?? []
    var keys = ["*", name] + Set(classes).map { "." + $0 }
    if let id = attributes["id"] { keys.append("#" + id) }
    for rule in keys.compactMap({ rules[$0] }).joined() {
      trials += rule.selector.cost + rule.declarations.count
      guard trials < Self.mostTrials else { return rules = [:] }
      guard rule.selector.matches(name, classes, attributes) else { continue }
      for declaration in rule.declarations {
        winners.enter(declaration.property, declaration.value, declaration.weight(rule.weight))
      }
    }
  }

  private mutating func declarations(_ style: String) -> [HTMLDeclaration] {
    if let known = styles[style] { return known }
    let text = HTMLRule.withoutComments(Array(style.utf8.prefix(Self.longestStyle)))
    let declarations = HTMLDeclaration.list(text[...])
    if styles.count < Self.mostStyles { styles[style] = declarations }
    return declarations
  }

  /// The size of `<font size>`, and of what browsers give one.
  private static func ownSize(of name: String, _ attributes: HTMLAttributes) -> String? {
    if name == "button" { return "small" }
    guard name == "font", let text = attributes["size"]?.drop(while: \.isWhitespace),
      let number = Int(text.prefix(4).prefix { "+-0123456789".contains($0) })
    else { return nil }
    let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
    let names = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
    return names[min(max(isRelative ? number + 3 : number, 1), 7) - 1]
  }

  private static func effect(
    of name: String,
    _ winners: Winners,
    inside size: Double
  ) -> Effect {
    var effect = Effect()
    effect.hides = winners[.display] == "none" || winners.length(.opacity).map { $0 <= 0 } ?? false
    switch winners[.visibility] {
    case "hidden", "collapse": effect.isVeiled = true
    case nil, "inherit", "unset", "revert": break
    default: effect.isVeiled = false
    }
    effect.size = winners[.fontSize].flatMap { HTMLLength.fontSize($0, inside: size) }
    effect.keepsLines = winners[.whiteSpace].map { $0.hasPrefix("pre") }
    if winners[.overflow] == "hidden", isFlat(name, winners) { effect.hides = true }
    return effect
  }

  /// Whether a box has no room; those of tables grow with what is in them, those of words have none.
  private static func isFlat(_ name: String, _ winners: Winners) -> Bool {
    let isFree = winners[.display].map { $0 == "inline" || $0.contains("table") }
    if isFree ?? free.contains(name) { return false }
    func isZero(_ property: HTMLDeclaration.Property) -> Bool { winners.length(property) == 0 }
    func isZeroOrNone(_ property: HTMLDeclaration.Property) -> Bool {
      winners[property] == nil || isZero(property)
    }
    let isLow = (isZero(.height) || isZero(.maxHeight)) && isZeroOrNone(.minHeight)
    let isNarrow = isZero(.maxWidth) && isZeroOrNone(.minWidth)
    return isNarrow || isLow && isZeroOrNone(.paddingTop) && isZeroOrNone(.paddingBottom)
  }

  private static let free: Set = [
    "table", "thead", "tbody", "tfoot", "tr", "td", "th", "span", "a", "b", "i", "u", "em",
    "strong", "font", "small", "big", "sub", "sup", "code", "label",
  ]
}

/// The declarations of an element that no other outweighs.
private struct Winners {
  private var values: [(value: String, weight: UInt64)?] = []

  var isEmpty: Bool { values.isEmpty }

  subscript(_ property: HTMLDeclaration.Property) -> String? {
    values.isEmpty ? nil : values[property.rawValue]?.value
  }

  func length(_ property: HTMLDeclaration.Property) -> Double? {
    // A share of a height that nobody has set is none.
    let isWide = property == .maxWidth || property == .opacity
    return self[property].flatMap {
      HTMLLength.pixels(
        $0,
        inside: HTMLLength.medium,
        whole: isWide ? HTMLLength.window.width : .nan
      )
    }
  }

  mutating func enter(_ property: HTMLDeclaration.Property, _ value: String, _ weight: UInt64) {
    if values.isEmpty {
      values = Array(repeating: nil, count: HTMLDeclaration.Property.allCases.count)
    }
    if let winner = values[property.rawValue], winner.weight > weight { return }
    values[property.rawValue] = (value, weight)
  }
}

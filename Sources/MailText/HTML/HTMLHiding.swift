import TriageCore

/// Knows what a page makes invisible.
///
/// Only what the page says of itself counts: styles of elements, and rules of its style sheets that
/// name one class or id and lie outside of `@media`.
struct HTMLHiding {
  /// What a style says about visibility.
  struct Effect: Equatable {
    /// The element and all in it is gone.
    var hides = false
    /// Letters have no size; an inner style may give them one again.
    var isTiny: Bool?
    /// Line ends in the text count.
    var keepsLines: Bool?
  }

  /// Bytes of style sheets that are read.
  private static let longestSheet = 256 << 10

  private var classes: Set<String> = []
  private var ids: Set<String> = []
  private var bytes = 0

  /// Returns what the attributes of an element say.
  func effect(of attributes: HTMLAttributes) -> Effect {
    var effect = attributes["style"].map(Self.effect) ?? Effect()
    if attributes["hidden"] != nil { effect.hides = true }
    guard !effect.hides, !(classes.isEmpty && ids.isEmpty) else { return effect }
    // A style of its own that shows the element outweighs the sheet.
    if let style = attributes["style"], Self.shows(style) { return effect }
    if let id = attributes["id"], ids.contains(id) { effect.hides = true }
    if let names = attributes["class"] {
      effect.hides =
        effect.hides || names.split(separator: " ").contains { classes.contains(String($0)) }
    }
    return effect
  }

  /// Reads the declarations of a `style` attribute.
  static func effect(_ style: String) -> Effect {
    let text = compact(style)
    var effect = Effect()
    var isFlat = false
    var isClipped = false
    for declaration in text.split(separator: ";") {
      let pair = declaration.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let value = pair[1].hasSuffix("!important") ? pair[1].dropLast(10) : pair[1]
      switch pair[0] {
      case "display": effect.hides = effect.hides || value == "none"
      case "visibility": effect.hides = effect.hides || value == "hidden" || value == "collapse"
      case "mso-hide": effect.hides = effect.hides || value == "all"
      case "opacity": effect.hides = effect.hides || number(value) == 0
      case "font-size":
        effect.isTiny = number(value).map { $0 <= 1 && !value.hasSuffix("em") || $0 == 0 }
      case "white-space": effect.keepsLines = value.hasPrefix("pre")
      case "max-height", "max-width", "height": isFlat = isFlat || number(value) == 0
      case "overflow": isClipped = value == "hidden"
      default: break
      }
    }
    if isFlat, isClipped { effect.hides = true }
    return effect
  }

  private static func shows(_ style: String) -> Bool {
    let text = compact(style)
    return text.contains("display:") && !text.contains("display:none")
  }

  private static func compact(_ style: String) -> String {
    style.prefix(4000).lowercased().filter { !$0.isWhitespace }
  }

  /// Reads the number a value begins with.
  private static func number(_ value: Substring) -> Double? {
    Double(value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
  }
}

// MARK: - Style sheets

extension HTMLHiding {
  /// Takes in a style sheet.
  mutating func read(sheet: String) {
    guard bytes < Self.longestSheet else { return }
    bytes += sheet.utf8.count
    var rest = Self.withoutComments(sheet.cut(toBytes: Self.longestSheet))[...]
    while let open = rest.firstIndex(of: "{") {
      let selectors = rest[..<open].drop { $0.isWhitespace || $0 == "}" }
      let end = Self.end(ofBlockAt: open, in: rest)
      let body = rest[rest.index(after: open)..<end]
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      // Rules for devices are not ours: we are no telephone and no printer.
      if !selectors.hasPrefix("@"), Self.effect(String(body)).hides { hide(selectors) }
    }
  }

  private mutating func hide(_ selectors: Substring) {
    for selector in selectors.split(separator: ",") {
      let text = selector.split { $0.isWhitespace }
      guard text.count == 1, let word = text.first, !word.contains(where: { ">+~:[*".contains($0) })
      else { continue }
      if let dot = word.lastIndex(of: ".") {
        classes.insert(String(word[word.index(after: dot)...]))
      } else if let hash = word.lastIndex(of: "#") {
        ids.insert(String(word[word.index(after: hash)...]))
      }
    }
  }

  /// Where the brace closes that opens here, or the end of the text.
  private static func end(ofBlockAt open: Substring.Index, in text: Substring) -> Substring.Index {
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return text.endIndex
  }

  private static func withoutComments(_ sheet: String) -> String {
    var result = ""
    var rest = sheet[...]
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

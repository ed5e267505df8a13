/// A rule of a style sheet for one selector, of those that apply on a wide screen.
struct HTMLRule {
  /// Rules in rules beyond this are not read.
  private static let deepest = 8

  let selector: HTMLSelector
  let declarations: [HTMLDeclaration]
  /// Which rule of the page it is.
  var order: UInt64 = 0

  private init(_ selector: HTMLSelector, _ declarations: [HTMLDeclaration]) {
    (self.selector, self.declarations) = (selector, declarations)
  }

  /// How much it counts among other rules.
  var weight: UInt64 { selector.specificity << 32 | order }

  /// Reads a sheet; of rules that may apply or not only what shows something is left.
  static func rules(of sheet: some Sequence<UInt8>, media: String?) -> [HTMLRule] {
    var rules: [HTMLRule] = []
    let holds = HTMLMedia.holds(media ?? "")
    guard holds != false else { return [] }
    add(withoutComments(Array(sheet))[...], isCertain: holds == true, depth: 0, to: &rules)
    return rules
  }

  private static func add(
    _ text: Substring,
    isCertain: Bool,
    depth: Int,
    to rules: inout [HTMLRule]
  ) {
    guard depth < deepest else { return }
    var rest = text
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      let end = end(ofBlockAt: open, in: rest)
      let body = rest[open..<end].dropFirst()
      var head = rest[..<open].drop { $0.isWhitespace || $0 == "}" }
      rest = rest[end...].dropFirst()
      // Statements such as `@import` may stand before it.
      while head.first == "@", let end = head.lastIndex(of: ";") {
        head = head[end...].dropFirst().trimmed
      }
      guard head.first == "@" else {
        add(head, HTMLDeclaration.list(body), isCertain: isCertain, to: &rules)
        continue
      }
      let name = head.prefix { !$0.isWhitespace && $0 != "(" }
      switch name.lowercased() {
      case "@media":
        let holds = HTMLMedia.holds(String(head[name.endIndex...]))
        if holds == false { continue }
        add(body, isCertain: isCertain && holds == true, depth: depth + 1, to: &rules)
      case "@supports", "@layer", "@container", "@scope", "@document", "@-moz-document":
        add(body, isCertain: false, depth: depth + 1, to: &rules)
      default: break
      }
    }
  }

  private static func add(
    _ selectors: Substring,
    _ declarations: [HTMLDeclaration],
    isCertain: Bool,
    to rules: inout [HTMLRule]
  ) {
    let all = declarations.filter { $0.property != .whiteSpace }
    guard !all.isEmpty else { return }
    let showing = all.filter(\.shows)
    for text in selectors.cssParts(at: { $0 == UInt8(ascii: ",") }) {
      guard let selector = HTMLSelector(text) else { continue }
      let declarations = isCertain && selector.isCertain ? all : showing
      if !declarations.isEmpty { rules.append(HTMLRule(selector, declarations)) }
    }
  }

  /// Where the brace closes that opens here, or the end of the text.
  private static func end(ofBlockAt open: Substring.Index, in text: Substring) -> Substring.Index {
    var depth = 0
    for index in text.utf8[open...].indices {
      switch text.utf8[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: continue
      }
      if depth == 0 { return index }
    }
    return text.endIndex
  }

  /// Returns the text without comments and without the marks that hide sheets from old browsers.
  static func withoutComments(_ sheet: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < sheet.count {
      let rest = sheet[index...]
      switch sheet[index] {
      case UInt8(ascii: "/") where rest.starts(with: "/*".utf8):
        index += 2
        while index < sheet.count, !sheet[index...].starts(with: "*/".utf8) { index += 1 }
        index += 2
      case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8): index += 4
      case UInt8(ascii: "-") where rest.starts(with: "-->".utf8): index += 3
      default:
        result.append(sheet[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

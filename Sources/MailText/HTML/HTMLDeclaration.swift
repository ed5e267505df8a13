/// A declaration that has to do with what can be seen.
struct HTMLDeclaration {
  enum Property: Int, CaseIterable {
    case display, visibility, opacity, fontSize, whiteSpace, overflow
    case height, maxHeight, minHeight, maxWidth, minWidth, paddingTop, paddingBottom
  }

  let property: Property
  /// In lower case.
  let value: String
  private var isImportant = false

  /// Reads declarations; those that are not valid are left out, as CSS wants it.
  static func list(_ text: Substring) -> [HTMLDeclaration] {
    text.cssParts { $0 == UInt8(ascii: ";") }.flatMap { declaration -> [HTMLDeclaration] in
      guard let colon = declaration.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
      let name = declaration[..<colon].trimmed.lowercased()
      let properties = properties(name)
      guard !properties.isEmpty else { return [] }
      let words = declaration[colon...].dropFirst().lowercased()
        .split { $0.isWhitespace }
      var value = words.joined(separator: " ")
      let isImportant = value.hasSuffix("important")
      if isImportant {
        value = String(value.dropLast(9).trimmed)
        guard value.hasSuffix("!") else { return [] }
        value = String(value.dropLast().trimmed)
      }
      return properties.compactMap { property in
        let value = longhand(of: name, value, property)
        return value.flatMap { HTMLDeclaration(property, $0, isImportant: isImportant) }
      }
    }
  }

  private init?(_ property: Property, _ value: String, isImportant: Bool) {
    let isDecided = !value.contains("(")
    switch property {
    case _ where value.isEmpty || value.contains("!"): return nil
    case .visibility where isDecided && !Self.visibilities.contains(value): return nil
    case .fontSize where HTMLLength.fontSize(value, inside: HTMLLength.medium) == nil: return nil
    default: break
    }
    (self.property, self.value, self.isImportant) = (property, value, isImportant)
  }

  private static let visibilities: Set = [
    "visible", "hidden", "collapse", "inherit", "initial", "unset", "revert",
  ]

  private static func properties(_ name: String) -> [Property] {
    switch name {
    case "display": [.display]
    case "visibility": [.visibility]
    case "opacity": [.opacity]
    case "font-size", "font": [.fontSize]
    case "white-space": [.whiteSpace]
    case "overflow": [.overflow]
    case "height": [.height]
    case "max-height": [.maxHeight]
    case "min-height": [.minHeight]
    case "max-width": [.maxWidth]
    case "min-width": [.minWidth]
    case "padding": [.paddingTop, .paddingBottom]
    case "padding-top": [.paddingTop]
    case "padding-bottom": [.paddingBottom]
    default: []
    }
  }

  /// Returns what a shorthand gives one of its properties.
  private static func longhand(of name: String, _ value: String, _ property: Property) -> String? {
    switch name {
    case "font": size(ofFont: value)
    case "padding" where property == .paddingBottom:
      value[...].cssParts { $0 == 0x20 }.prefix(3).enumerated().last { $0.offset != 1 }
        .map { String($0.element) }
    case "padding": value[...].cssParts { $0 == 0x20 }.first.map(String.init)
    default: value
    }
  }

  /// Returns the size in a `font`, where a family must follow it.
  private static func size(ofFont value: String) -> String? {
    let words = value[...].cssParts { $0 == 0x20 }
    if words.count == 1 {
      if ["inherit", "unset", "revert"].contains(value) { return "inherit" }
      if fonts.contains(value) { return "medium" }
    }
    // What only a browser knows is shown.
    if value.contains("var(") { return "medium" }
    for word in words.dropLast() {
      let size = word.cssParts { $0 == UInt8(ascii: "/") }.first.map(String.init) ?? ""
      // A number is a weight.
      let isWeight = Double(size).map { $0 != 0 } ?? false
      if !isWeight, HTMLLength.fontSize(size, inside: HTMLLength.medium) != nil { return size }
    }
    return nil
  }

  private static let fonts: Set = [
    "initial", "caption", "icon", "menu", "message-box", "small-caption", "status-bar",
  ]

  /// Returns how much it counts when its rule counts that much.
  func weight(_ rule: UInt64) -> UInt64 { isImportant ? rule | 1 << 63 : rule }

  /// Whether it shows an element, whatever is around it.
  var shows: Bool {
    switch property {
    case .display: value != "none"
    case .visibility: value == "visible" || value == "initial"
    case .fontSize:
      HTMLLength.fontSize(value, inside: 0).map { !($0 < HTMLHiding.smallestSize) } ?? false
    case .overflow: value != "hidden"
    case .whiteSpace: false
    case .opacity, .height, .maxHeight, .minHeight, .maxWidth, .minWidth, .paddingTop,
      .paddingBottom:
      HTMLLength.pixels(value, inside: HTMLLength.medium, whole: .nan) != 0
    }
  }
}

extension Substring {
  var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
  }

  /// Splits where brackets and quotes are closed; blanks around the parts and empty parts are gone.
  func cssParts(at isSeparator: (UInt8) -> Bool) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    var depth = 0
    var quote: UInt8?
    for index in utf8.indices {
      let byte = utf8[index]
      if quote != nil {
        if byte == quote { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = Swift.max(0, depth - 1)
      case _ where depth == 0 && isSeparator(byte):
        parts.append(self[start..<index].trimmed)
        start = utf8.index(after: index)
      default: break
      }
    }
    parts.append(self[start...].trimmed)
    return parts.filter { !$0.isEmpty }
  }
}

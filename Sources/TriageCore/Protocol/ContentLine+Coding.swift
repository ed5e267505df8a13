/// A message may have a hundred thousand lines: each is a list of two or three texts and no more.
extension ContentLine: Codable {
  /// Reads a line from a list of texts.
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let code = try values.decode(String.self)
    guard let kind = Kind(code: code) else {
      throw DecodingError.dataCorruptedError(
        in: values,
        debugDescription: "no kind of line: \(code)"
      )
    }
    let text = try values.decode(String.self)
    self.init(kind, text, lead: values.isAtEnd ? "" : try values.decode(String.self))
  }

  /// Writes a line as a list of texts.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(kind.code)
    try values.encode(text)
    if !lead.isEmpty { try values.encode(lead) }
  }
}

extension ContentLine.Kind {
  /// The kinds that need no more than a name.
  private static let plain: [String: ContentLine.Kind] = [
    "t": .text, "s": .signature, "h": .heading, "p": .preformatted, "+": .patchAdded,
    "-": .patchRemoved, "@": .patchHunk, "d": .patchHeader, "r": .rule, "x": .hidden,
  ]

  /// One letter, and what belongs to it.
  fileprivate var code: String {
    switch self {
    case .text: "t"
    case .quote(let level): "q\(level)"
    case .signature: "s"
    case .heading: "h"
    case .preformatted: "p"
    case .patchAdded: "+"
    case .patchRemoved: "-"
    case .patchHunk: "@"
    case .patchHeader: "d"
    case .rule: "r"
    case .header(let name): "H\(name)"
    case .label(let label, let part): "L\(part) \(label.rawValue)"
    case .detail(let detail): "D\(detail.rawValue)"
    case .footnote(let number): "f\(number)"
    case .hidden: "x"
    }
  }

  fileprivate init?(code: String) {
    if let kind = Self.plain[code] {
      self = kind
      return
    }
    let rest = String(code.dropFirst())
    let kind: ContentLine.Kind? =
      switch code.first {
      case "q": Int(rest).map { .quote(level: $0) }
      case "H": .header(name: rest)
      case "L": Self.label(rest)
      case "D": DetailName(rawValue: rest).map { .detail($0) }
      case "f": Int(rest).map { .footnote($0) }
      default: nil
      }
    guard let kind else { return nil }
    self = kind
  }

  private static func label(_ rest: String) -> ContentLine.Kind? {
    let words = rest.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let part = Int(words[0]),
      let label = PartLabel(rawValue: String(words[1]))
    else { return nil }
    return .label(label, part: part)
  }
}

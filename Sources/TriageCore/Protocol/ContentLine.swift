/// A paragraph or line of a message's text.
package struct ContentLine: Hashable, Sendable {
  /// What a line is, which decides how it is drawn.
  package enum Kind: Hashable, Sendable {
    case text
    /// The text is without its quote marks.
    case quote(level: Int)
    case signature
    case heading
    /// Shown as it is, never wrapped.
    case preformatted
    /// The same, with the colours that a program has put in it as sequences for a terminal.
    case colored
    case patchAdded
    case patchRemoved
    case patchHunk
    case patchHeader
    /// A horizontal line; no text.
    case rule
    /// A header field of a message inside this one; the text is its value.
    case header(name: String)
    /// The place of a part; the text is its name, type or subject.
    case label(PartLabel, part: Int)
    /// A fact of a calendar entry or address card; the text is its value.
    case detail(DetailName)
    /// The target of the link with this number.
    case footnote(Int)
    /// What the sender made invisible; it is shown as such.
    case hidden
    /// Here begins what a seal covers, given by its index; no text. Mail cannot make such a line.
    case sealBegin(Int)
    /// Here ends what a seal covers; no text.
    case sealEnd(Int)
    /// What follows lies in no seal, though something before it does; no text.
    case uncovered
  }

  /// How the line is drawn.
  package var kind: Kind
  /// The text, not yet sanitised.
  package var text: String
  /// What stands before the first row, a list's mark for instance; further rows begin below the
  /// text, not below this.
  package var lead: String

  /// Makes a line.
  package init(_ kind: Kind, _ text: String, lead: String = "") {
    self.kind = kind
    self.text = text
    self.lead = lead
  }
}

/// What a part is: catalog key `label.<raw value>`.
package enum PartLabel: String, Hashable, Sendable, Codable, CaseIterable {
  case attachment
  case image
  /// A message inside this one; the text is its subject.
  case message
  case calendar
  case contact
  case patch
  case deliveryReport = "delivery-report"
  /// Content that lies elsewhere; it is not fetched.
  case external
  /// A piece of a message sent in pieces; they are not put together.
  case partial
  /// What a signature covers; it was not checked.
  case signed
  /// The signature itself; it was not checked.
  case signature
  case encrypted
  /// S/MIME that holds certificates and nothing else.
  case certificates
  /// S/MIME that is only compressed.
  case compressed
}

/// The facts of calendar entries and address cards: catalog key `detail.<raw value>`.
package enum DetailName: String, Hashable, Sendable, Codable, CaseIterable {
  case event
  case task
  case method
  case status
  case starts
  case ends
  case duration
  case occurrence
  case due
  case repeats
  case place
  case organizer
  case attendee
  case description
  case comment
  case name
  case organization
  case title
  case email
  case telephone
  case address
  case birthday
  case url
  case note
  case attached
}

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
    "c": .colored,
    "u": .uncovered,
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
    case .colored: "c"
    case .sealBegin(let index): "b\(index)"
    case .sealEnd(let index): "e\(index)"
    case .uncovered: "u"
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
      case "b": Int(rest).map { .sealBegin($0) }
      case "e": Int(rest).map { .sealEnd($0) }
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

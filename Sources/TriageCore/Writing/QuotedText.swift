/// A message's text in the text of another one.
package enum QuotedText {
  /// Returns the lines of an answer that quote a message: with the mark of a quote before each, and
  /// without what the sender has put below the text.
  package static func answering(_ lines: [ContentLine]) -> [String] {
    var quoted: [String] = []
    for line in withoutInvitations(lines) where line.kind != .signature && !line.isLeftOut {
      let text = line.plain.withoutTrailingBlanks
      let mark = line.isQuote || text.isEmpty ? ">" : "> "
      quoted.append(mark + text)
    }
    while quoted.last == ">" { quoted.removeLast() }
    return quoted
  }

  /// Leaves out the facts of invitations where the message says in words what it is about.
  private static func withoutInvitations(_ lines: [ContentLine]) -> [ContentLine] {
    guard lines.contains(where: \.isWords) else { return lines }
    var isInvitation = false
    return lines.filter { line in
      switch line.kind {
      case .label(.calendar, part: _): isInvitation = true
      case .detail: break
      default: if !line.text.isEmpty { isInvitation = false }
      }
      return !isInvitation
    }
  }

  /// Returns the lines of a message as they are, for one that forwards it.
  package static func forwarding(_ lines: [ContentLine]) -> [String] {
    lines.filter { !$0.isLeftOut }.map(\.plain.withoutTrailingBlanks)
  }
}

extension ContentLine {
  fileprivate var isQuote: Bool { if case .quote = kind { true } else { false } }

  fileprivate var isWords: Bool {
    switch kind {
    case .text, .preformatted, .heading: text.contains { $0 != " " }
    default: false
    }
  }

  /// True for remarks of ours on the text, and for blind copies of a message inside it.
  fileprivate var isLeftOut: Bool {
    switch kind {
    case .sealBegin, .sealEnd, .uncovered: true
    case .header(let name): HeaderField.blindCopies.contains(name.asciiLowercased)
    case .text, .quote, .signature, .heading, .preformatted, .colored, .patchAdded, .patchRemoved,
      .patchHunk, .patchHeader, .rule, .label, .detail, .footnote, .hidden:
      false
    }
  }

  /// The line in no language: with its quote marks, and names as the source has them.
  fileprivate var plain: String {
    switch kind {
    case .quote(let level):
      String(repeating: ">", count: max(1, level)) + (text.isEmpty ? "" : " " + text)
    case .rule: "---"
    case .header(let name): "\(name): \(text)"
    case .label(let label, part: _): "[\(text.isEmpty ? label.rawValue : text)]"
    case .detail(let detail): "\(detail.rawValue): \(text)"
    case .footnote(let number): "[\(number)] \(text)"
    case .text, .signature, .heading, .preformatted, .patchAdded, .patchRemoved, .patchHunk,
      .patchHeader, .hidden, .colored, .sealBegin, .sealEnd, .uncovered:
      lead + text
    }
  }
}

extension String {
  /// The text without controls and blanks at its end: a blank there would join it to the next line
  /// where lines flow.
  fileprivate var withoutTrailingBlanks: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.isControl && scalar != "\t" ? " " : scalar)
    }
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    return String(scalars)
  }
}

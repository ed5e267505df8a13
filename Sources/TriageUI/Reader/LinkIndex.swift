import Screen
import TriageCore

/// A stretch of a text that leads somewhere.
struct LinkedText: Hashable, Sendable {
  /// Where in the text.
  var columns: Range<Int>
  let link: Hyperlink

  /// The part of it that lies in some columns, counted from their first.
  func within(_ row: Range<Int>) -> LinkedText? {
    let part = columns.clamped(to: row)
    guard !part.isEmpty else { return nil }
    let start = part.lowerBound - row.lowerBound
    return LinkedText(columns: start..<start + part.count, link: link)
  }
}

/// The links of a message, as they are found again in its lines: where a target is written out, and
/// where the number of a footnote stands, with the words before it.
///
/// So nothing leads elsewhere than it says, or than the footnote of its number says.
struct LinkIndex: Sendable {
  private struct Noted: Sendable {
    let link: Hyperlink
    let words: String
    let host: String
  }

  private var targets: [String: Hyperlink] = [:]
  private var footnotes: [Int: Noted] = [:]
  /// In one line no more are looked for.
  private static let most = 50
  /// What looks like the start of one is not looked at more often than this in one line.
  private static let mostTries = 1_000
  /// The bytes of a line in which links are looked for: a mail may be a single line of megabytes.
  private static let longestLine = 1 << 16

  init(_ content: MessageContent) {
    for link in content.links { targets[link.target] = Hyperlink(link.target) }
    for case .footnote(let number) in content.lines.map(\.kind) {
      guard content.links.indices.contains(number - 1),
        let target = targets[content.links[number - 1].target]
      else { continue }
      let link = content.links[number - 1]
      footnotes[number] = Noted(link: target, words: link.text, host: link.host)
    }
  }

  /// The links of a line, by the columns of its text, from left to right.
  func links(in line: ContentLine) -> [LinkedText] {
    guard !targets.isEmpty, line.text.utf8.count <= Self.longestLine else { return [] }
    let text = Substring(line.text)
    if case .footnote = line.kind {
      return targets[line.text].map { [linked(text, $0, in: text)] } ?? []
    }
    let found = addresses(in: text) + numbers(in: text)
    var links: [LinkedText] = []
    for (part, link) in found.sorted(by: { $0.part.startIndex < $1.part.startIndex }) {
      let next = linked(part, link, in: text)
      if links.last.map({ $0.columns.upperBound <= next.columns.lowerBound }) ?? true {
        links.append(next)
      }
    }
    return links
  }

  private func linked(_ part: Substring, _ link: Hyperlink, in text: Substring) -> LinkedText {
    let start = DisplayText(String(text[..<part.startIndex]), as: .bodyLine).width
    let end = DisplayText(String(text[..<part.endIndex]), as: .bodyLine).width
    return LinkedText(columns: start..<max(start, end), link: link)
  }

  private typealias Found = (part: Substring, link: Hyperlink)

  /// Targets that are written out.
  private func addresses(in text: Substring) -> [Found] {
    var found: [Found] = []
    var (rest, tries) = (text, 0)
    while found.count < Self.most, tries < Self.mostTries, let colon = rest.firstIndex(of: ":") {
      rest = rest[rest.index(after: colon)...]
      let before = text[..<colon]
      for scheme in ["https", "http", "mailto"] where before.hasLetters(scheme) {
        tries += 1
        let start = text.utf8.index(colon, offsetBy: -scheme.utf8.count)
        guard let address = address(from: text[start...]) else { continue }
        found.append(address)
        rest = text[address.part.endIndex...]
        break
      }
    }
    return found
  }

  /// The target that a text begins with, without the marks of the sentence that it stands in.
  private func address(from text: Substring) -> Found? {
    let marks = 24
    // No scalar is shorter than a byte: what is longer than the longest target is none.
    let most = text.unicodeScalars.prefix(Hyperlink.longest + marks)
    let end = most.firstIndex(where: \.endsAddress) ?? most.endIndex
    var part = text[..<end]
    for _ in 0..<marks {
      if let link = targets[String(part)] { return (part, link) }
      guard let last = part.unicodeScalars.last, ".,;:!?'*_)]".unicodeScalars.contains(last) else {
        return nil
      }
      part.unicodeScalars.removeLast()
    }
    return nil
  }

  /// Numbers of footnotes, perhaps with the host that they lead to: `[3]`, `[3 evil.example]`; with
  /// the words of the link, if they stand before.
  private func numbers(in text: Substring) -> [Found] {
    guard !footnotes.isEmpty else { return [] }
    var found: [Found] = []
    var (rest, tries) = (text, 0)
    while found.count < Self.most, tries < Self.mostTries, let open = rest.firstIndex(of: "[") {
      tries += 1
      rest = rest[rest.index(after: open)...]
      guard let close = rest.prefix(300).firstIndex(of: "]") else { continue }
      let mark = rest[..<close].split(separator: " ", maxSplits: 1)
      guard let number = mark.first.flatMap({ Int($0) }), let noted = footnotes[number],
        mark.count == 1 || String(mark[1]) == noted.host
      else { continue }
      let words = noted.words.utf8
      let isBefore = text[..<open].utf8.suffix(words.count).elementsEqual(words)
      let start = text.utf8.index(open, offsetBy: isBefore ? -words.count : 0)
      found.append((text[start...close], noted.link))
      rest = rest[rest.index(after: close)...]
    }
    return found
  }
}

extension Substring {
  /// Whether it ends with these letters, large or small.
  fileprivate func hasLetters(_ letters: String) -> Bool {
    utf8.count >= letters.utf8.count
      && utf8.suffix(letters.utf8.count).elementsEqual(letters.utf8) { $0 | 0x20 == $1 }
  }
}

extension Unicode.Scalar {
  /// Blanks and controls, brackets and quotes, the punctuation of other scripts.
  fileprivate var endsAddress: Bool {
    switch value {
    case 0...0x20, 0x22, 0x3C, 0x3E, 0x7F...0xA0, 0x2000...0x206F, 0x3000...0x303F,
      0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF65:
      true
    default: false
    }
  }
}

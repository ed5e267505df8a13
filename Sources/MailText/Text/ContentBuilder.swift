import TriageCore

/// Collects the lines of a content up to its limits.
struct ContentBuilder {
  /// Further addresses are text only.
  private static let mostLinks = 2000

  private let limits: MessageLimits
  private(set) var lines: [ContentLine] = []
  private(set) var notices: [ContentNotice] = []
  private(set) var links: [ContentLink] = []
  private var numbers: [String: Int] = [:]
  /// The targets for which there was no number left.
  private var unnumbered: Set<String> = []
  private var bytes = 0
  /// Whether there is no room for more.
  private(set) var isFull = false
  /// The width that pages were laid out for.
  private(set) var columns: Int?
  /// How many seals are being shown, in each other.
  private var sealDepth = 0
  /// Whether a seal has ended, and nothing has been shown since.
  private var isBehindSeal = false

  init(limits: MessageLimits) { self.limits = limits }

  /// How many more targets there are than `links` has.
  var omittedLinks: Int { unnumbered.count }

  /// How many bytes of text still fit.
  var room: Int { max(0, limits.textBytes - bytes) }

  /// Begins what a seal covers; there is always room for that, and for its end.
  mutating func beginSeal(_ index: Int) {
    addGap()
    sealDepth += 1
    isBehindSeal = false
    lines.append(ContentLine(.sealBegin(index), ""))
  }

  mutating func endSeal(_ index: Int) {
    trim()
    sealDepth -= 1
    lines.append(ContentLine(.sealEnd(index), ""))
    isBehindSeal = sealDepth == 0
  }

  /// Says that what follows a seal does not lie in it.
  private mutating func noteUncovered(_ line: ContentLine) {
    guard isBehindSeal, sealDepth == 0, !line.isBlank else { return }
    isBehindSeal = false
    lines.append(ContentLine(.uncovered, ""))
  }

  mutating func add(_ line: ContentLine) {
    guard !isFull else { return }
    noteUncovered(line)
    guard lines.count < limits.lines, line.text.utf8.count <= room else {
      isFull = true
      note(.bodyCut)
      if lines.count < limits.lines, room > 0 {
        lines.append(ContentLine(line.kind, line.text.cut(toBytes: room)))
      }
      return
    }
    bytes += line.text.utf8.count
    lines.append(line)
  }

  mutating func add(_ kind: ContentLine.Kind, _ text: String) { add(ContentLine(kind, text)) }

  /// Adds a line of plain text, whose addresses become links.
  mutating func addText(_ kind: ContentLine.Kind, _ text: String) {
    add(kind, text)
    guard !isFull else { return }
    for target in LinkFinder.links(in: text) { _ = link(to: target, words: target.address) }
  }

  /// Returns the number of a link, the same one for the same target; `nil` if there are too many.
  mutating func link(to target: LinkTarget, words: String) -> Int? {
    if let number = numbers[target.address] { return number }
    guard links.count < Self.mostLinks else {
      unnumbered.insert(target.address)
      return nil
    }
    let number = links.count + 1
    numbers[target.address] = number
    links.append(
      ContentLink(
        number: number,
        text: words.cut(toBytes: 200),
        target: target.address,
        host: target.host,
        isMisleading: target.isContradicted(by: words)
      )
    )
    return number
  }

  /// Gives a link better words than the name of its host.
  mutating func rename(_ number: Int, to words: String) {
    guard links.indices.contains(number - 1), links[number - 1].text == links[number - 1].host
    else {
      return
    }
    links[number - 1].text = words.cut(toBytes: 200)
  }

  /// Removes the lines, from an index on, that are nothing but one of these texts.
  mutating func remove(_ texts: Set<String>, from start: Int) {
    guard !texts.isEmpty, start < lines.count else { return }
    var kept: [ContentLine] = []
    for line in lines[start...] where !texts.contains(line.text) {
      // Of two empty lines that are now neighbours, one goes.
      if line.text.isEmpty, line == kept.last { continue }
      kept.append(line)
    }
    lines.replaceSubrange(start..., with: kept)
  }

  /// Adds an empty line, but none at the beginning and no second one.
  mutating func addGap() {
    guard let last = lines.last, last != ContentLine(.text, ""), !last.kind.isSealBegin else {
      return
    }
    add(.text, "")
  }

  /// Notes that there is a page among the lines, laid out for a width.
  mutating func depend(onColumns columns: Int) { self.columns = columns }

  /// Notes something once.
  mutating func note(_ notice: ContentNotice?) {
    guard let notice, !notices.contains(notice) else { return }
    notices.append(notice)
  }

  /// Removes empty lines at the end.
  mutating func trim() {
    while let last = lines.last, last.text.isEmpty, last.kind == .text { lines.removeLast() }
  }
}

extension ContentLine {
  /// Whether there is nothing to be seen of it.
  fileprivate var isBlank: Bool { kind == .text && text.isEmpty && lead.isEmpty }
}

extension ContentLine.Kind {
  fileprivate var isSealBegin: Bool { if case .sealBegin = self { true } else { false } }
}

/// Returns how many columns a text takes.
package typealias TextWidth = (String) -> Int

/// Estimates widths where nobody has given us the screen's own table.
enum DisplayWidth {
  static func columns(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains("\u{fe0f}") { return 2 }
    if first.properties.generalCategory == .nonspacingMark { return 0 }
    return isWide(first.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff60,
      0xffe0...0xffe6, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}

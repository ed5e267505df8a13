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
  private var bytes = 0
  /// Whether there is no room for more.
  private(set) var isFull = false
  /// The width that pages were laid out for.
  private(set) var columns: Int?

  init(limits: MessageLimits) { self.limits = limits }

  /// How many bytes of text still fit.
  var room: Int { max(0, limits.textBytes - bytes) }

  mutating func add(_ line: ContentLine) {
    guard !isFull else { return }
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
    guard links.count < Self.mostLinks else { return nil }
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

  /// Takes away the lines from a place on that are nothing but one of these texts.
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
    guard let last = lines.last, last != ContentLine(.text, "") else { return }
    add(.text, "")
  }

  /// Notes that there is a page among the lines, laid out for a width.
  mutating func depend(onColumns columns: Int) { self.columns = columns }

  /// Notes something once.
  mutating func note(_ notice: ContentNotice?) {
    guard let notice, !notices.contains(notice) else { return }
    notices.append(notice)
  }

  /// Takes away empty lines at the end.
  mutating func trim() {
    while let last = lines.last, last.text.isEmpty, last.kind == .text { lines.removeLast() }
  }
}

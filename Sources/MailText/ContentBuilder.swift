import TriageCore

/// Collects the lines of a content up to its limits.
struct ContentBuilder {
  private let limits: MessageLimits
  private(set) var lines: [ContentLine] = []
  private(set) var notices: [ContentNotice] = []
  private(set) var links: [ContentLink] = []
  private var bytes = 0
  /// Whether there is no room for more.
  private(set) var isFull = false

  init(limits: MessageLimits) { self.limits = limits }

  /// How many bytes of text still fit.
  var room: Int { max(0, limits.textBytes - bytes) }

  mutating func add(_ line: ContentLine) {
    guard !isFull else { return }
    guard lines.count < limits.lines, line.text.utf8.count <= room else {
      isFull = true
      note(.bodyCut)
      if lines.count < limits.lines, room > 0 {
        lines.append(ContentLine(line.kind, HeaderText.cut(line.text, toBytes: room)))
      }
      return
    }
    bytes += line.text.utf8.count
    lines.append(line)
  }

  mutating func add(_ kind: ContentLine.Kind, _ text: String) { add(ContentLine(kind, text)) }

  /// Adds an empty line, but none at the beginning and no second one.
  mutating func addGap() {
    guard let last = lines.last, last != ContentLine(.text, "") else { return }
    add(.text, "")
  }

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

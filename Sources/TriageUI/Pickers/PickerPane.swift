import Screen
import TriageCore

/// A list over the text that one entry is chosen from: a link to open, a part to save.
struct PickerPane: ChoicePane {
  /// What the entries are, and what is done with the chosen one.
  enum Entries: Hashable, Sendable {
    case links([ContentLink], omitted: Int, LinkPurpose)
    case parts([PartInfo], of: MessageID, PartPurpose)
    /// The orders of a list, and the one that it has.
    case orders(SortOrder)

    var count: Int {
      switch self {
      case .links(let links, _, _): links.count
      // The last one is all of them together.
      case .parts(let parts, _, .save): parts.count + 1
      case .parts(let parts, _, .open): parts.count
      case .orders: SortOrder.allCases.count
      }
    }

    /// How many more there are that cannot be chosen here.
    var omitted: Int {
      switch self {
      case .links(_, let omitted, _): omitted
      case .parts, .orders: 0
      }
    }
  }

  let entries: Entries
  var cursor = 0 { didSet { typed = 0 } }
  /// The digits typed so far of a number that has more.
  private var typed = 0

  var context: KeyContext { .picker }
  var closesOnClickOutside: Bool { true }

  init(_ entries: Entries) {
    self.entries = entries
    if case .orders(let order) = entries { cursor = SortOrder.allCases.firstIndex(of: order) ?? 0 }
  }

  var choiceCount: Int { entries.count }

  static let behaviors = choosing

  /// Digits choose the entry of that number, as soon as no other number begins with them; until then
  /// the cursor goes to it.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    guard let digit = Int(chord.description) else { return false }
    let number = typed * 10 + digit
    guard (1...entries.count).contains(number) else {
      typed = 0
      return false
    }
    cursor = number - 1
    typed = number
    if number * 10 > entries.count { choose(cursor, &shared) }
    return true
  }

  /// Of a number that others begin with, that it waits for what comes next.
  func hintSentences(_ shared: Shared) -> [Sentence] {
    guard typed > 0, let key = shared.keymap.key(for: .command(.accept), in: .picker) else {
      return [.numbers(upTo: entries.count)]
    }
    return [Sentence("status.keys.number-begun", .text(key), .number(typed))]
  }

  func choose(_ index: Int, _ shared: inout Shared) {
    guard (0..<entries.count).contains(index) else { return }
    shared.close()
    switch entries {
    case .links(let links, _, let purpose): shared.use(links[index], purpose)
    case .parts(let parts, let message, let purpose):
      if index == parts.count { return shared.save(parts, of: message) }
      shared.use(parts[index], of: message, purpose)
    case .orders: shared.notify(.sort(SortOrder.allCases[index]))
    }
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, $1) }
  }
}

extension Sentence {
  /// That numbers choose.
  static func numbers(upTo count: Int) -> Sentence {
    Sentence("status.keys.numbers", .number(count))
  }
}

extension Shared {
  /// Lets one of some entries be chosen.
  mutating func choose(from entries: PickerPane.Entries) { open(PickerPane(entries)) }
}

extension Painter {
  /// Draws the entries over the lower part of the text.
  fileprivate mutating func draw(_ picker: PickerPane, _ area: Rect) {
    let total = picker.entries.count
    let notes = picker.entries.omitted > 0 ? 1 : 0
    let count = min(total, max(1, area.rows - 3 - notes))
    let top = max(0, min(picker.cursor - count / 2, total - count))
    var box = area
    box = box.removeBottom(rows: count + 2 + notes)
    canvas.within(box) { $0.drawBox(title: words.text(picker.entries.title)) }
    for row in 0..<count {
      let index = top + row
      let line = box.row(at: row + 1).inset(columns: 1)
      let text = words.display("\(index + 1)  ") + entry(index, of: picker.entries)
      canvas.draw(text, row: line.row, column: line.column + 1, columns: line.columns - 2)
      addTarget(.item(index), line)
      if index == picker.cursor {
        canvas.overlay(line, style: look[.cursor])
        canvas.placeCursor(row: line.row, column: line.column)
      }
    }
    guard notes > 0 else { return }
    let line = box.row(at: count + 1).inset(columns: 1)
    let note = words.text(Sentence("reading.omitted", .number(picker.entries.omitted)))
    canvas.draw(
      note,
      row: line.row,
      column: line.column + 1,
      columns: line.columns - 2,
      style: look[.faint]
    )
  }

  private func entry(_ index: Int, of entries: PickerPane.Entries) -> DisplayText {
    switch entries {
    case .links(let links, _, _): link(links[index])
    case .parts(let parts, _, _):
      index == parts.count
        ? words.text(Sentence("status.all-attachments", .number(parts.count))) : part(parts[index])
    case .orders: words.text(.title(of: .running(.sort, SortOrder.allCases[index].rawValue)))
    }
  }

  /// The host that a link really leads to comes first, then its words, then the whole target.
  private func link(_ link: ContentLink) -> DisplayText {
    let target = words.shown(DisplayText(link.target, as: .address))
    let host = words.shown(DisplayText(link.host, as: .address))
    let warned = link.isMisleading ? "! " + host : host
    let text = link.text == link.target ? .empty : words.display(link.text) + "  "
    return warned + "  " + text + target
  }

  private func part(_ part: PartInfo) -> DisplayText {
    let text = words.text(
      Sentence("reading.part", .text(part.name), .text(part.type), .text(part.sizeText))
    )
    return part.otherFilename.map { text + "  " + words.display($0) } ?? text
  }
}

extension PickerPane.Entries {
  /// What is chosen.
  fileprivate var title: Sentence {
    switch self {
    case .links(_, _, .open): .title(of: .command(.links))
    case .links(_, _, .copy): .title(of: .command(.copyLink))
    case .parts(_, _, .save): .title(of: .command(.savePart))
    case .parts(_, _, .open): .title(of: .command(.openPart))
    case .orders: Sentence("status.sort-by")
    }
  }
}

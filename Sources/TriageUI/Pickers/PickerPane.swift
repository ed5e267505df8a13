import Screen
import TriageCore

/// A list over the text that one entry is chosen from: a link to open, a part to save.
struct PickerPane: NumberedChoicePane {
  /// What the entries are, and what is done with the chosen one.
  enum Entries: Hashable, Sendable {
    case links([ContentLink], omitted: Int, LinkPurpose)
    case parts([PartInfo], of: MessageID, PartPurpose)
    /// The orders of a list, and the one that it has.
    case orders(SortOrder)

    var count: Int {
      if case .parts(_, _, .save) = self {
        // The last one is all of them together.
        return numberedCount + 1
      }
      return numberedCount
    }

    /// How many of them have numbers.
    var numberedCount: Int {
      switch self {
      case .links(let links, _, _): links.count
      case .parts(let parts, _, _): parts.count
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
  var typed = 0

  var context: KeyContext { .picker }
  var closesOnClickOutside: Bool { true }

  init(_ entries: Entries) {
    self.entries = entries
    if case .orders(let order) = entries { cursor = SortOrder.allCases.firstIndex(of: order) ?? 0 }
  }

  var choiceCount: Int { entries.count }
  var numbered: Range<Int> { 0..<entries.numberedCount }
  /// All attachments together have a letter, however many there are.
  func letter(of index: Int) -> String? { numbered.contains(index) ? nil : "a" }

  static let behaviors = choosing

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

extension Shared {
  /// Lets one of some entries be chosen.
  mutating func choose(from entries: PickerPane.Entries) { open(PickerPane(entries)) }
}

extension Painter {
  /// Draws the entries over the lower part of the text.
  fileprivate mutating func draw(_ picker: PickerPane, _ area: Rect) {
    let entries = picker.entries
    drawChoices(picker, title: entries.title, omitted: entries.omitted, area) {
      let text = $0.entry($1, of: entries)
      $0.canvas.draw(text, row: $2.row, column: $2.column, columns: $2.columns)
    }
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
  func link(_ link: ContentLink) -> DisplayText {
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

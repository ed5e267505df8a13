import Screen
import TriageCore

extension Painter {
  /// Draws the list that one entry is chosen from, over the lower part of the text.
  mutating func paintChoice(_ choice: ChoiceState, _ area: Rect) {
    let room = max(1, area.rows - 3)
    let count = min(choice.count, room)
    let top = max(0, min(choice.cursor - count / 2, choice.count - count))
    var box = area
    box = box.removeBottom(rows: count + 2)
    canvas.within(box) { $0.drawBox(title: words.text(.title(of: choice.command))) }
    for row in 0..<count {
      let place = top + row
      let line = box.row(at: row + 1).inset(columns: 1)
      let text = words.display("\(place + 1)  ") + entry(place, of: choice)
      canvas.draw(text, row: line.row, column: line.column + 1, columns: line.columns - 2)
      addTarget(.choice(place), line)
      if place == choice.cursor {
        canvas.overlay(line, style: look[.cursor])
        canvas.placeCursor(row: line.row, column: line.column)
      }
    }
  }

  private func entry(_ place: Int, of choice: ChoiceState) -> DisplayText {
    switch choice.entries {
    case .links(let links): link(links[place])
    case .parts(let parts, _): part(parts[place])
    }
  }

  /// The host that a link really leads to comes first, then the whole target, then its words.
  private func link(_ link: ContentLink) -> DisplayText {
    let target = words.shown(DisplayText(link.target, as: .address))
    let host = words.shown(DisplayText(link.host, as: .address))
    let warned = link.isMisleading ? "! " + host : host
    let text = link.text == link.target ? .empty : "  " + words.display(link.text)
    return warned + "  " + target + text
  }

  private func part(_ part: PartInfo) -> DisplayText {
    let name = Sentence("label.attachment", .text(part.filename ?? part.type))
    let text = words.text(
      Sentence("reading.part", .sentence(name), .text(part.type), .text(part.sizeText))
    )
    return part.otherFilename.map { text + "  " + words.display($0) } ?? text
  }
}

extension ChoiceState {
  /// The command that has opened it.
  fileprivate var command: ActionID {
    switch entries {
    case .links: .command(.links)
    case .parts(_, .save): .command(.savePart)
    case .parts(_, .open): .command(.openPart)
    }
  }
}

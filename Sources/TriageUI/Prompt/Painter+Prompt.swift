import Screen
import TriageCore

extension Painter {
  /// The question, the text being typed, and at the right what it finds.
  mutating func paintField(_ prompt: PromptState, _ area: Rect) {
    // However long what is asked about is, what is typed is seen.
    let label = words.text(prompt.label).truncated(toColumns: area.columns / 2)
    let content = prompt.field.content
    let text = typed(content.text)
    let before = typed(content.text.prefix(content.cursor)).width
    let start = 1 + label.width + 1
    let count = count(of: prompt)
    let isCountShown = start + text.width + 2 + count.width < area.columns - 1
    let end = area.columns - 1 - (isCountShown ? count.width + 2 : 0)
    let room = max(1, end - start)
    let hidden = max(0, before - room + 1)
    canvas.draw(label, row: area.row, column: 1, style: look[.key])
    canvas.draw(
      text.dropFirst(columns: hidden).prefix(columns: room),
      row: area.row,
      column: start
    )
    if isCountShown {
      canvas.draw(count, row: area.row, column: end + 2, style: look[.faint])
    }
    canvas.placeCursor(row: area.row, column: start + before - hidden)
  }

  /// The choices for the word being typed, in the place of what was done last.
  func choices(of completion: Completion) -> DisplayText {
    let from = max(0, (completion.place ?? 0) - 2)
    return DisplayText.joined(
      completion.choices.dropFirst(from).prefix(30).enumerated().map { place, choice in
        let text = words.display(choice)
        return from + place == completion.place ? "[" + text + "]" : text
      },
      separator: "  "
    )
  }

  private func count(of prompt: PromptState) -> DisplayText {
    guard let count = prompt.finding?.count else { return .empty }
    return words.text(Sentence("status.found", .number(count)))
  }

  private func typed(_ text: some Sequence<Character>) -> DisplayText {
    words.shown(DisplayText(String(text), maxBytes: .max))
  }
}

extension Sentence {
  /// What is asked of a person who wants an action with an argument.
  static func question(_ action: ArgumentAction) -> Sentence {
    switch action {
    case .addTag: Sentence("prompt.add-tag")
    case .removeTag: Sentence("prompt.remove-tag")
    case .changeTags: Sentence("prompt.change-tags")
    case .move: Sentence("prompt.move")
    }
  }
}

extension PromptState {
  fileprivate var label: Sentence {
    switch purpose {
    case .search: Sentence("prompt.search")
    case .limit: Sentence("prompt.limit")
    case .selectMatching: Sentence("prompt.select-matching")
    case .filter: Sentence("prompt.filter")
    case .palette: Sentence("prompt.palette")
    case .argument(let action): .question(action)
    case .find: Sentence("prompt.find")
    case .save(let part, of: _): Sentence("prompt.save", .text(part.shortName))
    case .pipe: Sentence("prompt.pipe")
    case .planActions: Sentence("prompt.plan.actions")
    case .planFile: Sentence("prompt.plan.file")
    }
  }
}

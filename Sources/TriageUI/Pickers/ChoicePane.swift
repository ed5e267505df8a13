import Screen
import TriageCore

/// A question with a list of answers: by the key that accepts, by its number, or by a click.
protocol ChoicePane: Pane {
  /// Takes the answer with this index, if there is one.
  mutating func choose(_ index: Int, _ shared: inout Shared)
  /// The answer under the cursor.
  var cursor: Int { get set }
  /// How many answers there are; the cursor goes through them, and not beyond their ends.
  var choiceCount: Int { get }
  /// What stands before an answer: the number or the letter that chooses it.
  func label(of index: Int) -> String
}

extension ChoicePane {
  func label(of index: Int) -> String { "\(index + 1)" }

  func hints(_ shared: Shared) -> [ActionID] { [.accept, .cancel].map(ActionID.command) }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target { choose(index, &shared) }
  }

  /// The commands of every such list.
  static var choosing: [ScreenCommand: Behavior<Self>] {
    [
      .cancel: Behavior { _, _, shared in shared.close() },
      .accept: Behavior { pane, _, shared in pane.choose(pane.cursor, &shared) },
      .next: move { $0 + 1 },
      .previous: move { $0 - 1 },
      .pageDown: move { $0 + 10 },
      .pageUp: move { $0 - 10 },
      .top: move { _ in 0 },
      .bottom: move { _ in .max },
    ]
  }

  private static func move(_ index: @escaping @Sendable (Int) -> Int) -> Behavior<Self> {
    Behavior { pane, _, _ in pane.cursor = max(0, min(index(pane.cursor), pane.choiceCount - 1)) }
  }
}

/// A list whose answers are numbered from 1, and chosen by their numbers, too; some may have letters instead.
protocol NumberedChoicePane: ChoicePane {
  /// The digits typed so far of a number that others begin with; 0 without any.
  var typed: Int { get set }
  /// The answers that have numbers, the first of them 1.
  var numbered: Range<Int> { get }
  /// The letter of an answer without a number.
  func letter(of index: Int) -> String?
}

extension NumberedChoicePane {
  var numbered: Range<Int> { 0..<choiceCount }
  func letter(of index: Int) -> String? { nil }

  func label(of index: Int) -> String {
    letter(of: index) ?? "\(index - numbered.lowerBound + 1)"
  }

  /// The answer whose letter a key is, on any layout.
  private func choice(_ chord: KeyChord) -> Int? {
    let keys = [chord.description, chord.onLatinLayout?.description].compactMap(\.self)
    return (0..<choiceCount).first { index in letter(of: index).map(keys.contains) ?? false }
  }

  /// The letters of the answers count more than what a letter does in other lists.
  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool { choice(chord) != nil }

  /// Digits choose the entry of that number, as soon as no other number begins with them; until then
  /// the cursor goes to it.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    if let index = choice(chord) {
      choose(index, &shared)
      return true
    }
    guard let digit = Int(chord.description) else { return false }
    let number = typed * 10 + digit
    guard number > 0, number <= numbered.count else {
      typed = 0
      return false
    }
    cursor = numbered.lowerBound + number - 1
    typed = number
    if number * 10 > numbered.count { choose(cursor, &shared) }
    return true
  }

  /// Of a number that others begin with, that it waits for what comes next.
  func hintSentences(_ shared: Shared) -> [Sentence] {
    guard typed > 0, let key = shared.keymap.key(for: .command(.accept), in: .picker) else {
      let numbers = numbered.count > 1 ? [Sentence.numbers(upTo: numbered.count)] : []
      let letters = numbered.count < choiceCount ? [Sentence("status.keys.letters")] : []
      return numbers + letters
    }
    return [Sentence("status.keys.number-begun", .keys(key), .number(typed))]
  }
}

extension Sentence {
  /// That numbers choose.
  static func numbers(upTo count: Int) -> Sentence {
    Sentence("status.keys.numbers", .number(count))
  }
}

extension Painter {
  /// Draws numbered entries in a box over the lower part of an area, as many as fit around the cursor.
  ///
  /// Each entry is drawn by itself, into what its number leaves of the line. A last line says how many
  /// more there are that are not among the entries.
  mutating func drawChoices(
    _ pane: some ChoicePane,
    title: Sentence,
    omitted: Int = 0,
    _ area: Rect,
    entry: (inout Painter, Int, Rect) -> Void
  ) {
    let total = pane.choiceCount
    let notes = omitted > 0 ? 1 : 0
    let count = min(total, max(1, area.rows - 3 - notes))
    let top = max(0, min(pane.cursor - count / 2, total - count))
    var box = area
    box = box.removeBottom(rows: count + 2 + notes)
    canvas.within(box) { $0.drawBox(title: words.text(title)) }
    drawSigns(of: total, top..<top + count, box)
    let columns = (0..<total).map { pane.label(of: $0).count }.max() ?? 0
    for row in 0..<count {
      let index = top + row
      let line = box.row(at: row + 1).inset(columns: 1)
      let label = pane.label(of: index)
      let indent = String(repeating: " ", count: columns - label.count)
      let number = words.display("\(indent)\(label)  ")
      var rest = line.inset(columns: 1)
      let start = rest.removeLeading(columns: number.width)
      canvas.draw(number, row: start.row, column: start.column, columns: start.columns)
      entry(&self, index, rest)
      addTarget(.item(index), line)
      if index == pane.cursor {
        canvas.highlight(line, style: look[.cursor])
        canvas.placeCursor(row: line.row, column: line.column)
      }
    }
    guard notes > 0 else { return }
    let line = box.row(at: count + 1).inset(columns: 2)
    canvas.draw(
      words.text(Sentence("reading.omitted", .number(omitted))),
      row: line.row,
      column: line.column,
      columns: line.columns,
      style: look[.faint]
    )
  }
}

import Screen
import TriageCore
import UndoKit

/// A question on the prompt line, with a field for the answer.
struct PromptPane: Pane {
  let topic: any PromptTopic
  var field = TextField()
  /// What stood in the field when the question was asked.
  private let proposed: String
  /// What the status line said when the question was asked: it is no answer to it.
  private let reportedBefore: Sentence?
  /// What can follow what was typed, since `Tab` was pressed.
  private var completion: Completion?
  /// What the query being typed finds.
  var trial: QueryTrial?
  /// Where in the earlier answers the field is; `nil` for what is being typed.
  private var recalled: Int?
  /// What was being typed before an earlier answer was looked up.
  private var draft = ""

  var context: KeyContext { .text }
  /// A click elsewhere leaves the question while nothing of an answer would be lost.
  var closesOnClickOutside: Bool { field.text == proposed }

  /// Opens a prompt, and learns what can be completed in it.
  init(_ topic: any PromptTopic, _ text: String = "", _ shared: inout Shared) {
    self.topic = topic
    proposed = text
    reportedBefore = shared.status.left
    // What is proposed was not typed: there is nothing of it to be undone.
    field = TextField(text)
    shared.readNames()
    if topic.words == .query { shared.notify(.peopleWanted) }
  }

  static let behaviors: [ScreenCommand: Behavior<PromptPane>] =
    TextField.behaviors(of: \.field).merging([
      .cancel: Behavior { _, _, shared in shared.close() },
      .accept: Behavior { pane, _, shared in pane.accept(&shared) },
      .complete: Behavior { pane, _, shared in pane.complete(backward: false, &shared) },
      .completeBackward: Behavior { pane, _, shared in pane.complete(backward: true, &shared) },
      .previous: Behavior { pane, _, shared in pane.recall(-1, shared) },
      .next: Behavior { pane, _, shared in pane.recall(1, shared) },
      // Only the palette has pages.
      .pageUp: Behavior { _, _, _ in },
      .pageDown: Behavior { _, _, _ in },
    ]) { first, _ in first }

  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    completion = nil
    if let character = chord.typed {
      field.type(character)
      beginPathAnew()
    }
    return true
  }

  mutating func paste(_ text: String, _ shared: inout Shared) -> Bool {
    completion = nil
    if !field.paste(text) {
      shared.report(
        Sentence("status.paste-cut", .number(TextField.limit)),
        isError: true,
        about: .key
      )
    }
    beginPathAnew()
    return true
  }

  /// A path that is typed behind another one stands in its place: what was proposed need not be deleted.
  private mutating func beginPathAnew() {
    guard topic.words.arePaths else { return }
    let text = field.textBeforeCursor
    let starts = ["//", "/~"].compactMap { text.text.ranges(of: $0).last?.lowerBound }
    guard let start = starts.max() else { return }
    _ = field.replace(text.range, with: String(text.text[start...].dropFirst()))
  }

  mutating func perform(_ command: ScreenCommand, count: Int?, _ shared: inout Shared) {
    if command != .complete, command != .completeBackward { completion = nil }
    Self.behaviors[command]?.run(&self, count, &shared)
  }

  private mutating func accept(_ shared: inout Shared) {
    let text = field.text
    let isBlank = !text.contains { $0 != " " }
    if !isBlank, let refusal = topic.refusal(of: text, shared) {
      // What it depends on may have changed since the prompt was opened.
      shared.readNames()
      return shared.report(refusal, isError: true, about: .key)
    }
    if let trial, trial.text == text, let failure = trial.failure, failure.code == .badQuery {
      // There is nothing to be shown, and here it can be mended.
      return shared.report(failure, about: .key)
    }
    shared.close()
    guard !isBlank else {
      if topic.acceptsBlank { topic.accept("", &shared) }
      return
    }
    shared.remember(text, topic.kind)
    topic.accept(text, &shared)
  }

  /// Puts an earlier answer into the field, or what was being typed before.
  private mutating func recall(_ distance: Int, _ shared: Shared) {
    let texts = shared.typed[topic.kind]
    let now = recalled ?? texts.count
    let index = now + distance
    guard (0...texts.count).contains(index), index != now else { return }
    if recalled == nil { draft = field.text }
    recalled = index == texts.count ? nil : index
    let text = index == texts.count ? draft : texts[index]
    _ = field.replace(0..<field.content.text.count, with: text)
  }

  func undoProvider(_ words: Wording?) -> (any UndoProvider)? { TextFieldUndo(field, words) }

  // MARK: Completing

  /// Completes the word before the cursor: first what all choices share, then one after the other.
  private mutating func complete(backward: Bool, _ shared: inout Shared) {
    if var known = completion, known.choices.count > 1 {
      let count = known.choices.count
      let next =
        known.chosen.map { $0 + (backward ? count - 1 : 1) } ?? (backward ? count - 1 : 0)
      known.chosen = next % count
      known.range = field.replace(known.range, with: known.choices[next % count])
      completion = known
      return
    }
    let isWhole = topic.words.isWholeText
    let word = word(before: topic.words)
    if topic.words.arePaths {
      // What is there now is asked for each time.
      return shared.send(.listFolder(FolderListing.folder(of: word.text)))
    }
    let choices = topic.words.choices(for: word.text, shared)
    if topic.words == .addresses, beginNextAddress(behind: word.text, choices, shared) { return }
    let end = isWhole || isOnlyWord(word) ? "" : " "
    complete(word, with: choices, end: end)
  }

  /// Puts a comma behind an address that is whole, and lists who may come next; returns whether it did.
  private mutating func beginNextAddress(
    behind text: String,
    _ choices: [String],
    _ shared: Shared
  ) -> Bool {
    guard !topic.isOneWord, choices.allSatisfy({ $0 == text }),
      let address = try? NamedAddress.one(text), address.isValid
    else { return false }
    let end = field.content.cursor
    _ = field.replace(end..<end, with: ", ")
    let named = Set((try? NamedAddress.list(field.textBeforeCursor.text)) ?? [])
    let others = topic.words.choices(for: "", shared).filter { choice in
      NamedAddress.first(in: choice).map { !named.contains($0) } ?? false
    }
    if !others.isEmpty {
      completion = Completion(range: field.addressBeforeCursor.range, choices: others)
    }
    return true
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    guard topic.words.arePaths, case .folderListed(let listing) = notice else { return }
    let path = field.textBeforeCursor
    let choices = listing.choices(for: path.text, foldersOnly: topic.words == .places)
    complete(path, with: choices, end: "")
    if choices.isEmpty {
      shared.report(Sentence("status.no-such-path", .text(path.text)), isError: true, about: .key)
    }
  }

  /// Puts in what all choices share.
  private mutating func complete(
    _ word: (text: String, range: Range<Int>),
    with choices: [String],
    end: String
  ) {
    guard !choices.isEmpty else { return }
    var found = Completion(range: word.range, choices: choices)
    let isOnly = choices.count == 1
    let text = isOnly && !found.shared.hasSuffix(":") ? found.shared + end : found.shared
    if text.count > word.text.count || isOnly {
      found.range = field.replace(word.range, with: text)
    }
    completion = isOnly ? nil : found
  }

  /// What can become one of the words that are meant.
  private func word(before words: CompletedWords) -> (text: String, range: Range<Int>) {
    switch words {
    case .folders, .files, .places, .times: field.textBeforeCursor
    case .addresses: field.addressBeforeCursor
    case .none, .query, .tags, .tagsToRemove, .actions: field.wordBeforeCursor
    }
  }

  /// Whether nothing follows a word: only one is meant, and it has no sign.
  private func isOnlyWord(_ word: (text: String, range: Range<Int>)) -> Bool {
    topic.isOneWord && word.range == 0..<field.content.text.count
      && !word.text.hasPrefix("+") && !word.text.hasPrefix("-")
  }

  /// The choices for the word being typed, in the place of what was done last.
  func statusText(_ shared: Shared, _ words: Wording) -> DisplayText? {
    guard let completion else {
      guard shared.status.left == reportedBefore || shared.status.isElsewhere else { return nil }
      return hint(shared).map(words.text) ?? .empty
    }
    let from = max(0, (completion.chosen ?? 0) - 2)
    let choices = completion.choices.enumerated().dropFirst(from).map { index, choice in
      index == completion.chosen ? "[\(choice)]" : choice
    }
    return words.text(listed(choices, separator: "  "))
  }

  /// Choices one after the other: with commas between them, where there are blanks in one.
  private func listed(_ choices: [String], separator: String) -> Sentence {
    let list = choices.prefix(20).map { Sentence("custom", .text($0)) }
    return topic.words.isWholeText
      ? .list(list) ?? Sentence("custom", .text(""))
      : Sentence("custom", .text(choices.prefix(30).joined(separator: separator)))
  }

  /// What the answer can begin with, as long as nothing is typed; of a word of a query that notmuch
  /// does not know, what is meant.
  private func hint(_ shared: Shared) -> Sentence? {
    guard let key = shared.keymap.key(for: .command(.complete), in: .text) else { return nil }
    let word = field.wordBeforeCursor.text.drop { $0 == "-" }
    let isForeign = topic.words == .query && QueryWords.isForeign(word)
    guard field.text == proposed || field.text.isEmpty || isForeign else { return nil }
    let choices = topic.words.choices(for: isForeign ? String(word) : "", shared)
    if choices.isEmpty { return nil }
    let list = listed(choices, separator: " ")
    return Sentence("status.keys.completes", .keys(key), .sentence(list))
  }

  // MARK: Drawing

  func coversContent(_ shared: Shared) -> Bool { trial?.rows != nil }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    if let trial, let rows = trial.rows {
      painter.within(layout.content) { $0.drawFound(rows, of: trial.text, $1) }
    }
    let said =
      trial?.found ?? topic.meaning(of: field.text, painter.shared, at: painter.words.clock)
    painter.drawField(field, question: topic.question, found: said, layout.prompt)
  }
}

/// What the word before the cursor can become.
struct Completion: Hashable, Sendable {
  /// The characters that a choice replaces.
  var range: Range<Int>
  /// The choices, in order.
  let choices: [String]
  /// The one that stands in the field; `nil` as long as only what they share does.
  var chosen: Int?

  /// The beginning that all choices share.
  var shared: String {
    choices.dropFirst().reduce(choices.first ?? "") { $0.commonPrefix(with: $1) }
  }
}

extension String {
  /// The characters that two texts begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension Shared {
  /// Asks for a text on the prompt line, which begins with one.
  mutating func prompt(_ topic: any PromptTopic, _ text: String = "") {
    open(PromptPane(topic, text, &self))
  }

  /// Keeps what was typed, for this screen and others.
  mutating func remember(_ text: String, _ kind: TypedKind) {
    typed.add(text, as: kind)
    // What a message is about may have to leave no trace.
    if kind != .subject { send(.remember(text, kind)) }
  }
}

extension State {
  /// Asks for a text on the prompt line.
  mutating func prompt(_ topic: any PromptTopic) { open(PromptPane(topic, "", &shared)) }
}

extension Painter {
  /// Draws a question, the text being typed, and at the right how much it finds.
  mutating func drawField(
    _ field: TextField,
    question: Sentence,
    found sentence: Sentence?,
    _ area: Rect
  ) {
    canvas.fill(area)
    // However long what is asked about is, what is typed is seen.
    let label = words.text(question).truncated(toColumns: max(area.columns / 2, area.columns - 30))
    let content = field.content
    let text = typed(content.text)
    let before = typed(content.text.prefix(content.cursor)).width
    let start = 1 + label.width + 1
    let found = sentence.map(words.text) ?? .empty
    let isCountShown = start + text.width + 2 + found.width < area.columns - 1
    let end = area.columns - 1 - (isCountShown ? found.width + 2 : 0)
    let room = max(1, end - start)
    let hidden = max(0, before - room + 1)
    canvas.draw(label, row: area.row, column: 1, style: look[.key])
    canvas.draw(
      text.dropFirst(columns: hidden).prefix(columns: room),
      row: area.row,
      column: start
    )
    if isCountShown {
      canvas.draw(found, row: area.row, column: end + 2, style: look[.faint])
    }
    canvas.placeCursor(row: area.row, column: start + before - hidden)
  }

  private func typed(_ text: some Sequence<Character>) -> DisplayText {
    words.shown(DisplayText(String(text), maxBytes: .max))
  }
}

import Screen
import TriageCore

/// The times until which mail can be put away, each chosen by its letter or from the list; any other is typed.
///
/// A letter typed alone chooses after a moment, or at once by the key that accepts; with the next
/// character it begins a time: “mon 9:00” is never read as commands.
struct SnoozePane: ChoicePane {
  /// What a row of the list does.
  fileprivate enum Choice: Hashable, Sendable {
    case wake(key: String)
    case time(SnoozeChoice)
    /// Another one, which is typed.
    case other
  }

  fileprivate let choices: [Choice]
  /// The number typed before the key.
  private let count: Int?
  var cursor: Int
  /// The letter of the choice under the cursor, if it was typed and has not chosen yet.
  private var letter: Character?

  var context: KeyContext { .picker }
  var closesOnClickOutside: Bool { true }
  var choiceCount: Int { choices.count }

  /// Begins at the earliest time; waking comes before it, where what it is about is known to be asleep.
  init(_ shared: Shared, count: Int?) {
    self.count = count
    let key = shared.keymap.key(for: .asking(.snooze))
    let waking = shared.isCurrentAsleep ? key.map { [Choice.wake(key: $0)] } ?? [] : []
    let calendar = shared.calendar
    let times = shared.config.snooze.presets.enumerated()
      .map { (order: $0, choice: $1, time: calendar.wakeTime($1.phrase)?.time ?? .max) }
      .sorted { ($0.time, $0.order) < ($1.time, $1.order) }
    choices = waking + times.map { .time($0.choice) } + [.other]
    // An evening that is less than an hour off is hardly meant.
    let first = times.firstIndex {
      $0.choice.phrase.preset != .evening || $0.time - calendar.clock.now >= 3_600
    }
    cursor = waking.count + (first ?? 0)
  }

  static let behaviors = choosing

  /// The key that leads to the field, from which there is nothing to complete here.
  private static let fieldKey = "Tab"

  func label(of index: Int) -> String {
    switch choices[index] {
    case .wake(let key): key
    case .time(let choice): String(choice.key)
    case .other: Self.fieldKey
    }
  }

  func choose(_ index: Int, _ shared: inout Shared) {
    guard choices.indices.contains(index) else { return }
    switch choices[index] {
    case .wake: close(&shared, for: .wake)
    case .time(let choice): close(&shared, for: .snooze(choice.phrase))
    case .other: typeTime("", &shared)
    }
  }

  private func close(_ shared: inout Shared, for action: MailAction) {
    shared.close()
    shared.perform(.mail(action), count: count)
  }

  /// Asks for a time that is typed, which begins with a text; the choices stay below, to come back to.
  private func typeTime(_ text: String, _ shared: inout Shared) {
    shared.prompt(ArgumentTopic(action: .snooze, count: count), text)
  }

  func answer(_ topic: any PromptTopic, with text: String, _ shared: inout Shared) -> Bool {
    guard topic is ArgumentTopic, let phrase = shared.settings.lexicon.time(text) else {
      return false
    }
    close(&shared, for: .snooze(phrase))
    return true
  }

  /// The letters of the times count more than what a letter does in other lists, and so does any
  /// character after one.
  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool {
    (letter != nil && chord.typed != nil) || choice(chord) != nil
  }

  /// The choice that a key stands for.
  private func choice(_ chord: KeyChord) -> Int? {
    let key = chord.description
    return choices.indices.first { label(of: $0) == key }
  }

  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    let key = chord.description
    if let letter, let character = chord.typed {
      self.letter = nil
      typeTime("\(letter)\(character)", &shared)
    } else if let index = choice(chord) {
      guard case .time = choices[index], let character = chord.typed else {
        choose(index, &shared)
        return true
      }
      cursor = index
      letter = character
    } else if shared.keymap.match([key], in: .list) == .action(.asking(.snooze)) {
      close(&shared, for: .wake)
    } else if let character = chord.typed, character.isLetter || character.isNumber {
      typeTime(String(character), &shared)
    } else {
      return false
    }
    return true
  }

  /// Forgets the letter when the cursor has left its choice, and waits for what follows it.
  mutating func settle(_ shared: inout Shared) {
    guard let letter, label(of: cursor) == String(letter) else { return self.letter = nil }
    shared.timers.want(.letter, for: .text(String(letter)), after: .milliseconds(600))
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    if case .due(.letter) = notice, letter != nil { choose(cursor, &shared) }
  }

  func hintSentences(_ shared: Shared) -> [Sentence] {
    if letter != nil, let key = shared.keymap.key(for: .command(.accept), in: .picker) {
      return [Sentence("snooze.letter-begun", .keys(key))]
    }
    return [Sentence("snooze.other", .keys(Self.fieldKey)), Sentence("snooze.letters")]
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.draw(self, $1) }
  }
}

extension Shared {
  /// What words for times mean now.
  var calendar: SnoozeCalendar {
    SnoozeCalendar(clock: settings.lexicon.clock, hours: config.snooze)
  }

  /// Whether the thread under the list's cursor sleeps.
  var isCurrentAsleep: Bool { mailbox.current?.row?.tags.wakeTime != nil }

  /// What the key that puts mail away is called there: what sleeps can be woken by it, too.
  var snoozeTitle: Sentence {
    isCurrentAsleep ? Sentence("status.keys.wake") : .title(of: .asking(.snooze))
  }
}

extension Painter {
  /// The days and times of choices, each in full: after midnight “tomorrow” is still this morning.
  ///
  /// In a narrow window names are cut, times never.
  fileprivate mutating func draw(_ pane: SnoozePane, _ area: Rect) {
    let calendar = SnoozeCalendar(clock: words.clock, hours: shared.config.snooze)
    let rows = pane.choices.map { row($0, calendar) }
    let width = rows.map(\.name.width).max() ?? 0
    let times = rows.map(\.time.width).max() ?? 0
    drawChoices(pane, title: shared.snoozeTitle, area) { painter, index, line in
      let (name, time, isFaint) = rows[index]
      let most = max(1, min(width, line.columns - times - 2))
      let style = isFaint ? painter.look[.faint] : .plain
      painter.canvas.draw(
        name,
        row: line.row,
        column: line.column,
        columns: most,
        style: style
      )
      painter.canvas.draw(
        time,
        row: line.row,
        column: line.column + most + 2,
        columns: line.columns - most - 2,
        style: style
      )
    }
  }

  /// Whether a time is what its name says: this evening as long as it is an hour off, later today what
  /// the clock still shows today.
  private func isMeant(_ preset: SnoozePreset?, at time: Timestamp) -> Bool {
    switch preset {
    case .evening: time - words.clock.now >= 3_600
    case .laterToday: words.clock.distance(to: time) == .today
    case .tomorrow, .weekend, .nextWeek, .nextMonth, nil: true
    }
  }

  /// What a choice is called, and when it would be.
  private func row(
    _ choice: SnoozePane.Choice,
    _ calendar: SnoozeCalendar
  ) -> (name: DisplayText, time: DisplayText, isFaint: Bool) {
    guard case .time(let choice) = choice else {
      guard choice == .other else { return (words.text(.title(ActionName(.wake))), .empty, false) }
      let example = "3d, \(shared.settings.lexicon.monday) 9:00"
      return (words.text(Sentence("snooze.typed")), words.display(example), false)
    }
    let name = words.text(.name(of: choice.phrase))
    if let time = calendar.wakeTime(choice.phrase)?.time {
      let isMeant = isMeant(choice.phrase.preset, at: time)
      return (name, words.display(words.momentWithDay(time)), !isMeant)
    }
    let over = calendar.moment(choice.phrase).map { Sentence("snooze.over", .moment($0)) }
    return (name, words.text(over ?? Sentence("snooze.too-far")), true)
  }
}

extension Sentence {
  /// What a time to choose is called: what the person has written, if it has no name.
  fileprivate static func name(of phrase: SnoozePhrase) -> Sentence {
    phrase.preset.map(name) ?? Sentence("custom", .text(phrase.text))
  }

  /// What a time is called that has a name.
  static func name(of preset: SnoozePreset) -> Sentence {
    Sentence("snooze.preset.\(preset.rawValue)")
  }
}

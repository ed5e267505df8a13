import Screen
import TriageCore

/// The times until which mail can be put away, each chosen by its letter; any other is typed.
struct SnoozePane: Pane {
  /// Whether what it is about is asleep, as far as it is known.
  private let offersWaking: Bool
  /// The number typed before the key.
  private let count: Int?

  var context: KeyContext { .picker }

  init(_ shared: Shared, count: Int?) {
    self.count = count
    offersWaking = shared.mailbox.current?.row?.tags.wakeTime != nil
  }

  /// The key that goes on in a list goes on to the field: there is nothing to move through.
  static let behaviors: [ScreenCommand: Behavior<SnoozePane>] = [
    .cancel: Behavior { _, _, shared in shared.close() },
    .next: Behavior { pane, _, shared in shared.typeTime("", count: pane.count) },
  ]

  /// The letters of the times count more than what a letter does in other lists.
  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool {
    shared.config.snooze.presets.contains { String($0.key) == chord.description }
  }

  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    let key = chord.description
    if let choice = shared.config.snooze.presets.first(where: { String($0.key) == key }) {
      shared.close()
      shared.perform(.mail(.snooze(choice.phrase)), count: count)
    } else if Int(key) != nil {
      shared.typeTime(key, count: count)
    } else if shared.keymap.match([key], in: .list) == .action(.asking(.snooze)) {
      shared.close()
      shared.perform(.mail(.wake), count: count)
    } else {
      return false
    }
    return true
  }

  func hintSentences(_ shared: Shared) -> [Sentence] {
    let next = shared.keymap.bindings.last { $0.context == .picker && $0.action == .command(.next) }
    let other = next.map { Sentence("snooze.other", .text($0.notation)) }
    return [other, Sentence("status.keys.letters")].compactMap(\.self)
  }
  func hints(_ shared: Shared) -> [ActionID] { [.command(.cancel)] }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    let title = painter.words.text(.title(of: .asking(.snooze)))
    // The frame, what is left free beside it, and a letter.
    let room = layout.content.columns - 7
    let lines = painter.snoozeLines(offersWaking: offersWaking, room: room)
    painter.drawKeyBox(title, lines, layout.content)
  }
}

extension Shared {
  /// Asks for a time that is typed, which begins with a text.
  fileprivate mutating func typeTime(_ text: String, count: Int?) {
    close()
    prompt(ArgumentTopic(action: .snooze, count: count), text)
  }
}

extension Painter {
  /// This evening is one as long as it is an hour off, later today what the clock still shows today.
  private func isOffered(_ preset: SnoozePreset?, at time: Timestamp) -> Bool {
    switch preset {
    case .evening: time - words.clock.now >= 3_600
    case .laterToday: words.clock.distance(to: time) == .today
    case .tomorrow, .weekend, .nextWeek, .nextMonth, nil: true
    }
  }

  /// The keys of the times, with what each would be now.
  ///
  /// In a narrow window names are cut, times never.
  fileprivate func snoozeLines(
    offersWaking: Bool,
    room: Int
  ) -> [(key: String, title: DisplayText)] {
    let calendar = SnoozeCalendar(clock: words.clock, hours: shared.config.snooze)
    let choices = shared.config.snooze.presets.compactMap { choice in
      calendar.wakeTime(choice.phrase).map {
        (choice, words.text(.name(of: choice.phrase)), $0.time)
      }
    }.filter { isOffered($0.0.phrase.preset, at: $0.2) }
    let moments = choices.map { words.display(words.moment($0.2)) }
    let most = max(1, room - 2 - (moments.map(\.width).max() ?? 0))
    let names = choices.map { $0.1.truncated(toColumns: most) }
    let width = names.map(\.width).max() ?? 0
    var lines = choices.indices.map { index in
      let gap = words.display(String(repeating: " ", count: width - names[index].width + 2))
      return (key: String(choices[index].0.key), title: names[index] + gap + moments[index])
    }
    if offersWaking, let key = shared.keymap.key(for: .asking(.snooze)) {
      lines.insert((key, words.text(.title(ActionName(.wake)))), at: 0)
    }
    return lines
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

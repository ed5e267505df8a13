import TriageCore

extension State {
  /// Sets the alarms as what goes on asks for; called after every event.
  mutating func setTimers() -> [Effect] {
    [
      timers.follow(.loading, loadingOccasion, after: .milliseconds(300)),
      timers.follow(.progress, progressOccasion, after: .milliseconds(300)),
      timers.follow(.second, secondOccasion, after: .seconds(1)),
      timers.follow(.keys, keysOccasion, after: .milliseconds(500)),
      timers.follow(.reading, readingOccasion, after: config.reading.markReadAfter ?? .zero),
      timers.follow(.layout, layoutOccasion, after: .zero),
      timers.follow(.counting, countingOccasion, after: counting.pause),
      timers.follow(.leaving, leavingOccasion, after: .seconds(2)),
      timers.follow(.outlook, outlookOccasion, after: .milliseconds(100)),
    ]
    .compactMap(\.self)
  }

  /// Takes that an alarm has gone off.
  mutating func take(_ timer: ScreenTimer) -> [Effect] {
    timers.goOff(timer)
    switch timer {
    case .second:
      changes.seconds += 1
      return []
    case .reading: return markRead()
    case .layout:
      layMore()
      return []
    case .counting: return countOn()
    case .outlook: return askOutlook()
    case .leaving:
      if status.subject == .leaving { say(nil) }
      return []
    case .loading, .progress, .keys: return []
    }
  }

  /// What is being waited for that the screen lacks.
  private var loadingOccasion: TimerState.Occasion? {
    if let history {
      let isMissing = history.open.map { $0.changes == nil && $0.failure == nil }
      return isMissing ?? (history.phase == .loading) ? .text("history") : nil
    }
    if let missing = missingText { return .text(missing.text) }
    if let reading {
      return reading.messages.isEmpty && reading.failure == nil ? .text(reading.thread.text) : nil
    }
    return list.phase == .loading ? .number(list.generation) : nil
  }

  private var layoutOccasion: TimerState.Occasion? {
    unfinishedText.flatMap { reading?.texts[$0]?.count }.map { .number($0) }
  }

  private var progressOccasion: TimerState.Occasion? {
    changes.running.map { .number(Int($0.id)) }
  }

  private var secondOccasion: TimerState.Occasion? {
    changes.running == nil ? nil : .number(changes.seconds)
  }

  private var leavingOccasion: TimerState.Occasion? {
    status.subject == .leaving ? .always : nil
  }

  private var keysOccasion: TimerState.Occasion? {
    keys.chords.isEmpty ? nil : .text(keys.chords.joined(separator: " "))
  }
}

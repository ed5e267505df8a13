import Screen
import TriageCore

extension State {
  mutating func take(_ chord: KeyChord) -> [Effect] {
    let key = chord.description
    guard size.isEnough else { return takeWhileTooSmall(key) }
    if dialog != nil { return takeInDialog(key) }
    if menu != nil { return takeInMenu(key) }
    if choosesTag { return takeInQuickTags(key) }
    if prompt != nil { return takeInPrompt(chord) }
    if reading?.choice != nil { return takeInChoice(key) }
    if help != nil { return takeInHelp(key) }
    return takeBound(key)
  }

  private mutating func takeWhileTooSmall(_ key: String) -> [Effect] {
    switch keymap.match([key], in: .global) {
    case .action(.command(.quit)): return quit()
    case .action(.command(.suspend)): return [.suspend]
    default: return []
    }
  }

  private mutating func takeBound(_ key: String) -> [Effect] {
    if keys.chords.isEmpty, let digit = Int(key), digit > 0 || keys.count != nil {
      keys.count = min((keys.count ?? 0) * 10 + digit, 1_000_000)
      return []
    }
    // Half-typed keys are given up by the key that cancels, whatever else it does.
    if keys.isPending, keymap.match([key], in: .global) == .action(.command(.cancel)) {
      keys = KeyState()
      return []
    }
    let chords = keys.chords + [key]
    switch keymap.match(chords, in: keyView) {
    case .beginning:
      keys.chords = chords
      return []
    case .action(let action):
      let count = keys.count
      keys = KeyState()
      return perform(action, count: count)
    case .none:
      keys = KeyState()
      if keyView == .sidebar, keymap.match(chords, in: .list) != .none {
        say(Sentence("status.not-in-sidebar"), isError: true, about: .key)
        return []
      }
      let keys = chords.joined(separator: " ")
      say(Sentence("status.unknown-key", .text(keys)), isError: true, about: .key)
      return []
    }
  }

  /// Does what a key or a menu item stands for; if it is disabled, says why.
  mutating func perform(_ action: ActionID, count: Int? = nil) -> [Effect] {
    if let offer {
      self.offer = nil
      if action == .command(.open) { return show(ListState(query: offer.query, title: .query)) }
    }
    if let reason = reasonDisabled(action) {
      say(reason, isError: true, about: .key)
      return []
    }
    switch action {
    case .command(let command): return perform(command, count: count)
    case .mail(let action): return act(action, count: count)
    case .asking(let action): return ask(.argument(action))
    case .running(let command, let argument): return run(command, argument)
    }
  }

  /// Why an action can do nothing now; `nil` if it can.
  func reasonDisabled(_ action: ActionID) -> Sentence? {
    switch action {
    case .mail, .asking: sidebar.hasFocus ? Sentence("status.not-in-sidebar") : noRow
    case .running(.view, let name):
      views.contains { $0.name == name }
        ? nil : Sentence("problem.unknown-view", .text(name))
    case .running(.theme, let name):
      Look(theme: name, config, background: nil) == nil
        ? Sentence("problem.unknown-theme", .text(name)) : nil
    case .running: nil
    case .command(let command):
      switch command {
      case .undo: canTurn(.undo) ? nil : .failure(TriageFailure(.nothingToUndo))
      case .redo: canTurn(.redo) ? nil : .failure(TriageFailure(.nothingToRedo))
      case .repeat: changes.last == nil ? Sentence("status.nothing-to-repeat") : noRow
      case .toggleUnread, .toggleStar, .quickTags, .savePlan: noRow
      case .clearSelection: list.hasSelection ? nil : Sentence("status.nothing-selected")
      case .poll: reasonNotToPoll
      case .togglePreview:
        hasRoomForPreview
          ? nil
          : Sentence(
            "status.preview-room",
            .number(Layout.widthForPreview),
            .number(Layout.heightForPreview)
          )
      case .toggleSidebar:
        size.columns < Layout.leastForSidebar
          ? Sentence("status.sidebar-room", .number(Layout.leastForSidebar)) : nil
      case .open where sidebar.hasFocus: nil
      case .history where history != nil: Sentence("status.history-open")
      case .revert, .reapply, .restore: reasonAgainstTurning(command)
      case .showAll, .filter: history == nil ? Sentence("status.history-only") : nil
      case .open where history != nil: history?.current == nil ? Sentence("status.no-step") : nil
      case .open where reading == nil: list.current == nil ? Sentence("status.no-row") : nil
      case .selectAndNext, .selectRange, .selectAll, .selectMatching:
        isInList ? noRow : Sentence("status.list-only")
      case .select:
        keyView == .message ? nil : isInList ? noRow : Sentence("status.list-only")
      case .limit: isInList ? nil : Sentence("status.list-only")
      case .nextHit, .previousHit:
        if isInList { noSearch } else { reasonNotReading(command) }
      case .goBack: canGoBack ? nil : Sentence("status.no-way-back")
      case .goForward: canGoForward ? nil : Sentence("status.no-way-forward")
      case .nextMessage, .previousMessage:
        keyView == .message || isInList && !layout.preview.isEmpty
          ? nil : Sentence("status.message-only")
      case _ where command.isForReading: reasonNotReading(command)
      default: nil
      }
    }
  }

  private var noSearch: Sentence? {
    lastSearch == nil ? Sentence("status.no-search") : noRow
  }

  /// Why the step under the cursor cannot be taken back, or brought back.
  private func reasonAgainstTurning(_ command: ScreenCommand) -> Sentence? {
    guard let history else { return Sentence("status.history-only") }
    guard let step = history.current else { return Sentence("status.no-step") }
    if command == .restore || step.kind.isGroup { return nil }
    return Sentence("status.groups-only")
  }

  private var noRow: Sentence? { actingThreads.isEmpty ? Sentence("status.no-row") : nil }
}

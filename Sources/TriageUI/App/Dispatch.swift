import Screen
import TriageCore

// From a key or a click to the pane that it is for.

extension State {
  /// Handles a key, or lets it wait for the mail that it would act on.
  ///
  /// What is typed behind it waits, too; keys that cancel or leave never do.
  mutating func handle(_ chord: KeyChord) {
    guard size.isEnough else { return handleWhileTooSmall(chord.description) }
    guard !keys.held.isEmpty || awaitsMail(chord) else { return handleNow(chord) }
    switch shared.keymap.match([chord.description], in: topLayer.pane.context) {
    case .action(.command(.cancel)):
      // Who has waited for a text wants to be out of it.
      let isDropped = topLayer.pane.awaitsRows(shared)
      dropHeldKeys()
      if !isDropped { handleNow(chord) }
    case .action(.command(.quit)), .action(.command(.suspend)), .action(.command(.redraw)):
      dropHeldKeys()
      handleNow(chord)
    case .action, .beginning, .none: keys.held.append(chord)
    }
  }

  /// Handles the next of the keys that wait, if its mail is there; returns whether it did.
  mutating func handleHeldKey() -> Bool {
    guard let first = keys.held.first, !awaitsMail(first) else { return false }
    handleNow(keys.held.removeFirst())
    return true
  }

  /// Whether mail is being read that a key is about; of a list of which nothing is there yet, only keys
  /// that need a row are.
  private func awaitsMail(_ chord: KeyChord) -> Bool {
    let pane = topLayer.pane
    if pane.awaitsRows(shared) { return true }
    let chords = keys.chords + [chord.description]
    guard case .action(let action) = shared.keymap.match(chords, in: pane.context),
      !pane.claims(chord, shared)
    else { return false }
    // What changes mail is not kept for mail that nobody has seen.
    if case .command = action, pane.isReading(shared),
      reasonDisabled(action) == Sentence("status.not-read-yet")
    {
      return true
    }
    guard !keys.isPending, pane.awaitsFirstRow(shared) else { return false }
    if case .command(let command) = action, Self.rowMoves.contains(command) { return true }
    return reasonDisabled(action) == Sentence("status.no-row")
  }

  /// What goes from row to row.
  private static let rowMoves: Set<ScreenCommand> = [.next, .previous, .pageDown, .pageUp, .bottom]

  private mutating func dropHeldKeys() {
    keys.held = []
    notify(.rowsGivenUp)
  }

  private mutating func handleNow(_ chord: KeyChord) {
    let key = chord.description
    let top = topLayer
    if top.pane.claims(chord, shared) {
      call(top.id) { _ = $0.type(chord, &$1) }
      return
    }
    let context = top.pane.context
    if context.includesGlobal, keys.chords.isEmpty, let digit = Int(key),
      digit > 0 || keys.count != nil
    {
      keys.count = min((keys.count ?? 0) * 10 + digit, 1_000_000)
      return
    }
    // Half-typed keys are given up by the key that cancels, whatever else it does.
    if keys.isPending, shared.keymap.match([key], in: context) == .action(.command(.cancel)) {
      keys.end()
      return
    }
    if scrollFollowers(key, in: context) { return }
    let latin = chord.onLatinLayout?.description
    let isMeant = latin.map { isBound(keys.chords + [$0], in: context) } ?? false
    let known = isMeant && !isBound(keys.chords + [key], in: context) ? latin : nil
    handle(chord, chords: keys.chords + [known ?? key], in: top)
  }

  /// Shows others of the keys that can follow, as long as these are shown, by a key that moves through
  /// lists and is none of them; returns whether it did.
  private mutating func scrollFollowers(_ key: String, in context: KeyContext) -> Bool {
    guard shared.timers.isDue(.keys), !isBound(keys.chords + [key], in: context),
      case .action(.command(let command)) = shared.keymap.match([key], in: context)
    else { return false }
    let steps: [ScreenCommand: Int] = [.next: 1, .previous: -1, .pageDown: 5, .pageUp: -5]
    guard let step = steps[command] else { return false }
    let count = shared.keymap.followers(of: keys.chords, in: context).count
    keys.top = max(0, min(keys.top + step, count - 1))
    return true
  }

  /// Whether keys do something, or others that begin with them.
  private func isBound(_ chords: [String], in context: KeyContext) -> Bool {
    shared.keymap.match(chords, in: context) != .none
  }

  private mutating func handle(_ chord: KeyChord, chords: [String], in top: Layer) {
    switch shared.keymap.match(chords, in: top.pane.context) {
    case .beginning: keys.chords = chords
    case .action(let action):
      let count = keys.count
      keys.end()
      shared.noteUse(of: action, in: top.pane)
      perform(action, count: count)
    case .none:
      keys.end()
      let isUsed = call(top.id) { $0.type(chord, &$1) } ?? false
      guard !isUsed else { return }
      shared.report(shared.reasonUnknown(chords, in: top.pane), isError: true, about: .key)
    }
  }

  private mutating func handleWhileTooSmall(_ key: String) {
    switch shared.keymap.match([key], in: .global) {
    case .action(.command(.quit)): quit()
    case .action(.command(.suspend)): shared.send(.suspend)
    default: break
    }
  }

  /// Puts pasted text into the field, if there is one: keys that were pasted do nothing.
  mutating func paste(_ text: String) {
    if call(topLayer.id, { $0.paste(text, &$1) }) != true {
      shared.report(Sentence("status.paste-dropped"), isError: true, about: .key)
    }
  }

  // MARK: Commands

  /// Does what a key or a menu item stands for; if it is disabled, says why.
  mutating func perform(_ action: ActionID, count: Int? = nil) {
    if let offer = shared.status.offer {
      shared.status.offer = nil
      if action == .command(.open) { return notify(.showOffer(query: offer)) }
    }
    if let reason = reasonDisabled(action) ?? reasonNotToCount(count, action) {
      return shared.report(reason, isError: true, about: .key)
    }
    switch action {
    case .command(let command): perform(command, count: count)
    case .mail(let action) where action.needsClock:
      do throws(ActionError) {
        perform(.mail(try action.resolved(by: shared.calendar)), count: count)
      } catch {
        shared.report(.failure(error), isError: true, about: subjectOfReading)
      }
    case .mail(let action): call(viewLayer.id) { $0.act(action, count: count, &$1) }
    case .asking(.snooze): open(SnoozePane(shared, count: count))
    case .asking(let action):
      var topic = ArgumentTopic(action: action, count: count)
      topic.tags = viewLayer.pane.actedTags(
        isAboutThread: !action.kind.isAboutTags,
        count: count
      ).map { $0.reduce(into: []) { $0.formUnion($1) } }
      // In a narrow window the field has the room.
      if size.columns >= 80 { topic.extent = viewLayer.pane.extent(of: action, count: count) }
      prompt(topic)
    case .running(let command, let argument): run(command, argument)
    }
  }

  /// Why an action takes no number: it is about what is read, or selected, however much that is.
  private func reasonNotToCount(_ count: Int?, _ action: ActionID) -> Sentence? {
    guard let count, count > 1, action.changesMail else { return nil }
    if viewLayer.pane.context == .message { return Sentence("status.count-in-thread") }
    let isSelected = (viewLayer.pane as? ListPane)?.list.hasSelection ?? false
    return isSelected ? Sentence("status.count-with-selection") : nil
  }

  private mutating func perform(_ command: ScreenCommand, count: Int?) {
    if command == .cancel, !hasQuestion, shared.changes.isBusyForPerson {
      shared.cancelChanges()
      runSteps()
    } else if let layer = layer(for: command) {
      call(layer.id) { $0.perform(command, count: count, &$1) }
    } else {
      AppCommands.behaviors[command]?.run(&self, count)
      runSteps()
    }
  }

  /// The pane that a command is for: the one on top, or the view below a question.
  private func layer(for command: ScreenCommand, ignoring id: Int? = nil) -> Layer? {
    let questions = layers.dropFirst(Region.allCases.count).filter {
      !$0.pane.context.includesGlobal && $0.id != id
    }
    return [questions.last, viewLayer].compactMap(\.self).first { $0.pane.handles(command) }
  }

  /// Returns why an action can do nothing now; `nil` if it can.
  ///
  /// - Parameters:
  ///   - action: What is to be done.
  ///   - id: A pane that is left out: a menu closes before what was chosen in it is done.
  /// - Returns: The reason.
  func reasonDisabled(_ action: ActionID, ignoring id: Int? = nil) -> Sentence? {
    if case .command(let command) = action, let layer = layer(for: command, ignoring: id) {
      return layer.pane.reasonDisabled(command, shared)
    }
    return reasonDisabled(action, in: viewLayer.pane)
  }

  /// Returns why an action can do nothing in a pane now, whatever lies over it; `nil` if it can.
  func reasonDisabled(_ action: ActionID, in pane: any Pane) -> Sentence? {
    switch action {
    case .mail, .asking: pane.reasonNotToAct(shared)
    case .running(let command, let argument): reasonDisabled(command, argument)
    case .command(let command) where pane.handles(command): pane.reasonDisabled(command, shared)
    case .command(let command):
      if let behavior = AppCommands.behaviors[command] {
        behavior.reason(self)
      } else {
        command.reasonElsewhere
      }
    }
  }

  /// Returns why an action on mail would change nothing, as far as what is shown tells; its key asks
  /// the index.
  func reasonWithoutEffect(_ action: ActionID) -> Sentence? {
    guard case .mail(let action) = action,
      let tags = viewLayer.pane.actedTags(isAboutThread: action.isAboutThread, count: nil)
    else { return nil }
    let isAwake = tags.allSatisfy { $0.wakeTime == nil && !$0.contains(WakeTime.asleep) }
    switch action {
    case .fixed(let fixed):
      let edit = shared.config.actions.effects.edit(of: fixed)
      let isSo = isAwake && tags.allSatisfy { edit.applied(to: $0) == $0 }
      return isSo ? Sentence("status.already-so") : nil
    case .wake: return isAwake ? Sentence("status.not-snoozed") : nil
    case .addTag, .removeTag, .changeTags, .move, .snooze, .user: return nil
    }
  }

  // MARK: The mouse

  mutating func handle(_ event: PointerEvent) {
    guard size.isEnough else { return }
    switch event {
    case .click(let target, let button): click(target, button)
    case .scroll(let lines, .pane(let id, _)) where !hasQuestion || id == topLayer.id:
      call(id) { $0.scroll(by: lines, &$1) }
    case .scroll: break
    }
  }

  private mutating func click(_ target: PointerTarget, _ button: PointerEvent.Button) {
    if case .right(let place) = button { return openMenu(over: target, at: place) }
    let top = topLayer
    switch target {
    case .pane(let id, let part) where id == top.id || !hasQuestion:
      clickPane(id, part, .left)
    // Its own keys can be clicked in the bottom line.
    case .action(.command(let command)) where top.pane.isQuestion && top.pane.handles(command):
      perform(.command(command))
    // A question is answered or left; what lies behind it is for later.
    case _ where top.pane.context == .dialog: break
    case .menu(let name): toggleMenu(name)
    case .action(let action) where top.pane.context != .menu: perform(action)
    case .pane, .action, .status, .elsewhere:
      if top.pane.closesOnClickOutside { close(top.id) }
    }
  }

  private mutating func clickPane(_ id: Int, _ part: PaneTarget, _ button: PointerEvent.Button) {
    if !hasQuestion { sidebarHasFocus = id == Region.sidebar.rawValue }
    call(id) { $0.click(part, button, &$1) }
  }

  /// Moves the cursor to what the pointer is over, and opens the menu of what can be done with it.
  private mutating func openMenu(over target: PointerTarget, at place: Position) {
    // Questions are answered first, and help left.
    if topLayer.pane.context != .menu {
      guard !hasQuestion else { return }
      if case .pane(let id, let part) = target { clickPane(id, part, .right(at: place)) }
    } else if case .pane(topLayer.id, _) = target {
      return
    } else {
      close(topLayer.id)
    }
    openMenu(.message, at: place)
  }
}

extension ActionID {
  /// Whether it changes mail that is shown.
  var changesMail: Bool {
    switch self {
    case .mail, .asking, .command(.toggleStar), .command(.toggleUnread),
      .command(.quickTags):
      true
    case .command, .running: false
    }
  }
}

extension ScreenCommand {
  /// Why the command does nothing in a view that does not have it.
  fileprivate var reasonElsewhere: Sentence? {
    if contexts.contains(.list) { return Sentence("status.list-only") }
    if contexts.contains(.message) { return Sentence("status.message-only") }
    if contexts.contains(.compose) { return Sentence("status.compose-only") }
    if contexts.contains(.outbox) { return Sentence("status.outbox-only") }
    return contexts.contains(.history) ? Sentence("status.history-only") : nil
  }
}

extension Shared {
  /// Why keys that are bound to nothing here are of no use.
  fileprivate func reasonUnknown(_ chords: [String], in pane: any Pane) -> Sentence {
    let keys = Sentence.Argument.keys(chords.joined(separator: " "))
    guard pane.context.includesGlobal else {
      let cancel = keymap.key(for: .command(.cancel), in: pane.context) ?? ""
      return Sentence("status.unknown-here", keys, .keys(cancel))
    }
    return pane.reasonUnknown(chords, self) ?? reasonElsewhere(chords, in: pane)
      ?? meaningElsewhere(of: chords, in: pane) ?? Sentence("status.unknown-key", keys)
  }

  /// In which other view keys that are bound to nothing here do something.
  fileprivate func reasonElsewhere(_ chords: [String], in pane: any Pane) -> Sentence? {
    for context in [KeyContext.list, .message] where context != pane.context {
      guard case .action(.command(let command)) = keymap.match(chords, in: context),
        let reason = command.reasonElsewhere
      else { continue }
      let title = Sentence.title(of: .command(command), in: context)
      return Sentence("status.command-elsewhere", .sentence(title), .sentence(reason))
    }
    return nil
  }

  /// What keys that are bound to nothing here do in other mail clients, and how that is done here.
  fileprivate func meaningElsewhere(of chords: [String], in pane: any Pane) -> Sentence? {
    guard chords.count == 1, let action = ForeignKeys.meaning(of: chords[0]) else { return nil }
    return keymap.key(for: action, in: pane.context).map { key in
      Sentence(
        "status.other-key",
        .keys(chords[0]),
        .sentence(.title(of: action, in: pane.context)),
        .keys(key)
      )
    }
  }
}

import Screen
import TriageCore

/// What is being written or sent: how far each message has come, and what a person decides about it.
struct OutboxPane: Pane {
  /// The messages; `nil` as long as they have not been read.
  private(set) var rows: [OutboxRow]?
  private(set) var failure: TriageFailure?
  private(set) var cursor = 0
  private(set) var top = 0
  /// How many seconds ago the rows were read.
  private(set) var elapsed = 0
  /// Whether something may have changed since they were asked for.
  private var isStale = true
  private var ticket: Ticket<OutboxQuestion>?
  /// What was there before an undo: the cursor goes to what that brings back.
  private var before: Set<OutgoingID>?

  /// After so many seconds the times are read again, however well they were counted.
  private static let longestCount = 15

  var context: KeyContext { .outbox }

  static let behaviors: [ScreenCommand: Behavior<OutboxPane>] = [
    .next: move { index, steps, _ in index + steps },
    .previous: move { index, steps, _ in index - steps },
    .halfPageDown: move { index, steps, height in index + height / 2 * steps },
    .halfPageUp: move { index, steps, height in index - height / 2 * steps },
    .pageDown: move { index, steps, height in index + height * steps },
    .pageUp: move { index, steps, height in index - height * steps },
    .top: Behavior { pane, count, shared in pane.go(to: (count ?? 1) - 1, shared) },
    .bottom: Behavior { pane, count, shared in pane.go(to: (count ?? .max) - 1, shared) },
    .open: Behavior(unless: Self.reasonNotToEdit) { pane, _, shared in pane.edit(&shared) },
    .editDraft: Behavior(unless: Self.reasonNotToEdit) { pane, _, shared in pane.edit(&shared) },
    .takeBack: Behavior(unless: Self.reasonNotToTakeBack) { pane, _, shared in
      pane.takeBack(&shared)
    },
    .release: Behavior(unless: Self.reasonNotHeld) { pane, _, shared in
      if let row = pane.current { pane.ask(.release(row.id), &shared) }
    },
    .sendAgain: decide { .sendAgain($0.id, version: $0.version, to: $0.recipients) },
    .hadLeft: decide { .hadLeft($0.id) },
    .discard: Behavior(unless: Self.reasonNotToDiscard) { pane, _, shared in
      if let row = pane.current { shared.open(ComposePane(discarding: row.id, &shared)) }
    },
    .back: Behavior { _, _, shared in shared.close() },
    .goBack: Behavior { _, _, shared in shared.close() },
    .cancel: Behavior { _, _, shared in shared.close() },
    .nextUnread: .idle(because: Self.reasonNotToAct),
    .previousUnread: .idle(because: Self.reasonNotToAct),
    .nextHit: .idle(because: Self.reasonNotToAct),
    .previousHit: .idle(because: Self.reasonNotToAct),
    .toggleUnread: .idle(because: Self.reasonNotToAct),
    .toggleStar: .idle(because: Self.reasonNotToAct),
  ]

  // MARK: What can be done

  var current: OutboxRow? {
    rows.flatMap { $0.indices.contains(cursor) ? $0[cursor] : nil }
  }

  func reasonNotToAct(_ shared: Shared) -> Sentence? { Sentence("status.not-in-outbox") }

  private func reasonNotToEdit(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutRow { return reason }
    switch current?.state {
    case .draft, .held: return nil
    case .leaving, .sent, .unknown, nil: return Sentence("status.outbox.not-here")
    }
  }

  private func reasonNotToDiscard(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutRow { return reason }
    return [.draft, .held].contains(current?.state)
      ? nil : Sentence("status.outbox.not-to-discard")
  }

  private func reasonNotHeld(_ shared: Shared) -> Sentence? {
    reasonWithoutRow ?? (current?.state == .held ? nil : Sentence("status.outbox.not-held"))
  }

  /// The key is about the row; a draft that was thrown away last has none, and can be brought back.
  private func reasonNotToTakeBack(_ shared: Shared) -> Sentence? {
    shared.undoBringsBackDraft ? nil : reasonNotHeld(shared)
  }

  private func reasonNotUnknown(_ shared: Shared) -> Sentence? {
    reasonWithoutRow
      ?? (current?.state == .unknown ? nil : Sentence("status.outbox.not-unknown"))
  }

  private var reasonWithoutRow: Sentence? {
    current == nil ? Sentence(rows == nil ? "status.not-read-yet" : "status.outbox.empty") : nil
  }

  // MARK: Deciding

  /// Asks before something is done that may be seen by others, or cannot be taken back.
  private static func decide(
    _ decision: @escaping @Sendable (OutboxRow) -> OutboxDecision
  ) -> Behavior<OutboxPane> {
    Behavior(unless: Self.reasonNotUnknown) { pane, _, shared in
      if let row = pane.current { shared.open(DialogPane(.outbox(decision(row)))) }
    }
  }

  /// Edits the message under the cursor; one that is held is taken back first.
  private func edit(_ shared: inout Shared) {
    guard let row = current else { return }
    shared.open(ComposePane(opening: .open(row.id), inEditor: true, &shared))
  }

  /// Takes back that the message leaves: with all that was done in the same group, if undo would take
  /// just that.
  private func takeBack(_ shared: inout Shared) {
    guard let row = current, row.state == .held else {
      return shared.perform(.command(.undo))
    }
    let isAlone = rows?.count { $0.group == row.group } == 1
    if let group = row.group, group == shared.mailbox.head.undo?.id, isAlone {
      shared.ask(for: .undo, count: nil)
    } else {
      shared.ask(for: .cancel(row.id))
    }
  }

  private mutating func ask(_ request: DraftRequest, _ shared: inout Shared) {
    ticket = shared.ask(OutboxQuestion(request: request))
  }

  // MARK: Reading

  var awaited: [RequestID] { [ticket?.id].compactMap(\.self) }

  mutating func settle(_ shared: inout Shared) {
    guard shared.requests.isAlive else { return }
    if isStale, ticket == nil {
      isStale = false
      ask(.outbox, &shared)
    }
    if rows == nil, let ticket {
      shared.timers.want(.loading, for: .number(Int(ticket.id)), after: .milliseconds(300))
    }
    if rows?.contains(where: \.changesByItself) == true {
      shared.timers.want(.outbox, for: .number(elapsed), after: .seconds(1))
    }
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    let request = ticket?.question.request
    guard let answered = arrival.redeem(&ticket) else { return }
    failure = answered.failure
    guard case .answer(let rows) = answered else {
      if let failure { shared.report(failure) }
      return
    }
    if case .release(let id)? = request {
      reportRelease(of: id, &shared)
      shared.watchLeaving()
    }
    shared.mailbox.writing.see()
    let returned = before.flatMap { before in rows.first { !before.contains($0.id) }?.id }
    if returned != nil || !isStale { before = nil }
    let id = returned ?? current?.id
    self.rows = rows
    elapsed = 0
    go(to: rows.firstIndex { $0.id == id } ?? cursor, shared)
  }

  /// Says that a message leaves that has waited until now.
  private func reportRelease(of id: OutgoingID, _ shared: inout Shared) {
    guard let subject = rows?.first(where: { $0.id == id })?.subject else { return }
    shared.report(
      subject.isEmpty
        ? Sentence("status.outbox.released.untitled")
        : Sentence("status.outbox.released", .text(subject))
    )
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .changed(let change, _, returns: _):
      isStale = true
      if change.isUndoRedo { before = rows.map { Set($0.map(\.id)) } }
    case .historyChanged, .indexChanged, .refresh, .refreshByHand, .engineRestarted:
      isStale = true
    case .due(.outbox): count()
    case .decided(.sendAgain(let id, let version, to: _)):
      shared.ask(for: .retry(id, version: version))
    case .decided(.hadLeft(let id)): ask(.declareSent(id, shared.settings.context), &shared)
    case .resized: go(to: cursor, shared)
    case .listReplaced: shared.close()
    default: break
    }
  }

  /// Counts a second; what is due, or on its way, is looked at again.
  private mutating func count() {
    elapsed += 1
    isStale =
      isStale || elapsed >= Self.longestCount
      || rows?.contains { $0.isOnItsWay || $0.seconds.map { $0 <= elapsed } == true } == true
  }

  // MARK: Moving

  private static func move(
    _ index: @escaping @Sendable (_ index: Int, _ steps: Int, _ height: Int) -> Int
  ) -> Behavior<OutboxPane> {
    Behavior { pane, count, shared in
      pane.go(to: index(pane.cursor, count ?? 1, shared.contentHeight), shared)
    }
  }

  private mutating func go(to index: Int, _ shared: Shared) {
    let (count, height) = (rows?.count ?? 0, shared.contentHeight)
    cursor = max(0, min(index, count - 1))
    top = max(0, min(top, cursor, count - height))
    if cursor >= top + height { top = cursor - height + 1 }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) { go(to: cursor + lines, shared) }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let index) = target else { return }
    if cursor == index, button == .left { return shared.perform(.command(.open)) }
    go(to: index, shared)
  }

  // MARK: What is said of it

  func title(_ shared: Shared) -> ViewTitle? { ViewTitle(name: Sentence("command.outbox.title")) }

  var lastingHints: [ScreenCommand] { [.open, .takeBack, .back] }

  func hints(_ shared: Shared) -> [ActionID] {
    let commands: [ScreenCommand] = [
      .open, .takeBack, .release, .discard, .sendAgain, .hadLeft, .back, .help,
    ]
    return commands.map(ActionID.command)
  }

  /// On a message that does not wait to leave, the key takes back what undo would take.
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    action == .command(.takeBack) && current?.state != .held
      ? .title(of: .command(.undo)) : nil
  }

  func position(_ shared: Shared) -> PanePosition? {
    rows.flatMap { $0.isEmpty ? nil : PanePosition(number: cursor + 1, total: $0.count) }
  }

  /// Messages of one's own are looked at, so an undo of mail does not lead elsewhere.
  func showsMail(of result: ChangeResult) -> Bool { true }
}

/// What a person may decide about a message that has perhaps been sent.
enum OutboxDecision: Hashable, Sendable {
  /// It leaves, perhaps a second time.
  case sendAgain(OutgoingID, version: Int64, to: [String])
  /// It had left: that is final.
  case hadLeft(OutgoingID)

  /// What the decision is called.
  var title: Sentence {
    switch self {
    case .sendAgain: .title(of: .command(.sendAgain))
    case .hadLeft: .title(of: .command(.hadLeft))
    }
  }

  /// What is asked before it is carried out.
  var question: Sentence {
    switch self {
    case .sendAgain(_, version: _, let people):
      Sentence("prompt.send-again", .number(1), .text(people.joined(separator: ", ")))
    case .hadLeft: Sentence("prompt.had-left", .number(1))
    }
  }
}

extension OutboxRow {
  /// Whether what is shown of it becomes something else without anybody's doing.
  fileprivate var changesByItself: Bool { isOnItsWay || seconds != nil }

  /// Whether it is being handed over, or filed.
  fileprivate var isOnItsWay: Bool { [.leaving, .sent].contains(state) }
}

import TriageCore

/// What the screen knows of messages of its person's own, whatever pane is open: those that are being
/// filed, and those that wait to leave.
struct WritingWatch: Sendable {
  fileprivate var leavingTicket: Ticket<LeavingQuestion>?
  /// The groups of this screen that let a message leave and of whose end nothing is known.
  fileprivate var sending: [SendingGroup] = []
  /// The one that is asked about, and what has become of it.
  fileprivate var asked: SendingGroup?
  fileprivate var sentTicket: Ticket<StepQuestion>?
  /// The last of them that has left, until undo has said so.
  fileprivate(set) var sent: SendingGroup?
  /// Whether there was a reason to ask once more while it was asked.
  fileprivate var isStale = false
  /// Whether it is to be said that something leaves: undo, redo or a switch may have let it wait again.
  fileprivate var isToBeSaid = false
  /// What waits to leave, may have left, or was refused, as the engine said last.
  fileprivate(set) var leaving: [OutboxRow] = []
  /// How many seconds ago that was.
  fileprivate var elapsed = 0
  /// How many seconds are counted at once: one as long as they matter.
  fileprivate var pace = 1
  fileprivate var filing: [RequestID: (ticket: Ticket<FileDraftQuestion>, message: MessageID)] = [:]
  /// Texts that a screen which has died has left, on their way to the engine.
  var recovering: [RequestID: (ticket: Ticket<DraftQuestion>, left: WorkingDraft)] = [:]
  /// How many of them were not saved before.
  var recovered = 0
  /// Whom the message that is open may go to.
  var people: [NamedAddress] = []
  fileprivate var correspondentsTicket: Ticket<CorrespondentsQuestion>?
  /// To whom one's own mail went, those first who get most of it.
  fileprivate(set) var correspondents: [NamedAddress] = []

  var awaited: [RequestID] {
    [leavingTicket?.id, sentTicket?.id, correspondentsTicket?.id].compactMap(\.self) + filing.keys
      + recovering.keys
  }

  /// What an address that is being typed can become: its name, a word of that, or itself begins so.
  func addresses(for text: String) -> [String] {
    let typed = text.lowercased()
    return people.filter { person in
      let beginnings = [person.address, person.name, person.text].map { $0.lowercased() }
      let words = beginnings[1].split(separator: " ")
      return beginnings.contains { $0.hasPrefix(typed) } || words.contains { $0.hasPrefix(typed) }
    }.map(\.text)
  }

  /// Whether something is being sent.
  var isSending: Bool { leaving.contains { [.held, .leaving].contains($0.state) } }

  /// Without what is being sent: nothing is done with that until it is taken back.
  func notOnTheirWay(_ messages: [MessageID]) -> [MessageID] {
    guard isSending else { return messages }
    let sent = Set(leaving.filter { [.held, .leaving].contains($0.state) }.map(\.message))
    return messages.filter { !sent.contains($0) }
  }

  /// What has not left, or perhaps not, and nobody has looked at.
  var unseen: [OutboxRow] { leaving.filter { !$0.isSeen } }

  /// In how many seconds a group lets a message leave; `nil` if it does not leave by itself.
  func seconds(of group: StepID) -> Int? {
    next(of: group)?.seconds.map { max(0, $0 - elapsed) }
  }

  /// Whether what a group lets leave has been tried before.
  func isTriedAgain(_ group: StepID) -> Bool { next(of: group).map { $0.attempts > 0 } ?? false }

  /// What a group lets leave first.
  private func next(of group: StepID) -> OutboxRow? {
    leaving.filter { $0.group == group && $0.state == .held && $0.seconds != nil }
      .min { $0.seconds ?? 0 < $1.seconds ?? 0 }
  }

  /// In how many seconds something may have become of a message.
  fileprivate var secondsToWait: Int? {
    leaving.compactMap { row in
      switch row.state {
      case .held: row.seconds.map { max(0, $0 - elapsed) }
      case .leaving: 0
      case .draft, .sent, .unknown: nil
      }
    }.min()
  }

  /// Notes that a person sees a message, or all that there are.
  mutating func see(_ id: OutgoingID? = nil) {
    for index in leaving.indices where id == nil || leaving[index].id == id {
      leaving[index].isSeen = true
    }
  }

  /// The message that a group has let wait, if there is only one.
  func draft(of groups: [StepID]) -> OutgoingID? {
    let drafts = leaving.filter { draft in draft.group.map(groups.contains) ?? false }
    return drafts.count == 1 ? drafts.first?.id : nil
  }
}

/// A group that lets a message leave.
struct SendingGroup: Sendable {
  let step: StepID
  /// The message's subject; empty if it has none, or is not known.
  var subject: String
}

extension Shared {
  /// Asks what waits to leave after a turn of the history: nothing leaves unsaid.
  mutating func watchLeaving(after change: PendingChange, _ result: ChangeResult) {
    let isTurn =
      change.kind == .switch || (change.isUndoRedo && result.target?.hasDeparture == true)
    mailbox.writing.isToBeSaid = isTurn && result.kind != .nothing
    noteSending(after: change, result)
    watchLeaving()
  }

  /// Notes the group that lets a message leave, if undo would take one now.
  private mutating func noteSending(after change: PendingChange, _ result: ChangeResult) {
    mailbox.writing.sending.removeAll { result.targets.contains($0.step) }
    guard !change.isAutomatic, undoHoldsMessage, let step = mailbox.head.undo?.id,
      !mailbox.writing.sending.contains(where: { $0.step == step })
    else { return }
    mailbox.writing.sending.append(SendingGroup(step: step, subject: change.sentSubject))
  }

  /// Asks what waits to leave, if what undo would take has let something.
  mutating func watchLeaving() {
    if !mailbox.writing.isToBeSaid {
      guard let step = mailbox.head.undo, step.hasDeparture, step.left == nil else { return }
    }
    readLeaving()
  }

  /// Asks what waits to leave, may have left, or was refused.
  mutating func readLeaving() {
    guard mailbox.writing.leavingTicket == nil else { return mailbox.writing.isStale = true }
    mailbox.writing.isStale = false
    mailbox.writing.leavingTicket = ask(LeavingQuestion())
  }

  /// Asks whether a message has left as soon as undo would not take that back, nor anything newer.
  mutating func askWhetherSent() {
    guard let group = mailbox.writing.sending.last, requests.isAlive,
      mailbox.writing.sentTicket == nil
    else { return }
    if let top = mailbox.head.undo, top.id > group.step || top.id == group.step && top.left == nil {
      return
    }
    mailbox.writing.sent = nil
    mailbox.writing.asked = mailbox.writing.sending.removeLast()
    mailbox.writing.sentTicket = ask(StepQuestion(step: group.step, limit: 1))
  }

  /// Says once that a message has left, instead of taking back what was done before it; returns
  /// whether it did.
  mutating func reportDeparture() -> Bool {
    guard let sent = mailbox.writing.sent, !changes.isBusyForPerson,
      mailbox.head.undo.map({ $0.id <= sent.step }) ?? true
    else { return false }
    mailbox.writing.sent = nil
    let rest =
      mailbox.head.undo.map { Sentence("status.left.undo", .sentence(.title(of: $0))) }
      ?? Sentence("status.left.alone")
    report(
      Sentence("status.both", .sentence(.sent(sent.subject)), .sentence(rest)),
      about: .key
    )
    return true
  }

  /// Notes what has become of a message: that it has left is said if nothing newer was said since; that it
  /// has not, or perhaps, when it is known of which.
  private mutating func noteSent(_ group: StepDetail) {
    guard let end = group.step.left?.end, var sent = mailbox.writing.asked else { return }
    if sent.subject.isEmpty { sent.subject = group.departures.first?.subject ?? "" }
    switch end {
    case .sent:
      mailbox.writing.sent = sent
      if status.left == nil || status.subject == .departure { report(.sent(sent.subject)) }
    case .unsent, .unknown: readLeaving()
    }
  }

  /// Takes what waits to leave, may have left, or was refused; what is new of it is said at once.
  private mutating func noteLeaving(_ rows: [OutboxRow]) {
    let before = mailbox.writing
    mailbox.writing.leaving = rows
    mailbox.writing.elapsed = 0
    sayWhatLeaves()
    if let failed = rows.first(where: { row in
      row.state == .held && row.attempts > 0
        && before.leaving.contains {
          $0.id == row.id && ($0.attempts < row.attempts || $0.state == .leaving)
        }
    }) {
      report(.triedAgain(failed, outboxKey), about: .departure)
    }
    let known = Set(before.unseen.map(\.id))
    // It is said where there is nothing else to say.
    if mailbox.writing.unseen.contains(where: { !known.contains($0.id) }) { report(nil) }
  }

  /// What has not left, or perhaps not, and nobody has looked at; `nil` if there is nothing.
  var unseenSentence: Sentence? { .unseen(mailbox.writing.unseen, outboxKey) }

  /// The key that leads to what is being sent.
  var outboxKey: String {
    keymap.key(for: .command(.outbox)) ?? ScreenCommand.outbox.rawValue
  }

  /// Says that something leaves of which undo's place in the status line says nothing.
  private mutating func sayWhatLeaves() {
    guard mailbox.writing.isToBeSaid else { return }
    mailbox.writing.isToBeSaid = false
    let rests = mailbox.writing.leaving.filter { $0.state == .held }.compactMap(\.seconds)
    guard secondsToLeave == nil, let rest = rests.min() else { return }
    report(Sentence("status.outbox.leaves", .number(rest)))
  }

  /// Asks to whom one's own mail went, unless that is known: nobody waits for it.
  mutating func readCorrespondents() {
    guard mailbox.writing.correspondents.isEmpty, mailbox.writing.correspondentsTicket == nil
    else { return }
    mailbox.writing.correspondentsTicket = ask(CorrespondentsQuestion())
  }

  /// Puts a message among the drafts of the mail; nobody waits for that.
  mutating func file(_ draft: Draft) {
    let ticket = ask(FileDraftQuestion(draft, settings.context))
    mailbox.writing.filing[ticket.id] = (ticket, draft.facts.message)
  }

  /// Takes an answer about messages that no pane shows.
  mutating func receiveWriting(_ arrival: Arrival) {
    if let answered = arrival.redeem(&mailbox.writing.leavingTicket) {
      if case .answer(let drafts) = answered { noteLeaving(drafts) }
      if mailbox.writing.isStale { readLeaving() }
    } else if let answered = arrival.redeem(&mailbox.writing.sentTicket) {
      if case .answer(let group) = answered { noteSent(group) }
    } else if let answered = arrival.redeem(&mailbox.writing.correspondentsTicket) {
      if case .answer(let people) = answered { mailbox.writing.correspondents = people }
    } else if let (ticket, message) = mailbox.writing.filing.removeValue(forKey: arrival.id) {
      filed(arrival.answer(to: ticket), message)
    } else if let (ticket, left) = mailbox.writing.recovering.removeValue(forKey: arrival.id) {
      recovered(arrival.answer(to: ticket), ticket.question.request, left)
    }
  }

  private mutating func filed(_ answered: Answered<Bool>?, _ message: MessageID) {
    if let failure = answered?.failure { return report(failure) }
    if case .answer(true)? = answered { reportFiled() }
    notify(.rewritten(message))
    notify(.refresh)
  }

  /// Says that a draft is kept, which undo does not take back, and what that would take instead.
  private mutating func reportFiled() {
    let filed = Sentence("status.draft.filed")
    guard let step = mailbox.head.undo, let key = keymap.key(for: .command(.undo)) else {
      return report(filed)
    }
    let next = Sentence("status.undo-of-others", .keys(key), .sentence(.title(of: step)))
    report(Sentence("status.both", .sentence(filed), .sentence(next)), about: .undo)
  }

  /// Whether undo would take back that a message leaves, which it has not yet.
  var undoHoldsMessage: Bool {
    mailbox.head.undo.map { $0.hasDeparture && $0.left == nil } ?? false
  }

  /// Whether undo would bring back a draft that was thrown away.
  var undoBringsBackDraft: Bool {
    guard case .action(let action)? = mailbox.head.undo?.name else { return false }
    return action.id == "discard-draft"
  }

  /// In how many seconds what undo would take back leaves; `nil` if nothing of it leaves by itself.
  var secondsToLeave: Int? {
    guard let step = mailbox.head.undo, step.left == nil else { return nil }
    return mailbox.writing.seconds(of: step.id)
  }

  /// The newest message of this screen that leaves by itself while it can still be taken back, and in how
  /// many seconds; what leaves later than after a hold was given a time.
  private var heldDeparture: (subject: String, seconds: Int)? {
    mailbox.writing.sending.reversed().lazy.compactMap { group in
      self.mailbox.writing.seconds(of: group.step).flatMap { seconds in
        seconds > 0 && seconds <= self.config.compose.hold ? (group.subject, seconds) : nil
      }
    }.first
  }

  /// Says, before the program is left, what will leave all the same, unless that was just said; returns
  /// whether it did.
  mutating func warnsOfDeparture(before key: String) -> Bool {
    guard status.subject != .leaving, let held = heldDeparture else { return false }
    let seconds = Sentence.Argument.number(held.seconds)
    let notice =
      held.subject.isEmpty
      ? Sentence("status.leaving.held.untitled", seconds)
      : Sentence("status.leaving.held", .text(held.subject), seconds)
    let again = Sentence("status.leaving", .keys(key))
    report(Sentence("status.both", .sentence(notice), .sentence(again)), about: .leaving)
    return true
  }

  /// Wakes the screen each second as long as the time is counted down, or can matter to who leaves.
  mutating func wantCountdown() {
    guard let seconds = mailbox.writing.secondsToWait else { return }
    let pace = secondsToLeave == nil ? max(1, seconds - config.compose.hold) : 1
    mailbox.writing.pace = pace
    let key = TimerKey.text("\(seconds) \(mailbox.writing.elapsed) \(pace)")
    timers.want(.sending, for: key, after: .seconds(pace))
  }

  /// Counts the time down; what is due or on its way is looked at again: it may wait for another try.
  mutating func countDown() {
    mailbox.writing.elapsed += mailbox.writing.pace
    if mailbox.writing.secondsToWait == 0 { readLeaving() }
  }
}

extension PendingChange {
  /// The subject of the message that it lets leave; empty if there is none.
  fileprivate var sentSubject: String {
    if case .outgoing(.send(let draft)) = request { draft.subject } else { "" }
  }
}

extension StepSummary {
  /// Whether the group is named as one that lets a message leave.
  fileprivate var hasDeparture: Bool {
    switch name {
    case .action(let action), .pair(let action, _), .all(let action, _, _):
      DepartureRequest.Goal(rawValue: action.id) != nil
    case .custom, .several: true
    case .revert, .reverts, .reapply, .reapplies, .restore, .lost, .unknown, nil: false
    }
  }
}

package import TriageCore

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
  /// What waits to leave, as the engine said last.
  fileprivate(set) var leaving: [LeavingDraft] = []
  /// How many seconds ago that was.
  fileprivate var elapsed = 0
  fileprivate var filing: [RequestID: (ticket: Ticket<FileDraftQuestion>, message: MessageID)] = [:]
  /// Texts that a screen which has died has left, on their way to the engine.
  fileprivate var recovering: [RequestID: (ticket: Ticket<DraftQuestion>, left: WorkingDraft)] = [:]
  /// How many of them were not saved before.
  fileprivate var recovered = 0
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

  /// In how many seconds a group lets a message leave; `nil` if it does not leave by itself.
  func seconds(of group: StepID) -> Int? {
    let rests = leaving.filter { $0.group == group && $0.state == .held }.compactMap(\.seconds)
    return rests.min().map { max(0, $0 - elapsed) }
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

/// A message in the file in which its writer's editor changes it.
package struct WorkingDraft: Hashable, Sendable {
  /// Its number.
  package var id: OutgoingID
  /// Its Message-ID.
  package var message: MessageID
  /// The version that is being changed.
  package var version: Int64
  /// The text.
  package var text: String
  /// The file in which an editor has left it; `nil` before that.
  package var file: String?
  /// Whether it must lie in memory only while it is edited.
  package var isSecret: Bool

  /// Makes a draft.
  package init(
    _ id: OutgoingID,
    _ message: MessageID,
    version: Int64,
    text: String,
    isSecret: Bool = false
  ) {
    self.isSecret = isSecret
    self.id = id
    self.message = message
    self.version = version
    self.text = text
  }
}

/// What an editor has left of a message.
package struct EditedDraft: Hashable, Sendable {
  /// The message with its text as it is now.
  package var draft: WorkingDraft
  /// What is to be said of the editor.
  package var problem: Sentence?
  /// Whether it has not ended well: the text may not be what its writer wants.
  package var isDoubtful: Bool

  /// Makes a record.
  package init(_ draft: WorkingDraft, problem: Sentence? = nil, isDoubtful: Bool = false) {
    self.draft = draft
    self.problem = problem
    self.isDoubtful = isDoubtful
  }
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

  /// Notes that a message has left, and says so if nothing newer was said since.
  private mutating func noteSent(_ group: StepDetail) {
    guard group.step.left?.end == .sent, var sent = mailbox.writing.asked else { return }
    if sent.subject.isEmpty { sent.subject = group.departures.first?.subject ?? "" }
    mailbox.writing.sent = sent
    if status.left == nil { report(.sent(sent.subject)) }
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
    let ticket = ask(FileDraftQuestion(id: draft.id, context: settings.context))
    mailbox.writing.filing[ticket.id] = (ticket, draft.facts.message)
  }

  /// Has the engine keep texts that a screen which has died has left.
  mutating func recover(_ drafts: [WorkingDraft]) {
    for draft in drafts {
      let edit = DraftEdit(
        draft.id,
        draft.message,
        version: draft.version,
        text: draft.text,
        attachesFiles: config.engine.isEmpty
      )
      let ticket = ask(DraftQuestion(request: .save(edit)))
      mailbox.writing.recovering[ticket.id] = (ticket, draft)
    }
  }

  /// Takes an answer about messages that no pane shows.
  mutating func receiveWriting(_ arrival: Arrival) {
    if let answered = arrival.redeem(&mailbox.writing.leavingTicket) {
      if case .answer(let drafts) = answered {
        mailbox.writing.leaving = drafts
        mailbox.writing.elapsed = 0
        sayWhatLeaves()
      }
      if mailbox.writing.isStale { watchLeaving() }
    } else if let answered = arrival.redeem(&mailbox.writing.sentTicket) {
      if case .answer(let group) = answered { noteSent(group) }
    } else if let answered = arrival.redeem(&mailbox.writing.correspondentsTicket) {
      if case .answer(let people) = answered { mailbox.writing.correspondents = people }
    } else if let (ticket, message) = mailbox.writing.filing.removeValue(forKey: arrival.id) {
      filed(arrival.answer(to: ticket), message)
    } else if let (ticket, left) = mailbox.writing.recovering.removeValue(forKey: arrival.id) {
      recovered(arrival.answer(to: ticket), left)
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

  private mutating func recovered(_ answered: Answered<Draft>?, _ left: WorkingDraft) {
    if case .answer(let draft)? = answered {
      send(.dropWorkingFile(left))
      if draft.version != left.version { mailbox.writing.recovered += 1 }
    }
    guard mailbox.writing.recovering.isEmpty, mailbox.writing.recovered > 0 else { return }
    report(Sentence("status.draft.recovered", .number(mailbox.writing.recovered)))
    mailbox.writing.recovered = 0
  }

  /// Whether undo would take back that a message leaves, which it has not yet.
  var undoHoldsMessage: Bool {
    mailbox.head.undo.map { $0.hasDeparture && $0.left == nil } ?? false
  }

  /// Whether undo would take back what was decided about a message of one's own.
  var undoIsAboutWriting: Bool {
    guard case .action(let action)? = mailbox.head.undo?.name else { return false }
    return action.id == "discard-draft" || DepartureRequest.Goal(rawValue: action.id) != nil
  }

  /// In how many seconds what undo would take back leaves; `nil` if nothing of it leaves by itself.
  var secondsToLeave: Int? {
    guard let step = mailbox.head.undo, step.left == nil else { return nil }
    return mailbox.writing.seconds(of: step.id)
  }

  /// Wakes the screen each second as long as the time is counted down.
  mutating func wantCountdown() {
    guard let seconds = secondsToLeave, seconds > 0 else { return }
    timers.want(.sending, for: .number(seconds), after: .seconds(1))
  }

  /// Counts another second down.
  mutating func countDown() { mailbox.writing.elapsed += 1 }
}

extension PendingChange {
  /// The subject of the message that it lets leave; empty if there is none.
  fileprivate var sentSubject: String {
    if case .outgoing(.send(let draft)) = request { draft.subject } else { "" }
  }
}

extension Sentence {
  /// That a message has left.
  fileprivate static func sent(_ subject: String) -> Sentence {
    subject.isEmpty ? Sentence("status.sent.untitled") : Sentence("status.sent", .text(subject))
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

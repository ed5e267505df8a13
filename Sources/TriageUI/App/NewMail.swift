import TriageCore

/// Notices new mail: when the view that the program starts with has more unread messages than
/// before, and nobody has made them so in the history.
///
/// Nothing is asked unless the index is another one, and somebody wants to know.
struct NewMailWatch: Hashable, Sendable {
  /// What was counted last, and when.
  private struct Counted: Hashable, Sendable {
    var unread: Int
    var revision: IndexRevision
    /// What undo would take then: a change of ours or of another screen is not new mail.
    var head: HistoryHead
    var query: String
  }

  private var counted: Counted?
  /// What is being counted.
  private var asked: Counted?
  private(set) var ticket: Ticket<CountQuestion>?

  /// Asks for the count, if it may be another one.
  mutating func ask(_ query: String, _ shared: inout Shared) {
    guard ticket == nil, shared.requests.isAlive, let revision = shared.mailbox.revision,
      counted?.revision != revision || counted?.query != query
    else { return }
    asked = Counted(unread: 0, revision: revision, head: shared.mailbox.head, query: query)
    ticket = shared.ask(CountQuestion(query: MailQuery(query)))
  }

  /// Returns how many new messages there are, once that is counted; `nil` if the answer is not to
  /// this question.
  mutating func redeem(_ arrival: Arrival) -> Int? {
    guard let answered = arrival.redeem(&ticket), var now = asked else { return nil }
    // What cannot be counted is asked again when the index is another one.
    let before = counted
    if case .answer(let counts) = answered { now.unread = counts.unread }
    counted = now
    guard case .answer = answered, let before, before.query == now.query,
      before.revision.uuid == now.revision.uuid, before.head == now.head
    else { return 0 }
    return max(0, now.unread - before.unread)
  }
}

extension Shared {
  /// Whether new mail is told of.
  private var wantsNewMail: Bool { config.notify != .nothing || config.poll.every != nil }

  /// Counts what is new, if somebody wants to know and it may be otherwise than before.
  mutating func watchNewMail() {
    guard wantsNewMail else { return }
    var watch = mailbox.newMail
    watch.ask(config.startView.query, &self)
    mailbox.newMail = watch
  }

  /// Tells of new mail on the status line, and in the way of the configuration.
  mutating func receiveNewMail(_ arrival: Arrival) {
    guard let count = mailbox.newMail.redeem(arrival), count > 0 else { return }
    let view = Sentence.title(of: ListTitle.view(config.startView, in: config))
    let sentence = Sentence("status.new-mail", .number(count), .sentence(view))
    report(sentence)
    if config.notify != .nothing { send(.announce(sentence, config.notify)) }
  }
}

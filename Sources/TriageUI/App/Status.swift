import Screen
import TriageCore

/// What the status line says.
struct StatusState: Hashable, Sendable {
  /// What a sentence is about: it is shown no longer than that lasts.
  enum Subject: Hashable, Sendable {
    /// The mail, the engine or the configuration: it stays until there is something else to report.
    case mail
    /// The key that was pressed.
    case key
    /// Whose group undo would take: what undo would take is not said a second time beside it.
    case undo
    /// That the same key leaves if it comes at once.
    case leaving
    /// That there is no more unread mail: the same key begins at the other end if it comes at once.
    case endOfUnread(isForward: Bool)
    /// The thread being read.
    case thread(ThreadID)
    /// The message being read.
    case message(MessageID)
    /// That the list could not be refreshed.
    case refresh
    /// That a message waits to leave: as long as it does.
    case departure
  }

  /// What was done, or why it was not.
  var left: Sentence?
  var isError = false
  var subject = Subject.mail
  /// Whether no key was pressed since it was reported: then all of it is shown.
  var isNew = true
  /// What Enter opens as long as no other key is pressed: the mail that the sentence is about, if
  /// the view hides it.
  var offer: String?
  /// Whether it says what a change has come to, which undo would take back.
  var isOfChange = false
  /// Where it was said.
  var place: Place?
  /// Whether another place is shown, where it would be read as being about what is there.
  var isElsewhere = false

  /// Whether nothing new is said that is about what the person does.
  var givesWay: Bool {
    left == nil || isElsewhere || subject == .undo
      || subject == .mail && !isNew && !isError && offer == nil
  }

  /// A place that a person is in: what lies on top, over which list.
  struct Place: Hashable, Sendable {
    let layer: Int
    let query: String
  }
}

extension Shared {
  /// Shows a sentence at the left of the status line as long as what it is about lasts.
  mutating func report(
    _ sentence: Sentence?,
    isError: Bool = false,
    about subject: StatusState.Subject = .mail
  ) {
    status = StatusState(left: sentence, isError: isError, subject: subject)
  }

  /// Shows what failed, and what can be done about it.
  mutating func report(_ failure: TriageFailure, about subject: StatusState.Subject = .mail) {
    let sentence = Sentence.failure(failure)
    guard let hint = Sentence.hint(for: failure) else {
      return report(sentence, isError: true, about: subject)
    }
    let both = Sentence("status.both", .sentence(sentence), .sentence(hint))
    report(both, isError: true, about: subject)
  }

  /// What the status line says, and what Enter does as long as it is offered; where there is nothing new
  /// to say, what a person must know: that a message has not left, or that the configuration has mistakes.
  var statusSentence: Sentence? {
    if status.givesWay, let unseen = unseenSentence { return unseen }
    guard !status.isElsewhere else { return settings.refused }
    guard status.offer != nil else { return status.left ?? settings.refused }
    let key = keymap.key(for: .command(.open), in: .list) ?? ""
    let hidden = Sentence("status.hidden", .keys(key))
    return status.left.map { Sentence("status.both", .sentence($0), .sentence(hidden)) } ?? hidden
  }
}

extension Shared {
  /// Whether what the status line says is a mistake or a failure.
  var isStatusError: Bool {
    if status.givesWay, unseenSentence != nil { return true }
    return status.left == nil || status.isElsewhere ? settings.refused != nil : status.isError
  }
}

extension State {
  /// What a sentence is about that reports something done with a message.
  var subjectOfReading: StatusState.Subject {
    layers.reversed().lazy.compactMap(\.pane.shownThread).first.map { .thread($0) } ?? .mail
  }

  /// The message that is being read.
  private var shownMessage: MessageID? {
    layers.reversed().lazy.compactMap(\.pane.shownMessage).first
  }

  /// Takes a sentence away when what it is about has gone.
  ///
  /// - Parameters:
  ///   - before: The status line as it was before the event.
  ///   - event: What has happened.
  mutating func dropStaleStatus(_ before: StatusState, after event: Event) {
    let isStale =
      switch shared.status.subject {
      case .mail, .refresh: false
      case .departure: !shared.undoHoldsMessage && !shared.mailbox.writing.isSending
      case .key, .undo, .leaving, .endOfUnread: event.isOfMoment && shared.status == before
      case .thread: subjectOfReading != shared.status.subject
      case .message(let message): message != shownMessage
      }
    guard isStale else { return }
    shared.status = StatusState()
  }

  /// Notes where a sentence was said, and hides what was done while another place is shown.
  ///
  /// It is there again when the person comes back. Where the screen leads by itself, the sentence goes along.
  ///
  /// - Parameters:
  ///   - before: The status line as it was before the event.
  ///   - event: What has happened.
  mutating func placeStatus(_ before: StatusState, after event: Event) {
    let list = layers[Region.list.rawValue].pane as? ListPane
    let top = layers.last { $0.pane.context != .menu }?.id ?? 0
    let place = StatusState.Place(
      layer: Region(rawValue: top) == nil ? top : Region.list.rawValue,
      query: list?.list.query ?? ""
    )
    if shared.status != before || !(event.isFromPerson || before.isElsewhere) {
      shared.status.place = place
    }
    let staysHere = shared.status.subject != .mail || shared.status.isError
    shared.status.isElsewhere = !staysHere && shared.status.place != place
  }
}

extension Event {
  /// Whether what was said of the last key is out of date: another one was pressed, or the window has
  /// another size.
  fileprivate var isOfMoment: Bool {
    if case .terminal(.resize) = self { true } else { isFromPerson }
  }

  /// Whether a person has pressed a key or a button.
  var isFromPerson: Bool {
    switch self {
    case .terminal(.key), .terminal(.paste), .pointer(.click): true
    case .terminal, .pointer, .started, .engine, .engineRestarted, .engineStopped, .due, .notify,
      .entered, .polled, .configured, .shaken, .lettered, .folderListed, .rulesAdded,
      .partShown, .partsSaved, .edited, .compose, .leftovers:
      false
    }
  }
}

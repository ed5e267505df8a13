import TriageCore

/// What an action changes of the messages that a person means: what is being written is no mail yet, and
/// stays where it is.
enum MeantMessages: Equatable {
  case mail([MessageID])
  /// Drafts, which are thrown away.
  case drafts([MessageID])
  /// Drafts, with which this cannot be done.
  case none

  /// Chooses what an action changes.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - messages: What is meant.
  ///   - drafts: Which of the messages are being written.
  ///   - areChosen: Whether a person has pointed at these messages, not at their threads.
  ///   - amongDrafts: Whether drafts are listed: they are what is meant there.
  init(
    of action: MailAction,
    on messages: [MessageID],
    drafts: Set<MessageID>,
    areChosen: Bool,
    amongDrafts: Bool = false
  ) {
    let mail = messages.filter { !drafts.contains($0) }
    let isOwn = action.isForDrafts && (amongDrafts || action.folder == nil)
    if mail.count == messages.count {
      self = .mail(messages)
    } else if action == .fixed(.delete) {
      self = mail.isEmpty ? .drafts(messages) : .mail(mail)
    } else if isOwn, areChosen || amongDrafts || mail.isEmpty {
      self = .mail(messages)
    } else {
      self = mail.isEmpty ? .none : .mail(mail)
    }
  }
}

extension MailAction {
  /// Whether the action makes sense for a message that is being written.
  var isForDrafts: Bool {
    switch self {
    case .fixed(.delete), .fixed(.undelete), .move: true
    case .snooze, .wake: false
    case .user(_, let steps): steps.allSatisfy(\.isForDrafts)
    default: !isAboutThread
    }
  }
}

extension Sentence {
  /// That an action cannot be done with a draft.
  static func notForDrafts(_ action: MailAction) -> Sentence {
    Sentence("status.not-for-drafts", .sentence(.title(ActionName(action))))
  }
}

extension [MessageMetadata] {
  /// Without drafts that were thrown away, unless they are what was looked for, or there is nothing else.
  func withoutDiscarded(but matched: Set<MessageID>) -> [MessageMetadata] {
    let shown = filter { !$0.tags.areOfDiscardedDraft || matched.contains($0.id) }
    return shown.isEmpty ? self : shown
  }
}

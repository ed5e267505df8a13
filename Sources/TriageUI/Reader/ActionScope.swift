import Screen
import TriageCore

/// What an action is about in a thread that is being read.
enum ActionScope: Hashable, Sendable {
  /// The messages that were selected: whatever the action is.
  case selection
  /// All messages of the thread, as it is shown.
  case thread
  /// The message under the cursor.
  case message
}

extension ReaderPane {
  /// Returns what an action is about.
  ///
  /// That is the selection; else the thread, if the action takes threads away or brings them back,
  /// and the message under the cursor if it does not. `whole-thread` turns the last two round.
  func scope(of action: MailAction, isTurned: Bool) -> ActionScope {
    scope(isAboutThread: action.isAboutThread, isTurned: isTurned)
  }

  func scope(isAboutThread: Bool, isTurned: Bool) -> ActionScope {
    if !thread.selected.isEmpty { return .selection }
    return isAboutThread != isTurned ? .thread : .message
  }

  func extent(of action: ArgumentAction, count: Int?) -> CountedRows? {
    switch scope(isAboutThread: ActionID.asking(action).isAboutThread, isTurned: isTurned) {
    case .thread: .threads(1)
    case .selection: .messages(thread.selected.count)
    case .message: thread.current.map { _ in .messages(1) }
    }
  }

  /// The messages of a scope, as far as they are known.
  func messages(in scope: ActionScope) -> [MessageMetadata] {
    switch scope {
    case .selection: thread.messages.filter { thread.selected.contains($0.id) }
    case .thread: thread.messages
    case .message: thread.current.map { [$0] } ?? []
    }
  }

  /// The messages of a scope, until the thread has come by what its row says; none if that is not
  /// enough to tell them.
  func messageIDs(in scope: ActionScope) -> [MessageID] {
    scope == .thread && thread.messages.isEmpty ? rowMessages : messages(in: scope).map(\.id)
  }

  /// Why the next action cannot be about the other of the two.
  func reasonNotToTurn(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    return thread.selected.isEmpty ? nil : Sentence("status.selection-first")
  }

  /// Gives up with a question what the next action was to be about: it has been answered, or left.
  mutating func endTurn(_ shared: Shared) {
    if isAskedTurned, !shared.isAsking { isTurned = false }
    isAskedTurned = isTurned && shared.isAsking
  }

  /// The title of an action with what it would be about now; `nil` where its own title says enough:
  /// of a selection, which is told beside it, and of a thread that is one message.
  func scopedTitle(of action: ActionID) -> Sentence? {
    guard thread.messages.count > 1 else { return nil }
    return scope(isAboutThread: action.isAboutThread, isTurned: isTurned).title(of: action)
  }

  /// What the next action is about, if that is not what it would be about by itself.
  func scopeSentence(_ shared: Shared) -> Sentence? {
    guard thread.selected.isEmpty else {
      return Sentence("status.selected.messages", .number(thread.selected.count))
    }
    guard isTurned else { return nil }
    let keys = { (isAboutThread: Bool) in
      ActionID.onMail(shared.config).filter { $0.isAboutThread == isAboutThread }
        .compactMap { shared.keymap.key(for: $0, in: .message) }
    }
    let (message, thread) = (keys(true), keys(false))
    // As many keys of both as there is room for beside the position.
    let room = shared.size.columns - 10
    let narrow = (1...2).map { ("reading.turned.narrow", $0) }
    let sentences = (narrow + (1...8).map { ("reading.turned", $0) }).map { key, most in
      Sentence(
        key,
        .sentence(.keys(message, most: most)),
        .sentence(.keys(thread, most: most))
      )
    }
    return sentences.last { shared.settings.lexicon.lines($0, columns: room).count <= 1 }
      ?? sentences.first
  }
}

extension ActionScope {
  /// The title of an action with what it is about; `nil` where its own title must do.
  func title(of action: ActionID) -> Sentence? {
    switch (action, self) {
    case (.mail(.fixed(let action)), _): title(of: action)
    case (.mail(.wake), .thread): Sentence("reading.wake-thread")
    case (.mail(.wake), .message): Sentence("reading.wake-message")
    case (.asking(.move), .thread): Sentence("reading.move-thread")
    case (.asking(.snooze), .thread): Sentence("reading.snooze-thread")
    case (.asking(.addTag), .message): Sentence("reading.add-tag-message")
    case (.asking(.removeTag), .message): Sentence("reading.remove-tag-message")
    case (.asking(.changeTags), .message): Sentence("reading.change-tags-message")
    case (.command(.quickTags), .message): Sentence("reading.quick-tags-message")
    case (.command(.toggleStar), .message): Sentence("reading.toggle-star-message")
    case (.command(.toggleUnread), .message): Sentence("reading.toggle-unread-message")
    default: nil
    }
  }

  /// The title of a fixed action with what it is about.
  func title(of action: FixedAction) -> Sentence? {
    switch (action, self) {
    case (.archive, .thread): Sentence("reading.archive-thread")
    case (.archive, .message): Sentence("reading.archive-message")
    case (.delete, .thread): Sentence("reading.delete-thread")
    case (.delete, .message): Sentence("reading.delete-message")
    case (.star, .thread): Sentence("reading.star-thread")
    case (.star, .message): Sentence("reading.star-message")
    case (.unstar, .thread): Sentence("reading.unstar-thread")
    case (.unstar, .message): Sentence("reading.unstar-message")
    case (.markReadAndArchive, .thread): Sentence("reading.read-and-archive-thread")
    case (.markReadAndArchive, .message): Sentence("reading.read-and-archive-message")
    case (.spam, .thread): Sentence("reading.spam-thread")
    case (.spam, .message): Sentence("reading.spam-message")
    case (.mute, .thread): Sentence("reading.mute-thread")
    case (.mute, .message): Sentence("reading.mute-message")
    case (.markRead, .thread): Sentence("reading.mark-read-thread")
    case (.markRead, .message): Sentence("reading.mark-read-message")
    case (.markUnread, .thread): Sentence("reading.mark-unread-thread")
    case (.markUnread, .message): Sentence("reading.mark-unread-message")
    case (.unarchive, .thread): Sentence("reading.unarchive-thread")
    case (.unarchive, .message): Sentence("reading.unarchive-message")
    case (.undelete, .thread): Sentence("reading.undelete-thread")
    case (.undelete, .message): Sentence("reading.undelete-message")
    case (.notSpam, .thread): Sentence("reading.not-spam-thread")
    case (.notSpam, .message): Sentence("reading.not-spam-message")
    case (.unmute, .thread): Sentence("reading.unmute-thread")
    case (.unmute, .message): Sentence("reading.unmute-message")
    case (_, .selection): nil
    }
  }
}

extension ActionID {
  /// Whether a thread that is being read is meant, all of it, unless that is turned round.
  var isAboutThread: Bool {
    switch self {
    case .mail(let action): action.isAboutThread
    case .asking(let action): !action.kind.isAboutTags
    case .command, .running: false
    }
  }

  /// The title of an action in a thread with what it is about there, unless that is turned round.
  var titleInThread: Sentence? {
    (isAboutThread ? ActionScope.thread : .message).title(of: self)
  }

  /// All that acts on mail.
  fileprivate static func onMail(_ config: Config) -> [ActionID] {
    MailAction.withoutArgument.map(ActionID.mail)
      + [.toggleStar, .toggleUnread, .quickTags].map(ActionID.command)
      + ArgumentAction.allCases.map(ActionID.asking)
      + config.actions.own.map { .mail($0.action) }
  }
}

extension Sentence {
  /// The first of some keys, and a sign for the others.
  fileprivate static func keys(_ keys: [String], most: Int) -> Sentence {
    let more = keys.count > most ? [Sentence("custom", .text("…"))] : []
    return .list(keys.prefix(most).map(Sentence.keys) + more) ?? Sentence("custom", .text("-"))
  }
}

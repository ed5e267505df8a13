/// What a group does to mail, as habits are compared: its tags, and where it moves files to.
package struct HabitEdit: Hashable, Sendable, Codable {
  /// The tags to have and not to have.
  package let tags: TagEdit
  /// The folder that files go to.
  package let folder: MailFolder?

  /// Makes an edit; that a sleep ends by the way is no part of it.
  package init(tags: TagEdit, folder: MailFolder? = nil) {
    let sleep = tags.remove.sleepTags.union(tags.remove.intersection([WakeTime.woken]))
    self.tags =
      sleep.isEmpty ? tags : TagEdit(add: tags.add, remove: tags.remove.subtracting(sleep))
    self.folder = folder
  }

  /// Whether it can be a rule: not what puts mail away until a time, or gives it to the person.
  package var canBeRule: Bool {
    (!tags.isEmpty || folder != nil) && tags.add.sleepTags.isEmpty
      && tags.add.isDisjoint(with: [.inbox, .unread])
  }

  /// Whether mail that it was done to is not seen any more: then it counts only if it was unread.
  package var hidesMail: Bool { !tags.remove.isDisjoint(with: [.inbox, .unread]) }

  /// The edit in words, for comparing it with one of another day.
  package var text: String {
    (tags.words + [folder.map { "> \($0.text)" }].compactMap(\.self)).joined(separator: " ")
  }
}

/// What one group wanted of one message.
package struct Deed: Hashable, Sendable {
  /// The group.
  package var step: StepID
  /// What it wanted.
  package var edit: HabitEdit
  /// Whether it changed something.
  package var hasEffect = false
  /// Whether something that it changed counts still.
  package var stands = false
  /// Whether it took the message out of the inbox, and that counts still.
  package var archives = false
  /// How many of the message's marks are older than it.
  package var olderMarks = 0

  /// Makes a deed that has changed nothing yet.
  package init(step: StepID, edit: HabitEdit) {
    self.step = step
    self.edit = edit
  }
}

/// What a step says of whether a message was read.
package struct UnreadMark: Hashable, Sendable {
  /// The step.
  package var step: StepID
  /// Whether the message was unread before it.
  package var before: Bool
  /// Whether it was unread after it.
  package var after: Bool

  /// Makes a mark.
  package init(step: StepID, before: Bool, after: Bool) {
    self.step = step
    self.before = before
    self.after = after
  }
}

/// What the history has of one message.
package struct MessageDeeds: Hashable, Sendable {
  /// The message.
  package var message: MessageID
  /// What groups wanted of it, in the order of the history: that of steps of other machines is not that of their numbers.
  package var deeds: [Deed]
  /// What steps say of whether it was read, in the order of the history.
  package var marks: [UnreadMark]

  /// Makes a record.
  package init(message: MessageID, deeds: [Deed], marks: [UnreadMark]) {
    self.message = message
    self.deeds = deeds
    self.marks = marks
  }

  /// Whether the message was unread when a group came; `nil` if no step tells.
  package func wasUnread(before deed: Deed) -> Bool? {
    if let own = marks.first(where: { $0.step == deed.step }) { return own.before }
    return deed.olderMarks > 0 ? marks[deed.olderMarks - 1].after : marks.first?.before
  }
}

/// What became of a message that a person has dealt with, or left.
package struct Decision: Hashable, Sendable {
  /// What was decided.
  package enum Kind: Hashable, Sendable {
    case done(HabitEdit)
    /// All that was done was taken back.
    case takenBack
    /// It was read, and stayed in the inbox.
    case left
  }

  /// The message.
  package var message: MessageID
  /// When it was decided.
  package var time: Timestamp
  /// What was decided.
  package var kind: Kind
  /// The group that decided it; `nil` if it was left.
  package var step: StepID?
  /// Whether the message was unread until then; `nil` if only the index can tell.
  package var wasUnread: Bool?

  /// Makes a decision.
  package init(
    _ message: MessageID,
    at time: Timestamp,
    _ kind: Kind,
    by step: StepID? = nil,
    wasUnread: Bool? = nil
  ) {
    self.message = message
    self.time = time
    self.kind = kind
    self.step = step
    self.wasUnread = wasUnread
  }

  /// Returns what groups decided about a message; `nil` if none of those that count changed it.
  ///
  /// - Parameters:
  ///   - deeds: What the history has of the message.
  ///   - times: When the groups that count were made.
  package init?(_ deeds: MessageDeeds, of times: [StepID: Timestamp]) {
    let counted = deeds.deeds.filter { $0.hasEffect && times[$0.step] != nil }
    let standing = counted.filter(\.stands)
    let decisive = standing.last(where: \.archives) ?? standing.last
    guard let deed = decisive ?? counted.last, let time = times[deed.step] else { return nil }
    self.init(
      deeds.message,
      at: time,
      decisive == nil ? .takenBack : .done(deed.edit),
      by: deed.step,
      wasUnread: deeds.wasUnread(before: deed)
    )
  }
}

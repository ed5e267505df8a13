/// What an action wants of tags: which to have and which not to have.
///
/// What it changes is known only per message.
package struct TagEdit: Hashable, Sendable, Codable {
  /// Tags to have.
  package private(set) var add: Set<MailTag>
  /// Tags not to have; never one that is in `add`.
  package private(set) var remove: Set<MailTag>

  /// Makes an edit; a tag in both sets is added.
  package init(add: Set<MailTag> = [], remove: Set<MailTag> = []) {
    self.add = add
    self.remove = remove.subtracting(add)
  }

  /// Returns whether the edit says nothing.
  package var isEmpty: Bool { add.isEmpty && remove.isEmpty }

  /// Returns the edit that has the effect of this one and then the other: the last word counts.
  package func then(_ next: TagEdit) -> TagEdit {
    TagEdit(
      add: add.subtracting(next.remove).union(next.add),
      remove: remove.subtracting(next.add).union(next.remove)
    )
  }

  /// Returns whether the edit would change a message that has these tags.
  package func changes(_ tags: Set<MailTag>) -> Bool {
    !add.isSubset(of: tags) || !remove.isDisjoint(with: tags)
  }

  /// Returns the tags of a message after the edit.
  package func applied(to tags: Set<MailTag>) -> Set<MailTag> {
    tags.subtracting(remove).union(add)
  }

  /// The words of the edit, `+a -b`: additions first, each kind in the order of bytes.
  package var words: [String] {
    add.sorted().map { "+\($0)" } + remove.sorted().map { "-\($0)" }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      add: try container.decode(Set<MailTag>.self, forKey: .add),
      remove: try container.decode(Set<MailTag>.self, forKey: .remove)
    )
  }
}

/// A folder to move to, and which of a message's files are meant.
package struct FolderMove: Hashable, Sendable, Codable {
  /// The folder to move to.
  package var folder: MailFolder
  /// Only files in this folder; `nil` means the message's only file.
  package var from: MailFolder?

  /// Makes a move.
  package init(to folder: MailFolder, from: MailFolder? = nil) {
    self.folder = folder
    self.from = from
  }
}

/// What an action, or several in order, want of one message.
package struct MessageEdit: Hashable, Sendable {
  /// What is done to its tags, in order; edits beside each other are one.
  private var stages: [Stage]
  /// Where its file is to go.
  package var move: FolderMove?

  private enum Stage: Hashable, Sendable {
    case tags(TagEdit)
    case sleep(SleepChange)
  }

  /// Makes an edit of tags.
  package init(_ tags: TagEdit = TagEdit(), move: FolderMove? = nil) {
    stages = tags.isEmpty ? [] : [.tags(tags)]
    self.move = move
  }

  /// Makes an edit of a message's sleep.
  package init(_ sleep: SleepChange) {
    stages = [.sleep(sleep)]
  }

  /// Returns what this comes to for a message with these tags: which to have and which not to have.
  ///
  /// `claimed` are the tags that the history knows claims of.
  package func tags(of present: Set<MailTag>, claimed: Set<MailTag> = []) -> TagEdit {
    stages.reduce(TagEdit()) { edit, stage in
      switch stage {
      case .tags(let next): edit.then(next)
      case .sleep(let change):
        edit.then(change.edit(of: edit.applied(to: present), claimed: claimed))
      }
    }
  }

  /// Returns the edit that has the effect of this one and then the other: the last word counts.
  package func then(_ next: MessageEdit) -> MessageEdit {
    var result = self
    for stage in next.stages { result.append(stage) }
    result.move = next.move ?? move
    return result
  }

  private mutating func append(_ stage: Stage) {
    if case .tags(let next) = stage, case .tags(let last)? = stages.last {
      stages[stages.count - 1] = .tags(last.then(next))
    } else {
      stages.append(stage)
    }
  }
}

/// A fact: one copy of a message was moved.
package struct FolderChange: Hashable, Sendable, Codable {
  /// The folder it was in before.
  package var from: MailFolder
  /// The folder it is in now.
  package var to: MailFolder

  /// Makes the record of one move.
  package init(from: MailFolder, to: MailFolder) {
    self.from = from
    self.to = to
  }
}

/// A fact: what was really changed of one message.
package struct MessageChange: Hashable, Sendable, Codable {
  /// The message it is about.
  package var message: MessageID
  /// Tags it has now and did not have before.
  package var added: [MailTag]
  /// Tags it had before and does not have now.
  package var removed: [MailTag]
  /// Where its copies were moved, in their order.
  package var moves: [FolderChange]

  /// Makes the record of one message's change.
  package init(
    message: MessageID,
    added: [MailTag] = [],
    removed: [MailTag] = [],
    moves: [FolderChange] = []
  ) {
    self.message = message
    self.added = added
    self.removed = removed
    self.moves = moves
  }

  /// The change as a line says it: `-inbox +todo  INBOX -> Archive`.
  package var summary: String {
    let tags = removed.sorted().map { "-\($0)" } + added.sorted().map { "+\($0)" }
    let folders = moves.map { "\($0.from) -> \($0.to)" }
    return ((tags.isEmpty ? [] : [tags.joined(separator: " ")]) + folders).joined(separator: "  ")
  }

  /// Returns whether nothing was changed.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && moves.isEmpty }
}

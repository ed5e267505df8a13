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

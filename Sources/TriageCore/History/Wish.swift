/// What an action, or several in order, want of one message.
package struct Wish: Hashable, Sendable, Codable {
  /// The tags to have and not to have.
  package var edit: TagEdit
  /// Where its file is to go.
  package var move: MoveWish?

  /// Makes a wish.
  package init(_ edit: TagEdit = TagEdit(), move: MoveWish? = nil) {
    self.edit = edit
    self.move = move
  }

  /// Returns the wish that has the effect of this one and then the other: the last word counts.
  package func then(_ next: Wish) -> Wish {
    Wish(edit.then(next.edit), move: next.move ?? move)
  }
}

/// A folder to move to, and which of a message's files are meant.
package struct MoveWish: Hashable, Sendable, Codable {
  /// The folder to move to.
  package var folder: MailFolder
  /// Only files in this folder; `nil` means the message's only file.
  package var from: MailFolder?

  /// Makes a wish.
  package init(to folder: MailFolder, from: MailFolder? = nil) {
    self.folder = folder
    self.from = from
  }
}

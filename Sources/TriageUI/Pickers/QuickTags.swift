import TriageCore

/// An action of the person's own or a change of one tag, chosen by a letter.
struct QuickTag: Hashable, Sendable {
  let letter: Character
  let action: MailAction
}

extension State {
  /// What can be chosen by a letter: the person's own actions, then the tags of the index, to be
  /// added, or removed if all rows have them.
  var quickTags: [QuickTag] {
    let rows = actingThreads.compactMap { list.rows[$0] }
    let tags = names.tags.filter { !QuickTag.hidden.contains($0) }.map { tag -> MailAction in
      let isSet = !rows.isEmpty && rows.allSatisfy { $0.tags.contains(tag) }
      return isSet ? .removeTag(tag) : .addTag(tag)
    }
    var free = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return (config.actions.own.map(\.action) + tags).compactMap { action in
      let name = action.argument ?? action.id
      guard let letter = name.first(where: free.contains) ?? free.first else { return nil }
      free.removeAll { $0 == letter }
      return QuickTag(letter: letter, action: action)
    }
  }
}

extension QuickTag {
  /// Tags that notmuch sets itself, or that have keys of their own.
  fileprivate static let hidden: Set<MailTag> = [
    .attachment, .unread, .flagged, "signed", "encrypted", "replied", "passed", "new",
  ]
}

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
    let own = config.actions.own.compactMap { action in
      tagLetters[.action(action.id)].map { QuickTag(letter: $0, action: action.action) }
    }
    return own
      + taggable.compactMap { tag in
        let isSet = !rows.isEmpty && rows.allSatisfy { $0.tags.contains(tag) }
        let letter = config.tagLetters[tag] ?? tagLetters[.tag(tag)]
        return letter.map { QuickTag(letter: $0, action: isSet ? .removeTag(tag) : .addTag(tag)) }
      }
  }

  /// The tags of the index, and those that the configuration gives a letter.
  private var taggable: [MailTag] {
    let known = Set(names.tags)
    let further = config.tagLetters.keys.filter { !known.contains($0) }
    return (names.tags + further).filter { !QuickTag.hidden.contains($0) }.sorted()
  }

  /// Lets letters be chosen for what has none yet.
  func chooseLetters() -> [Effect] {
    let reserved = Set(config.tagLetters.values)
    let tags = taggable.filter { config.tagLetters[$0] == nil }.map(TagLetters.Owner.tag)
    let owners = config.actions.own.map { TagLetters.Owner.action($0.id) } + tags
    let lacking = owners.filter { !tagLetters.isSettled($0, except: reserved) }
    return lacking.isEmpty ? [] : [.chooseLetters(tagLetters, for: lacking, except: reserved)]
  }
}

extension QuickTag {
  /// Tags that notmuch sets itself, or that have keys of their own.
  fileprivate static let hidden: Set<MailTag> = [
    .attachment, .unread, .flagged, "signed", "encrypted", "replied", "passed", "new",
  ]

  /// Whether the letter adds the tag or removes it: `+ todo`, `- todo`; `nil` for an action.
  var notation: String? {
    switch action {
    case .addTag(let tag): "+ \(tag)"
    case .removeTag(let tag): "- \(tag)"
    case .fixed, .changeTags, .move, .user: nil
    }
  }
}

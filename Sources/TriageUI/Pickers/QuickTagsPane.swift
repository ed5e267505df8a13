import Screen
import TriageCore

/// An action of the person's own or a change of one tag, chosen by a letter.
struct QuickTag: Hashable, Sendable {
  let letter: Character
  let action: MailAction
}

/// The tags and the person's own actions, each to be chosen by its letter.
struct QuickTagsPane: Pane {
  /// The tags that all have which an action would be about: those are removed.
  private let common: Set<MailTag>
  /// The number typed before the key.
  private let count: Int?
  /// What letters have been asked for: more tags than letters are not asked for again.
  private var asked: [TagLetters.Owner] = []

  var context: KeyContext { .picker }

  init(common: Set<MailTag>, count: Int? = nil) { (self.common, self.count) = (common, count) }

  /// Keys choose or leave: there is nothing to move through.
  static let behaviors: [ScreenCommand: Behavior<QuickTagsPane>] = [
    .cancel: Behavior { _, _, shared in shared.close() }
  ]

  /// What can be chosen: the person's own actions, then the tags of the index, each with a letter.
  func choices(_ shared: Shared) -> [QuickTag] {
    let own = shared.config.actions.own.compactMap { action in
      shared.tagLetters[.action(action.id)].map { QuickTag(letter: $0, action: action.action) }
    }
    let tags = shared.taggable.compactMap { tag in
      let letter = shared.config.tagLetters[tag] ?? shared.tagLetters[.tag(tag)]
      return letter.map {
        QuickTag(letter: $0, action: common.contains(tag) ? .removeTag(tag) : .addTag(tag))
      }
    }
    return own + tags
  }

  /// Lets letters be chosen for what has none yet.
  mutating func settle(_ shared: inout Shared) {
    let reserved = Set(shared.config.tagLetters.values)
    let tags = shared.taggable.filter { shared.config.tagLetters[$0] == nil }
    let owners =
      shared.config.actions.own.map { TagLetters.Owner.action($0.id) }
      + tags.map(TagLetters.Owner.tag)
    let lacking = owners.filter { !shared.tagLetters.isSettled($0, except: reserved) }
    guard !lacking.isEmpty, lacking != asked else { return }
    asked = lacking
    shared.send(.chooseLetters(shared.tagLetters, for: lacking, except: reserved))
  }

  func claims(_ chord: KeyChord, _ shared: Shared) -> Bool {
    shared.keymap.match([chord.description], in: .picker) != .action(.command(.cancel))
      || choices(shared).contains { String($0.letter) == chord.description }
  }

  /// Takes the letter of a tag; of any other key it is said that it does nothing here.
  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    let letter = chord.description
    guard let chosen = choices(shared).first(where: { String($0.letter) == letter }) else {
      let cancel = shared.keymap.key(for: .command(.cancel), in: .picker) ?? ""
      let sentence = Sentence("status.unknown-here", .keys(letter), .keys(cancel))
      shared.report(sentence, isError: true, about: .key)
      return true
    }
    shared.close()
    shared.perform(.mail(chosen.action), count: count)
    return true
  }

  func hintSentences(_ shared: Shared) -> [Sentence] { [Sentence("status.keys.letters")] }
  func hints(_ shared: Shared) -> [ActionID] { [.command(.cancel)] }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    let tags = choices(painter.shared).map { tag in
      let title = tag.notation.map { painter.words.display($0) }
      let name = painter.words.text(.title(ActionName(tag.action)))
      return (String(tag.letter), title ?? "  " + name)
    }
    let title = painter.words.text(Sentence("command.quick-tags.title"))
    painter.drawKeyBox(title, tags, layout.content)
  }
}

extension QuickTag {
  /// Tags that notmuch sets itself, or that have keys of their own.
  fileprivate static let hidden: Set<MailTag> = [
    .attachment, .unread, .flagged, "signed", "encrypted", "replied", "passed", "new",
    "snoozed", "woken",
  ]

  /// Whether a tag is none that a person sets by hand.
  fileprivate static func isHidden(_ tag: MailTag) -> Bool {
    hidden.contains(tag) || tag.text.hasPrefix("snoozed/")
  }

  /// Whether the letter adds the tag or removes it: `+ todo`, `- todo`; `nil` for an action.
  var notation: String? {
    switch action {
    case .addTag(let tag): "+ \(tag)"
    case .removeTag(let tag): "- \(tag)"
    case .fixed, .changeTags, .move, .snooze, .wake, .user: nil
    }
  }
}

extension Shared {
  /// The tags of the index, and those that the configuration gives a letter.
  fileprivate var taggable: [MailTag] {
    let known = Set(mailbox.names.tags)
    let further = config.tagLetters.keys.filter { !known.contains($0) }
    return (mailbox.names.tags + further).filter { !QuickTag.isHidden($0) }.sorted()
  }

  /// Lets a tag be chosen by its letter, and learns which there are.
  mutating func chooseTag(common: Set<MailTag>, count: Int? = nil) {
    readNames()
    open(QuickTagsPane(common: common, count: count))
  }
}

/// The mail actions without an argument; the raw value is the id in keys, menus, plans and `apply`.
package enum FixedAction: String, CaseIterable, Sendable, Codable {
  case markRead = "mark-read"
  case markUnread = "mark-unread"
  case archive
  case unarchive
  case markReadAndArchive = "mark-read-and-archive"
  case star
  case unstar
  case delete
  case undelete
  case spam
  case notSpam = "not-spam"
  case mute
  case unmute

  /// What the action does to tags unless the configuration says otherwise.
  package var defaultEdit: TagEdit {
    switch self {
    case .markRead: TagEdit(remove: [.unread])
    case .markUnread: TagEdit(add: [.unread])
    case .archive: TagEdit(remove: [.inbox])
    case .unarchive: TagEdit(add: [.inbox])
    case .markReadAndArchive: TagEdit(remove: [.unread, .inbox])
    case .star: TagEdit(add: [.flagged])
    case .unstar: TagEdit(remove: [.flagged])
    case .delete: TagEdit(add: ["deleted"], remove: [.inbox])
    case .undelete: TagEdit(add: [.inbox], remove: ["deleted"])
    case .spam: TagEdit(add: ["spam"], remove: [.inbox])
    case .notSpam: TagEdit(add: [.inbox], remove: ["spam"])
    case .mute: TagEdit(add: ["muted"], remove: [.inbox])
    case .unmute: TagEdit(remove: ["muted"])
    }
  }

  /// The actions that a compound one is made of, in order; empty for the others.
  package var compound: [FixedAction] {
    self == .markReadAndArchive ? [.markRead, .archive] : []
  }

  /// Returns whether the cursor goes to the next row after the action.
  package var advances: Bool {
    switch self {
    case .archive, .markReadAndArchive, .delete, .spam, .mute: true
    case .markRead, .markUnread, .unarchive, .star, .unstar, .undelete, .notSpam, .unmute: false
    }
  }

  /// Returns whether the action takes a thread away, or brings one back: of a thread that is being
  /// read all of it is meant, and not the message under the cursor.
  package var isAboutThread: Bool {
    switch self {
    case .archive, .unarchive, .markReadAndArchive, .delete, .undelete, .spam, .notSpam, .mute,
      .unmute:
      true
    case .markRead, .markUnread, .star, .unstar: false
    }
  }

  /// The keys of the default preset; empty if the action is reached through a toggle or the palette.
  package var keys: [String] {
    switch self {
    case .archive: ["a"]
    case .markReadAndArchive: ["A"]
    case .delete: ["d", "#"]
    case .spam: ["!"]
    case .mute: ["&"]
    case .markRead, .markUnread, .unarchive, .star, .unstar, .undelete, .notSpam, .unmute: []
    }
  }

  /// What other presets bind to it besides.
  var presetKeys: [KeyPreset: [String]] {
    switch self {
    case .archive: [.gmail: ["e"]]
    case .markReadAndArchive: [.gmail: ["E"]]
    case .markRead: [.gmail: ["I"]]
    case .markUnread: [.gmail: ["U"]]
    case .mute: [.gmail: ["m"]]
    case .delete, .spam, .unarchive, .star, .unstar, .undelete, .notSpam, .unmute: [:]
    }
  }
}

/// The mail actions with an argument.
package enum ArgumentAction: String, CaseIterable, Sendable {
  case addTag = "add-tag"
  case removeTag = "remove-tag"
  case changeTags = "change-tags"
  case move
  case snooze

  /// What kind of argument the action takes, as JSON names it.
  package enum Kind: String, Sendable {
    case tag
    case tags
    case folder
    case time

    /// Whether the argument names tags.
    package var isAboutTags: Bool {
      switch self {
      case .tag, .tags: true
      case .folder, .time: false
      }
    }
  }

  /// What the action asks for.
  package var kind: Kind {
    switch self {
    case .addTag, .removeTag: .tag
    case .changeTags: .tags
    case .move: .folder
    case .snooze: .time
    }
  }

  /// The keys of the default preset.
  package var keys: [String] {
    switch self {
    case .addTag: ["+"]
    case .removeTag: ["-"]
    case .move: ["M"]
    case .snooze: ["b"]
    case .changeTags: []
    }
  }

  /// What other presets bind to it besides.
  var presetKeys: [KeyPreset: [String]] {
    switch self {
    case .move: [.gmail: ["v"], .mutt: ["s"]]
    case .addTag: [.gmail: ["l"]]
    case .removeTag, .changeTags, .snooze: [:]
    }
  }
}

/// What the fixed actions do to tags, with the changes of the configuration's `[effects]`.
package struct ActionEffects: Hashable, Sendable, Codable {
  private var changed: [FixedAction: TagEdit]
  /// Whether what comes back from a snooze is unread again.
  package var wakesUnread: Bool
  /// Whether new mail in its thread brings back what was put away.
  package var wakesForNewMail: Bool

  /// Makes the effects; an action that is not named keeps its default.
  package init(
    _ changed: [FixedAction: TagEdit] = [:],
    wakesUnread: Bool = false,
    wakesForNewMail: Bool = false
  ) {
    self.changed = changed
    self.wakesUnread = wakesUnread
    self.wakesForNewMail = wakesForNewMail
  }

  /// Returns the edit of an action; a compound one follows its steps unless it is changed itself.
  package func edit(of action: FixedAction) -> TagEdit {
    if let edit = changed[action] { return edit }
    guard !action.compound.isEmpty else { return action.defaultEdit }
    return action.compound.reduce(TagEdit()) { $0.then(edit(of: $1)) }
  }
}

/// One action on mail, with its argument: what keys, `apply` and plans name.
package enum MailAction: Hashable, Sendable {
  case fixed(FixedAction)
  case addTag(MailTag)
  case removeTag(MailTag)
  case changeTags(TagEdit)
  case move(MailFolder)
  /// Puts mail away until a time; the engine is told a time that needs no clock.
  case snooze(SnoozePhrase)
  /// Brings back what was put away.
  case wake
  /// One of the person's own actions, with what it is made of.
  case user(id: String, steps: [MailAction])

  /// The id without an argument: the key of catalog entries, menus and help.
  package var id: String {
    switch self {
    case .fixed(let action): action.rawValue
    case .addTag: ArgumentAction.addTag.rawValue
    case .removeTag: ArgumentAction.removeTag.rawValue
    case .changeTags: ArgumentAction.changeTags.rawValue
    case .move: ArgumentAction.move.rawValue
    case .snooze: ArgumentAction.snooze.rawValue
    case .wake: Self.wakeID
    case .user(let id, _): id
    }
  }

  /// The argument as it is written after the colon, if the action takes one.
  package var argument: String? {
    switch self {
    case .fixed, .user, .wake: nil
    case .addTag(let tag), .removeTag(let tag): tag.text
    case .changeTags(let edit): edit.words.joined(separator: " ")
    case .move(let folder): folder.text
    case .snooze(let phrase): phrase.text
    }
  }

  /// The actions without an argument, in the order of menus and help.
  package static let withoutArgument = FixedAction.allCases.map(MailAction.fixed) + [.wake]

  /// The id of `wake`.
  private static let wakeID = "wake"

  /// The text that `parse` reads back: `archive`, `add-tag:todo`.
  package var notation: String {
    argument.map { "\(id):\($0)" } ?? id
  }

  /// What the action does to tags whatever they are, under the given effects of the fixed actions.
  package func edit(under effects: ActionEffects) -> TagEdit {
    switch self {
    case .fixed(let action): effects.edit(of: action)
    case .addTag(let tag): TagEdit(add: [tag])
    case .removeTag(let tag): TagEdit(remove: [tag])
    case .changeTags(let edit): edit
    case .move: TagEdit()
    case .snooze(let phrase):
      phrase.wakeTime.map { SleepChange.snooze($0).edit(of: []) } ?? TagEdit()
    case .wake: SleepChange.wake(unread: effects.wakesUnread).edit(of: [WakeTime.asleep])
    case .user(_, let steps): steps.edit(under: effects)
    }
  }

  /// The folder that the action moves files to.
  package var folder: MailFolder? {
    switch self {
    case .move(let folder): folder
    case .user(_, let steps): steps.lazy.compactMap(\.folder).last
    case .fixed, .addTag, .removeTag, .changeTags, .snooze, .wake: nil
    }
  }

  /// The actions this one is made of; itself if it is not a compound action.
  package var steps: [MailAction] {
    switch self {
    case .fixed(let action) where !action.compound.isEmpty: action.compound.map(MailAction.fixed)
    case .user(_, let steps): steps.flatMap(\.steps)
    case .fixed, .addTag, .removeTag, .changeTags, .move, .snooze, .wake: [self]
    }
  }

  /// Whether mail is put away until a time: of a thread only what is in the inbox or asleep.
  package var snoozes: Bool {
    steps.contains { if case .snooze = $0 { true } else { false } }
  }

  /// Returns whether the cursor goes to the next row after the action.
  package var advances: Bool {
    switch self {
    case .fixed(let action): action.advances
    case .move, .snooze: true
    case .addTag, .removeTag, .changeTags, .wake: false
    case .user(_, let steps): steps.contains(where: \.advances)
    }
  }

  /// Returns whether the action takes a thread away, or brings one back.
  package var isAboutThread: Bool {
    switch self {
    case .fixed(let action): action.isAboutThread
    case .move, .snooze, .wake: true
    case .addTag, .removeTag, .changeTags: false
    case .user(_, let steps): steps.contains(where: \.isAboutThread)
    }
  }
}

extension [MailAction] {
  /// What the actions do to tags when they are done in order: one change a message.
  package func edit(under effects: ActionEffects) -> TagEdit {
    reduce(TagEdit()) { $0.then($1.edit(under: effects)) }
  }
}

extension MailAction {
  /// What the action wants of a message: like `edit`, but heeding what tags it has.
  ///
  /// What brings a message into the inbox or out of it ends its sleep, or it would come back later,
  /// whatever was done with it meanwhile.
  fileprivate func messageEdit(under effects: ActionEffects) -> MessageEdit {
    switch self {
    case .snooze(let phrase): phrase.wakeTime.map { MessageEdit(.snooze($0)) } ?? MessageEdit()
    case .wake: MessageEdit(.wake(unread: effects.wakesUnread))
    case .fixed:
      MessageEdit(.end, before: edit(under: effects))
    case .user(_, let steps):
      MessageEdit(.end, before: edit(under: effects), steps.messageEdit(under: effects))
    case .addTag, .removeTag, .changeTags, .move: MessageEdit(edit(under: effects))
    }
  }
}

extension MessageEdit {
  /// The edit with the end of a message's sleep before it, if it is about the inbox.
  fileprivate init(_ sleep: SleepChange, before tags: TagEdit, _ edit: MessageEdit? = nil) {
    let edit = edit ?? MessageEdit(tags)
    let endsSleep = tags.add.contains(.inbox) || tags.remove.contains(.inbox)
    self = endsSleep ? MessageEdit(sleep).then(edit) : edit
  }
}

extension [MailAction] {
  /// What the actions want of a message when they are done in order.
  package func messageEdit(under effects: ActionEffects) -> MessageEdit {
    reduce(MessageEdit()) { $0.then($1.messageEdit(under: effects)) }
  }
}

/// An action is sent as its notation; after that of a person's own action come those of its steps,
/// because only the sender need know it.
extension MailAction: Codable {
  package init(from decoder: any Decoder) throws {
    let words = try [String](from: decoder)
    do {
      guard let first = words.first else { throw ActionError.unknown("", nearest: nil) }
      self =
        words.count == 1
        ? try MailAction.parse(first)
        : .user(id: first, steps: try words.dropFirst().map { try MailAction.parse($0) })
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no such action: \(words)")
      )
    }
  }

  package func encode(to encoder: any Encoder) throws {
    guard case .user(_, let steps) = self else { return try [notation].encode(to: encoder) }
    try ([notation] + steps.map(\.notation)).encode(to: encoder)
  }
}

/// Why a text names no action.
package enum ActionError: Error, Hashable, Sendable {
  /// No action has this id; `nearest` is the most alike known one, if any is alike.
  case unknown(String, nearest: String?)
  /// The action takes an argument, and none was given.
  case argumentMissing(String)
  /// The action takes no argument.
  case argumentUnexpected(String)
  /// The words cannot be read as a time.
  case badTime(String)
  /// The words say this moment, which is over.
  case timeOver(String, Timestamp)
  /// The words say a time that is too far away.
  case timeOutOfReach(String)
  /// The tag may not be added, or the words of `change-tags` are not `+tag` or `-tag`.
  case badTag(String)
}

extension MailAction {
  /// The ids of all actions, in the order of help and `mulligan actions`.
  package static var allIDs: [String] {
    FixedAction.allCases.map(\.rawValue) + ArgumentAction.allCases.map(\.rawValue)
      + [wakeID]
  }

  /// Reads `archive` or `add-tag:todo`.
  ///
  /// - Throws: `ActionError` that names the text.
  package static func parse(_ notation: String) throws(ActionError) -> MailAction {
    let colon = notation.firstIndex(of: ":")
    let id = String(notation[..<(colon ?? notation.endIndex)])
    let argument = colon.map { String(notation[notation.index(after: $0)...]) }
    if let fixed = FixedAction(rawValue: id) {
      guard argument == nil else { throw .argumentUnexpected(id) }
      return .fixed(fixed)
    }
    if id == wakeID {
      guard argument == nil else { throw .argumentUnexpected(id) }
      return .wake
    }
    guard let kind = ArgumentAction(rawValue: id) else {
      throw .unknown(id, nearest: nearestName(to: id, in: allIDs))
    }
    guard let argument, kind == .snooze || !argument.isEmpty else { throw .argumentMissing(id) }
    return try parse(kind, argument)
  }

  private static func parse(
    _ kind: ArgumentAction,
    _ argument: String
  ) throws(ActionError) -> MailAction {
    switch kind {
    case .addTag:
      let tag = MailTag(argument)
      guard tag.isValidToAdd else { throw .badTag(argument) }
      return .addTag(tag)
    case .removeTag: return .removeTag(MailTag(argument))
    case .changeTags:
      return try changing(argument.split(separator: " ").map(String.init))
    case .move: return .move(MailFolder(notation: argument))
    case .snooze:
      guard let phrase = SnoozePhrase(argument) else { throw .badTime(argument) }
      return .snooze(phrase)
    }
  }

  /// Returns the action that the words `+a -b` mean; a lone word is `add-tag` or `remove-tag`.
  ///
  /// - Throws: `.badTag` with the first word that is not a tag with a sign before it.
  package static func changing(_ words: [String]) throws(ActionError) -> MailAction {
    var edit = TagEdit()
    for word in words {
      edit = edit.then(try tagEdit(word))
    }
    guard !edit.isEmpty else { throw .badTag(words.first ?? "") }
    return words.count == 1 ? MailAction(edit) : .changeTags(edit)
  }

  /// The action that does what an edit says; of a lone tag, `add-tag` or `remove-tag`.
  package init(_ edit: TagEdit) {
    switch (edit.add.first, edit.remove.first, edit.add.count + edit.remove.count) {
    case (let tag?, nil, 1): self = .addTag(tag)
    case (nil, let tag?, 1): self = .removeTag(tag)
    default: self = .changeTags(edit)
    }
  }

  private static func tagEdit(_ word: String) throws(ActionError) -> TagEdit {
    let tag = MailTag(String(word.dropFirst()))
    switch word.utf8.first {
    case UInt8(ascii: "+") where tag.isValidToAdd: return TagEdit(add: [tag])
    case UInt8(ascii: "-") where !tag.text.isEmpty: return TagEdit(remove: [tag])
    default: throw .badTag(word)
    }
  }
}

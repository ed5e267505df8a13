/// Why a text names no action.
package enum ActionError: Error, Hashable, Sendable {
  /// No action has this id; `nearest` is the most alike known one, if any is alike.
  case unknown(String, nearest: String?)
  /// The action takes an argument, and none was given.
  case argumentMissing(String)
  /// The action takes no argument.
  case argumentUnexpected(String)
  /// The tag may not be added, or the words of `change-tags` are not `+tag` or `-tag`.
  case badTag(String)
}

extension MailAction {
  /// The ids of all actions, in the order of help and `mulligan actions`.
  package static var allIDs: [String] {
    FixedAction.allCases.map(\.rawValue) + ArgumentAction.allCases.map(\.rawValue)
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
    guard let kind = ArgumentAction(rawValue: id) else {
      throw .unknown(id, nearest: nearestName(to: id, in: allIDs))
    }
    guard let argument, !argument.isEmpty else { throw .argumentMissing(id) }
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

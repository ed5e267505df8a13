/// One action on mail, with its argument: what keys, `apply` and plans name.
package enum MailAction: Hashable, Sendable {
  case fixed(FixedAction)
  case addTag(MailTag)
  case removeTag(MailTag)
  case changeTags(TagEdit)
  case move(MailFolder)

  /// The id without an argument: the key of catalog entries, menus and help.
  package var id: String {
    switch self {
    case .fixed(let action): action.rawValue
    case .addTag: ArgumentAction.addTag.rawValue
    case .removeTag: ArgumentAction.removeTag.rawValue
    case .changeTags: ArgumentAction.changeTags.rawValue
    case .move: ArgumentAction.move.rawValue
    }
  }

  /// The argument as it is written after the colon, if the action takes one.
  package var argument: String? {
    switch self {
    case .fixed: nil
    case .addTag(let tag), .removeTag(let tag): tag.text
    case .changeTags(let edit): edit.words.joined(separator: " ")
    case .move(let folder): folder.text
    }
  }

  /// The text that `parse` reads back: `archive`, `add-tag:todo`.
  package var notation: String {
    argument.map { "\(id):\($0)" } ?? id
  }

  /// What the action does to tags, under the given effects of the fixed actions.
  package func edit(under effects: ActionEffects) -> TagEdit {
    switch self {
    case .fixed(let action): effects.edit(of: action)
    case .addTag(let tag): TagEdit(add: [tag])
    case .removeTag(let tag): TagEdit(remove: [tag])
    case .changeTags(let edit): edit
    case .move: TagEdit()
    }
  }

  /// The folder that the action moves files to.
  package var folder: MailFolder? {
    guard case .move(let folder) = self else { return nil }
    return folder
  }

  /// The actions this one is made of; itself if it is not a compound action.
  package var steps: [MailAction] {
    guard case .fixed(let action) = self, !action.compound.isEmpty else { return [self] }
    return action.compound.map(MailAction.fixed)
  }

  /// Returns whether the cursor goes to the next row after the action.
  package var advances: Bool {
    switch self {
    case .fixed(let action): action.advances
    case .move: true
    case .addTag, .removeTag, .changeTags: false
    }
  }
}

extension MailAction: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      self = try MailAction.parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no such action: \(text)")
      )
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(notation)
  }
}

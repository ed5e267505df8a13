import TriageCore

/// A list over the text that one entry is chosen from.
struct ChoiceState: Hashable, Sendable {
  /// What the entries are.
  enum Entries: Hashable, Sendable {
    case links([ContentLink])
    case parts([PartInfo], PartPurpose)
  }

  /// What is done with a part.
  enum PartPurpose: Hashable, Sendable {
    case save
    case open
  }

  let message: MessageID
  let entries: Entries
  var cursor = 0

  var count: Int {
    switch entries {
    case .links(let links): links.count
    case .parts(let parts, _): parts.count
    }
  }
}

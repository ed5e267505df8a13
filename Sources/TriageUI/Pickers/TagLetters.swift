package import TriageCore

/// The letters that tags and the person's own actions are chosen by.
///
/// A letter that was chosen stays with its owner even while no mail has the tag: the same key never
/// comes to mean another one.
package struct TagLetters: Hashable, Sendable, Codable {
  /// What a letter stands for.
  package enum Owner: Hashable, Sendable {
    case tag(MailTag)
    /// An action of the person's own, by its id.
    case action(String)

    fileprivate var name: String {
      switch self {
      case .tag(let tag): tag.text
      case .action(let id): id
      }
    }
  }

  private var tags: [String: String] = [:]
  private var actions: [String: String] = [:]

  /// The letters that are chosen from.
  private static let all = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// Makes a memory without a letter.
  package init() {}

  /// The letter of an owner; `nil` if none was chosen.
  package private(set) subscript(owner: Owner) -> Character? {
    get {
      let text =
        switch owner {
        case .tag(let tag): tags[tag.text]
        case .action(let id): actions[id]
        }
      return text.flatMap { $0.count == 1 ? $0.first : nil }
    }
    set {
      switch owner {
      case .tag(let tag): tags[tag.text] = newValue.map { String($0) }
      case .action(let id): actions[id] = newValue.map { String($0) }
      }
    }
  }

  /// Chooses letters for those that have none, or one that is reserved.
  ///
  /// It is the first of the name that is free, else any. When none is left, they get none.
  package mutating func choose(for owners: [Owner], except reserved: Set<Character>) {
    var taken = reserved.union([tags, actions].joined().compactMap(\.value.first))
    for owner in owners where !isSettled(owner, except: reserved) {
      let letter =
        owner.name.first { Self.all.contains($0) && !taken.contains($0) }
        ?? Self.all.first { !taken.contains($0) }
      self[owner] = letter
      if let letter { taken.insert(letter) }
    }
  }

  /// Returns whether an owner has a letter that is not reserved.
  package func isSettled(_ owner: Owner, except reserved: Set<Character>) -> Bool {
    self[owner].map { !reserved.contains($0) } ?? false
  }

  /// Returns the letters with those of another memory that were chosen later: an owner that is
  /// known keeps its letter, and so does a letter.
  package func adding(_ other: TagLetters) -> TagLetters {
    var result = self
    let taken = Set(tags.values).union(actions.values)
    result.tags.merge(other.tags.filter { !taken.contains($0.value) }) { mine, _ in mine }
    result.actions.merge(other.actions.filter { !taken.contains($0.value) }) { mine, _ in mine }
    return result
  }
}

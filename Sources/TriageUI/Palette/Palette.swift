import TriageCore

/// The entries of the palette that fit what is typed, the best first.
struct Palette {
  let entries: [ActionID]
  /// The action whose argument is to be typed, as long as nothing of it is.
  private(set) var asks: ArgumentAction?

  /// The entries for a text: words of a title, an id, keys; or an id with the beginning of its
  /// argument.
  init(_ text: String, _ shared: Shared) {
    if let argument = PaletteArgument(text) {
      entries = argument.entries(shared)
      asks = argument.argument.isEmpty ? ArgumentAction(rawValue: argument.id) : nil
      return
    }
    let all = Palette.all(shared)
    guard text.contains(where: { $0 != " " }) else {
      entries = all
      return
    }
    let pattern = FuzzyMatch(text)
    let ranked = all.enumerated().compactMap { index, action in
      Palette.score(action, text, pattern, shared).map { (score: $0, index: index, action: action) }
    }
    entries = ranked.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.action)
  }

  /// All that can be done, in the order of the tables.
  private static func all(_ shared: Shared) -> [ActionID] {
    ScreenCommand.allCases.filter(\.isOffered).map(ActionID.command)
      + MailAction.withoutArgument.map(ActionID.mail)
      + ArgumentAction.allCases.map(ActionID.asking)
      + shared.config.actions.own.map { .mail($0.action) }
      + SortOrder.allCases.map { .running(.sort, $0.rawValue) }
      + shared.views.map { .running(.view, $0.name) }
      + shared.config.allThemeNames.map { .running(.theme, $0) }
  }

  /// How well an entry fits; `nil` if it does not.
  private static func score(
    _ action: ActionID,
    _ text: String,
    _ pattern: FuzzyMatch,
    _ shared: Shared
  ) -> Int? {
    let keys = shared.keymap.bindings.filter { $0.action == action }.map(\.notation)
    if keys.contains(text) { return .max }
    let names = shared.settings.lexicon.texts(shared.title(of: action)) + [action.id]
    return names.compactMap(pattern.score(in:)).max()
  }
}

/// An id with the beginning of its argument, as it is typed into the palette.
private struct PaletteArgument {
  let id: String
  let argument: String

  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    id = String(text[..<colon])
    argument = String(text[text.index(after: colon)...])
    guard ArgumentCommand(rawValue: id) != nil || ArgumentAction(rawValue: id) != nil else {
      return nil
    }
  }

  /// What was typed, if it is whole, and what it can become.
  func entries(_ shared: Shared) -> [ActionID] {
    let typed = try? ActionID.parse("\(id):\(argument)", in: shared.config.actions)
    let others = values(shared).filter { $0 != argument }.compactMap {
      try? ActionID.parse("\(id):\($0)", in: shared.config.actions)
    }
    return (typed.map { isKnown(shared) ? [$0] : [] } ?? []) + others
  }

  /// Whether what was typed can be meant: a view, an order or a theme must be there.
  private func isKnown(_ shared: Shared) -> Bool {
    switch ArgumentCommand(rawValue: id) {
    case .view, .sort, .theme: choices(shared).contains(argument)
    case .search, nil: true
    }
  }

  private func values(_ shared: Shared) -> [String] {
    let wanted = argument.lowercased()
    return choices(shared).filter { $0.lowercased().hasPrefix(wanted) }
      + choices(shared).filter {
        !$0.lowercased().hasPrefix(wanted) && $0.lowercased().contains(wanted)
      }
  }

  private func choices(_ shared: Shared) -> [String] {
    switch ArgumentCommand(rawValue: id) {
    case .view: return shared.views.map(\.name)
    case .sort: return SortOrder.allCases.map(\.rawValue)
    case .theme: return shared.config.allThemeNames
    case .search:
      return shared.typed[.search].reversed() + shared.mailbox.names.queries.map(\.query)
    case nil: break
    }
    switch ArgumentAction(rawValue: id)?.kind {
    case .tag: return shared.mailbox.names.tags.map(\.text)
    case .folder: return shared.mailbox.names.folders
    case .time: return SnoozePreset.allCases.map(\.rawValue)
    case .tags, nil: return []
    }
  }
}

/// Whether the characters of one text occur in another in their order, and how close together.
struct FuzzyMatch {
  /// What is looked for, in small letters and without blanks.
  private let pattern: [Character]

  init(_ pattern: String) {
    self.pattern = pattern.lowercased().filter { $0 != " " }
  }

  /// Returns how well the pattern fits, or `nil` if one of its characters is missing.
  ///
  /// It is more if the characters stand together and begin words; case does not matter.
  func score(in text: String) -> Int? {
    // A long paste is compared with nothing.
    guard pattern.count <= text.count else { return nil }
    let text = Array(text.lowercased())
    var score = -text.count
    var start = 0
    var last = -1
    for character in pattern {
      guard let found = best(character, in: text, from: start, after: last) else { return nil }
      let beginsWord = found == 0 || !(text[found - 1].isLetter || text[found - 1].isNumber)
      score += found == last + 1 ? 20 : beginsWord ? 15 : 0
      last = found
      start = found + 1
    }
    return score
  }

  /// The next occurrence of a character: right after the last one, else where a word begins, else any.
  private func best(
    _ character: Character,
    in text: [Character],
    from start: Int,
    after last: Int
  ) -> Int? {
    let found = text.indices.dropFirst(start).filter { text[$0] == character }
    if found.first == last + 1 { return found.first }
    return found.first { $0 == 0 || !(text[$0 - 1].isLetter || text[$0 - 1].isNumber) }
      ?? found.first
  }
}

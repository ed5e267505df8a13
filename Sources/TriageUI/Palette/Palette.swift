import TriageCore

/// The entries of the palette that fit what is typed, the best first.
struct Palette {
  let entries: [ActionID]
  /// The action whose argument is to be typed, as long as nothing of it is.
  private(set) var asks: ArgumentAction?

  /// The entries for a text: words of a title, an id, keys; or an id with the beginning of its
  /// argument.
  ///
  /// What is typed out whole comes first. Then what has the text as it is, and of that first what can be done now.
  ///
  /// - Parameters:
  ///   - text: What is typed.
  ///   - shared: What panes share.
  ///   - disabled: What cannot be done now.
  init(_ text: String, _ shared: Shared, without disabled: Set<ActionID> = []) {
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
      Palette.score(action, text, pattern, shared).map { score in
        let isUsable = disabled.contains(action) ? 0 : 1
        let rank = (score.fit.rank, isUsable, score.fit.rawValue, score.closeness)
        return (rank: rank, index: index, action: action)
      }
    }
    entries = ranked.sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank > $1.rank }
      .map(\.action)
  }

  /// All that can be done, in the order of the tables.
  static func all(_ shared: Shared) -> [ActionID] {
    ScreenCommand.allCases.filter(\.isOffered).map(ActionID.command)
      + MailAction.withoutArgument.map(ActionID.mail)
      + ArgumentAction.allCases.map(ActionID.asking)
      + shared.config.actions.own.map { .mail($0.action) }
      + SortOrder.allCases.map { .running(.sort, $0.rawValue) }
      + shared.views.map { .running(.view, $0.name) }
      + shared.config.allThemeNames.map { .running(.theme, $0) }
  }

  /// What else is a name of an entry in other programs: words with blanks between them.
  private static let others: [ActionID: Sentence] = [
    .command(.editConfig): Sentence("command.edit-config.also"),
    .command(.quit): Sentence("command.quit.also"),
    .command(.limit): Sentence("command.limit.also"),
    .command(.poll): Sentence("command.poll.also"),
    .mail(.fixed(.star)): Sentence("action.star.also"),
    .mail(.fixed(.delete)): Sentence("action.delete.also"),
  ]

  /// How well an entry fits; `nil` if it does not.
  private static func score(
    _ action: ActionID,
    _ text: String,
    _ pattern: FuzzyMatch,
    _ shared: Shared
  ) -> FuzzyMatch.Score? {
    let keys = shared.keymap.bindings.filter { $0.action == action }.map(\.notation)
    if keys.contains(text) { return FuzzyMatch.Score(fit: .whole, closeness: 0) }
    let lexicon = shared.settings.lexicon
    let others = others[action].map(lexicon.texts)?.flatMap { $0.split(separator: " ") } ?? []
    let names = lexicon.texts(shared.title(of: action)) + [action.id] + others.map(String.init)
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
  /// How a text fits, the best last.
  enum Fit: Int {
    /// Its characters are there in their order.
    case scattered
    /// Its words are there.
    case inside
    /// Words begin with its words.
    case words
    /// The other text begins with it.
    case beginning
    /// It is the other text.
    case whole

    /// Scattered characters are a guess, the whole text is none: between them it matters whether it can be done.
    var rank: Int { self == .scattered ? 0 : self == .whole ? 2 : 1 }
  }

  /// How well a text fits.
  struct Score: Comparable {
    let fit: Fit
    /// More if the characters stand together and begin words.
    let closeness: Int

    static func < (one: Score, other: Score) -> Bool {
      (one.fit.rawValue, one.closeness) < (other.fit.rawValue, other.closeness)
    }
  }

  /// What is looked for, in small letters: its words, and all of it without blanks.
  private let words: [String]
  private let pattern: [Character]

  init(_ pattern: String) {
    words = Self.folded(pattern).split(separator: " ").map(String.init)
    self.pattern = Array(words.joined())
  }

  /// Returns how well the pattern fits, or `nil` if one of its characters is missing; case and accents do not
  /// matter.
  func score(in text: String) -> Score? {
    // A long paste is compared with nothing.
    guard pattern.count <= text.count else { return nil }
    let text = Self.folded(text)
    let fit = fit(in: text)
    // What is looked for by the beginnings of words can be missed where it stands whole.
    let closeness = closeness(in: Array(text)) ?? (fit == .scattered ? nil : -text.count)
    return closeness.map { Score(fit: fit, closeness: $0) }
  }

  private static func folded(_ text: String) -> String {
    String(text.lowercased().map { lettersUnderAccents[$0] ?? $0 })
  }

  /// Letters with an accent, and the same without.
  private static let lettersUnderAccents: [Character: Character] = {
    let accents = ["\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{308}", "\u{327}"]
    let pairs = "aceinouyе".flatMap { letter in
      accents.map { (Character("\(letter)\($0)"), letter) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  private func fit(in text: String) -> Fit {
    let whole = words.joined(separator: " ")
    if text == whole { return .whole }
    if text.hasPrefix(whole) { return .beginning }
    guard words.allSatisfy(text.contains) else { return .scattered }
    let beginnings = text.split { !$0.isLetter && !$0.isNumber }
    let beginsWords = words.allSatisfy { word in beginnings.contains { $0.hasPrefix(word) } }
    return beginsWords ? .words : .inside
  }

  private func closeness(in text: [Character]) -> Int? {
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

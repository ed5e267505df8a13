import Screen
import TriageCore

/// The names that a key can be bound to.
struct BindableNames {
  /// The person's own themes.
  var themes: [String: ThemeConfig]
  /// The views; `nil` if saved queries of notmuch may be meant, too.
  var views: [SavedView]?

  /// What is wrong with what an action names; `nil` if it is there.
  func problem(of action: ActionID, at position: FilePosition?) -> FileProblem? {
    guard case .running(let command, let name) = action else { return nil }
    switch command {
    case .search: return nil
    case .theme:
      guard !Config.themeNames.contains(name), themes[name] == nil else { return nil }
      return .unknownTheme(name, themes, at: position)
    case .view:
      guard let views, views.named(name) == nil else { return nil }
      return FileProblem(.unknownView, name, at: position)
    case .sort:
      let orders = SortOrder.allCases.map(\.rawValue)
      guard !orders.contains(name) else { return nil }
      return FileProblem(.unknownWord, name, Expected.words(orders).text, at: position)
    }
  }
}

extension FileProblem {
  /// That there is no theme of a name, and those that there are.
  static func unknownTheme(
    _ name: String,
    _ own: [String: ThemeConfig],
    at position: FilePosition?
  ) -> FileProblem {
    let themes = Expected.words(Config.themeNames + own.keys.sorted()).text
    return FileProblem(.unknownTheme, name, themes, at: position)
  }
}

extension ConfigReader {
  /// A binding of the file, with the position of its keys.
  private struct Placed {
    var change: Keymap.Change
    var position: FilePosition?
  }

  /// `[keys]`: a preset, and over it what the person has bound.
  func keymap(_ actions: ReadActions, _ names: BindableNames) -> Keymap {
    let section = top.section("keys")
    defer { section.finish() }
    let preset: KeyPreset = section.word("preset")
    var placed = actions.table.own.flatMap { action in
      [KeyContext.list, .message].compactMap { view in
        action.key.map { keys in
          Placed(
            change: Keymap.Change(keys, in: view, .mail(action.action)),
            position: actions.keyPlaces[action.id]
          )
        }
      }
    }
    // What is bound for one context counts more than what is bound for all views.
    for context in KeyContext.allCases.sorted(by: { $0 == .global && $1 != .global }) {
      placed += bindings(section.section(context.rawValue), in: context, actions.table, names)
    }
    reportClashes(of: placed)
    return preset.keymap.binding(placed.map(\.change))
  }

  private func bindings(
    _ section: Section,
    in context: KeyContext,
    _ actions: ActionTable,
    _ names: BindableNames
  ) -> [Placed] {
    section.entries.compactMap { entry in
      guard let keys = entry.key.asKeys else {
        problems.add(FileProblem(.badKey, entry.key, at: entry.position))
        return nil
      }
      guard let id = entry.node.string else {
        problems.add(
          FileProblem(.wrongValue, entry.key, Expected.text.text, at: entry.node.position)
        )
        return nil
      }
      if id.isEmpty { return Placed(change: Keymap.Change(keys, in: context, nil), position: nil) }
      do throws(ActionError) {
        let action = try ActionID.parse(id, in: actions)
        guard action.isAllowed(in: context) else {
          problems.add(
            FileProblem(.notInContext, id, context.rawValue, at: entry.node.position)
          )
          return nil
        }
        if let problem = names.problem(of: action, at: entry.node.position) {
          problems.add(problem)
        }
        return Placed(change: Keymap.Change(keys, in: context, action), position: entry.position)
      } catch {
        problems.add(FileProblem(error, at: entry.node.position))
        return nil
      }
    }
  }

  /// `[tags]`: the letters that tags are chosen by.
  var tagLetters: [MailTag: Character] {
    let section = top.section("tags")
    var letters: [MailTag: Character] = [:]
    for entry in section.entries {
      let tag = MailTag(entry.key)
      guard tag.isValidToAdd else {
        problems.add(FileProblem(.badTag, entry.key, at: entry.position))
        continue
      }
      guard let text = entry.node.string, text.count == 1, text.asKeys == text,
        let letter = text.first
      else {
        let form = Expected.form("\"t\"").text
        problems.add(FileProblem(.wrongValue, entry.key, form, at: entry.node.position))
        continue
      }
      if letters.values.contains(letter) {
        problems.add(FileProblem(.duplicate, text, at: entry.node.position))
      }
      letters[tag] = letter
    }
    return letters
  }

  /// A sequence that begins another one would make the longer one unreachable.
  private func reportClashes(of placed: [Placed]) {
    var reported: [[String]] = []
    for item in placed where item.change.action != nil {
      let chords = item.change.chords
      let other = placed.lazy.map(\.change).first { other in
        other.action != nil && other.chords != chords && item.change.meets(other.chords)
          && other.context.meets(item.change.context)
      }
      guard let other, !reported.contains(chords), !reported.contains(other.chords) else {
        continue
      }
      reported.append(chords)
      let pair = [chords, other.chords].sorted { $0.count < $1.count }
        .map { $0.joined(separator: " ") }
      problems.add(FileProblem(.keyClash, pair[0], pair[1], at: item.position))
    }
  }
}

extension KeyContext {
  /// Whether keys of both are in force at once.
  fileprivate func meets(_ other: KeyContext) -> Bool {
    self == other || self == .global && other.includesGlobal
      || other == .global && includesGlobal
  }
}

extension String {
  /// Keys in the one form that can be compared, if they are keys.
  var asKeys: String? { KeySequence(self)?.description }
}

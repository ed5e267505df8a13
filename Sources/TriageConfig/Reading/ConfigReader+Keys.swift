import Screen
import TriageCore

extension ConfigReader {
  /// A binding of the file, with the place of its keys.
  private struct Placed {
    var change: Keymap.Change
    var position: FilePosition?
  }

  /// `[keys]`: a preset, and over it what the person has bound.
  func keymap(_ actions: ReadActions) -> Keymap {
    let section = top.section("keys")
    defer { section.finish() }
    let preset: KeyPreset = section.word("preset")
    var placed = actions.table.own.flatMap { action in
      [KeyView.list, .message].compactMap { view in
        action.key.map { keys in
          Placed(
            change: Keymap.Change(keys, in: view, .mail(action.action)),
            position: actions.keyPlaces[action.id]
          )
        }
      }
    }
    // What is bound for one view counts more than what is bound for all.
    for view in KeyView.allCases.sorted(by: { $0 == .global && $1 != .global }) {
      placed += bindings(section.section(view.rawValue), in: view, actions.table)
    }
    let keymap = preset.keymap.binding(placed.map(\.change))
    reportClashes(of: placed, in: keymap)
    return keymap
  }

  private func bindings(
    _ section: Section,
    in view: KeyView,
    _ actions: ActionTable
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
      if id.isEmpty { return Placed(change: Keymap.Change(keys, in: view, nil), position: nil) }
      do throws(ActionError) {
        let action = try ActionID.parse(id, in: actions)
        return Placed(change: Keymap.Change(keys, in: view, action), position: entry.position)
      } catch {
        problems.add(FileProblem(error, at: entry.node.position))
        return nil
      }
    }
  }

  /// A sequence that begins another one would make the longer one unreachable.
  private func reportClashes(of placed: [Placed], in keymap: Keymap) {
    var reported: [[String]] = []
    for item in placed where item.change.action != nil {
      let chords = item.change.chords
      let other = keymap.bindings.first { binding in
        binding.chords != chords && binding.view.meets(item.change.view)
          && (binding.chords.starts(with: chords) || chords.starts(with: binding.chords))
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

extension KeyView {
  /// Whether keys of both are in force at once.
  fileprivate func meets(_ other: KeyView) -> Bool {
    self == other || self == .global || other == .global
  }
}

extension String {
  /// Keys in the one form that can be compared, if they are keys.
  var asKeys: String? { KeySequence(self)?.description }
}

import Foundation
import TestSupport
import Testing

/// What a person does, line by line, and what must come of it.
///
/// A line has an id, the key that does it (or `none`), the keys that follow, and what must
/// be so then, with bars between the four; keys are in tmux's notation, `Bar` is one, `'…'` is typed, `~WORD`
/// waits for a word on the screen:
///
///     archive | a | | Archived 1 thread & mail 39 tag:inbox
///
/// What must be so is waited for: a text on the screen, `no` and a text that is not there, `row N`
/// for the cursor, `line N TEXT`, `mail COUNT QUERY` by `notmuch`, `colour CODE` and `no colour CODE`
/// for a sequence in the screen's cells.
struct KeyScript {
  struct Step {
    var id: String
    var key: [String]
    var more: [String]
    var wishes: [String]

    /// The id without its argument.
    var bareID: String { String(id.prefix { $0 != ":" }) }
  }

  let steps: [Step]

  init(_ text: String) {
    steps = text.split(separator: "\n").map { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count == 4 else {
        Issue.record("no step: \(line)")
        return Step(id: "", key: [], more: [], wishes: [])
      }
      return Step(
        id: fields[0],
        key: fields[1] == "none" ? [] : KeyScript.keys(fields[1]),
        more: KeyScript.keys(fields[2]),
        wishes: fields[3].split(separator: " & ").map(String.init)
      )
    }
  }

  /// The keys of a line; a quoted text is one, with its quote before it.
  private static func keys(_ text: String) -> [String] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      $0.isMultiple(of: 2)
        ? $1.split(separator: " ").map { $0 == "Bar" ? "|" : String($0) } : ["'\($1)"]
    }
  }
}

extension TmuxScreen {
  /// Presses the keys of a step.
  func press(script keys: [String]) throws {
    for key in keys {
      if key.hasPrefix("~") {
        try wait(for: String(key.dropFirst()))
      } else if key.hasPrefix("'") {
        try typeRaw(String(key.dropFirst()))
      } else {
        try press(key == ";" ? "\\;" : key)
      }
    }
  }

  /// Waits until all that a step wishes is so.
  func wait(
    for step: KeyScript.Step,
    isSo: (_ wish: String, _ lines: [String]) throws -> Bool
  ) throws {
    var open = step.wishes
    var lines: [String] = []
    let isAllSo = try eventually(every: .milliseconds(20)) {
      lines = try self.lines()
      open = try step.wishes.filter { try !isSo($0, lines) }
      return open.isEmpty
    }
    guard isAllSo else {
      throw NotShown(wish: "\(step.id): \(open.joined(separator: " & "))", lines: lines)
    }
  }
}

/// A chord of the configuration in tmux's notation.
func tmuxKey(_ chord: String) -> String {
  let names = [
    "Esc": "Escape", "Shift-Tab": "BTab", "PageDown": "NPage", "PageUp": "PPage",
  ]
  if let name = names[chord] { return name }
  if chord.hasPrefix("Ctrl-") { return "C-\(chord.dropFirst(5).lowercased())" }
  if chord.hasPrefix("Alt-") {
    let key = chord.dropFirst(4)
    return "M-\(key.count == 1 ? key.lowercased() : String(key))"
  }
  return chord
}

import Screen
import TriageCore

extension State {
  /// Takes the keys that mean something else in the palette than in other prompts; `nil` for the
  /// others.
  mutating func takeInPalette(_ key: String) -> [Effect]? {
    guard let entries = palette?.entries else { return nil }
    let last = max(0, entries.count - 1)
    let page = contentHeight
    let entry = min(prompt?.entry ?? 0, last)
    switch key {
    case "Enter": return entries.indices.contains(entry) ? choose(entries[entry]) : leavePalette()
    case "Tab":
      if entries.indices.contains(entry) { complete(entries[entry]) }
    case "Down", "Ctrl-N": prompt?.entry = min(entry + 1, last)
    case "Up", "Ctrl-P": prompt?.entry = max(entry - 1, 0)
    case "PageDown": prompt?.entry = min(entry + page, last)
    case "PageUp": prompt?.entry = max(entry - page, 0)
    default:
      prompt?.entry = 0
      return nil
    }
    return []
  }

  /// Does an entry, as its key would; one that lacks its argument asks for it.
  mutating func choose(_ action: ActionID) -> [Effect] {
    if case .asking = action {
      complete(action)
      return []
    }
    prompt = nil
    return perform(action)
  }

  private mutating func leavePalette() -> [Effect] {
    let text = prompt?.field.text ?? ""
    prompt = nil
    say(Sentence("error.no-such-action", .text(text)), isError: true)
    return []
  }

  /// Puts the id of an entry into the field.
  private mutating func complete(_ action: ActionID) {
    guard let count = prompt?.field.content.text.count else { return }
    let isAsking = if case .asking = action { true } else { false }
    _ = prompt?.field.replace(0..<count, with: action.id + (isAsking ? ":" : ""))
    prompt?.entry = 0
  }

  /// Why an entry of the palette is disabled: the palette itself is not in the way.
  func reasonInPalette(_ action: ActionID) -> Sentence? {
    var behind = self
    behind.prompt = nil
    return behind.reasonDisabled(action)
  }
}

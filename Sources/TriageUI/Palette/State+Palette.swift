import Screen
import TriageCore

extension State {
  /// Takes the keys that mean something else in the palette than in other prompts; `nil` for the
  /// others.
  ///
  /// Only they need to know the entries: what is typed costs nothing until it is painted.
  mutating func takeInPalette(_ key: String) -> [Effect]? {
    guard prompt?.purpose == .palette else { return nil }
    switch key {
    case "Enter": return entryInPalette.map { choose($0) } ?? leavePalette()
    case "Tab":
      if let entry = entryInPalette { complete(entry) }
    case "Down", "Ctrl-N": moveInPalette(by: 1)
    case "Up", "Ctrl-P": moveInPalette(by: -1)
    case "PageDown": moveInPalette(by: contentHeight)
    case "PageUp": moveInPalette(by: -contentHeight)
    default:
      prompt?.entry = 0
      return nil
    }
    return []
  }

  /// The entry under the cursor.
  private var entryInPalette: ActionID? {
    guard let prompt, let entries = palette?.entries else { return nil }
    return entries.isEmpty ? nil : entries[min(prompt.entry, entries.count - 1)]
  }

  private mutating func moveInPalette(by count: Int) {
    guard let prompt, let entries = palette?.entries else { return }
    let last = max(0, entries.count - 1)
    self.prompt?.entry = max(0, min(min(prompt.entry, last) + count, last))
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
    say(Sentence("error.no-such-action", .text(text)), isError: true, about: .key)
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

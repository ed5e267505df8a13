import TriageCore

extension State {
  /// Lets a tag be chosen by its letter, and learns which there are.
  mutating func chooseTag() -> [Effect] {
    choosesTag = true
    let names = isWaiting(for: { $0 == .names }) ? [] : [request(.names, for: .names)]
    return chooseLetters() + names
  }

  /// Takes the letter of a tag; any other key leaves.
  mutating func takeInQuickTags(_ key: String) -> [Effect] {
    choosesTag = false
    guard let chosen = quickTags.first(where: { String($0.letter) == key }) else {
      if key != "Esc", key != "Ctrl-C", key != "Ctrl-G" {
        say(Sentence("status.unknown-key", .text(key)), isError: true, about: .key)
      }
      return []
    }
    return perform(.mail(chosen.action))
  }
}

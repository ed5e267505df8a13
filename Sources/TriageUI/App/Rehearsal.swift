import Screen
package import TriageCore

extension State {
  /// Goes through archiving the thread under the cursor, on a copy that nobody sees.
  ///
  /// - Returns: What the engine would be asked; `nil` while there is no thread, no count, or no key for it.
  package func rehearsal(_ words: Wording, clock: LocalClock) -> [EngineRequest]? {
    let binding = shared.keymap.bindings.first {
      $0.action == .mail(.fixed(.archive)) && $0.context.includesGlobal
    }
    let mailbox = shared.mailbox
    guard let binding, mailbox.current?.row != nil, mailbox.counts[mailbox.shown.query] != nil
    else {
      return nil
    }
    var copy = self
    let effects = binding.chords.compactMap { KeyChord($0) }
      .flatMap { update(&copy, .terminal(.key($0))) }
    _ = view(copy, words, clock: clock)
    return effects.compactMap { effect in
      if case .send(let request) = effect { request } else { nil }
    }
  }
}

package import TriageCore

/// What reading the configuration again has come to.
package enum Reconfiguration: Sendable {
  /// It has no mistakes and holds from now on, with its words if they may be others; `waits` if the
  /// engine that it names is not the one that serves.
  case read(Config, words: Lexicon? = nil, waits: Bool = false)
  /// It has mistakes: the old one goes on. The first of them, with its line, how many, and the
  /// command that lists all.
  case refused(Sentence, problems: Int, check: String)
}

extension State {
  /// Takes another configuration; what a person has chosen on the screen stays chosen.
  mutating func configured(_ reconfiguration: Reconfiguration) {
    switch reconfiguration {
    case .refused(let first, let problems, let check):
      shared.settings.refused = Sentence("status.config.old", .text(check))
      shared.report(
        Sentence("status.config.refused", .number(problems), .sentence(first), .text(check)),
        isError: true
      )
    case .read(let new, let words, let waits):
      let old = shared.config
      let wasRefused = shared.settings.refused != nil
      shared.settings.refused = nil
      if new != old {
        shared.settings.adopt(new)
        if let words { shared.settings.lexicon = words }
        notify(.configured(from: old))
        notify(.resized)
        shared.send(.keep(shared.settings.view))
      }
      // Whoever has put it right is told so.
      guard new != old || wasRefused || waits else { return }
      shared.report(Sentence(waits ? "status.config.waits" : "status.config.read"), about: .key)
    }
  }
}

extension ScreenSettings {
  /// Takes another configuration; what was set otherwise stays so, unless that is what was edited.
  fileprivate mutating func adopt(_ new: Config) {
    let (old, wanted) = (ViewSettings(config), ViewSettings(new))
    config = new
    if view.theme == old.theme { view.theme = wanted.theme }
    if view.columns == old.columns { view.columns = wanted.columns }
    if wanted.preview != old.preview { view.preview = wanted.preview }
    if view.sort == old.sort { view.sort = wanted.sort }
    updateLook()
  }
}

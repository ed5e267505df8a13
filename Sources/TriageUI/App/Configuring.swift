package import TriageCore

/// What reading the configuration again has come to.
package enum Reconfiguration: Sendable {
  /// It has no mistakes and holds from now on, with its words if they may be others.
  case read(Config, words: Lexicon? = nil)
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
    case .read(let new, let words):
      let old = shared.config
      let wasRefused = shared.settings.refused != nil
      shared.settings.refused = nil
      guard new != old else {
        // Whoever has put it right is told so.
        if wasRefused { shared.report(Sentence("status.config.read"), about: .key) }
        return
      }
      shared.settings.adopt(new)
      if let words { shared.settings.lexicon = words }
      notify(.configured(from: old))
      notify(.resized)
      shared.report(Sentence("status.config.read"), about: .key)
      shared.send(.keep(shared.settings.view))
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
    view.sort = wanted.sort
    updateLook()
  }
}

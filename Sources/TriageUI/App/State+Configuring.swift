package import TriageCore

/// What reading the configuration again has come to.
package enum Reconfiguration: Sendable {
  /// It has no mistakes and holds from now on.
  case read(Config)
  /// It has mistakes: the old one goes on. The first of them, with its place, and how many.
  case refused(Sentence, problems: Int)
}

extension State {
  /// Takes another configuration; what a person has chosen on the screen stays chosen.
  mutating func take(_ reconfiguration: Reconfiguration) -> [Effect] {
    switch reconfiguration {
    case .refused(let first, let problems):
      say(
        Sentence("status.config.refused", .number(problems), .sentence(first)),
        isError: true
      )
      return []
    case .read(let new):
      let old = ViewSettings(config)
      let wanted = ViewSettings(new)
      guard new != config else { return [] }
      if new.reading.html != config.reading.html {
        reading?.read(with: new.reading.html.arguments)
        preview?.text = nil
      }
      config = new
      if view.theme == old.theme { view.theme = wanted.theme }
      if view.columns == old.columns { view.columns = wanted.columns }
      if view.preview == old.preview { view.preview = wanted.preview }
      view.sort = wanted.sort
      settleLook()
      settleRegions()
      say(Sentence("status.config.read"))
      return [.keep(view)]
    }
  }
}

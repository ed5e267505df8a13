import Screen
import TriageCore
import UndoKit

extension State {
  /// What the configuration sets while the list is shown.
  private var effectsOnEntering: ViewEffects {
    views.first { $0.query == list.view }?.onEnter ?? ViewEffects()
  }

  /// Leaves what the last list had set and enters this one; `entered` follows at once.
  func enterList() -> [Effect] { [.enter(effectsOnEntering)] }

  /// Takes what holds in the list that was entered; one that is new is read so.
  mutating func entered(_ settings: ViewSettings) -> [Effect] {
    view = settings
    settleLook()
    settleRegions()
    guard list.awaitsSettings else { return [] }
    list.awaitsSettings = false
    list = list.anew(limit: list.limit ?? settings.limit, sort: settings.sort, goal: list.goal)
    shownLists[list.query] = list.name
    visits.amend(list)
    return [firstPageOfList()]
  }

  /// Draws in another theme.
  mutating func setTheme(_ name: String) -> [Effect] {
    view.theme = name
    settleLook()
    // Blanks may still have a colour of the theme before, unseen.
    return [.redraw, .keep(view)]
  }

  /// Takes what the terminal says of its background.
  mutating func take(_ background: Background) {
    self.background = background
    settleLook()
  }

  mutating func settleLook() {
    look = Look(theme: view.theme, config, background: background) ?? .dark
  }
}

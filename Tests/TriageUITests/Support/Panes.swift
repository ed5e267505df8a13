import TriageCore

@testable import TriageUI

// What tests look into: the panes by their features' names.

extension State {
  /// The topmost pane of a kind.
  func pane<Wanted: Pane>(_ kind: Wanted.Type) -> Wanted? {
    layers.reversed().lazy.compactMap { $0.pane as? Wanted }.first
  }

  var list: ThreadList { pane(ListPane.self)?.list ?? ThreadList(query: "", title: .query) }
  var reading: OpenThread? { pane(ReaderPane.self)?.thread }
  var prompt: PromptPane? { pane(PromptPane.self) }
  var palette: PalettePane? { pane(PalettePane.self) }
  var dialog: DialogPane? { pane(DialogPane.self) }
  var menu: MenuPane? { pane(MenuPane.self) }
  var picker: PickerPane? { pane(PickerPane.self) }
  var parts: PartsPane? { pane(PartsPane.self) }
  var help: HelpPane? { pane(HelpPane.self) }
  var history: StepList? { pane(HistoryPane.self)?.list }
  var status: StatusState { shared.status }
  var changes: ChangeQueue { shared.changes }
  var keymap: Keymap { shared.keymap }

  var look: Look { shared.settings.look }
  var view: ViewSettings { shared.settings.view }
  var config: Config { shared.config }
  var paletteEntries: [ActionID] {
    palette?.palette(shared).entries ?? []
  }
  var quickTags: [QuickTag] {
    (pane(QuickTagsPane.self) ?? QuickTagsPane(common: [])).choices(shared)
  }
  var dialogButtons: [DialogPane.Button] { dialog?.buttons(shared) ?? [] }

  func items(of menu: MenuName) -> [ActionID] {
    menu.items(in: viewLayer.pane.context, shared)
  }
}

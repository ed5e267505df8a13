package import Screen
package import TriageCore

/// All that the screen shows and knows; changed only by `update`, drawn only by `view`.
///
/// The panes lie over one another, the list at the bottom. The first three stand side by side as
/// regions; every other one lies over them, the one that takes the keys on top.
package struct State: Sendable {
  /// A pane in its place on the stack.
  struct Layer: Sendable {
    let id: Int
    var pane: any Pane
  }

  var shared: Shared
  private(set) var layers: [Layer]
  /// Whether keys act in the sidebar, whatever view is open beside it.
  var sidebarHasFocus = false
  /// The keys typed so far of a sequence, and the count before it.
  var keys = KeyState()
  private var nextLayer = Region.allCases.count

  /// The panes that stand side by side, by their layers' ids.
  enum Region: Int, CaseIterable {
    case list
    case sidebar
    case preview
  }

  /// Makes the state before the first event.
  package init(
    size: ScreenSize,
    query: String,
    title: ListTitle,
    beginsRound: Bool = false,
    context: StepContext,
    config: Config,
    typed: TypedTexts = TypedTexts(),
    hints: HintMemory = HintMemory(),
    lexicon: Lexicon = Lexicon(),
    version: String = ""
  ) {
    let view = ViewSettings(config)
    shared = Shared(
      size: size,
      settings: ScreenSettings(
        config: config,
        view: view,
        look: Look(theme: view.theme, config, background: nil) ?? .dark,
        context: context,
        lexicon: lexicon,
        version: version
      ),
      memory: ScreenMemory(typed: typed, hints: hints)
    )
    layers = [
      Layer(
        id: Region.list.rawValue,
        pane: ListPane(query: query, title: title, beginsRound: beginsRound)
      ),
      Layer(id: Region.sidebar.rawValue, pane: SidebarPane()),
      Layer(id: Region.preview.rawValue, pane: PreviewPane()),
    ]
  }

  /// The editor that messages are written in; empty for the one of the environment.
  package var editor: [String] { shared.config.compose.editor }

  /// The size of the window.
  package var size: ScreenSize { shared.size }

  /// Notes whether this machine has a folder in memory for what an editor must not leave on a disk.
  package mutating func note(folderInMemory: Bool) {
    shared.settings.hasFolderInMemory = folderInMemory
  }

  /// Notes what time it is where the person is: times that are typed are meant from then on.
  package mutating func note(_ clock: LocalClock) { shared.settings.lexicon.clock = clock }
}

/// The keys typed so far of a sequence, and the count before it.
struct KeyState: Hashable, Sendable {
  var count: Int?
  var chords: [String] = [] { didSet { top = 0 } }
  /// The first of what can follow them that is shown.
  var top = 0
  /// Keys that wait for rows which what they do depends on.
  var held: [KeyChord] = []

  /// Whether more is to come.
  var isPending: Bool { count != nil || !chords.isEmpty }

  /// Begins a new sequence.
  mutating func end() { (count, chords) = (nil, []) }
}

// MARK: Focus

extension State {
  /// The view that keys and menus are about: the sidebar, or what lies topmost beside it.
  var viewLayer: Layer {
    if sidebarHasFocus { return layers[Region.sidebar.rawValue] }
    return layers.dropFirst(Region.allCases.count).last { $0.pane.context.includesGlobal }
      ?? layers[Region.list.rawValue]
  }

  /// The pane that takes the keys: a question if one is open, else the view.
  var topLayer: Layer {
    guard layers.count > Region.allCases.count, let last = layers.last,
      !last.pane.context.includesGlobal
    else { return viewLayer }
    return last
  }

  /// Whether a question lies over the views.
  var hasQuestion: Bool { !topLayer.pane.context.includesGlobal }
}

// MARK: Calling panes

extension State {
  /// Lets a pane do something, and then what it wants from outside itself.
  @discardableResult
  mutating func call<Result>(
    _ id: Int,
    _ body: (inout any Pane, inout Shared) -> Result
  ) -> Result? {
    guard let index = layers.firstIndex(where: { $0.id == id }) else { return nil }
    let result = body(&layers[index].pane, &shared)
    runSteps(of: id)
    return result
  }

  /// Does what has been left in the outcome.
  mutating func runSteps(of id: Int? = nil) {
    let steps = shared.outcome.steps
    shared.outcome.steps = []
    for step in steps {
      switch step {
      case .open(let pane): open(pane)
      case .close: if let id { close(id) }
      case .focusList: sidebarHasFocus = false
      case .focusSidebar: sidebarHasFocus = true
      case .perform(let action, let count): perform(action, count: count)
      case .choose(let action): choose(action, in: id)
      case .answer(let topic, let text): answer(topic, with: text)
      case .changed(let change, let result):
        notify(.changed(change, result, returns: undoReturn(change, result)))
      case .notify(let notice): notify(notice)
      }
    }
  }

  private func undoReturn(_ change: PendingChange, _ result: ChangeResult) -> UndoReturn {
    guard change.isUndoRedo, !layers.contains(where: { $0.pane.showsMail(of: result) }) else {
      return .nowhere
    }
    return layers.contains { $0.pane is ReaderPane } ? .toThread : .toRow
  }

  /// Does what was chosen in a pane once that is closed; says why not, and lets it stay, if it cannot be done.
  private mutating func choose(_ action: ActionID, in id: Int?) {
    if let reason = reasonDisabled(action, ignoring: id) {
      return shared.report(reason, isError: true, about: .key)
    }
    if let id { close(id) }
    perform(action)
  }

  /// Puts a pane on top.
  mutating func open(_ pane: any Pane) {
    layers.append(Layer(id: nextLayer, pane: pane))
    nextLayer += 1
    if pane.context.includesGlobal { sidebarHasFocus = false }
  }

  /// Takes a pane away; regions stay.
  mutating func close(_ id: Int) {
    guard id >= Region.allCases.count else { return }
    layers.removeAll { $0.id == id }
  }

  /// Tells every pane something, the regions first.
  mutating func notify(_ notice: Notice) {
    for id in layers.map(\.id) { call(id) { $0.notice(notice, &$1) } }
  }

  /// Gives the text typed into a prompt to the pane that asked for it.
  private mutating func answer(_ topic: any PromptTopic, with text: String) {
    for id in layers.map(\.id).reversed()
    where call(id, { $0.answer(topic, with: text, &$1) }) == true {
      return
    }
  }
}

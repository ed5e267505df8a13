import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The command table and the panes: what the one declares the others do.
@Suite struct PaneTests {
  /// The commands that the panes of each context have a behavior for.
  private static let handled: [KeyContext: [Set<ScreenCommand>]] = [
    .list: [Set(ListPane.behaviors.keys)],
    .message: [Set(ReaderPane.behaviors.keys)],
    .sidebar: [Set(SidebarPane.behaviors.keys)],
    .history: [Set(HistoryPane.behaviors.keys)],
    .compose: [Set(ComposePane.behaviors.keys)],
    .outbox: [Set(OutboxPane.behaviors.keys)],
    .text: [Set(PromptPane.behaviors.keys), Set(PalettePane.behaviors.keys)],
    .dialog: [Set(DialogPane.behaviors.keys)],
    .menu: [Set(MenuPane.behaviors.keys)],
    .picker: [
      Set(PickerPane.behaviors.keys), Set(CopyPane.behaviors.keys),
      Set(UnsubscribePane.behaviors.keys),
    ],
    .parts: [Set(PartsPane.behaviors.keys)],
    .rules: [Set(RulesPane.behaviors.keys)],
    .help: [Set(HelpPane.behaviors.keys)],
  ]

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 200, rows: 60)])
  func `a list that is shown at its end fills a larger window`(size: ScreenSize) throws {
    let box = Mailbox()
    for number in 1...80 { box.add("Thread \(number).") }
    var play = try Screenplay(box, size: ScreenSize(columns: 40, rows: 10))
    play.press("G")
    play.resize(to: size)
    #expect(play.rows[size.rows - 3].contains("Thread 80."))
    #expect(play.rows[1].contains("Thread \(80 - (size.rows - 4))."))
    #expect(play.state.list.cursor == 79)
  }

  @Test(arguments: ScreenCommand.allCases)
  func `each context of a command has one behavior, a pane's or the app's`(
    command: ScreenCommand
  ) {
    let isOfApp = AppCommands.behaviors[command] != nil
    for context in command.contexts where context != .global {
      for commands in Self.handled[context] ?? [] {
        #expect(commands.contains(command) || isOfApp, "\(command) in \(context)")
      }
    }
    if command.contexts.contains(.global), !isOfApp {
      for context in [KeyContext.list, .message, .sidebar, .history, .compose, .outbox] {
        let commands = Self.handled[context]?.first ?? []
        #expect(commands.contains(command), "\(command) in \(context)")
      }
    }
  }

  @Test func `no pane has a behavior for what the table does not let it do`() {
    for (context, panes) in Self.handled {
      for command in panes.joined() {
        let contexts = command.contexts
        let isOfAllViews = context.includesGlobal && contexts.contains(.global)
        #expect(contexts.contains(context) || isOfAllViews, "\(command) in \(context)")
      }
    }
  }

  @Test func `E43: the keys of fields, dialogs, menus, pickers and the help are the person's`()
    throws
  {
    let text = """
      [keys.text]
      "Ctrl-X" = "delete-to-start"
      "Ctrl-U" = ""
      [keys.menu]
      "z" = "cancel"
      [keys.dialog]
      "o" = "confirm"
      [keys.help]
      "z" = "back"
      [keys.picker]
      "z" = "cancel"
      """
    let read = Config.read(text)
    #expect(read.problems.isEmpty, "\(read.problems)")
    var play = try Screenplay(.sample, config: read.config)
    play.press("/")
    play.type("tag:work")
    play.press("Ctrl-U")
    #expect(play.prompt.hasPrefix("Search: tag:work"))
    play.press("Ctrl-X")
    #expect(play.prompt == "Search:")
    play.press("Esc F10 z")
    #expect(play.state.menu == nil)
    play.press("? z")
    #expect(play.state.help == nil)
    play.press("o z")
    #expect(play.state.topLayer.pane.context == .list)
    play.press("a g U o")
    #expect(play.status.hasPrefix("Undid Archive"))
  }

  @Test func `E43: keys for all views reach into no field, dialog, menu, picker or help`() throws {
    let read = Config.read("[keys.global]\n\"Ctrl-U\" = \"refresh\"\n\"y\" = \"quit\"\n")
    #expect(read.problems.isEmpty, "\(read.problems)")
    var play = try Screenplay(.sample, config: read.config)
    play.press("/")
    play.type("why")
    #expect(play.prompt.hasPrefix("Search: why"))
    play.press("Ctrl-U")
    #expect(play.prompt == "Search:")
    play.press("Esc a g U y")
    #expect(play.status.hasPrefix("Undid Archive"))
    #expect(!play.effects.contains("quit"))
  }

  @Test func `E43: a field cannot be bound to what it does not do`() {
    let read = Config.read("[keys.text]\n\"Ctrl-X\" = \"archive\"\n")
    #expect(read.problems.map(\.code) == [.notInContext])
  }

  @Test func `the root of the screen's state has at most twelve properties`() throws {
    let play = try Screenplay(.sample)
    #expect(Mirror(reflecting: play.state).children.count <= 12)
    #expect(Mirror(reflecting: play.state.shared).children.count <= 12)
  }

  @Test func `what nobody awaits any more is cancelled`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("Enter")
    #expect(play.asked.contains { if case .thread = $0 { true } else { false } })
    play.press("q")
    #expect(play.asked.contains { if case .cancel = $0 { true } else { false } })
    #expect(play.state.shared.requests.outstanding.isEmpty)
  }
}

import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// All that can be done, by the palette, the menus, letters and half-typed keys.
@Suite struct PaletteTests {
  @Test(arguments: [
    ("ar", "archive"), ("rd arch", "mark-read-and-archive"), ("histo", "history"),
    ("g u", "history"), ("undo-dialog", "undo-dialog"), ("oldest", "sort:oldest-first"),
  ])
  func `the palette finds by parts of titles, ids and keys`(text: String, id: String) throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type(text)
    #expect(play.state.paletteEntries.first?.id == id)
  }

  @Test(arguments: [
    ("en", "settings", "edit-config"), ("en", "set", "edit-config"), ("en", "exit", "quit"),
    ("en", "filter", "limit"), ("en", "trash", "delete"), ("en", "flag", "star"),
    ("de", "Einstellungen", "edit-config"), ("de", "settings", "edit-config"),
    ("ja", "環境設定", "edit-config"),
  ])
  func `the palette finds what is called otherwise in other programs`(
    language: String,
    text: String,
    id: String
  ) throws {
    var play = try Screenplay(.sample, language: try #require(LanguageTag(language)))
    play.press(":")
    play.type(text)
    #expect(play.state.paletteEntries.first?.id == id)
  }

  @Test func `the palette understands the person's language and English`() throws {
    for text in ["архив", "archive"] {
      var play = try Screenplay(.sample, language: "ru")
      play.press(":")
      play.type(text)
      #expect(play.state.paletteEntries.contains(.mail(.fixed(.archive))))
      #expect(play.rows.contains { $0.contains("В архив") })
    }
  }

  @Test func `a change of tags without its sign is named`() throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type("change-tags:+garden -todo foo")
    play.press("Enter")
    #expect(play.said.hasPrefix("A change begins with + or -, and “foo” does not"))
  }

  @Test func `Enter does what is chosen, and an argument is completed`() throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type("archive")
    play.press("Enter")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press(":")
    play.type("add-tag")
    play.press("Enter")
    #expect(play.prompt == "Command: add-tag:")
    play.type("wo")
    play.press("Down Enter")
    #expect(play.status.hasPrefix("Added “work” to 1 thread"))
    play.press(":")
    play.type("search:tag:work")
    play.press("Enter")
    #expect(play.rows[0].contains("tag:work"))
    play.press(":")
    play.type("view:in")
    play.press("Enter")
    #expect(play.rows[0].contains("Inbox"))
  }

  @Test func `what is disabled says why, and when it is chosen too`() throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type("redo")
    #expect(play.rows[1].contains("Nothing to redo"))
    play.press("Enter")
    #expect(play.status.hasPrefix("Nothing to redo"))
    play.press("Esc a :")
    play.type("undo")
    #expect(play.rows[1].contains("Undo Archive"))
    play.press("Enter")
    #expect(play.status.hasPrefix("Undid Archive"))
    play.press(":")
    play.type("no such thing at all")
    play.press("Enter")
    #expect(play.status.contains("no such thing at all"))
  }

  @Test
  func `what cannot be done now leaves the palette open, and nothing typed on reaches the list`()
    throws
  {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    for text in ["redo", "no such thing at all", "revert"] {
      play.press(":")
      play.type(text)
      play.press("Enter")
      #expect(!play.status.isEmpty)
      #expect(play.state.palette?.text == text)
      play.type("adx")
      #expect(play.state.palette?.text == text + "adx")
      play.press("Esc")
    }
    #expect(play.mailbox.dump == dump)
    play.press(":")
    play.type("redo")
    play.press("Enter Esc")
    #expect(play.state.palette == nil)
  }

  @Test(arguments: ["re", "un", "next", "mark"])
  func `of what fits as it is typed, what can be done comes first in the palette`(
    text: String
  ) throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type(text)
    let palette = play.state.topLayer.id
    let fitting = play.state.paletteEntries.filter { entry in
      let names = play.state.shared.settings.lexicon.texts(play.state.shared.title(of: entry))
      let all = (names + [entry.id]).map { $0.lowercased() }
      return all.contains { $0.contains(text) } && !all.contains(text)
    }
    let usable = fitting.map { play.state.reasonDisabled($0, ignoring: palette) == nil }
    #expect(usable.contains(true) && usable == usable.sorted { $0 && !$1 }, "\(fitting)")
  }

  @Test func `characters that stand together come before those that are scattered`() throws {
    #expect(FuzzyMatch("etoi").score(in: "Ajouter une étoile")?.fit == .words)
    #expect(FuzzyMatch("ñandú").score(in: "nandu")?.fit == .whole)
    let scattered = try #require(FuzzyMatch("arch").score(in: "all read chains"))
    let inside = try #require(FuzzyMatch("arch").score(in: "search the whole of a long text"))
    let word = try #require(FuzzyMatch("arch").score(in: "mark read and archive"))
    let beginning = try #require(FuzzyMatch("arch").score(in: "archive"))
    let whole = try #require(FuzzyMatch("arch").score(in: "arch"))
    #expect(scattered < inside && inside < word && word < beginning && beginning < whole)
    #expect(FuzzyMatch("arch").score(in: "arc") == nil)
  }

  @Test func `every action and command is in the palette, and in a menu`() throws {
    let play = try Screenplay(.sample)
    let palette = Palette("", play.state.shared).entries.map(\.bareID)
    let menus = MenuName.allCases.flatMap { play.state.items(of: $0) }.map(\.bareID)
    for id in MailAction.allIDs {
      #expect(palette.contains(id), "\(id)")
      #expect(menus.contains(id), "\(id)")
    }
    for command in ScreenCommand.allCases where command.isOffered {
      #expect(palette.contains(command.rawValue), "\(command)")
    }
    #expect(menus.contains("palette") && menus.contains("view") && menus.contains("theme"))
  }

  @Test func `every key of the table does its action in the views it is for`() throws {
    for action in FixedAction.allCases {
      for (view, key) in action.keys.flatMap({ key in [(KeyContext.list, key), (.message, key)] }) {
        #expect(
          Keymap.vim.match(key.split(separator: " ").map(String.init), in: view)
            == .action(.mail(.fixed(action)))
        )
      }
    }
    for command in ScreenCommand.allCases {
      for context in command.contexts {
        for key in command.row.keys(in: context) {
          let match = Keymap.vim.match(key.split(separator: " ").map(String.init), in: context)
          #expect(match == .action(.command(command)), "\(key) in \(context)")
        }
      }
    }
  }

  @Test(arguments: MenuName.allCases)
  func `every menu item is chosen by its place, does its action or says why not`(
    name: MenuName
  ) throws {
    let items = try Screenplay(.sample).state.items(of: name)
    for (place, item) in items.enumerated() {
      var play = try Screenplay(.sample)
      play.press("a j")
      let reason = play.state.reasonDisabled(item)
      play.take(.pointer(.click(.menu(name), .left)))
      for _ in 0..<place { play.press("Down") }
      #expect(play.state.menu?.cursor == place)
      play.press("Enter")
      #expect(play.state.menu == nil)
      if let reason {
        #expect(play.state.status.left == reason, "\(item)")
      }
    }
  }

  @Test func `a letter chooses a tag, which is removed where all have it`() throws {
    var play = try Screenplay(.sample)
    play.press("j t")
    #expect(play.rows.contains { $0.contains("Tag by Letter") })
    let todo = try #require(play.state.quickTags.first { $0.action == .removeTag("todo") })
    play.press(String(todo.letter))
    #expect(play.status.hasPrefix("Removed “todo” from 1 thread"))
    play.press("t Esc")
    #expect(play.state.pane(QuickTagsPane.self) == nil)
  }

  @Test func `half-typed keys show after a while what can follow`() throws {
    var play = try Screenplay(.sample)
    play.press("g")
    #expect(!play.rows.contains { $0.contains("─ g ─") })
    play.wait(for: .keys)
    #expect(play.rows.contains { $0.contains("─ g ─") })
    #expect(play.rows.contains { $0.contains("u  History") })
    #expect(play.rows.contains { $0.contains("g  Top") })
    play.press("x")
    #expect(play.status.hasPrefix("g x is not bound to anything"))
  }

  @Test func `counts repeat, take so many rows, and name a row`() throws {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    play.press("3 a")
    #expect(play.status.hasPrefix("Archived 3 threads"))
    play.press("s s 3 u")
    #expect(play.mailbox.dump == dump)
    play.press("5 G")
    #expect(play.state.list.cursor == 4)
    play.press("2 j 1 2 G")
    #expect(play.state.list.cursor == play.state.list.order.count - 1)
  }

  @Test func `rows acted on go at once if that is wished, and the cursor can stay`() throws {
    var config = Config.standard
    config.list.acted = .remove
    config.list.advance = false
    var play = try Screenplay(.sample, config: config)
    let count = play.state.list.order.count
    play.press("a")
    #expect(play.state.list.order.count == count - 1)
    #expect(play.state.list.struck.isEmpty)
    play.press("u")
    #expect(play.state.list.order.count == count)
    #expect(play.state.list.cursor == 0)
  }

  @Test func `an action takes only what matches if that is wished`() throws {
    var config = Config.standard
    config.list.threadActions = .matched
    var play = try Screenplay(.sample, config: config)
    play.press("+")
    play.type("new")
    play.press("Enter")
    let tagged = play.mailbox.messages(of: 0).filter { $0.tags.contains("new") }
    #expect(tagged.allSatisfy { $0.tags.contains(.inbox) })
    #expect(tagged.count == 3)
  }
}

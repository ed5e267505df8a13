import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The bottom line and the title: where one is, what keys do there, and what other clients' keys mean.
@Suite struct HintTests {
  @Test func `keys that can follow and have no room are counted, and can be scrolled to`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("g")
    play.wait(for: .keys)
    let followers = play.state.keymap.followers(of: ["g"], in: .list)
    let words = try Wording.test("en")
    let last = try #require(followers.last.map { words.text(.title(of: $0.action)).text })
    let screen = { (play: Screenplay) in play.rows.joined(separator: "\n") }
    #expect(screen(play).contains(" ▼ ") && !screen(play).contains(last), "\(screen(play))")
    play.press("PageDown PageDown PageDown PageDown PageDown")
    #expect(screen(play).contains(" ▲ ") && screen(play).contains(last), "\(screen(play))")
    #expect(!screen(play).contains(" ▼ "))
    play.press("u")
    #expect(play.state.history != nil)
  }

  /// A list of so many threads.
  private func threads(_ count: Int) -> Mailbox {
    let box = Mailbox()
    for number in 1...count { box.add("Thread \(number)") }
    return box
  }

  @Test func `W8 among drafts the first hint is how to go on writing`() throws {
    let box = Mailbox()
    box.add("Plan", from: ["Robin <robin@example.org>"], tags: [["draft"]])
    var play = try Screenplay(box)
    play.press("g d")
    let hints = play.prompt
    #expect(hints.contains("Enter Edit Draft"), "\(hints)")
  }

  // MARK: Where one is

  @Test func `E5: the bottom line says at its right where one is`() throws {
    let box = threads(60)
    box.add("Long", tags: Array(repeating: [.inbox], count: 3), isNewest: true)
    box.changeTexts { $0.lines = (0..<40).map { ContentLine(.text, "line \($0)") } }
    var play = try Screenplay(box)
    #expect(play.prompt.hasSuffix("  1/61"))
    play.press("j j")
    #expect(play.prompt.hasSuffix("  3/61"))
    play.press("k k Enter")
    #expect(play.prompt.hasSuffix("  3/3 46%"), "\(play.prompt)")
    play.press("G")
    #expect(play.prompt.hasSuffix("  3/3"), "\(play.prompt)")
    play.press("q j a a g u j")
    #expect(play.prompt.hasSuffix("  2/2"))
    play.press("Enter")
    #expect(play.prompt.hasSuffix("  1/1"))
    play.press("q q ? j j")
    let rows = HelpText(about: .list, play.state.keymap).rows.count
    #expect(rows > 30 && play.prompt.hasSuffix("  3/\(rows)"))
  }

  @Test func `E5: while one reads on, message and percentage never fall back`() throws {
    let box = Mailbox()
    box.add("Long", tags: Array(repeating: [.inbox, .unread], count: 4))
    box.changeTexts { $0.lines = (0..<3000).map { ContentLine(.text, "line \($0)") } }
    let size = ScreenSize(columns: 80, rows: 200)
    var play = try Screenplay(box, size: size)
    play.press("Enter")
    var last = (0, 0)
    for _ in 0..<70 {
      let found = try #require(
        play.prompt.firstMatch(of: #/(\d)\/4(?: (\d+)%)?$/#),
        "\(play.prompt)"
      )
      // At its end nothing is left to be said of a message.
      let now = (Int(found.1) ?? 0, found.2.flatMap { Int($0) } ?? 100)
      #expect(now >= last, "\(now) after \(last)")
      last = now
      // Between two keys more rows of the text may be made.
      if last.1 % 2 == 0 { play.wait(for: .layout) }
      play.press("Space")
    }
    #expect(last == (4, 100))
  }

  @Test func `what leads out of a page is always shown, and what the sidebar is for`() throws {
    var play = try Screenplay(threads(3), size: ScreenSize(columns: 120, rows: 24))
    for _ in 0..<4 { play.press("Enter q ? q") }
    play.press("?")
    #expect(play.prompt.contains("q Back"), "\(play.prompt)")
    play.press("q /")
    play.type("tag:nothing")
    play.press("Enter")
    #expect(play.prompt.hasPrefix("q Back"), "\(play.prompt)")
    play.press("q \\")
    #expect(play.state.sidebarHasFocus)
    #expect(play.prompt.contains("Enter Open"), "\(play.prompt)")
  }

  @Test func `E5: a folded message has no percentage, nor has one that the window holds`() throws {
    let box = Mailbox()
    box.add("Two", tags: [[.inbox], [.inbox]])
    box.changeTexts { $0.lines = [ContentLine(.text, "short")] }
    var play = try Screenplay(box)
    play.press("Enter")
    #expect(play.prompt.hasSuffix("  2/2"), "\(play.prompt)")
    play.press("K")
    #expect(play.prompt.hasSuffix("  1/2"), "\(play.prompt)")
    play.press("Enter")
    #expect(play.prompt.hasSuffix("  1/2"), "\(play.prompt)")
    box.changeTexts { $0.lines = (0..<40).map { ContentLine(.text, "line \($0)") } }
    play = try Screenplay(box)
    play.press("Enter")
    #expect(play.prompt.contains(#/  2\/2 \d\d%$/#), "\(play.prompt)")
  }

  @Test
  func `E5: a list that is not known to its end says that there is more, until it was counted`()
    throws
  {
    var play = try Screenplay(threads(3), query: "*")
    play.take(.started)
    var pane = try #require(play.state.pane(ListPane.self))
    pane.list.next = 3
    #expect(pane.position(play.state.shared)?.hasMore == true)
    play.rest()
    let position = pane.position(play.state.shared)
    #expect(position == PanePosition(number: 1, total: 3))
  }

  @Test func `E5: the position counts what the title counts, without rows that have left`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    let total = play.state.list.order.count
    #expect(play.prompt.hasSuffix(" 1/\(total)"))
    play.press("a")
    #expect(play.prompt.hasSuffix(" 1/\(total - 1)") && play.state.list.cursor == 1)
    #expect(play.rows[0].hasSuffix("/\(total - 1)") || play.rows[0].hasSuffix(" \(total - 1)"))
    play.press("k")
    #expect(play.prompt.hasSuffix(" -/\(total - 1)"))
    play.press("2 G")
    #expect(play.state.list.cursor == 2 && play.prompt.hasSuffix(" 2/\(total - 1)"))
    play.press("1 g g")
    #expect(play.state.list.cursor == 1)
  }

  @Test func `E5: in an open thread the position says which of its messages it is, too`() throws {
    var play = try Screenplay(.sample)
    let total = play.state.list.order.count
    play.press("Right j j")
    #expect(play.prompt.hasSuffix(" 1/\(total) · 2/\(play.mailbox.messages(of: 0).count)"))
  }

  @Test func `E30: under a question the hints are its own, and can be clicked`() throws {
    var play = try Screenplay(.sample)
    play.press("a g U")
    #expect(play.state.topLayer.pane.context == .dialog)
    #expect(play.prompt == "Enter Choose   Tab Next Button   Esc Cancel")
    play.press("x")
    #expect(play.status.hasPrefix("x does nothing here; Esc closes it"))
    // What undo would take is said, not a key that does nothing now.
    #expect(play.status.hasSuffix("  Undo Archive · 3 messages"), "\(play.status)")
    let esc = try #require(play.rows[23].firstRange(of: "Esc")?.lowerBound)
    play.click(row: 23, column: play.rows[23].distance(from: play.rows[23].startIndex, to: esc))
    #expect(play.state.topLayer.pane.context == .list)
    play.press("F10")
    #expect(play.prompt == "Enter Choose   Right Next Menu   Esc Cancel")
    play.press("Esc t")
    #expect(play.prompt == "A letter chooses   Esc Cancel")
    play.press("Esc")
    #expect(play.prompt.contains("Archive"))
    // They are there however often they were used.
    play.press("F10 Esc F10 Esc F10 Esc F10 Esc F10")
    #expect(play.prompt == "Enter Choose   Right Next Menu   Esc Cancel")
  }

  @Test func `E30: where there is other unread mail, a message hints at the key that goes there`()
    throws
  {
    let box = Mailbox()
    box.add("One", tags: [[.inbox], [.inbox, .unread], [.inbox, .unread]])
    box.add("Two", tags: [[.inbox]])
    var play = try Screenplay(box)
    play.rest()
    play.press("Enter")
    #expect(play.prompt.contains("Tab Next Unread"))
    play.press("Tab U q j Enter")
    #expect(play.prompt.contains("Tab Next Unread"))
    play.press("q k U")
    play.rest()
    play.press("j Enter")
    #expect(!play.prompt.contains("Tab Next Unread"))
  }

  @Test func `E5: an empty list has no position`() throws {
    let play = try Screenplay(Mailbox())
    #expect(!play.prompt.contains("/0") && !play.prompt.contains("0/"))
  }

  @Test func `E5: half-typed keys stand before the position`() throws {
    var play = try Screenplay(.sample)
    play.press("1 2 g")
    #expect(play.prompt.hasSuffix("  12g  1/7"), "\(play.prompt)")
  }

  @Test func `E5: a long query is cut in its middle, the counts never`() throws {
    let query = "tag:inbox and not subject:\"nothing that anybody would write\" and not tag:last"
    var play = try Screenplay(.sample, query: query)
    play.rest()
    #expect(play.rows[0].firstMatch(of: #/ \d/\d$/#) != nil, "\(play.rows[0])")
    #expect(play.rows[0].contains("tag:inbox and") && play.rows[0].contains("tag:last "))
    #expect(play.rows[0].contains("…"))
    play.press("l")
    play.type("subject:meeting or subject:\"something quite as long as the other\"")
    play.press("Enter")
    play.rest()
    #expect(
      play.rows[0].contains(" 1/1") && play.rows[0].contains("the other\""),
      "\(play.rows[0])"
    )
  }

  @Test(
    arguments: WordingTests.languages,
    ["Alt-M", "Alt-E", "Alt-V", "Alt-G", "Alt-H"]
  )
  func `E5: with a menu open on the smallest screen name and counts are there`(
    language: LanguageTag,
    menu: String
  ) throws {
    let small = ScreenSize(columns: 40, rows: 10)
    var play = try Screenplay(threads(340), size: small, language: language)
    play.rest()
    play.press(menu)
    #expect(play.rows[0].hasSuffix(" 340/340"), "\(play.rows[0])")
    let words = try Wording.test(language)
    let name = words.text(Sentence("view.inbox")).prefix(columns: 2).text
    #expect(play.rows[0].contains(" \(name)"), "\(play.rows[0])")
    let open = try #require(play.state.menu?.menu)
    #expect(play.rows[0].contains(words.text(open.title).text), "\(play.rows[0])")
    #expect(play.picture.frame.grid.size.columns == 40)
  }

  @Test func `E5: menus that have no room in the bar are told by a sign`() throws {
    let small = ScreenSize(columns: 40, rows: 10)
    var play = try Screenplay(threads(340), size: small, language: "ru")
    play.rest()
    play.press("Alt-M")
    #expect(play.rows[0].contains("Сообщение") && play.rows[0].contains("›"))
    play.press("Alt-H")
    #expect(play.rows[0].contains("Справка") && play.rows[0].contains("‹"), "\(play.rows[0])")
  }

  // MARK: What keys do here and now

  @Test func `E30: the hints are those of the place and of the moment`() throws {
    var play = try Screenplay(.sample)
    #expect(
      play.prompt.hasPrefix("Enter Open   a Archive   d Delete   / Search   t Tag by Letter…")
    )
    play.press("s")
    #expect(
      play.prompt.hasPrefix("Enter Open   a Archive   d Delete   u Undo   / Search   ? Help")
    )
    play.press("x")
    #expect(
      play.prompt.hasPrefix("1 selected   a Archive   d Delete   Esc Clear Selection   u Undo"),
      "\(play.prompt)"
    )
    play.press("Esc Enter")
    #expect(
      play.prompt.hasPrefix("Space Next Message   Tab Next Unread   a Archive Thread   q Back"),
      "\(play.prompt)"
    )
    play.press("x")
    #expect(play.prompt.hasPrefix("1 selected   Space Next Message   a Archive   d Delete"))
    play.press("Esc q a g u")
    #expect(
      play.prompt.hasPrefix("Enter Show Changes   u Undo   R Restore to Here   / Filter…   ? Help"),
      "\(play.prompt)"
    )
    play.press("q l")
    play.type("tag:nobody")
    play.press("Enter")
    #expect(play.prompt.hasPrefix("q Back   / Search   g u History"), "\(play.prompt)")
  }

  @Test func `E30: what would do nothing here and now is no hint`() throws {
    let box = Mailbox()
    box.add("Plain", tags: [[.inbox], [.inbox]])
    var play = try Screenplay(box, size: ScreenSize(columns: 160, rows: 24))
    #expect(!play.prompt.contains("Undo"), "\(play.prompt)")
    play.press("Enter")
    #expect(!play.prompt.contains("Next Message") && !play.prompt.contains("Links"))
    play.press("K")
    #expect(play.prompt.contains("J Next Message"), "\(play.prompt)")
    play.press("q a")
    #expect(play.prompt.contains("u Undo"))
    play.press("l")
    play.type("tag:nobody")
    play.press("Enter")
    #expect(!play.prompt.contains("Archive") && !play.prompt.contains("Open"))
  }

  @Test func `E3: where there is no further message the menu says so`() throws {
    let box = Mailbox()
    box.add("Plain", tags: [[.inbox], [.inbox]])
    var play = try Screenplay(box)
    play.press("Enter Alt-G")
    #expect(play.rows.contains { $0.contains("Next Message  This is the last message") })
    #expect(!play.rows.contains { $0.contains("Previous Message  This") })
    play.press("Esc K Alt-G")
    #expect(play.rows.contains { $0.contains("Previous Message  This is the first message") })
  }

  @Test func `E30: a hint whose key was used three times gives way to another`() throws {
    var play = try Screenplay(threads(10))
    play.press("a a")
    #expect(play.prompt.contains("a Archive") && !play.prompt.contains("t Tag by Letter"))
    play.press("a")
    #expect(!play.prompt.contains("a Archive"))
    #expect(play.prompt.contains("/ Search   t Tag by Letter…   ? Help"), "\(play.prompt)")
    #expect(play.kept.knows(.mail(.fixed(.archive))))
    #expect(!play.kept.knows(.mail(.fixed(.delete))))
  }

  @Test func `E30: a click on a hint teaches no key, and help is offered for ever`() throws {
    var play = try Screenplay(threads(10))
    for _ in 0..<4 { play.choose(.mail(.fixed(.archive))) }
    #expect(play.prompt.contains("a Archive"))
    for _ in 0..<4 { play.press("? ?") }
    #expect(play.prompt.contains("? Help"))
  }

  @Test func `E30: of two screens the one that knows more is believed`() {
    var (mine, theirs) = (HintMemory(), HintMemory())
    let (archive, delete) = (
      ActionID.mail(.fixed(.archive)), ActionID.mail(.fixed(.delete))
    )
    for _ in 0..<3 { mine.count(archive) }
    for _ in 0..<2 { theirs.count(archive) }
    for _ in 0..<3 { theirs.count(delete) }
    let both = theirs.adding(mine)
    #expect(both.knows(archive) && both.knows(delete))
    #expect(both == mine.adding(theirs))
  }

  @Test(
    arguments: WordingTests.languages,
    [ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 200, rows: 50)]
  )
  func `E30: no hint is cut, and help is among them`(language: LanguageTag, size: ScreenSize) throws
  {
    var play = try Screenplay(.sample, size: size, language: language)
    for keys in ["", "x", "Esc Enter", "q a g u", "q"] {
      play.press(keys)
      #expect(!play.prompt.replacing("…   ", with: "").contains("… "), "\(play.prompt)")
      #expect(play.prompt.contains("? "), "\(keys): \(play.prompt)")
    }
  }

  // MARK: Whose group undo would take

  @Test func `E33: a fresh screen says once whose group undo would take if it is not its own`()
    throws
  {
    let box = Mailbox.sample
    box.actFromShell(.archive, on: 2)
    var play = try Screenplay(box)
    let time = try #require(play.status.firstMatch(of: #/shell, (\d\d:\d\d)/#)?.1)
    #expect(play.status == "u would undo Archive (shell, \(time))", "it is said once")
    play.press("j")
    #expect(!play.status.contains("would undo"))
    box.actFromShell(.star, on: 1)
    play.notice()
    play.press("j")
    #expect(!play.status.contains("would undo") && play.status.contains("Undo Star (shell"))
  }

  @Test func `E33: of an empty history and of one's own group nothing is said`() throws {
    var play = try Screenplay(.sample)
    #expect(!play.status.contains("would undo"))
    play.press("a")
    play.notice()
    #expect(play.status.hasPrefix("Archived 1 thread"))
  }

  // MARK: Keys of other layouts

  @Test func `E35: letters of the Russian layout stand for the keys they are on`() throws {
    var play = try Screenplay(.sample)
    play.press("о ф")
    #expect(play.status.hasPrefix("Archived 1 thread"), "\(play.status)")
    #expect(play.picture.frame.cursor?.row == 3)
    play.press("г п п")
    #expect(play.status.hasPrefix("Undid Archive"))
    play.press("П")
    #expect((play.picture.frame.cursor?.row ?? 0) > 3)
    play.press("/")
    play.type("фот")
    #expect(play.prompt.hasPrefix("Search: фот"))
    play.press("Esc й й")
    #expect(play.effects.contains("quit"))
  }

  @Test func `E35: what is bound to a Russian letter is what that does`() throws {
    let config = Config.read("[keys.list]\n\"ф\" = \"star\"\n").config
    var play = try Screenplay(.sample, config: config)
    play.press("ф")
    #expect(play.status.hasPrefix("Starred 1 thread"))
  }

  // MARK: Keys of other clients

  @Test(arguments: ["c", "C"])
  func `E35: keys that write mail elsewhere name the key here`(key: String) throws {
    var play = try Screenplay(.sample)
    for place in ["", "Enter"] {
      play.press("\(place) \(key)")
      let words = "\(key) is not bound here; the key for “New Message” is m"
      #expect(play.status.hasPrefix(words), "\(key): \(play.status)")
    }
  }

  @Test func `E35: a key that has another meaning elsewhere names the key here`() throws {
    var play = try Screenplay(.sample)
    play.press("E")
    let words = "E is not bound here; the key for “Mark as Read and Archive” is A"
    #expect(play.status.hasPrefix(words))
    play.press("Delete")
    #expect(play.status.hasPrefix("Delete is not bound here; the key for “Delete” is d"))
    play.press("h")
    #expect(play.status.hasPrefix("h is not bound to anything"), "only a message has headers")
    play.press("Enter h")
    #expect(play.status.hasPrefix("h is not bound here; the key for “All Headers” is H"))
  }

  @Test(arguments: ["H", "V", "|", "]", "L", "T", "z"])
  func `E35: a key of the other view says where it does something`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press(key)
    #expect(play.status.hasPrefix("“") && play.status.contains("”: Only in a thread"))
    play.press("Enter")
    play.press(key)
    #expect(!play.status.contains("Only in a thread"), "\(key): \(play.status)")
  }

  @Test func `E35: what is bound does what it is bound to`() throws {
    let config = Config.read("[keys]\npreset = \"gmail\"\n[keys.list]\n\"r\" = \"star\"\n").config
    var play = try Screenplay(.sample, config: config)
    play.press("r")
    #expect(play.status.hasPrefix("Starred 1 thread"))
    play.press("e")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press("C")
    #expect(play.status.hasPrefix("C is not bound here; the key for “New Message” is c"))
  }

  @Test(arguments: ForeignKeys.chords)
  func `E35: each row is a key that the default preset does not bind in the list`(chord: String) {
    #expect(KeyChord(chord)?.description == chord)
    #expect(Keymap.vim.match([chord], in: .list) == .none)
    if let action = ForeignKeys.meaning(of: chord) {
      #expect(Keymap.vim.key(for: action) != nil, "\(action)")
    }
  }
}

import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// Pictures of the screen in four sizes and the languages, as files that can be read.
@Suite struct ScreenTests {
  static let sizes = [
    ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10),
    ScreenSize(columns: 120, rows: 40), ScreenSize(columns: 200, rows: 60),
  ]
  private static let paneSizes = sizes.filter { $0.columns != 120 }
  static let languages = WordingTests.languages

  private func name(_ what: String, _ size: ScreenSize, _ language: LanguageTag) -> String {
    "\(what)-\(size.columns)x\(size.rows)-\(language)"
  }

  @Test(arguments: sizes, languages)
  func `the list after an action`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("j x j x A")
    play.rest()
    try expectScreen(play.picture.frame, named: name("list", size, language))
  }

  @Test(arguments: sizes, languages)
  func `E23: threads that are open`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.trees, size: size, language: language)
    play.press("O j j x j d")
    play.rest()
    try expectScreen(play.picture.frame, named: name("tree", size, language))
  }

  @Test func `E23: threads that are open, where the locale is not UTF-8`() throws {
    var play = try Screenplay(.trees, isUTF8: false)
    play.press("O")
    play.rest()
    try expectScreen(play.picture.frame, named: "tree-ascii-80x24-en")
  }

  @Test(arguments: sizes, languages)
  func `L13 L14 what sleeps`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.asleep, size: size, language: language)
    play.press("g b")
    play.rest()
    try expectScreen(play.picture.frame, named: name("snoozed", size, language))
  }

  @Test(arguments: paneSizes, languages)
  func `L15 the times to choose`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.asleep, size: size, language: language)
    play.press("b")
    play.rest()
    try expectScreen(play.picture.frame, named: name("snooze", size, language))
  }

  @Test(arguments: sizes, languages)
  func `a thread being read`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("Enter J")
    play.rest()
    try expectScreen(play.picture.frame, named: name("thread", size, language))
  }

  @Test(arguments: sizes, languages)
  func `the open Edit menu`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("A Alt-E")
    play.rest()
    try expectScreen(play.picture.frame, named: name("edit-menu", size, language))
  }

  @Test(arguments: sizes, languages)
  func `help`(size: ScreenSize, language: LanguageTag) throws {
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("?")
    play.rest()
    try expectScreen(play.picture.frame, named: name("help", size, language))
  }

  /// What stands over the list while it is open.
  enum Overlay: String, CaseIterable {
    case palette
    case undoDialog = "undo-dialog"
    case history
    case search
    case limit
    case messageMenu = "message-menu"
    case viewMenu = "view-menu"
    case quickTags = "quick-tags"
    case halfTyped = "half-typed"

    func open(_ play: inout Screenplay) {
      switch self {
      case .palette:
        play.press(":")
        play.type("arch")
      case .undoDialog: play.press("A a u g U")
      case .history: play.press("s A a g u j")
      case .search:
        play.press("/")
        play.type("tag:")
        play.press("Tab")
      case .limit:
        play.press("l")
        play.type("tag:unread")
      case .messageMenu: play.press("Alt-M Down Down")
      case .viewMenu: play.press("Alt-V")
      case .quickTags: play.press("j t")
      case .halfTyped:
        play.press("g")
        play.wait(for: .keys)
      }
    }
  }

  @Test(arguments: Overlay.allCases, sizes)
  func `what stands over the list`(overlay: Overlay, size: ScreenSize) throws {
    for language in ["en", "ru", "zh-Hans"] as [LanguageTag] {
      var play = try Screenplay(.sample, size: size, language: language)
      overlay.open(&play)
      play.rest()
      try expectScreen(play.picture.frame, named: name(overlay.rawValue, size, language))
    }
  }

  @Test func `where the locale is not UTF-8`() throws {
    var play = try Screenplay(.sample, isUTF8: false)
    play.press("A Alt-E")
    play.rest()
    try expectScreen(play.picture.frame, named: "ascii-80x24-en")
  }

  @Test func `a question being answered`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work")
    play.rest()
    try expectScreen(play.picture.frame, named: "prompt-80x24-en")
  }
}

extension Mailbox {
  /// Mail of many kinds.
  static var sample: Mailbox {
    let box = Mailbox()
    let day: Timestamp = 86_400
    box.add(
      "Meeting notes",
      from: ["Ann", "Bob"],
      tags: [
        [.inbox, "work"], [.inbox, .unread, .flagged, "work"], ["work"], [.inbox, .unread],
      ],
      text: [
        ContentLine(.text, "Dear all, here is what we talked about, in no particular order."),
        ContentLine(.text, ""), ContentLine(.quote(level: 1), "Shall we meet on Monday?"),
        ContentLine(.text, "Yes, at ten. " + String(repeating: "A long line goes on. ", count: 8)),
        ContentLine(.text, ""), ContentLine(.signature, "-- "),
        ContentLine(.signature, "Ann"),
      ]
    )
    box.add(
      "August invoice",
      from: ["Olga Petrova"],
      tags: [[.inbox, .unread, "todo"]],
      date: Screenplay.now - day
    )
    box.add("Build failed", from: ["CI Bot"], tags: [[.inbox]], date: Screenplay.now - 3 * day)
    box.add(
      "会议记录与下一步计划",
      from: ["李明", "王芳"],
      tags: [[.inbox, .unread, .attachment]],
      date: Screenplay.now - 40 * day
    )
    box.add(
      "שלום \u{202E}evil\u{1B}[31m",
      from: ["דנה"],
      tags: [[.inbox]],
      date: Screenplay.now - 90 * day
    )
    box.add(
      "",
      from: ["A Very Long Name That Does Not Fit Anywhere"],
      tags: [[.inbox, "one", "two", "three", "four-is-long-too"]],
      date: Screenplay.now - 500 * day
    )
    box.add(
      "👩‍👩‍👧 family 👍🏽 " + String(repeating: "🎉", count: 100),
      from: ["Zoë"],
      tags: [[.inbox, .flagged]],
      date: Screenplay.now - 800 * day
    )
    return box
  }
}

extension Mailbox {
  /// Threads of several messages: of all scripts, deep, long, with another subject within.
  static var trees: Mailbox {
    let box = Mailbox()
    box.add(
      "Meeting notes",
      from: ["Ann", "李明与王芳的工作小组", "דנה", "A Very Long Name That Does Not Fit Anywhere"],
      tags: [
        [.inbox, "work"], [.inbox, .unread, .flagged, "work"], ["work", .attachment],
        [.inbox, "one", "two", "three", "four-is-long-too"],
      ],
      depths: [0, 1, 2, 1],
      subjects: [1: "Re: 会议记录与下一步计划", 3: "שלום \u{202E}evil\u{1B}[31m"]
    )
    box.add("A letter", from: ["Olga Petrova"], date: Screenplay.now - 86_400)
    box.add(
      "Deep",
      from: ["Ann", "Bob"],
      tags: Array(repeating: [.inbox], count: 14),
      date: Screenplay.now - 86_400 * 3,
      depths: Array(0..<14)
    )
    return box
  }
}

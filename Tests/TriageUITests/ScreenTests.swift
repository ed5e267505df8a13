import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// Every state of the screen as a file that can be read; its hint line is recorded apart, with those
/// of all others, and so are the menus.
@Suite struct ScreenTests {
  private static let recorded = Scene.allCases.flatMap { scene in
    (Scene.main.contains(scene) ? ScreenForm.main : ScreenForm.usual).map { (scene, $0) }
  }

  @Test(arguments: recorded)
  func `every state of the screen`(scene: Scene, form: ScreenForm) throws {
    try expectScreen(scene.play(form).picture.frame, named: "\(scene.rawValue)-\(form)")
  }

  @Test func `the hint lines of every state`() throws {
    let lines = try Scene.allCases.flatMap { scene in
      try [40, 80, 200].map { columns in
        let play = try scene.play(ScreenForm(columns, columns == 40 ? 10 : 24, "en"))
        return "\(scene.rawValue) \(columns): \(play.prompt)\n"
      }
    }
    try expectRecorded(lines.joined(), named: "hints")
  }

  @Test func `all menus, in the list and in a thread`() throws {
    let form = ScreenForm(80, 40, "en")
    let menus = try ["", "Enter"].flatMap { place in
      try ["M", "E", "V", "G", "H"].map { menu in
        var play = try Screenplay(.sample, size: form.size)
        play.press("A \(place) Alt-\(menu)")
        return play.rows.compactMap { row in
          row.firstMatch(of: /[│├┌└].*[│┤┐┘]/).map { "\($0.output)\n" }
        }
        .joined()
      }
    }
    try expectRecorded(menus.joined(separator: "\n"), named: "menus")
  }

  @Test func `E23: threads that are open, where the locale is not UTF-8`() throws {
    var play = try Screenplay(.trees, isUTF8: false)
    play.press("O")
    play.rest()
    try expectScreen(play.picture.frame, named: "tree-ascii-80x24-en")
  }

  @Test func `where the locale is not UTF-8`() throws {
    var play = try Screenplay(.sample, isUTF8: false)
    play.press("A g U")
    play.rest()
    try expectScreen(play.picture.frame, named: "ascii-80x24-en")
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

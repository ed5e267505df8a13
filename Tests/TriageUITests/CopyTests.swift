import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Giving what a message has to the clipboard.
@Suite struct CopyTests {
  private static func mailbox(_ change: (inout MessageContent) -> Void = { _ in }) -> Mailbox {
    let mailbox = Mailbox()
    mailbox.add(
      "Meeting\u{1B}[2J notes",
      from: ["Ann"],
      text: [
        ContentLine(.text, "See https://example.org/a"), ContentLine(.quote(level: 2), "yes"),
        ContentLine(.text, "bell\u{7}\tend"),
      ]
    )
    mailbox.changeTexts { content in
      content.headers = [
        HeaderField(
          name: "From",
          value: "\"boss@example.org\" <ann@example.org>, Bob <b@example.org>",
          isShort: true,
          addresses: ["\"boss@example.org\" <ann@example.org>", "Bob <b@example.org>"]
        )
      ]
      content.links = [link(1)]
      change(&content)
    }
    return mailbox
  }

  private static func link(_ number: Int) -> ContentLink {
    ContentLink(
      number: number,
      text: "x",
      target: "https://\(number).example.org",
      host: "\(number).example.org",
      isMisleading: false
    )
  }

  @Test func `K18: what is copied is opened only as the settings say`() throws {
    var play = try Screenplay(Self.mailbox())
    play.take(.configured(.read(Config.read("[sealed]\ndecrypt = \"ask\"\n").config)))
    play.holdsReplies = true
    play.press("y")
    play.answerOne()
    let options = play.asked.compactMap { question in
      if case .message(_, let options) = question { options } else { nil }
    }
    #expect(!options.isEmpty && options.allSatisfy { $0.seals.decrypt == .ask })
  }

  private static let copied = [
    "copy t1m1@example.org", "copy ann@example.org", "copy Meeting[2J notes",
    "copy See https://example.org/a\n> > yes\nbell\tend\n", "copy https://1.example.org",
  ]

  @Test(arguments: ["", "Enter"], Array(zip(["m", "a", "s", "t", "1"], copied.indices)))
  func `E16: id, address, subject, link and text are copied, in list and message`(
    way: String,
    choice: (key: String, index: Int)
  ) throws {
    var play = try Screenplay(Self.mailbox())
    play.press("\(way) y")
    #expect(play.rows.contains { $0.contains("Address of the sender") })
    play.press(choice.key)
    #expect(play.effects.last == Self.copied[choice.index])
    let lines = ["t1m1@example.org", "ann@example.org", nil, nil, "https://1.example.org"]
    let what = lines[choice.index].map { ": \($0)" } ?? ""
    #expect(play.status.hasPrefix("Sent to the terminal’s clipboard\(what)"), "\(play.status)")
    #expect(play.state.pane(CopyPane.self) == nil)
  }

  @Test(arguments: ["", "Enter"])
  func `E16: without a link the entry says so before it is chosen`(way: String) throws {
    var play = try Screenplay(Self.mailbox { $0.links = [] })
    play.press("\(way) y")
    #expect(play.rows.contains { $0.contains(#/1  A [Ll]ink .*The message has no links/#) })
    play = try Screenplay(Self.mailbox())
    play.press("\(way) y")
    #expect(!play.rows.contains { $0.contains("The message has no links") })
  }

  @Test func `E16: what is chosen before it was read is copied when it is there`() throws {
    var play = try Screenplay(Self.mailbox())
    play.holdsReplies = true
    play.press("y 1")
    #expect(play.effects == [] && play.state.pane(CopyPane.self) != nil)
    play.answer()
    #expect(play.effects == [Self.copied[4]])
  }

  @Test func `E16: each link is an entry of its own, and without any that is said`() throws {
    var play = try Screenplay(Self.mailbox { $0.links = [Self.link(1), Self.link(2)] })
    play.press("y 2")
    #expect(play.effects == ["copy https://2.example.org"])
    play = try Screenplay(Self.mailbox { $0.links = [] })
    play.press("y 1")
    #expect(play.effects == [] && play.status.hasPrefix("The message has no links"))
  }

  @Test func `E16: a link of 100 kB is listed, and what a terminal does not take of it is said`()
    throws
  {
    var link = Self.link(1)
    link.target = "https://example.org/" + String(repeating: "a", count: 100_000)
    var play = try Screenplay(Self.mailbox { $0.links = [link] })
    play.press("Enter L")
    #expect(play.rows.contains { $0.contains("1  1.example.org") })
    play.press("Enter")
    #expect(play.effects.last == "open \(link.target)")
    play.press("y")
    #expect(play.rows.allSatisfy { DisplayText($0).width <= 80 })
    play.press("1")
    #expect(play.said.hasPrefix("Too long: of 100,020 bytes the first 74,994 were sent"))
  }

  @Test func `E16: of many links the number is typed on, and what is left out is said`() throws {
    var play = try Screenplay(
      Self.mailbox {
        $0.links = (1...20).map(Self.link)
        $0.omittedLinks = 3
      }
    )
    play.press("y")
    #expect(play.rows.contains { $0.contains("and 3 more") })
    for number in ["  5  ", " 10  "] { #expect(play.rows.contains { $0.contains(number) }) }
    #expect(play.rows.contains { $0.contains("▼ ") })
    play.press("1")
    #expect(play.effects == [] && play.state.pane(CopyPane.self) != nil)
    play.press("2")
    #expect(play.effects == ["copy https://12.example.org"])
  }

  @Test func `E16: a configured program is given the text, and nothing is claimed before it ends`()
    throws
  {
    let read = Config.read("[terminal]\ncopy = [\"wl-copy\", \"-n\"]\n")
    #expect(read.problems.isEmpty, "\(read.problems)")
    var play = try Screenplay(Self.mailbox(), config: read.config)
    play.press("y Enter")
    #expect(play.effects == ["copy wl-copy -n t1m1@example.org"])
    #expect(!play.status.contains("clipboard"))
  }

  @Test func `E16: a text that is too long for a terminal is cut, and that is said`() throws {
    let long = String(repeating: "é", count: 5 << 20)
    var play = try Screenplay(Self.mailbox { $0.lines = [ContentLine(.text, long)] })
    play.press("y t")
    #expect(play.said.hasPrefix("Too long: of 10,485,761 bytes the first 74,994 were sent"))
  }

  @Test func `E16: the keys of the other presets are theirs`() throws {
    for (preset, key) in [("emacs", "Alt-W"), ("gmail", "y"), ("mutt", "Y")] {
      let config = Config.read("[keys]\npreset = \"\(preset)\"\n").config
      for context in [KeyContext.list, .message] {
        #expect(config.keymap.match([key], in: context) == .action(.command(.copy)), "\(preset)")
      }
    }
    let mutt = Config.read("[keys]\npreset = \"mutt\"\n").config
    #expect(mutt.keymap.match(["y"], in: .list) == .action(.command(.quickTags)))
  }

  @Test func `E16: a letter chooses on a Cyrillic layout, too`() throws {
    var play = try Screenplay(Self.mailbox())
    play.press("y ы")
    #expect(play.effects.last == "copy Meeting[2J notes")
  }

  @Test func `E16: a message that is gone is reported, and the list of choices closes`() throws {
    let mailbox = Self.mailbox()
    var play = try Screenplay(mailbox)
    mailbox.remove(1, of: 0)
    play.press("y")
    #expect(play.state.pane(CopyPane.self) == nil)
    #expect(play.state.status.isError)
  }
}

import Screen
import Testing
import TriageCore

@testable import TriageUI

/// What is on the screen when a thread has been opened, and at its end.
@Suite struct OpeningTests {
  private func lines(_ count: Int) -> [ContentLine] {
    (1...count).map { ContentLine(.text, "line \($0)") }
  }

  /// A thread whose second message is tagged and whose last one is unread.
  private func sought(_ lines: [ContentLine] = [ContentLine(.text, "Hello.")]) throws -> Screenplay
  {
    let box = Mailbox()
    box.add(
      "Thread",
      tags: [[.inbox], [.inbox, "todo"], [.inbox], [.inbox, .unread, "todo"]],
      text: lines
    )
    return try Screenplay(box)
  }

  @Test func `E7: a search opens a thread at the first unread match, or else at the first one`()
    throws
  {
    var play = try sought()
    play.press("Enter")
    #expect(play.state.reading?.cursor == 3)
    for keys in ["q /", "q q l"] {
      play.press(keys)
      play.type("tag:todo")
      play.press("Enter Enter")
      #expect(play.state.reading?.cursor == 3)
    }
    play.wait(for: .reading)
    play.press("q Enter")
    #expect(play.state.reading?.cursor == 1)
  }

  @Test func `E7: what finds on goes from match to match in a thread opened from a search`() throws
  {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox, "todo"], [.inbox], [.inbox, "todo"], [.inbox]])
    box.add("Other", tags: [[.inbox, "rare"], [.inbox]])
    var play = try Screenplay(box)
    play.press("/")
    play.type("tag:todo")
    play.press("Enter Enter n")
    #expect(play.state.reading?.cursor == 2)
    play.press("n")
    #expect(play.state.reading?.cursor == 0)
    #expect(play.status.hasPrefix("End reached; going on from the top"))
    play.press("N")
    #expect(play.state.reading?.cursor == 2)
    play.press("q q /")
    play.type("tag:rare")
    play.press("Enter Enter n")
    #expect(play.status.hasPrefix("No other message of this thread was found by the search"))
    play.press("q q Enter n")
    #expect(play.status.hasPrefix("Nothing has been searched for"))
  }

  @Test func `E7: a message that was looked for is at the top, however long those before it are`()
    throws
  {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox, .unread], [.inbox, "todo"], [.inbox]], text: lines(60))
    var play = try Screenplay(box, query: "tag:todo")
    play.press("Enter")
    #expect(play.state.reading?.cursor == 1)
    #expect(play.picture.frame.cursor?.row == 1)
    #expect(play.rows[4].contains("line 1"))
  }

  @Test func `E7: the keys of parts are about the message that is on the screen`() throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox, "todo"], [.inbox, .unread], [.inbox]], text: lines(30))
    box.changeTexts { text in
      let name = "\(text.id.text.prefix { $0 != "@" }).csv"
      text.parts = [
        PartInfo(number: 2, type: "text/csv", filename: name, size: 5, isAttachment: true)
      ]
    }
    // Found by the search, read by the cursor, scrolled to.
    for (query, keys, name) in [
      ("tag:todo", "Enter", "t1m1.csv"), ("tag:inbox", "Enter", "t1m2.csv"),
      ("tag:todo", "Enter J", "t1m2.csv"), ("tag:todo", "Enter Space Space", "t1m2.csv"),
    ] {
      var play = try Screenplay(box, query: query)
      play.press("\(keys) S")
      #expect(play.prompt.hasPrefix("Save as: ~/\(name)"), "\(query) \(keys): \(play.prompt)")
      play.press("Esc o")
      #expect(play.effects.last == "open 2 \(name)")
      play.press("P s")
      #expect(play.prompt.hasPrefix("Save as: ~/\(name)"), "\(query) \(keys): \(play.prompt)")
    }
  }

  @Test(arguments: [(1, ["text", "thread"]), (2, ["thread"])])
  func `the text of a thread's only message is asked for at once, and waits for the thread`(
    messages: Int,
    expected: [String]
  ) throws {
    let box = Mailbox()
    box.add("Thread", tags: Array(repeating: [.inbox], count: messages), text: lines(3))
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("Enter")
    let asked = play.asked.map { body in
      switch body {
      case .message: "text"
      case .thread: "thread"
      default: "\(body)"
      }
    }
    #expect(asked == expected)
    play.answerOne()
    #expect(!play.rows.contains { $0.contains("line 1") })
    play.answer()
    #expect(play.rows.contains { $0.contains("line 1") })
    #expect(play.state.reading?.cursor == messages - 1)
  }

  @Test(arguments: ["PageDown", "Ctrl-D", "Space", "j"])
  func `E1: a text is never scrolled past its last line`(key: String) throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox]], text: lines(90))
    var play = try Screenplay(box)
    play.press("Enter")
    for _ in 0..<100 { play.press(key) }
    // The last line, and the blank one that ends each message.
    #expect(play.rows[20].contains("line 90") && play.rows[1].contains("line 71"))
    play.take(.pointer(.scroll(3, over: .pane(play.state.viewLayer.id, .item(0)))))
    #expect(play.rows[20].contains("line 90") && play.rows[1].contains("line 71"))
  }

  @Test func `E1: a text that is shorter than the window is not scrolled at all`() throws {
    var play = try Screenplay(.sample)
    play.press("j Enter")
    let before = play.rows
    play.press("Ctrl-F j Ctrl-D")
    #expect(play.rows == before)
  }

  @Test func `E1: the last message of a long thread is shown from its header line on`() throws {
    let box = Mailbox()
    let tags = Array(repeating: Set<MailTag>([.inbox]), count: 40)
    box.add("Thread", tags: tags, text: lines(50))
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("Enter")
    while !play.asked.isEmpty { play.answerOne() }
    #expect(play.state.reading?.cursor == 39)
    #expect(play.picture.frame.cursor?.row == 1)
    #expect(play.rows[4].contains("line 1"))
  }

  @Test func `E1: the text of a message above does not push away the one that is read`() throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox, .unread], [.inbox, "todo"]], text: lines(50))
    box.changeTexts { if $0.id.text.contains("m2") { $0.lines = [ContentLine(.text, "short")] } }
    var play = try Screenplay(box, query: "tag:todo")
    play.press("Enter")
    #expect(play.state.reading?.cursor == 1)
    #expect(play.rows[20].contains("short") && play.rows[15].contains("line 50"))
  }

  @Test func `E1: the last page of the list, the help, the preview and a step stays full`() throws {
    let box = Mailbox()
    for number in 1...50 { box.add("Thread \(number)") }
    var play = try Screenplay(box, size: ScreenSize(columns: 80, rows: 24))
    for _ in 0..<5 { play.press("PageDown") }
    #expect(play.rows[21].contains("Thread 50") && play.rows[1].contains("Thread 30"))
    play.press("?")
    for _ in 0..<20 { play.press("PageDown") }
    #expect(!play.rows[21].isEmpty)
  }

  @Test func `E21: the header block shows emoji as the list does`() throws {
    let family = "👩\u{200D}👩\u{200D}👧 family 👍🏽"
    let box = Mailbox()
    box.add(family, from: [family])
    var play = try Screenplay(box)
    #expect(play.rows[1].contains(family))
    play.press("Enter")
    #expect(play.rows[2].contains("Subject: \(family)"))
  }

  @Test func `E1: what a step changed is not scrolled past its end`() throws {
    let box = Mailbox()
    for number in 1...60 { box.add("Thread \(number)") }
    var play = try Screenplay(box)
    play.press("* a g u Enter")
    for _ in 0..<20 { play.press("PageDown") }
    #expect(!play.rows[20].isEmpty && !play.rows[10].isEmpty)
  }
}

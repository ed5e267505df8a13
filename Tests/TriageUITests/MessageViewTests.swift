import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// What can be done in a thread that is being read.
@Suite struct MessageViewTests {
  private static let long: [ContentLine] =
    [ContentLine(.text, "Answer above.")]
    + (1...20).map { ContentLine(.quote(level: $0 > 10 ? 2 : 1), "quoted line \($0)") }
    + [ContentLine(.text, "The Needle is here, and a needle there.")]

  private static func play(
    _ lines: [ContentLine] = long,
    messages: Int = 1,
    change: (inout MessageContent) -> Void = { _ in }
  ) throws -> Screenplay {
    let mailbox = Mailbox()
    mailbox.add(
      "Thread",
      from: ["Ann", "Bob"],
      tags: Array(repeating: [.inbox], count: messages),
      text: lines
    )
    mailbox.changeTexts(change)
    var play = try Screenplay(mailbox)
    play.press("Enter")
    return play
  }

  private func shows(_ text: String, _ play: Screenplay) -> Bool {
    play.rows.contains { $0.contains(text) }
  }

  @Test func `long quotes are folded, and z goes through the ways to fold them`() throws {
    var play = try Self.play()
    #expect(shows("[20 quoted lines]", play))
    play.press("z")
    #expect(shows("> quoted line 1", play) && play.status.hasPrefix("All quotes are shown"))
    play.press("z")
    #expect(shows("> quoted line 10", play) && shows("[10 quoted lines]", play))
    play.press("z")
    #expect(shows("[20 quoted lines]", play) && !shows("quoted line 1", play))
    play.press("z 2 z")
    #expect(play.status.hasPrefix("Quotes are folded from level 2 on"))
  }

  @Test func `E6: quotes fold from eight lines on, at whatever level and wherever they are shown`()
    throws
  {
    let quotes =
      (1...8).map { ContentLine(.quote(level: 1), "eight \($0)") } + [ContentLine(.text, "A")]
      + (1...7).map { ContentLine(.quote(level: 1), "seven \($0)") } + [ContentLine(.text, "B")]
      + (1...7).map { ContentLine(.quote(level: 2), "deep \($0)") }
    var play = try Self.play(quotes)
    play.resize(to: ScreenSize(columns: 80, rows: 60))
    #expect(shows("[8 quoted lines]", play) && shows("seven 7", play) && shows("deep 7", play))
    play.press("2 z")
    #expect(shows("eight 8", play) && shows("deep 7", play) && !shows("quoted lines", play))
    play.press("q p")
    #expect(shows("[8 quoted lines]", play) && shows("seven 7", play))
  }

  @Test(arguments: [79, 80])
  func `a line as wide as the window stays whole, the margin gives way`(width: Int) throws {
    let words = "the quick brown fox jumps over the lazy dog again and ".cycled(to: width)
    var play = try Self.play([ContentLine(.text, "Before."), ContentLine(.text, words)])
    #expect(play.rows.contains { $0.hasPrefix(words) || $0.hasPrefix(" " + words) }, "\(play.rows)")
    #expect(play.rows.contains("  Before."))
    play.resize(to: ScreenSize(columns: 78, rows: 24))
    #expect(!play.rows.contains { $0.contains(words) })
  }

  @Test func `no line of mail reaches where frames of seals are drawn`() throws {
    let line = "┃ " + String(repeating: "x", count: 78)
    let play = try Self.play([ContentLine(.text, line)])
    #expect(play.rows.allSatisfy { !$0.hasPrefix("┃") && !$0.hasPrefix(" ┃") }, "\(play.rows)")
  }

  @Test func `E6: Z unfolds all messages, and folds them when all are unfolded`() throws {
    let box = Mailbox()
    box.add("Thread", tags: [[], [], [], [.inbox]])
    var play = try Screenplay(box)
    play.press("Enter")
    #expect(play.state.reading?.unfolded.count == 1)
    play.press("Z")
    #expect(play.state.reading?.unfolded.count == 4)
    #expect(play.status.hasPrefix("All messages are unfolded"))
    #expect(play.rows.filter { $0.contains("Hello.") }.count == 4)
    play.press("K Z")
    #expect(play.state.reading?.unfolded.isEmpty == true && play.state.reading?.cursor == 2)
    #expect(play.status.hasPrefix("All messages are folded"))
    play.press("Enter Z")
    #expect(play.state.reading?.unfolded.count == 4)
  }

  @Test func `E20: hits are counted over all messages of the thread, read or not`() throws {
    var play = try Self.play(messages: 4)
    #expect(try #require(play.state.reading).texts.count < 4)
    play.press("g g /")
    play.type("needle")
    play.press("Enter")
    #expect(play.prompt.hasPrefix("1 of 8"))
    play.press("n n")
    #expect(play.prompt.hasPrefix("3 of 8"))
    play.press("N")
    #expect(play.prompt.hasPrefix("2 of 8"))
    play.press("Esc")
    #expect(!play.prompt.contains(" of 8"))
  }

  @Test func `E20: as long as texts are missing no number is said`() throws {
    var play = try Self.play(messages: 4)
    play.holdsReplies = true
    play.press("/")
    play.type("needle")
    play.press("Enter")
    #expect(play.state.reading?.find?.hit != nil && !play.prompt.contains(" of "))
    while !play.asked.isEmpty { play.answerOne() }
    #expect(play.prompt.hasPrefix("3 of 8"))
  }

  @Test func `E20: hits in a long text are counted bit by bit`() throws {
    let lines = (1...7_000).map { ContentLine(.text, "line \($0)") }
    var play = try Self.play(lines)
    play.press("/")
    play.type("line 6")
    play.press("Enter")
    #expect(play.alarms[.finding] == .zero && !play.prompt.contains(" of "))
    for _ in 0..<4 { play.wait(for: .finding) }
    #expect(play.prompt.hasPrefix("1 of 1,111") && play.alarms[.finding] == nil)
  }

  @Test(arguments: ["plain", "dark", "light", "high-contrast"])
  func `E20: the current hit is marked unlike the others, without colour too`(
    theme: String
  ) throws {
    let look = try #require(Look.named(theme))
    #expect(look[.hit].attributes != look[.hitHere].attributes)
    #expect(!look[.hit].attributes.isEmpty && !look[.hitHere].attributes.isEmpty)
  }

  @Test func `recipients that are left out are counted below those that are named`() throws {
    var play = try Self.play([ContentLine(.text, "Hello all.")]) { content in
      content.headers = [
        HeaderField(
          name: "To",
          value: "u0@example.org, u1@example.org",
          isShort: true,
          addresses: ["u0@example.org", "u1@example.org"],
          omitted: 2950
        )
      ]
    }
    let row = try #require(play.rows.firstIndex { $0.contains("u1@example.org") })
    #expect(play.rows[row + 1].contains("    and 2,950 more"))
    // Nobody who looks for a recipient ends in the row that counts.
    play.press("/")
    play.type("u1@")
    play.press("Enter")
    #expect(play.state.reading?.find?.hit != nil)
  }

  @Test func `attachments that are not named are counted`() throws {
    let play = try Self.play([ContentLine(.text, "Files.")]) { content in
      content.parts = (1...12).map {
        PartInfo(number: $0, type: "x/y", filename: "f\($0)", size: 1, isAttachment: true)
      }
    }
    #expect(shows("12 attachments: f1, f2, f3, f4, f5, f6, f7, f8, f9, f10 and 2 more", play))
  }

  @Test func `a text is found, marked, and n and N go on`() throws {
    var play = try Self.play()
    play.press("/")
    play.type("needle")
    play.press("Enter")
    let find = try #require(play.state.reading?.find)
    #expect(find.hit?.clusters == 4..<10)
    let row = try #require(play.rows.firstIndex { $0.contains("Needle") })
    let style = { (column: Int) in play.picture.frame.grid.style(row: row, column: column) }
    #expect(style(6) == play.state.look[.hitHere] && style(28) == play.state.look[.hit])
    play.press("n")
    #expect(play.state.reading?.find?.hit?.clusters == 26..<32)
    play.press("n")
    #expect(play.state.reading?.find?.hit?.clusters == 4..<10)
    #expect(play.status.hasPrefix("End reached; going on from the top"))
    play.press("N")
    #expect(play.state.reading?.find?.hit?.clusters == 26..<32)
    #expect(play.status.hasPrefix("Top reached; going on from the end"))
    play.press("Esc")
    #expect(play.state.reading != nil && play.state.reading?.find == nil)
  }

  @Test func `what an invitation says is found, and marked where it stands`() throws {
    let far = (1...60).map { ContentLine(.text, "line \($0)") }
    var play = try Self.play(far + [ContentLine(.detail(.place), "The Needle Room")] + far)
    play.press("/")
    play.type("needle")
    play.press("Enter")
    let row = try #require(play.rows.firstIndex { $0.contains("The Needle Room") })
    let place = try #require(play.rows[row].firstRange(of: "Needle"))
    let column = play.rows[row].distance(from: play.rows[row].startIndex, to: place.lowerBound)
    let style = { play.picture.frame.grid.style(row: row, column: $0) }
    #expect(style(column) == play.state.look[.hitHere])
    #expect(style(column - 1) != play.state.look[.hitHere])
    play.press("n")
    #expect(!play.status.contains("reached"), "there is no other hit to go on to")
  }

  @Test func `what is found in a folded quote or a folded message is unfolded`() throws {
    var play = try Self.play(messages: 3)
    play.press("g g /")
    play.type("line 15")
    play.press("Enter")
    #expect(shows("> > quoted line 15", play))
    let first = try #require(play.state.reading?.messages.first?.id)
    #expect(play.state.reading?.unfolded.contains(first) == true)
    play.press("n")
    let second = play.state.reading?.messages[1].id
    #expect(play.state.reading?.find?.hit?.message == second)
  }

  @Test func `only messages that are shown are asked for`() throws {
    var play = try Self.play(messages: 300)
    #expect((1..<8).contains(play.state.reading?.texts.count ?? 0))
    play.press("G")
    #expect((1..<16).contains(play.state.reading?.texts.count ?? 0))
  }

  @Test func `an action is about the selected messages only, and the thread stays`() throws {
    var play = try Self.play(messages: 3)
    play.press("K x")
    #expect(play.picture.frame.cursor.map { play.rows[$0.row].hasPrefix("+") } == true)
    let id = try #require(play.state.reading?.current?.id)
    play.press("a")
    let archive = Command([.fixed(.archive)], on: .messages([id]))
    #expect(play.mailbox.changes.map(\.change) == [.perform([archive], name: nil)])
    #expect(play.state.reading != nil)
  }

  @Test func `what is said counts the messages that were selected`() throws {
    var play = try Self.play(messages: 3)
    play.press("x K x a")
    #expect(play.status.hasPrefix("Archived 2 messages"))
    play.press("u")
    #expect(play.status.hasPrefix("Undid Archive: 2 messages"))
    play.press("Ctrl-R")
    #expect(play.status.hasPrefix("Redid Archive: 2 messages"))
    play.press("Enter x s")
    #expect(play.status.hasPrefix("Starred 1 message "))
    play.press("; s")
    #expect(play.status.hasPrefix("Starred 1 thread "))
  }

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func `links that cannot be chosen are counted below those that can`(size: ScreenSize) throws {
    var play = try Self.play { text in
      text.links = (1...30).map { number in
        ContentLink(
          number: number,
          text: "x",
          target: "https://\(number).example.org",
          host: "\(number).example.org",
          isMisleading: false
        )
      }
      text.omittedLinks = 1_500
    }
    play.resize(to: size)
    play.press("L")
    #expect(shows("and 1,500 more", play) && shows("1  1.example.org", play))
    play.press("G")
    #expect(shows("and 1,500 more", play) && shows("30  30.example.org", play))
    play.press("Enter")
    #expect(play.effects.last == "open https://30.example.org")
  }

  @Test func `links are chosen by the host they lead to`() throws {
    var play = try Self.play { text in
      text.links = [
        ContentLink(
          number: 1,
          text: "bank.example.org",
          target: "https://evil.example.org/x",
          host: "evil.example.org",
          isMisleading: true
        ),
        ContentLink(
          number: 2,
          text: "b",
          target: "mailto:a@example.org",
          host: "a@example.org",
          isMisleading: false
        ),
      ]
    }
    play.press("L")
    #expect(shows("1  ! evil.example.org  bank.example.org  https://evil.example.org/x", play))
    play.press("j Enter")
    #expect(play.effects.last == "open mailto:a@example.org")
    #expect(play.state.picker == nil)
    play.choose(.command(.copyLink))
    #expect(shows("1  ! evil.example.org  bank.example.org  https://evil.example.org/x", play))
    play.press("Enter")
    #expect(play.effects.last == "copy https://evil.example.org/x")
    #expect(play.status.hasPrefix("Sent to the terminal’s clipboard"))
  }

  @Test func `one attachment is taken at once, several are chosen from`() throws {
    let part = { (number: Int, name: String) in
      PartInfo(number: number, type: "text/csv", filename: name, size: 1_234, isAttachment: true)
    }
    var play = try Self.play { $0.parts = [part(2, "a.csv")] }
    #expect(shows("1 attachment: a.csv", play))
    play.press("S")
    #expect(play.prompt.hasPrefix("Save as: ~/a.csv"))
    play.press("Enter")
    #expect(play.effects.last == "save(path: \"~/a.csv\") 2 a.csv")
    play = try Self.play { $0.parts = [part(2, "a.csv"), part(3, "../b.csv")] }
    play.press("o")
    #expect(shows("2  ../b.csv (text/csv, 1 kB)", play))
    play.press("2 Enter")
    #expect(play.effects.last == "open 3 ../b.csv")
    play.press("|")
    play.type("grep 'a b'")
    play.press("Enter")
    #expect(play.effects.last == "pipe([\"grep\", \"a b\"]) 0 -")
    play.press("|")
    play.type("grep 'a")
    play.press("Enter")
    #expect(play.status.hasPrefix("A quotation mark is not closed"))
  }

  @Test func `raw, other texts and all headers are asked for and shown`() throws {
    var play = try Self.play {
      $0.alternatives = ["text/plain", "text/html"]
      $0.headers.append(HeaderField(name: "X-Long", value: "v", isShort: false))
    }
    #expect(!shows("X-Long", play))
    play.press("H")
    #expect(shows("X-Long: v", play))
    play.holdsReplies = true
    play.press("V")
    #expect(play.asked.compactMap(\.messageOptions) == [MessageOptions(raw: true, columns: 78)])
    play.answer()
    // The way back leads from the source to the text first.
    play.press("q")
    #expect(play.asked.compactMap(\.messageOptions) == [MessageOptions(columns: 78)])
    play.answer()
    play.press("T")
    #expect(
      play.asked.compactMap(\.messageOptions) == [MessageOptions(alternative: 1, columns: 78)]
    )
  }

  @Test func `what was found in one text of a message is not looked for in a shorter one`() throws {
    let lines = (1...60).map { ContentLine(.text, "line \($0)") }
    var play = try Self.play(lines) { $0.alternatives = ["text/plain", "text/html"] }
    play.press("/")
    play.type("line 55")
    play.press("Enter")
    let id = try #require(play.state.reading?.current?.id)
    var page = try #require(play.state.reading?.texts[id]?.content)
    page.lines = [ContentLine(.text, "page")]
    page.notices = [.alternativeShown("text/html"), .bodyCut]
    play.holdsReplies = true
    play.press("T")
    play.answerOne(with: .message(page))
    #expect(shows("  page", play))
    // What is wrong with the message stands before its headers, what else there is behind them.
    let rows = play.rows.map { $0.split(separator: " ").first }
    let subject = try #require(rows.firstIndex(of: "Subject:"))
    let other = try #require(rows.firstIndex(of: "Shown"))
    #expect(other > subject)
    #expect(play.rows[other].contains("Shown as HTML; T shows the next form"))
    #expect(play.rows[subject - 1].contains("The text is too long"))
  }

  @Test func `patches keep their lines and are scrolled sideways`() throws {
    let line = "+" + String(repeating: "0123456789", count: 20)
    var play = try Self.play([ContentLine(.patchAdded, line), ContentLine(.text, "text")])
    #expect(shows("  +0123456789", play))
    play.press("> >")
    #expect(shows("  5678901234", play) && shows("  text", play))
    play.press("<")
    #expect(shows("  7890123456", play))
    play.press("9 9 >")
    #expect(play.state.reading?.left == 200)
  }

  @Test func `what is missing says why the key does nothing`() throws {
    var play = try Self.play()
    play.press("L")
    #expect(play.status.hasPrefix("The message has no links"))
    play.press("S")
    #expect(play.status.hasPrefix("The message has no attachments"))
    play.press("T")
    #expect(play.status.hasPrefix("The message has only this text"))
    play.press("n")
    #expect(play.status.hasPrefix("Nothing has been searched for"))
  }

  @Test func `where another message has attachments, the keys that go there are named`()
    throws
  {
    let box = Mailbox()
    box.add("Papers", tags: [[.inbox, .attachment], [.inbox], [.inbox], [.inbox, .unread]])
    var play = try Screenplay(box)
    play.press("Enter S")
    #expect(
      play.said.hasPrefix(
        "This message has no attachments; another one of the thread has: 3 K goes to it"
      ),
      "\(play.said)"
    )
    play.press("K K S")
    #expect(play.said.contains("has: K goes to it"), "\(play.said)")
  }

  @Test func `an engine that dies over a message is a notice on that message only`() throws {
    let lines = (1...60).map { ContentLine(.text, "line \($0)") }
    var play = try Self.play(lines, messages: 2)
    play.holdsReplies = true
    play.press("K")
    let id = try #require(play.state.reading?.current?.id)
    play.loseRequests()
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(9))))
    #expect(!play.asked.contains { $0.messageID == id })
    #expect(shows("Reading this message stopped the mail engine; = tries again", play))
    #expect(shows("line 1", play))
    play.press("=")
    #expect(play.asked.contains { $0.messageID == id })
  }

  @Test func `a page is laid out anew for another width, and the old one stays until then`() throws
  {
    var play = try Self.play([ContentLine(.preformatted, "for 78")]) { $0.columns = 78 }
    #expect(shows("for 78", play))
    play.holdsReplies = true
    play.resize(to: ScreenSize(columns: 50, rows: 24))
    #expect(shows("for 78", play))
    #expect(play.asked.compactMap(\.messageOptions) == [MessageOptions(columns: 48)])
    play.mailbox.changeTexts {
      $0.columns = 48
      $0.lines = [ContentLine(.preformatted, "for 48")]
    }
    play.answer()
    #expect(shows("for 48", play) && play.asked.isEmpty)
  }

  @Test func `a text that suits any width is not asked for again, and stays in its place`() throws {
    let lines = (1...90).map {
      ContentLine(.text, "line \($0) " + String(repeating: "x ", count: 60))
    }
    var play = try Self.play(lines)
    play.press("Space Space")
    let top = try #require(play.rows.first { $0.contains("line ") })
    let word = try #require(top.split(separator: " ").dropFirst().first)
    play.holdsReplies = true
    play.resize(to: ScreenSize(columns: 46, rows: 24))
    #expect(play.asked.isEmpty)
    #expect(play.rows[1...3].contains { $0.contains("line \(word) ") }, "\(play.rows)")
  }

  @Test func `what is typed is seen however long the name of an attachment is`() throws {
    let name = String(repeating: "n", count: 900) + ".pdf"
    var play = try Self.play {
      $0.parts = [
        PartInfo(number: 2, type: "text/csv", filename: name, size: 1, isAttachment: true)
      ]
    }
    play.press("S")
    play.type("place")
    for size in [play.state.size, ScreenSize(columns: 40, rows: 10)] {
      play.resize(to: size)
      let field = play.prompt
      #expect(field.hasPrefix("Save as: ") && field.hasSuffix("nnn.pdfplace"), "\(field)")
    }
  }

  @Test func `what the sender has hidden is shown as such`() throws {
    let play = try Self.play([ContentLine(.hidden, "psst"), ContentLine(.text, "Hello")])
    #expect(shows("Hidden by the sender: psst", play) && shows("  Hello", play))
  }

  @Test func `another program for pages holds for the one that is read`() throws {
    var play = try Self.play { $0.columns = 78 }
    play.holdsReplies = true
    let config = Config.read("[reading]\nhtml = ['w3m', '-dump']\n").config
    play.take(.configured(.read(config)))
    #expect(
      play.asked.compactMap(\.messageOptions)
        == [MessageOptions(columns: 78, filter: ["w3m", "-dump"])]
    )
  }

  @Test func `another choice of what is decrypted holds for the message that is read`() throws {
    var play = try Self.play { $0.columns = 78 }
    play.holdsReplies = true
    play.take(.configured(.read(Config.read("[sealed]\ndecrypt = \"never\"\n").config)))
    #expect(play.asked.compactMap(\.messageOptions).map(\.seals.decrypt) == [.never])
  }

  @Test func `the cursor is on the message in which something was found`() throws {
    let lines = (1...60).map { ContentLine(.text, "line \($0) of it") }
    var play = try Self.play(lines, messages: 3)
    play.press("g g")
    play.press("/")
    play.type("line 58 of")
    play.press("Enter")
    let reading = try #require(play.state.reading)
    #expect(reading.current?.id == reading.find?.hit?.message)
    #expect(shows("line 58 of it", play) && play.state.reading?.cursor == 0)
    // Nor does the next key move it, as long as the place is in the window.
    play.press("j")
    #expect(play.state.reading?.cursor == 0)
    play.press("n")
    #expect(play.state.reading?.cursor == 1)
    play.press("J")
    #expect(play.state.reading?.cursor == 2)
  }

  @Test func `a text of many lines is laid out bit by bit`() throws {
    let lines = (1...5_000).map { ContentLine(.text, "line \($0)") }
    var play = try Self.play(lines)
    let id = try #require(play.state.reading?.current?.id)
    #expect(play.state.reading?.texts[id]?.isLaidOut == false)
    for _ in 0..<10 { play.wait(for: .layout) }
    #expect(play.state.reading?.texts[id]?.isLaidOut == true)
    play.press("G")
    #expect(shows("line 5000", play))
  }

  @Test func `answers hang from what they answer`() throws {
    let mailbox = Mailbox()
    mailbox.add("Tree", tags: [[], [], [], [.inbox]], depths: [0, 1, 2, 1])
    var play = try Screenplay(mailbox)
    play.press("Enter g g")
    let shown = play.rows[1...4].map { $0.prefix(14) }
    #expect(shown == [" ▸   Ann <a0@e", " ▸   ├ Ann <a1", " ▸   │ └ Ann <", " ▾   └ Ann <a3"])
  }
}

extension EngineRequest.Body {
  fileprivate var messageOptions: MessageOptions? {
    if case .message(_, let options) = self { options } else { nil }
  }
  fileprivate var messageID: MessageID? {
    if case .message(let id, _) = self { id } else { nil }
  }
}

extension String {
  /// The text again and again, as many characters as wanted, the last of them no blank.
  fileprivate func cycled(to count: Int) -> String {
    String((0..<count - 1).map { Array(self)[$0 % self.count] } + "x")
  }
}

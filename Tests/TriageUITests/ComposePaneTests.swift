import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The page of a message that is being written, and the outbox, over messages in memory.
@Suite struct ComposePaneTests {
  private static let text = """
    From: Robin Ward <robin@example.org>
    To: Olga Petrova <olga@example.org>, Ann <ann@example.org>
    Bcc: Eve <eve@example.org>
    Subject: The plan for the garden, with all that was said of it so far

    Dear Olga,

    the plan is attached, enclosed and part of this. It has grown, since everybody who has a bed in the \
    garden wanted something else in it; please say what you think.

    > Will you send it?
    -- \n\
    Robin

    """

  /// The page of a message that was begun elsewhere; its editor changes nothing.
  private static func page(
    _ text: String,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en",
    prepare: (DraftBox, OutgoingID) -> Void = { _, _ in }
  ) throws -> Screenplay {
    let box = Mailbox.sample
    let id = box.drafts.add(text)
    prepare(box.drafts, id)
    var play = try Screenplay(box, size: size, language: language)
    play.take(.compose(id))
    return play
  }

  static func outbox(
    _ size: ScreenSize,
    _ language: LanguageTag,
    isMoving: Bool = true
  ) throws -> Screenplay {
    let box = Mailbox.sample
    box.drafts.list(.held, "Re: August invoice", to: 2, in: 18)
    box.drafts.list(.held, "Meeting notes", in: 3_600, "454 4.7.1 try again later")
    box.drafts.list(.held, "Fwd: Build failed")
    box.drafts.list(.unknown, "A letter that perhaps has left", to: 3, "the line was dropped")
    box.drafts.list(.draft, "Not this address", in: nil, "550 5.1.1 no such user here")
    if isMoving { box.drafts.list(.leaving, "On its way") }
    box.drafts.list(.draft, "")
    var play = try Screenplay(box, size: size, language: language)
    play.press("g o")
    return play
  }

  /// The page that is recorded.
  static func recorded(size: ScreenSize, language: LanguageTag) throws -> Screenplay {
    try page(text, size: size, language: language) { drafts, id in
      drafts.attach("plan of the garden.pdf", "application/pdf", bytes: 412_000, to: id)
    }
  }

  @Test func `W14: what is missing is said while it is missing, and no longer`() throws {
    var play = try Self.page("From: robin@example.org\nTo:\nSubject:\n\nSee the attached plan.\n")
    #expect(play.screen.contains("There is no subject"))
    #expect(play.screen.contains("nothing is attached"))
    #expect(play.screen.contains("it has no To, Cc or Bcc"))
    play.press("s")
    play.type("Plan")
    play.press("Enter t")
    play.type("ann@example.org")
    play.press("Enter")
    #expect(!play.screen.contains("There is no subject"))
    #expect(!play.screen.contains("it has no To, Cc or Bcc"))
    play.press("u u")
    #expect(play.screen.contains("There is no subject"))
    #expect(play.mailbox.drafts.drafts.values.allSatisfy { !$0.text.contains("Plan\n\n") })
    play.press("Ctrl-R")
    #expect(!play.screen.contains("There is no subject"))
  }

  @Test func `W14: Enter edits the line under the cursor, and who leaves it types no address`()
    throws
  {
    var play = try Self.page(Self.text)
    play.press("F10")
    #expect(play.screen.contains("Edit This Line…") && !play.screen.contains("Open  "))
    play.press("Esc j Enter")
    #expect(play.prompt.hasPrefix("To: Olga"), "\(play.prompt)")
    play.press("Esc j k")
    #expect(!play.prompt.hasPrefix("To:"))
    play.press("Enter")
    play.click(row: 8, column: 10)
    #expect(!play.prompt.hasPrefix("To:"), "\(play.prompt)")
    play.press("Enter")
    play.type("x")
    play.click(row: 8, column: 10)
    #expect(play.prompt.hasPrefix("To:"), "what was typed is not thrown away")
    #expect(play.mailbox.drafts.drafts.values.allSatisfy { $0.version == 0 })
  }

  @Test func `W7: a field that is no address is refused where it is typed`() throws {
    var play = try Self.page(Self.text)
    for bad in ["ann@", "a@b@c", "<ann@example.org", "ann"] {
      play.press("c")
      play.type(bad)
      play.press("Enter")
      #expect(play.screen.contains("“\(bad)”"), "\(play.screen)")
      play.press("Esc")
    }
    #expect(play.mailbox.drafts.drafts.values.allSatisfy { $0.version == 0 })
  }

  @Test func `W4: what nobody has written anything in is gone when the program is left over it`()
    throws
  {
    var play = try Screenplay(Mailbox.sample)
    play.press("m")
    #expect(play.mailbox.drafts.drafts.count == 1)
    play.press("Q")
    #expect(play.mailbox.drafts.drafts.isEmpty)
    var other = try Self.page(Self.text) { drafts, id in drafts.drafts[id]?.version = 1 }
    other.press("Q")
    #expect(other.mailbox.drafts.drafts.count == 1, "what was written stays")
  }

  @Test func `W14: where nobody gets it the legend begins with the key for recipients`() throws {
    let play = try Self.page(
      Self.text.replacing(
        "To: Olga Petrova <olga@example.org>, Ann <ann@example.org>\n",
        with: "To: \n"
      )
      .replacing("Bcc: Eve <eve@example.org>\n", with: "")
    )
    #expect(play.prompt.trimmingPrefix(" ").hasPrefix("t Edit To…   e Edit"), "\(play.prompt)")
  }

  @Test func `W3: what could not be saved stays on the page, and the second q leaves`() throws {
    var play = try Self.page(Self.text)
    play.mailbox.drafts.savingFails = TriageFailure(.diskFull, "/state", "5")
    play.press("s")
    play.type(" anew")
    play.press("Enter")
    #expect(play.screen.contains("so far anew"))
    #expect(play.effects.allSatisfy { !$0.hasPrefix("drop") })
    play.press("q")
    #expect(play.state.viewLayer.pane is ListPane)
  }

  @Test(arguments: ["y y", "w", "x"])
  func `W3: what could not be saved is tried again by a key that needs it`(keys: String) throws {
    var play = try Self.page(Self.text)
    play.mailbox.drafts.savingFails = TriageFailure(.diskFull, "/state", "5")
    play.press("s")
    play.type(" anew")
    play.press("Enter")
    play.press(keys)
    #expect(play.state.viewLayer.pane is ComposePane, "it cannot be left so")
    #expect(play.mailbox.drafts.history.outgoing().isEmpty)
    play.mailbox.drafts.savingFails = nil
    play.press(keys)
    #expect(play.state.viewLayer.pane is ListPane)
    #expect(play.mailbox.drafts.drafts.values.map(\.version) == [1])
  }

  @Test func `W14: an answer that has nothing but what it answers is asked about`() throws {
    let box = Mailbox.sample
    let thread = box.messages(of: 0).map(\.id)
    let head = "From: robin@example.org\nTo: ann@example.org\nSubject: x\n\n"
    let quote = "On Monday Ann wrote:\n> Hello.\n>\n> Ann\n"
    let sentence = "Nothing is written besides the quote"
    for (text, isSaid) in [
      (quote, true), ("", true), (quote + "\n-- \nRobin\n", true), (quote + "\nYes.\n", false),
      ("Yes.\n\n" + quote, false), ("Yes.\n", false),
    ] {
      let id = box.drafts.add(head + text, answering: thread)
      var play = try Screenplay(box)
      play.take(.compose(id))
      #expect(play.screen.contains(sentence) == isSaid, "\(text)")
    }
    #expect(try !Self.page(head).screen.contains(sentence), "it answers nothing")
  }

  @Test func `W10: a quoted line that needs more than a row keeps its marks`() throws {
    let quoted = "> > " + String(repeating: "word ", count: 30)
    let play = try Self.page("From: robin@example.org\nTo: a@b.org\nSubject: x\n\n\(quoted)\n")
    let rows = play.screen.split(separator: "\n").filter { $0.contains("word") }
    #expect(rows.count > 1 && rows.allSatisfy { $0.hasPrefix(" > > word") }, "\(rows)")
  }

  @Test func `W7: why a message cannot leave is said in as many rows as it needs`() throws {
    let play = try Self.page(
      "From: robin@example.org\nno field at all\nSubject: x\n\nHello.\n",
      size: ScreenSize(columns: 40, rows: 16)
    )
    let words = play.screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    let wording = Wording(try testCatalog().localizer(for: "en"), isUTF8: true)
    let sentence = wording.string(Sentence("compose.problem.no-field", .number(2)))
    #expect(sentence.count > 40 && words.contains(sentence), "\(play.screen)")
  }

  @Test func `W7: a path that is typed behind the one that is proposed stands in its place`() throws
  {
    for (typed, path) in [("/etc/x.pdf", "/etc/x.pdf"), ("a/~/y", "~/y"), ("b c", "~/b c")] {
      var play = try Self.page(Self.text)
      play.press("a")
      play.type(typed)
      #expect(play.screen.contains("Attach: \(path)") || play.screen.contains(": \(path)"))
      #expect(!play.screen.contains("~//") && !play.screen.contains("a/~"), "\(play.screen)")
    }
  }

  @Test func `W17: what was sent from the page, with what it answers, comes back by one key`()
    throws
  {
    let box = Mailbox.sample
    let before = box.dump
    let thread = box.messages(of: 0).map(\.id)
    let id = box.drafts.add(Self.text, answering: thread)
    box.drafts.drafts[id]?.version = 1
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("Y Y")
    #expect(play.state.viewLayer.pane is ListPane)
    #expect(play.screen.contains("leaves in 20 s"), "\(play.screen)")
    #expect(box.drafts.history.outgoing().map(\.state) == [.held])
    #expect(thread.allSatisfy { box.dump[$0]?.contains(.inbox) == false })
    play.press("u")
    #expect(box.dump == before)
    #expect(box.drafts.history.outgoing().map(\.state) == [.draft])
    #expect(play.state.viewLayer.pane is ComposePane, "it is opened again")
    #expect(play.screen.contains("Dear Olga"))
    // Redo would send it behind one's back: it opens the page, where only a person sends.
    play.press("q Ctrl-R")
    #expect(box.drafts.history.outgoing().map(\.state) == [.draft] && box.dump == before)
    #expect(play.state.viewLayer.pane is ComposePane && play.screen.contains("Dear Olga"))
    #expect(play.said.contains("That would send it again; check it here, y sends it"))
    play.press("y y")
    #expect(box.drafts.history.outgoing().map(\.state) == [.held])
  }

  @Test func `Q and q in a hold say what will be sent, and leave when pressed again`() throws {
    for (first, again) in [("Q", "Q"), ("q", "q"), ("Q", "q")] {
      let box = Mailbox.sample
      let id = box.drafts.add(Self.text)
      var play = try Screenplay(box, size: ScreenSize(columns: 200, rows: 24))
      play.take(.compose(id))
      play.press("y y \(first)")
      #expect(!play.effects.contains("quit"))
      #expect(
        play.said.contains("will be sent in 20 s; “mulligan undo” takes it back"),
        "\(play.said)"
      )
      #expect(play.said.contains("The plan for the garden"), "\(play.said)")
      play.press(again)
      #expect(play.effects.contains("quit"), "\(first) \(again)")
    }
    for (keys, leaves) in [("y y u q Q", true), ("y y j a Q", false)] {
      let box = Mailbox.sample
      let id = box.drafts.add(Self.text)
      var play = try Screenplay(box, size: ScreenSize(columns: 200, rows: 24))
      play.take(.compose(id))
      // Nothing is held any more; or there is something newer that undo would take.
      play.press(keys)
      #expect(play.effects.contains("quit") == leaves, "\(keys): \(play.said)")
      #expect(play.said.contains("will be sent in") != leaves, "\(keys): \(play.said)")
    }
  }

  @Test func `W12: a message is begun in the account of the view, in the reader's words and time`()
    throws
  {
    var config = Config.standard
    config.views[0].account = "work"
    let box = Mailbox.sample
    for (query, account) in [("tag:inbox", "work"), ("tag:other", nil)] {
      var play = try Screenplay(box, language: "ru", query: query, config: config)
      play.press("m")
      let writer = try #require(box.drafts.writers.last)
      #expect(writer.account == account && writer.language == "ru")
      #expect(writer.zone.offset(Screenplay.now) == 0)
    }
  }

  @Test func `W7: a line end that is pasted into a field is one blank, and seen`() throws {
    var play = try Self.page(Self.text)
    play.press("s Ctrl-U")
    play.paste("Hello\r\nBcc: eve@example.org\u{1B}[2J")
    play.press("Enter")
    #expect(play.screen.contains("Subject   Hello Bcc: eve@example.org"), "\(play.screen)")
    let text = play.mailbox.drafts.drafts.values.map(\.text).joined()
    #expect(text.contains("\nSubject: Hello Bcc: eve@example.org"))
    #expect(!text.contains("\u{1B}") && !text.contains("\nBcc: eve@example.org\n"))
  }

  @Test func `W4: a message in which nothing was written leaves nothing`() throws {
    var play = try Self.page(Self.text)
    play.press("x")
    #expect(play.status.contains("Discarded the draft"))
    #expect(play.mailbox.drafts.drafts.isEmpty)
    #expect(play.mailbox.changes.isEmpty)
  }

  @Test func `W14: Tab completes those first who get most of one's own mail`() throws {
    let box = Mailbox.sample
    box.drafts.people = [NamedAddress(name: "Zoë", "zoe@example.org"), NamedAddress("ann@x.org")]
    let id = box.drafts.add("From: robin@example.org\nTo:\nSubject: x\n\nHello.\n")
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("t")
    play.type("zo")
    play.press("Tab")
    #expect(play.prompt.contains("zoe@example.org"), "\(play.prompt)")
  }

  @Test func `W16: the time that is left is counted, and what is decided is asked for`() throws {
    var play = try Self.outbox(ScreenSize(columns: 80, rows: 24), "en", isMoving: false)
    #expect(play.rows[1].contains("perhaps sent"))
    #expect(play.screen.contains("leaves in 18 s"))
    play.wait(for: .outbox)
    #expect(play.screen.contains("leaves in 17 s"))
    play.press("n")
    #expect(play.status.contains("This message is not waiting to leave"))
    play.press("s")
    #expect(play.mailbox.drafts.decisions.isEmpty)
    play.press("Esc s y")
    #expect(play.mailbox.drafts.decisions == ["sent 103"])
    play.press("g g n")
    #expect(play.mailbox.drafts.decisions == ["sent 103", "release 100"])
    #expect(!play.rows.dropLast(2).contains { $0.contains("August invoice") })
    #expect(play.status.hasPrefix("“Re: August invoice” leaves now"), "\(play.status)")
    play.press("U")
    #expect(play.status.contains("Not in the outbox"))
    play.press("q")
    #expect(play.state.viewLayer.pane is ListPane)
  }

  @Test func `W16: an empty outbox says so`() throws {
    var play = try Screenplay(.sample)
    play.press("g o")
    #expect(play.screen.contains("Nothing is being written or sent"))
    play.press("u")
    #expect(play.status.contains("Nothing is being written or sent"))
  }
}

extension Screenplay {
  /// All rows, one below the other.
  fileprivate var screen: String { rows.joined(separator: "\n") }
}

import Screen
import Testing
import TriageCore

@testable import TriageUI

/// Typing a query or tags: what is found meanwhile, completed and recalled.
@Suite struct PromptTests {
  @Test func `Tab completes paths, hidden ones when a dot is typed, and says when there is none`()
    throws
  {
    var play = try Screenplay(.sample)
    play.files = [
      FolderListing.Entry("plans", isFolder: true),
      FolderListing.Entry("plan.toml", isFolder: false),
      FolderListing.Entry(".plan", isFolder: false),
    ]
    play.choose(.command(.savePlan))
    play.type("archive")
    play.press("Enter Ctrl-U")
    play.type("~/p")
    play.press("Tab")
    #expect(play.prompt.hasSuffix(" ~/plan"))
    play.press("Tab")
    #expect(play.prompt.hasSuffix(" ~/plan.toml"))
    play.press("Tab")
    #expect(play.prompt.hasSuffix(" ~/plans/"))
    play.press("x Tab")
    #expect(play.prompt.hasSuffix(" ~/plans/x"))
    #expect(play.status.hasPrefix("No file or folder begins with “~/plans/x”"))
    play.press("Ctrl-U")
    play.type("~/.")
    play.press("Tab")
    #expect(play.prompt.hasSuffix(" ~/.plan"))
  }

  @Test func `a query that is known to be wrong stays to be mended`() throws {
    var play = try Screenplay(.sample)
    let before = play.rows[0]
    play.press("/")
    play.type("from:grace and")
    play.press("Enter")
    #expect(play.prompt.contains("from:grace and"), "\(play.prompt)")
    #expect(play.state.status.isError && play.rows[0] == before)
    play.press("Ctrl-U")
    play.type("tag:work")
    play.press("Enter")
    #expect(play.rows[0].contains("tag:work"))
  }

  @Test func `a query is tried while it is typed, and its first rows are shown`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work")
    #expect(play.prompt.hasPrefix("Search: tag:work"))
    #expect(play.prompt.hasSuffix(" 1/1"))
    #expect(play.rows[1].contains("Meeting notes"))
    #expect(play.rows[2].isEmpty)
    play.press("Esc")
    #expect(play.rows[2].contains("August invoice"))
    #expect(play.mailbox.changes.isEmpty)
  }

  @Test func `typing never waits for an answer, and old ones are not shown`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.holdsReplies = true
    play.type("tag:todo")
    #expect(play.prompt == "Search: tag:todo")
    let cancels = play.asked.filter { if case .cancel = $0 { true } else { false } }
    #expect(cancels.count == 2)
    #expect(play.asked.count == 2 + 2)
    while play.asked.count > 2 { play.answerOne() }
    #expect(play.prompt == "Search: tag:todo")
    play.answer()
    #expect(play.prompt.hasSuffix(" 1/1"))
  }

  @Test func `E9: the prompt counts threads, unread and all, as the list shows them`() throws {
    let mailbox = Mailbox()
    for number in 0..<1_200 {
      let tags: Set<MailTag> = number < 3 ? [.inbox, .unread] : [.inbox]
      mailbox.add("Letter \(number)", tags: [tags, [.inbox]])
    }
    var play = try Screenplay(mailbox)
    play.holdsReplies = true
    play.press("/ *")
    while !play.prompt.hasSuffix("+") { play.answerOne() }
    #expect(play.prompt.hasSuffix(" 3/21+"))
    play.answer()
    #expect(play.prompt.hasSuffix(" 3/1,200"))
    play.press("Enter")
    play.answer()
    #expect(play.state.list.order.count == 1_200)
  }

  @Test func `E9: title, views, rows and prompt have the same two numbers, unread first`() throws {
    let mailbox = Mailbox()
    mailbox.add("Five", tags: [[.inbox, .unread], [.unread], [.inbox], [.inbox], []])
    mailbox.add("One", tags: [[.inbox, .unread]])
    mailbox.add("Two", tags: [[.inbox], [.inbox]])
    var play = try Screenplay(mailbox, size: ScreenSize(columns: 120, rows: 24))
    play.rest()
    let row = { (play: Screenplay, word: String) in play.rows.first { $0.contains(word) } ?? "" }
    #expect(play.rows[0].hasSuffix("Inbox 2/3"))
    #expect(row(play, ">Inbox").contains(#/^>Inbox +2\/3 /#))
    // Two of five are unread, though three match; a single message has no numbers.
    #expect(row(play, "Five").contains(" 2/5 "), "\(row(play, "Five"))")
    #expect(row(play, "Two").contains(#/ 2 +Two/#), "\(row(play, "Two"))")
    #expect(!row(play, "One").contains("1/1"))
    play.press("/")
    play.type("tag:inbox")
    #expect(play.prompt.hasSuffix(" 2/3"), "\(play.prompt)")
  }

  @Test(arguments: [
    ("form:walter", ["form"]), ("frm:x and tag:inbox", ["frm"]),
    ("(From:a or -b:c)", ["From", "b"]),
    ("from:a date:7d..", []), ("\"a form:b\" c", []), ("https://example.org/x", []),
    ("12:30", []), ("std::string", []), ("Re: hello", []), ("list:x form:\"a b\"", ["form"]),
  ])
  func `of the words of a query those are told that look like a field that notmuch has not`(
    query: String,
    fields: [String]
  ) {
    #expect(QueryWords.unknownFields(in: query, besides: ["list"]) == fields)
  }

  @Test(arguments: ["/", "l"])
  func `a search that finds nothing says of a field that there is none such`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press(key)
    play.type("form:walter")
    let note = "notmuch has no field “form:”; did you mean “from:”?"
    #expect(play.rows.contains { $0.contains(note) }, "\(play.rows)")
    play.press("Enter")
    #expect(play.rows.contains { $0.contains(note) }, "\(play.rows)")
    play.press("Esc /")
    play.type("tag:nothing-has-this")
    play.press("Enter")
    #expect(!play.rows.contains { $0.contains("notmuch has no field") })
  }

  @Test(arguments: [
    ("tag:inbx", ["inbx"]), ("is:wrok and not tag:inbox", ["wrok"]), ("(tag:a or -tag:a)", ["a"]),
    ("tag:inbox", []), ("tag:*", []), ("tag:/in.*/", []), ("tag:\"a b\"", []), ("tag:", []),
    ("inbx", []), ("\"a tag:b\"", []),
  ])
  func `of the words of a query those are told that are tags of no message`(
    query: String,
    tags: [String]
  ) {
    #expect(QueryWords.unknownTags(in: query, besides: [.inbox, "work"]) == tags)
    #expect(QueryWords.unknownTags(in: query, besides: []).isEmpty, "none is known yet")
  }

  @Test(arguments: ["/", "l"])
  func `a search that finds nothing says of a tag that no message has it`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press(key)
    play.type("tag:inbx")
    play.press("Enter")
    let note = "no message has the tag “inbx”; did you mean “inbox”?"
    #expect(play.rows.contains { $0.contains(note) }, "\(play.rows)")
  }

  @Test(arguments: ["/", "l"])
  func `E9: while a query is tried the title has no count of what is not shown`(
    key: String
  ) throws {
    var play = try Screenplay(.sample)
    play.rest()
    let title = play.rows[0]
    #expect(title.contains(#/Inbox [0-9]/#), "\(title)")
    play.press(key)
    #expect(play.rows[0] == title)
    play.type("tag:work")
    #expect(play.prompt.hasSuffix(" 1/1") && play.rows[0].hasSuffix("Inbox"), "\(play.rows[0])")
    play.press("Esc")
    #expect(play.rows[0] == title)
  }

  @Test
  func `a query that is not yet one finds nothing, and that it is none stands where counts do`()
    throws
  {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("and")
    #expect(play.prompt.hasPrefix("Search: and "))
    #expect(play.prompt.hasSuffix("  not a whole query"), "\(play.prompt)")
    #expect(play.state.status.left == nil)
    play.press("Backspace Backspace Backspace")
    #expect(play.rows[1].contains("Meeting notes"))
  }

  @Test(arguments: ["/", "l"])
  func `a query that is not understood is named as it was typed`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press(key)
    play.type("tag:work and")
    play.press("Enter")
    #expect(play.said.hasPrefix("The query “tag:work and” is not understood"), "\(play.said)")
    #expect(play.prompt.contains(": tag:work and "))
  }

  @Test(arguments: ["/", "l"])
  func `an empty query hints at the prefixes, and Tab goes through them`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press(key)
    let prefixes = "from: to: subject: tag: date: attachment:"
    #expect(play.status.hasPrefix("Tab completes: \(prefixes)"))
    play.press("Tab Tab")
    #expect(play.status.hasPrefix("[from:]  to:  subject:"))
    #expect(play.state.prompt?.field.text == "from:")
    play.type("a")
    #expect(!play.status.contains("completes"))
  }

  @Test func `what other programs call has:attachment is a tag`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("from:ann -has:att")
    #expect(play.status.hasPrefix("Tab completes: tag:attachment"))
    play.press("Tab")
    #expect(play.state.prompt?.field.text == "from:ann -tag:attachment ")
    #expect(!play.status.contains("completes"))
  }

  @Test func `prompts for tags and folders say what Tab completes`() throws {
    let box = Mailbox.sample
    var play = try Screenplay(box)
    play.press("+")
    #expect(play.status.hasPrefix("Tab completes: "), "\(play.status)")
    #expect(play.status.contains("flagged"))
    play.type("x")
    #expect(!play.status.contains("completes"))
  }

  @Test func `a prompt for a tag to remove proposes those that the mail has`() throws {
    let box = Mailbox()
    box.add("One", tags: [[.inbox, "zebra"], [.inbox, "bear"]])
    box.add("Two", tags: [[.inbox, "apple"]])
    box.add("Three", tags: [[.inbox, "cherry"]])
    var play = try Screenplay(box)
    let proposed = { (play: Screenplay) in
      play.status.firstMatch(of: #/completes: (.*?)(  |$)/#).map { String($0.1) }
    }
    play.press("-")
    #expect(proposed(play) == "bear inbox zebra")
    play.type("z")
    play.press("Tab")
    #expect(play.prompt == "Remove tag from 1 thread: zebra")
    // One that is added instead may be any.
    play.press("Ctrl-U")
    play.type("+app")
    play.press("Tab")
    #expect(play.prompt == "Remove tag from 1 thread: +apple")
    play.press("Esc 2 -")
    #expect(proposed(play) == "apple bear inbox zebra")
    play.press("Esc x j j x -")
    #expect(proposed(play) == "bear cherry inbox zebra")
    play.press("Esc Esc g g Enter K -")
    #expect(proposed(play) == "inbox zebra")
  }

  @Test func `Tab completes prefixes, then tags, and goes round what is possible`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("/")
    play.type("ta")
    play.press("Tab")
    #expect(play.prompt.hasPrefix("Search: tag:"))
    play.type("t")
    play.press("Tab")
    #expect(play.status.hasPrefix("tag:three  tag:todo  tag:two"))
    play.press("Tab")
    #expect(play.prompt.hasPrefix("Search: tag:three"))
    #expect(play.status.hasPrefix("[tag:three]  tag:todo"))
    play.press("Tab Tab Tab Shift-Tab")
    #expect(play.prompt.hasPrefix("Search: tag:two"))
    play.type(" an")
    #expect(!play.status.contains("tag:"))
    play.press("Tab")
    play.type("d")
    #expect(play.prompt.hasPrefix("Search: tag:two and d"))
  }

  @Test func `names with blanks are quoted, and the quotation is one word`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("from:olga")
    play.press("Tab")
    #expect(play.prompt.hasPrefix("Search: from:\"Olga Petrova\""))
    play.press("Backspace Tab")
    #expect(play.prompt.hasPrefix("Search: from:\"Olga Petrova\""))
  }

  @Test func `a change of tags completes tags behind their sign`() throws {
    var play = try Screenplay(.sample)
    play.press("+")
    play.type("+wo")
    play.press("Tab")
    play.type("-inb")
    play.press("Tab Enter")
    #expect(play.mailbox.messages(of: 0).allSatisfy { $0.tags.contains("work") })
    #expect(play.mailbox.messages(of: 0).allSatisfy { !$0.tags.contains(.inbox) })
  }

  @Test func `of the one tag that is typed, blanks at the ends are no part`() throws {
    var play = try Screenplay(.sample)
    play.press("+")
    play.type("wo")
    play.press("Tab")
    #expect(play.state.prompt?.field.text == "work")
    play.press("Enter")
    #expect(play.mailbox.messages(of: 0).allSatisfy { $0.tags.contains("work") })
    play.press("+")
    play.type(" travel  ")
    play.press("Enter")
    #expect(play.mailbox.messages(of: 0).allSatisfy { $0.tags.contains("travel") })
    #expect(play.mailbox.dump.values.allSatisfy { $0.allSatisfy { !$0.text.contains(" ") } })
  }

  @Test(arguments: ["garden , -inbox", "garden -inbox", "+garden,-inbox"])
  func `where one tag is meant, a list of several is refused and stays in the field`(
    text: String
  ) throws {
    var play = try Screenplay(.sample)
    play.press("+")
    play.type(text)
    play.press("Enter")
    #expect(play.status.hasPrefix("Only one tag is meant here; Change Tags takes several"))
    #expect(play.state.prompt?.field.text == text && play.mailbox.changes.isEmpty)
    play.press("Esc")
    #expect(play.state.prompt == nil && play.state.status.left == nil)
  }

  @Test func `completing is one step of the field's own undo`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:wo")
    play.press("Tab Ctrl-_")
    #expect(play.prompt.hasPrefix("Search: tag:wo "))
    play.press("Ctrl-R")
    #expect(play.prompt.hasPrefix("Search: tag:work"))
  }

  @Test func `earlier answers come back, each kind for itself, and what was begun stays`() throws {
    var play = try Screenplay(.sample)
    for query in ["Build", "Meeting", "Build"] {
      play.press("/")
      play.type(query)
      play.press("Enter q")
    }
    play.press("+")
    play.type("new")
    play.press("Enter /")
    play.type("beg")
    play.press("Up")
    #expect(play.prompt.hasPrefix("Search: Build"))
    play.press("Up Up Up")
    #expect(play.prompt.hasPrefix("Search: Meeting"))
    play.press("Down Down Down")
    #expect(play.prompt.hasPrefix("Search: beg"))
    #expect(
      play.effects == [
        "remember search: Build", "remember search: Meeting", "remember search: Build",
        "remember tags: new",
      ]
    )
  }

  @Test func `a memory of what was typed keeps the newest hundred`() {
    var texts = TypedTexts()
    for number in 1...150 { texts.add("\(number)", as: .search) }
    texts.add("60", as: .search)
    #expect(texts[.search].count == 100)
    #expect(texts[.search].first == "51")
    #expect(texts[.search].last == "60")
    #expect(texts[.tags].isEmpty)
  }
}

extension PromptTests {
  @Test func `a paste goes into a field only, and only what it can take`() throws {
    var play = try Screenplay(.sample)
    let changes = play.mailbox.changes.count
    play.paste("aAdu\n")
    #expect(play.status.hasPrefix("What was pasted was dropped"))
    #expect(play.mailbox.changes.count == changes)
    play.press("/")
    play.paste("tag:work\nor x")
    #expect(play.state.prompt?.field.text == "tag:work or x")
    play.paste(String(repeating: "word ", count: 100_000))
    #expect(play.state.prompt?.field.content.text.count == 4000)
    #expect(play.status.hasPrefix("What was pasted was cut"))
    play.type("x")
    #expect(play.state.prompt?.field.content.text.count == 4000)
  }
}

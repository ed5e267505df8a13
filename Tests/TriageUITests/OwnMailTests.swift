import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Mail of one's own in lists and in the outbox: what is thrown away, what comes back, who gets it.
@Suite struct OwnMailTests {
  private static let text = """
    From: Robin Ward <robin@example.org>
    To: Olga Petrova <olga@example.org>
    Subject: The plan

    Dear Olga,

    here it is.

    """

  /// A thread with a draft that answers it, another draft, and threads of the inbox.
  private func box() -> Mailbox {
    let box = Mailbox()
    box.add("Plan", from: ["Ann", "Robin"], tags: [[.inbox], ["draft"]])
    box.add("Other", from: ["Robin"], tags: [["draft"]])
    for number in 2...4 { box.add("Thread \(number)") }
    return box
  }

  private func subject(_ play: Screenplay) -> String? {
    play.state.list.current.flatMap { play.state.list.rows[$0]?.subject }
  }

  @Test func `W4: among drafts what is deleted is the draft, not what it answers`() throws {
    let box = box()
    let before = box.dump
    let ids = box.messages(of: 0).map(\.id)
    var play = try Screenplay(box)
    play.press("g d")
    #expect(subject(play) == "Plan")
    play.press("d")
    #expect(play.status.hasPrefix("Discarded 1 draft"), "\(play.status)")
    #expect(play.status.contains("Undo Discard Draft"), "\(play.status)")
    #expect(box.dump[ids[0]] == [.inbox])
    #expect(box.dump[ids[1]] == ["draft", "deleted"])
    #expect(subject(play) == "Other")
    play.press("u")
    #expect(box.dump == before)
    #expect(subject(play) == "Plan", "the cursor is on what came back")
    play.press("* d")
    #expect(play.status.hasPrefix("Discarded 2 drafts"), "\(play.status)")
    #expect(box.dump[ids[0]] == [.inbox])
  }

  @Test(arguments: ["a", "A", "!", "&", "b 3 d Enter", "b t Enter"])
  func `among drafts no action is about the conversation`(keys: String) throws {
    let box = box()
    let before = box.dump
    var play = try Screenplay(box)
    play.press("g d \(keys)")
    #expect(box.dump == before, "\(play.rows)")
    #expect(
      play.said.hasSuffix("is not for drafts") || !play.said.contains("thread"),
      "\(play.said)"
    )
  }

  @Test func `among drafts tags and stars are the draft's own`() throws {
    let box = box()
    let ids = box.messages(of: 0).map(\.id)
    var play = try Screenplay(box)
    play.press("g d s")
    #expect(box.dump[ids[0]] == [.inbox] && box.dump[ids[1]] == ["draft", "flagged"])
    play.press("+")
    play.type("todo")
    play.press("Enter")
    #expect(box.dump[ids[0]] == [.inbox] && box.dump[ids[1]] == ["draft", "flagged", "todo"])
  }

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func `W4: drafts name those who are to get them, not their writer`(size: ScreenSize) throws {
    let box = box()
    box.setRecipients(["Grace"], of: 0)
    var play = try Screenplay(box, size: size)
    play.press("g d")
    let screen = play.rows.joined(separator: "\n")
    #expect(screen.contains("To: Gr") && screen.contains("no rec"), "\(screen)")
    #expect(!screen.contains("Robin"), "\(screen)")
  }

  @Test(arguments: ["vim", "emacs", "gmail", "mutt"])
  func `W24: what was sent has a key, and stands beside drafts and outbox in the menu`(
    preset: String
  ) throws {
    let box = Mailbox()
    box.add("In the inbox")
    box.add("By myself", tags: [["sent"]])
    let read = Config.read("[keys]\npreset = \"\(preset)\"\n")
    #expect(read.problems == [])
    var play = try Screenplay(box, config: read.config)
    play.press("g t")
    #expect(subject(play) == "By myself")
    let go = MenuName.go.items(in: .list, play.state.shared)
    let outbox = try #require(go.firstIndex(of: .command(.outbox)))
    #expect(go[outbox - 1] == .command(.drafts) && go[outbox + 1] == .running(.view, "Sent"))
  }

  @Test func `W4: in a thread that is read from the drafts, too`() throws {
    let box = box()
    let before = box.dump
    let ids = box.messages(of: 0).map(\.id)
    var play = try Screenplay(box, size: ScreenSize(columns: 120, rows: 24))
    play.press("g d")
    #expect(play.prompt.contains("d Discard Draft"), "\(play.prompt)")
    play.press("Right j")
    #expect(play.prompt.contains("d Delete Message"), "what a draft answers: \(play.prompt)")
    play.press("j")
    #expect(play.prompt.contains("d Discard Draft"), "\(play.prompt)")
    play.press("k Enter")
    #expect(play.state.reading?.current?.id == ids[0])
    #expect(play.prompt.contains("d Discard Draft"), "\(play.prompt)")
    #expect(!play.prompt.contains("Edit Draft"), "\(play.prompt)")
    play.press("J")
    #expect(play.prompt.contains("e Edit Draft"), "\(play.prompt)")
    play.press("?")
    let help = play.rows.joined(separator: "\n")
    #expect(help.contains("Discard Draft") && !help.contains("Delete Thread"), "\(help)")
    play.press("q d")
    #expect(box.dump[ids[0]] == [.inbox])
    #expect(box.dump[ids[1]] == ["draft", "deleted"])
    play.press("u")
    #expect(box.dump == before)
    // The key may come before the thread has been read.
    play.press("q g g j")
    play.holdsReplies = true
    play.press("Enter d")
    play.holdsReplies = false
    play.answer()
    #expect(box.dump[ids[0]] == [.inbox])
    #expect(box.dump[ids[1]] == ["draft", "deleted"])
  }

  @Test func `W4: Enter goes on with a draft among the drafts, as in the outbox`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    box.drafts.drafts[id]?.facts.message = box.messages(of: 0)[1].id
    box.drafts.drafts[id]?.version = 1
    box.deliver(to: 0, tags: [.inbox])
    var play = try Screenplay(box, size: ScreenSize(columns: 90, rows: 60))
    play.press("g d")
    #expect(play.prompt.contains("Enter Edit Draft"), "\(play.prompt)")
    play.press("?")
    let help = play.rows.joined(separator: "\n")
    #expect(help.contains("Discard Draft") && !help.contains("Delete"), "\(help)")
    for key in ["Enter", "e"] {
      play.press(key == "Enter" ? "q Enter" : key)
      #expect(play.state.viewLayer.pane is ComposePane)
      play.press("q")
    }
    box.drafts.list(.held, "The plan", in: 20)
    play.press("g o")
    #expect(play.prompt.contains("Enter Edit Draft"), "\(play.prompt)")
    play.press("?")
    let line = play.rows.first { $0.contains("Discard Draft") }?.trimmed
    #expect(line?.hasPrefix("d") == true, "\(play.rows)")
  }

  @Test func `W4: after the undo of a discard on the page the cursor is on the draft`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    box.drafts.drafts[id]?.facts.message = box.messages(of: 1)[0].id
    box.drafts.drafts[id]?.version = 1
    var play = try Screenplay(box)
    play.press("g d j")
    #expect(subject(play) == "Other")
    play.press("e x")
    #expect(play.state.viewLayer.pane is ListPane)
    #expect(subject(play) == "Plan")
    play.press("u")
    #expect(subject(play) == "Other")
  }

  @Test func `W17: after the undo of an answer that archived the cursor is on its thread`() throws {
    let box = box()
    let id = box.drafts.add(Self.text, answering: box.messages(of: 3).map(\.id))
    var play = try Screenplay(box)
    play.press("j j")
    #expect(subject(play) == "Thread 3")
    play.take(.compose(id))
    play.press("Y k k")
    #expect(subject(play) != "Thread 3")
    play.press("u")
    #expect(play.state.viewLayer.pane is ComposePane)
    #expect(subject(play) == "Thread 3")
  }

  @Test func `what was answered, sent and archived gives way to the next thread, as by archiving`()
    throws
  {
    for (open, advances) in [("Enter", true), ("", true), ("Enter", false)] {
      let box = Mailbox()
      for number in 1...3 { box.add("Thread \(number)") }
      let id = box.drafts.add(Self.text, answering: box.messages(of: 1).map(\.id))
      var config = Config.standard
      config.list.advance = advances
      var play = try Screenplay(box, config: config)
      play.press("j \(open)")
      play.take(.compose(id))
      play.press("Y")
      #expect((play.state.viewLayer.pane is ReaderPane) == !open.isEmpty)
      #expect(subject(play) == (advances ? "Thread 3" : "Thread 2"))
      if !open.isEmpty, advances {
        #expect(play.state.reading?.thread == box.messages(of: 2).first?.thread)
      }
      play.press("u")
      #expect(play.state.viewLayer.pane is ComposePane && subject(play) == "Thread 2")
    }
  }

  @Test func `a round goes on from a thread that was answered, sent and archived`() throws {
    let box = Mailbox()
    for number in 1...3 { box.add("Thread \(number)") }
    let id = box.drafts.add(Self.text, answering: box.messages(of: 0).map(\.id))
    var play = try Screenplay(box)
    play.press("g r")
    play.take(.compose(id))
    play.press("Y")
    #expect(play.rows[0].contains("2 of 3") && subject(play) == "Thread 2", "\(play.rows)")
    #expect(play.state.reading?.thread == box.messages(of: 1).first?.thread)
  }

  @Test(arguments: [60, 80, 90, 120])
  func `W17: beside what was just sent and archived its undo has its name`(columns: Int) throws {
    let box = Mailbox()
    for number in 1...3 { box.add("Thread \(number)") }
    let id = box.drafts.add(Self.text, answering: box.messages(of: 1).map(\.id))
    var play = try Screenplay(box, size: ScreenSize(columns: columns, rows: 24))
    play.press("j")
    play.take(.compose(id))
    play.press("Y")
    #expect(play.rows.contains { $0.contains("u Undo Send and Archive") }, "\(play.rows)")
  }

  @Test func `W17: what an undo brings back pushes no row out of the window`() throws {
    let box = Mailbox()
    for number in 1...25 { box.add("Thread \(number)") }
    let id = box.drafts.add(Self.text, answering: box.messages(of: 3).map(\.id))
    var play = try Screenplay(box)
    play.press("j j j")
    play.take(.compose(id))
    play.press("Y u q")
    #expect(subject(play) == "Thread 4")
    #expect(play.rows[1].hasSuffix(" Thread 1"), "\(play.rows[1])")
    play.press("g g j j b t Enter u")
    #expect(subject(play) == "Thread 3")
    #expect(play.rows[1].hasSuffix(" Thread 1"), "\(play.rows[1])")
  }

  @Test func `W10: a message that is opened from the outbox is open on one page only`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    let draft = try #require(box.drafts.drafts[id])
    let record = OutgoingRecord(id, draft.facts)
    box.drafts.rows = [OutboxRow(record, to: [NamedAddress("olga@example.org")], "The plan")]
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("s")
    play.type(" again")
    play.press("Enter")
    #expect(play.status.contains("Undo Change of Subject"), "\(play.status)")
    play.press("g o")
    // What is undone on the page below is nothing that undo takes back here.
    #expect(!play.status.contains("Undo Change"), "\(play.status)")
    play.press("Enter")
    func pages(_ play: Screenplay) -> Int {
      play.state.layers.count { $0.pane is ComposePane }
    }
    #expect(pages(play) == 1 && play.state.viewLayer.pane is ComposePane)
    #expect(play.rows.contains { $0.contains("The plan again") }, "\(play.rows)")
    play.press("q")
    #expect(pages(play) == 0 && play.state.viewLayer.pane is OutboxPane)
    play.press("q")
    #expect(play.state.viewLayer.pane is ListPane)
  }

  @Test func `W16: what is in the outbox is thrown away there, and an undo goes to it`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    let message = box.messages(of: 1)[0].id
    box.drafts.drafts[id]?.facts.message = message
    box.drafts.drafts[id]?.version = 1
    let draft = try #require(box.drafts.drafts[id])
    var record = OutgoingRecord(id, draft.facts)
    record.reason = "550 no such user"
    let refused = OutboxRow(record, to: [NamedAddress("olga@example.org")], "The plan")
    box.drafts.list(.unknown, "Perhaps")
    box.drafts.rows.append(refused)
    var play = try Screenplay(box)
    play.press("g o d")
    #expect(play.status.contains("only what is still here can be discarded"), "\(play.status)")
    play.press("j d")
    #expect(play.status.contains("Discarded the draft"), "\(play.status)")
    #expect(play.state.viewLayer.pane is OutboxPane)
    #expect(box.dump[message] == ["draft", "deleted"])
    box.drafts.rows.removeLast()
    play.press("g g")
    play.notice()
    #expect(play.prompt.hasSuffix("1/1"), "\(play.prompt)")
    box.drafts.rows.append(refused)
    play.press("u")
    #expect(box.dump[message] == ["draft"])
    #expect(play.prompt.hasSuffix("2/2"), "\(play.prompt)")
  }

  @Test func `W16: the outbox names who gets a message, and says that it leaves now`() throws {
    let box = box()
    box.drafts.list(.held, "The plan", to: 3, in: 18)
    box.drafts.list(.held, "", in: 20)
    var play = try Screenplay(box)
    play.press("g o")
    #expect(play.rows[1].contains("Ann +2  The plan"), "\(play.rows[1])")
    #expect(play.rows[2].contains("Ann     "), "\(play.rows[2])")
    play.press("n")
    #expect(play.status.hasPrefix("“The plan” leaves now"), "\(play.status)")
    play.press("n")
    #expect(play.status.hasPrefix("The message leaves now"), "\(play.status)")
  }

  @Test func `W23: the first undo after a message has left says so and takes nothing back`() throws
  {
    for archives in [true, false] {
      let box = box()
      let id = box.drafts.add(Self.text)
      var play = try Screenplay(box)
      if archives { play.press("a") }
      let head = play.state.shared.mailbox.head
      play.take(.compose(id))
      play.press("y")
      let sent = try #require(play.state.shared.mailbox.head.undo)
      #expect(sent.id != head.undo?.id)
      play.holdsReplies = true
      let revision = try #require(play.state.shared.mailbox.revision)
      play.take(.engine(.changed(revision, head)))
      while let asked = play.asked.first {
        var step = sent
        step.left = LeftDeparture(.sent, at: Screenplay.now, isAll: true)
        guard case .step(sent.id, limit: 1) = asked else {
          play.answerOne()
          continue
        }
        play.answerOne(with: .step(StepDetail(step: step, changes: [])))
      }
      play.holdsReplies = false
      #expect(play.status.hasPrefix("Sent: “The plan”"), "\(play.status)")
      play.press("j")
      let changes = box.changes.count
      play.press("u")
      let rest = archives ? "once more takes back only “Archive”" : "there is nothing else to undo"
      #expect(play.said.contains("Sent: “The plan” · \(rest)"), "\(play.said)")
      #expect(box.changes.count == changes)
      play.press("u")
      #expect(!play.said.contains("Sent:"), "\(play.said)")
    }
  }

  @Test func `W17: of what was changed after it was held nothing is said to be undone`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    var play = try Screenplay(box)
    play.press("a")
    play.take(.compose(id))
    play.press("y")
    let draft = try #require(box.drafts.drafts[id])
    var record = OutgoingRecord(id, draft.facts)
    record.state = .held
    box.drafts.rows = [OutboxRow(record, to: [NamedAddress("olga@example.org")], "The plan")]
    play.press("g o Enter s")
    play.type(" again")
    play.press("Enter q q")
    #expect(play.state.viewLayer.pane is ListPane)
    play.press("u")
    #expect(!play.state.hasQuestion)
    #expect(
      play.said.hasPrefix("Undo Cancel Sending: nothing changed; 1 changed since"),
      "\(play.said)"
    )
    play.press("u")
    #expect(play.said.hasPrefix("Undo Send: nothing changed; 1 already so"), "\(play.said)")
    play.press("u")
    #expect(play.said.hasPrefix("Undid Archive"), "\(play.said)")
  }

  @Test func `W4: whoever keeps a draft is told what undo would take instead`() throws {
    let box = box()
    var play = try Screenplay(box)
    for (keys, rest) in [("", ""), ("j a", " · u would undo Archive")] {
      play.press("\(keys) g d")
      let id = box.drafts.add(Self.text)
      play.take(.compose(id))
      play.press("s")
      play.type(" again")
      play.press("Enter q")
      #expect(play.said == "Saved as a draft\(rest)", "\(play.said)")
      play.press("q")
    }
  }

  @Test
  func `W4: the key of the drafts leads from the page to them, and back to the row of before`()
    throws
  {
    let box = box()
    let id = box.drafts.add(Self.text)
    var play = try Screenplay(box)
    play.press("j j")
    let thread = play.state.list.current
    play.take(.compose(id))
    play.press("s")
    play.type(" again")
    play.press("Enter g d")
    #expect(play.state.viewLayer.pane is ListPane)
    #expect(play.rows[0].contains("Drafts") && play.said.hasPrefix("Saved as a draft"))
    play.press("g o g i")
    #expect(play.rows[0].contains("Inbox") && play.state.list.current == thread)
  }

  @Test func `W17: on a page that is opened again it is said that its own steps are gone`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("y u")
    #expect(play.state.viewLayer.pane is ComposePane)
    play.press("u")
    #expect(play.said.contains("what was changed before the draft was opened stays"))
    play.press("q m u")
    #expect(play.status.hasPrefix("Nothing to undo"), "\(play.status)")
    #expect(!play.said.contains("opened"), "\(play.said)")
  }

  @Test func `W24: what was sent is opened at it, and an answer stays unread`() throws {
    let box = Mailbox()
    box.add("Plan", from: ["Ann", "Robin", "Ann"], tags: [[], ["sent"], [.inbox, .unread]])
    let before = box.dump
    var play = try Screenplay(box)
    play.press("g t Enter")
    #expect(play.state.reading?.current?.id == box.messages(of: 0)[1].id)
    play.wait(for: .reading)
    #expect(box.dump == before)
  }

  @Test func `the view of sent mail names who gets it`() throws {
    let box = Mailbox()
    box.add("Plan", from: ["Robin"], tags: [["sent"]])
    box.add("Note", from: ["Robin"], tags: [["sent"]])
    box.setRecipients(["Ann", "Bob"], of: 0)
    var play = try Screenplay(box)
    play.press(":")
    play.type("view:Sent")
    play.press("Enter")
    #expect(play.rows[1].contains("To: Ann, Bob") && !play.rows[1].contains("Robin"))
    #expect(play.rows[2].contains("Robin"), "nothing is known of it")
    play.press("l")
    play.type("subject:Plan")
    play.press("Enter")
    #expect(play.rows[1].contains("To: Ann, Bob"), "\(play.rows[1])")
    play.press("/")
    play.type("from:robin")
    play.press("Enter")
    #expect(play.rows[1].contains("Robin"), "\(play.rows[1])")
  }
}

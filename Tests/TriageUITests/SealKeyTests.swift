import Screen
import Testing
import TriageCore

@testable import TriageUI

/// What a person does with sealed mail: unlocking, leaving, forgetting.
@Suite struct SealKeyTests {
  private func play(messages: Int = 1, state: SealState = .locked) throws -> Screenplay {
    let seals = [SealFrameTests.seal(nil, state: state)]
    return try SealFrameTests.play(seals, SealFrameTests.region(0, []), messages: messages)
  }

  /// The messages that an engine is asked to unlock: the first, and what is tried after it.
  private func unlocked(_ play: Screenplay) -> [(MessageID, [MessageID])] {
    play.asked.compactMap { body in
      if case .unlock(let first, _, let others) = body { (first, others) } else { nil }
    }
  }

  @Test func `K18: only Enter on a locked message lends the terminal, and asks once`() throws {
    var play = try play()
    #expect(play.rows.contains("┌ Encrypted; Enter unlocks it"))
    #expect(play.prompt.contains("Enter Unlock"))
    play.press("j k Space H V V J = z")
    #expect(!play.effects.contains("lend the terminal"))
    play.holdsReplies = true
    play.press("Enter Enter")
    #expect(play.effects.filter { $0 == "lend the terminal" }.count == 1)
    #expect(unlocked(play).count == 1)
    play.mailbox.changeTexts { text in
      text.seals = [SealFrameTests.seal(.good, state: .open)]
      text.lines = SealFrameTests.region(0, SealFrameTests.words)
    }
    play.answer()
    #expect(play.rows.contains { $0.hasPrefix("┌ Encrypted · Good signature: Ann") })
    #expect(play.rows.contains("│ Hello Bob, the contract is signed."))
    // What is open is folded by the key, as any message.
    play.press("Enter")
    #expect(play.effects.filter { $0 == "lend the terminal" }.count == 1)
    #expect(!play.rows.contains { $0.hasPrefix("┌") })
  }

  @Test func `K18: what came of a question that was given up is that it is locked`() throws {
    var play = try play()
    play.holdsReplies = true
    play.press("Enter")
    let request = try #require(play.asked.first)
    guard case .unlock = request else { throw Failure() }
    play.answerOne(with: .failed(TriageFailure(.cancelled)))
    #expect(play.rows.contains("┌ Encrypted; Enter unlocks it"))
    #expect(play.asked.allSatisfy { if case .unlock = $0 { false } else { true } })
    play.press("Enter")
    #expect(unlocked(play).count == 1)
  }

  @Test func `K24: a host that cannot ask for the passphrase is named`() throws {
    var play = try play()
    play.mailbox.changeTexts { $0.seals[0].unaskedHost = "mailhost" }
    play.press("Enter")
    #expect(play.said.hasPrefix("mailhost cannot ask for the passphrase: install a pinentry"))
    #expect(play.rows.contains("┌ Encrypted; Enter unlocks it"))
  }

  @Test func `K18: mail without a lock, and the list, never lend the terminal`() throws {
    for state in SealState.allCases where ![.locked, .noAnswer, .large].contains(state) {
      var play = try play(state: state)
      play.press("Enter Enter Enter q Enter")
      #expect(!play.effects.contains("lend the terminal"), "\(state)")
    }
  }

  @Test func `K19: with a message the other locked ones of its thread are unlocked`() throws {
    var play = try play(messages: 4)
    let ids = try #require(play.state.reading?.messages.map(\.id))
    play.press("J")
    play.holdsReplies = true
    play.press("Enter")
    let asked = try #require(unlocked(play).first)
    #expect(asked.0 == ids[1] && Set(asked.1) == Set(ids).subtracting([ids[1]]))
  }

  @Test func `K19: at a thread's end Enter unlocks its last message, whatever texts come above it`()
    throws
  {
    var play = try play(messages: 50)
    let last = try #require(play.state.reading?.messages.last?.id)
    play.holdsReplies = true
    play.press("G")
    repeat {
      #expect(play.state.reading?.current?.id == last)
      #expect(play.picture.frame.cursor.map { play.rows[$0.row].contains("Ann <a49") } == true)
      play.answerOne()
    } while !play.asked.isEmpty
    #expect(play.prompt.contains("Enter Unlock") && play.state.reading?.current?.id == last)
    // The blank line that ends the thread is the window's last.
    #expect(play.rows.dropLast(3).last == "└")
    play.press("Enter")
    #expect(unlocked(play).map(\.0) == [last])
  }

  @Test func `K2: of several texts that the screen lacks each but the last leads others`() throws {
    for (messages, expected) in [(1, [false]), (3, [true, true, false])] {
      var play = try play(messages: messages)
      play.press("q")
      play.holdsReplies = true
      play.press("Enter")
      var leads: [Bool] = []
      while !play.asked.isEmpty {
        for case .message(_, let options) in play.asked { leads.append(options.leadsOthers) }
        play.answerOne()
      }
      #expect(leads == expected)
    }
  }

  /// A thread whose text has come with its seal pending, that text as it is opened, and how it was asked
  /// for.
  private func pending() throws -> (Screenplay, MessageContent, MessageOptions) {
    var play = try play(state: .pending)
    play.press("q")
    play.holdsReplies = true
    play.press("Enter")
    var options: MessageOptions?
    while !play.asked.isEmpty {
      for case .message(_, let asked) in play.asked { options = asked }
      play.answerOne()
    }
    var content = try #require(play.state.reading?.currentText?.content)
    content.seals = [SealFrameTests.seal(nil, state: .open)]
    content.lines = SealFrameTests.region(0, SealFrameTests.words)
    return (play, content, try #require(options))
  }

  @Test func `K3: a text that comes by itself fills its frame, and is not asked for`() throws {
    var (play, content, options) = try pending()
    options.leadsOthers = true
    play.take(.engine(.filled(content, options)))
    #expect(play.rows.contains("│ Hello Bob, the contract is signed.") && play.asked.isEmpty)
    // What was made for another width is asked for anew.
    content.lines = SealFrameTests.region(0, [])
    options.columns += 1
    play.take(.engine(.filled(content, options)))
    #expect(play.rows.contains("│ Hello Bob, the contract is signed.") && !play.asked.isEmpty)
  }

  @Test func `K20: what was forgotten is not filled with a text that was on its way`() throws {
    var (play, content, options) = try pending()
    play.press(":")
    play.press("f o r g e t Enter")
    play.take(.engine(.filled(content, options)))
    #expect(!play.rows.contains { $0.hasPrefix("│") })
    play.mailbox.changeTexts { $0.seals = [SealFrameTests.seal(nil, state: .locked)] }
    play.answer()
    #expect(play.rows.contains("┌ Encrypted; Enter unlocks it"))
    #expect(!play.rows.contains("│ Hello Bob, the contract is signed."))
  }

  @Test(arguments: [SealState.locked, .noAnswer])
  func `K23: what had no answer, or is locked, is tried again with the key that refreshes`(
    state: SealState
  ) throws {
    var play = try play(state: state)
    play.holdsReplies = true
    play.press("=")
    let retries = play.asked.filter { if case .retrySeals = $0 { true } else { false } }
    #expect(retries.count == 1)
    play.mailbox.changeTexts { text in
      text.seals = [SealFrameTests.seal(nil, state: .open)]
      text.lines = SealFrameTests.region(0, SealFrameTests.words)
    }
    play.answer()
    #expect(play.rows.contains("│ Hello Bob, the contract is signed."))
    #expect(!play.effects.contains("lend the terminal"))
  }

  @Test func `K23: what had no answer, and what is large, say so, and that a key opens them`()
    throws
  {
    let lines: [(SealState, String)] = [
      (.noAnswer, "┌ Encrypted; gpg-agent does not answer; Enter tries again"),
      (.large, "┌ Encrypted, and large; Enter opens it"),
    ]
    for (state, line) in lines {
      var play = try play(state: state)
      #expect(play.rows.contains(line) && play.prompt.contains("Enter Unlock"))
      play.press("Enter")
      #expect(play.effects.contains("lend the terminal"))
    }
  }

  @Test func `K23: what is not sealed, or is open, is not tried again`() throws {
    var play = try play(state: .open)
    play.holdsReplies = true
    play.press("=")
    #expect(!play.asked.contains { if case .message = $0 { true } else { false } })
    play.answer()
    play.press("q")
    play.answer()
    play.press("=")
    #expect(!play.asked.contains { if case .retrySeals = $0 { true } else { false } })
  }

  @Test func `K20: the engine is told which sealed messages have been left, and when to forget`()
    throws
  {
    var play = try play(messages: 2, state: .open)
    let ids = try #require(play.state.reading?.messages.map(\.id))
    play.holdsReplies = true
    play.press("q")
    #expect(left(play) == [ids])
  }

  /// The messages that the engine was told have been left.
  private func left(_ play: Screenplay) -> [[MessageID]] {
    play.asked.compactMap { body in
      if case .left(let messages, keptFor: 600) = body { messages } else { nil }
    }
  }

  /// The messages whose text is asked for.
  private func awaited(_ play: Screenplay) -> [MessageID] {
    play.asked.compactMap { body in
      if case .message(let message, _) = body { message } else { nil }
    }
  }

  @Test func `K20: a text that is given up has been left, whether it is on its way or not`() throws
  {
    var play = try play(messages: 1, state: .open)
    play.press("q")
    play.holdsReplies = true
    play.press("Enter")
    while awaited(play).isEmpty { play.answerOne() }
    let message = try #require(awaited(play).first)
    play.press("q")
    #expect(left(play) == [[message]])
    // The answer that crosses with it is nobody's, and told of no more.
    while !play.asked.isEmpty { play.answerOne() }
    #expect(left(play).isEmpty && play.state.shared.requests.visited.isEmpty)
  }

  @Test func `K20: a message that another pane awaits has not been left`() throws {
    let mailbox = Mailbox()
    mailbox.add("Contract", tags: [[.inbox]])
    mailbox.changeTexts { text in
      text.seals = [SealFrameTests.seal(nil, state: .open)]
      text.lines = SealFrameTests.region(0, SealFrameTests.words)
    }
    var play = try Screenplay(mailbox, size: ScreenSize(columns: 160, rows: 40))
    play.press("Enter")
    let message = try #require(play.state.reading?.current?.id)
    play.holdsReplies = true
    play.press("q p")
    while awaited(play).isEmpty { play.answerOne() }
    #expect(left(play) == [])
    while !play.asked.isEmpty { play.answerOne() }
    #expect(play.state.shared.requests.visited == [message])
    play.press("p")
    #expect(left(play) == [[message]])
  }

  @Test func `K20: a text that comes when nobody shows it any more has been left`() throws {
    let mailbox = Mailbox()
    for subject in ["One", "Two"] { mailbox.add(subject, tags: [[.inbox]]) }
    mailbox.changeTexts { $0.seals = [SealFrameTests.seal(nil, state: .open)] }
    var play = try Screenplay(mailbox, size: ScreenSize(columns: 160, rows: 40))
    play.holdsReplies = true
    play.press("p")
    while awaited(play).isEmpty { play.answerOne() }
    let message = try #require(awaited(play).first)
    // The preview has gone on when the text comes.
    play.press("j")
    while !awaited(play).isEmpty, left(play).isEmpty { play.answerOne() }
    #expect(left(play) == [[message]])
  }

  @Test func `K20: of mail that is not sealed nothing is said`() throws {
    let mailbox = Mailbox()
    mailbox.add("Plain", tags: [[.inbox]])
    var play = try Screenplay(mailbox)
    play.press("Enter")
    play.holdsReplies = true
    play.press("q")
    #expect(left(play).isEmpty)
  }

  @Test func `K20: the palette's command forgets what was opened, on the screen too`() throws {
    var play = try play(messages: 2, state: .open)
    play.holdsReplies = true
    play.press(":")
    play.type("forget")
    play.press("Enter")
    #expect(play.asked.contains { if case .forgetUnlocked = $0 { true } else { false } })
    #expect(play.status.hasPrefix("What was unlocked is forgotten"))
    #expect(play.state.reading?.sealedMessages == [])
    play.answer()
    // What is shown is read again: it opens by itself if its key is free.
    #expect(play.rows.contains { $0.hasPrefix("┌ Encrypted") })
  }

  @Test func `K21: a part that came encrypted is said to go to a program in the clear`() throws {
    let part = PartInfo(
      number: 4,
      type: "text/plain",
      filename: "a.txt",
      size: 1,
      isAttachment: true,
      seal: 1,
      wasEncrypted: true
    )
    let seals = [SealFrameTests.seal(.good, state: .open)]
    var play = try SealFrameTests.play(seals, SealFrameTests.region(0, SealFrameTests.words)) {
      $0.parts = [part]
    }
    play.press("P |")
    #expect(play.prompt.hasPrefix("Pipe “a.txt”, unencrypted, to:"))
    play.press("Esc")
    play.press("o")
    #expect(play.tasks.last?.wasEncrypted == true)
  }

  private struct Failure: Error {}
}

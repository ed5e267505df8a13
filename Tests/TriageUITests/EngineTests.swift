import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The screen and an engine that is slow, dies, or has news.
@Suite struct EngineTests {
  @Test func `all results are acted on, on screen or not, in one change`() throws {
    let box = Mailbox()
    for number in 1...1001 { box.add("Subject \(number)", tags: [[.inbox]]) }
    var play = try Screenplay(box)
    play.press("* a Enter")
    #expect(play.mailbox.changes.count == 1)
    #expect(play.status.hasPrefix("Archived 1,001 threads"))
    #expect(play.mailbox.dump.values.allSatisfy { $0.isEmpty })
    play.press("u")
    #expect(play.mailbox.dump.values.allSatisfy { $0 == [.inbox] })
  }

  @Test func `selected rows are read in portions of two hundred before the change`() throws {
    let box = Mailbox()
    for number in 1...450 { box.add("Subject \(number)", tags: [[.inbox]]) }
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("* a")
    var portions: [Int] = []
    while let body = play.asked.first {
      if case .rows(let threads, of: _, sort: _) = body { portions.append(threads.count) }
      play.answerOne()
    }
    #expect(portions.allSatisfy { $0 <= 200 })
    #expect(portions.reduce(0, +) > 380)
    play.holdsReplies = false
    play.press("Enter")
    #expect(play.mailbox.changes.count == 1)
  }

  @Test func `news of the index refreshes the list in place`() throws {
    var play = try Screenplay(.sample)
    play.press("j j a")
    play.mailbox.add("Brand new", tags: [[.inbox, .unread]])
    play.mailbox.actFromShell(.archive, on: 0)
    play.notice()
    #expect(!play.rows.joined().contains("Meeting notes"))
    #expect(play.rows.joined().contains("Brand new"))
    #expect(play.rows[2].hasPrefix("- ") && play.rows[2].contains("Build failed"))
    #expect(play.state.list.current == ThreadID("t4"))
  }

  @Test func `nothing is asked for when the news is known`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.notice()
    #expect(play.asked.isEmpty)
  }

  @Test func `an action waits for the index and can be cancelled`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("a")
    let id = try #require(play.state.changes.running?.id)
    let holder = LockHolder(program: "notmuch new", pid: 4711)
    play.take(.engine(.progress(id, .waiting(holder))))
    #expect(play.status.isEmpty)
    play.wait(for: .progress)
    #expect(
      play.status.hasPrefix(
        "Waiting for the index: notmuch new (4711) is writing. Esc cancels."
      )
    )
    play.take(.engine(.progress(id, .writing(done: 4200, total: 8000))))
    #expect(play.status.hasPrefix("Archive: 4,200 of 8,000 [#####     ]  Esc cancels"))
    play.press("j Esc")
    #expect(
      play.asked.contains {
        if case .cancel(id) = $0 { true } else { false }
      }
    )
    play.take(.engine(.reply(id, .failed(TriageFailure(.cancelled)))))
    #expect(play.status.hasPrefix("Cancelled; nothing was changed"))
    #expect(play.rows[1].hasPrefix(" N*"))
  }

  @Test func `an engine that dies while reading is asked again, once`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("Enter")
    #expect(play.asked.count == 1)
    play.loseRequests()
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(6))))
    #expect(play.status.hasPrefix("The mail engine stopped (signal 6) and was started again"))
    #expect(play.asked.filter(\.isThread).count == 1)
    play.loseRequests()
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(6))))
    #expect(play.asked.filter(\.isThread).isEmpty)
    #expect(play.rows.joined().contains("The mail engine stopped while it worked on this"))
  }

  @Test func `a change whose engine died after it was made is not made twice`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("j j a k k")
    play.holdsReplies = true
    play.press("A")
    play.loseReplies()
    play.holdsReplies = false
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(9))))
    #expect(play.mailbox.changes.count == 2)
    #expect(
      play.status.hasPrefix("The mail engine stopped after it had finished: Mark as Read")
    )
    #expect(play.status.hasSuffix("u Undo Mark as Read and Archive · 1 message"))
    #expect(play.rows[2].contains("│ - "))
  }

  @Test func `what else was settled after a death is told with what became of the change`() throws {
    for isMade in [false, true] {
      var play = try Screenplay(.sample, size: ScreenSize(columns: 250, rows: 24))
      play.holdsReplies = true
      play.press("A")
      let star = try #require(play.mailbox.actFromShell(.star, on: 1, 2))
      if isMade {
        play.loseReplies()
        play.mailbox.reopen(try #require(play.mailbox.newestStep))
      } else {
        play.mailbox.record(try #require(play.asked.compactMap(\.change).first))
        play.loseRequests()
      }
      play.mailbox.reopen(star)
      play.holdsReplies = false
      play.take(.engineRestarted(Sentence("status.engine-signal", .number(9))))
      let outcome =
        isMade ? "stopped after it had finished: Mark as Read" : "stopped before anything changed"
      #expect(
        play.status.hasPrefix(
          "Star (2 messages) was interrupted; it is complete, and undo takes it back · "
            + "The mail engine \(outcome)"
        ),
        "\(play.status)"
      )
      play.press("j")
      #expect(!play.mailbox.hasOpenSteps, "it is told once")
    }
  }

  @Test func `what became of a person's own action is told once, whatever it is called`() throws {
    let own = UserAction(id: "finish", steps: [.fixed(.star)], name: .texts(["en": "Finish"]))
    var config = Config.standard
    config.actions = ActionTable(own: [own])
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 250, rows: 24),
      config: config
    )
    play.holdsReplies = true
    play.choose(.mail(own.action))
    let request = try #require(play.asked.compactMap(\.change).first)
    let name = ActionName([own.action], titles: request.titles)
    #expect(name == .action(NamedAction(id: "finish", titles: ["en": "Finish"])))
    play.mailbox.record(request)
    play.loseRequests()
    play.holdsReplies = false
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(9))))
    #expect(play.status.hasPrefix("The mail engine stopped before anything changed"))
  }

  @Test func `a change whose engine died before it was made gives the rows back`() throws {
    var play = try Screenplay(.sample)
    play.press("j j a k k")
    play.holdsReplies = true
    play.press("A a")
    play.loseRequests()
    play.holdsReplies = false
    play.take(.engineRestarted(Sentence("status.engine-signal", .number(9))))
    #expect(play.mailbox.changes.count == 2)
    #expect(play.rows[2].hasPrefix(" N"))
    #expect(play.rows[4].hasPrefix("-N"))
  }

  @Test func `without an engine the list stays, and refresh asks for one`() throws {
    var play = try Screenplay(.sample)
    play.take(.engineStopped(Sentence("status.engine-exit", .number(1))))
    #expect(
      play.status.hasPrefix("The mail engine stopped (exit code 1) and is not running; = tries")
    )
    #expect(play.rows[1].contains("Meeting notes"))
    play.press("=")
    #expect(play.effects == ["restartEngine"])
    play.take(.engineRestarted(Sentence("status.engine-exit", .number(1))))
    play.press("a")
    #expect(play.status.hasPrefix("Archived 1 thread"))
  }

  @Test func `answers to another list are not taken`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("/")
    play.type("Build")
    play.press("Enter q")
    play.holdsReplies = false
    play.answer()
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
    #expect(play.state.list.order.count == 7)
  }
}

extension EngineRequest.Body {
  var isThread: Bool {
    if case .thread = self { true } else { false }
  }

  fileprivate var change: ChangeRequest? {
    if case .change(let request) = self { request } else { nil }
  }
}

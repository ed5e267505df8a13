import Foundation
import MailIndex
import Maildir
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Whole lives of mailboxes beside a model of them; `MULLIGAN_FULL_SWEEP` makes them many.
@Suite struct RandomHistoryTests {
  private static let isWhole = ProcessInfo.processInfo.environment["MULLIGAN_FULL_SWEEP"] != nil

  @Test(arguments: 0..<8)
  func `J4 J6 J7 in memory the mail is at every step what the model says`(part: Int) throws {
    for number in 0..<(Self.isWhole ? 1_250 : 40) {
      let mail = InMemoryMail(RandomLife.messages.map(facts))
      let engine = TriageEngine(
        store: mail,
        history: InMemoryHistory(),
        files: MaildirFiles(root: "/nowhere"),
        lock: mail,
        settings: EngineSettings(synchronizesFlags: false, now: { 1 })
      )
      let tags = try mail.states(of: RandomLife.messages).mapValues(\.tags)
      var life = RandomLife(seed: UInt64(part * 10_000 + number), tags: tags, engine: engine) {
        mail.tag($0.message, $1 ? TagEdit(add: [$0.tag]) : TagEdit(remove: [$0.tag]))
      }
      for _ in 0..<20 { try life.live() }
      try life.turnAll()
    }
  }

  @Test func `J4 J6 J7 on a real index the mail is at every step what the model says`() throws {
    for seed in 0..<(Self.isWhole ? 200 : 4) {
      let bench = try EngineBench(messages: RandomLife.messages.count)
      let tags = try bench.index.states(of: RandomLife.messages).mapValues(\.tags)
      var life = RandomLife(seed: UInt64(seed), tags: tags, engine: bench.engine) {
        try bench.mail.tag(($1 ? "+" : "-") + $0.tag.text, "id:\($0.message.text)")
      }
      for _ in 0..<20 { try life.live() }
      #expect(try bench.isAtRest())
    }
  }

  @Test func `J7 on a real index, undoing everything returns the very dump`() throws {
    for seed in 0..<(Self.isWhole ? 200 : 4) {
      let bench = try EngineBench(messages: RandomLife.messages.count, synchronizesFlags: true)
      let tags = try bench.index.states(of: RandomLife.messages).mapValues(\.tags)
      var life = RandomLife(seed: UInt64(seed), tags: tags, engine: bench.engine) { _, _ in }
      let before = try bench.mail.notmuch("dump")
      let contents = try bench.mail.contents()
      for _ in 0..<8 { try life.act(isListed: true) }
      try life.undoAll()
      #expect(try bench.mail.notmuch("dump") == before, "seed \(seed)")
      #expect(try bench.mail.contents() == contents)
      #expect(try bench.isAtRest())
    }
  }

  private func facts(_ message: MessageID) -> MessageFacts {
    MessageFacts(
      id: message,
      thread: ThreadID(message.text),
      date: 1,
      from: "",
      subject: "",
      tags: ["inbox"],
      files: []
    )
  }
}

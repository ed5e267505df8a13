import Foundation
import MailIndex
import Maildir
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Whole lives of mailboxes beside a model of them; `MULLIGAN_FULL_SWEEP` makes them many.
@Suite(.bothHistories) struct RandomHistoryTests {
  @Test(arguments: 0..<8)
  func `J4 J6 J7 in memory the mail is at every step what the model says`(part: Int) throws {
    for number in 0..<(sweepsAreWhole ? 1_250 : 10) {
      let mail = InMemoryMail(RandomLife.messages.map(metadata))
      let engine = TriageEngine(
        store: mail,
        history: InMemoryHistory(),
        files: MaildirFiles(root: "/nowhere"),
        lock: mail,
        settings: EngineSettings(synchronizesFlags: false, now: { 1 })
      )
      let seed = UInt64(part * 10_000 + number)
      var life = try RandomLife(seed: seed, engine: engine, hasFiles: false) { change in
        guard case .tag(let pair, let value) = change else { return }
        mail.tag(pair.message, value ? TagEdit(add: [pair.tag]) : TagEdit(remove: [pair.tag]))
      }
      for _ in 0..<20 { try life.live() }
      try life.turnAll()
    }
  }

  @Test func `J4 J6 J7 on a real index mail moves, goes and comes, and is what the model says`()
    throws
  {
    for seed in 0..<(sweepsAreWhole ? 200 : 4) {
      let bench = try bench()
      let contents = try bench.mail.contents()
      var life = try RandomLife(seed: UInt64(seed), engine: bench.engine, hasFiles: true) {
        try bench.interfere($0)
      }
      for _ in 0..<20 { try life.live() }
      #expect(try bench.isAtRest())
      try life.bringBackAll()
      #expect(try bench.mail.contents() == contents, "seed \(seed)")
    }
  }

  @Test func `J7 on a real index, undoing everything returns the very dump`() throws {
    for seed in 0..<(sweepsAreWhole ? 200 : 4) {
      let bench = try bench(synchronizesFlags: true)
      var life = try RandomLife(seed: UInt64(seed), engine: bench.engine, hasFiles: true) { _ in }
      let before = try bench.mail.notmuch("dump")
      let (folders, letters) = (try bench.folders(), try bench.letters())
      let contents = try bench.mail.contents()
      for _ in 0..<8 { try life.act(isListed: true) }
      try life.undoAll()
      #expect(try bench.mail.notmuch("dump") == before, "seed \(seed)")
      #expect(try bench.folders() == folders && bench.letters() == letters, "seed \(seed)")
      #expect(try bench.mail.contents() == contents)
      try bench.isUnchangedByNotmuchNew()
      #expect(try bench.isAtRest())
    }
  }

  @Test(arguments: 0..<4)
  func `L37 mail that sleeps and wakes is at every step what the model says`(part: Int) throws {
    for number in 0..<(sweepsAreWhole ? 750 : 15) {
      let mail = InMemoryMail(RandomLife.messages.map(metadata))
      let clock = RandomLife.Clock()
      let engine = TriageEngine(
        store: mail,
        history: InMemoryHistory(),
        files: MaildirFiles(root: "/nowhere"),
        lock: mail,
        settings: EngineSettings(synchronizesFlags: false, now: { clock.now })
      )
      let seed = UInt64(part * 10_000 + number)
      var life = try RandomLife(seed: seed, engine: engine, hasFiles: false, clock: clock) {
        guard case .tag(let pair, let value) = $0 else { return }
        mail.tag(pair.message, value ? TagEdit(add: [pair.tag]) : TagEdit(remove: [pair.tag]))
      }
      for _ in 0..<30 { try life.live() }
      try life.turnAll()
    }
  }

  @Test(arguments: 0..<4)
  func `L37 whatever is taken back, mail is asleep until one time, or awake`(part: Int) throws {
    for number in 0..<(sweepsAreWhole ? 750 : 100) {
      let mail = InMemoryMail(RandomLife.messages.map(metadata))
      let clock = RandomLife.Clock()
      let engine = TriageEngine(
        store: mail,
        history: InMemoryHistory(),
        files: MaildirFiles(root: "/nowhere"),
        lock: mail,
        settings: EngineSettings(synchronizesFlags: false, now: { clock.now })
      )
      let seed = UInt64(part * 10_000 + number)
      var life = try RandomLife(
        seed: seed,
        engine: engine,
        hasFiles: false,
        clock: clock,
        mindsSleep: true
      ) { _ in }
      for _ in 0..<30 { try life.live() }
      try life.turnAll()
    }
  }

  @Test func `L37 on a real index each undo and redo of sleeping and waking is the very dump`()
    throws
  {
    for seed in 0..<(sweepsAreWhole ? 100 : 4) {
      let bench = try bench()
      let clock = RandomLife.Clock()
      bench.restart { $0.now = { clock.now } }
      var life = try RandomLife(
        seed: UInt64(seed),
        engine: bench.engine,
        hasFiles: true,
        clock: clock
      ) { _ in }
      var dumps = [try bench.mail.notmuch("dump")]
      for turn in 0..<12 {
        switch turn % 3 {
        case 0: try life.act()
        case 1: try life.sleepOrWake()
        default: try life.wakeDue()
        }
        let dump = try bench.mail.notmuch("dump")
        if dump != dumps.last { dumps.append(dump) }
      }
      var position = dumps.count - 1
      while try life.undoAny() {
        let dump = try bench.mail.notmuch("dump")
        if dump != dumps[position] { position -= 1 }
        #expect(dump == dumps[position], "seed \(seed), \(life.log)")
      }
      #expect(position == 0)
      while try life.redo() {
        let dump = try bench.mail.notmuch("dump")
        if dump != dumps[position] { position += 1 }
        #expect(dump == dumps[position], "seed \(seed), \(life.log)")
      }
      #expect(position == dumps.count - 1)
      #expect(try bench.isAtRest())
    }
  }

  private func bench(synchronizesFlags: Bool = false) throws -> EngineBench {
    let count = RandomLife.messages.count
    let bench = try EngineBench(messages: count, synchronizesFlags: synchronizesFlags)
    for folder in RandomLife.folders { try bench.mail.makeMaildir(folder.text) }
    return bench
  }

  private func metadata(_ message: MessageID) -> MessageMetadata {
    MessageMetadata(
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

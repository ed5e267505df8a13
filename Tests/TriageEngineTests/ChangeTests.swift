import Foundation
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite struct ChangeTests {
  private func bench(_ count: Int, flags: Bool = false) throws -> EngineBench {
    let bench = try EngineBench(synchronizesFlags: flags)
    try bench.mail.deliver(
      (0..<count).map { SampleMessage("c\($0)@example.org") },
      tags: ["inbox", "unread"]
    )
    return bench
  }

  @Test func `a stale head means that nothing is undone`() throws {
    let bench = try bench(2)
    let first = bench.act(.fixed(.star))
    bench.act(.fixed(.archive))
    let before = try bench.mail.dump()
    let result = bench.change(.undo(UndoRequest(expected: first.step)))
    #expect(result.kind == .refused && result.failure?.code == .headChanged)
    #expect(result.head.undo?.name == ActionName(.fixed(.archive)))
    #expect(try bench.mail.dump() == before)
  }

  @Test func `a change cancelled before the commit leaves no group and no trace`() throws {
    let bench = try bench(600)
    let before = try bench.mail.dump()
    var slices = 0
    var control = bench.control
    control.isCancelled = { slices > 2 }
    control.serveReads = { slices += 1 }
    let result = bench.change(
      .perform([Command([.fixed(.archive)], on: .query("*", limit: nil))], name: nil),
      control: control
    )
    #expect(result.failure?.code == .cancelled)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.journal.head().undo == nil)
    #expect(try bench.journal.openSteps().isEmpty)
  }

  @Test func `a lock that another program holds is waited for and then named`() throws {
    let bench = try bench(1)
    let other = try bench.index.openForWriting()
    var seen: [ChangeProgress] = []
    var control = bench.control
    control.lockTimeout = .milliseconds(500)
    control.pause = { _ in usleep(50_000) }
    control.progress = { seen.append($0) }
    let result = bench.change(
      .perform([Command([.fixed(.archive)], on: .query("*", limit: nil))], name: nil),
      control: control
    )
    #expect(result.failure?.code == .locked)
    #expect(seen.count == 1)
    other.abandon()
    #expect(bench.act(.fixed(.archive)).kind == .done)
  }

  @Test func `flags follow the tags, and undo brings the letters back`() throws {
    let bench = try bench(5, flags: true)
    let before = try bench.mail.dump()
    let letters = try flags(bench)
    #expect(bench.act(.fixed(.markReadAndArchive)).kind == .done)
    #expect(try flags(bench) != letters)
    try bench.mail.notmuch("new")
    #expect(bench.change(.undo(UndoRequest())).kind == .done)
    #expect(try flags(bench) == letters)
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == before)
  }

  @Test func `a file renamed by another program is found by the part that stays`() throws {
    let bench = try bench(3, flags: true)
    let files = try bench.mail.notmuch("search", "--output=files", "*").lines
    try FileManager.default.moveItem(
      atPath: files[0],
      toPath: files[0].replacingOccurrences(of: ":2,S", with: ":2,RS")
    )
    let result = bench.act(.fixed(.star))
    #expect(result.kind == .done && result.skipped.isEmpty)
    let after = try bench.mail.dump()
    try bench.mail.notmuch("new")
    let stars = try bench.mail.count("tag:flagged")
    #expect(stars == 3, "\(after)")
    #expect(try bench.mail.count("tag:replied") == 1, "their letter stays")
  }

  @Test func `two commands in one request are one group and the last word counts`() throws {
    let bench = try bench(3)
    let before = try bench.mail.dump()
    let result = bench.change(
      .perform(
        [
          Command([.addTag("x")], on: .query("*", limit: nil)),
          Command([.removeTag("x"), .addTag("y")], on: .query("id:c0@example.org", limit: nil)),
        ],
        name: nil
      )
    )
    #expect(result.kind == .done && result.changed == 3)
    #expect(try bench.mail.count("tag:x") == 2)
    bench.change(.undo(UndoRequest()))
    #expect(try bench.mail.dump() == before)
  }

  @Test func `messages with excluded tags are planned too when named by id`() throws {
    let bench = try bench(2)
    try bench.mail.tag("+deleted", "id:c0@example.org")
    let ids = [MessageID("c0@example.org"), MessageID("c1@example.org")]
    let result = bench.change(
      .perform([Command([.fixed(.archive)], on: .messages(ids))], name: nil)
    )
    #expect(result.changed == 2)
  }

  @Test func `random histories on a real index come back byte for byte`() throws {
    for seed in 0..<12 {
      var random = SplitMix(UInt64(seed))
      let bench = try bench(4, flags: seed % 2 == 1)
      var dumps = [try bench.mail.dump()]
      let actions: [MailAction] = [
        .fixed(.star), .fixed(.archive), .fixed(.markReadAndArchive), .addTag("todo"),
        .fixed(.unarchive), .fixed(.markUnread),
      ]
      for _ in 0..<6 {
        let action = actions[Int(random.next() % UInt64(actions.count))]
        let query = (0..<4).filter { _ in random.flip() }.map { "id:c\($0)@example.org" }
        guard !query.isEmpty else { continue }
        if bench.act(action, on: query.joined(separator: " or ")).step != nil {
          dumps.append(try bench.mail.dump())
        }
      }
      for place in dumps.indices.dropLast().reversed() {
        #expect(bench.change(.undo(UndoRequest())).kind == .done)
        #expect(try bench.mail.dump() == dumps[place], "seed \(seed)")
      }
      for place in dumps.indices.dropFirst() {
        #expect(bench.change(.redo(UndoRequest())).kind == .done)
        #expect(try bench.mail.dump() == dumps[place], "seed \(seed)")
      }
    }
  }

  private func flags(_ bench: EngineBench) throws -> [String] {
    try bench.mail.notmuch("search", "--output=files", "*").lines
      .map { String($0.split(separator: ":").last ?? "") }.sorted()
  }
}

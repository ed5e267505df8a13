import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Messages of one's own that become files of the mail.
@Suite(.serialized, .bothHistories) struct FilingTests {
  private let id = MessageID("own@example.org")

  /// The text of a message, as a durable file outside the mail.
  private func source(_ bench: EngineBench) throws -> String {
    let path = "\(bench.mail.folder)/copy.eml"
    try "From: robin@example.org\nMessage-ID: <own@example.org>\nSubject: Own\n\nzebra\n"
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func request(
    _ bench: EngineBench,
    to folder: MailFolder = "Drafts"
  ) throws -> FilingRequest {
    if try bench.journal.outgoing(OutgoingID(1)) == nil {
      let facts = OutgoingFacts(message: id, kind: .new, account: "home")
      try bench.journal.add(OutgoingRecord(OutgoingID(1), facts))
    }
    return FilingRequest(
      OutgoingID(1),
      id,
      copyOf: try source(bench),
      to: folder,
      tags: ["draft"],
      name: .action(NamedAction(id: "save-draft")),
      context: bench.context
    )
  }

  private func file(
    _ bench: EngineBench,
    to folder: MailFolder = "Drafts",
    control: ChangeControl? = nil
  ) throws -> ChangeResult {
    let request = try request(bench, to: folder)
    return bench.engine.file(request, control: control ?? bench.control)
  }

  @Test(arguments: [false, true])
  func `W24: a message comes into a folder that is made for it, with its tags and letters only`(
    synchronizesFlags: Bool
  ) throws {
    let bench = try EngineBench(
      synchronizesFlags: synchronizesFlags,
      settings: "[new]\ntags=new;inbox;unread\n"
    )
    let result = try file(bench, to: "Mine/Drafts")
    #expect(result.kind == .done && !result.isUnfinished && result.failure == nil)
    #expect(try bench.mail.notmuch("search", "--output=tags", "zebra").lines == ["draft"])
    let files = try bench.mail.notmuch("search", "--output=files", "*").lines
    #expect(files.count == 1)
    #expect(files[0].hasPrefix("\(bench.mail.root)/Mine/Drafts/cur/"))
    #expect(files[0].hasSuffix(":2,DS"))
    let step = try #require(result.step)
    #expect(try bench.journal.step(step)?.progress == .done)
    #expect(try bench.journal.outgoing(OutgoingID(1))?.isFiled == true)
    #expect(try bench.journal.head() == HistoryHead(), "it is on neither list")
    let before = try bench.mail.dump()
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == before, "it is no new mail")
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [false, true])
  func `W24: what was sent takes the draft's place, whose words are not found any more`(
    synchronizesFlags: Bool
  ) throws {
    let bench = try EngineBench(synchronizesFlags: synchronizesFlags)
    _ = try file(bench)
    var sent = try request(bench, to: "Sent")
    try String(contentsOfFile: sent.source, encoding: .utf8)
      .replacingOccurrences(of: "zebra", with: "lion")
      .write(toFile: sent.source, atomically: true, encoding: .utf8)
    (sent.role, sent.tags, sent.lostTags) = (.sent, ["sent", "mine"], ["draft", "absent"])
    #expect(bench.engine.file(sent, control: bench.control).kind == .done)
    let files = try bench.journal.files(of: OutgoingID(1))
    #expect(files.map(\.role) == [.draft, .sent])
    func drop(_ filing: Filing) -> ResultKind {
      bench.engine.drop(
        filing,
        name: sent.name,
        context: bench.context,
        control: bench.control
      ).kind
    }
    #expect(drop(files[0]) == .done)
    #expect(try bench.journal.files(of: OutgoingID(1)).map(\.role) == [.sent])
    #expect(try bench.mail.notmuch("search", "--output=tags", "lion").lines == ["mine", "sent"])
    #expect(try bench.mail.count("zebra") == 0 && bench.mail.count("*") == 1)
    let left = try bench.mail.notmuch("search", "--output=files", "*").lines
    #expect(left.count == 1 && left[0].contains("/Sent/cur/") && left[0].hasSuffix(":2,S"))
    #expect(drop(files[0]) == .nothing && drop(files[1]) == .nothing, "never the last one")
    let before = try bench.mail.dump()
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == before)
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [.settle, .beginSection, .end, .close, .advance(.done)] as [Faults.Call])
  func `W24: a draft that was about to go is gone when the next writer has been there`(
    call: Faults.Call
  ) throws {
    let bench = try EngineBench()
    _ = try file(bench)
    var sent = try request(bench, to: "Sent")
    sent.role = .sent
    _ = bench.engine.file(sent, control: bench.control)
    let draft = try bench.journal.files(of: OutgoingID(1))[0]
    bench.faults.next = [call]
    let result = bench.engine.drop(
      draft,
      name: sent.name,
      context: bench.context,
      control: bench.control
    )
    #expect(result.isUnfinished)
    bench.look()
    let left = try bench.mail.notmuch("search", "--output=files", "*").lines
    #expect(left.count == 1 && left[0].contains("/Sent/"))
    #expect(try bench.isAtRest())
  }

  @Test func `W24: undo goes on taking what was done before, and leaves the draft`() throws {
    let bench = try EngineBench(messages: 2)
    bench.act(.fixed(.archive))
    _ = try file(bench)
    let undone = bench.undo()
    #expect(undone.name == ActionName(.fixed(.archive)))
    #expect(try bench.mail.count("tag:inbox") == 2 && bench.mail.count("tag:draft") == 1)
    #expect(try bench.isAtRest())
  }

  @Test(arguments: ["file", "link", "..", "gone/../Drafts", "cur"])
  func `W24: what is no folder of the mail is named, and nothing has changed`(name: String) throws {
    let bench = try EngineBench(messages: 1)
    let before = try bench.mail.dump()
    let outside = "\(bench.mail.folder)/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try "x".write(toFile: "\(bench.mail.root)/file", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.mail.root)/link",
      withDestinationPath: outside
    )
    let folder = name == "cur" ? "file/cur" : name
    let result = try file(bench, to: MailFolder(folder))
    #expect(result.kind == .failed && result.failure?.code == .notWritable)
    #expect(try bench.mail.dump() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == [])
    #expect(try bench.isAtRest())
    #expect(try bench.journal.steps(HistoryFilter(all: true)) == [])
  }

  @Test(arguments: [.place, .begin, .append, .record] as [Faults.Call])
  func `W24: what fails before the file has come leaves nothing`(call: Faults.Call) throws {
    let bench = try EngineBench(messages: 1)
    let before = try bench.mail.dump()
    bench.faults.next = [call]
    #expect(try file(bench).kind == .failed)
    #expect(try bench.mail.dump() == before)
    #expect(try bench.journal.openSteps() == [])
    #expect(try bench.journal.outgoing(OutgoingID(1))?.isFiled == false)
    #expect(try bench.journal.steps(HistoryFilter(all: true)) == [])
    #expect(try file(bench).kind == .done)
    #expect(try bench.isAtRest())
  }

  @Test(
    arguments: [
      .settle, .beginSection, .write, .end, .close, .closeAfterCommit, .advance(.done),
    ] as [Faults.Call]
  )
  func `W24: what fails afterwards is completed by the next writer, once`(call: Faults.Call) throws
  {
    let bench = try EngineBench(messages: 1)
    bench.faults.next = [call]
    let result = try file(bench)
    #expect(result.kind == .done && result.isUnfinished)
    _ = bench.look()
    let after = try bench.mail.dump()
    #expect(try bench.mail.notmuch("search", "--output=tags", "zebra").lines == ["draft"])
    #expect(try bench.journal.outgoing(OutgoingID(1))?.isFiled == true)
    _ = bench.look()
    #expect(try bench.mail.dump() == after)
    #expect(try bench.mail.count("zebra") == 1)
    #expect(try bench.isAtRest())
  }

  @Test func `W24: who waits for the lock can give up, and nothing has changed`() throws {
    let bench = try EngineBench(messages: 1)
    let other = try bench.index.openForWriting()
    defer { other.abandon() }
    let result = try file(bench)
    #expect(result.failure?.code == .locked)
    #expect(try bench.journal.steps(HistoryFilter(all: true)) == [])
    #expect(!FileManager.default.fileExists(atPath: "\(bench.mail.root)/Drafts"))
  }
}

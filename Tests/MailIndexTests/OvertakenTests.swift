import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// Reading while other programs commit without pause.
@Suite struct OvertakenTests {
  /// It runs in a process of its own: when a read goes wrong the library may end the process.
  @Test func `no row is wrong beside programs that tag and deliver all the time`() async {
    await #expect(processExitsWith: .success) {
      let mail = try TemporaryMail(excludedTags: [])
      try mail.deliverCorpus(300, seed: 41, plainDates: true)
      let reader = try Reader(mail)
      let others = try BusyPrograms(mail)
      // The test says nothing unless others really wrote and most reads were answered.
      let isEnough = try eventually(every: .zero) {
        try reader.readEachKind()
        return try reader.commits > 300 && reader.answers > 600
      }
      try others.stop()
      try #require(isEnough, "\(reader.answers)")
      try #require(reader.refusals * 10 < reader.answers)
    }
  }
}

/// Programs that change the mailbox until they are stopped.
private struct BusyPrograms {
  private let mail: TemporaryMail
  private let programs: [() -> Void]

  init(_ mail: TemporaryMail) throws {
    self.mail = mail
    let letter = SampleMessage("$$.$n@new", subject: "New", tags: []).text
    let loops = [
      "notmuch tag +loop id:m1@x; notmuch tag -loop id:m1@x",
      "notmuch tag +all '*'; notmuch tag -all '*'",
      "n=$((n + 1)); notmuch insert --folder=inbox +new <<END\n\(letter)\nEND\n",
    ]
    programs = try loops.map { loop in
      let script = "while [ ! -e '\(mail.folder)/stop' ]; do \(loop)\ndone"
      let program = mail.process(["nice", "sh", "-c", script])
      try program.run()
      return program.waitUntilExit
    }
  }

  func stop() throws {
    try mail.run(["touch", "\(mail.folder)/stop"])
    for wait in programs { wait() }
  }
}

/// Reads of all kinds, each compared with what must be so whatever the others do.
private final class Reader {
  private let index: NotmuchIndex
  private let first: IndexRevision
  private let known: [MessageID: MessageMetadata]
  private let order: [MessageID]
  private let old: MailQuery = "not tag:new"
  private(set) var answers = 0
  private(set) var refusals = 0

  init(_ mail: TemporaryMail) throws {
    index = try mail.index()
    first = try index.revision()
    let all = try index.messages(old, sort: .newestFirst, skip: 0, limit: 1_000)
    known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    order = all.map(\.id)
  }

  var commits: UInt64 {
    get throws { try index.revision().number - first.number }
  }

  func readEachKind() throws {
    let skip = answers % 250
    try answer { () throws(TriageFailure) in
      let page = try index.messages(old, sort: .newestFirst, skip: skip, limit: 50)
      return page.map(\.id) == Array(order.dropFirst(skip).prefix(50))
        && page.allSatisfy { isSame($0) }
    }
    try answer { () throws(TriageFailure) in
      try index.countThreads(old) { true }.counts.total == Set(known.values.map(\.thread)).count
    }
    try answer { () throws(TriageFailure) in
      let page = try index.list(old, sort: .newestFirst, skip: skip, limit: 20)
      let rows = try index.rows(page.entries.map(\.thread), of: old, sort: .newestFirst)
      return rows.map(\.thread) == page.entries.map(\.thread)
        && rows.allSatisfy { row in
          row.date != nil && !row.subject.isEmpty && !row.authors.isEmpty
            && row.messages.allSatisfy { known[$0]?.thread == row.thread }
        }
    }
    try answer { () throws(TriageFailure) in
      let states = try index.states(of: order)
      return states.count == order.count && states.allSatisfy { known[$0]?.files == $1.files }
    }
    try answer { () throws(TriageFailure) in try index.ids(old, limit: nil) == order }
    try answer { () throws(TriageFailure) in try index.count(old, .messages) == order.count }
  }

  private func isSame(_ metadata: MessageMetadata) -> Bool {
    var before = known[metadata.id]
    before?.tags = metadata.tags
    return before == metadata
  }

  private func answer(_ isRight: () throws(TriageFailure) -> Bool) throws {
    do throws(TriageFailure) {
      guard try isRight() else { throw TriageFailure(.internalError, "a read was wrong") }
      answers += 1
    } catch  where error.code == .indexBusy {
      refusals += 1
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Several programs at once on one mailbox.
@Suite(.serialized) struct CrowdTests {
  private func mailbox(_ count: Int) throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: true)
    for number in 0..<count {
      try mail.write(SampleMessage("x\(number)@example.org"), flags: "", name: "x\(number).test")
    }
    try mail.notmuch("new")
    try mail.notmuch("tag", "+inbox", "--", "*")
    return mail
  }

  @Test func `F30 of two undos of one group one acts, and the other says so`() throws {
    let mail = try mailbox(20)
    let before = try mail.picture()
    for round in 0..<(sweepsAreWhole ? 50 : 5) {
      try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
      let after = try mail.dump()
      let both = try (0..<2).map { _ in try mail.start(["undo", "--lock-timeout", "60"]) }
      both.forEach { $0.waitUntilExit() }
      #expect(both.map(\.terminationStatus).sorted() == [0, 1], "round \(round)")
      #expect(try mail.picture() == before, "round \(round)")
      // The same by number: one reverts, the other finds nothing that stands.
      try mail.mulligan("redo")
      #expect(try mail.dump() == after)
      let steps = try mail.mulligan("history", "--limit", "0").output.lines.count
      let ids = try mail.mulligan("history", "--json").objects
        .filter { $0["kind"] as? String == "action" }.compactMap { $0["id"] as? Int }
      let words = ["history", "revert", "\(ids[0])", "--yes", "--lock-timeout", "60"]
      let two = try (0..<2).map { _ in try mail.start(words) }
      two.forEach { $0.waitUntilExit() }
      #expect(two.map(\.terminationStatus) == [0, 0], "round \(round)")
      #expect(try mail.picture() == before, "round \(round)")
      #expect(try mail.mulligan("history", "--limit", "0").output.lines.count == steps + 1)
      #expect(try mail.mulligan("undo", "2").status == 0)
    }
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  @Test func `F29 six writers and notmuch new come to a serial order`() throws {
    let mail = try mailbox(30)
    let before = try mail.picture()
    let rounds = sweepsAreWhole ? 200 : 3
    let scripts = (0..<6).map { writer in
      """
      for i in $(seq \(rounds)); do
        '\(Program.path)' tag --quiet --lock-timeout 600 +w\(writer)-$i -unread -- '*' || exit 1
      done
      """
    }
    var programs = try scripts.map { try start($0, mail) }
    let others = "for i in $(seq \(rounds)); do notmuch new --quiet; notmuch tag +foreign '*'; done"
    programs.append(try start(others, mail))
    programs.forEach { $0.waitUntilExit() }
    #expect(programs.map(\.terminationStatus) == Array(repeating: 0, count: 7))
    for writer in 0..<6 {
      for round in 1...rounds {
        #expect(try mail.count("tag:w\(writer)-\(round)") == 30)
      }
    }
    #expect(try mail.mulligan("history", "--limit", "0").output.lines.count == 6 * rounds)
    #expect(try mail.mulligan("undo", "\(6 * rounds)").status == 0)
    try mail.notmuch("tag", "-foreign", "--", "*")
    #expect(try mail.picture() == before)
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  #if DEBUG
    @Test func `F28 mail that comes in the middle of a write is not touched`() throws {
      let mail = try mailbox(10)
      var contents = try mail.picture().contents
      for point in ["committed", "tagged", "renaming"] {
        let program = try mail.start(
          ["apply", "mark-read-and-archive", "--", "tag:inbox"],
          with: ["FAILPOINT": "\(point):stop"]
        )
        try waitUntil("the write is \(point)") { isStopped(program.processIdentifier) }
        let letter = SampleMessage("late-\(point)@example.org").text
        let insert = mail.process(["notmuch", "insert", "--folder=inbox", "+inbox", "+unread"])
        let feed = Pipe()
        insert.standardInput = feed
        try insert.run()
        feed.fileHandleForWriting.write(Data(letter.utf8))
        try feed.fileHandleForWriting.close()
        try waitUntil("the mail is there or waits for the lock") {
          try !insert.isRunning || mail.isLockWaitedFor()
        }
        kill(program.processIdentifier, SIGCONT)
        insert.waitUntilExit()
        program.waitUntilExit()
        #expect(insert.terminationStatus == 0 && program.terminationStatus == 0, "\(point)")
        contents.append("\n\(letter)")
        let late = "id:late-\(point)@example.org"
        #expect(try mail.count("\(late) and tag:inbox and tag:unread") == 1, "\(point)")
        #expect(try mail.mulligan("undo").status == 0)
        #expect(try mail.count("\(late) and tag:inbox and tag:unread") == 1, "\(point)")
        try mail.tag("-inbox", late)
        #expect(try mail.count("tag:inbox") == 10)
      }
      #expect(try mail.picture().contents == contents.sorted())
    }
  #endif

  private func start(_ script: String, _ mail: TemporaryMail) throws -> Process {
    let program = mail.process(["bash", "-c", script])
    program.environment = mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 }
    try program.run()
    return program
  }
}

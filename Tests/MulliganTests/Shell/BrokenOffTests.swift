import Foundation
import TestSupport
import Testing
import TriageCore

/// Output that nobody takes, and runs that are broken off: a group is whole or absent all the same.
@Suite struct BrokenOffTests {
  /// A mailbox whose patches are longer than a pipe holds.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    // Longer ids would be replaced by short ones, and the patch would fit into the pipe.
    let long = String(repeating: "x", count: 160)
    for number in 0..<500 {
      try mail.write(SampleMessage("m\(number)-\(long)@example.org"), name: "m\(number)")
    }
    try mail.notmuch("new")
    #expect(try mail.notmuch("search", "--output=messages", "*").contains(long))
    return mail
  }

  private static let outputs: [(redirection: String, status: Int32)] = [
    ("| head -1", 141), (">&-", 1), (">/dev/full", 1), (">&- 2>&-", 1), (">/dev/full 2>&1", 1),
    ("2>&- | head -1", 141),
  ]

  @Test(arguments: outputs)
  func `output that cannot be written fails the verb, and the group is whole`(
    output: (redirection: String, status: Int32)
  ) throws {
    let mail = try mailbox()
    let before = try mail.dump()
    _ = try mail.file(
      "plan.toml",
      "plan = 1\n[[command]]\nactions = [\"add-tag:x\"]\nquery = \"*\"\n"
    )
    for verb in [
      "tag --yes --patch +x -- '*'", "undo --yes --patch", "redo --yes --json --patch",
      "history revert 1 --yes --patch", "plan run --yes --json --patch '\(mail.folder)/plan.toml'",
    ] {
      let isThere = try mail.count("tag:x") > 0
      let steps = try mail.mulligan("history").output.lines.count
      let run = try mail.mulligan(verb, to: output.redirection)
      #expect(run.status == output.status, "\(verb): \(run)")
      if output.redirection == ">/dev/full" || output.redirection == ">&-" {
        #expect(run.errors.contains("standard output could not be written"), "\(run)")
      }
      #expect(try mail.count("tag:x") == (isThere ? 0 : before.count), "\(verb)")
      #expect(try mail.mulligan("history").output.lines.count == steps + 1)
    }
    for verb in ["list '*'", "list --json '*'", "history --patch", "show '*'"] {
      let status = try mail.mulligan(verb, to: output.redirection).status
      // What fits into the pipe may be written before its reader leaves.
      #expect(status == output.status || status == 0 && output.status == 141, "\(verb)")
    }
    try mail.run(["xapian-check", "\(mail.root)/.notmuch/xapian"])
    #expect(try mail.mulligan("history", "verify").status == 0)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
  }

  @Test func `a standard input that cannot be read is an error`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    for input in ["<&-", "</"] {
      let run = try mail.mulligan("tag --stdin +x", to: input)
      #expect(run.status == 1, "\(run)")
      #expect(run.errors.contains("standard input could not be read"), "\(run)")
    }
    #expect(try mail.mulligan("history").output.isEmpty)
  }

  /// `MULLIGAN_FULL_SWEEP=1` breaks off a hundred times.
  @Test func `a run that is broken off at any time leaves a whole group or none`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let clock = ContinuousClock()
    var whole = try clock.measure { try mail.mulligan("tag", "--yes", "+w", "--", "*") }
    try mail.mulligan("undo")
    var random = SplitMix(5)
    var ends: [String: Int] = [:]
    var groups = 0
    for round in 0..<(sweepsAreWhole ? 100 : 8) {
      let signal = [SIGINT, SIGINT, SIGTERM, SIGHUP][round % 4]
      let start = clock.now
      let program = try SpawnedProgram.start(
        [Program.path, "tag", "--yes", "+r\(round)", "--", "*"],
        environment: mail.environment.merging(["XDG_STATE_HOME": mail.state]) { $1 }
      )
      let time = whole * Double.random(in: 0...1.2, using: &random)
      pause(for: time)
      kill(program, signal)
      // A shell sees 128 and the signal's number, whether the program ends or is ended by it.
      let status = SpawnedProgram.status(of: program)
      // How long a whole run takes now: the machine has other things to do too.
      if status == 0 { whole = clock.now - start }
      let count = try mail.count("tag:r\(round)")
      #expect([0, before.count].contains(count), "round \(round): \(count)")
      #expect(status == 128 + signal || (status == 0 && count > 0), "round \(round): \(status)")
      if count > 0 { groups += 1 }
      let end = (status == 0 ? "in time" : "broken off") + (count > 0 ? ", whole" : ", absent")
      ends[end, default: 0] += 1
    }
    print("broken off: \(ends.sorted { $0.key < $1.key })")
    let steps = try mail.mulligan("history", "--limit", "0").output.lines
    #expect(steps.count == groups + 2, "\(steps)")
    #expect(try mail.mulligan("history", "verify").status == 0)
    if groups > 0 { #expect(try mail.mulligan("undo", "\(groups)").status == 0) }
    #expect(try mail.dump() == before)
  }
}

extension TemporaryMail {
  /// Runs the program by a shell that redirects its streams; the status is the program's own.
  fileprivate func mulligan(_ words: String, to redirection: String) throws -> ShellRun {
    let errors = "\(folder)/redirected"
    let program = process([
      "bash", "-c",
      "set -o pipefail; exec 2>'\(errors)'; '\(Program.path)' \(words) \(redirection)",
    ])
    program.environment = environment.merging(["XDG_STATE_HOME": state]) { $1 }
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    return ShellRun(
      output: String(decoding: text, as: UTF8.self),
      errors: try String(contentsOfFile: errors, encoding: .utf8),
      status: program.terminationStatus
    )
  }
}

import Foundation
import TestSupport
import Testing

@testable import TriageConfig

/// F46: a process that may have only a few files open.
@Suite(.serialized) struct DescriptorTests {
  /// A use of each verb that opens the mail; `PLAN` is a file.
  private static let mailVerbs: [[String]] = [
    ["list", "*"], ["show", "id:m1@example.org"], ["count", "*"],
    ["apply", "--yes", "star", "--", "*"], ["tag", "--yes", "+x", "--", "*"],
    ["move", "--yes", "Archive", "--", "*"], ["undo", "--yes"], ["redo", "--yes"], ["history"],
    ["history", "show", "1"], ["history", "revert", "--yes", "1"],
    ["history", "reapply", "--yes", "1"], ["history", "restore", "--yes", "1"],
    ["history", "recover"], ["history", "verify"], ["history", "prune"],
    ["plan", "run", "--yes", "PLAN"], ["history", "reset", "--yes"], ["demo", "--keep", "DEMO"],
  ]

  /// A use of each verb that reads nothing or a file of a person's own: it never has two files open.
  private static let otherVerbs: [[String]] = [
    ["actions"], ["keys"], ["config", "check"], ["config", "path"], ["config", "show"],
    ["strings", "check"], ["strings", "export", "it"], ["manual"], ["plan", "check", "PLAN"],
  ]

  /// Verbs that are not in the tables: the screen has its own test, and a wrong file is told of.
  private static let elsewhere = [["read"], ["strings", "import"]]

  /// What the program needs: three streams and its own.
  private static let enough = 35

  @Test func `F46 with too few descriptors every verb says so, and none dies`() throws {
    let mail = try mailbox()
    let before = try mail.picture()
    // At 8 a library once ended the process.
    for limit in sweepsAreWhole ? Array(4...20) : [4, 8, 20] {
      for verb in Self.mailVerbs {
        let run = try mail.mulligan(use(verb, in: mail), files: limit)
        let place = "\(limit) \(verb): \(run)"
        #expect(run.status == 1 && run.output.isEmpty, "\(place)")
        #expect(run.errors == Self.complaint(limit), "\(place)")
      }
      for verb in Self.otherVerbs where sweepsAreWhole || limit == 4 {
        let run = try mail.mulligan(use(verb, in: mail), files: limit)
        #expect(run.status == 0 && run.errors.isEmpty, "\(limit) \(verb): \(run)")
      }
    }
    #expect(try mail.picture() == before)
    #expect(try mail.mulligan("history").output.lines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(mail.folder)/demo"))
  }

  @Test func `F46 with three descriptors no program with libraries can be loaded`() throws {
    let mail = try mailbox()
    let verbs = Self.mailVerbs + Self.otherVerbs
    for verb in sweepsAreWhole ? verbs : [verbs[0]] {
      let run = try mail.mulligan(use(verb, in: mail), files: 3)
      // It is the loader of the system that says so.
      #expect(run.status == 127 && run.errors.contains("shared libraries"), "\(run)")
    }
  }

  @Test func `F46 as many descriptors as are asked for are enough for every verb`() throws {
    let mail = try mailbox()
    for verb in Self.mailVerbs + Self.otherVerbs {
      let run = try mail.mulligan(use(verb, in: mail), files: Self.enough)
      #expect(run.status == 0, "\(verb): \(run)")
    }
    let refused = try mail.mulligan(["count", "*"], files: Self.enough - 1)
    #expect(refused.errors == Self.complaint(Self.enough - 1), "\(refused)")
  }

  @Test func `F46 a limit that may be raised is raised as far as is needed`() throws {
    let mail = try mailbox()
    let run = try mail.mulligan(["tag", "+x", "--", "*"], files: 8, kind: "-S")
    #expect(run.status == 0, "\(run)")
  }

  @Test func `F46 the failure has a code for programs`() throws {
    let mail = try mailbox()
    let run = try mail.mulligan(["undo", "--json"], files: 8)
    #expect(run.objects.last?["error"] as? String == "too-few-files", "\(run)")
    #expect(run.objects.last?["result"] as? String == "failed", "\(run)")
  }

  @Test func `every verb is in a table of descriptors`() throws {
    let help = try TemporaryMail().mulligan("--experimental-dump-help").output
    let tool = try JSONDocument.read(help)
    let root = try #require(tool["command"]?.table)
    let uses = (Self.mailVerbs + Self.otherVerbs + Self.elsewhere).map {
      $0.joined(separator: " ")
    }
    for verb in FieldTests.leaves(root, below: []) {
      #expect(uses.contains { FieldTests.has($0, verb.path) }, "\(verb.path)")
    }
  }

  @Test func `F46 with too few descriptors the screen says so before it takes the terminal`() throws
  {
    let mail = try mailbox()
    let screen = try TmuxScreen(mail, shell: "sh", columns: 100)
    for arguments in ["read '*'", "demo"] {
      for limit in sweepsAreWhole ? Array(4...20) : [4, 8, 20] {
        let program = "'\(Program.path)' \(arguments)"
        try screen.type("clear; (ulimit -n \(limit); exec \(program)); echo $? at \(limit)")
        let lines = try screen.wait(for: "1 at \(limit)")
        #expect(
          lines.joined().contains("files is \(limit), and at least \(Self.enough)"),
          "\(lines)"
        )
      }
    }
  }

  @Test func `F46 as many descriptors as are asked for are enough for the screen`() throws {
    let mail = try mailbox()
    let screen = try TmuxScreen(mail, shell: "sh", columns: 100)
    try screen.type(
      "clear; (ulimit -n \(Self.enough); '\(Program.path)' read '*'); echo left with $?"
    )
    try screen.wait(for: "A cottage")
    try screen.press("Enter")
    try screen.wait(for: "Some text.")
    try screen.press("q", "A")
    try screen.wait(for: "Undo Mark as Read and Archive")
    try screen.press("u")
    try screen.wait(for: "Undid")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  private static func complaint(_ limit: Int) -> String {
    """
    mulligan: error: The mail was not opened: the limit of open files is \(limit), and at least \
    \(enough) are needed
    Hint: raise the limit, for instance with “ulimit -n 256”

    """
  }

  private func use(_ verb: [String], in mail: TemporaryMail) -> [String] {
    verb.map {
      switch $0 {
      case "PLAN": "\(mail.folder)/plan.toml"
      case "DEMO": "\(mail.folder)/demo"
      default: $0
      }
    }
  }

  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.makeMaildir("Archive")
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    try mail.mulligan("tag", "+seed", "--", "*")
    let plan = "plan = 1\n[[command]]\nactions = [\"star\"]\nquery = \"*\"\n"
    try plan.write(toFile: "\(mail.folder)/plan.toml", atomically: false, encoding: .utf8)
    return mail
  }
}

extension TemporaryMail {
  /// Runs the program with a limit of descriptors; `kind` is `-S` for one that may be raised.
  fileprivate func mulligan(
    _ arguments: [String],
    files limit: Int,
    kind: String = "-SH"
  ) throws -> ShellRun {
    try mulligan(
      arguments,
      under: [
        "bash", "-c",
        // What the process of the tests happens to leave open is not the program's.
        "for n in {3..63}; do eval \"exec $n>&-\"; done; ulimit \(kind) -n \(limit); exec \"$@\"",
        "few",
      ]
    )
  }
}

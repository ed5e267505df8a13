import Foundation
import TestSupport
import TriageCore

/// What one run of the program printed and how it ended.
struct ShellRun: Equatable, CustomStringConvertible {
  var output: String
  var errors: String
  var status: Int32

  var description: String { "[\(status)]\n\(output)--\n\(errors)" }

  /// The JSON objects of the output, a line each.
  var objects: [[String: Any]] {
    output.lines.compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }
}

/// The program that the tests were built with.
enum Program {
  /// The absolute path of the `mulligan` executable: beside the test bundle, or `MULLIGAN_PROGRAM`,
  /// a build with optimisation for instance.
  static let path: String = {
    if let other = ProcessInfo.processInfo.environment["MULLIGAN_PROGRAM"] { return other }
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return bundle.appending(path: "mulligan").path
  }()
}

extension TemporaryMail {
  /// The state folder of this mailbox's history.
  var state: String { "\(folder)/state" }

  /// Runs the program on this mailbox, without a terminal.
  @discardableResult
  func mulligan(
    _ arguments: String...,
    input: String = "",
    with variables: [String: String] = [:]
  ) throws -> ShellRun {
    try mulligan(arguments, input: input, with: variables)
  }

  /// Runs the program on this mailbox, without a terminal; `under` is a program that runs it, and
  /// its arguments.
  @discardableResult
  func mulligan(
    _ arguments: [String],
    input: String = "",
    with variables: [String: String] = [:],
    under runner: [String] = []
  ) throws -> ShellRun {
    let program = process(runner + [Program.path] + arguments)
    program.environment = environment.merging(["XDG_STATE_HOME": state]) { $1 }
      .merging(variables) { $1 }
    // Files, not pipes: a full pipe must not stop the program while the test waits.
    let base = "\(folder)/run-\(UUID().uuidString)"
    for name in ["in", "out", "err"] {
      _ = FileManager.default.createFile(
        atPath: "\(base).\(name)",
        contents: name == "in" ? Data(input.utf8) : Data()
      )
    }
    program.standardInput = FileHandle(forReadingAtPath: "\(base).in")
    program.standardOutput = FileHandle(forWritingAtPath: "\(base).out")
    program.standardError = FileHandle(forWritingAtPath: "\(base).err")
    try program.run()
    program.waitUntilExit()
    let read = { (name: String) in
      String(
        decoding: FileManager.default.contents(atPath: "\(base).\(name)") ?? Data(),
        as: UTF8.self
      )
    }
    return ShellRun(output: read("out"), errors: read("err"), status: program.terminationStatus)
  }

  /// The file of this mailbox's history, once a change has been made.
  func journal() throws -> String {
    let folder = "\(state)/mulligan/journal"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return "\(folder)/\(names.first ?? "")/journal.sqlite"
  }

  /// Starts the program on this mailbox, without a terminal and unheard, and returns at once.
  func start(
    _ arguments: [String],
    with variables: [String: String] = [:]
  ) throws -> Process {
    let program = process([Program.path] + arguments)
    program.environment = environment.merging(["XDG_STATE_HOME": state]) { $1 }
      .merging(variables) { $1 }
    try program.run()
    return program
  }

  /// A thread of five messages in five states, as people's threads are.
  func deliverMixedThread() throws {
    let start: Int64 = 1_780_000_000
    try deliver([
      message(1, at: start, tags: ["receipt"]),
      message(2, at: start + 100, tags: ["unread"]),
      message(3, at: start + 200, tags: ["unread", "inbox"]),
      message(4, at: start + 300, tags: ["inbox", "flagged"]),
      message(5, at: start + 400, tags: ["inbox"]),
    ])
  }

  private func message(_ number: Int, at date: Int64, tags: Set<MailTag>) -> SampleMessage {
    SampleMessage(
      "m\(number)@example.org",
      subject: number == 1 ? "A cottage" : "Re: A cottage",
      date: date,
      replyTo: number == 1 ? nil : "m1@example.org",
      tags: tags
    )
  }
}

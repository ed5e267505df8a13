package import Foundation

/// A program of a test ended with a status that was not expected.
package struct ProgramFailure: Error, CustomStringConvertible {
  package var command: [String]
  package var status: Int32
  package var errors: String

  package var description: String { "\(command) ended with \(status): \(errors)" }
}

extension TemporaryMail {
  /// Runs `notmuch` on this mailbox and returns what it prints.
  ///
  /// - Throws: `ProgramFailure` if it does not end with status 0.
  @discardableResult
  package func notmuch(_ arguments: String..., input: String = "") throws -> String {
    // A kernel that notes finer times (6.13 and later) can be ahead of the clock that `notmuch new` asks whether
    // a folder may still change within its second; it would pass that folder by.
    let scan = arguments.first == "new" && !arguments.contains("--full-scan") ? ["--full-scan"] : []
    return try run(["notmuch"] + arguments + scan, input: input)
  }

  /// Runs a program with this mailbox's environment and returns what it prints.
  ///
  /// - Throws: `ProgramFailure` if it does not end with status 0.
  @discardableResult
  package func run(_ command: [String], input: String = "") throws -> String {
    let program = process(command)
    let (output, errors, feed) = (Pipe(), Pipe(), Pipe())
    program.standardOutput = output
    program.standardError = errors
    program.standardInput = feed
    try program.run()
    feed.fileHandleForWriting.write(Data(input.utf8))
    try feed.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    guard program.terminationStatus == 0 else {
      throw ProgramFailure(
        command: command,
        status: program.terminationStatus,
        errors: String(decoding: complaint, as: UTF8.self)
      )
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Makes a program that is not yet started, with this mailbox's environment and silent streams.
  package func process(_ command: [String]) -> Process {
    let program = Process()
    // `env` says what is missing.
    let file = command.first.flatMap(pathOfProgram)
    program.executableURL = URL(fileURLWithPath: file ?? "/usr/bin/env")
    program.arguments = Array(command.dropFirst(file == nil ? 0 : 1))
    program.environment = environment
    program.standardInput = FileHandle.nullDevice
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    return program
  }

  /// Returns all messages with their tags as `notmuch dump` gives them, in the order of bytes.
  package func dump() throws -> [String] {
    try notmuch("dump", "--format=batch-tag").lines.filter { !$0.hasPrefix("#") }.sorted()
  }

  /// Returns how many messages match, according to `notmuch`.
  package func count(_ query: String) throws -> Int {
    Int(try notmuch("count", "--", query).lines.first ?? "") ?? -1
  }

  /// Tags messages with `notmuch`: `try mail.tag("+a", "-b", "tag:inbox")`.
  package func tag(_ words: String...) throws {
    try run(["notmuch", "tag"] + words.dropLast().filter { $0 != "--" } + ["--"] + words.suffix(1))
  }
}

extension String {
  /// The lines of a text, without an empty one at the end.
  package var lines: [String] {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

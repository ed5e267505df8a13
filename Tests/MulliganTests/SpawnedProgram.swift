import CLinux
import Foundation

/// A program run to its end, whatever daemons it leaves behind.
///
/// Foundation's `Process` waits for every descendant that has kept its descriptors; a tmux server
/// does.
enum SpawnedProgram {
  struct Failure: Error {
    var command: [String]
    var end: Int32
    var output: String
  }

  /// Starts a program, unheard, with no signal blocked: a test's own thread may block them all.
  static func start(
    _ command: [String],
    environment: [String: String],
    ownGroup: Bool = false
  ) throws -> Int32 {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let streams = clinux_start(
      input: null,
      output: null,
      error: null,
      inherited: -1,
      own_group: ownGroup,
      bound: false
    )
    var child: Int32 = 0
    guard clinux_spawn(&arguments, &variables, streams, &child) == 0 else {
      throw Failure(command: command, end: -1, output: "not started")
    }
    return child
  }

  /// Waits for the end of a program; the status is what a shell sees.
  static func status(of child: Int32) -> Int32 {
    var end = clinux_end()
    _ = clinux_reap(child, true, &end)
    return end.by_signal ? 128 + end.number : end.number
  }

  /// Runs a program and returns what it printed, errors included.
  static func run(_ command: [String], output file: String) throws -> String {
    let output = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer {
      close(output)
      close(input)
    }
    var arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    let streams = clinux_start(
      input: input,
      output: output,
      error: output,
      inherited: -1,
      own_group: false,
      bound: false
    )
    var child: Int32 = 0
    guard clinux_spawn(arguments, nil, streams, &child) == 0 else {
      throw Failure(command: command, end: -1, output: "not started")
    }
    var end = clinux_end()
    _ = clinux_reap(child, true, &end)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    guard !end.by_signal, end.number == 0 else {
      throw Failure(command: command, end: end.number, output: text)
    }
    return text
  }
}

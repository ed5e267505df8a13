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
    let streams = clinux_start(input: input, output: output, error: output, own_group: false)
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

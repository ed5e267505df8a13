import ArgumentParser
import Foundation
import Screen
import TriageUI

/// Writes results to standard output and words about them to standard error.
///
/// Output that cannot be written ends the verb: 141 for a broken pipe, 1 otherwise. A change that
/// is done is done: its history has it.
final class Printer {
  private var buffer: [UInt8] = []
  private let words: Wording

  init(words: Wording) {
    self.words = words
    // A broken pipe is an error of `write`, not the death of a process that holds the lock.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes one line of a form for programs, whose characters are safe already.
  func line(_ text: String) throws {
    buffer += text.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 16_384 { try flush() }
  }

  /// Writes one object.
  func line(_ object: JSONLine) throws {
    try line(object.text)
  }

  /// Writes one line of a form for people.
  func text(_ text: DisplayText) throws {
    try line(text.text)
  }

  /// Writes raw bytes, as they are.
  func bytes(_ bytes: [UInt8]) throws {
    buffer += bytes
    try flush()
  }

  /// Says something to the person on standard error.
  func note(_ text: DisplayText) throws {
    try flush()
    _ = Self.write(Array(text.text.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Writes what waits.
  func flush() throws {
    guard !buffer.isEmpty else { return }
    let error = Self.write(buffer, to: STDOUT_FILENO)
    buffer = []
    if error == 0 { return }
    if error == EPIPE { throw ExitCode(141) }
    try note(
      words.text(
        Sentence(
          "status.error",
          .sentence(Sentence("error.output", .text(String(cString: strerror(error)))))
        )
      )
    )
    throw Exit.failed
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(written)
    }
    return 0
  }
}

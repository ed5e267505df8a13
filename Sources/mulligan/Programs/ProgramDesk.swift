import CLinux
import Foundation
import Screen
import TriageCore
import TriageUI

/// The programs that show files and links beside the screen, or take a message with the terminal.
final class ProgramDesk {
  /// A program that shows something beside the screen.
  private struct Opener {
    let name: String
    let program: StartedProgram
    let errors: Int32
    var words: [UInt8] = []
  }

  /// The program of the configuration, with its arguments.
  var opener: [String]
  private let words: Wording
  private var openers: [Int32: Opener] = [:]
  /// Lends the terminal while something is done.
  var lend: (() -> Void) -> Void = { $0() }

  init(opener: [String], words: Wording) {
    self.opener = opener
    self.words = words
  }

  /// What to wait for: programs that end or complain.
  var descriptors: [Int32] { Array(openers.keys) }

  /// Shows a link with the opener.
  func open(_ link: ContentLink) throws(Told) -> Event {
    try open(link.target, called: link.host)
  }

  /// Gives the opener a name that begins with a slash, or an address that begins with its scheme:
  /// neither can be taken for an option.
  func open(_ address: String, called name: String) throws(Told) -> Event {
    try start(opener + [address])
    return .notify(
      Sentence("status.opened", .text(opener.first ?? ""), .text(name)),
      isError: false
    )
  }

  private func start(_ command: [String]) throws(Told) {
    let name = command.first ?? ""
    var ends: [Int32] = [-1, -1]
    let null = Foundation.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0, clinux_pipe(&ends) == 0 else {
      throw Told.notStarted(name, errno)
    }
    defer {
      close(null)
      close(ends[1])
    }
    do throws(StartedProgram.Failure) {
      let program = try StartedProgram(
        command,
        streams: (null, null, ends[1]),
        ownGroup: true
      )
      openers[ends[0]] = Opener(name: name, program: program, errors: ends[0])
    } catch {
      close(ends[0])
      throw Told.notStarted(name, error.code)
    }
  }

  /// Hears what openers complain of, and takes note of those that have ended.
  func hear(_ readable: [Int32]) -> [Event] {
    readable.compactMap { descriptor in
      guard var opener = openers[descriptor] else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        if opener.words.count < 1_024 { opener.words += bytes[0..<count] }
        openers[descriptor] = opener
        return nil
      }
      openers[descriptor] = nil
      close(descriptor)
      return end(of: opener)
    }
  }

  private func end(of opener: Opener) -> Event? {
    // It has closed its streams, so its end is near; it is not waited for if it goes on without.
    for _ in 0..<20 {
      if let end = opener.program.release() {
        if end == .exited(0) { return nil }
        let line = String(decoding: opener.words, as: UTF8.self).split(separator: "\n").first
        let sentence = Sentence(
          "error.program-failed",
          .text(opener.name),
          .text(end.text),
          .text(line.map { String($0) } ?? "")
        )
        return .notify(sentence, isError: true)
      }
      usleep(5_000)
    }
    return nil
  }

  /// Gives a file to a program that has the terminal meanwhile.
  func pipe(_ path: String, to command: [String]) throws(Told) -> Event {
    let input = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    defer { close(input) }
    var failure: StartedProgram.Failure?
    var end = StartedProgram.End.exited(0)
    let name = command.first ?? ""
    lend {
      do throws(StartedProgram.Failure) {
        let program = try StartedProgram(
          command,
          streams: (input, STDOUT_FILENO, STDERR_FILENO),
          ownGroup: false
        )
        end = program.reap()
        waitForEnter(after: name, end)
      } catch {
        failure = error
      }
    }
    if let failure { throw Told.notStarted(name, failure.code) }
    return .notify(
      Sentence("status.piped", .text(name), .text(end.text)),
      isError: end != .exited(0)
    )
  }

  /// Leaves what the program has said on the terminal until the person has read it.
  private func waitForEnter(after name: String, _ end: StartedProgram.End) {
    let sentence = Sentence(
      "status.both",
      .sentence(Sentence("status.piped", .text(name), .text(end.text))),
      .sentence(Sentence("status.continue"))
    )
    let line = Array("\n\(words.text(sentence).text) ".utf8)
    _ = line.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {}
  }
}

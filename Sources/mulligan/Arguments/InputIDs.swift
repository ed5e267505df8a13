import Foundation
import TriageCore
import TriageUI

/// The message ids of standard input, a line each, and the numbers of their lines.
struct InputIDs {
  private(set) var messages: [MessageID] = []
  private var lines: [Int32] = []

  /// More of a line is not kept: no message has an id like that, and memory stays small.
  private static let longestLine = 1 << 16

  /// Reads to the end of standard input; `id:` may stand before an id, empty lines say nothing.
  ///
  /// - Throws: `Refusal` if it cannot be read.
  init() throws(Refusal) {
    var line: [UInt8] = []
    var number: Int32 = 1
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.unreadable(errno) }
      if count == 0 { break }
      for byte in buffer[..<count] {
        if byte == UInt8(ascii: "\n") {
          add(line, number)
          line.removeAll(keepingCapacity: true)
          number += 1
        } else if line.count < Self.longestLine {
          line.append(byte)
        }
      }
    }
    add(line, number)
  }

  private static func unreadable(_ code: Int32) -> Refusal {
    Refusal(
      sentence: Sentence("error.input", .text(String(cString: strerror(code)))),
      code: .internalError,
      exit: Exit.failed
    )
  }

  private mutating func add(_ line: [UInt8], _ number: Int32) {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    let text = number == 1 ? line.withoutByteOrderMark : line[...]
    let word = text.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    guard !word.isEmpty else { return }
    messages.append(MessageID(MailQuery.bareID(String(decoding: word, as: UTF8.self))))
    lines.append(number)
  }

  /// What to say of the lines whose messages are not there, each with its number.
  func complaints(about result: ChangeResult) -> [Sentence] {
    let gone = Set(result.skipped.filter { $0.reason == .gone }.map(\.message))
    // All of them are gone if nothing was found at all.
    let isNone = result.failure?.code == .nothingFound
    guard isNone || !gone.isEmpty else { return [] }
    return zip(messages, lines).filter { isNone || gone.contains($0.0) }.map { message, line in
      Sentence("status.line.gone", .text(String(line)), .text(String(message.text.prefix(200))))
    }
  }
}

extension ForeignMessage {
  /// Returns the messages of an mbox file, each without the line that separates it from the one before.
  package static func messages(inMbox bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var isAfterEmpty = true
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      // No message begins with these words: on the first line they need no date.
      if isAfterEmpty, index == 0 ? line.starts(with: mark) : isSeparator(line) {
        messages.append([])
      } else if !messages.isEmpty {
        let isQuoted =
          line.first == UInt8(ascii: ">")
          && line.drop { $0 == UInt8(ascii: ">") }.starts(with: mark)
        messages[messages.count - 1] += (isQuoted ? line.dropFirst() : line) + [0x0A]
      }
      isAfterEmpty = line.isEmpty || line == [0x0D]
    }
    // The empty line before the next one is no part of a message.
    return messages.map { $0.suffix(2) == [0x0A, 0x0A] ? $0.dropLast() : $0 }
  }

  /// Returns the message of a file that has one: a patch begins with a line that separates messages.
  package static func message(inFile bytes: [UInt8]) -> [UInt8] {
    let first = bytes.prefix { $0 != 0x0A }
    // What holds several is no message: its first line says so.
    guard isSeparator(first), messages(inMbox: bytes).count == 1 else { return bytes }
    return Array(bytes[first.endIndex...].dropFirst())
  }

  private static let mark = Array("From ".utf8)

  /// Whether a line separates two messages: it names a sender and a date with time and year (RFC 4155).
  ///
  /// git's lines do, too. A sentence that begins with the same word does not.
  private static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: mark) else { return false }
    return String(decoding: line, as: UTF8.self).utf8.count < 1_000
      && String(decoding: line, as: UTF8.self).wholeMatch(
        of:
          #/
          From\ (?:"[^"]*")?\S*\ +
          (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\ +
          (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\ +
          [0-9]{1,2}\ +[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?
          (?:\ +[A-Za-z]{1,5}|\ +[+\-][0-9]{4})*\ +[0-9]{4}(?:\ +[+\-][0-9]{4})?
          (?:\ remote\ from\ .+)?\s*
          /#
      ) != nil
  }
}
